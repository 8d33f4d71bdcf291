import PredicateCore
import PredicatePatterns
import PredicateRecords

/// Rules on lines, an empty line, and a record. A set of the rules must find the same as evaluating each, for the text of the
/// record and for its value, also after rules were removed and replaced; and it must refuse what a reader refuses.
@Sendable
func fuzzRules(_ bytes: [UInt8]) {
    guard let end = bytes.indices.first(where: { bytes[$0] == 0x0A && $0 > 0 && bytes[$0 - 1] == 0x0A }) else { return }
    var rules: [(id: Int, predicate: CheckedPredicate)] = []
    for line in bytes[..<end].split(separator: 0x0A).prefix(40) where line.count <= 300 {
        guard let text = String(validating: line, as: UTF8.self),
            let predicate = try? ParsedPredicate(parsing: text, library: .standardWithPatterns).checked(against: nil),
            !isRandom(text)
        else { continue }
        rules.append((rules.count, predicate))
    }
    let record = Array(bytes[(end + 1)...])
    let set = PredicateSet<Int>(library: .standardWithPatterns)
    let half = rules.count / 2
    require((try? set.insert(contentsOf: rules[..<half].map { ($0.id, $0.predicate) })) == half, "rules are not added")
    for rule in rules[half...] {
        require((try? set.insert(rule.predicate, for: rule.id)) == true, "a rule is not added")
    }
    compare(set, rules, record)
    // The first byte of the record decides what happens to a rule, so that a failure can be repeated.
    guard rules.count > 1 else { return }
    let place = Int(record.first ?? 0) % rules.count
    let moved = rules.remove(at: place)
    require(set.remove(moved.id) != nil, "a rule is not there")
    compare(set, rules, record)
    rules[place % rules.count].predicate = moved.predicate
    require(
        (try? set.update(contentsOf: [(rules[place % rules.count].id, moved.predicate)])) != nil,
        "a rule is not replaced")
    compare(set, rules, record)
    set.reorder()
    compare(set, rules, record)
}

/// Whether an answer may differ each time.
private func isRandom(_ text: String) -> Bool {
    let folded = text.lowercased()
    return folded.contains("random") || folded.contains("now")
}

private func compare(_ set: PredicateSet<Int>, _ rules: [(id: Int, predicate: CheckedPredicate)], _ record: [UInt8]) {
    var reader = JSONReader()
    let snapshot = set.snapshot
    // Memory of exactly this size, so that reads beyond its end are detected.
    let found = Array(record).withUnsafeBufferPointer { try? snapshot.matches(json: $0) }
    guard let value = Array(record).withUnsafeBufferPointer({ try? reader.read($0) }) else {
        return require(found == nil, "a set takes a record that a reader refuses")
    }
    let expected = rules.filter { $0.predicate.matches(value) }.map(\.id)
    require(found == expected, "a set finds \(found.map { "\($0)" } ?? "an error") and each rule \(expected)")
    let byValue = snapshot.matches(value)
    require(byValue == expected, "a set finds \(byValue) for a value and each rule \(expected)")
    require(snapshot.first(value) == expected.first, "another first rule")
    require(snapshot.contains(value) != expected.isEmpty, "contains disagrees")
    require(snapshot.count(value) == expected.count, "count disagrees")
}
