import PredicatePlatform

/// A style for printing predicates.
public struct PredicateFormatStyle: Hashable, Sendable {
    /// The layout of brackets and lines.
    public enum Layout: String, Hashable, Sendable {
        /// The layout of `predicateFormat` on Apple's systems. A predicate printed there is printed here unchanged,
        /// except that control characters in strings become escapes.
        case apple
        /// Only the parentheses that are needed, and long conditions on separate lines.
        case readable
    }

    /// The spelling of dates.
    public enum Dates: String, Hashable, Sendable {
        /// `CAST("2024-01-31T00:00:00Z", "NSDate")`
        case iso
        /// `CAST(728352000.000000, "NSDate")`: seconds since 2001, as Apple's systems write it.
        case apple
    }

    /// The layout of brackets and lines.
    public var layout: Layout
    /// The spelling of dates.
    public var dates: Dates
    /// The width in columns at which the readable layout breaks lines.
    public var width: Int

    /// A style; the default is the canonical text.
    public init(layout: Layout = .apple, dates: Dates = .iso, width: Int = 80) {
        self.layout = layout
        self.dates = dates
        self.width = width
    }

    /// The canonical text.
    public static let canonical = PredicateFormatStyle()
    /// The style for people.
    public static let readable = PredicateFormatStyle(layout: .readable)
}

extension PredicateTree {
    /// The canonical text (facts §6), which parses to the same tree.
    public var predicateFormat: String { formatted(.canonical) }

    /// The text in a style.
    public func formatted(_ style: PredicateFormatStyle) -> String {
        DeepStack.run(levels: height) {
            var printer = PredicatePrinter(style: style)
            return printer.text(of: self)
        }
    }
}

extension ExpressionTree {
    /// The canonical text of the expression.
    public var predicateFormat: String { formatted(.canonical) }

    /// The text in a style.
    public func formatted(_ style: PredicateFormatStyle) -> String {
        DeepStack.run(levels: height) {
            var printer = PredicatePrinter(style: style)
            return printer.text(of: self)
        }
    }
}

extension PredicateTree: CustomStringConvertible {
    /// The canonical text.
    public var description: String { predicateFormat }
}

extension ExpressionTree: CustomStringConvertible {
    /// The canonical text.
    public var description: String { predicateFormat }
}

/// Writes trees as text.
struct PredicatePrinter {
    let style: PredicateFormatStyle
    private var indentation = 0
    /// Whether everything must be on one line.
    private var isFlat = false
    /// The columns before a condition on its line that AND or OR takes.
    private var lead = 0

    init(style: PredicateFormatStyle) { self.style = style }

    // MARK: Predicates

    private enum Level: Int, Comparable {
        case or, and, not, condition
        static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    private func level(_ tree: PredicateTree) -> Level {
        switch tree.kind {
        case .or(let children): children.count > 1 ? .or : children.first.map(level) ?? .condition
        case .and(let children): children.count > 1 ? .and : children.first.map(level) ?? .condition
        case .not: .not
        case .constant: .condition
        // `NONE` prints as `NOT ANY`.
        case .comparison(let comparison):
            comparison.quantifier == PredicateCore.Quantifier.none && style.layout == .apple ? .not : .condition
        }
    }

    mutating func text(of tree: PredicateTree) -> String {
        // An empty text cannot be mistaken for another predicate.
        if tree.isTooDeep { return "" }
        return switch tree.kind {
        case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .and(let children):
            compound(children, " AND ", .and, empty: "TRUEPREDICATE", isStepwise: tree.isStepwise)
        case .or(let children):
            compound(children, " OR ", .or, empty: "FALSEPREDICATE", isStepwise: tree.isStepwise)
        case .not(let inner): negation(inner)
        case .comparison(let comparison): text(of: comparison)
        }
    }

    private mutating func negation(_ inner: PredicateTree) -> String {
        if style.layout == .readable, case .comparison(let comparison) = inner.kind, comparison.quantifier == .any {
            var none = comparison
            none.quantifier = PredicateCore.Quantifier.none
            return text(of: none)
        }
        return "NOT " + (level(inner) < .condition ? parenthesized(inner, used: lead + 4) : text(of: inner))
    }

    /// Nested groups of two on one line: `((a AND b) AND c) AND d`.
    private mutating func steps(_ children: [PredicateTree], _ joint: String) -> String {
        flat { printer in
            var result = String(repeating: "(", count: children.count - 2)
            for (index, child) in children.enumerated() {
                if index > 0 { result += joint }
                result += printer.part(child, used: 0)
                if index > 0, index < children.count - 1 { result += ")" }
            }
            return result
        }
    }

    private mutating func compound(
        _ children: [PredicateTree], _ joint: String, _ own: Level, empty: String, isStepwise: Bool
    ) -> String {
        if children.isEmpty { return empty }
        if children.count == 1 { return text(of: children[0]) }
        if isStepwise { return steps(children, joint) }
        guard style.layout == .readable, !isFlat else { return line(children, joint) }
        let whole = flat { $0.line(children, joint) }
        guard indentation + TextWidth.columns(of: whole) > style.width else { return whole }
        let used = joint.utf8.count - 1
        var lines: [String] = []
        for (index, child) in children.enumerated() {
            lines.append((index > 0 ? joint.dropFirst() : "") + part(child, used: index > 0 ? used : 0))
        }
        return lines.joined(separator: margin)
    }

    private mutating func line(_ children: [PredicateTree], _ joint: String) -> String {
        var parts: [String] = []
        for child in children { parts.append(part(child, used: 0)) }
        return parts.joined(separator: joint)
    }

    /// A part of a group. A group in a group keeps its parentheses in both layouts. In AND within AND they make the
    /// group (D81). AND next to OR without parentheses would cause a warning.
    private mutating func part(_ child: PredicateTree, used: Int) -> String {
        let limit: Level = style.layout == .apple ? .condition : .not
        guard level(child) >= limit else { return parenthesized(child, used: used) }
        lead = used
        defer { lead = 0 }
        return text(of: child)
    }

    private var margin: String { "\n" + String(repeating: " ", count: indentation) }

    /// Calls a printing function without line breaks.
    private mutating func flat(_ body: (inout PredicatePrinter) -> String) -> String {
        let wasFlat = isFlat
        isFlat = true
        defer { isFlat = wasFlat }
        return body(&self)
    }

    /// The predicate in parentheses. They are on separate lines if the predicate does not fit on one line.
    private mutating func parenthesized(_ tree: PredicateTree, used: Int) -> String {
        guard style.layout == .readable, !isFlat else { return "(" + text(of: tree) + ")" }
        let whole = flat { "(" + $0.text(of: tree) + ")" }
        guard indentation + used + TextWidth.columns(of: whole) > style.width else { return whole }
        let end = margin
        lead = 0
        indentation += 4
        defer { indentation -= 4 }
        return "(" + margin + text(of: tree) + end + ")"
    }

    private mutating func text(of comparison: PredicateTree.Comparison) -> String {
        var result = comparison.quantifier.map { $0 == .none ? "NOT ANY " : $0.rawValue + " " } ?? ""
        if style.layout == .readable, comparison.quantifier == PredicateCore.Quantifier.none { result = "NONE " }
        result += text(of: comparison.left)
        result += " " + comparison.comparator.spelling
        if !comparison.options.isEmpty { result += "[" + comparison.options.letters + "]" }
        return result + " " + text(of: comparison.right)
    }

    // MARK: Expressions

    mutating func text(of tree: ExpressionTree) -> String {
        if tree.isTooDeep { return "" }
        return switch tree.kind {
        case .constant(let value): text(of: value)
        case .record: "SELF"
        case .element: ""
        case .field, .dynamicField, .collection: path(tree)
        case .index(let base, let index): base_(base) + "[" + text(of: index) + "]"
        case .variable(let name): SourceSpelling.variable(name)
        case .assignment(let name, let value): SourceSpelling.variable(name) + " := " + text(of: value)
        case .argument(_, let specifier): specifier.spelling
        case .aggregate(let elements): "{" + list(elements) + "}"
        case .arithmetic(let symbol, let left, let right):
            infix(left, symbol.rawValue, right, symbol.precedence)
        case .complement(let operand): "~" + complementOperand(operand)
        case .set(let symbol, let left, let right): infix(left, symbol.rawValue, right, symbol.precedence)
        case .call(let name, let arguments): name + "(" + list(arguments) + ")"
        case .function(let target, let selector, let arguments):
            "FUNCTION(" + list([target]) + ", " + SourceSpelling.quoted(selector)
                + (arguments.isEmpty ? "" : ", " + list(arguments)) + ")"
        case .cast(let value, let target): "CAST(" + text(of: value) + ", \"" + target.rawValue + "\")"
        case .ternary(let condition, let a, let b):
            "TERNARY(" + text(of: condition) + ", " + text(of: a) + ", " + text(of: b) + ")"
        case .subquery(let collection, let variable, let predicate):
            "SUBQUERY(" + text(of: collection) + ", " + SourceSpelling.variable(variable) + ", " + text(of: predicate)
                + ")"
        }
    }

    private mutating func list(_ elements: [ExpressionTree]) -> String {
        var parts: [String] = []
        for element in elements { parts.append(text(of: element)) }
        return parts.joined(separator: ", ")
    }

    private mutating func text(of index: ExpressionTree.Index) -> String {
        switch index {
        case .first: "FIRST"
        case .last: "LAST"
        case .size: "SIZE"
        case .at(let key): text(of: key)
        }
    }

    private mutating func infix(
        _ left: ExpressionTree, _ symbol: String, _ right: ExpressionTree, _ own: Precedence
    ) -> String {
        let (leftKind, rightKind) = (left.operandForm, right.operandForm)
        // Operators of the same precedence associate to the left.
        let leftIsLoose = style.layout == .apple || precedence(left) < own
        let rightIsLoose = style.layout == .apple || precedence(right) <= own
        let leftNeeds =
            (leftKind == .infix && leftIsLoose) || leftKind == .assignment
            || (own == .power && (leftKind == .negative || leftKind == .complement))
        return wrapped(left, leftNeeds) + " " + symbol + " "
            + wrapped(right, (rightKind == .infix && rightIsLoose) || rightKind == .assignment)
    }

    private func precedence(_ tree: ExpressionTree) -> Precedence {
        switch tree.kind {
        case .arithmetic(let symbol, _, _): symbol.precedence
        case .set(let symbol, _, _): symbol.precedence
        case .constant(.set): .expression
        default: .primary
        }
    }

    private mutating func complementOperand(_ tree: ExpressionTree) -> String {
        let kind = tree.operandForm
        // `~a ** b` is the complement of a power, so a power needs no parentheses, but all infix operands get them.
        return wrapped(tree, kind == .infix || kind == .assignment)
    }

    private mutating func wrapped(_ tree: ExpressionTree, _ parentheses: Bool) -> String {
        parentheses ? "(" + text(of: tree) + ")" : text(of: tree)
    }

    /// The base of an index or a path.
    private mutating func base_(_ tree: ExpressionTree) -> String {
        wrapped(tree, tree.isWrappedAsBase)
    }

    /// A path. An initial `SELF` is omitted before a name (fact P13), and kept before anything else.
    private mutating func path(_ tree: ExpressionTree) -> String {
        switch tree.kind {
        case .field(let base, let name):
            let isWord = SourceSpelling.isWord(name)
            return prefix(base, standsAlone: isWord) + SourceSpelling.component(name)
        case .dynamicField(let base, let key):
            return prefix(base, standsAlone: isPathArgument(key)) + text(of: key)
        case .collection(let symbol, let base, let path):
            var result = prefix(base, standsAlone: true) + symbol.rawValue
            if let path, path.kind != .element { result += "." + text(of: path) }
            return result
        default: return text(of: tree)
        }
    }

    private func isPathArgument(_ tree: ExpressionTree) -> Bool {
        if case .argument(_, let specifier) = tree.kind { return specifier.kind == .keyPath }
        return false
    }

    private mutating func prefix(_ base: ExpressionTree, standsAlone: Bool) -> String {
        switch base.kind {
        case .record: return standsAlone ? "" : "SELF."
        case .element: return ""
        // A collection operator takes the rest of the path, so parentheses end it (D48).
        case .collection: return "(" + text(of: base) + ")."
        default: return base_(base) + "."
        }
    }

    // MARK: Values

    private mutating func text(of value: PredicateValue) -> String {
        switch value {
        case .null: "nil"
        case .boolean(let value): value ? "1" : "0"
        case .integer(let value): String(value)
        case .double(let value): value.isFinite ? NumberText.text(value) : "nil"
        case .string(let text): SourceSpelling.quoted(text)
        case .date(let date): self.text(of: date)
        case .decimal(let decimal): NumberText.literal(decimal) ?? text(of: ExpressionTree.literal(value))
        case .list, .set, .uuid, .url: text(of: ExpressionTree.literal(value))
        // Only an argument can be data or an object, which have no literal (facts C8, C9).
        case .data(let data): SourceSpelling.quoted(data.base64EncodedString())
        case .object(let record): fields(of: record)
        }
    }

    private mutating func fields(of record: any PredicateRecord) -> String {
        var parts: [String] = []
        for key in record.keys { parts.append(SafeText.escaped(key) + " = " + text(of: record.value(forKey: key))) }
        return "{" + parts.joined(separator: ", ") + "}"
    }

    private func text(of date: Date) -> String {
        switch style.dates {
        case .iso:
            if PredicateDate.hasRFC3339Form(date) {
                return "CAST(\"" + PredicateDate.format(date) + "\", \"NSDate\")"
            }
            return "CAST(" + NumberText.text(date.timeIntervalSinceReferenceDate) + ", \"NSDate\")"
        case .apple: return "CAST(" + FixedPoint.text(date.timeIntervalSinceReferenceDate, digits: 6) + ", \"NSDate\")"
        }
    }
}

extension ExpressionTree {
    /// What an operand is, as far as parentheses depend on it.
    enum OperandForm { case plain, infix, negative, complement, assignment }

    /// What the expression is next to an operator.
    var operandForm: OperandForm {
        switch kind {
        case .arithmetic, .set, .constant(.set): .infix
        case .complement: .complement
        case .assignment: .assignment
        case .constant(.integer(let value)): value < 0 ? .negative : .plain
        case .constant(.double(let value)): value.sign == .minus && value.isFinite ? .negative : .plain
        case .constant(.decimal(let value)): value < 0 && NumberText.literal(value) != nil ? .negative : .plain
        default: .plain
        }
    }

    /// Whether the expression gets parentheses as the base of an index or a path.
    var isWrappedAsBase: Bool {
        switch kind {
        case .arithmetic, .set, .complement, .assignment: true
        case .constant(.integer), .constant(.double), .constant(.boolean), .constant(.set): true
        case .constant(.decimal(let value)): NumberText.literal(value) != nil
        default: false
        }
    }
}

/// Numbers with a fixed number of decimal digits, like `%f`.
enum FixedPoint {
    /// The number rounded to 0 to 9 decimal digits.
    static func text(_ value: Double, digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let magnitude = value.magnitude
        let whole = magnitude.rounded(.towardZero)
        guard whole < 9e15, let wholePart = Int64(exactly: whole) else { return NumberText.text(value) }
        var fraction = Int64(((magnitude - whole) * scale).rounded())
        var integer = wholePart
        if fraction >= Int64(scale) {
            integer += 1
            fraction = 0
        }
        let text = String(fraction)
        let padding = String(repeating: "0", count: max(0, digits - text.utf8.count))
        return (value.sign == .minus ? "-" : "") + String(integer) + "." + padding + text
    }
}
