/// Fields that do not exist, and suggestions for them.
///
/// The other side of a comparison helps to choose a suggestion: a similar field whose type fits, or quotes if the
/// other side is text. So the message is made when the field is looked up, and improved once the comparison is known.
extension Checker {
    /// An unknown field that has been reported. It is looked at again with the other side of its comparison.
    struct UnknownName {
        /// Its index in the diagnostics.
        var diagnostic: Int
        var name: String
        var record: RecordType
        var range: SourceRange
    }

    /// The comparison that a value is part of.
    struct Surroundings {
        var operation: ComparisonOperator
        var quantifier: Quantifier?
        /// Whether the value is on the right side.
        var isRight: Bool
        var other: ExpressionTree
    }

    /// The fields of a record type with names similar to an unknown name. Each name is searched for once.
    private mutating func near(_ name: String, in record: RecordType) -> [String] {
        let key = ExactName(record.name + "\u{0}" + name)
        if let known = nearNames[key] { return known }
        let found =
            mayCompareNames(record.fields.count) ? Suggestions.near(name, among: record.fields.map(\.name)) : []
        nearNames[key] = found
        return found
    }

    /// Whether so many more names may be compared for a suggestion. The limit bounds the work for a predicate with many
    /// wrong names under a schema with many fields.
    mutating func mayCompareNames(_ count: Int) -> Bool {
        guard comparedNames < Self.mostComparedNames else { return false }
        comparedNames += count
        return true
    }

    private static let mostComparedNames = 200_000

    mutating func reportUnknownField(
        _ name: String, of record: RecordType, _ range: SourceRange, before following: SyntaxStep?
    ) {
        if leavesOutError() { return }
        let location = diagnostics.count
        let near = near(name, in: record).first
        if near == nil, let following, record.field(named: following.name) != nil {
            report(
                .needlessComponent(
                    name, following.name, of: typeName(record), at: range, upTo: following.range.lowerBound))
        } else {
            let below = near == nil ? path(to: name, below: record) { _ in true } : nil
            var message = unknownField(name, of: record, suggestion: near.map { [$0] } ?? below, at: range)
            // `SUBQUERY(tags, $t, name == 'x')`: a field of the element.
            let element = scopes.last?.entries.last { schema?.recordType(of: $0.value)?.field(named: name) != nil }
            if let element {
                let path = "$\(element.name).\(SourceSpelling.component(name))"
                (message.hint, message.edits) = ("did you mean `\(path)`?", [.init(replacing: range, with: path)])
                return report(message)
            }
            report(message)
        }
        if let last = unknownNames.last, last.range.lowerBound > range.lowerBound { orderedNames = unknownNames.count }
        unknownNames.append(UnknownName(diagnostic: location, name: name, record: record, range: range))
    }

    /// The name of a type in messages. The root type of an inferred schema has a made-up name, so it is called "the
    /// records".
    private func typeName(_ record: RecordType) -> String {
        let isRoot = rootType.unwrapped == .object(record.name)
        return !isDeclared && isRoot ? "the records" : record.name
    }

    private func unknownField(
        _ name: String, of record: RecordType, suggestion: [String]?, at range: SourceRange
    ) -> PredicateDiagnostic {
        .unknownField(
            name, of: typeName(record), suggestion: suggestion.map { spelled($0, at: range) },
            seen: suggestion?.count == 1 ? seen(suggestion?.first, in: record) : nil,
            fields: record.fields.lazy.map(\.name),
            isSpelledAlike: suggestion?.count == 1
                && suggestion?.contains { !sameCodePoints($0, name) && CanonicalDecomposition.areEquivalent($0, name) }
                    ?? false,
            at: range)
    }

    /// A path spelled to replace a name: after a dot, in brackets, or at the start of a path. At the start, a quoted
    /// key would be a string.
    func spelled(_ path: [String], at range: SourceRange) -> String {
        let before = byte(before: range)
        // Within brackets FIRST, LAST and SIZE are reserved too.
        let components = path.map(
            before == UInt8(ascii: "[") ? SourceSpelling.component : SourceSpelling.typedComponent)
        let isLiteral = [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text(range).utf8.first)
        switch before {
        case UInt8(ascii: "."): return components.joined(separator: ".")
        case UInt8(ascii: "[") where isLiteral && path.count == 1: return path.map(SourceSpelling.quoted).joined()
        default:
            let isQuoted = components.first?.startsExactly(with: "\"") ?? false
            return (isQuoted ? ["SELF"] + components : components).joined(separator: ".")
        }
    }

    /// The last byte before a range that is not a space.
    private func byte(before range: SourceRange) -> UInt8? {
        source.utf8.prefix(range.lowerBound).last { $0 != UInt8(ascii: " ") }
    }

    /// "seen in 912 of 1000 records", if there is a sample.
    private func seen(_ name: String?, in record: RecordType) -> String? {
        guard let name, let statistics = record.field(named: name)?.statistics else { return nil }
        return "seen in \(statistics.present) of \(statistics.total) records"
    }

    // MARK: With the other side

    /// Looks again at the unknown names that were reported on one side of a comparison.
    mutating func resolveNames(since mark: Int, in side: SyntaxNode, _ surroundings: Surroundings) {
        let node = side.unparenthesized
        switch node.kind {
        case .aggregate(let elements):
            for element in elements { resolveNames(since: mark, in: element, surroundings) }
        case .path(nil, let components): resolvePath(since: mark, node, components, surroundings)
        case .arithmetic(.subtract, _, _, _): resolveHyphenated(since: mark, node, surroundings)
        default: break
        }
    }

    private mutating func resolvePath(
        since mark: Int, _ node: SyntaxNode, _ components: [SyntaxComponent], _ surroundings: Surroundings
    ) {
        guard let unknown = unknownName(since: mark, in: node.range), let last = components.last else { return }
        let isLast = unknown.range == last.range
        let isOnly = components.count == 1
        // Only the last component has the type that is compared.
        if isLast, let found = meant(unknown, surroundings) {
            var better = unknownField(unknown.name, of: unknown.record, suggestion: found, at: unknown.range)
            if let edit = missingQuantifier(found, of: unknown.record, node.range, surroundings) {
                better.edits.append(edit)
            }
            if diagnostics[unknown.diagnostic].edits.isEmpty || found != [] { diagnostics[unknown.diagnostic] = better }
            return
        }
        if surroundings.other.type.family == .date || surroundings.other.type.unwrapped == .dateTime,
            let instant = NameHabits.instants[text(node.range).lowercased()]
        {
            diagnostics[unknown.diagnostic] = .constantForField(
                unknown.name, instant, of: typeName(unknown.record), at: unknown.range, replacing: node.range)
            return
        }
        if isOnly, let word = constant(unknown.name, surroundings) {
            diagnostics[unknown.diagnostic] = .constantForField(
                unknown.name, word, of: typeName(unknown.record), at: unknown.range)
            if unknown.name == "undefined" {
                diagnostics[unknown.diagnostic].notes.append(
                    "nil is null or missing; NOT has(…) is true only where the key is missing")
            }
            return
        }
        if isOnly, surroundings.isRight, unknown.name.lowercased() == "empty" {
            let isList = surroundings.other.type.element != nil
            diagnostics[unknown.diagnostic].notes = []
            diagnostics[unknown.diagnostic].hint =
                isList
                ? "for a list without elements, write `.@count == 0`"
                : "for no value, write `NULL`; for an empty string, `\"\"`"
            return
        }
        if let written = unquotedText(node.range, surroundings) {
            diagnostics[unknown.diagnostic] = .textForField(
                unknown.name, written, of: typeName(unknown.record), at: unknown.range, text: node.range)
            return
        }
        // A similar name whose type does not fit is not a suggestion.
        if isLast {
            diagnostics[unknown.diagnostic] = unknownField(
                unknown.name, of: unknown.record, suggestion: nil, at: unknown.range)
            if let edit = pairs(unknown, in: components.dropLast(), surroundings) {
                diagnostics[unknown.diagnostic] = diagnostics[unknown.diagnostic].meaningPairs(edit)
            }
        }
    }

    /// A condition for a list of keys and values at a path. No element has a key that is missing, so `== nil` has none.
    private func pairs(
        _ unknown: UnknownName, in path: ArraySlice<SyntaxComponent>, _ surroundings: Surroundings
    ) -> PredicateDiagnostic.Edit? {
        let names = unknown.record.fields.map(\.name)
        guard names.count == 2, !surroundings.isRight, surroundings.quantifier == nil,
            surroundings.other.type.family != .null, let end = surroundings.other.range?.upperBound,
            let key = names.first(where: { ["key", "name"].contains($0.lowercased()) }),
            let value = names.first(where: { $0.lowercased() == "value" }),
            let root = schema?.recordType(of: rootType.unwrapped), let first = path.first?.range,
            let last = path.last?.range
        else { return nil }
        let keys = path.compactMap { if case .key(let key) = $0.kind { key } else { nil } }
        let condition = text(SourceRange(unknown.range.upperBound, end))
        guard keys.count == path.count, type(of: keys, below: root)?.element?.family == .object,
            // Parentheses around one side would be torn apart.
            !condition.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") })
        else { return nil }
        let name = SourceSpelling.quoted(unknown.name)
        let list = text(SourceRange(first.lowerBound, last.upperBound))
        return .init(
            replacing: SourceRange(first.lowerBound, end),
            with: "SUBQUERY(\(list), $x, $x.\(key) == \(name) AND $x.\(value)\(condition)).@count > 0")
    }

    /// The quantifier that the suggested path also needs.
    private func missingQuantifier(
        _ path: [String], of record: RecordType, _ range: SourceRange, _ surroundings: Surroundings
    ) -> PredicateDiagnostic.Edit? {
        guard let type = type(of: path, below: record), type.element != nil, surroundings.quantifier == nil,
            !surroundings.isRight, surroundings.operation != .in
        else { return nil }
        // `image CONTAINS ":"`, where each container has an image.
        let isPartOfText =
            path.count > 1 && type.innermost.family == .text && surroundings.other.type.family == .text
        if surroundings.operation == .contains, !isPartOfText { return nil }
        if case .custom(let name) = surroundings.operation,
            library.registeredOperator(name)?.left.element != nil
        {
            return nil
        }
        switch surroundings.other.type.family {
        case .any, .null: return nil
        case .list where surroundings.operation != .between: return nil
        case .number where type.innermost.family == .object:
            return .insert(".@count", at: range.upperBound)
        default: return .insert("ANY ", at: range.lowerBound)
        }
    }

    /// The last unknown field reported within a range. It searches only the diagnostics after `mark`, so that all
    /// comparisons together cost no more than what they report.
    private func unknownName(since mark: Int, in range: SourceRange) -> UnknownName? {
        // Of many names in a list, those after the range are skipped at once.
        var index = unknownNames.dropFirst(orderedNames).partitioningIndex { $0.range.lowerBound > range.upperBound }
        while index > 0, unknownNames[index - 1].diagnostic >= mark {
            index -= 1
            let name = unknownNames[index]
            if name.diagnostic < diagnostics.count, range.contains(name.range) { return name }
            if index >= orderedNames, name.range.lowerBound < range.lowerBound { index = min(index, orderedNames) }
        }
        return nil
    }

    /// The path that was probably meant, from the record type in which the name was looked up.
    private mutating func meant(_ unknown: UnknownName, _ surroundings: Surroundings) -> [String]? {
        let near = near(unknown.name, in: unknown.record)
        guard mayCompareNames(unknown.record.fields.count) else { return near.first.map { [$0] } }
        return meant(unknown, surroundings, near)
    }

    private func meant(_ unknown: UnknownName, _ surroundings: Surroundings, _ near: [String]) -> [String]? {
        let record = unknown.record
        func fitting(_ isFit: (ValueType) -> Bool) -> String? {
            near.first { name in record.field(named: name).map { isFit($0.type) } ?? false }
        }
        if let name = fitting({ fits($0, surroundings) }) ?? fitting({ fits($0.innermost, surroundings) }) {
            return [name]
        }
        if let path = path(
            to: unknown.name, below: record, where: { fits($0, surroundings) || fits($0.innermost, surroundings) })
        {
            return path
        }
        // The first or last word of a longer name: `message` for `eventMessage`.
        let word = unknown.name.lowercased()
        guard word.count >= 4 else { return nil }
        for isPart in [{ $0.hasSuffix(word) }, { $0.hasPrefix(word) }] as [(String) -> Bool] {
            let longer = record.fields.filter { isPart($0.name.lowercased()) && fits($0.type, surroundings) }
            if longer.count == 1 { return longer.first.map { [$0.name] } }
        }
        return nil
    }

    /// The path to the same name below a record, through objects and lists. Of several paths the shortest counts; if several
    /// are as short, as in a document that is a dictionary of records, the choice is unclear.
    private func path(
        to name: String, below record: RecordType, where isFit: (ValueType) -> Bool
    ) -> [String]? {
        var level: [(path: [String], record: RecordType)] = [([], record)]
        var visited = 0
        for depth in 0..<Self.deepestSuggestion {
            var next: [(path: [String], record: RecordType)] = []
            var found: [[String]] = []
            for (path, record) in level {
                visited += record.fields.count
                guard visited < Self.mostFieldsInSearch else { return nil }
                for field in record.fields {
                    if depth > 0, Suggestions.areAlike(field.name, name), isFit(field.type) {
                        found.append(path + [field.name])
                    }
                    if let inner = schema?.recordType(of: field.type.innermost) {
                        next.append((path + [field.name], inner))
                    }
                }
            }
            if !found.isEmpty { return found.count == 1 ? found.first : nil }
            level = next
        }
        return nil
    }

    private static let deepestSuggestion = 5
    private static let mostFieldsInSearch = 2_000

    /// The type of a path below a record: a list of it, if a list is on the way.
    private func type(of path: [String], below record: RecordType) -> ValueType? {
        var record: RecordType? = record
        var isMany = false
        var type: ValueType?
        for name in path {
            guard let field = record?.field(named: name) else { return nil }
            type = isMany ? .list(field.type) : field.type
            isMany = isMany || field.type.element != nil
            record = schema?.recordType(of: field.type.innermost)
        }
        return type
    }

    /// Whether a value of a type makes sense in the surroundings.
    private func fits(_ type: ValueType, _ surroundings: Surroundings) -> Bool {
        let other = surroundings.other
        var type = type
        if surroundings.quantifier != nil, !surroundings.isRight {
            type = type.innermost
        }
        func areComparable(_ a: ValueType, _ b: ValueType) -> Bool {
            let stand = ExpressionTree(.record, type: a)
            return Self.comparable(a, b, stand, other)
        }
        switch surroundings.operation.form {
        case .relation: return areComparable(type, other.type)
        case .between:
            return areComparable(type, surroundings.isRight ? other.type : other.type.element ?? .any)
        case .text: return type.isTextual
        case .membership, .containment:
            // Whether this side is the container.
            let holds = (surroundings.operation == .contains) != surroundings.isRight
            if holds {
                if let element = type.element { return areComparable(element, other.type) }
                return type.isTextual && other.type.isTextual || type.family == .any
            }
            if let element = other.type.element { return areComparable(type, element) }
            return type.isTextual || other.type.family == .any
        case .custom: return type.isTextual || type.element != nil
        }
    }

    /// The constant that a name probably means: a word for nil in another language, or a misspelt constant.
    private func constant(_ name: String, _ surroundings: Surroundings) -> String? {
        switch surroundings.operation {
        case .equal, .notEqual: break
        default: return nil
        }
        if NameHabits.nilWords.contains(name) { return "nil" }
        if name.utf8.count <= 5, let word = Suggestions.nearest(to: name, among: ["nil", "NULL"]) { return word }
        guard surroundings.other.type.unwrapped == .boolean else { return nil }
        return Suggestions.nearest(to: name, among: ["TRUE", "FALSE", "YES", "NO"])
    }

    /// A name in quotes, if the other side is text. A case of an enumeration gets its own spelling.
    private func unquotedText(_ range: SourceRange, _ surroundings: Surroundings) -> String? {
        var type = surroundings.other.type.unwrapped
        // Two constants have one answer for all records.
        if surroundings.other.isConstant { return nil }
        switch surroundings.operation {
        case .contains, .in: if let element = type.element { type = element.unwrapped }
        case .custom: type = type.innermost.unwrapped
        default: if surroundings.quantifier != nil { type = type.innermost.unwrapped }
        }
        guard type.family == .text || type.family == .url, type != .dateTime else { return nil }
        let written = text(range)
        guard written.utf8.allSatisfy(Self.isPlain) else { return nil }
        guard case .enumeration(let enumeration) = type, !enumeration.cases.isEmpty else {
            return SourceSpelling.quoted(written)
        }
        let cases = enumeration.cases.compactMap { value -> String? in
            if case .string(let text) = value { text } else { nil }
        }
        // `State.open` names the case by its last word.
        let last = written.split(separator: ".").last.map(String.init) ?? written
        let near = Suggestions.nearest(to: written, among: cases) ?? Suggestions.nearest(to: last, among: cases)
        // A quoted value that resembles no case is still wrong.
        return near.map(SourceSpelling.quoted)
    }

    /// Whether a byte is a letter, a digit, or a punctuation mark of bundle identifiers, host names and versions.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    /// `now - 1d`: the name of the instant in another language, with a duration. Nil for other values.
    mutating func checkInstant(_ node: SyntaxNode) -> ExpressionTree? {
        guard let field = node.asField, schema != nil, let instant = NameHabits.instants[field.name.lowercased()],
            let record = schema?.recordType(of: rootType), record.additional == nil,
            record.field(named: field.name) == nil
        else { return nil }
        report(.constantForField(field.name, instant, of: typeName(record), at: node.range))
        return ExpressionTree(.call(BuiltInFunction.now.rawValue, []), type: .date, range: node.range)
    }

    // MARK: Hyphens

    /// `serial-number == 'x'`: a hyphen in a name, which is read as a minus. Returns nil for a subtraction.
    mutating func checkHyphenated(_ node: SyntaxNode) -> ExpressionTree? {
        guard schema != nil, text(node.range).utf8.allSatisfy(Self.isPlain), let first = Self.leftmost(of: node),
            case .path(let base, let components) = first.kind, let last = components.last,
            case .key(let name) = last.kind
        else { return nil }
        let range = SourceRange(last.range.lowerBound, node.range.upperBound)
        let whole = text(range)
        guard !whole.utf8.contains(UInt8(ascii: ".")) else { return nil }
        // If the name before the hyphen is a field, the hyphen is a minus.
        var probe = self
        let count = probe.diagnostics.count
        let start: ExpressionTree
        if components.count == 1, base == nil {
            start = ExpressionTree(.record, type: rootType, range: SourceRange(at: range.lowerBound))
        } else {
            start = probe.check(
                expression: SyntaxNode.make(
                    .path(base, Array(components.dropLast())), first.range, height: first.height))
        }
        guard probe.diagnostics.count == count, let record = schema?.recordType(of: start.type),
            record.field(named: name) == nil, record.additional == nil
        else { return nil }
        let fields = record.fields.map(\.name)
        guard
            let meant = fields.first(where: { sameCodePoints($0, whole) })
                ?? fields.first(where: { Suggestions.areAlike($0, whole) })
        else {
            // If the name before the hyphen is similar to a field, that field was meant. Otherwise the whole text is
            // one name.
            guard Suggestions.nearest(to: name, among: fields) == nil else { return nil }
            reportUnknownField(whole, of: record, range, before: nil)
            return unknown(node.range)
        }
        let isRoot = components.count == 1 && base == nil
        report(.hyphenatedField(whole, meant, of: typeName(record), isRoot: isRoot, at: range))
        return ExpressionTree(.field(start, meant), type: record.field(named: meant)?.type ?? .any, range: node.range)
    }

    private static func leftmost(of node: SyntaxNode) -> SyntaxNode? {
        var node = node
        while case .arithmetic(.subtract, let left, _, _) = node.kind { node = left }
        return node
    }

    /// `host == lab-mac-01`: text without quotes that was read as a subtraction.
    private mutating func resolveHyphenated(since mark: Int, _ node: SyntaxNode, _ surroundings: Surroundings) {
        guard diagnostics.count > mark, let known = unknownName(since: mark, in: node.range) else { return }
        // What is reported of an element of a list is together.
        var (start, end) = (known.diagnostic, known.diagnostic + 1)
        while start > mark, node.range.contains(diagnostics[start - 1].range) { start -= 1 }
        while end < diagnostics.count, node.range.contains(diagnostics[end].range) { end += 1 }
        guard diagnostics[start..<end].allSatisfy({ $0.code == .unknownField }),
            let written = unquotedText(node.range, surroundings)
        else { return }
        // Other elements of the same list keep their messages.
        unknownNames.removeAll { (start..<end).contains($0.diagnostic) }
        orderedNames = min(orderedNames, unknownNames.count)
        for index in unknownNames.indices.reversed() {
            if unknownNames[index].diagnostic < end { break }
            unknownNames[index].diagnostic -= end - start
        }
        diagnostics.removeSubrange(start..<end)
        report(.unquotedString(quoted: written, at: node.range))
    }
}

/// A component of a path after another one: its key and range.
struct SyntaxStep {
    var name: String
    var range: SourceRange
}
