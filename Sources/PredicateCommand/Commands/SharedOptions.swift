import ArgumentParser
import PredicateFormat
import PredicateRecords

/// Where records are and how they are read.
struct InputOptions: ParsableArguments {
    @Option(
        name: .customLong("at"),
        help: ArgumentHelp("Where in the document the records are (RFC 6901).", valueName: "pointer"))
    var pointer: String?

    @Flag(help: "The records are the values of an object.")
    var values = false

    /// The options of a stream.
    func recordOptions() throws(CommandFailure) -> RecordInputOptions {
        guard let pointer else { return RecordInputOptions(values: values) }
        do throws(RecordError) {
            return RecordInputOptions(pointer: try JSONPointer(parsing: pointer), values: values)
        } catch {
            throw CommandFailure(error)
        }
    }
}

/// What is known of the records.
struct SchemaOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A JSON Schema of the records.", valueName: "file"))
    var schema: String?

    @Flag(help: "Check no names: every field may hold anything.")
    var untyped = false

    func validate() throws {
        if schema != nil, untyped { throw ValidationError("--schema and --untyped exclude each other.") }
    }
}

/// Values for the arguments and variables of a predicate.
struct ValueOptions: ParsableArguments {
    @Option(
        name: .customLong("arg"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The value of the next %@ (repeatable).", valueName: "value"))
    var arguments: [String] = []

    @Option(
        name: .customLong("var"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The value of $NAME (repeatable).", valueName: "name=value"))
    var variables: [String] = []

    /// The variables by name.
    func variableTexts() throws(CommandFailure) -> [String: String] {
        var result: [String: String] = [:]
        for text in variables {
            guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
                throw CommandFailure(.usage, "error: --var needs NAME=VALUE, not `\(text)`")
            }
            let name = String(text[..<sign].drop { $0 == "$" })
            let value = String(text[text.index(after: sign)...])
            guard result.updateValue(value, forKey: name) == nil else {
                throw CommandFailure(.usage, "error: --var gives a value for $\(name) twice")
            }
        }
        return result
    }
}

/// The text of a file, whole; for predicates and schemas.
func readText(_ path: String) throws(CommandFailure) -> String {
    do throws(RecordError) {
        return try (path == "-" ? RecordSource.standardInput : .file(path)).text()
    } catch {
        throw CommandFailure(error)
    }
}
