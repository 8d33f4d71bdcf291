extension Checker {
    /// A component with its arguments filled in.
    private enum Step {
        case key(String)
        case collectionOperator(String)
        case open(Int, FormatSpecifier)
        case dynamic(SyntaxNode)
    }

    /// A path of one name.
    mutating func checkName(_ name: String, _ range: SourceRange) -> ExpressionTree {
        let root = rootType
        let record = ExpressionTree(.record, type: root, range: SourceRange(at: range.lowerBound), height: 1)
        let type = root.isAny ? .any : fieldType(name, of: root, range) ?? .any
        return ExpressionTree(.field(record, name), type: type, range: range, height: 2)
    }

    mutating func checkPath(_ base: SyntaxNode?, _ components: [SyntaxComponent], _ range: SourceRange)
        -> ExpressionTree
    {
        if let call = checkMethod(base, components, range) { return call }
        let start: ExpressionTree
        if let base {
            start = check(expression: base)
        } else {
            start = ExpressionTree(.record, type: rootType, range: SourceRange(at: range.lowerBound))
        }
        if let path = checkNames(components, from: start) { return path }
        var steps: [(Step, SourceRange)] = []
        for component in components {
            switch component.kind {
            case .key(let name): steps.append((.key(name), component.range))
            case .collectionOperator(let name): steps.append((.collectionOperator(name), component.range))
            case .dynamic(let node): steps.append((.dynamic(node), component.range))
            case .argument(let index, let specifier):
                guard let keys = keyPath(index, specifier, component.range) else { return unknown(range) }
                for key in keys { steps.append((key, component.range)) }
            }
        }
        return checkSteps(steps[...], from: start)
    }

    /// A path that consists of names only, the most common kind; nil for others.
    private mutating func checkNames(_ components: [SyntaxComponent], from start: ExpressionTree) -> ExpressionTree? {
        for location in components.indices { guard case .key = components[location].kind else { return nil } }
        var result = start
        for location in components.indices {
            guard case .key(let name) = components[location].kind else { continue }
            var following: SyntaxStep?
            if location + 1 < components.count, case .key(let name) = components[location + 1].kind {
                following = SyntaxStep(name: name, range: components[location + 1].range)
            }
            result = checkField(name, of: result, components[location].range, before: following)
        }
        return result
    }

    /// The components of a `%K`, split at its dots and not parsed further. As with KVC, a component that is a
    /// collection operator acts as one.
    private mutating func keyPath(_ index: Int, _ specifier: FormatSpecifier, _ range: SourceRange) -> [Step]? {
        guard let arguments else {
            leaveOpen(index, specifier, range)
            return [.open(index, specifier)]
        }
        guard index < arguments.count else {
            report(.missingArgument(index, given: arguments.count, at: range))
            return nil
        }
        guard case .string(let path) = arguments[index] else {
            report(
                .wrongFormatArgument(
                    specifier.spelling, "a key path as a string", given: arguments[index], at: range))
            return nil
        }
        let keys = path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard keys.count < limits.depth else {
            report(.treeTooDeep(limit: limits.depth, at: range))
            return nil
        }
        return keys.map { key in
            let name = String(decoding: key, as: UTF8.self)
            return CollectionOperator(name: name) == nil ? .key(name) : .collectionOperator(name)
        }
    }

    private mutating func checkSteps(_ steps: ArraySlice<(Step, SourceRange)>, from start: ExpressionTree)
        -> ExpressionTree
    {
        var result = start
        var rest = steps
        while let (step, range) = rest.popFirst() {
            switch step {
            case .key(let name):
                var following: SyntaxStep?
                if let next = rest.first, case .key(let name) = next.0 {
                    following = SyntaxStep(name: name, range: next.1)
                }
                result = checkField(name, of: result, range, before: following)
            case .open(let index, let specifier):
                let key = ExpressionTree(.argument(index, specifier), range: range)
                result = ExpressionTree(.dynamicField(result, key), range: joined(result, range))
            case .dynamic(let node): result = checkDynamicField(node, of: result, range)
            case .collectionOperator(let name):
                return checkCollection(name, of: result, rest, range)
            }
        }
        return result
    }

    private func joined(_ tree: ExpressionTree, _ range: SourceRange) -> SourceRange {
        guard let start = tree.range, start.lowerBound <= range.lowerBound, !start.isEmpty else { return range }
        return start.union(range)
    }

    private mutating func checkField(
        _ name: String, of base: ExpressionTree, _ range: SourceRange, before following: SyntaxStep? = nil
    ) -> ExpressionTree {
        if let number = checkAccessor(name, of: base, range) { return number }
        let type = fieldType(name, of: base.type, range, before: following) ?? .any
        return ExpressionTree(
            .field(base, name), type: type, range: joined(base, range), height: TreeHeight.raised(base.height))
    }

    /// `age.intValue`: a number of Objective-C from a value. A number needs none, and a string is read by `toNumber`.
    private mutating func checkAccessor(_ name: String, of base: ExpressionTree, _ range: SourceRange)
        -> ExpressionTree?
    {
        guard NameHabits.numberAccessors.contains(name), let start = base.range else { return nil }
        let type = base.type.unwrapped
        // An element has no text before its dot.
        let isElement = if case .element = base.kind { true } else { false }
        let accessor = SourceRange(isElement ? range.lowerBound - 1 : start.upperBound, range.upperBound)
        var message = PredicateDiagnostic.noFields(name, of: base.type, suggestion: nil, at: range)
        if type.family == .number {
            message.hint = "remove `.\(name)`"
            message.edits = [.remove(accessor)]
        } else if type == .string, !isElement {
            message.hint = "write `toNumber(\(excerpt(start)))`"
            message.edits = [.insert("toNumber(", at: start.lowerBound), .init(replacing: accessor, with: ")")]
        } else {
            return nil
        }
        report(message)
        return ExpressionTree(
            base.kind, type: type == .string ? ValueType.double.orNil : base.type, range: joined(base, range))
    }

    /// The type of a key of a value; nil after an unknown field has been reported.
    private mutating func fieldType(
        _ name: String, of type: ValueType, _ range: SourceRange, before following: SyntaxStep? = nil
    ) -> ValueType? {
        switch type {
        case .any, .null: return .any
        case .optional(.object(let typeName)):
            if let type = recordType(named: typeName)?.type(ofField: name) { return type.orNil }
            return fieldType(name, of: type.unwrapped, range, before: following)?.orNil
        case .optional(let inner): return fieldType(name, of: inner, range, before: following)?.orNil
        case .list(let element), .set(let element):
            guard !hasField(name, element) else {
                let inner = fieldType(name, of: element, range, before: following)
                if case .set = type { return inner.map { .set($0) } }
                return inner.map { .list($0) }
            }
            if reportListProperty(name, of: type, range) { return nil }
            return fieldType(name, of: element, range, before: following).map { .list($0) }
        case .dictionary(let value): return value.orNil
        case .object(let typeName):
            guard let record = recordType(named: typeName) else { return .any }
            if let type = record.type(ofField: name) { return type }
            if sameCodePoints(name, "self") { return type }
            if let additional = record.additional {
                if schema?.origin == .inferred {
                    report(.uncheckedField(name, known: record.fields.count, at: range))
                }
                return additional.orNil
            }
            if schema?.origin == .inferred, range == askedKey {
                let isRoot = rootType.unwrapped == .object(typeName)
                let near = Suggestions.nearest(to: name, among: record.fields.map(\.name)).map {
                    spelled([$0], at: range)
                }
                report(.unseenKey(name, isRoot: isRoot, near: near, at: range))
                return .any
            }
            reportUnknownField(name, of: record, range, before: following)
            return nil
        default:
            if sameCodePoints(name, "self") { return type }
            if sameCodePoints(name, "length"), type.isTextual { return .integer }
            var message = PredicateDiagnostic.noFields(
                name, of: type, suggestion: type.isTextual ? NameHabits.stringProperties[name] : nil, at: range)
            // `time.hour`: a part of a date is a function.
            if message.edits.isEmpty, type.isTextual || type.family == .date,
                let part = DatePartHabits.function(name)
                    ?? DatePartHabits.function(NameHabits.functions[name.lowercased()] ?? "")
            {
                message.hint = "write `\(part.rawValue)(…)`: a part of a date is a function"
            }
            report(message)
            return nil
        }
    }

    /// A record type by its name. Two record types are cached, because predicates ask for the same ones again.
    private mutating func recordType(named name: String) -> RecordType? {
        if let record = lastRecords.0, record.name == name { return record }
        if let record = lastRecords.1, record.name == name { return record }
        let record = schema?.types[name]
        // The root type is looked up first, and most paths start there. Keep it.
        if lastRecords.0 == nil { lastRecords.0 = record } else { lastRecords.1 = record }
        return record
    }

    private func hasField(_ name: String, _ type: ValueType) -> Bool {
        switch type.innermost.unwrapped {
        case .object(let typeName):
            guard let record = schema?.types[typeName] else { return true }
            return record.field(named: name) != nil || record.additional != nil || sameCodePoints(name, "self")
        case .any, .null, .dictionary: return true
        default: return sameCodePoints(name, "self") || sameCodePoints(name, "length") && type.innermost.isTextual
        }
    }

    /// Reports `tags.count`, `friends.first`: a property of lists that has another name here.
    private mutating func reportListProperty(_ name: String, of type: ValueType, _ range: SourceRange) -> Bool {
        if let meant = NameHabits.listProperties[name] {
            report(.listProperty(name, meant, of: type, at: range, replacing: range))
            return true
        }
        if OperatorHabits.emptiness.contains(name) {
            let list = SourceRange(range.lowerBound - 1, range.upperBound)
            guard text(list).utf8.first == UInt8(ascii: ".") else { return false }
            report(
                .methodCall(
                    name, hint: "compare the number of its elements: `.@count == 0` or `.@count > 0`", at: range,
                    edits: []))
            return true
        }
        if let meant = NameHabits.listEnds[name] {
            let withPoint = SourceRange(range.lowerBound - 1, range.upperBound)
            guard text(withPoint).utf8.first == UInt8(ascii: ".") else { return false }
            report(.listProperty(name, meant, of: type, at: range, replacing: withPoint))
            return true
        }
        return false
    }

    private mutating func checkDynamicField(_ node: SyntaxNode, of base: ExpressionTree, _ range: SourceRange)
        -> ExpressionTree
    {
        let key = check(expression: node)
        // A variable with a value names a field like any other key. A variable that is nil names none.
        switch key.kind {
        case .constant(.string(let name)): return checkField(name, of: base, range)
        case .constant(.null): return unknown(joined(base, range))
        default: break
        }
        if !key.type.isTextual {
            report(.wrongOperand("the name of a field must be a string, but this is \(key.type.phrase)", at: range))
        }
        return ExpressionTree(.dynamicField(base, key), type: .any, range: joined(base, range))
    }

    // MARK: Collection operators

    /// An operator takes the rest of the path, which is evaluated for each element (D14).
    private mutating func checkCollection(
        _ name: String, of base: ExpressionTree, _ rest: ArraySlice<(Step, SourceRange)>, _ range: SourceRange
    ) -> ExpressionTree {
        guard let symbol = CollectionOperator(name: name) else {
            // `@YES` of Objective-C.
            if case .record = base.kind, name == "@YES" || name == "@NO" {
                report(.unknownCollectionOperator(name, suggestion: String(name.dropFirst()), at: range))
                return unknown(joined(base, range))
            }
            // `@name` of XPath is a field.
            if case .record = base.kind, let field = rootField(named: String(name.dropFirst())) {
                report(.unknownCollectionOperator(name, suggestion: spelled([field.name], at: range), at: range))
                return unknown(joined(base, range))
            }
            let suggestion =
                NameHabits.collectionOperators[name.lowercased()]?.rawValue
                ?? Suggestions.nearest(to: name, among: CollectionOperator.allCases.map(\.rawValue))
            report(.unknownCollectionOperator(name, suggestion: suggestion, at: range))
            return unknown(joined(base, range))
        }
        if let path = misplacedOperator(name, of: base, rest) {
            let whole = rest.last.map { range.union($0.1) } ?? range
            report(
                .wrongOperand(
                    "\(name) follows a list, but nothing is before it", at: range, hint: "write `\(path)`",
                    edits: [.init(replacing: whole, with: path)]))
            return unknown(whole)
        }
        let element = collectionElement(symbol, of: base, range)
        var path: ExpressionTree?
        var end = range
        if let first = rest.first, let last = rest.last {
            if symbol == .count {
                report(.pathAfterCount(at: first.1.union(last.1)))
                return unknown(joined(base, range))
            }
            let start = ExpressionTree(.element, type: element, range: SourceRange(at: first.1.lowerBound))
            path = checkSteps(rest, from: start)
            end = range.union(last.1)
        }
        let operand = path?.type ?? element
        var type = collectionType(symbol, of: operand, path?.range ?? base.range ?? range)
        if base.type.isOptional, type != .any { type = type.orNil }
        return ExpressionTree(.collection(symbol, base, path: path), type: type, range: joined(base, end))
    }

    /// `@sum.items.price` of the record: the path with the operator after its first list. Nil for other paths.
    private func misplacedOperator(
        _ name: String, of base: ExpressionTree, _ rest: ArraySlice<(Step, SourceRange)>
    ) -> String? {
        guard case .record = base.kind, base.type.element == nil, var type = Optional(base.type) else { return nil }
        var components: [String] = []
        var isPlaced = false
        for (step, range) in rest {
            guard case .key(let key) = step else { return nil }
            components.append(text(range))
            guard !isPlaced else { continue }
            guard let field = schema?.recordType(of: type)?.field(named: key) else { return nil }
            type = field.type
            if type.element != nil {
                components.append(name)
                isPlaced = true
            }
        }
        return isPlaced ? components.joined(separator: ".") : nil
    }

    /// The type of the base's elements. Reports a base that has none.
    private mutating func collectionElement(_ symbol: CollectionOperator, of base: ExpressionTree, _ range: SourceRange)
        -> ValueType
    {
        switch base.type.unwrapped {
        case .any, .null: return .any
        case .list(let element), .set(let element): return element
        case .dictionary(let value) where symbol == .count: return value
        default:
            let isLength = symbol == .count && base.type.family == .text
            report(
                .wrongOperand(
                    "\(symbol.rawValue) works on a list, but this is \(base.type.plain.phrase)",
                    at: base.range.map { $0.isEmpty ? range : $0 } ?? range,
                    hint: isLength ? "a string has a `length`" : nil,
                    edits: isLength ? [.init(replacing: range, with: "length")] : []))
            return .any
        }
    }

    private mutating func collectionType(_ symbol: CollectionOperator, of operand: ValueType, _ range: SourceRange)
        -> ValueType
    {
        let inner = operand.unwrapped
        switch symbol {
        case .count: return .integer
        case .sum, .avg:
            guard inner != .any, inner != .null else { return symbol == .avg ? ValueType.double.orNil : .any }
            guard inner.family == .number else {
                report(
                    .wrongOperand("\(symbol.rawValue) works on numbers, but these are \(elements(inner))", at: range))
                return .any
            }
            let number = inner.numberBase
            return symbol == .sum ? number : (number == .decimal ? number : .double).orNil
        case .min, .max:
            switch inner.family {
            case .any, .null: return .any
            case .number, .text, .date, .uuid, .url: return inner.orNil
            default:
                report(
                    .wrongOperand(
                        "\(symbol.rawValue) works on ordered values, but these are \(elements(inner))", at: range))
                return .any
            }
        case .unionOfObjects, .distinctUnionOfObjects: return .list(inner)
        case .unionOfArrays, .distinctUnionOfArrays:
            switch inner {
            case .any, .null: return .list(.any)
            case .list(let element), .set(let element): return .list(element.unwrapped)
            default:
                report(.wrongOperand("\(symbol.rawValue) joins lists, but these are \(elements(inner))", at: range))
                return .list(.any)
            }
        }
    }

    private func elements(_ type: ValueType) -> String {
        let phrase = ValueType.list(type).phrase
        return phrase.hasPrefix("a list of ") ? String(phrase.dropFirst(10)) : phrase
    }

    // MARK: Index

    mutating func checkIndex(_ base: SyntaxNode, _ index: SyntaxIndex, _ range: SourceRange) -> ExpressionTree {
        let base = check(expression: base)
        switch index {
        case .first: return checkEnd(.first, "FIRST", base, range)
        case .last: return checkEnd(.last, "LAST", base, range)
        case .size: return checkSize(base, range)
        case .at(let key):
            if base.type.element != nil, schema != nil, key.form == .field,
                ["LENGTH", "COUNT", "LEN"].contains(text(key.range)), rootField(named: text(key.range)) == nil
            {
                report(.sizeIndex(text(key.range), at: key.range))
                return unknown(range)
            }
            let tree = check(expression: key)
            if case .constant(.integer(let number)) = tree.kind, number < 0,
                base.type.element != nil || base.type.family == .any
            {
                report(.negativeIndex(String(number), at: key.range))
            }
            return checkKey(tree, of: base, range)
        }
    }

    private mutating func checkEnd(
        _ index: ExpressionTree.Index, _ name: String, _ base: ExpressionTree, _ range: SourceRange
    )
        -> ExpressionTree
    {
        var type = ValueType.any
        switch base.type.unwrapped {
        case .any, .null: break
        case .list(let element): type = element.orNil
        default:
            report(.badIndex("[\(name)] works on a list, but this is \(base.type.phrase)", at: base.range ?? range))
        }
        return ExpressionTree(.index(base, index), type: type, range: range)
    }

    private mutating func checkSize(_ base: ExpressionTree, _ range: SourceRange) -> ExpressionTree {
        switch base.type.family {
        case .any, .null, .list, .dictionary: break
        default:
            report(.badIndex("[SIZE] works on a list, but this is \(base.type.phrase)", at: base.range ?? range))
        }
        return ExpressionTree(
            .index(base, .size), type: base.type.isOptional ? ValueType.integer.orNil : .integer, range: range)
    }

    mutating func checkKey(_ key: ExpressionTree, of base: ExpressionTree, _ range: SourceRange) -> ExpressionTree {
        var type = ValueType.any
        let keyFamily = key.type.family
        let isOpen = keyFamily == .any || keyFamily == .null
        let keyRange = key.range ?? range
        switch base.type.unwrapped {
        case .any, .null:
            if !isOpen, keyFamily != .text, key.type.unwrapped != .integer, key.type.unwrapped != .boolean {
                report(
                    .badIndex("an index must be an integer or a string, but this is \(key.type.phrase)", at: keyRange))
            }
        case .list(let element):
            type = element.orNil
            if !isOpen, key.type.unwrapped != .integer {
                report(
                    .badIndex("the index of a list must be an integer, but this is \(key.type.phrase)", at: keyRange))
            }
        case .dictionary(let value):
            type = value.orNil
            requireTextKey(key, keyFamily, isOpen, keyRange)
        case .object:
            if case .constant(.string(let name)) = key.kind {
                type = fieldType(name, of: base.type, keyRange) ?? .any
            } else {
                requireTextKey(key, keyFamily, isOpen, keyRange)
            }
        default:
            report(
                .badIndex(
                    "an index works on a list or a dictionary, but this is \(base.type.phrase)", at: base.range ?? range
                ))
        }
        return ExpressionTree(.index(base, .at(key)), type: type, range: range)
    }

    private mutating func requireTextKey(
        _ key: ExpressionTree, _ family: ValueType.Family, _ isOpen: Bool, _ range: SourceRange
    ) {
        if !isOpen, family != .text {
            report(.badIndex("the key of a dictionary must be a string, but this is \(key.type.phrase)", at: range))
        }
    }
}
