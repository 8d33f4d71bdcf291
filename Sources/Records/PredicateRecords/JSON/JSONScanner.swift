import PredicateCore

/// Scans JSON text (RFC 8259): checks every byte and builds nothing.
///
/// Nesting is kept on its own stack, so that hostile input uses heap memory, not the call stack. All reads are guarded
/// by `position < end`. The text must outlive the scanner.
struct JSONScanner {
    let base: UnsafePointer<UInt8>
    let end: Int
    var position = 0
    let maximumDepth: Int
    /// Whether a duplicate key in an object is an error.
    let refusesDuplicates: Bool
    /// The open objects (true) and lists (false) of the value that is being skipped.
    private var open: [Bool] = []
    /// The keys of the open objects, if duplicates are refused.
    private var keySets: [JSONKeySet] = []

    /// The pointer of a scanner over an empty text.
    nonisolated(unsafe) private static let nothing = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

    init(_ text: UnsafeBufferPointer<UInt8>, maximumDepth: Int, refusesDuplicates: Bool = false) {
        self.base = text.baseAddress ?? Self.nothing
        self.end = text.baseAddress == nil ? 0 : text.count
        self.maximumDepth = maximumDepth
        self.refusesDuplicates = refusesDuplicates
    }

    /// The byte at the position; 0 at the end. No token begins with 0.
    @inline(__always)
    var current: UInt8 { position < end ? base[position] : 0 }

    /// JSON white space.
    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09: true
        default: false
        }
    }

    @inline(__always)
    mutating func skipBlanks() { while position < end, Self.isBlank(base[position]) { position &+= 1 } }

    @inline(never)
    func unexpected(_ expected: JSONFault.Expectation) -> JSONFault {
        if position >= end { return JSONFault(.truncated(expected), at: end) }
        return JSONFault(faultyUTF8(at: position) ? .invalidUTF8 : .unexpected(expected), at: position)
    }

    private func faultyUTF8(at offset: Int) -> Bool {
        UTF8Sequence.length(at: base + offset, available: end - offset) == 0
    }

    // MARK: Strings

    /// Skips the rest of a string after its opening quote.
    ///
    /// - Returns: whether it contains an escape.
    @inline(__always)
    mutating func skipString() throws(JSONFault) -> Bool {
        var hasEscapes = false
        while true {
            // Takes eight bytes at a time while all are ASCII, without a quote, a backslash or a control character.
            while position &+ 8 <= end {
                let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
                let ones: UInt64 = 0x0101_0101_0101_0101
                let highs: UInt64 = 0x8080_8080_8080_8080
                let quotes = word ^ (ones &* 0x22)
                let backslashes = word ^ (ones &* 0x5C)
                let special =
                    (word | ((word &- (ones &* 0x20)) | (quotes &- ones) | (backslashes &- ones))) & highs
                if special != 0 { break }
                position &+= 8
            }
            while position < end {
                let byte = base[position]
                if byte == 0x22 {
                    position &+= 1
                    return hasEscapes
                }
                if byte == 0x5C {
                    hasEscapes = true
                    try skipEscape()
                    break
                }
                if byte < 0x20 { throw JSONFault(.controlCharacter(byte), at: position) }
                if byte < 0x80 {
                    position &+= 1
                    if position & 7 == 0 { break }
                    continue
                }
                let length = UTF8Sequence.length(at: base + position, available: end &- position)
                if length == 0 { throw JSONFault(.invalidUTF8, at: position) }
                position &+= length
            }
            if position >= end { throw JSONFault(.truncated(.quote), at: end) }
        }
    }

    /// Skips an escape, starting at its backslash.
    @inline(never)
    private mutating func skipEscape() throws(JSONFault) {
        let start = position
        position += 1
        guard position < end else { throw JSONFault(.truncated(.quote), at: end) }
        switch base[position] {
        case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: position += 1
        case 0x75:
            position += 1
            let unit = try hexadecimal()
            if unit & 0xFC00 == 0xDC00 { throw JSONFault(.loneSurrogate, at: start) }
            if unit & 0xFC00 == 0xD800 {
                // Input that ends here is truncated, not wrong.
                guard position < end else { throw JSONFault(.truncated(.quote), at: end) }
                guard base[position] == 0x5C else { throw JSONFault(.loneSurrogate, at: start) }
                guard position + 1 < end else { throw JSONFault(.truncated(.quote), at: end) }
                guard base[position + 1] == 0x75 else { throw JSONFault(.loneSurrogate, at: start) }
                position += 2
                guard try hexadecimal() & 0xFC00 == 0xDC00 else { throw JSONFault(.loneSurrogate, at: start) }
            }
        default:
            throw JSONFault(faultyUTF8(at: position) ? .invalidUTF8 : .badEscape, at: position)
        }
    }

    private mutating func hexadecimal() throws(JSONFault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard position < end, let digit = Self.hexadecimalDigit(base[position]) else {
                throw unexpected(.hexadecimal)
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    // MARK: Numbers and words

    /// Skips a number and returns its parts. A number out of the range of doubles is an error.
    @inline(__always)
    mutating func number() throws(JSONFault) -> JSONNumber {
        var number = JSONNumber(start: position)
        if current == 0x2D {
            number.isNegative = true
            position &+= 1
        }
        let integerStart = position
        try digits(into: &number, isFraction: false)
        if base[integerStart] == 0x30 && position &- integerStart > 1 {
            throw JSONFault(.leadingZero, at: integerStart)
        }
        if current == 0x2E {
            position &+= 1
            number.isInteger = false
            try digits(into: &number, isFraction: true)
        }
        if current | 0x20 == 0x65 { try exponent(of: &number) }
        number.end = position
        if number.magnitude > NumberText.mostDigits { try checkRange(of: number) }
        return number
    }

    @inline(never)
    private func checkRange(of number: JSONNumber) throws(JSONFault) {
        if number.isInteger { throw JSONFault(.integerTooLong, at: number.start) }
        // A number below 10^308 is below the largest double. Only larger numbers are converted to check their range.
        if number.magnitude > 308 && number.mantissa != 0 && number.double(in: base) == nil {
            throw JSONFault(.numberTooLarge, at: number.start)
        }
    }

    @inline(__always)
    private mutating func digits(into number: inout JSONNumber, isFraction: Bool) throws(JSONFault) {
        let start = position
        while position < end {
            let digit = base[position] &- 0x30
            guard digit <= 9 else { break }
            number.append(digit, isFraction: isFraction)
            position &+= 1
        }
        if position == start { throw unexpected(.digit) }
    }

    @inline(never)
    private mutating func exponent(of number: inout JSONNumber) throws(JSONFault) {
        position += 1
        number.isInteger = false
        var isNegative = false
        if current == 0x2B || current == 0x2D {
            isNegative = current == 0x2D
            position += 1
        }
        let start = position
        var exponent = 0
        while position < end {
            let digit = base[position] &- 0x30
            guard digit <= 9 else { break }
            // Exponents this large exceed every double, and are far from overflow.
            if exponent < 1 << 40 { exponent = exponent * 10 + Int(digit) }
            position += 1
        }
        if position == start { throw unexpected(.digit) }
        number.exponent += isNegative ? -exponent : exponent
    }

    /// Skips `true`, `false` or `null`.
    @inline(__always)
    mutating func word(_ word: StaticString) throws(JSONFault) {
        let count = word.utf8CodeUnitCount
        let text = word.utf8Start
        let start = position
        var index = 0
        while index < count {
            guard position < end else { throw JSONFault(.truncated(.restOfWord), at: end) }
            guard base[position] == text[index] else { throw JSONFault(.unknownWord, at: start) }
            position &+= 1
            index &+= 1
        }
    }

    // MARK: Values

    /// Skips the value at the scanner's position, inside `depth` open brackets.
    mutating func skipValue(depth: Int) throws(JSONFault) {
        let bottom = open.count
        let bottomSets = keySets.count
        defer {
            // An error leaves brackets open.
            open.removeLast(open.count - bottom)
            keySets.removeLast(keySets.count - bottomSets)
        }
        while true {
            switch current {
            case 0x22:
                position &+= 1
                _ = try skipString()
            case 0x7B:
                try descend(depth: depth &+ open.count &- bottom, isObject: true)
                if current != 0x7D {
                    try skipKey(.keyOrBrace)
                    continue
                }
            case 0x5B:
                try descend(depth: depth &+ open.count &- bottom, isObject: false)
                if current == 0x5D { break }
                if position >= end { throw unexpected(.valueOrBracket) }
                continue
            case 0x2D, 0x30...0x39: _ = try number()
            case 0x74: try word("true")
            case 0x66: try word("false")
            case 0x6E: try word("null")
            default: throw noValue()
            }
            // The value is skipped, or the bracket that closes an empty one follows.
            member: while true {
                if open.count == bottom { return }
                skipBlanks()
                if open[open.count &- 1] {
                    if current == 0x2C {
                        position &+= 1
                        skipBlanks()
                        try skipKey(.key)
                        break member
                    }
                    guard current == 0x7D else { throw unexpected(.commaOrBrace) }
                    if refusesDuplicates { keySets.removeLast() }
                } else {
                    if current == 0x2C {
                        position &+= 1
                        skipBlanks()
                        break member
                    }
                    guard current == 0x5D else { throw unexpected(.commaOrBracket) }
                }
                position &+= 1
                open.removeLast()
            }
        }
    }

    /// Passes the object at the position, inside one open bracket.
    ///
    /// - Parameter passValue: passes the value of a key, which begins at the scanner's position. Returns false to stop there.
    @inline(__always)
    mutating func passMembers(
        _ passValue: (JSONStringToken, inout JSONScanner) throws(JSONFault) -> Bool
    ) throws(JSONFault) {
        position += 1
        skipBlanks()
        if current != 0x7D {
            var expectation = JSONFault.Expectation.keyOrBrace
            while true {
                let key = try key(expectation)
                guard try passValue(key, &self) else { return }
                skipBlanks()
                guard current == 0x2C else { break }
                position += 1
                skipBlanks()
                expectation = .key
            }
            guard current == 0x7D else { throw unexpected(.commaOrBrace) }
        }
        position += 1
    }

    /// The error for a byte at the beginning of a value.
    @inline(never)
    func noValue() -> JSONFault {
        switch current {
        case 0x41...0x5A, 0x61...0x7A: JSONFault(.unknownWord, at: position)
        default: unexpected(.value)
        }
    }

    @inline(__always)
    private mutating func descend(depth: Int, isObject: Bool) throws(JSONFault) {
        if depth >= maximumDepth { throw JSONFault(.tooDeep(limit: maximumDepth), at: position) }
        open.append(isObject)
        if isObject && refusesDuplicates { keySets.append(JSONKeySet()) }
        position &+= 1
        skipBlanks()
    }

    /// Skips a key, its colon and the blanks after it.
    @inline(__always)
    private mutating func skipKey(_ expected: JSONFault.Expectation) throws(JSONFault) {
        let key = try key(expected)
        if refusesDuplicates { try keySets[keySets.count - 1].insert(key, in: base) }
    }

    /// Skips a key, its colon and the blanks after it, and returns the location of the key.
    @inline(__always)
    mutating func key(_ expected: JSONFault.Expectation) throws(JSONFault) -> JSONStringToken {
        guard current == 0x22 else { throw unexpected(expected) }
        position &+= 1
        let start = position
        let hasEscapes = try skipString()
        let key = JSONStringToken(start: start, end: position &- 1, hasEscapes: hasEscapes)
        skipBlanks()
        guard current == 0x3A else { throw unexpected(.colon) }
        position &+= 1
        skipBlanks()
        return key
    }
}

/// The location of a string in the text, without its quotes. The string is already checked.
struct JSONStringToken {
    var start: Int
    var end: Int
    var hasEscapes: Bool

    /// The decoded text.
    @inline(__always)
    func string(in base: UnsafePointer<UInt8>) -> String {
        if hasEscapes { return unescaped(in: base) }
        return String(decoding: UnsafeBufferPointer(start: base + start, count: end &- start), as: UTF8.self)
    }

    @inline(never)
    private func unescaped(in base: UnsafePointer<UInt8>) -> String {
        // No escape is shorter than the character it stands for.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: end &- start) { buffer in
            guard let output = buffer.baseAddress else { return "" }
            let count = unescape(base, into: output)
            return String(decoding: UnsafeBufferPointer(start: UnsafePointer(output), count: count), as: UTF8.self)
        }
    }

    /// Writes the decoded bytes, never more than the token has, and returns their number.
    private func unescape(_ base: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>) -> Int {
        /// Four hexadecimal digits at an offset. The token has been checked.
        func unit(at offset: Int) -> UInt32 {
            var unit: UInt32 = 0
            for index in offset..<offset + 4 {
                unit = unit << 4 | UInt32(JSONScanner.hexadecimalDigit(base[index]) ?? 0)
            }
            return unit
        }
        var index = start
        var count = 0
        while index < end {
            guard base[index] == 0x5C else {
                let runStart = index
                while index < end, base[index] != 0x5C { index &+= 1 }
                output.advanced(by: count).update(from: base + runStart, count: index &- runStart)
                count &+= index &- runStart
                continue
            }
            let letter = base[index &+ 1]
            index &+= 2
            guard letter == 0x75 else {
                output[count] =
                    switch letter {
                    case 0x62: 0x08
                    case 0x66: 0x0C
                    case 0x6E: 0x0A
                    case 0x72: 0x0D
                    case 0x74: 0x09
                    default: letter
                    }
                count &+= 1
                continue
            }
            var scalar = unit(at: index)
            index &+= 4
            if scalar & 0xFC00 == 0xD800 {
                scalar = 0x10000 + (scalar & 0x3FF) << 10 + unit(at: index &+ 2) & 0x3FF
                index &+= 6
            }
            for byte in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter {
                output[count] = byte
                count &+= 1
            }
        }
        return count
    }

    /// The decoded text as UTF-8.
    func bytes(in base: UnsafePointer<UInt8>) -> [UInt8] {
        if hasEscapes { return Array(string(in: base).utf8) }
        return Array(UnsafeBufferPointer(start: base + start, count: end - start))
    }

    /// Whether both decode to the same code points.
    func isEqual(to other: JSONStringToken, in base: UnsafePointer<UInt8>) -> Bool {
        if hasEscapes || other.hasEscapes { return bytes(in: base) == other.bytes(in: base) }
        guard end &- start == other.end &- other.start else { return false }
        for index in 0..<(end &- start) where base[start &+ index] != base[other.start &+ index] { return false }
        return true
    }

    /// Whether the string decodes to the code points of a given string.
    @inline(__always)
    func isEqual(to text: [UInt8], in base: UnsafePointer<UInt8>) -> Bool {
        if hasEscapes { return string(in: base).utf8.elementsEqual(text) }
        guard end &- start == text.count else { return false }
        let start = base + start
        return text.withUnsafeBufferPointer { bytes in
            for index in 0..<bytes.count where bytes[index] != start[index] { return false }
            return true
        }
    }
}

/// The keys of one object, to find duplicates.
struct JSONKeySet {
    /// The first keys. They are compared one by one in the text.
    private var few: [JSONStringToken] = []
    /// All keys, once there are many of them.
    private var many: Set<[UInt8]> = []
    private static let narrow = 24

    mutating func insert(_ key: JSONStringToken, in base: UnsafePointer<UInt8>) throws(JSONFault) {
        let isNew: Bool
        if many.isEmpty {
            isNew = !few.contains { $0.isEqual(to: key, in: base) }
            few.append(key)
            if few.count > Self.narrow { many = Set(few.map { $0.bytes(in: base) }) }
        } else {
            isNew = many.insert(key.bytes(in: base)).inserted
        }
        if !isNew { throw JSONFault(.duplicateKey(key.string(in: base)), at: key.start - 1) }
    }
}
