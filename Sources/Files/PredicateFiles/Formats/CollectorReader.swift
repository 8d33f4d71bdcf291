import PredicateCore

/// Finds the predicates in settings of Wazuh: `<query>process == "sshd"</query>`, which goes to `log stream`.
enum CollectorReader {
    /// Whether a file has such settings.
    static func reads(_ file: [UInt8]) -> Bool {
        ["<ossec_config", "<agent_config"].contains { file.starts(with: $0.utf8) }
    }

    /// The queries of a file, in its order.
    static func calls(in file: [UInt8]) throws(ConfigurationError) -> [SourceCall] {
        var tokenizer = try XMLTokenizer(file)
        var found: [SourceCall] = []
        // Queries of other systems, such as XPath for channels of Windows, are no predicates.
        var queries: [LocatedText] = []
        var format = ""
        var text: XMLElementText?
        while let token = try tokenizer.next() {
            switch token.content {
            case .start(ExactName("localfile"), _): (queries, format) = ([], "")
            case .start(let name, _) where [ExactName("query"), ExactName("log_format")].contains(name):
                text = XMLElementText(at: token.range.upperBound)
            case .text(let piece): text?.append(piece)
            case .end(ExactName("query")):
                if let query = text?.text, !isBlankXML(query.text) { queries.append(query) }
                text = nil
            case .end(ExactName("log_format")):
                format = ValueSemantics.trimmed(text?.text.text ?? "")
                text = nil
            case .end(ExactName("localfile")) where format == "macos":
                found += queries.map { query in
                    SourceCall(
                        api: .log("stream"), range: query.fileRange, formatRange: query.fileRange, format: query,
                        arguments: [], hasOpenArguments: false)
                }
            default: break
            }
        }
        return found
    }
}
