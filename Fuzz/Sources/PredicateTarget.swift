import Foundation
import PredicateAnalysis
import PredicateCore

/// Text as a predicate: lexer, parser, checker with and without a schema, evaluation, printing.
@Sendable
func fuzzPredicate(_ bytes: [UInt8]) {
    let source = String(decoding: bytes, as: UTF8.self)
    do {
        let parsed = try ParsedPredicate(parsing: source, limits: limits)
        inspect(parsed.warnings, of: source)
        _ = parsed.predicateFormat
        // One of them per run. libFuzzer finds the others by changing the length, and is three times as fast.
        check(parsed, against: [nil, declared, inferred][bytes.count % 3])
    } catch {
        require(error.hasErrors, "a predicate was refused without an error")
        inspect(error.diagnostics, of: source)
        _ = error.description
    }
    _ = try? ParsedExpression(parsing: source, limits: limits)
    fix(source, against: [declared, inferred, nil][bytes.count % 3])
}

/// Checks the diagnostics of a text, and the text after its fix-its.
private func fix(_ source: String, against schema: RecordSchema?) {
    let found = ParsedPredicate.diagnostics(of: source, against: schema, limits: limits)
    inspect(found.diagnostics, of: source)
    _ = found.json()
    guard let fixed = found.fixed(.error, .warning) else { return }
    let left = ParsedPredicate.diagnostics(of: fixed, against: schema, limits: limits)
    inspect(left.diagnostics, of: fixed)
    func errors(_ found: PredicateDiagnostics) -> Int { found.diagnostics.count { $0.severity == .error } }
    require(errors(left) <= errors(found), "a fix-it brings errors: \(source)\n\(fixed)")
}

private let limits: PredicateLimits = {
    var limits = PredicateLimits.standard
    // Enough for every text that libFuzzer makes. Higher limits would only be slow.
    limits.evaluationSteps = 20_000
    limits.patternSteps = 10_000
    return limits
}()

private func check(_ parsed: ParsedPredicate, against schema: RecordSchema?) {
    let arguments = parsed.argumentTypes(against: schema).map(sample)
    require(arguments.count == parsed.argumentCount, "types of arguments that are not there")
    do {
        let checked = try parsed.template(against: schema, arguments: arguments).open
        inspect(checked.warnings, of: parsed.source)
        rewritten(checked, schema)
    } catch {
        require(error.hasErrors, "a predicate was refused without an error")
        inspect(error.diagnostics, of: parsed.source)
        _ = error.description
    }
}

/// A predicate must give the same answers after printing and parsing it, after writing it as JSON and reading it, and
/// after simplifying it.
private func rewritten(_ checked: CheckedPredicate, _ schema: RecordSchema?) {
    let printed = checked.predicateFormat
    var others: [(String, CheckedPredicate)] = [("simplified", checked.simplified())]
    do {
        let again = try ParsedPredicate(parsing: printed, limits: limits).template(against: schema).open
        require(
            again.predicateFormat == printed, "printing changes its own text: \(printed) to \(again.predicateFormat)")
        others.append(("printed", again))
    } catch {
        // Escapes and brackets make the printed text longer and deeper than the original.
        let isLimit = error.diagnostics.contains { limitCodes.contains($0.code.rawValue) }
        require(isLimit, "what was printed is refused: \(printed)\n\(error)")
    }
    let json = checked.json()
    do {
        let tree = try PredicateTree(json: json, limits: limits)
        require(tree == checked.tree, "reading a tree that was written gives another one: \(json)")
    } catch {
        require(error.reason == .limit, "what was written is refused: \(json)\n\(error)")
    }
    guard !printed.contains("random") else { return }
    for record in records {
        guard let expected = answer(checked, record) else { continue }
        for (name, other) in others {
            guard let found = answer(other, record) else { continue }
            require(found == expected, "\(name) it answers differently: \(printed) as \(other.predicateFormat)")
        }
    }
}

private let limitCodes: Set = ["list-too-long", "source-too-long", "too-deep", "too-many-nodes"]

/// The answer of a predicate for a record; nil if a limit was reached.
private func answer(_ checked: CheckedPredicate, _ record: PredicateValue) -> Bool? {
    let reached = Flag()
    let context = EvaluationContext(
        now: Date(timeIntervalSinceReferenceDate: 700_000_000), limits: limits, warn: { _ in reached.isSet = true })
    let answer = checked.matches(record, context: context)
    return reached.isSet ? nil : answer
}

/// A flag that is set and read on one thread.
private final class Flag: @unchecked Sendable {
    var isSet = false
}

/// Checks that all ranges of diagnostics are within the text, at code point boundaries.
private func inspect(_ diagnostics: [PredicateDiagnostic], of source: String) {
    let utf8 = Array(source.utf8)
    func isBoundary(_ offset: Int) -> Bool { offset == utf8.count || utf8[offset] & 0xC0 != 0x80 }
    for diagnostic in diagnostics {
        let ranges = [diagnostic.range] + diagnostic.labels.map(\.range) + diagnostic.edits.map(\.range)
        for range in ranges {
            require(
                range.lowerBound >= 0 && range.lowerBound <= range.upperBound && range.upperBound <= utf8.count,
                "\(diagnostic.code.rawValue) points outside of the text")
            require(
                isBoundary(range.lowerBound) && isBoundary(range.upperBound),
                "\(diagnostic.code.rawValue) points into the middle of a character")
        }
        require(!diagnostic.message.isEmpty, "\(diagnostic.code.rawValue) says nothing")
    }
}

/// A value of a type, for format arguments.
private func sample(of type: ValueType) -> PredicateValue {
    switch type.unwrapped {
    case .null: .null
    case .boolean: true
    case .integer, .any: 2
    case .double: 1.5
    case .decimal: .decimal(Decimal(7))
    case .string: "name"
    case .dateTime, .date: .date(Date(timeIntervalSinceReferenceDate: 600_000_000))
    case .uuid: .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    case .data: .data(Data([1, 2, 3]))
    case .url: .url("https://example.org/a")
    case .enumeration: "open"
    case .object: ["price": 3]
    case .list(let element), .set(let element), .dictionary(let element): .list([sample(of: element), .null])
    case .optional(let inner): sample(of: inner)
    }
}

private let declared = schema(.declared)
private let inferred = schema(.inferred)

/// A schema with a field of every type.
private func schema(_ origin: RecordSchema.Origin) -> RecordSchema {
    RecordSchema(
        root: "Record",
        types: [
            RecordType(
                "Record",
                fields: [
                    RecordField("name", .optional(.string)), RecordField("age", .integer), RecordField("x", .any),
                    RecordField("size", .optional(.double)), RecordField("price", .decimal),
                    RecordField("star", .boolean),
                    RecordField("created", .dateTime), RecordField("date", .optional(.date)), RecordField("id", .uuid),
                    RecordField("blob", .data), RecordField("link", .url), RecordField("tags", .list(.string)),
                    RecordField("numbers", .optional(.list(.optional(.integer)))), RecordField("ids", .set(.integer)),
                    RecordField("state", .enumeration(EnumerationType(["open", "closed"]))),
                    RecordField("items", .list(.object("Item"))), RecordField("parent", .optional(.object("Record"))),
                    RecordField("more", .dictionary(.integer)), RecordField("grid", .list(.list(.double))),
                ]),
            RecordType(
                "Item",
                fields: [
                    RecordField("price", .double), RecordField("name", .string), RecordField("tags", .list(.string)),
                ],
                additional: .any),
        ], origin: origin)
}

private let records: [PredicateValue] = {
    let item: PredicateValue = ["price": 3.5, "name": "Äpfel", "tags": ["a", "b", nil]]
    let whole: PredicateValue = [
        "name": "João", "age": 36, "x": ["k": [1, "a", nil, 2.5]], "size": 1e300, "price": .decimal(Decimal(3)),
        "star": true, "created": "2024-02-29T23:59:60Z", "date": .date(Date(timeIntervalSinceReferenceDate: 0)),
        "id": "00000000-0000-0000-0000-00000000000A", "blob": "AAEC", "link": "HTTPS://Example.org/a?b",
        "tags": ["red", "", "ＷＩＤＥ"], "numbers": [1, nil, .integer(.max), .integer(.min)], "ids": .set([1, 2]),
        "state": "open", "items": [item, item], "more": ["a": 1], "grid": [[1, 2], [], [3]],
        "parent": ["name": "Ada", "items": [], "parent": nil],
    ]
    let strange: PredicateValue = [
        "name": 5, "age": "x", "x": [[["deep"]]], "tags": "none", "numbers": ["a": 1], "items": [1, "2", nil],
        "parent": [],
        "state": 7, "created": "tomorrow", "size": .integer(.min), "grid": nil, "more": [1],
    ]
    return [whole, strange, .object(PredicateObject([])), .null, 5, [item, nil]]
}()
