import ArgumentParser

/// How records are written.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case ndjson
    case json
    case csv
    case table

    /// What a terminal is given.
    var form: OutputSink.Form {
        switch self {
        case .ndjson, .json: .json
        case .csv, .table: .text
        }
    }
}
