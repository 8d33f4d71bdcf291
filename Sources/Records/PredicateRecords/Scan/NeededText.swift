import CRecordScan
import PredicateCore

/// Bytes that a line must contain for the predicate to be true.
///
/// `city == "Ystad"` is true only if the line contains `"Ystad"`, in these bytes or with an escape in them. So a line
/// without the bytes, and without an escape that could stand for one of them, need not be scanned. It is skipped only
/// if it begins and ends with a brace, so that lines that are not records are still reported.
final class NeededText {
    private let needles: [TextBytes]
    private let table: UnsafeMutablePointer<rs_needle>
    private let escapes: rs_escapes
    /// The minimum length of a needle in bytes. Shorter ones are in most lines.
    private static let leastBytes = 4

    /// The needed text of a predicate over inputs; nil if it is unknown.
    ///
    /// - Parameter counts: whether the scan counts numbers and booleans that a string spells as unusable.
    init?(_ predicate: CorePredicate, counts: Bool) {
        let levels = CoreDepth.of(predicate)
        guard var texts = CoreDepth.run(levels: levels, { Self.texts(predicate, element: nil) }), !texts.isEmpty else {
            return nil
        }
        if counts {
            for (index, text) in texts.enumerated() {
                let plain = Self.unquoted(text)
                // Lines with a boolean lack the text in quotes.
                if ValueSemantics.spellsBoolean(plain) { return nil }
                guard PredicateValue.string(plain).isNumberText else { continue }
                texts[index] = plain
                if plain.utf8.count < Self.leastBytes { return nil }
            }
        }
        needles = texts.map { TextBytes($0) }
        escapes = texts.map(Self.escapes).max { $0.rawValue < $1.rawValue } ?? rs_escapes_all
        table = .allocate(capacity: needles.count)
        for (index, needle) in needles.enumerated() {
            let (one, other) = Self.rarest(needle.buffer)
            (table + index).initialize(
                to: rs_needle(bytes: needle.base, length: needle.count, one: UInt32(one), other: UInt32(other)))
        }
    }

    deinit { table.deallocate() }

    // MARK: Finding the text

    /// A line must contain one of these strings; nil if they are unknown.
    private static func texts(_ predicate: CorePredicate, element: Int?) -> [String]? {
        switch predicate {
        case .and(let parts):
            // Takes the part whose shortest text is the longest.
            return parts.compactMap { texts($0, element: element) }.max { leastCount($0) < leastCount($1) }
        case .or(let parts):
            var all: [String] = []
            for part in parts {
                guard let some = texts(part, element: element) else { return nil }
                for text in some where !all.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { all.append(text) }
                if all.count > Int(RS_MOST_NEEDLES) { return nil }
            }
            return all
        case .quantified(.any, .input, let slot, let expansion, let body):
            switch expansion {
            case .deep, .shallow, .shallowIfList: return texts(body, element: slot)
            }
        default: return planned(predicate, element)
        }
    }

    private static func planned(_ predicate: CorePredicate, _ element: Int?) -> [String]? {
        let library = PredicateLibrary.standard
        let plan = ComparisonPlan(
            predicate, library: library, patterns: PatternCache(library: library), limits: .standard,
            constant: { if case .constant(let value) = $0 { value } else { nil } })
        guard let plan else { return nil }
        switch (plan.test, plan.operand, plan.relation) {
        case (.text(let test), let operand, _):
            // For a list, CONTAINS asks for an element, which also contains the part.
            guard let part = test.part, isText(operand, element) else { return nil }
            let text = String(decoding: part.bytes.buffer, as: UTF8.self)
            return needle((part.isStart ? "\"" : "") + text + (part.isEnd ? "\"" : ""))
        case (.among(let set), let operand, .listed(let elements, _)):
            guard set.isExact, isText(operand, element), elements.count <= Int(RS_MOST_NEEDLES) else { return nil }
            var all: [String] = []
            for value in elements {
                guard case .string(let text) = value, let some = needle("\"" + text + "\"") else { return nil }
                all += some
            }
            return all
        case (.range(let test, _), .collection(.count, .subquery(.input, let slot, let body), _, nil), _),
            (.range(let test, _), .size(.subquery(.input, let slot, let body)), _):
            // The comparison must be false for an empty list.
            guard let bound = test.single, case .integer(let count) = bound.number, !bound.comparison.holds(0, count)
            else { return nil }
            return texts(body, element: slot)
        default: return nil
        }
    }

    /// Whether the operand is an unchanged value of the record.
    private static func isText(_ operand: CoreExpression, _ element: Int?) -> Bool {
        switch operand {
        case .input: true
        case .slot(let slot): slot == element
        case .member(let parent, _): isText(parent, element)
        default: false
        }
    }

    private static func unquoted(_ text: String) -> String {
        text.utf8.first == 0x22 && text.utf8.last == 0x22 ? String(text.dropFirst().dropLast()) : text
    }

    private static func needle(_ text: String) -> [String]? { text.utf8.count >= leastBytes ? [text] : nil }

    private static func leastCount(_ texts: [String]) -> Int { texts.map(\.utf8.count).min() ?? 0 }

    /// The escapes that could spell a part of a needle, except its quotes.
    private static func escapes(_ text: String) -> rs_escapes {
        var inner = Substring(text).utf8
        if inner.first == 0x22 { inner = inner.dropFirst() }
        if inner.last == 0x22 { inner = inner.dropLast() }
        if inner.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x2F || $0 == 0x5C }) { return rs_escapes_all }
        return inner.contains { $0 >= 0x80 } ? rs_escapes_units : rs_escapes_ascii
    }

    /// The locations of the two bytes that are rarest in JSON, by a fixed estimate.
    private static func rarest(_ needle: UnsafeBufferPointer<UInt8>) -> (Int, Int) {
        func rank(_ location: Int) -> Int {
            switch needle[location] {
            case 0x22, 0x20, 0x2C, 0x3A: 3
            case 0x61, 0x65, 0x69, 0x6E, 0x6F, 0x72, 0x73, 0x74, 0x30: 2
            case 0x61...0x7A, 0x31...0x39: 1
            default: 0
            }
        }
        let order = needle.indices.sorted { (rank($0), $0) < (rank($1), $1) }
        return (order[0], order.count > 1 ? order[1] : order[0])
    }

    // MARK: Searching lines

    /// Skips lines that need not be scanned.
    ///
    /// - Returns: the start of the first line that must be scanned, or the end; and the number of skipped lines.
    func pass(
        _ text: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, limit: UnsafePointer<UInt8>, kernel: UInt32
    ) -> (next: UnsafePointer<UInt8>, count: Int) {
        var count = 0
        let next = rs_pass_lines(kernel, table, needles.count, escapes.rawValue, text, end, limit, &count)
        return (next, count)
    }

    /// Whether a line need not be scanned.
    func isNeedless(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard line.first == 0x7B, line.last == 0x7D else { return false }
        for index in line.indices where line[index] == 0x5C {
            if escapes == rs_escapes_all { return false }
            guard index + 4 < line.count, line[index + 1] == 0x75 else { continue }
            if escapes == rs_escapes_units { return false }
            if line[index + 2] == 0x30, line[index + 3] == 0x30, line[index + 4] < 0x38 { return false }
        }
        return needles.allSatisfy { ByteSearch.firstIndex(of: $0.buffer, in: line) == nil }
    }
}
