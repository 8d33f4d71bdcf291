import PredicateCore

// Every message about the parts of a query, each with its stable code and an input that causes it.
//
// The parser and the checker report errors in the expressions.

extension PredicateDiagnostic {
    /// `--sort 'name,,age'`
    static func emptyItem(_ part: RecordQuery.Part, at range: SourceRange) -> Self {
        let example =
            switch part {
            case .aggregate: "total = sum(population)"
            case .sort: "-population, name"
            default: "name, country.code"
            }
        return .error(
            .emptyItem, "an item is missing next to this comma; add it, or remove the comma", at: range,
            notes: ["items look like this: `\(example)`"])
    }

    /// `--sort ''`
    static func emptyList(_ part: RecordQuery.Part) -> Self {
        .error(.emptyItem, "the list of `\(part.rawValue)` is empty", at: SourceRange(0, 0))
    }

    /// `--select '= name'`
    static func missingName(at range: SourceRange) -> Self {
        .error(.missingName, "a name is missing before `=`", at: range)
    }

    /// `--select 'name, name'`, `--group-by 'country, country.code'`
    static func duplicateName(_ name: String, first: SourceRange?, at range: SourceRange) -> Self {
        .error(
            .duplicateName,
            first == nil ? "a key has the name `\(name)`, or contains it" : "the name `\(name)` is already used",
            at: range, hint: "give it another name: `other = …`",
            labels: first.map { [.init("the first one is here", at: $0)] } ?? [])
    }

    /// `--group-by 'count'`
    static func takenName(at range: SourceRange) -> Self {
        .error(
            .duplicateName, "`count` is the number of records in a group", at: range,
            hint: "give it another name: `other = …`")
    }

    /// `--select 'name AS city'`, `--select '{city: .name}'`
    static func foreignNames(_ source: String, at sign: SourceRange, edits: [Edit]) -> Self {
        let written = Edit.apply(edits, to: source)
        return .error(
            .missingName, "a name comes before its expression, with `=`", at: sign,
            hint: written.utf8.count <= QueryMessages.longestHint ? "write `\(written)`" : nil, edits: edits
        ).asForeignSpelling()
    }

    // MARK: Order

    /// `--select 'density = population / area' --sort density`
    ///
    /// - Parameter isKnown: whether no record has a field of the name, so that the text has one meaning.
    static func selectedKey(
        _ name: String, _ expression: String, isDescending: Bool, isKnown: Bool, at range: SourceRange
    ) -> Self {
        return .error(
            .unknownField, "`\(name)` is made by `select`, after the records are sorted", at: range,
            hint: QueryMessages.selectedKeyHint + "`\(isDescending ? "-" : "")\(expression)`",
            edits: [.init(replacing: range, with: expression)]
        ).asForeignSpelling(isKnown)
    }

    /// `--sort 'population desc'`
    static func sortDirection(_ item: QueryText.SortItem, _ direction: QueryText.Piece) -> Self {
        let isDescending = direction.text.lowercased().hasPrefix("desc")
        let blank = SourceRange(item.expression.range.upperBound, direction.range.upperBound)
        var edits = [Edit.remove(blank)]
        if isDescending { edits.insert(.insert("-", at: item.expression.start), at: 0) }
        return .error(
            .sortDirection,
            isDescending
                ? "`desc` is not part of a sort key" : "records are sorted in ascending order already",
            at: direction.range, hint: "write `\(isDescending ? "-" : "")\(item.expression.text)`", edits: edits)
    }

    /// `--sort 'name[ci]'`
    static func sortOptions(_ letters: QueryText.Piece) -> Self {
        .error(
            .sortOptions, "`\(letters.text)` are not string options", at: letters.range,
            notes: ["the options are c (case), d (diacritics), n (literal) and l (the order of a language)"])
    }

    /// `--sort 'name:last'`
    static func sortSuffix(_ suffix: QueryText.Piece) -> Self {
        let near =
            Suggestions.nearest(to: "nil-" + suffix.text, among: ["nil-first", "nil-last"])
            ?? Suggestions.nearest(to: suffix.text, among: ["nil-first", "nil-last"])
        return .error(.sortSuffix, "only `nil-first` or `nil-last` can follow a colon", at: suffix.range, .meant(near))
    }

    /// `--sort 'tags'`
    static func unorderedKey(_ text: String, _ type: ValueType, at range: SourceRange) -> Self {
        let isList = type.family == .list
        return .error(
            .unorderedKey, "`\(text)` is \(type.plain.phrase), which has no order", at: range,
            hint: isList ? "sort by its size: `\(text).@count`" : "sort by one of its fields, as in `\(text).name`",
            edits: isList ? [.insert(".@count", at: range.upperBound)] : [])
    }

    /// `--select '{name, city}'`
    static func listColumn(_ item: QueryText.Piece) -> Self {
        let columns = String(item.text.dropFirst().dropLast())
        return .suggestion(
            .wholeElement, "braces make one column that contains a list", at: item.range,
            .replace(columns, "for a column of each, write `\(columns.excerpt(60))`"))
    }

    // MARK: Groups

    /// `--aggregate 'total = population'`
    static func aggregateForm(at range: SourceRange) -> Self {
        .error(
            .aggregateForm, "an aggregate is a function of a group", at: range,
            notes: ["as in `total = sum(population)`; \(QueryMessages.functions)"])
    }

    /// `--aggregate 'total = summ(population)'`
    static func unknownAggregate(_ name: QueryText.Piece, _ argument: QueryText.Piece? = nil) -> Self {
        let message = "`\(name.text)` is not an aggregate function"
        if let argument, let (hint, edits) = percentile(name, argument) {
            return .error(.unknownAggregate, message, at: name.range, hint: hint, edits: edits)
        }
        let near = Suggestions.nearest(to: name.text, among: QueryFunction.allCases.map(\.rawValue))
        return .error(
            .unknownAggregate, message, at: name.range, .meant(near),
            notes: near == nil ? [QueryMessages.functions] : [])
    }

    /// `--aggregate 'p95(latency)'`, `--aggregate 'quantile(latency, 0.95)'`; nil for other functions.
    private static func percentile(_ name: QueryText.Piece, _ argument: QueryText.Piece) -> (
        hint: String, edits: [Edit]
    )? {
        let word = name.text.lowercased()
        let function = QueryFunction.percentile.rawValue
        let digits = word.utf8.dropFirst()
        var edits: [Edit] = [.init(replacing: name.range, with: function)]
        let percentage: String
        if word.utf8.first == UInt8(ascii: "p"), (1...3).contains(digits.count),
            digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.count < 3 || digits.first == UInt8(ascii: "9")
        {
            // `p999` is 99.9.
            percentage =
                (String(digits.prefix(2)) ?? "") + (digits.count > 2 ? "." + (String(digits.suffix(1)) ?? "") : "")
            edits.append(.insert(", " + percentage, at: argument.range.upperBound))
        } else if word.contains("quantile") || word.contains("percentile") {
            let parts = argument.text.split(separator: ",")
            guard parts.count == 2 else { return ("`\(function)(x, 95)` takes a percentage", []) }
            let rank = String(parts[1].filter { $0 != " " })
            guard let share = Double(rank.hasPrefix(".") ? "0" + rank : rank), share >= 0, share <= 1 else {
                return nil
            }
            let rounded = (share * 100_000).rounded() / 1000
            percentage = rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
            let end = argument.range.upperBound
            edits.append(.init(replacing: SourceRange(end - parts[1].utf8.count, end), with: " " + percentage))
        } else {
            return nil
        }
        return ("`\(function)` takes a percentage: \(percentage)", edits)
    }

    /// `--aggregate 'sum'`
    static func missingOperand(_ function: QueryFunction, at range: SourceRange) -> Self {
        .error(
            .aggregateOperand, "`\(function.rawValue)` needs an expression", at: range,
            hint: "such as `\(function.rawValue)(population)`")
    }

    /// `--aggregate 'count(distinct country)'`
    static func countOfDistinct(_ name: QueryText.Piece, _ expression: QueryText.Piece, at range: SourceRange) -> Self {
        return .error(
            .unknownAggregate, "`distinct` does not belong here", at: range,
            hint: "write `countDistinct(\(expression.text))`",
            edits: [
                .init(replacing: name.range, with: QueryFunction.countDistinct.rawValue),
                .remove(SourceRange(range.lowerBound, expression.start)),
            ]
        ).asForeignSpelling()
    }

    /// `--aggregate 'count(status >= 500)'`: the error, with the sum that counts.
    func counting(_ condition: String, by function: QueryFunction) -> Self {
        guard code == .conditionAsOperand, function == .count || function == .sum else { return self }
        var counting = self
        counting.hint = "`sum(TERNARY(\(condition.excerpt(40)), 1, 0))` counts the records for which it is true"
        if function == .sum {
            counting.edits = Edit.around(SourceRange(0, condition.utf8.count), "TERNARY(", ", 1, 0)")
        }
        return counting
    }

    /// `--having 'count(*) > 3'`, and `--having 'sum(population) > 1000'` where a group has that sum
    static func aggregateByName(_ call: AggregateHabits.Call, _ name: String) -> Self {
        let spelling = SourceSpelling.isWord(name) ? name : "SELF." + SourceSpelling.quoted(name)
        return .error(
            .aggregateOperand,
            call.countsRecords
                ? "`count` is the number of records in a group" : "`\(name)` is the name of this aggregate",
            at: call.range, .write(spelling)
        ).asForeignSpelling()
    }

    /// `--select 'count(*)'` without groups
    static func countWithoutGroups(at range: SourceRange) -> Self {
        .error(
            .aggregateOperand, "`count(*)` belongs in `aggregate`", at: range,
            notes: ["`count` there is the number of all matching records"])
    }

    /// `--aggregate 'percentile(population)'`
    static func missingPercentage(_ text: String, at range: SourceRange) -> Self {
        .error(
            .aggregateOperand, "`percentile` needs an expression and a percentage from 0 to 100", at: range,
            hint: text.utf8.contains(UInt8(ascii: ",")) ? nil : "such as `percentile(\(text), 95)`")
    }

    /// `--distinct --aggregate 'sum(price)'`
    static func distinctOfOne(at range: SourceRange) -> Self {
        .warning(
            .aggregateOperand, "the aggregates give a single result, so `distinct` has no effect", at: range,
            hint: "to drop duplicates first, pipe `predicate filter --distinct` into a second command",
            notes: ["`countDistinct(x)` counts different values"])
    }

    /// `--aggregate 'percentile(latency, 0.25)'`
    static func fractionForPercentage(_ fraction: SourceRange, _ number: Double) -> Self {
        // The product of a fraction such as 0.07 is not exact.
        let percentage = (number * 1e8).rounded() / 1e6
        let written = ExpressionTree.literal(
            Int64(exactly: percentage).map(PredicateValue.integer) ?? .double(percentage)
        ).predicateFormat
        return .error(
            .aggregateOperand, "`percentile` takes a percentage from 0 to 100, but this is a fraction", at: fraction,
            .replace(written, "write `\(written)`"))
    }

    /// `--aggregate 'sum(name)'`
    static func wrongOperand(
        _ function: QueryFunction, wants: String, _ text: String, _ type: ValueType, at range: SourceRange,
        reading: (hint: String?, edits: [Edit]) = (nil, [])
    ) -> Self {
        let name = function.rawValue
        var (hint, edits) = reading
        if type.element?.family == .number, [.sum, .min, .max].contains(function) {
            hint = "write `\(name)(\(name)(\(text)))`; the inner `\(name)` gives one number for each list"
            edits = Edit.around(range, name + "(", ")")
        }
        return .error(
            .aggregateOperand, "`\(name)` works on \(wants), but `\(text)` is \(type.plain.phrase)",
            at: range, hint: hint, edits: edits)
    }
}

extension PredicateDiagnostic {
    /// Whether a sort key is not a known field, but the name of a selected expression.
    package var isSelectedKey: Bool {
        code == .unknownField && hint?.hasPrefix(QueryMessages.selectedKeyHint) == true
    }
}

/// Notes and hints about the parts of a query.
enum QueryMessages {
    /// The longest text that a hint repeats.
    static let longestHint = 80

    static let selectedKeyHint = "sort by its expression: "

    /// A note on `--having 'sum(population) > 1000'` where no aggregate is that sum.
    static func unnamedAggregate(_ call: String) -> String {
        "name it in `aggregate`, as in `x = \(call)`, and write `x` here"
    }

    /// A note on `--select 'sum(population)'` without groups.
    static func aggregateOfRecords(_ call: String) -> String {
        "`\(call)` in `aggregate` is the value over all matching records"
    }

    /// `--group-by country --select name`
    static let fieldOfRecords =
        "a group has only its keys, `count` and aggregates, not the fields of its records"

    static var functions: String {
        "the functions are " + QueryFunction.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }
}
