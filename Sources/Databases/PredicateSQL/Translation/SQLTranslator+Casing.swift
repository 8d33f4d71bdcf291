import PredicateFormat

// `uppercase` and `lowercase` beside constants. The functions of SQL change only the letters of ASCII, so the other code
// points whose case is in the constant are replaced first.
extension SQLTranslator {
    /// Whether a text in another case is a constant; nil if SQL cannot say it.
    func equality(of casing: SQLCasing, with text: String) -> SQLPair? {
        // The case of a sigma depends on the letters round it.
        if text.utf8.contains(0) || text.unicodeScalars.contains(where: { $0 == "\u{3C3}" || $0 == "\u{3C2}" }) {
            return nil
        }
        let changed = casing.isUpper ? TextCase.upper(text) : TextCase.lower(text)
        guard changed.unicodeScalars.elementsEqual(text.unicodeScalars) else { return nil }
        var node = casing.text.node
        var count = 0
        var from = String.UnicodeScalarView()
        var to = String.UnicodeScalarView()
        var several: [(source: String, text: String)] = []
        let needed = Set(text.unicodeScalars)
        for (source, target) in casing.isUpper ? Self.upperCases : Self.lowerCases
        where target.unicodeScalars.contains(where: needed.contains) {
            count += 1
            if let only = target.unicodeScalars.first, target.unicodeScalars.count == 1 {
                from.append(source)
                to.append(only)
            } else {
                several.append((String(source), target))
            }
        }
        func parameter(_ text: String) -> SQLNode { .parameter(.value(.text(text)), .text) }
        func replaced(_ node: SQLNode, _ pairs: [(source: String, text: String)]) -> SQLNode {
            pairs.reduce(node) { .call("replace", [$0, parameter($1.source), parameter($1.text)]) }
        }
        switch dialect {
        case .sqlite:
            guard count <= 12 else { return nil }
            node = replaced(node, several + zip(from, to).map { (source: String($0), text: String($1)) })
        case .postgresql:
            guard several.count <= 32 else { return nil }
            node = dialect.ordered(node)
            if !from.isEmpty {
                node = .call("translate", [node, parameter(String(from)), parameter(String(to))])
            }
            node = replaced(node, several)
        // Its functions change all letters, by another version of Unicode.
        case .duckdb, .spark: return nil
        }
        let test = SQLNode.compare(.call(casing.isUpper ? "upper" : "lower", [node]), "=", parameter(text))
        return trusted(.exact(test), casing.text.trust)
    }

    private static let upperCases = cases(TextCase.upper)
    private static let lowerCases = cases(TextCase.lower)

    /// The code points beyond ASCII with another case.
    private static func cases(_ change: (String) -> String) -> [(source: Unicode.Scalar, target: String)] {
        var cases: [(source: Unicode.Scalar, target: String)] = []
        for code in UInt32(0x80)...0x1_EFFF {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let target = change(String(scalar))
            if target.unicodeScalars.count != 1 || target.unicodeScalars.first != scalar {
                cases.append((scalar, target))
            }
        }
        return cases
    }
}
