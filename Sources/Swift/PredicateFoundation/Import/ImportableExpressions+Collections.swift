import PredicatePlatform

import PredicateCore
import PredicateFormat

// Sequences, collections, dictionaries, ranges and text.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.SequenceContainsWhere: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        let (collection, element, body) = try importer.elements(
            of: sequence, LHS.Output.self, variable, test, "contains(where:)")
        if let simple = Importer.quantified(.any, collection, element, body) { return .predicate(simple) }
        let found = ExpressionTree(.subquery(collection, variable: element, body))
        return .predicate(.comparing(ExpressionTree(.collection(.count, found, path: nil)), .greater, .literal(0)))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(sequence)) { walk.rebuild(test, replacing: variable, with: $0) }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.SequenceAllSatisfy: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        let (collection, element, body) = try importer.elements(
            of: sequence, LHS.Output.self, variable, test, "allSatisfy")
        if let simple = Importer.quantified(.all, collection, element, body) { return .predicate(simple) }
        let found = ExpressionTree(.subquery(collection, variable: element, body.negated))
        return .predicate(.comparing(ExpressionTree(.collection(.count, found, path: nil)), .equal, .literal(0)))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(sequence)) { walk.rebuild(test, replacing: variable, with: $0) }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Filter: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        let (collection, element, body) = try importer.elements(
            of: sequence, LHS.Output.self, variable, filter, "filter")
        return .value(ExpressionTree(.subquery(collection, variable: element, body), type: .list(.any)))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(sequence)) { walk.rebuild(filter, replacing: variable, with: $0) }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Importer {
    /// A collection, the variable name of its element, and the condition on the element.
    mutating func elements<Element>(
        of sequence: any PredicateExpression, _ type: Any.Type, _ variable: PredicateExpressions.Variable<Element>,
        _ test: any PredicateExpression, _ what: String
    ) throws(PredicateImportError) -> (collection: ExpressionTree, element: String, body: PredicateTree) {
        let collection = try list(sequence, type, what)
        let name = freshName()
        let elementType: ValueType = SwiftType(Element.self).unwrapped.isList ? .list(.any) : .any
        bind(variable, to: .value(ExpressionTree(.variable(name), type: elementType)))
        return (collection, name, try predicate(test))
    }

    /// The import of a sequence that is a list or a set in the language.
    mutating func list(_ sequence: any PredicateExpression, _ type: Any.Type, _ what: String)
        throws(PredicateImportError) -> ExpressionTree
    {
        let swift = SwiftType(type)
        var part: String { Self.name(of: sequence) }
        if swift.isTextual {
            throw PredicateImportError(.inexpressible, part, "\(what): the characters of a string are not a list")
        }
        if swift.isDictionary {
            throw PredicateImportError(.inexpressible, part, "\(what): the pairs of a dictionary are not a list")
        }
        guard swift.isList else {
            throw PredicateImportError(.inexpressible, part, "\(what): a \(type) is not a list")
        }
        return try value(sequence)
    }

    /// `ANY collection.path == value`, if it has the same meaning: only one side contains the element, as a path of
    /// fields.
    static func quantified(
        _ quantifier: PredicateCore.Quantifier, _ collection: ExpressionTree, _ element: String,
        _ body: PredicateTree
    ) -> PredicateTree? {
        guard case .comparison(var comparison) = body.kind, comparison.quantifier == nil,
            isQuantifiable(collection)
        else { return nil }
        let variable = ExpressionTree.variable(element)
        func path(_ tree: ExpressionTree) -> ExpressionTree? {
            // A quantifier would also expand a list.
            guard !tree.isList else { return nil }
            switch tree.kind {
            case .variable: return tree == variable ? collection : nil
            case .field(let base, let name): return path(base).map { ExpressionTree(.field($0, name), type: tree.type) }
            default: return nil
            }
        }
        if let left = path(comparison.left), !comparison.right.mentions(variable), !comparison.right.isList {
            comparison.left = left
        } else if let mirrored = comparison.comparator.mirrored, let left = path(comparison.right),
            !comparison.left.mentions(variable),
            !comparison.left.isList
        {
            comparison = PredicateTree.Comparison(left, mirrored, comparison.left)
        } else {
            return nil
        }
        comparison.quantifier = quantifier
        return PredicateTree(.comparison(comparison))
    }

    /// Whether a quantifier may precede the tree: it may precede a path, but not a computed list.
    private static func isQuantifiable(_ tree: ExpressionTree) -> Bool {
        switch tree.kind {
        case .field(let base, _): base.isPath
        case .variable: true
        default: false
        }
    }

    /// `sequence.contains(element)`
    mutating func membership(
        _ sequence: any PredicateExpression, _ type: Any.Type, _ element: any PredicateExpression,
        _ elementType: Any.Type
    ) throws(PredicateImportError) -> PredicateTree {
        noteEquality(of: elementType)
        let container = try imported(sequence)
        let member = try value(element)
        if case .range(let range) = container { return within(range, member) }
        var list = try value(of: container, "SequenceContains")
        // A set written in the predicate is imported as a list.
        if case .set(.union, let elements, let nothing) = list.kind, case .aggregate([]) = nothing.kind {
            list = elements
        }
        if SwiftType(type).isText {
            note(.textSearch)
            return .comparing(list, .contains, member)
        }
        guard SwiftType(type).isList else {
            throw PredicateImportError(.inexpressible, "SequenceContains", "a \(type) is not a list")
        }
        if case .aggregate(let elements) = list.kind {
            let (first, again) = sharing(member)
            let others = elements.filter { !$0.isNull }
            let found = PredicateTree.comparing(
                first, .in, ExpressionTree(.aggregate(others), type: .list(.any)))
            return others.count == elements.count ? found : found || .comparing(again, .equal, .literal(.null))
        }
        if SwiftType(elementType).isOptional || SwiftType(elementType).unwrapped.isList {
            // nil may be an element, but IN and CONTAINS never find it.
            let name = freshName()
            let body = PredicateTree.comparing(.variable(name), .equal, member)
            if let simple = Self.quantified(.any, list, name, body) { return simple }
            let found = ExpressionTree(.subquery(list, variable: name, body))
            return .comparing(ExpressionTree(.collection(.count, found, path: nil)), .greater, .literal(0))
        }
        return .comparing(list, .contains, member)
    }

    mutating func within(_ range: ImportedRange, _ value: ExpressionTree) -> PredicateTree {
        guard !range.isClosed, range.lower != nil, range.upper != nil else { return range.contains(value) }
        // The value is needed twice.
        let (first, again) = sharing(value)
        var (lower, upper) = (range, range)
        lower.upper = nil
        upper.lower = nil
        return lower.contains(first) && upper.contains(again)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.SequenceContains: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .predicate(try importer.membership(sequence, LHS.Output.self, element, RHS.Output.self))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(sequence: walk.rebuild(sequence), element: walk.rebuild(element))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.SequenceMinimum: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        importer.noteOrder(of: Elements.Output.Element.self)
        let list = try importer.list(elements, Elements.Output.self, "min()")
        return .value(ExpressionTree(.collection(.min, list, path: nil)))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(elements: walk.rebuild(elements))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.SequenceMaximum: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        importer.noteOrder(of: Elements.Output.Element.self)
        let list = try importer.list(elements, Elements.Output.self, "max()")
        return .value(ExpressionTree(.collection(.max, list, path: nil)))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(elements: walk.rebuild(elements))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.CollectionIndexSubscript: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        guard Wrapped.Output.Index.self == Int.self else {
            throw PredicateImportError(
                .inexpressible, "CollectionIndexSubscript", "the index of a \(Wrapped.Output.self) is not a number")
        }
        importer.note(.index)
        let list = try importer.list(wrapped, Wrapped.Output.self, "subscript")
        let type: ValueType = SwiftType(Output.self).unwrapped.isList ? .list(.any) : .any
        return .value(ExpressionTree(.index(list, .at(try importer.value(index))), type: type))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(wrapped: walk.rebuild(wrapped), index: walk.rebuild(index))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.CollectionRangeSubscript: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        throw PredicateImportError(
            .inexpressible, "CollectionRangeSubscript", "the language has no slices of lists")
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(wrapped: walk.rebuild(wrapped), range: walk.rebuild(range))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.DictionaryKeySubscript: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .value(try importer.entry(wrapped, key, Key.Output.self, Value.self, "DictionaryKeySubscript"))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(wrapped: walk.rebuild(wrapped), key: walk.rebuild(key))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        let part = "DictionaryKeyDefaultValueSubscript"
        if SwiftType(Default.Output.self).isOptional { importer.note(.nestedOptional) }
        let entry = try importer.entry(wrapped, key, Key.Output.self, Default.Output.self, part)
        return try importer.coalesce(.value(entry), try importer.imported(`default`))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(wrapped: walk.rebuild(wrapped), key: walk.rebuild(key), default: walk.rebuild(`default`))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Importer {
    mutating func entry(
        _ dictionary: any PredicateExpression, _ key: any PredicateExpression, _ keyType: Any.Type,
        _ valueType: Any.Type, _ part: String
    ) throws(PredicateImportError) -> ExpressionTree {
        guard keyType == String.self else {
            throw PredicateImportError(.inexpressible, part, "the keys of a dictionary must be text")
        }
        note(.textEquality)
        let tree = try value(dictionary)
        let type: ValueType = SwiftType(valueType).unwrapped.isList ? .list(.any) : .any
        return ExpressionTree(.index(tree, .at(try value(key))), type: type)
    }
}

// MARK: Ranges

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Range: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .range(ImportedRange(lower: try importer.value(lower), upper: try importer.value(upper), isClosed: false))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lower: walk.rebuild(lower), upper: walk.rebuild(upper))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.ClosedRange: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .range(ImportedRange(lower: try importer.value(lower), upper: try importer.value(upper), isClosed: true))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lower: walk.rebuild(lower), upper: walk.rebuild(upper))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.RangeExpressionContains: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        importer.noteOrder(of: Element.Output.self)
        let part = "RangeExpressionContains"
        switch try importer.imported(range) {
        case .range(let range):
            let value = try importer.value(element)
            return .predicate(importer.within(range, value))
        case .value(let bounds):
            // A field with a closed range is imported as the list of its bounds.
            guard RangeExpression.Output.self is any ClosedRangeValue.Type else {
                throw PredicateImportError(
                    .inexpressible, part, "a \(RangeExpression.Output.self) is not a value of the language")
            }
            return .predicate(.comparing(try importer.value(element), .between, bounds))
        default: throw PredicateImportError(.inexpressible, part, "its range is not a value of the language")
        }
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(range: walk.rebuild(range), element: walk.rebuild(element))
    }
}

/// A constant range.
protocol ImportableRange {
    func imported() throws(PredicateImportError) -> ImportedRange
}

/// A `ClosedRange` with any bounds.
protocol ClosedRangeValue {}

private func bound(_ value: Any) throws(PredicateImportError) -> ExpressionTree {
    guard let value = value as? any PredicateFieldValue else {
        throw PredicateImportError(.unknownConstant, "Value", "a \(type(of: value)) is not a value of the language")
    }
    return .literal(value.predicateValue)
}

extension ClosedRange: ImportableRange, ClosedRangeValue {
    func imported() throws(PredicateImportError) -> ImportedRange {
        ImportedRange(lower: try bound(lowerBound), upper: try bound(upperBound), isClosed: true)
    }
}

extension Range: ImportableRange {
    func imported() throws(PredicateImportError) -> ImportedRange {
        ImportedRange(lower: try bound(lowerBound), upper: try bound(upperBound), isClosed: false)
    }
}

extension PartialRangeFrom: ImportableRange {
    func imported() throws(PredicateImportError) -> ImportedRange {
        ImportedRange(lower: try bound(lowerBound), upper: nil, isClosed: true)
    }
}

extension PartialRangeThrough: ImportableRange {
    func imported() throws(PredicateImportError) -> ImportedRange {
        ImportedRange(lower: nil, upper: try bound(upperBound), isClosed: true)
    }
}

extension PartialRangeUpTo: ImportableRange {
    func imported() throws(PredicateImportError) -> ImportedRange {
        ImportedRange(lower: nil, upper: try bound(upperBound), isClosed: false)
    }
}

// MARK: Text

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.SequenceStartsWith: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .predicate(
            try importer.search(
                base, Base.Output.self, .beginsWith, prefix, Prefix.Output.self, "SequenceStartsWith"))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(base: walk.rebuild(base), prefix: walk.rebuild(prefix))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.CollectionContainsCollection: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .predicate(
            try importer.search(
                base, Base.Output.self, .contains, other, Other.Output.self, "CollectionContainsCollection"))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(base: walk.rebuild(base), other: walk.rebuild(other))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Importer {
    mutating func search(
        _ text: any PredicateExpression, _ type: Any.Type, _ comparator: ComparisonOperator,
        _ needle: any PredicateExpression, _ needleType: Any.Type, _ part: String
    ) throws(PredicateImportError) -> PredicateTree {
        guard SwiftType(type).isText, SwiftType(needleType).isText else {
            throw PredicateImportError(
                .inexpressible, part, "the language searches for parts of strings, not of lists")
        }
        note(.textSearch)
        let text = try value(text)
        return .comparing(text, comparator, try value(needle))
    }
}

// Expressions that exist only on Apple's systems.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Importer {
    /// A comparison of two strings with options.
    mutating func localized(
        _ text: any PredicateExpression, _ comparator: ComparisonOperator, _ other: any PredicateExpression,
        _ options: StringOptions
    ) throws(PredicateImportError) -> PredicateTree {
        note(.localizedComparison)
        let text = try value(text)
        return PredicateTree(
            .comparison(PredicateTree.Comparison(text, comparator, try value(other), options: options)))
    }

    /// The order of two strings: -1, 0 or 1.
    mutating func comparisonResult(
        _ text: any PredicateExpression, _ other: any PredicateExpression, _ options: StringOptions
    ) throws(PredicateImportError) -> ExpressionTree {
        let isEqual = try localized(text, .equal, other, options)
        let isLess = try localized(text, .less, other, options)
        let order = ExpressionTree(.ternary(isLess, .literal(-1), .literal(1)))
        return ExpressionTree(.ternary(isEqual, .literal(0), order))
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension PredicateExpressions.StringContainsRegex: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        guard case .pattern(let pattern) = try importer.imported(regex) else {
            throw PredicateImportError(
                .inexpressible, "StringContainsRegex", "its regular expression is not a constant")
        }
        importer.note(.regularExpression)
        let text = try importer.value(subject)
        // MATCHES tests the whole text, but this search finds a match anywhere in it.
        return .predicate(.comparing(text, .matches, .literal(.string("(?s:.*)(?:\(pattern))(?s:.*)"))))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(subject: walk.rebuild(subject), regex: walk.rebuild(regex))
    }
}
