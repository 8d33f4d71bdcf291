import PredicateCore

/// Decides whether a file of keys and values is a file of named predicates.
///
/// Files of other programs have a key `predicates` too. So a file is recognised by what they would not have: the address of the format's
/// JSON Schema, a predicate with its arguments or cases, a reference to another predicate. A file that only maps names
/// to strings is recognised if it has no other keys and most of the strings are predicates.
struct NamedFileRecognition {
    private let limits: PredicateLimits

    init(limits: PredicateLimits = .standard) { self.limits = limits }

    /// The name of the JSON Schema of the format, by which a file says what it is.
    static let schemaName = "predicate-file.schema.json"

    /// The bytes at the start of a file in which a comment may name the JSON Schema.
    private static let headBytes = 2048

    /// Whether a file has named predicates.
    ///
    /// - Parameter isExpected: whether the file had them before it was edited, so that a mistake in its only predicate changes nothing.
    func accepts(_ file: ConfigurationFile, isExpected: Bool = false) -> Bool {
        guard case .data(let documents) = file.content, ConfigurationFormat.data.contains(file.format),
            documents.count == 1, let root = documents.first, case .mapping(let entries) = root.content,
            let value = entries.value(of: "predicates"), case .mapping(let predicates) = value.content
        else { return false }
        if isExpected || file.bytes.prefix(Self.headBytes).contains(Array(Self.schemaName.utf8)) { return true }
        var hasUnknownKey = false
        for entry in entries where !NamedDeclarationReader.fileKeys.containsName(entry.key.text) {
            hasUnknownKey = true
            if Suggestions.nearest(to: entry.key.text, among: NamedDeclarationReader.fileKeys) == nil { return false }
        }
        let names = Set(predicates.map { ExactName($0.key.text) })
        if predicates.contains(where: { isUnmistakable($0.value, names) }) { return true }
        if hasUnknownKey { return false }
        return entries.value(of: "schema") != nil || entries.value(of: "type") != nil
            ? predicates.contains { $0.value.text.map { Self.hasOperator($0.text) } ?? false }
            : arePredicates(predicates.map(\.value))
    }

    /// Whether no other program writes such a value.
    private func isUnmistakable(_ node: ConfigurationNode, _ names: Set<ExactName>) -> Bool {
        guard case .mapping(let entries) = node.content else {
            return node.text.map { refers($0.text, to: names) } ?? false
        }
        guard entries.allSatisfy({ NamedDeclarationReader.predicateKeys.containsName($0.key.text) }),
            let text = entries.value(of: "predicate")?.text
        else { return false }
        return entries.value(of: "cases").map(hasCases) ?? false
            || entries.value(of: "arguments").map(hasTypes) ?? false
            || Self.hasOperator(text.text) || refers(text.text, to: names)
    }

    private func refers(_ text: String, to names: Set<ExactName>) -> Bool {
        text.utf8.contains(UInt8(ascii: "@")) && text.utf8.count <= limits.sourceBytes
            && NamedReference.references(in: text).contains { names.contains(ExactName($0.name)) }
    }

    private func hasCases(_ node: ConfigurationNode) -> Bool {
        guard case .sequence(let cases) = node.content else { return false }
        return cases.contains { $0["record"] != nil && $0["matches"] != nil }
    }

    private func hasTypes(_ node: ConfigurationNode) -> Bool {
        guard case .mapping(let arguments) = node.content else { return false }
        return arguments.contains { NamedTypes.isWord(($0.value["type"] ?? $0.value).text?.text) }
    }

    /// Whether most of the values are predicates.
    private func arePredicates(_ values: [ConfigurationNode]) -> Bool {
        var (good, others) = (0, 0)
        for value in values {
            if let text = value.text?.text, Self.hasOperator(text),
                !ParsedText(text, as: .predicate, library: .standard, limits: limits).hasErrors
            {
                good += 1
            } else {
                others += 1
            }
        }
        return good > 0 && good >= others
    }

    /// Whether an operator of the language is among the words of a string.
    private static func hasOperator(_ text: String) -> Bool {
        text.utf8.split { $0 <= 0x20 || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") }.contains { word in
            // `CONTAINS[cd]`
            let name = word.prefix { $0 != UInt8(ascii: "[") }
            return name.count <= 14 && operators.contains(String(decoding: name, as: UTF8.self).uppercased())
        }
    }

    private static let operators: Set<String> = [
        "==", "=", "!=", "<>", ">", "<", ">=", "<=", "=>", "=<", "BEGINSWITH", "BETWEEN", "CONTAINS", "ENDSWITH", "IN",
        "LIKE", "MATCHES", "TRUEPREDICATE", "FALSEPREDICATE",
    ]
}
