import PredicateCore
import PredicatePlatform

/// Reads binary property lists.
///
/// Foundation's PropertyListDecoder traps on some damaged files: it reads a string past the end of the file. A reader
/// of files of others cannot accept that, and the format is small. Values have no locations: their ranges are `0..<0`.
struct BinaryPropertyList {
    /// Whether a file begins as one.
    static func isOne(_ file: [UInt8]) -> Bool { file.starts(with: Array("bplist".utf8)) }

    /// The value of a file.
    static func read(_ file: [UInt8]) throws(ConfigurationError) -> ConfigurationNode {
        guard file.count <= ConfigurationLimits.fileBytes else {
            throw ConfigurationError("the file is larger than \(ConfigurationLimits.fileBytes >> 20) MiB", at: 0)
        }
        guard file.starts(with: Array("bplist0".utf8)) else {
            throw ConfigurationError("this version of binary property lists is unknown", at: 0)
        }
        var reader = try Self(file)
        return try reader.document()
    }

    /// An object whose parts were not all read.
    private struct Frame {
        /// The offset of the numbers of its parts; those of the keys come before those of the values.
        let references: Int
        let count: Int
        let isMapping: Bool
        var next = 0
    }

    private let file: [UInt8]
    private let objectCount: Int
    private let top: Int
    private let table: Int
    private let offsetSize: Int
    private let referenceSize: Int
    private var builder = ConfigurationNodeBuilder()
    private var frames: [Frame] = []
    /// The strings that were read. Many keys refer to one string.
    private var texts: [Int: LocatedText] = [:]
    /// References that may still be followed, and bytes of strings and data that may still be read. A file that writes
    /// each object once needs no more than its bytes. Shared lists and overlapping strings could otherwise go on
    /// without end.
    private var budget: Int

    private static let trailer = 32

    private init(_ file: [UInt8]) throws(ConfigurationError) {
        self.file = file
        let start = file.count - Self.trailer
        guard start >= 8 else { throw ConfigurationError("the binary property list is cut off", at: file.count) }
        offsetSize = Int(file[start + 6])
        referenceSize = Int(file[start + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(file, start + 8, 8), let top = Self.number(file, start + 16, 8),
            let table = Self.number(file, start + 24, 8), count > 0, count <= start, top < count, table <= start,
            count * offsetSize <= start - table
        else { throw ConfigurationError("the end of the binary property list is damaged", at: start) }
        (objectCount, self.top, self.table) = (count, top, table)
        budget = 16 * file.count
    }

    private mutating func document() throws(ConfigurationError) -> ConfigurationNode {
        try object(top)
        while let frame = frames.last {
            guard frame.next < frame.count else {
                frames.removeLast()
                builder.close(at: 0)
                continue
            }
            frames[frames.count - 1].next += 1
            if frame.isMapping {
                let key = try reference(frame.references, frame.next)
                builder.key(try text(key))
                try object(try reference(frame.references, frame.count + frame.next))
            } else {
                try object(try reference(frame.references, frame.next))
            }
        }
        guard let root = builder.finish() else { throw ConfigurationError("the property list is empty", at: 0) }
        return root
    }

    // MARK: Objects

    private mutating func object(_ number: Int) throws(ConfigurationError) {
        let start = try self.start(of: number)
        try charge(1, start)
        let marker = file[start]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0: try other(try word(low, start))
        case 0x1: try other(try integer(start))
        case 0x2: try other("\(try real(start, 1 << min(low, 4)))")
        case 0x3: try other(PredicateDate.format(Date(timeIntervalSinceReferenceDate: try real(start, 8))))
        case 0x4:
            let (content, count) = try contents(start, size: 1)
            try charge(count, start)
            try other(Data(file[content..<content + count]).base64EncodedString())
        case 0x5, 0x6: try builder.value(.text(try text(number)), 0..<0)
        // The reference of a keyed archive.
        case 0x8: try other("\(try unsigned(start + 1, low + 1, start))")
        case 0xA, 0xB, 0xC: try open(start, isMapping: false)
        case 0xD: try open(start, isMapping: true)
        default: throw damaged(start)
        }
    }

    private mutating func charge(_ cost: Int, _ start: Int) throws(ConfigurationError) {
        budget -= cost
        guard budget >= 0 else { throw ConfigurationError("the values share their parts too often", at: start) }
    }

    private mutating func other(_ text: String) throws(ConfigurationError) { try builder.value(.other(text), 0..<0) }

    private mutating func open(_ start: Int, isMapping: Bool) throws(ConfigurationError) {
        let (references, size) = try contents(start, size: isMapping ? 2 * referenceSize : referenceSize)
        try builder.open(isMapping: isMapping, at: 0)
        frames.append(Frame(references: references, count: size, isMapping: isMapping))
    }

    private func word(_ low: Int, _ start: Int) throws(ConfigurationError) -> String {
        switch low {
        case 0x0: return "null"
        case 0x8: return "false"
        case 0x9: return "true"
        default: throw damaged(start)
        }
    }

    /// Integers of up to four bytes have no sign; those of eight have one; those of sixteen serve for unsigned ones of eight.
    private func integer(_ start: Int) throws(ConfigurationError) -> String {
        let low = Int(file[start] & 0x0F)
        switch low {
        case 0, 1, 2: return "\(try unsigned(start + 1, 1 << low, start))"
        case 3: return "\(Int64(bitPattern: try unsigned(start + 1, 8, start)))"
        case 4:
            let high = try unsigned(start + 1, 8, start)
            let value = try unsigned(start + 9, 8, start)
            if high == 0 { return "\(value)" }
            guard high == .max, value >> 63 == 1 else { throw damaged(start) }
            return "\(Int64(bitPattern: value))"
        default: throw damaged(start)
        }
    }

    private func real(_ start: Int, _ size: Int) throws(ConfigurationError) -> Double {
        let bits = try unsigned(start + 1, size, start)
        switch size {
        case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 8: return Double(bitPattern: bits)
        default: throw damaged(start)
        }
    }

    /// The text of an object, which is also the key of a mapping.
    private mutating func text(_ number: Int) throws(ConfigurationError) -> LocatedText {
        if let text = texts[number] { return text }
        let start = try self.start(of: number)
        let text: String
        switch file[start] >> 4 {
        case 0x5:
            let (content, count) = try contents(start, size: 1)
            try charge(count, start)
            let bytes = file[content..<content + count]
            guard bytes.allSatisfy({ $0 < 0x80 }) else { throw damaged(start) }
            text = String(decoding: bytes, as: UTF8.self)
        case 0x6:
            let (content, count) = try contents(start, size: 2)
            try charge(2 * count, start)
            var units: [UInt16] = []
            units.reserveCapacity(count)
            for unit in 0..<count {
                let offset = content + 2 * unit
                units.append(UInt16(file[offset]) << 8 | UInt16(file[offset + 1]))
            }
            // Decoding replaces lone surrogates, so the result would differ.
            let decoded = String(decoding: units, as: UTF16.self)
            guard decoded.utf16.elementsEqual(units) else {
                throw ConfigurationError("the text has half of a surrogate pair", at: start)
            }
            text = decoded
        default: throw ConfigurationError("expected a string", at: start)
        }
        var map = TextMap(at: 0)
        map.appendUnit(text.utf8.count, for: 0..<0)
        let located = LocatedText(text, map, .binary)
        texts[number] = located
        return located
    }

    // MARK: Numbers

    private func damaged(_ offset: Int) -> ConfigurationError {
        ConfigurationError("the binary property list is damaged", at: offset)
    }

    /// The offset of an object, which is a byte of the file.
    private func start(of number: Int) throws(ConfigurationError) -> Int {
        guard number >= 0, number < objectCount,
            let start = Self.number(file, table + number * offsetSize, offsetSize), start >= 8, start < table
        else { throw damaged(table) }
        return start
    }

    /// The number of a part of a list; the caller has checked that it is in the file.
    private func reference(_ references: Int, _ index: Int) throws(ConfigurationError) -> Int {
        guard let number = Self.number(file, references + index * referenceSize, referenceSize) else {
            throw damaged(references)
        }
        return number
    }

    /// Where the contents of an object begin, and how many elements of a size they have. They lie within the file.
    private func contents(_ start: Int, size: Int) throws(ConfigurationError) -> (offset: Int, count: Int) {
        var offset = start + 1
        var count = Int(file[start] & 0x0F)
        if count == 0x0F {
            guard offset < table, file[offset] >> 4 == 0x1, file[offset] & 0x0F <= 3 else { throw damaged(start) }
            let bytes = 1 << Int(file[offset] & 0x0F)
            guard let long = Self.number(file, offset + 1, bytes) else { throw damaged(start) }
            offset += 1 + bytes
            count = long
        }
        let (total, isTooLarge) = count.multipliedReportingOverflow(by: size)
        guard !isTooLarge, offset <= table, total <= table - offset else { throw damaged(start) }
        return (offset, count)
    }

    private func unsigned(_ offset: Int, _ size: Int, _ start: Int) throws(ConfigurationError) -> UInt64 {
        // The numbers of archives may have more bytes, but no archive has so many objects.
        guard size <= 8, offset + size <= table else { throw damaged(start) }
        return file[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A number that counts or locates something; nil if it is not in the file or larger than any file.
    private static func number(_ file: [UInt8], _ offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, size >= 0, offset <= file.count - size else { return nil }
        var value: UInt64 = 0
        for byte in file[offset..<offset + size] {
            guard value < 1 << 48 else { return nil }
            value = value << 8 | UInt64(byte)
        }
        return Int(exactly: value)
    }
}
