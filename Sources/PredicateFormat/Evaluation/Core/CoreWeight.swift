/// What a part of a program is charged each time that it is evaluated for an element: a step for each operation, and some for
/// the visit.
///
/// What is evaluated once for a record is charged nothing: a text has a limited number of parts.
enum CoreWeight {
    /// Steps of handing an element to what is evaluated for it.
    private static let visit = 2

    /// The steps of a predicate for each element.
    static func of(_ predicate: CorePredicate) -> Int { weight(.predicate(predicate, 0)) }

    /// The steps of an expression for each element.
    static func of(_ expression: CoreExpression) -> Int { weight(.expression(expression, 0)) }

    private static func weight(_ root: CoreParts.Node) -> Int {
        var weight = 0
        CoreParts.forEach(root) { node in
            switch node {
            case .expression(.constant, _), .expression(.slot, _), .expression(.record, _), .expression(.once, _),
                .predicate(.not, _), .predicate(.constant, _):
                break
            default: weight += 1
            }
            return true
        }
        return visit + max(1, weight)
    }
}

/// What membership in a list that the predicate itself writes is charged: the list is no work that a record causes, as long as
/// it is hashed.
struct ListedMembership: Sendable {
    /// How many elements are compared one by one whatever is looked for.
    private let rest: Int
    private let count: Int
    private let options: StringOptions

    /// Of the elements of a list.
    init(_ elements: [PredicateValue], options: StringOptions) {
        self.options = options.effective
        count = elements.count
        rest = elements.count { element in
            switch element {
            case .null, .string, .integer, .boolean, .double: false
            default: true
            }
        }
    }

    /// The list that a container writes out; nil for every other container.
    init?(_ container: CoreExpression, options: StringOptions) {
        guard let elements = Self.elements(of: container) else { return nil }
        self.init(elements, options: options)
    }

    /// The elements of a constant list, and of one whose parts are constants.
    static func elements(of container: CoreExpression) -> [PredicateValue]? {
        switch container {
        case .constant(let value): return ValueSemantics.elements(of: value)
        case .aggregate(let parts): return CoreExpression.constants(parts)
        default: return nil
        }
    }

    /// Charges for looking up a value.
    func step(_ value: PredicateValue, _ work: inout WorkBudget) -> Bool {
        switch value {
        case .null: return true
        case .string(let text) where !options.contains(.localized):
            let size = text.utf8.count
            return work.step(rest + (options.isEmpty ? size >> 3 : WorkCost.folding(size)))
        case .integer, .boolean, .double: return work.step(options.contains(.localized) ? count : rest)
        default: return work.step(8 * count)
        }
    }
}
