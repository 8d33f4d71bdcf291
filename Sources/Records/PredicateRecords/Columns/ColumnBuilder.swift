import CRecordScan
import PredicateCore

import PredicatePlatform

/// Collects the values of a path, row by row, and makes a chunk in the smallest form that holds all of them.
///
/// Used by one thread, for one chunk after another.
final class ColumnBuilder {
    private let shape: ColumnShape
    private let maximumDepth: Int
    private let kernel: UInt32
    /// The kinds of the rows so far: a bit for each `rs_kind`.
    private var kinds: UInt32 = 0
    private var rows: [Row] = []
    private var texts: [UInt8] = []
    private var unknown: [Int] = []
    private var elements: ListElements?

    /// A value. Its text is in `texts`.
    private struct Row {
        var kind: UInt32
        var length: UInt32
        /// The integer, the bits of the double, or the start of the text.
        var payload: UInt64
    }

    /// The maximum number of text bytes in a chunk. A row that exceeds it is unknown.
    private static let mostTextBytes = 1 << 30

    init(_ shape: ColumnShape, maximumDepth: Int, kernel: UInt32) {
        self.shape = shape
        self.maximumDepth = maximumDepth
        self.kernel = kernel
        if case .lists(let wanted) = shape {
            elements = ListElements(wanted, maximumDepth: maximumDepth, kernel: kernel)
        }
    }

    // MARK: Adding rows

    /// The number of rows so far.
    var count: Int { rows.count }

    /// Adds a nil row.
    func appendNil() { append(Row(kind: rs_null.rawValue, length: 0, payload: 0)) }

    /// Adds a row that a column cannot represent.
    func appendUnknown() {
        unknown.append(rows.count)
        appendNil()
    }

    /// Adds the next row.
    ///
    /// - Parameter limit: the end of the memory that may be read.
    func append(_ slot: rs_slot, limit: UnsafePointer<UInt8>) {
        switch shape {
        case .values: appendValue(slot)
        case .dates: appendDate(slot)
        case .lists: appendList(slot, limit)
        }
    }

    @inline(__always)
    private func append(_ row: Row) {
        kinds |= 1 << row.kind
        rows.append(row)
        if elements != nil { elements?.endRow() }
    }

    @inline(__always)
    private func appendValue(_ slot: rs_slot) {
        switch rs_kind(slot.kind) {
        case rs_missing, rs_null: appendNil()
        case rs_integer:
            append(Row(kind: slot.kind, length: 0, payload: UInt64(bitPattern: slot.integer)))
        case rs_double: append(Row(kind: slot.kind, length: 0, payload: slot.number.bitPattern))
        case rs_true, rs_false: append(Row(kind: slot.kind, length: 0, payload: slot.kind == rs_true.rawValue ? 1 : 0))
        case rs_escaped:
            guard let base = slot.bytes else { return appendNil() }
            let text = JSONStringToken(start: 0, end: Int(slot.length), hasEscapes: true).string(in: base)
            UTF8Text.withBytes(text) { appendText($0, rs_utf8.rawValue) }
        default: appendText(slot.text, slot.kind)
        }
    }

    @inline(__always)
    private func appendText(_ text: UnsafeBufferPointer<UInt8>, _ kind: UInt32) {
        guard texts.count + text.count < Self.mostTextBytes else { return appendUnknown() }
        let row = Row(kind: kind, length: UInt32(text.count), payload: UInt64(texts.count))
        texts.append(contentsOf: text)
        append(row)
    }

    private func appendDate(_ slot: rs_slot) {
        let date: Date?
        switch rs_kind(slot.kind) {
        case rs_missing, rs_null, rs_utf8: date = nil
        case rs_ascii:
            date = PredicateDate.parseRFC3339(utf8: slot.text)
            // Other forms are dates for some operations only.
            if date == nil, PredicateDate.instant(utf8: slot.text) != nil { return appendUnknown() }
        case rs_escaped:
            guard let base = slot.bytes else { return appendNil() }
            let text = JSONStringToken(start: 0, end: Int(slot.length), hasEscapes: true).string(in: base)
            date = PredicateDate.parseRFC3339(text)
            if date == nil, PredicateDate.instant(of: text) != nil { return appendUnknown() }
        default: return appendUnknown()
        }
        guard let date else { return appendNil() }
        append(
            Row(
                kind: rs_double.rawValue, length: 0,
                payload: date.timeIntervalSinceReferenceDate.bitPattern))
    }

    private func appendList(_ slot: rs_slot, _ limit: UnsafePointer<UInt8>) {
        switch rs_kind(slot.kind) {
        case rs_missing, rs_null: appendNil()
        case rs_list:
            guard let elements, elements.append(slot, limit) else { return appendUnknown() }
            append(Row(kind: rs_list.rawValue, length: 0, payload: 0))
        default: appendUnknown()
        }
    }

    // MARK: Making the chunk

    /// The chunk of all rows so far. The builder is empty afterwards.
    func finish() -> ColumnChunk {
        defer { reset() }
        var valid: RowSet?
        if kinds & (1 << rs_null.rawValue) != 0 {
            var set = RowSet(count: rows.count)
            for (row, value) in rows.enumerated() where value.kind != rs_null.rawValue { set.insert(row) }
            valid = set
        }
        var unknownRows: RowSet?
        if !unknown.isEmpty {
            var set = RowSet(count: rows.count)
            for row in unknown { set.insert(row) }
            unknownRows = set
        }
        let content = Content(rows: rows, valid: valid, unknown: unknownRows)
        if let elements { return content.chunk(.lists(elements.finish())) }
        let present = kinds & ~(1 << rs_null.rawValue)
        let integers: UInt32 = 1 << rs_integer.rawValue
        let doubles: UInt32 = 1 << rs_double.rawValue
        let booleans: UInt32 = 1 << rs_true.rawValue | 1 << rs_false.rawValue
        let text: UInt32 = 1 << rs_ascii.rawValue | 1 << rs_utf8.rawValue
        if present == 0 { return content.chunk(.empty) }
        if present == integers { return content.integers() }
        if present & ~(integers | doubles) == 0 { return content.doubles() ?? content.mixed(texts) }
        if present & ~booleans == 0 { return content.booleans() }
        if present & ~text == 0 { return content.texts(texts) }
        return content.mixed(texts)
    }

    private func reset() {
        kinds = 0
        rows.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        unknown.removeAll()
    }

    /// The rows, with a function for each form.
    private struct Content {
        let rows: [Row]
        let valid: RowSet?
        let unknown: RowSet?

        func chunk(
            _ form: ColumnChunk.Form, values: ColumnMemory = .none, integral: RowSet? = nil,
            range: ClosedRange<Int64> = 0...0
        ) -> ColumnChunk {
            ColumnChunk(
                form, count: rows.count, valid: valid, unknown: unknown, integral: integral, values: values,
                range: range)
        }

        private func fill<Value: BitwiseCopyable>(_ type: Value.Type, _ value: (Row) -> Value) -> ColumnMemory {
            let memory = ColumnMemory.rows(rows.count, of: type)
            let values = memory.bound(to: type)
            for (row, content) in rows.enumerated() where content.kind != rs_null.rawValue {
                values[row] = value(content)
            }
            return memory
        }

        func booleans() -> ColumnChunk {
            chunk(.booleans, values: fill(UInt8.self) { UInt8(truncatingIfNeeded: $0.payload) })
        }

        func integers() -> ColumnChunk {
            var least = Int64.max
            var greatest = Int64.min
            for row in rows where row.kind == rs_integer.rawValue {
                let value = Int64(bitPattern: row.payload)
                least = min(least, value)
                greatest = max(greatest, value)
            }
            guard least <= greatest else { return chunk(.empty) }
            let range = least...greatest
            func narrow<Value: FixedWidthInteger & BitwiseCopyable>(
                _ form: ColumnChunk.Form, _ type: Value.Type
            ) -> ColumnChunk {
                chunk(
                    form, values: fill(type) { Value(truncatingIfNeeded: Int64(bitPattern: $0.payload)) }, range: range)
            }
            if Int8(exactly: least) != nil, Int8(exactly: greatest) != nil { return narrow(.int8, Int8.self) }
            if Int16(exactly: least) != nil, Int16(exactly: greatest) != nil { return narrow(.int16, Int16.self) }
            if Int32(exactly: least) != nil, Int32(exactly: greatest) != nil { return narrow(.int32, Int32.self) }
            return narrow(.int64, Int64.self)
        }

        /// Doubles, some of which may be integers in the records; nil if an integer is beyond 2^53.
        func doubles() -> ColumnChunk? {
            var integral = RowSet(count: rows.count)
            var hasIntegers = false
            for (row, value) in rows.enumerated() where value.kind == rs_integer.rawValue {
                guard Int64(bitPattern: value.payload).magnitude <= ConstantComparison.exact.magnitude else {
                    return nil
                }
                integral.insert(row)
                hasIntegers = true
            }
            let values = fill(Double.self) { row in
                row.kind == rs_integer.rawValue
                    ? Double(Int64(bitPattern: row.payload)) : Double(bitPattern: row.payload)
            }
            return chunk(.doubles, values: values, integral: hasIntegers ? integral : nil)
        }

        // MARK: Strings

        func texts(_ texts: [UInt8]) -> ColumnChunk {
            let isASCII = texts.allSatisfy { $0 < 0x80 }
            if let coded = coded(texts, isASCII) { return coded }
            let offsets = ColumnMemory(byteCount: (rows.count + 1) * 4)
            let starts = offsets.bound(to: UInt32.self)
            // The strings are in row order. Nil rows have none.
            var end: UInt32 = 0
            for (row, value) in rows.enumerated() {
                starts[row] = end
                end += value.length
            }
            starts[rows.count] = end
            return ColumnChunk(
                .texts, count: rows.count, valid: valid, unknown: unknown, offsets: offsets,
                bytes: Self.padded(texts), isASCII: isASCII)
        }

        /// The strings as codes; nil if there are too many distinct strings.
        private func coded(_ texts: [UInt8], _ isASCII: Bool) -> ColumnChunk? {
            let most = min(1 << 16, max(16, rows.count / 3))
            var dictionary = TextDictionary(most: most)
            var codes = [UInt16](repeating: 0, count: rows.count)
            let isComplete = texts.withUnsafeBufferPointer { texts in
                for (row, value) in rows.enumerated() where value.kind != rs_null.rawValue {
                    let text = UnsafeBufferPointer(
                        rebasing: texts[Int(value.payload)..<Int(value.payload) + Int(value.length)])
                    guard let code = dictionary.code(of: text) else { return false }
                    codes[row] = code
                }
                return true
            }
            guard isComplete else { return nil }
            let offsets = ColumnMemory(byteCount: dictionary.offsets.count * 4)
            let starts = offsets.bound(to: UInt32.self)
            for (location, offset) in dictionary.offsets.enumerated() { starts[location] = offset }
            let isNarrow = dictionary.count <= 256
            let values =
                isNarrow ? ColumnMemory.rows(rows.count, of: UInt8.self) : .rows(rows.count, of: UInt16.self)
            for (row, code) in codes.enumerated() {
                if isNarrow {
                    values.bound(to: UInt8.self)[row] = UInt8(truncatingIfNeeded: code)
                } else {
                    values.bound(to: UInt16.self)[row] = code
                }
            }
            return ColumnChunk(
                isNarrow ? .codes8 : .codes16, count: rows.count, valid: valid, unknown: unknown, values: values,
                offsets: offsets, bytes: Self.padded(Array(dictionary.bytes)), isASCII: isASCII,
                dictionaryCount: dictionary.count)
        }

        private static func padded(_ texts: [UInt8]) -> ColumnMemory {
            let memory = ColumnMemory(byteCount: ColumnChunk.padding + texts.count + 64)
            texts.withUnsafeBytes { bytes in
                if let base = bytes.baseAddress {
                    (memory.base + ColumnChunk.padding).copyMemory(from: base, byteCount: bytes.count)
                }
            }
            return memory
        }

        // MARK: Mixed values

        func mixed(_ texts: [UInt8]) -> ColumnChunk {
            let bytes = Self.padded(texts)
            let base = UnsafePointer(bytes.bound(to: UInt8.self)) + ColumnChunk.padding
            let values = ColumnMemory.rows(rows.count, of: rs_slot.self)
            let slots = values.bound(to: rs_slot.self)
            for (row, value) in rows.enumerated() {
                switch rs_kind(value.kind) {
                case rs_null: slots[row] = .null
                case rs_true, rs_false: slots[row] = .boolean(value.payload != 0)
                case rs_integer: slots[row] = .integer(Int64(bitPattern: value.payload))
                case rs_double: slots[row] = .double(Double(bitPattern: value.payload))
                default:
                    slots[row] = rs_slot(
                        kind: value.kind, length: value.length, .init(bytes: base + Int(value.payload)))
                }
            }
            return ColumnChunk(
                .mixed, count: rows.count, valid: valid, unknown: unknown, values: values, bytes: bytes)
        }
    }
}

/// Reads the elements of lists into their own columns.
private final class ListElements {
    private let plan: ScanPlan
    private let builders: [ColumnBuilder]
    /// The slot of an element that each builder reads.
    private let slots: [Int]
    private var offsets: [UInt32] = [0]
    private let rows: UnsafeMutablePointer<rs_slot>
    private let width: Int
    private static let batch = 16
    private static let mostElements = 1 << 30

    init(_ wanted: [ColumnKey], maximumDepth: Int, kernel: UInt32) {
        // Slot 0 is the element itself. The wanted paths follow.
        var locations = KeyLocations<[ExactName]>()
        slots = wanted.map { $0.path.isEmpty ? 0 : locations.location(of: $0.path) + 1 }
        plan = ScanPlan(paths: locations.paths, maximumDepth: maximumDepth, kernel: kernel)
        builders = wanted.map { ColumnBuilder($0.shape, maximumDepth: maximumDepth, kernel: kernel) }
        width = plan.slotCount + 1
        rows = .allocate(capacity: Self.batch * width)
    }

    deinit { rows.deallocate() }

    private var count = 0

    /// Adds the elements of a row. Returns false, and adds nothing, for lists that contain lists and for malformed
    /// ones: the caller must read the record.
    func append(_ slot: rs_slot, _ limit: UnsafePointer<UInt8>) -> Bool {
        guard let text = slot.bytes else { return false }
        var next: UnsafePointer<UInt8>?
        var number = read(text, slot, limit, &next)
        // A long list is checked to its end before any element is kept.
        if next != nil {
            guard isReadable(text, slot, limit) else { return false }
            next = nil
            number = read(text, slot, limit, &next)
        }
        guard isPlain(number), count + number < Self.mostElements else { return false }
        while true {
            for index in 0..<number {
                let row = rows + index * width
                for (builder, location) in zip(builders, slots) { builder.append(row[location], limit: limit) }
            }
            count += number
            if next == nil { return true }
            number = max(0, read(text, slot, limit, &next))
        }
    }

    private func isReadable(_ text: UnsafePointer<UInt8>, _ slot: rs_slot, _ limit: UnsafePointer<UInt8>) -> Bool {
        var next: UnsafePointer<UInt8>?
        var total = 0
        repeat {
            let number = read(text, slot, limit, &next)
            guard isPlain(number) else { return false }
            total += number
        } while next != nil
        return count + total < Self.mostElements
    }

    /// Whether a number of elements was read, and none of them is a list.
    private func isPlain(_ number: Int) -> Bool {
        number >= 0 && !(0..<number).contains { rows[$0 * width].kind == rs_list.rawValue }
    }

    private func read(
        _ text: UnsafePointer<UInt8>, _ slot: rs_slot, _ limit: UnsafePointer<UInt8>,
        _ next: inout UnsafePointer<UInt8>?
    ) -> Int {
        withUnsafePointer(to: plan.plan) {
            rs_scan_elements($0, text, text + Int(slot.length), limit, rows, Self.batch, &next)
        }
    }

    /// Ends a row.
    func endRow() { offsets.append(UInt32(count)) }

    func finish() -> ColumnLists {
        let memory = ColumnMemory(byteCount: offsets.count * 4)
        let starts = memory.bound(to: UInt32.self)
        for (location, offset) in offsets.enumerated() { starts[location] = offset }
        defer {
            offsets = [0]
            count = 0
        }
        return ColumnLists(offsets: memory, count: count, elements: builders.map { $0.finish() })
    }
}
