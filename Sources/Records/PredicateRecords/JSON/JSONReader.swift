import PredicateFormat

/// Reads JSON text (RFC 8259, strictly) into values.
///
/// It reads `null`, booleans, integers (past 64 bits as decimals), other numbers as doubles (or, if the shape requires
/// it, as decimals with every digit), strings of well-formed UTF-8, lists, and objects as `PredicateObject`. The first
/// of duplicate keys counts. A reader keeps its working memory between values. It is a value, so each thread has its
/// own.
///
/// ```swift
/// var reader = JSONReader()
/// let value = try reader.read(#"{"name": "Ada", "age": 36}"#)
/// ```
public struct JSONReader: Sendable {
    /// The maximum nesting of a JSON value.
    public var maximumDepth: Int
    /// Whether an object with a duplicate key is refused.
    public var strict: Bool
    /// The locations of decimals.
    public var shape: RecordShape?
    /// Whether a record that is not an object is refused (`not-a-record`). Values that are not records are not
    /// affected.
    public var requiresObjects = false

    private var values: [PredicateValue] = []
    private var keys: [String] = []
    private var frames: [Frame] = []

    private struct Frame: Sendable {
        var isObject: Bool
        var firstValue: Int
        var firstKey: Int
        var shape: RecordShape.Position
    }

    /// A reader.
    ///
    /// - Parameters:
    ///   - maximumDepth: the maximum nesting of a JSON value; a deeper one is the error `record-too-deep`.
    ///   - strict: whether an object with a duplicate key is refused (`duplicate-key`).
    ///   - shape: the locations of decimals; nil reads no decimals.
    public init(
        maximumDepth: Int = PredicateLimits.standard.recordDepth, strict: Bool = false, shape: RecordShape? = nil
    ) {
        self.maximumDepth = maximumDepth
        self.strict = strict
        self.shape = shape
    }

    // MARK: Whole inputs

    /// Reads one JSON text. Only white space may precede and follow its value.
    ///
    /// - Parameters:
    ///   - text: the bytes.
    ///   - fields: the keys to build if the value is an object; the others are checked and left out. nil builds all.
    ///   - start: the location of the first byte, for errors.
    ///   - file: the name of the input, for errors.
    public mutating func read(
        _ text: UnsafeBufferPointer<UInt8>, fields: WantedFields? = nil,
        startingAt start: RecordError.Location = .start,
        file: String? = nil
    ) throws(RecordError) -> PredicateValue {
        do throws(JSONFault) {
            return try value(of: text, fields: fields)
        } catch {
            throw RecordError(error, in: text, startingAt: start, file: file)
        }
    }

    /// Reads one JSON text.
    public mutating func read(_ text: String, fields: WantedFields? = nil) throws(RecordError) -> PredicateValue {
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(RecordError) in try read(bytes, fields: fields) }
    }

    /// Reads a record of a stream.
    ///
    /// - Parameters:
    ///   - record: the record.
    ///   - fields: the keys to build; nil builds all.
    public mutating func read(_ record: RawRecord, fields: WantedFields? = nil) throws(RecordError) -> PredicateValue {
        try read(record, fields: fields, isPartial: false)
    }

    /// Reads the wanted fields of a record, and stops once it has them. The rest is not checked, except that an
    /// object must end with a brace; `validate` checks the rest. A strict reader checks everything first.
    package mutating func readPartially(_ record: RawRecord, fields: WantedFields) throws(RecordError) -> PredicateValue
    {
        try read(record, fields: fields, isPartial: true)
    }

    private mutating func read(
        _ record: RawRecord, fields: WantedFields?, isPartial: Bool
    ) throws(RecordError) -> PredicateValue {
        try record.withBytes { bytes throws(RecordError) in
            try read(bytes, fields: fields, isPartial: isPartial, startingAt: record.location, file: record.file)
        }
    }

    /// The same for the bytes of a line. Errors have their location within the line.
    mutating func readPartially(
        _ line: UnsafeBufferPointer<UInt8>, fields: WantedFields, file: String?
    ) throws(RecordError) -> PredicateValue {
        try read(line, fields: fields, isPartial: true, startingAt: .start, file: file)
    }

    @inline(__always)
    private mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>, fields: WantedFields?, isPartial: Bool,
        startingAt location: RecordError.Location, file: String?
    ) throws(RecordError) -> PredicateValue {
        let value: PredicateValue
        do throws(JSONFault) {
            value = try self.value(of: bytes, fields: fields, isPartial: isPartial)
        } catch {
            throw RecordError(error, in: bytes, startingAt: location, file: file)
        }
        if requiresObjects { try requireObject(value, bytes, startingAt: location, file: file) }
        return value
    }

    @inline(__always)
    private func requireObject(
        _ value: PredicateValue, _ bytes: UnsafeBufferPointer<UInt8>, startingAt start: RecordError.Location,
        file: String?
    ) throws(RecordError) {
        if case .object = value { return }
        var scanner = JSONScanner(bytes, maximumDepth: maximumDepth)
        scanner.skipBlanks()
        let location = start.advanced(over: bytes, by: scanner.position)
        throw .notARecord(scanner.current, at: location, file: file)
            .showing(bytes, at: scanner.position, startsLine: start.column == 1)
    }

    /// Checks every byte of one JSON text and builds nothing.
    public func validate(
        _ text: UnsafeBufferPointer<UInt8>, startingAt start: RecordError.Location = .start, file: String? = nil
    ) throws(RecordError) {
        do throws(JSONFault) {
            try check(text)
        } catch {
            throw RecordError(error, in: text, startingAt: start, file: file)
        }
    }

    /// Checks every byte of a record and builds nothing.
    public func validate(_ record: RawRecord) throws(RecordError) {
        try record.withBytes { bytes throws(RecordError) in
            try validate(bytes, startingAt: record.location, file: record.file)
        }
    }

    // MARK: Internals

    func check(_ text: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
        var scanner = JSONScanner(text, maximumDepth: maximumDepth, refusesDuplicates: strict)
        scanner.skipBlanks()
        try scanner.skipValue(depth: 0)
        try Self.checkEnd(&scanner)
    }

    /// Whether the last byte that is not white space is a closing brace.
    @inline(__always)
    static func endsAsObject(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var end = text.count
        while end > 0 {
            let last = text[end - 1]
            if last == 0x7D { return true }
            guard last == 0x20 || last == 0x0D || last == 0x09 || last == 0x0A else { return false }
            end -= 1
        }
        return false
    }

    private static func checkEnd(_ scanner: inout JSONScanner) throws(JSONFault) {
        scanner.skipBlanks()
        if scanner.position < scanner.end { throw scanner.unexpected(.end) }
    }

    mutating func value(
        of text: UnsafeBufferPointer<UInt8>, fields: WantedFields?, isPartial: Bool = false
    ) throws(JSONFault) -> PredicateValue {
        if strict { try check(text) }
        // A strict reader has already checked the keys.
        var scanner = JSONScanner(text, maximumDepth: maximumDepth)
        scanner.skipBlanks()
        defer {
            // An error leaves values in the working memory.
            values.removeAll(keepingCapacity: true)
            keys.removeAll(keepingCapacity: true)
            frames.removeAll(keepingCapacity: true)
        }
        let root = shape?.root ?? .none
        let value: PredicateValue
        if let fields, scanner.current == 0x7B {
            value = try object(&scanner, fields: fields, shape: root, isPartial: isPartial)
            if isPartial {
                // Finds the error in the rest, with its location.
                if !Self.endsAsObject(text) { try check(text) }
                return value
            }
        } else {
            value = try build(&scanner, depth: 0, shape: root)
        }
        try Self.checkEnd(&scanner)
        return value
    }

    /// Reads an object, building only the wanted fields.
    private mutating func object(
        _ scanner: inout JSONScanner, fields: WantedFields, shape position: RecordShape.Position, isPartial: Bool
    ) throws(JSONFault) -> PredicateValue {
        if maximumDepth < 1 { throw JSONFault(.tooDeep(limit: maximumDepth), at: scanner.position) }
        var found: [(String, PredicateValue)] = []
        found.reserveCapacity(fields.count)
        var seen = WantedFields.Seen(fields)
        try scanner.passMembers { key, scanner throws(JSONFault) in
            guard let index = fields.index(of: key, in: scanner.base), seen.insert(index) else {
                try scanner.skipValue(depth: 1)
                return true
            }
            let name = fields.names[index]
            let inner = shape.map { $0.member(name, of: position) } ?? .none
            found.append((name, try build(&scanner, depth: 1, shape: inner)))
            return !(isPartial && found.count == fields.count)
        }
        return .object(PredicateObject(found))
    }

    /// Builds the value that begins at the scanner's position, inside `depth` open brackets.
    private mutating func build(
        _ scanner: inout JSONScanner, depth: Int, shape root: RecordShape.Position
    ) throws(JSONFault) -> PredicateValue {
        let base = scanner.base
        let bottom = frames.count
        var position = root
        while true {
            var value: PredicateValue
            switch scanner.current {
            case 0x22:
                scanner.position &+= 1
                let start = scanner.position
                let hasEscapes = try scanner.skipString()
                let token = JSONStringToken(start: start, end: scanner.position &- 1, hasEscapes: hasEscapes)
                value = .string(token.string(in: base))
            case 0x7B:
                try descend(&scanner, depth: depth, bottom: bottom, isObject: true, shape: position)
                if scanner.current != 0x7D {
                    position = try member(&scanner, .keyOrBrace)
                    continue
                }
                scanner.position &+= 1
                value = close()
            case 0x5B:
                try descend(&scanner, depth: depth, bottom: bottom, isObject: false, shape: position)
                if scanner.current != 0x5D {
                    if scanner.position >= scanner.end { throw scanner.unexpected(.valueOrBracket) }
                    position = elementShape()
                    continue
                }
                scanner.position &+= 1
                value = close()
            case 0x2D, 0x30...0x39:
                let number = try scanner.number()
                value = isDecimal(position) ? number.decimal(in: base) : number.value(in: base)
            case 0x74:
                try scanner.word("true")
                value = .boolean(true)
            case 0x66:
                try scanner.word("false")
                value = .boolean(false)
            case 0x6E:
                try scanner.word("null")
                value = .null
            default: throw scanner.noValue()
            }
            // The value is complete. It belongs to the innermost open bracket, which the next byte may close.
            while true {
                if frames.count == bottom { return value }
                values.append(value)
                scanner.skipBlanks()
                let isObject = frames[frames.count &- 1].isObject
                if scanner.current == 0x2C {
                    scanner.position &+= 1
                    scanner.skipBlanks()
                    position = isObject ? try member(&scanner, .key) : elementShape()
                    break
                }
                guard scanner.current == (isObject ? 0x7D : 0x5D) else {
                    throw scanner.unexpected(isObject ? .commaOrBrace : .commaOrBracket)
                }
                scanner.position &+= 1
                value = close()
            }
        }
    }

    @inline(__always)
    private mutating func descend(
        _ scanner: inout JSONScanner, depth: Int, bottom: Int, isObject: Bool, shape: RecordShape.Position
    ) throws(JSONFault) {
        if depth &+ frames.count &- bottom >= maximumDepth {
            throw JSONFault(.tooDeep(limit: maximumDepth), at: scanner.position)
        }
        frames.append(Frame(isObject: isObject, firstValue: values.count, firstKey: keys.count, shape: shape))
        scanner.position &+= 1
        scanner.skipBlanks()
    }

    /// Reads a key, and returns the shape of its value.
    @inline(__always)
    private mutating func member(
        _ scanner: inout JSONScanner, _ expected: JSONFault.Expectation
    ) throws(JSONFault) -> RecordShape.Position {
        let key = try scanner.key(expected).string(in: scanner.base)
        keys.append(key)
        guard let shape else { return .none }
        return shape.member(key, of: frames[frames.count - 1].shape)
    }

    @inline(__always)
    private func elementShape() -> RecordShape.Position {
        guard let shape else { return .none }
        return shape.element(of: frames[frames.count - 1].shape)
    }

    @inline(__always)
    private func isDecimal(_ position: RecordShape.Position) -> Bool {
        guard let shape else { return false }
        return shape.isDecimal(position)
    }

    /// Closes the innermost bracket.
    private mutating func close() -> PredicateValue {
        let frame = frames.removeLast()
        let count = values.count &- frame.firstValue
        guard frame.isObject else {
            if count == 0 { return .list([]) }
            var elements: [PredicateValue] = []
            elements.reserveCapacity(count)
            // A slice would make the removal below copy the rest.
            for index in frame.firstValue..<values.count { elements.append(values[index]) }
            values.removeLast(count)
            return .list(elements)
        }
        var fields: [(String, PredicateValue)] = []
        fields.reserveCapacity(count)
        for index in 0..<count { fields.append((keys[frame.firstKey &+ index], values[frame.firstValue &+ index])) }
        values.removeLast(count)
        keys.removeLast(count)
        return .object(PredicateObject(fields))
    }
}

extension JSONReader {
    /// The cells of a record for a table: text without quotes, nil and missing fields as an empty string, everything else
    /// as spelled in the source (D105).
    ///
    /// - Returns: one cell for each field, in the order of the fields.
    public func cells(of record: RawRecord, _ fields: WantedFields) throws(RecordError) -> [String] {
        try record.withBytes { bytes throws(RecordError) in
            do throws(JSONFault) {
                return try cells(of: bytes, fields)
            } catch {
                throw RecordError(error, in: bytes, startingAt: record.location, file: record.file)
            }
        }
    }

    private func cells(of text: UnsafeBufferPointer<UInt8>, _ fields: WantedFields) throws(JSONFault) -> [String] {
        try check(text)
        var cells = [String](repeating: "", count: fields.count)
        var scanner = JSONScanner(text, maximumDepth: maximumDepth)
        scanner.skipBlanks()
        guard scanner.current == 0x7B else { return cells }
        var seen = WantedFields.Seen(fields)
        try scanner.passMembers { key, scanner throws(JSONFault) in
            let start = scanner.position
            try scanner.skipValue(depth: 1)
            if let index = fields.index(of: key, in: scanner.base), seen.insert(index) {
                cells[index] = Self.cell(scanner.base, start, scanner.position)
            }
            return true
        }
        return cells
    }

    private static func cell(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> String {
        switch base[start] {
        case 0x6E: return ""
        case 0x22: return JSONStringToken(start: start + 1, end: end - 1, hasEscapes: true).string(in: base)
        default: return String(decoding: UnsafeBufferPointer(start: base + start, count: end - start), as: UTF8.self)
        }
    }
}
