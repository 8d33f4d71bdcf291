import PredicateFormat

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
        var query: XMLElementText?
        while let token = try tokenizer.next() {
            switch token.content {
            case .start(let name, _) where name == ExactName("query"):
                query = XMLElementText(at: token.range.upperBound)
            case .text(let piece): query?.append(piece)
            case .end:
                if let text = query?.text, !isBlankXML(text.text) {
                    found.append(
                        SourceCall(
                            api: .log("stream"), range: text.fileRange, formatRange: text.fileRange, format: text,
                            arguments: [], hasOpenArguments: false, comments: [], injections: [], substitutions: []))
                }
                query = nil
            default: break
            }
        }
        return found
    }
}
