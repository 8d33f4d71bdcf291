import PredicateFormat
import PredicateRecords

/// The arguments of `:load`.
struct ReplLoadRequest {
    /// The file as it was named.
    var file: String
    /// The name of the data set; nil makes one from that of the file.
    var name: String?
    /// How records are read.
    var input = RecordInputOptions()
    /// A JSON Schema of the records; nil infers one.
    var schemaFile: String?
    /// Whether every field may hold anything.
    var isUntyped = false

    /// A file, as the command line names it.
    init(file: String, input: RecordInputOptions) {
        self.file = file
        self.input = input
    }
}
