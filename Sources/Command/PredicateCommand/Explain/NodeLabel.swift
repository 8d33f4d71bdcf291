import PredicateFormat

/// The label of a node in a drawing: its operator, its name or its value.
///
/// A label is always one line without control characters.
enum NodeLabel {
    /// An operator, a name, a number.
    case text(String)
    /// A string, without its quotes.
    case quoted(String)
    /// A list of constants of one type.
    case list([ExpressionTree])

    init(_ node: PredicateTreeNode) {
        switch node {
        case .predicate(let tree): self = .text(Self.word(for: tree))
        case .expression(let tree): self = Self.label(of: tree)
        }
    }

    // MARK: Words

    private static func word(for tree: PredicateTree) -> String {
        switch tree.kind {
        case .constant(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .and: return "AND"
        case .or: return "OR"
        case .not: return "NOT"
        case .comparison(let comparison):
            let quantifier = comparison.quantifier.map { $0.rawValue + " " } ?? ""
            let letters = comparison.options.letters
            return quantifier + comparison.comparator.spelling + (letters.isEmpty ? "" : "[\(letters)]")
        }
    }

    private static func label(of tree: ExpressionTree) -> NodeLabel {
        switch tree.kind {
        case .constant(.string(let text)): .quoted(text)
        // The canonical text has 1 and 0, which would look like numbers here.
        case .constant(.boolean(let value)): .text(value ? "TRUE" : "FALSE")
        case .constant, .record, .variable, .argument: .text(tree.predicateFormat)
        case .element: .text("each element")
        case .field, .dynamicField, .collection, .index: .text(pathWord(for: tree))
        case .assignment(let name, _): .text("$\(name) :=")
        case .aggregate(let elements): tree.isListOfConstants ? .list(elements) : .text("{…}")
        case .arithmetic(let symbol, _, _): .text(symbol.rawValue)
        case .complement: .text("~")
        case .set(let symbol, _, _): .text(symbol.rawValue)
        case .call(let selector, let arguments): .text(selector + (arguments.isEmpty ? "()" : "(…)"))
        case .function(_, let selector, _): .text("FUNCTION(…, \"\(selector)\", …)")
        case .cast(_, let target): .text("CAST(…, \"\(target.rawValue)\")")
        case .ternary: .text("TERNARY")
        case .subquery(_, let variable, _): .text("SUBQUERY $\(variable)")
        }
    }

    /// A path as in the text, or only its last component if it does not begin with a name.
    private static func pathWord(for tree: ExpressionTree) -> String {
        if tree.isPlainPath { return tree.predicateFormat }
        switch tree.kind {
        case .field(_, let name): return "…." + ExpressionTree(.field(ExpressionTree(.record), name)).predicateFormat
        case .dynamicField: return "….(…)"
        case .collection(let symbol, _, let path):
            guard let path, path.isPlainPath else { return "…." + symbol.rawValue + (path == nil ? "" : ".…") }
            return "…." + symbol.rawValue + "." + path.predicateFormat
        case .index(_, .first): return "…[FIRST]"
        case .index(_, .last): return "…[LAST]"
        case .index(_, .size): return "…[SIZE]"
        case .index(_, .at(let key)):
            return key.isPlainConstant || key.isOpenArgument ? "…[\(key.predicateFormat)]" : "…[…]"
        default: return tree.predicateFormat
        }
    }

    // MARK: Writing

    /// The label with a maximum width. A longer label is cut inside its quotes or braces.
    func text(columns: Int) -> String {
        switch self {
        case .text(let text): return ColumnText.cut(SafeText.plain(ColumnText.beginning(text, columns)), to: columns)
        case .quoted(let text):
            let whole = ExpressionTree(.constant(.string(ColumnText.beginning(text, columns)))).predicateFormat
            let shown = SafeText.plain(whole)
            guard TextWidth.columns(of: shown) > columns else { return shown }
            return ColumnText.cut(String(shown.dropLast()), to: max(3, columns) - 1) + "\""
        case .list(let elements): return Self.list(elements, columns)
        }
    }

    /// As many elements as fit, and the number of the others.
    private static func list(_ elements: [ExpressionTree], _ columns: Int) -> String {
        var shown: [String] = []
        var used = 1
        for (index, element) in elements.enumerated() {
            let text = NodeLabel(.expression(element)).text(columns: columns)
            let rest = elements.count - index - 1
            let end = rest == 0 ? 1 : TextWidth.columns(of: more(rest))
            used += TextWidth.columns(of: text) + (index > 0 ? 2 : 0)
            if used + end > columns { break }
            shown.append(text)
        }
        if shown.count == elements.count { return "{" + shown.joined(separator: ", ") + "}" }
        if shown.isEmpty { return "{… \(elements.count) values}" }
        return "{" + shown.joined(separator: ", ") + more(elements.count - shown.count)
    }

    private static func more(_ count: Int) -> String { ", … \(count) more}" }
}

extension ExpressionTree {
    /// Whether this is a path from a name, the record or an element, whose components are all plain.
    var isPlainPath: Bool {
        var tree = self
        while true {
            switch tree.kind {
            case .record, .element, .variable: return true
            case .field(let base, _), .index(let base, .first), .index(let base, .last), .index(let base, .size):
                tree = base
            case .index(let base, .at(let key)):
                guard key.isPlainConstant || key.isOpenArgument else { return false }
                tree = base
            case .dynamicField(let base, let key):
                guard key.isOpenArgument else { return false }
                tree = base
            case .collection(_, let base, let path):
                // The path begins at an element, and does not contain another path like it.
                guard path.map(\.isPlainPath) ?? true else { return false }
                tree = base
            default: return false
            }
        }
    }

    /// Whether this is a constant that can be an index.
    var isPlainConstant: Bool {
        if case .constant = kind { return true }
        return false
    }

    /// Whether this is a format argument without a value.
    var isOpenArgument: Bool {
        if case .argument = kind { return true }
        return false
    }

    /// Whether this is a list of constants of one type, which the type of the list shows.
    var isListOfConstants: Bool {
        guard case .aggregate(let elements) = kind else { return false }
        return elements.allSatisfy { $0.isPlainConstant && $0.type == elements[0].type }
    }
}

extension PredicateTreeNode {
    /// Whether this is a list of constants of one type.
    var isListOfConstants: Bool {
        if case .expression(let tree) = self { tree.isListOfConstants } else { false }
    }
}
