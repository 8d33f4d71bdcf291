import PredicateFormat
import PredicateRecords

/// Matches the lines of one stream of events, in pieces as they arrive.
struct EventMatcher {
    private let tenant: Tenant
    private let metrics: Metrics
    /// The bytes of a line whose end has not arrived.
    private var rest: [UInt8] = []
    /// Whether the line is longer than an event may be, so that its bytes are dropped until it ends.
    private var isTooLong = false
    /// The number of the last event.
    private(set) var number = 0
    private var isAtStart = true
    private var json = JSONText()
    private var counts = Metrics.Events()
    private var matched: [RuleID: Int] = [:]

    init(_ tenant: Tenant, _ metrics: Metrics) {
        self.tenant = tenant
        self.metrics = metrics
    }

    /// Takes bytes, and returns the answers to the lines that end in them.
    mutating func take(_ bytes: some Collection<UInt8>) -> [UInt8] {
        // The bytes of a piece are matched with the rules of one moment.
        let version = tenant.version
        let context = makeContext()
        json.removeAll()
        for line in LinePieces(bytes) {
            if rest.count + line.bytes.count > tenant.limits.eventBytes {
                isTooLong = true
                rest.removeAll(keepingCapacity: true)
            } else if !isTooLong {
                rest.append(contentsOf: line.bytes)
            }
            if line.isWhole { endLine(version, context) }
        }
        return flush()
    }

    /// Ends the stream: a last line without a line end is an event, too.
    mutating func end() -> [UInt8] {
        json.removeAll()
        endLine(tenant.version, makeContext())
        json.append(json: "{\"done\":\(number)}\n")
        return flush()
    }

    /// Stops the stream before its end. The answers that were given are all that counts: the client sends the events
    /// after `number` again.
    mutating func stop(_ reason: String) -> [UInt8] {
        json.removeAll()
        json.append(json: "{\"stopped\":")
        json.append(reason)
        json.append(json: ",\"events\":\(number)}\n")
        return flush()
    }

    private func makeContext() -> EvaluationContext {
        let metrics = metrics
        return EvaluationContext(
            limits: tenant.limits.predicate, warn: { _ in metrics.countStoppedEvaluation() })
    }

    private mutating func endLine(_ version: Tenant.Version, _ context: EvaluationContext) {
        defer {
            rest.removeAll(keepingCapacity: true)
            isTooLong = false
            isAtStart = false
        }
        if isTooLong {
            number += 1
            return refuse("event-too-long", "an event has at most \(tenant.limits.eventBytes) bytes", offset: nil)
        }
        // The mark of the byte order is no part of an event.
        if isAtStart, rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
        guard let first = rest.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
        number += 1
        guard first == UInt8(ascii: "{") else {
            return refuse("not-a-record", "an event is a JSON object", offset: nil)
        }
        let answer: PredicateSetAnswer<RuleID>
        do throws(RecordError) {
            answer = try rest.withUnsafeBufferPointer { bytes throws(RecordError) in
                try version.rules.answer(json: bytes, context: context)
            }
        } catch {
            return refuse(error.code.rawValue, error.message, offset: error.location?.offset)
        }
        counts.events += 1
        counts.matches += answer.ids.count
        json.append(json: "{\"event\":")
        json.append(number)
        json.append(json: ",\"version\":")
        json.append(version.number)
        json.append(json: ",\"ids\":[")
        for (index, id) in answer.ids.enumerated() {
            if index > 0 { json.append(json: ",") }
            json.append(json: id.json)
            matched[id, default: 0] += 1
        }
        json.append(json: "]")
        // A rule may forbid what it describes, so a limit is not a no.
        if !answer.isDecided {
            json.append(json: ",\"undecided\":[")
            for (index, rule) in answer.undecided.enumerated() {
                if index > 0 { json.append(json: ",") }
                json.append(json: rule.id.json)
            }
            json.append(json: "]")
        }
        json.append(json: "}\n")
    }

    private mutating func refuse(_ code: String, _ message: String, offset: Int?) {
        counts.refused += 1
        json.append(json: "{\"event\":\(number),\"error\":{\"code\":")
        json.append(code)
        json.append(json: ",\"message\":")
        json.append(message)
        if let offset { json.append(json: ",\"offset\":\(offset)") }
        json.append(json: "}}\n")
    }

    private mutating func flush() -> [UInt8] {
        metrics.count(counts, for: tenant.name)
        counts = Metrics.Events()
        if !matched.isEmpty {
            tenant.count(matched)
            matched.removeAll(keepingCapacity: true)
        }
        return json.bytes
    }
}

/// The lines of a piece of a text. The first continues the line before, and the last may go on in the next piece.
private struct LinePieces<Bytes: Collection>: Sequence where Bytes.Element == UInt8 {
    private let bytes: Bytes

    init(_ bytes: Bytes) { self.bytes = bytes }

    func makeIterator() -> AnyIterator<(bytes: Bytes.SubSequence, isWhole: Bool)> {
        var start = bytes.startIndex
        return AnyIterator {
            guard start < bytes.endIndex else { return nil }
            guard let end = bytes[start...].firstIndex(of: 0x0A) else {
                defer { start = bytes.endIndex }
                return (bytes[start...], false)
            }
            defer { start = bytes.index(after: end) }
            return (bytes[start..<end], true)
        }
    }
}
