import PredicateCore

/// Checks the strings of a query and makes a runnable query, or reports all errors.
struct QueryChecker {
    private let query: RecordQuery
    /// The parts that a program built as trees. If a tree is wrong, its text is checked instead, for the ranges.
    private let trees: QueryTrees?
    private let schema: RecordSchema?
    private let library: PredicateLibrary
    private let limits: PredicateLimits
    /// The values of variables; nil leaves all open.
    private let bindings: NameTable<PredicateValue>?
    private var found: [RecordQueryDiagnostics.Found] = []
    private var pieces: [CheckedQuery.Piece] = []
    /// How many format arguments the items of each part have taken.
    private var taken: [RecordQuery.Part: Int] = [:]
    /// Whether the schema has all fields of the records, so that another name in the order can be one of `select`.
    private let knowsAllFields: Bool
    /// The expressions of `select` that have a name; nil until the first is asked for.
    private var selected: NameTable<String>?
    /// The aggregates of the groups.
    private var habits = AggregateHabits([])

    init(
        _ query: RecordQuery, _ trees: QueryTrees? = nil, schema: RecordSchema?, library: PredicateLibrary,
        limits: PredicateLimits,
        bindings: NameTable<PredicateValue>? = nil, knowsAllFields: Bool = true
    ) {
        self.bindings = bindings
        self.knowsAllFields = knowsAllFields
        self.query = query
        self.trees = trees
        self.schema = schema
        self.library = library
        self.limits = limits
    }

    mutating func check() throws(RecordQueryDiagnostics) -> CheckedQuery {
        let predicate = checkPredicate(.predicate, schema)
        let groups = checkGroups()
        habits = AggregateHabits(groups?.aggregates ?? [])
        let results = groups.map(\.schema) ?? schema
        let keysAreKnown = groups == nil || found.allSatisfy { $0.part == .predicate }
        var having: CheckedPredicate?
        var order: [RecordOrder.Key] = []
        var columns: [QueryColumn] = []
        // If the groups are unknown, errors that depend only on that are not reported.
        if keysAreKnown {
            having = checkPredicate(.having, results, isOfGroups: true)
            order = checkOrder(results)
            columns = checkColumns(.select, results, isOfGroups: groups != nil)
            reportUnusedArguments()
        }
        for index in found.indices {
            let ordered = found[index].diagnostics.diagnostics.enumerated().sorted {
                ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
            }
            found[index].diagnostics.diagnostics = ordered.map(\.element)
        }
        if found.contains(where: { $0.diagnostics.hasErrors }) {
            throw RecordQueryDiagnostics(parts: found.filter { $0.diagnostics.hasErrors })
        }
        return CheckedQuery(
            query: query, schema: schema, limits: limits, predicate: predicate,
            order: RecordOrder(order, library: library), warnings: found, library: library,
            grouping: groups.map { groups in
                var groups = groups
                groups.having = having
                return groups
            }, columns: columns, pieces: pieces)
    }

    // MARK: Reporting

    private mutating func report(_ diagnostics: [PredicateDiagnostic], _ part: RecordQuery.Part) {
        if diagnostics.isEmpty { return }
        let index = found.firstIndex { $0.part == part }
        if let index {
            found[index].diagnostics.diagnostics += diagnostics
        } else {
            let checker = Self(
                query, schema: schema, library: library, limits: limits, bindings: bindings,
                knowsAllFields: knowsAllFields)
            found.append(
                .init(
                    part,
                    PredicateDiagnostics(source: query[part] ?? "", diagnostics: diagnostics) {
                        checker.diagnostics(of: $0, as: part)
                    }))
        }
    }

    /// The diagnostics of a part after its text is replaced.
    private func diagnostics(of text: String, as part: RecordQuery.Part) -> [PredicateDiagnostic] {
        var query = query
        query[part] = text
        var checker = Self(
            query, schema: schema, library: library, limits: limits, bindings: bindings,
            knowsAllFields: knowsAllFields)
        // The thrown errors are already recorded.
        _ = try? checker.check()
        return checker.found.first { $0.part == part }?.diagnostics.diagnostics ?? []
    }

    private mutating func report(_ diagnostic: PredicateDiagnostic, _ part: RecordQuery.Part) {
        report([diagnostic], part)
    }

    /// The diagnostics, with a note if a name is a field of the records but not of the groups, or if an aggregate is
    /// meant.
    private func advised(
        _ diagnostics: [PredicateDiagnostic], _ source: String, _ part: RecordQuery.Part, isOfGroups: Bool
    ) -> [PredicateDiagnostic] {
        let type = schema.flatMap { $0.recordType(of: $0.root) }
        let isOfRecords = !query.isGrouped && (part == .sort || part == .select)
        guard isOfGroups || isOfRecords, !diagnostics.isEmpty else { return diagnostics }
        let calls = AggregateHabits.calls(in: source)
        return diagnostics.map { diagnostic in
            let call = calls.first { $0.argument.range == diagnostic.range }?.range.text(in: source)
            var diagnostic = diagnostic
            if !isOfGroups {
                if diagnostic.code == .wrongArgumentType, let call {
                    diagnostic.notes.append(QueryMessages.aggregateOfRecords(call))
                }
            } else if diagnostic.code == .unknownField, let type,
                type.field(named: diagnostic.range.text(in: source)) != nil
            {
                diagnostic.notes.append(call.map(QueryMessages.unnamedAggregate) ?? QueryMessages.fieldOfRecords)
            }
            return diagnostic
        }
    }

    // MARK: Strings of the language

    private mutating func checkPredicate(
        _ part: RecordQuery.Part, _ schema: RecordSchema?, isOfGroups: Bool = false
    ) -> CheckedPredicate? {
        guard let text = query[part] else { return nil }
        if let built = builtPredicate(part, schema) { return built }
        var compilation = compilation(of: text, part, schema)
        if isOfGroups, compilation.open == nil,
            let reading = aggregateReading(of: text, compilation.diagnostics.diagnostics, isOfGroups: true)
        {
            report(reading.diagnostics, part)
            guard let masked = reading.masked else { return nil }
            compilation = self.compilation(of: masked, part, schema)
        }
        report(advised(compilation.diagnostics.diagnostics, text, part, isOfGroups: isOfGroups), part)
        return compilation.open
    }

    private func compilation(of text: String, _ part: RecordQuery.Part, _ schema: RecordSchema?)
        -> PredicateCompilation
    {
        PredicateFrontEnd(
            ParsedText(text, as: .predicate, library: library, limits: limits),
            arguments: trees?.arguments[part] ?? [], bindings: bindings ?? NameTable(), requiresValues: bindings != nil
        ).compilation(against: schema)
    }

    // MARK: Habits

    /// The calls of aggregates in an expression with errors that a group has by name, and the expression with the
    /// names, at unchanged offsets; nil if there are none. The text is nil if a name is too long for that.
    private func aggregateReading(of text: String, _ errors: [PredicateDiagnostic], isOfGroups: Bool) -> (
        diagnostics: [PredicateDiagnostic], masked: String?
    )? {
        var found: [PredicateDiagnostic] = []
        var bytes = Array(text.utf8)
        var fits = true
        for call in AggregateHabits.calls(in: text)
        where errors.contains(where: {
            $0.severity == .error && $0.range.lowerBound <= call.range.upperBound
                && call.range.lowerBound <= $0.range.upperBound
        }) {
            guard isOfGroups || call.countsRecords, let name = habits.name(of: call) else { continue }
            let message: PredicateDiagnostic =
                isOfGroups ? .aggregateByName(call, name) : .countWithoutGroups(at: call.range)
            found.append(message)
            // Without groups, any number stands for the mistake.
            let mask = Array((isOfGroups ? message.edits.first?.text ?? name : "0").utf8)
            let range = call.range.lowerBound..<call.range.upperBound
            guard mask.count <= range.count else {
                fits = false
                continue
            }
            bytes.replaceSubrange(
                range, with: mask + Array(repeating: UInt8(ascii: " "), count: range.count - mask.count))
        }
        return found.isEmpty ? nil : (found, fits ? String(decoding: bytes, as: UTF8.self) : nil)
    }

    /// A sort key that is not a field, but the name of a selected expression; nil for others.
    private mutating func selectedReading(
        _ piece: QueryText.Piece, _ errors: [PredicateDiagnostic], _ schema: RecordSchema?
    )
        -> PredicateDiagnostic?
    {
        let range = SourceRange(0, piece.text.utf8.count)
        guard errors.contains(where: { $0.code == .unknownField && $0.range == range }) else { return nil }
        let key = QueryText.name(piece)
        guard let expression = selectedExpressions(schema)[key] else { return nil }
        let sign = (query.sort ?? "").utf8.dropFirst(max(0, piece.start - 1)).first
        return .selectedKey(
            key, QueryText.sortKey(expression), isDescending: piece.start > 0 && sign == UInt8(ascii: "-"),
            isKnown: knowsAllFields, at: range)
    }

    /// The expressions of `select` that have a name.
    private mutating func selectedExpressions(_ schema: RecordSchema?) -> NameTable<String> {
        if let selected { return selected }
        var expressions = NameTable<String>()
        let text = QueryText(query.select ?? "", names: nameForms(schema))
        for item in text.items {
            let (name, body) = text.named(item)
            if let name, !body.text.isEmpty { expressions.add(QueryText.name(name), body.text) }
        }
        selected = expressions
        return expressions
    }

    private func nameForms(_ schema: RecordSchema?) -> QueryText.NameForms {
        QueryText.NameForms(
            beside: schema.flatMap { $0.recordType(of: $0.root) }, library: library, limits: limits)
    }

    /// A predicate that was built; nil if the check has anything to report.
    private func builtPredicate(_ part: RecordQuery.Part, _ schema: RecordSchema?) -> CheckedPredicate? {
        var built = part == .predicate ? trees?.predicate : nil
        if part == .having, let tree = trees?.having {
            built = try? tree.checked(against: schema, library: library, limits: limits)
        }
        guard let built, built.schema == schema, built.warnings.isEmpty else { return nil }
        return built
    }

    /// Words for constants, which alone are the name of a field.
    private static let constants: Set = ["true", "false", "yes", "no", "null", "nil"]

    private mutating func checkExpression(
        _ piece: QueryText.Piece, _ part: RecordQuery.Part, _ schema: RecordSchema?, isOfGroups: Bool = false,
        of function: QueryFunction? = nil
    ) -> CheckedExpression? {
        // `--sort no`: nothing is sorted by a constant.
        if Self.constants.contains(piece.text.lowercased()), let schema,
            let field = schema.recordType(of: schema.root)?.fields
                .first(where: { $0.name.lowercased() == piece.text.lowercased() })
        {
            report(.reservedWord(field.name, at: piece.range), part)
            return nil
        }
        let text = ParsedText(piece.text, as: .expression, library: library, limits: limits)
        let arguments = arguments(of: part, text.argumentCount)
        var compilation = ExpressionCompilation(text, against: schema, values: bindings, arguments: arguments)
        if compilation.expression == nil, part == .sort || part == .select {
            let errors = compilation.diagnostics.diagnostics
            if part == .sort, let message = selectedReading(piece, errors, schema) {
                report(message.moved(by: piece.start), part)
                return nil
            }
            if let reading = aggregateReading(of: piece.text, errors, isOfGroups: isOfGroups) {
                report(reading.diagnostics.map { $0.moved(by: piece.start) }, part)
                guard let masked = reading.masked else { return nil }
                compilation = ExpressionCompilation(
                    ParsedText(masked, as: .expression, library: library, limits: limits), against: schema,
                    values: bindings, arguments: arguments)
            }
        }
        let found = compilation.diagnostics.diagnostics
        var told = compilation.expression == nil ? advised(found, piece.text, part, isOfGroups: isOfGroups) : found
        if let function { told = told.map { $0.counting(piece.text, by: function) } }
        report(told.map { $0.moved(by: piece.start) }, part)
        guard let expression = compilation.expression else { return nil }
        pieces.append(
            CheckedQuery.Piece(
                part: part, expression: expression, start: piece.start, function: function,
                isOfRecords: !query.isGrouped || part == .groupBy || part == .aggregate))
        return expression
    }

    /// The next format arguments of a part.
    private mutating func arguments(of part: RecordQuery.Part, _ count: Int) -> [PredicateValue] {
        let start = taken[part] ?? 0
        taken[part] = start + count
        return Array((trees?.arguments[part] ?? []).dropFirst(start).prefix(count))
    }

    /// Reports format arguments that no item of a list takes.
    private mutating func reportUnusedArguments() {
        for (part, values) in trees?.arguments ?? [:] where part != .predicate && part != .having {
            let used = taken[part] ?? 0
            guard used < values.count, let text = query[part] else { continue }
            report(.unusedArguments(values.count, used: used, at: SourceRange(0, text.utf8.count)), part)
        }
    }

    /// The items of a part that are not empty. Empty items are reported.
    private mutating func items(of part: RecordQuery.Part, _ schema: RecordSchema?) -> (
        text: QueryText, items: [QueryText.Piece]
    )? {
        guard let source = query[part] else { return nil }
        let text = QueryText(source, names: part == .sort ? nil : nameForms(schema))
        if let (sign, edits) = text.nameEdits {
            report(.foreignNames(source, at: sign, edits: edits), part)
        }
        let items = text.items
        if items.count == 1, items[0].text.isEmpty {
            report(.emptyList(part), part)
            return nil
        }
        for item in items where item.text.isEmpty {
            report(.emptyItem(part, at: SourceRange(at: item.start)), part)
        }
        if part == .select, items.count == 1, items[0].text.hasPrefix("{"), items[0].text.hasSuffix("}"),
            items[0].text.contains(",")
        {
            report(.listColumn(items[0]), part)
        }
        return (text, items.filter { !$0.text.isEmpty })
    }

    // MARK: Order

    private mutating func checkOrder(_ schema: RecordSchema?) -> [RecordOrder.Key] {
        guard let (text, items) = items(of: .sort, schema) else { return [] }
        var keys: [RecordOrder.Key] = []
        for (index, piece) in items.enumerated() {
            let item = text.sortItem(piece)
            // `population, desc`
            if index > 0, QueryText.isDirection(piece.text),
                schema.flatMap({ $0.recordType(of: $0.root) })?.field(named: piece.text) == nil
            {
                report(.sortDirection(text.sortItem(items[index - 1]), piece), .sort)
                continue
            }
            if let (key, range) = unquotedKey(piece, item, schema) {
                report(
                    .unquotedKey(key, "SELF." + SourceSpelling.quoted(key), isExact: true, seen: nil, at: range), .sort)
                continue
            }
            if let direction = item.direction { report(.sortDirection(item, direction), .sort) }
            if let letters = item.unknownOptions { report(.sortOptions(letters), .sort) }
            if let suffix = item.unknownSuffix { report(.sortSuffix(suffix), .sort) }
            if item.expression.text.isEmpty {
                report(.emptyItem(.sort, at: SourceRange(at: item.expression.start)), .sort)
                continue
            }
            guard let expression = checkExpression(item.expression, .sort, schema, isOfGroups: query.isGrouped) else {
                continue
            }
            if !expression.type.hasOrder {
                report(.unorderedKey(item.expression.text, expression.type, at: item.expression.range), .sort)
            }
            keys.append(
                RecordOrder.Key(
                    expression, isDescending: item.isDescending, isNilFirst: item.isNilFirst, options: item.options))
        }
        return keys
    }

    /// `maj:min`: a key that is not an identifier, and that would be read in part as a sort order.
    private func unquotedKey(_ piece: QueryText.Piece, _ item: QueryText.SortItem, _ schema: RecordSchema?) -> (
        key: String, range: SourceRange
    )? {
        guard item.unknownSuffix != nil || item.unknownOptions != nil || item.direction != nil || item.isDescending,
            let record = schema.flatMap({ $0.recordType(of: $0.root) })
        else { return nil }
        // A sign before a field is an order.
        let isOnlySigned = item.unknownSuffix == nil && item.unknownOptions == nil && item.direction == nil
        if isOnlySigned, record.field(named: item.expression.text) != nil { return nil }
        let isSigned = ["-", "+"].contains { piece.text.startsExactly(with: $0) }
        for start in isSigned ? [0, 1] : [0] {
            let key = String(decoding: piece.text.utf8.dropFirst(start), as: UTF8.self)
            guard !SourceSpelling.isWord(key), record.field(named: key) != nil else { continue }
            return (key, SourceRange(piece.start + start, piece.range.upperBound))
        }
        return nil
    }

    // MARK: Columns

    /// The columns of a list of expressions with names.
    private mutating func checkColumns(_ part: RecordQuery.Part, _ schema: RecordSchema?, isOfGroups: Bool = false)
        -> [QueryColumn]
    {
        guard let (text, items) = items(of: part, schema) else { return [] }
        var columns: [QueryColumn] = []
        for item in items {
            let (name, body) = text.named(item)
            if let name { report(QueryText.nameErrors(name), part) }
            if body.text.startsExactly(with: "="), name == nil || body.text.isEmpty {
                report(.missingName(at: SourceRange(body.start, body.start + 1)), part)
                continue
            }
            if body.text.isEmpty {
                report(.emptyItem(part, at: body.range), part)
                continue
            }
            guard let expression = checkExpression(body, part, schema, isOfGroups: isOfGroups) else { continue }
            let column = QueryColumn(name: name.map(QueryText.name), expression, at: item.range)
            if let first = columns.first(where: { sameCodePoints($0.name, column.name) }) {
                report(.duplicateName(column.name, first: first.range, at: item.range), part)
                continue
            }
            columns.append(column)
        }
        return columns
    }

    // MARK: Groups

    private mutating func checkGroups() -> RecordGrouping? {
        guard query.isGrouped else { return nil }
        let keys = checkColumns(.groupBy, schema)
        let aggregates = checkAggregates()
        if query.isDistinct, keys.isEmpty, let text = query[.aggregate] {
            report(.distinctOfOne(at: SourceRange(0, text.utf8.count)), .aggregate)
        }
        var builder = GroupSchemaBuilder(schema)
        for key in keys {
            if key.resultPath == ["count"] {
                report(.takenName(at: key.range), .groupBy)
            } else if !builder.add(key.resultPath, key.expression.type) {
                report(.duplicateName(key.name, first: nil, at: key.range), .groupBy)
            }
        }
        _ = builder.add(["count"], .integer)
        for aggregate in aggregates where !aggregate.isPlainCount {
            if !builder.add([aggregate.name], aggregate.type) {
                report(.duplicateName(aggregate.name, first: nil, at: aggregate.range), .aggregate)
            }
        }
        var all = aggregates.filter { !$0.isPlainCount }
        // A predicate over records selects groups by their first records, where it reads other fields than the keys.
        for path in trees?.recordFields ?? [] where !path.isEmpty {
            let isKnown = keys.contains { key in
                path.count >= key.resultPath.count
                    && zip(key.resultPath, path).allSatisfy { sameCodePoints($0, $1) }
            }
            let isTaken = all.contains { $0.isHidden && $0.resultPath.isSamePath(as: path) }
            guard !isKnown, !isTaken, let parsed = ParsedExpression(.path(path), library: library, limits: limits),
                let expression = try? parsed.checked(against: schema), builder.add(path, expression.type)
            else { continue }
            all.append(QueryAggregate(firstValueAt: path, expression))
        }
        return RecordGrouping(keys: keys, aggregates: all, schema: builder.schema)
    }

    private mutating func checkAggregates() -> [QueryAggregate] {
        guard let (text, items) = items(of: .aggregate, schema) else { return [] }
        var aggregates: [QueryAggregate] = []
        for item in items {
            let (name, body) = text.named(item)
            guard let aggregate = checkAggregate(text, item, name, body) else { continue }
            if let first = aggregates.first(where: { sameCodePoints($0.name, aggregate.name) }) {
                report(.duplicateName(aggregate.name, first: first.range, at: item.range), .aggregate)
                continue
            }
            aggregates.append(aggregate)
        }
        return aggregates
    }

    private mutating func checkAggregate(
        _ text: QueryText, _ item: QueryText.Piece, _ name: QueryText.Piece?, _ body: QueryText.Piece
    ) -> QueryAggregate? {
        guard !body.text.isEmpty, let (word, argument) = text.call(body) else {
            report(.aggregateForm(at: body.text.isEmpty ? item.range : body.range), .aggregate)
            return nil
        }
        guard let function = QueryFunction(name: word.text) else {
            // A field is neither a function nor a misspelt function.
            if argument == nil {
                report(.aggregateForm(at: body.range), .aggregate)
            } else {
                report(.unknownAggregate(word, argument), .aggregate)
            }
            return nil
        }
        if let name { report(QueryText.nameErrors(name), .aggregate) }
        let written = name.map(QueryText.name) ?? body.text
        guard var argument, !argument.text.isEmpty, !(function == .count && argument.text == "*") else {
            if function == .count {
                return QueryAggregate(
                    name: name.map(QueryText.name) ?? "count", function, nil, type: .integer, range: item.range)
            }
            report(.missingOperand(function, at: body.range), .aggregate)
            return nil
        }
        if function == .count, let distinct = Self.distinct(argument) {
            report(.countOfDistinct(word, distinct, at: argument.range), .aggregate)
            return nil
        }
        var rank: Double?
        if function == .percentile {
            guard let parts = percentage(of: argument) else {
                report(.missingPercentage(argument.text, at: argument.range), .aggregate)
                return nil
            }
            if parts.percentage > 0, parts.percentage < 1 {
                report(.fractionForPercentage(parts.written, parts.percentage), .aggregate)
                return nil
            }
            argument = parts.expression
            rank = parts.percentage
        }
        guard let expression = checkExpression(argument, .aggregate, schema, of: function) else {
            return nil
        }
        guard let type = resultType(function, expression, argument) else { return nil }
        return QueryAggregate(name: written, function, expression, rank: rank, type: type, range: item.range)
    }

    /// The expression of `distinct user`, as SQL writes it in `count`; nil for other strings.
    private static func distinct(_ argument: QueryText.Piece) -> QueryText.Piece? {
        let words = argument.text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "distinct" else { return nil }
        let text = String(words[1].drop { $0 == " " })
        return QueryText.Piece(text: text, start: argument.range.upperBound - text.utf8.count)
    }

    /// The expression and the percentage of `x, 95`; nil if the last part is not a number from 0 to 100.
    private func percentage(of argument: QueryText.Piece) -> (
        expression: QueryText.Piece, percentage: Double, written: SourceRange
    )? {
        let bytes = Array(argument.text.utf8)
        guard let comma = bytes.lastIndex(of: UInt8(ascii: ",")) else { return nil }
        func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
            ValueSemantics.trimmed(String(decoding: bytes, as: UTF8.self))
        }
        let text = trimmed(bytes[..<comma])
        let number = trimmed(bytes[(comma + 1)...])
        guard !text.isEmpty, let rank = Double(number), rank >= 0, rank <= 100 else { return nil }
        let blanks = bytes[(comma + 1)...].prefix { $0 == UInt8(ascii: " ") }.count
        let start = argument.range.lowerBound + comma + 1 + blanks
        return (
            QueryText.Piece(text: text, start: argument.start), rank, SourceRange(start, start + number.utf8.count)
        )
    }

    private mutating func resultType(
        _ function: QueryFunction, _ operand: CheckedExpression, _ argument: QueryText.Piece
    ) -> ValueType? {
        let type = operand.type.unwrapped
        let family = type.family
        let isOpen = family == .any || family == .null
        switch function {
        case .sum, .average, .median, .percentile, .stddev:
            guard isOpen || family == .number else {
                report(
                    .wrongOperand(
                        function, wants: "numbers", argument.text, type, at: argument.range,
                        reading: operand.numberReading(of: argument.text, at: argument.range)), .aggregate)
                return nil
            }
        case .min, .max:
            guard type.hasOrder else {
                report(
                    .wrongOperand(function, wants: "ordered values", argument.text, type, at: argument.range),
                    .aggregate)
                return nil
            }
        default: break
        }
        switch function {
        case .count, .countDistinct: return .integer
        case .sum: return isOpen ? .any : type.numberBase.orNil
        case .average, .median, .percentile:
            if isOpen { return .any }
            return (type.numberBase == .decimal ? ValueType.decimal : ValueType.double).orNil
        case .stddev: return ValueType.double.orNil
        case .min, .max, .first, .last: return type.orNil
        case .mode, .distinct: return .list(type == .null ? .any : type)
        case .list: return .list(type == .null ? .any : type)
        }
    }
}

extension PredicateDiagnostic {
    /// The diagnostic for a string that begins at an offset in another string.
    package func moved(by offset: Int) -> PredicateDiagnostic {
        offset == 0 ? self : moved { SourceRange($0.lowerBound + offset, $0.upperBound + offset) }
    }
}
