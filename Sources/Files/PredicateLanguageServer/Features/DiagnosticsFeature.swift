import PredicateCore
import PredicateFiles

/// The diagnostics of a document, as the protocol writes them.
struct DiagnosticsFeature {
    let uri: String
    let showsRelatedInformation: Bool
    private var places: PlaceWriter

    init(_ document: OpenDocument, _ capabilities: ClientCapabilities) {
        uri = document.uri
        showsRelatedInformation = capabilities.showsRelatedInformation
        places = PlaceWriter(document.text, capabilities.encoding)
    }

    /// All diagnostics: of the predicates, and of the file if it cannot be read.
    mutating func nodes(_ findings: [LintFinding], _ error: ConfigurationError?) -> [JSONNode] {
        var nodes: [JSONNode] = []
        if let error { nodes.append(node(.unreadableFile(error))) }
        for finding in findings { nodes.append(node(finding.diagnostic)) }
        return nodes
    }

    /// One diagnostic.
    mutating func node(_ diagnostic: PredicateDiagnostic) -> JSONNode {
        let range = places.range(diagnostic.range)
        var related: [JSONNode] = []
        if showsRelatedInformation {
            for label in diagnostic.labels {
                related.append(
                    [
                        "location": ["uri": .string(uri), "range": places.range(label.range)],
                        "message": .string(label.message),
                    ])
            }
        }
        return [
            "range": range,
            "severity": .integer(diagnostic.severity == .error ? 1 : 2),
            "code": .string(diagnostic.code.rawValue),
            "source": .string("predicate"),
            "message": .string(Self.message(of: diagnostic)),
            "relatedInformation": related.isEmpty ? nil : .array(related),
        ]
    }

    /// The sentence with its hint, and the notes on separate lines.
    private static func message(of diagnostic: PredicateDiagnostic) -> String {
        let sentence = [diagnostic.message, diagnostic.hint].compactMap { $0 }.joined(separator: "; ")
        return ([sentence] + diagnostic.notes).joined(separator: "\n")
    }
}
