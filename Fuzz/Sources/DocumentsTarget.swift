import Foundation
import PredicateAnalysis
import PredicateCore
import PredicateRecords

/// Bytes as each kind of JSON document with a meaning: a JSON Schema, the JSON form of a predicate, and a record for
/// schema inference.
@Sendable
func fuzzDocument(_ bytes: [UInt8]) {
    schemaDocument(bytes)
    predicateDocument(bytes)
    inference(bytes)
}

private func schemaDocument(_ bytes: [UInt8]) {
    let reading: JSONSchemaReader.Reading
    do {
        reading = try JSONSchemaReader.read(bytes)
    } catch {
        require(!error.description.isEmpty, "an error that says nothing")
        return
    }
    for warning in reading.warnings { require(!warning.message.isEmpty, "a warning that says nothing") }
    use(reading.schema)
    let text = JSONSchemaWriter.text(reading.schema)
    do {
        let again = JSONSchemaWriter.text(try JSONSchemaReader.read(text).schema)
        require(again == text, "writing a schema changes what was written: \(text) to \(again)")
    } catch {
        require(false, "what was written is refused: \(text)\n\(error)")
    }
}

/// Checks predicates against a schema whose fields may have any name.
private func use(_ schema: RecordSchema) {
    var texts = [
        "SELF == nil", "a.name > 3 AND NOT ANY a[0].@count IN {1, 2}", "name BEGINSWITH[cd] 'x' OR price + 1 > a",
    ]
    for type in schema.types.values.prefix(2) {
        for field in type.fields.prefix(2) {
            let name = field.name.unicodeScalars.map { "\\\"".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
            texts.append("SELF.\"\(name.joined())\" == 'x' AND ANY SELF.\"\(name.joined())\".name < 2")
        }
    }
    for text in texts {
        do {
            let parsed = try ParsedPredicate(parsing: text)
            if let checked = try? parsed.checked(against: schema) { _ = checked.matches(["name": 1, "a": [2, nil]]) }
        } catch {
            require(false, "a quoted name is refused: \(text)\n\(error)")
        }
    }
}

private func predicateDocument(_ bytes: [UInt8]) {
    let tree: PredicateTree
    do {
        tree = try PredicateTree(json: bytes)
    } catch {
        require(!error.description.isEmpty, "an error that says nothing")
        return
    }
    let json = tree.json()
    do {
        let again = try PredicateTree(json: json)
        require(again.json() == json, "writing a tree changes what was written: \(json)")
        require(again == tree, "reading a tree that was written gives another one: \(json)")
    } catch {
        require(error.reason == .limit, "what was written is refused: \(json)\n\(error)")
    }
    _ = tree.predicateFormat
    _ = tree.uses
    _ = tree.simplified().json()
    var limits = PredicateLimits.standard
    limits.evaluationSteps = 20_000
    limits.patternSteps = 10_000
    if let checked = try? tree.checked(limits: limits) {
        let context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 0), limits: limits)
        _ = checked.matches(["name": "x", "a": [1, 2.5, nil, ["b": true]]], context: context)
    }
}

private func inference(_ bytes: [UInt8]) {
    var reader = JSONReader(maximumDepth: 64)
    let value = bytes.withUnsafeBufferPointer { try? reader.read($0) }
    guard let value else { return }
    let elements: [PredicateValue] = if case .list(let elements) = value { elements } else { [value, value] }
    var whole = SchemaInference()
    var first = SchemaInference()
    var second = SchemaInference()
    for (index, element) in elements.enumerated() {
        whole.add(element)
        if index * 2 < elements.count { first.add(element) } else { second.add(element) }
    }
    first.merge(second)
    require(first.recordCount == whole.recordCount, "merging loses records")
    require(
        JSONSchemaWriter.text(first.schema) == JSONSchemaWriter.text(whole.schema), "merging concludes something else")
    use(whole.schema)
    _ = RecordFinder.findRecords(in: value)
}
