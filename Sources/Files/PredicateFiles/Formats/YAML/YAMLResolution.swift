import PredicateFormat

/// Decides whether a YAML scalar is a string, or a number, a boolean, a date or null.
///
/// The rules are those of YAML 1.1, and the numbers of YAML 1.2 (`1e3`, `0o17`). Text in quotes is a string.
enum YAMLResolution {
    /// Whether a scalar is a string.
    ///
    /// - Parameter tag: The full name of its tag; nil without one. A tag decides by itself.
    static func isText(_ text: String, isPlain: Bool, tag: String?) -> Bool {
        if let tag, !tag.isEmpty, !tag.utf8.elementsEqual("!".utf8) {
            return !otherTags.contains { tag.utf8.elementsEqual($0.utf8) }
        }
        guard isPlain, tag == nil || tag?.isEmpty == true else { return true }
        guard let first = text.utf8.first else { return false }
        // Nearly every text is told by its first byte or its length.
        if text.utf8.count > 64 { return true }
        if first.isDigit || "+-.".utf8.contains(first) { return text.wholeMatch(of: other) == nil }
        return text.utf8.count > 5 || !words.contains { text.utf8.elementsEqual($0.utf8) }
    }

    private static let otherTags = ["bool", "int", "float", "null", "timestamp", "binary", "merge", "value"].map {
        "tag:yaml.org,2002:" + $0
    }

    private static let words =
        ["~", "<<", "="]
        + ["yes", "no", "true", "false", "on", "off", "null"].flatMap { word in
            [word, word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()]
        }

    /// A number or a date: `+0x1F`, `1_000`, `1.5e3`, `.5`, `.inf`, `190:20:30.15`, `2001-12-14t21:59:43.10-05:00`.
    nonisolated(unsafe) private static let other =
        #/
        [-+]?(?:\.(?:inf|Inf|INF)|0b[01_]+|0x[0-9a-fA-F_]+|0o[0-7_]+)|\.(?:nan|NaN|NAN)
        | [-+]?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9_]+(?:[eE][-+][0-9]+)?
        | [-+]?(?:[1-9][0-9_]*(?::[0-5]?[0-9])+|[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*)
        | [0-9]{4}-[0-9]{2}-[0-9]{2}
        | [0-9]{4}(?:-[0-9]{1,2}){2}(?:[Tt]|[\ \t]+)[0-9]{1,2}(?::[0-9]{2}){2}
            (?:\.[0-9]*)?(?:[\ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?
        /#
}
