import ArgumentParser

/// The format of records in the output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case ndjson
    case json
    case csv
    case table

    /// The form of the output for a terminal.
    var form: OutputSink.Form {
        switch self {
        case .ndjson, .json: .json
        case .csv, .table: .text
        }
    }
}
