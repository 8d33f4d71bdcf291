import ArgumentParser

/// The format of records in the output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case ndjson
    case json
    /// JSON over several lines, with colours on a terminal.
    case pretty
    case yaml
    case csv
    case tsv
    case markdown
    case table

    /// The form of the output for a terminal.
    var form: OutputSink.Form {
        switch self {
        case .ndjson, .json, .pretty: .json
        case .yaml, .csv, .tsv, .markdown, .table: .text
        }
    }
}
