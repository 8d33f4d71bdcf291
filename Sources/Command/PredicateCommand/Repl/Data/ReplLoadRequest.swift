import PredicateFormat
import PredicateRecords

/// The arguments of `:load`.
struct ReplLoadRequest: Sendable {
    /// The file or the address as given.
    var file: String
    /// The name of the file in messages; nil for the file as given.
    var shownFile: String?
    /// The name of the data set; nil derives it from the file name.
    var name: String?
    /// The options for reading records.
    var input = RecordInputOptions()
    /// A JSON Schema of the records; nil infers one.
    var schemaFile: String?
    /// Whether every field may hold anything.
    var isUntyped = false

    /// A file named on the command line.
    init(file: String, input: RecordInputOptions) {
        self.file = file
        self.input = input
    }
}
