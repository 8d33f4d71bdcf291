/// A page of the reference with the name of its file.
struct ReferencePage {
    /// The name of the file, within the folder of its reference.
    var name: String
    /// The contents of the file.
    var text: String
}
