import PredicateCore

/// The layout of records in an input.
public enum RecordLayout: String, Hashable, Sendable {
    /// One JSON value per line. A bad record ends with its line.
    case lines
    /// A list of records, one record, several values in a row, or the value at a pointer. Reading cannot continue
    /// after a bad record.
    case document
}

/// How a stream finds records.
public struct RecordInputOptions: Hashable, Sendable {
    /// The location of the records in each JSON text: a list of records, or one record. An empty pointer means the
    /// text itself.
    public var pointer: JSONPointer
    /// Whether the records are the values of the object at the pointer.
    public var values: Bool
    /// The field that each record gets for its name, if the records are the values of an object; nil for none.
    package var nameField: String?
    /// The field that each record of a list gets for the object around the list, without the list; nil for none.
    package var parentField: String?
    /// What the text is before it is JSON.
    package var form = TextForm()
    /// Bounds on the cost of reading.
    public var limits: RecordLimits
    /// The layout if it is known; nil to recognise it.
    public var layout: RecordLayout?

    /// Options.
    public init(
        pointer: JSONPointer = JSONPointer([]), values: Bool = false, limits: RecordLimits = .standard,
        layout: RecordLayout? = nil
    ) {
        self.pointer = pointer
        self.values = values
        self.limits = limits
        self.layout = layout
    }
}

/// The records of an input, one after another.
///
/// The stream finds records, and `JSONReader` reads them, so that a record that is not needed costs little. Memory is
/// bounded by the longest record.
///
/// ```swift
/// let stream = try RecordStream(.file("people.ndjson"))
/// var reader = JSONReader()
/// while let record = try stream.next() {
///     let value = try reader.read(record)
/// }
/// ```
public final class RecordStream {
    /// The name of the input.
    public let name: String?
    /// The layout of the records; nil before the first call of `next` recognises it.
    public private(set) var layout: RecordLayout?
    private let options: RecordInputOptions
    private var window: InputWindow
    private var hasStarted = false
    private var hasFailed = false
    /// The levels of the document around the current position, innermost last.
    private var levels: [Level] = []
    /// Why the first value at `*` has nothing at the rest of the pointer; nil once a value has.
    private var missed: RecordError?
    private var hasTarget = false
    /// What the field for the object around a list of records holds, as JSON.
    private var parent = Array("null".utf8)
    /// The location after which records of a plain file were scanned without counting lines and columns; nil if all
    /// are counted.
    private var uncounted: RecordError.Location?
    /// Whether a byte order mark would have been consumed.
    private var isBehindMark = false
    /// The offset up to which the first line has been searched for its end, before the first record.
    private var firstLineSearched = 0
    /// Whether the rest of a line that was too long must still be skipped.
    private var isInLongLine = false

    private enum Level {
        /// The values of the input.
        case top
        /// In a list whose elements are records.
        case elements(isFirst: Bool)
        /// In an object whose values are records.
        case values(isFirst: Bool)
        /// In an object or list around the value at the pointer. Its other values are skipped.
        case outer(isObject: Bool)
        /// In a list or object of which each value is entered, with the rest of the pointer from a step on.
        case each(isObject: Bool, isFirst: Bool, step: Int)
    }

    /// Opens an input.
    ///
    /// - Throws: an error of the file (`no-such-file`, `permission-denied`, `is-directory`, `open-failed`,
    ///   `read-failed`).
    public init(_ source: RecordSource, _ options: RecordInputOptions = RecordInputOptions()) throws(RecordError) {
        self.options = options
        self.name = source.name
        self.window = try source.open(options.limits, options.form)
        self.window.recordBytes = options.limits.recordBytes
        self.size = window.isAtEnd ? window.count : window.file?.size
    }

    /// The lines of an open input, whose location the window knows.
    init(lines window: InputWindow, name: String?, limits: RecordLimits) {
        options = RecordInputOptions(limits: limits, layout: .lines)
        self.name = name
        self.window = window
        size = nil
        layout = .lines
        levels = [.top]
        hasStarted = true
    }

    /// Whether reading can continue after a bad record. Valid only once the layout is known.
    package var canSkipBadRecords: Bool { layout == .lines }

    /// The number of uncompressed bytes consumed so far, for showing progress.
    public var offset: Int { window.location.offset }

    /// The size of the whole input in bytes, for plain files and memory; nil if unknown.
    public let size: Int?

    /// Whether the records are lines. No record is taken.
    ///
    /// - Throws: if the input cannot be read.
    func isLines() throws(RecordError) -> Bool {
        if !hasStarted { try start() }
        return layout == .lines
    }

    /// Line-delimited input in a plain file, or completely in memory, for a caller that scans it without reading
    /// single records; nil for other inputs, and if records have already been taken. The stream is then at its end.
    ///
    /// - Throws: if the input cannot be read.
    package func takeWholeLines() throws(RecordError) -> WholeLines? {
        if hasStarted { return nil }
        try begin()
        guard layout == .lines, window.count > 0 else { return nil }
        if let file = window.file {
            defer { window.end(at: file.size) }
            return WholeLines(
                text: .file(file.handle), name: name, recordBytes: options.limits.recordBytes,
                start: window.location.offset, end: file.size)
        }
        // Lines are counted from the start of the memory, which must be that of the input.
        guard window.isAtEnd, window.position(of: 0) == window.location.offset else { return nil }
        defer { window.passUncounted(window.count) }
        return WholeLines(
            text: .memory(window.storage), name: name, recordBytes: options.limits.recordBytes,
            start: window.position(of: 0), end: window.position(of: window.count))
    }

    /// Lines that can be read from any location.
    package struct WholeLines {
        enum Text {
            case file(InputFile)
            case memory(ByteStorage)
        }

        let text: Text
        let name: String?
        /// The maximum length of a line in bytes.
        let recordBytes: Int
        /// The start of the first line.
        let start: Int
        let end: Int

        /// The size of all lines in bytes.
        package var byteCount: Int { end - start }
    }

    /// Recognises the layout, unless that has already happened.
    package func begin() throws(RecordError) {
        if hasStarted || hasFailed { return }
        try attempt { () throws(RecordError) in try start() }
    }

    /// Takes a step. After an error nothing more is read, except after a line that is too long.
    @inline(__always)
    private func attempt<Result>(_ step: () throws(RecordError) -> Result) throws(RecordError) -> Result {
        do throws(RecordError) {
            return try step()
        } catch {
            if !isInLongLine { hasFailed = true }
            throw showing(error)
        }
    }

    /// The next whole lines in memory, for a caller that scans them without reading single records. Only the last
    /// line of the input may lack its line feed. Nil at the end, for another layout, and before a line that exceeds
    /// the limit, which `next` reports.
    func nextPiece() throws(RecordError) -> ScanPiece? {
        guard let count = try bytesOfLines() else { return nil }
        let piece = ScanPiece(
            storage: window.storage, start: window.position(of: 0), count: count, range: 0..<count,
            origin: window.location
        )
        window.passLines(count)
        return piece
    }

    // MARK: Scanned documents

    /// The part of a document in memory after the last record that was read, for a caller that scans it without
    /// reading single records; nil for lines, at the end, and if no record can follow another.
    package func documentText() -> DocumentText? {
        guard hasStarted, !hasFailed, layout == .document, window.count > 0 else { return nil }
        let form: RecordForm
        switch levels.last {
        case _ where options.nameField != nil || options.parentField != nil: return nil
        case .elements(isFirst: false): form = .list
        case .values(isFirst: false): form = .values
        case .top where options.pointer.components.isEmpty && !options.values: form = .sequence
        default: return nil
        }
        let start = window.position(of: 0)
        return DocumentText(
            storage: window.storage, start: start, end: window.position(of: window.count),
            origin: window.location.offset - start, form: form, isWhole: window.isAtEnd)
    }

    /// Reads a number of bytes of a document ahead with several threads, if it is a plain file. For other inputs,
    /// only bytes that have already arrived are used.
    package func readAhead(_ bytes: Int, threads: Int) {
        guard hasStarted, !hasFailed, layout == .document, window.file != nil else { return }
        // A failure here occurs again when more bytes are needed.
        _ = try? window.fill(upTo: bytes, threads: threads)
    }

    /// Consumes records of a document that have been scanned.
    package func passRecords(_ count: Int) {
        // At the end of the input, lines and columns are no longer needed.
        let rest = UnsafeBufferPointer(rebasing: window.bytes[count...])
        if window.isAtEnd, levels.count <= 2, isEnd(rest) {
            window.passUncounted(window.count)
            levels = []
        } else if window.file != nil {
            uncounted = uncounted ?? window.location
            window.passUncounted(count)
        } else {
            window.pass(count)
        }
    }

    /// Counts the lines and columns of scanned text. Only errors, and records that are read, need them.
    private func countScanned() {
        guard let start = uncounted, let file = window.file else { return }
        uncounted = nil
        if let location = file.location(behind: start, at: window.location.offset) { window.setLocation(location) }
    }

    /// Whether a byte sequence ends the values of the input, including the list that contains them, if any.
    private func isEnd(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var closing: UInt8?
        switch levels.last {
        case .elements: closing = 0x5D
        case .values: closing = 0x7D
        default: break
        }
        for byte in text where !JSONScanner.isBlank(byte) {
            guard byte == closing else { return false }
            closing = nil
        }
        return closing == nil
    }

    /// Waits for the rest of an incomplete record of a document. Returns false if it is complete, and at the end. A
    /// plain file is read in steps of the given number of bytes.
    package func readMore(_ bytes: Int, threads: Int) throws(RecordError) -> Bool {
        if hasFailed || isValueWhole { return false }
        return try attempt { () throws(RecordError) in
            if window.file != nil { return try window.fill(upTo: bytes, threads: threads) }
            return try window.fill()
        }
    }

    /// Whether the whole next value, after a separator or a bracket, is in memory.
    private var isValueWhole: Bool {
        let bytes = window.bytes
        guard var start = bytes.firstIndex(where: { !JSONScanner.isBlank($0) }) else { return false }
        if bytes[start] == 0x2C {
            guard let next = bytes[(start + 1)...].firstIndex(where: { !JSONScanner.isBlank($0) }) else { return false }
            start = next
        }
        var boundary = ValueBoundary()
        return boundary.end(in: bytes, from: start) != nil
    }

    /// The number of bytes of whole lines in the window, which is filled until it has one.
    private func bytesOfLines() throws(RecordError) -> Int? {
        if hasFailed || isInLongLine { return nil }
        return try attempt { () throws(RecordError) in
            if !hasStarted { try start() }
            guard layout == .lines else { return nil }
            var searched = 0
            while true {
                if let base = window.bytes.baseAddress,
                    firstLineFeed(in: base, from: searched, to: window.count) != nil
                {
                    return lastLineFeed(in: window.bytes).map { $0 + 1 }
                }
                searched = window.count
                if searched > options.limits.recordBytes { return nil }
                if try !window.fill() { return searched == 0 ? nil : searched }
            }
        }
    }

    /// An error with the text of its line, if it lacks it and the window has it.
    private func showing(_ error: RecordError) -> RecordError {
        guard error.excerpt == nil, error.location == window.location else { return error }
        var error = error
        error.excerpt = window.excerpt
        return error
    }

    /// The next record; nil at the end.
    ///
    /// - Throws: if the input cannot be read or split into records. After `record-too-large` in line-delimited input
    ///   the next call continues with the next line; after any other error it returns nil.
    public func next() throws(RecordError) -> RawRecord? {
        if hasFailed { return nil }
        return try attempt { () throws(RecordError) in
            if !hasStarted { try start() }
            if layout == .lines { return try nextLine() }
            if !levels.isEmpty { countScanned() }
            return try nextValue()
        }
    }

    // MARK: Waiting

    /// Whether the next record, the end or an error is available before a deadline. If so, `next` returns without
    /// waiting. Bytes that have arrived stay available for `next`.
    ///
    /// - Throws: `RecordError` if the input cannot be read; `next` returns nil afterwards.
    package func hasNext(until deadline: ContinuousClock.Instant) throws(RecordError) -> Bool {
        if hasFailed { return true }
        window.deadline = deadline
        defer { window.deadline = nil }
        return try attempt { () throws(RecordError) in
            while try !isNextHere() {
                guard try window.fill() else { return !window.isStalled }
                if ContinuousClock.now > deadline { return try isNextHere() }
            }
            return true
        }
    }

    /// Whether the next record is in memory.
    private func isNextHere() throws(RecordError) -> Bool {
        if window.isAtEnd || isInLongLine { return true }
        if !hasStarted {
            guard canStart() else { return false }
            // Recognising the layout must not wait for later lines either.
            try start()
        }
        // A longer record is an error, which `next` reports.
        if window.count > options.limits.recordBytes { return true }
        if layout == .lines { return isWholeLineHere }
        // The result is discarded. Only whether more bytes are needed matters.
        let ahead = RecordStream(lookingAheadOf: self)
        _ = try? ahead.nextValue()
        return !ahead.window.isStalled
    }

    /// A stream that continues with the bytes in memory and leaves this one unchanged.
    private init(lookingAheadOf other: RecordStream) {
        name = other.name
        options = other.options
        window = other.window.frozen
        size = other.size
        layout = other.layout
        levels = other.levels
        (hasTarget, missed, parent) = (other.hasTarget, other.missed, other.parent)
        hasStarted = other.hasStarted
    }

    /// Whether the bytes in memory decide the layout: a whole line, the beginning of a list of objects, or as many bytes
    /// as its recognition looks at.
    private func canStart() -> Bool {
        guard passMark() else { return false }
        if options.values || !options.pointer.components.isEmpty || options.layout != nil { return true }
        let begin: Int
        switch LayoutRecognition.beginning(of: &window) {
        case .blank: return false
        case .indented: return true
        case .byte(let index): begin = index
        }
        let bytes = window.bytes
        guard let base = bytes.baseAddress else { return false }
        let most = bytes[begin] == 0x7B ? options.limits.recordBytes : LayoutRecognition.sample
        if bytes.count - begin > most { return true }
        if firstLineFeed(in: base, from: max(begin, firstLineSearched), to: bytes.count) != nil { return true }
        firstLineSearched = bytes.count
        guard bytes[begin] == 0x5B else { return false }
        return bytes[(begin + 1)...].first { !JSONScanner.isBlank($0) } == 0x7B
    }

    /// Consumes a byte order mark. False if more bytes are needed to see whether there is one.
    private func passMark() -> Bool {
        if isBehindMark { return true }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = window.bytes
        guard bytes.count >= mark.count || !mark.starts(with: bytes) else { return false }
        isBehindMark = true
        if bytes.starts(with: mark) { window.passUncounted(mark.count) }
        return true
    }

    /// Whether memory contains a complete line that is not blank.
    private var isWholeLineHere: Bool {
        guard let base = window.bytes.baseAddress else { return false }
        var start = 0
        while let end = firstLineFeed(in: base, from: start, to: window.count) {
            if !Self.isBlank(base + start, end - start) { return true }
            start = end + 1
        }
        return false
    }

    private func start() throws(RecordError) {
        hasStarted = true
        while !passMark(), try window.fill() {}
        if options.values || !options.pointer.components.isEmpty {
            layout = .document
        } else if let layout = options.layout {
            self.layout = layout
        } else {
            layout = try LayoutRecognition(maximumDepth: options.limits.depth, recordBytes: options.limits.recordBytes)
                .layout(of: &window)
        }
        levels = [.top]
    }

    // MARK: Lines

    @inline(__always)
    private func nextLine() throws(RecordError) -> RawRecord? {
        if isInLongLine { try passLongLine() }
        var searched = 0
        while true {
            var bytes = window.bytes
            guard var base = bytes.baseAddress else { return nil }
            let end: Int
            let passed: Int
            if let found = firstLineFeed(in: base, from: searched, to: bytes.count) {
                end = found
                passed = found &+ 1
            } else {
                searched = bytes.count
                if searched > options.limits.recordBytes {
                    guard Self.isBlank(base, searched) else { throw tooLong() }
                    try passLongBlanks()
                    searched = 0
                    continue
                }
                if try window.fill() { continue }
                if searched == 0 { return nil }
                // Filling the window may have moved its bytes.
                bytes = window.bytes
                guard let moved = bytes.baseAddress else { return nil }
                base = moved
                end = searched
                passed = searched
            }
            if Self.isBlank(base, end) {
                window.passLine(passed)
                searched = 0
                continue
            }
            if end > options.limits.recordBytes { throw tooLong() }
            let record = RawRecord(
                window.storage, at: window.position(of: 0), count: end, location: window.location, file: name,
                isLine: true)
            window.passLine(passed)
            return record
        }
    }

    /// Whether bytes are only JSON whitespace.
    @inline(__always)
    static func isBlank(_ base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var index = 0
        while index < count {
            switch base[index] {
            case 0x20, 0x09, 0x0D: index &+= 1
            default: return false
            }
        }
        return true
    }

    private func tooLong() -> RecordError {
        isInLongLine = true
        return .recordTooLarge(limit: options.limits.recordBytes, at: window.location, file: name)
    }

    /// Consumes a blank line that exceeds the limit on records.
    ///
    /// - Throws: `record-too-large` if the line is not blank to its end.
    private func passLongBlanks() throws(RecordError) {
        let start = window.location
        while true {
            let bytes = window.bytes
            guard let base = bytes.baseAddress else { return }
            let feed = firstLineFeed(in: base, from: 0, to: bytes.count)
            guard Self.isBlank(base, feed ?? bytes.count) else {
                isInLongLine = true
                throw .recordTooLarge(limit: options.limits.recordBytes, at: start, file: name)
            }
            if let feed {
                window.passLine(feed + 1)
                return
            }
            window.passUncounted(bytes.count)
            if try !window.fill() { return }
        }
    }

    private func passLongLine() throws(RecordError) {
        isInLongLine = false
        while true {
            let bytes = window.bytes
            if let base = bytes.baseAddress, let found = firstLineFeed(in: base, from: 0, to: bytes.count) {
                window.passLine(found + 1)
                return
            }
            window.passUncounted(bytes.count)
            if try !window.fill() { return }
        }
    }

    // MARK: Documents

    private func nextValue() throws(RecordError) -> RawRecord? {
        while let level = levels.last {
            switch level {
            case .top:
                guard try byteAfterBlanks() != nil else {
                    levels = []
                    // A pointer that leads nowhere is one that somebody mistyped.
                    if let missed { throw missed }
                    return nil
                }
                try keepParent(step: 0)
                if let record = try enter(step: 0) { return record }
            case .elements(let isFirst):
                if try passSeparator(isFirst: isFirst, isObject: false) {
                    levels[levels.count - 1] = .elements(isFirst: false)
                    return try withParent(try record())
                }
                levels.removeLast()
            case .values(let isFirst):
                if try passSeparator(isFirst: isFirst, isObject: true) {
                    levels[levels.count - 1] = .values(isFirst: false)
                    let name = try key(isFirst ? .keyOrBrace : .key)
                    return try withParent(named(name, try record()))
                }
                levels.removeLast()
            case .outer(let isObject):
                try passRest(isObject: isObject)
                levels.removeLast()
            case .each(let isObject, let isFirst, let step):
                if try passSeparator(isFirst: isFirst, isObject: isObject) {
                    levels[levels.count - 1] = .each(isObject: isObject, isFirst: false, step: step)
                    if isObject { _ = try key(isFirst ? .keyOrBrace : .key) }
                    try keepParent(step: step)
                    if let record = try enter(step: step) { return record }
                } else {
                    levels.removeLast()
                }
            }
        }
        return nil
    }

    /// Moves from the value at the start of the window to the target of the pointer. `step` components are already
    /// resolved. At `*`, a value without the rest of the pointer has no records; elsewhere that is an error, and so it
    /// is if no value has.
    ///
    /// - Returns: the record, if the pointer leads to one rather than to a list of records.
    private func enter(step: Int) throws(RecordError) -> RawRecord? {
        var step = step
        let isOneOfMany = (0..<step).contains { options.pointer.isEach($0) }
        while true {
            guard let byte = try byteAfterBlanks() else { throw .endsEarly(.value, at: window.location, file: name) }
            guard step < options.pointer.components.count else {
                if isOneOfMany, byte != 0x7B, options.values || byte != 0x5B {
                    return try passMissed(step, "has no object or list")
                }
                return try enterTarget(byte)
            }
            let component = options.pointer.components[step]
            switch byte {
            case 0x7B where options.pointer.isEach(step), 0x5B where options.pointer.isEach(step):
                window.pass(1)
                levels.append(.each(isObject: byte == 0x7B, isFirst: true, step: step + 1))
                return nil
            case 0x7B:
                window.pass(1)
                var isFirst = true
                var isFound = false
                var keys: [String] = []
                while !isFound, try passSeparator(isFirst: isFirst, isObject: true) {
                    let key = try key(isFirst ? .keyOrBrace : .key)
                    isFirst = false
                    isFound = sameCodePoints(key, component)
                    if isFound { break }
                    if keys.count < Self.mostKeysInMessages { keys.append(key) }
                    try passValue()
                }
                guard isFound else {
                    let reason = RecordError.noKey(options.pointer, step: step, among: keys)
                    if isOneOfMany { return miss(step, reason) }
                    throw notFound(step, reason)
                }
                levels.append(.outer(isObject: true))
            case 0x5B:
                guard let index = JSONPointer.index(component) else {
                    if isOneOfMany {
                        return try passMissed(step, "is a list, but `\(component)` is not an index")
                    }
                    let each = JSONPointer(
                        options.pointer.components.prefix(step) + [JSONPointer.each]
                            + options.pointer.components.dropFirst(step))
                    throw notFound(
                        step, "is a list, but `\(component)` is not an index; for each of them, write `\(each)`")
                }
                window.pass(1)
                var count = 0
                var isFound = false
                while !isFound, try passSeparator(isFirst: count == 0, isObject: false) {
                    isFound = count == index
                    if !isFound {
                        try passValue()
                        count += 1
                    }
                }
                guard isFound else {
                    if isOneOfMany { return miss(step, RecordError.tooFew(count)) }
                    throw notFound(step, RecordError.tooFew(count))
                }
                levels.append(.outer(isObject: false))
            case _ where isOneOfMany:
                return try passMissed(step, Self.isScalar)
            default:
                // An invalid value is reported first.
                let value = try record()
                try JSONReader(maximumDepth: options.limits.depth).validate(value)
                throw RecordError.pointerNotFound(
                    options.pointer, step: step, reason: Self.isScalar, at: value.location,
                    file: name
                ).showing(value)
            }
            step += 1
        }
    }

    /// The keys of an object that are kept for the message that it lacks one.
    private static let mostKeysInMessages = 200

    private static let isScalar = "is neither an object nor a list"

    /// Consumes a value at `*` that has no records.
    private func passMissed(_ step: Int, _ reason: String) throws(RecordError) -> RawRecord? {
        let missed = miss(step, reason)
        try passValue()
        return missed
    }

    /// Notes why a value at `*` has no records, which is an error if none has.
    private func miss(_ step: Int, _ reason: String) -> RawRecord? {
        if !hasTarget, missed == nil { missed = notFound(step, reason) }
        return nil
    }

    private func enterTarget(_ byte: UInt8) throws(RecordError) -> RawRecord? {
        (hasTarget, missed) = (true, nil)
        if options.values {
            guard byte == 0x7B else {
                let value = try record()
                try JSONReader(maximumDepth: options.limits.depth).validate(value)
                throw .noValues(RecordError.kindOfValue(byte), at: value.location, file: name).showing(value)
            }
            window.pass(1)
            levels.append(.values(isFirst: true))
            return nil
        }
        guard byte == 0x5B else { return try withParent(try record()) }
        window.pass(1)
        levels.append(.elements(isFirst: true))
        return nil
    }

    private func notFound(_ step: Int, _ reason: String) -> RecordError {
        .pointerNotFound(options.pointer, step: step, reason: reason, at: window.location, file: name)
    }

    /// Keeps the value at the start of the window if the rest of the pointer, from a step on, leads to one list in it.
    private func keepParent(step: Int) throws(RecordError) {
        let rest = options.pointer.components.dropFirst(step)
        guard options.parentField != nil, !rest.isEmpty, !rest.indices.contains(where: options.pointer.isEach),
            try byteAfterBlanks() != nil
        else { return }
        // The window may move its bytes meanwhile.
        let count = try extentOfValue().count
        let value = RawRecord(
            window.storage, at: window.position(of: 0), count: count, location: window.location, file: name,
            isLine: false)
        // Data after a mistake would be missing.
        try JSONReader(maximumDepth: options.limits.depth).validate(value)
        var json: [UInt8] = []
        value.withBytes { JSONText.write($0, without: rest, maximumDepth: options.limits.depth, to: &json) }
        // Each record gets a copy.
        let limit = options.limits.recordBytes >> 10
        if json.count > limit { throw .parentTooLarge(limit: limit, at: window.location, file: name).showing(value) }
        parent = json
    }

    /// A record with the object around its list in the field of the options.
    private func withParent(_ record: RawRecord) throws(RecordError) -> RawRecord {
        guard let field = options.parentField else { return record }
        return try adding(field, parent, option: "--parent-field", to: record)
    }

    /// A record with its name in the field of the options.
    private func named(_ name: String, _ record: RawRecord) throws(RecordError) -> RawRecord {
        guard let field = options.nameField else { return record }
        var json: [UInt8] = []
        RecordWriter.write(string: name, to: &json)
        return try adding(field, json, option: "--name-field", to: record)
    }

    /// A record with one more field, whose value is JSON.
    private func adding(
        _ field: String, _ value: [UInt8], option: String, to record: RawRecord
    ) throws(RecordError) -> RawRecord {
        var location = record.location
        let made = record.withBytes { json -> (bytes: [UInt8], isTaken: Bool)? in
            let rest = json.drop { $0 != UInt8(ascii: "{") }.dropFirst()
            guard let fields = JSONText.fields(of: json, maximumDepth: options.limits.depth),
                // The reader reports what is bad in the first field, at its own place.
                !fields.isEmpty || rest.first(where: { !JSONScanner.isBlank($0) }) == UInt8(ascii: "}")
            else { return nil }
            let tail = json.dropFirst(fields.last?.value.upperBound ?? json.count - rest.count)
            let isBad = tail.first { !JSONScanner.isBlank($0) } != UInt8(ascii: "}")
            var bytes = [UInt8(ascii: "{")]
            RecordWriter.write(string: field, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            bytes += isBad ? value.withUnsafeBufferPointer(JSONText.compact) : value
            if !fields.isEmpty { bytes.append(UInt8(ascii: ",")) }
            if isBad {
                // What is bad in a later field is reported there, too.
                location.column -= bytes.count { $0 & 0xC0 != 0x80 } - 1
                location.offset -= bytes.count - 1
            }
            return (bytes + rest, fields.contains { sameCodePoints($0.key, field) })
        }
        // The reader reports a value that is not an object.
        guard let made else { return record }
        if made.isTaken {
            throw RecordError.nameTaken(field, option: option, at: record.location, file: name).showing(record)
        }
        let storage = made.bytes.withUnsafeBufferPointer { ByteStorage(copying: $0) }
        return RawRecord(
            storage, at: 0, count: made.bytes.count, location: location, file: record.file, isLine: false)
    }

    /// Consumes the value at the start of the window, and returns it as a record.
    private func record() throws(RecordError) -> RawRecord {
        _ = try byteAfterBlanks()
        let (count, isClosed) = try extentOfValue()
        let record = RawRecord(
            window.storage, at: window.position(of: 0), count: count, location: window.location, file: name,
            isLine: false)
        // A record that the end of the input truncates is bad, even if its fields can be read and its last byte is a
        // brace.
        if !isClosed { try JSONReader(maximumDepth: options.limits.depth).validate(record) }
        window.pass(count)
        return record
    }

    /// The length of the value at the start of the window, which then contains all of it, and whether the value ends
    /// before the input does.
    private func extentOfValue() throws(RecordError) -> (count: Int, isClosed: Bool) {
        var boundary = ValueBoundary()
        var searched = 0
        while true {
            if let end = boundary.end(in: window.bytes, from: searched) {
                if end > options.limits.recordBytes { break }
                return (end, true)
            }
            searched = window.count
            if searched > options.limits.recordBytes { break }
            if try !window.fill() { return (searched, false) }
        }
        throw .recordTooLarge(limit: options.limits.recordBytes, at: window.location, file: name)
    }

    /// Consumes the value at the start of the window, which may be longer than memory.
    private func passValue() throws(RecordError) {
        guard let byte = try byteAfterBlanks() else { throw .endsEarly(.value, at: window.location, file: name) }
        switch byte {
        case 0x2C, 0x3A, 0x5D, 0x7D: throw unexpected(.value)
        default: break
        }
        var boundary = ValueBoundary()
        while true {
            if let end = boundary.end(in: window.bytes) {
                window.pass(end)
                return
            }
            window.pass(window.count)
            if try !window.fill() {
                if boundary.endsWithInput { return }
                throw .endsEarly(.restOfValue, at: window.location, file: name)
            }
        }
    }

    /// Skips the rest of an object or list after one of its values.
    private func passRest(isObject: Bool) throws(RecordError) {
        while try passSeparator(isFirst: false, isObject: isObject) {
            if isObject { _ = try key(.key) }
            try passValue()
        }
    }

    /// Consumes the text before the next member. Returns true if there is one, false after the closing bracket.
    private func passSeparator(isFirst: Bool, isObject: Bool) throws(RecordError) -> Bool {
        let closing: UInt8 = isObject ? 0x7D : 0x5D
        let expected: JSONFault.Expectation =
            switch (isFirst, isObject) {
            case (true, true): .keyOrBrace
            case (true, false): .valueOrBracket
            case (false, true): .commaOrBrace
            case (false, false): .commaOrBracket
            }
        guard let byte = try byteAfterBlanks() else { throw .endsEarly(expected, at: window.location, file: name) }
        if byte == closing {
            window.pass(1)
            return false
        }
        if isFirst { return true }
        guard byte == 0x2C else { throw unexpected(expected) }
        window.pass(1)
        guard let next = try byteAfterBlanks() else { throw .endsEarly(.value, at: window.location, file: name) }
        if next == closing || next == 0x2C { throw unexpected(isObject ? .key : .value) }
        return true
    }

    private func unexpected(_ expected: JSONFault.Expectation) -> RecordError {
        .unexpected(window.bytes, expected, at: window.location, file: name)
    }

    /// Consumes a key and its colon.
    private func key(_ expected: JSONFault.Expectation) throws(RecordError) -> String {
        guard try byteAfterBlanks() == 0x22 else { throw unexpected(expected) }
        let count = try extentOfValue().count
        let text = UnsafeBufferPointer(rebasing: window.bytes[0..<count])
        let key: String
        do throws(JSONFault) {
            var scanner = JSONScanner(text, maximumDepth: 1)
            scanner.position = 1
            let hasEscapes = try scanner.skipString()
            key = JSONStringToken(start: 1, end: count - 1, hasEscapes: hasEscapes).string(in: scanner.base)
        } catch {
            throw RecordError(error, in: text, startingAt: window.location, file: name)
        }
        window.pass(count)
        guard let colon = try byteAfterBlanks() else { throw .endsEarly(.colon, at: window.location, file: name) }
        if colon != 0x3A { throw unexpected(.colon) }
        window.pass(1)
        return key
    }

    /// The next byte that is not blank, at the start of the window; nil at the end.
    private func byteAfterBlanks() throws(RecordError) -> UInt8? {
        while true {
            let bytes = window.bytes
            var count = 0
            while count < bytes.count, JSONScanner.isBlank(bytes[count]) { count += 1 }
            if count > 0 { window.pass(count) }
            if let byte = window.bytes.first { return byte }
            if try !window.fill() { return nil }
        }
    }
}
