/// The Default Unicode Collation Element Table, decoded when it is first needed.
struct CollationTable: Sendable {
    static let shared = CollationTable()

    let contractions: CollationContractions
    private let singles: ScalarMap
    private let implicit: [ImplicitRange]

    /// A flag of an entry: contractions begin with this code point.
    private static let beginsContraction: UInt32 = 1 << 30

    /// A range of code points whose weights are computed.
    private struct ImplicitRange: Sendable {
        var start: UInt32
        var end: UInt32
        /// The first weight; without an origin, the upper bits of the code point are added to it.
        var weight: UInt32
        /// The number to subtract from the code point for the second weight; if it is zero, the weight is its lower bits.
        var origin: UInt32
    }

    init() {
        let pairs = Self.readPairs()
        contractions = Self.readContractions(pairs)
        singles = Self.readSingles(pairs, contractions)
        var reader = PackedTableReader(CollationTables.implicit)
        implicit = (0..<reader.nextCount()).map { _ in
            let start = reader.next()
            let end = start &+ reader.next()
            return ImplicitRange(start: start, end: end, weight: 0xFB00 &+ reader.next(), origin: reader.next())
        }
    }

    // MARK: - Looking up

    /// The entry of a single code point; zero if its weights are computed.
    func entry(_ code: UInt32) -> UInt32 { singles.entry(code) }

    /// Whether contractions begin with the code point of an entry.
    static func beginsContraction(_ entry: UInt32) -> Bool { entry & beginsContraction != 0 }

    /// Appends the elements of a code point that no contraction took.
    func appendElements(of code: UInt32, entry: UInt32, to elements: inout [UInt32]) {
        let entry = entry & ~Self.beginsContraction
        if entry & ScalarMap.several != 0 {
            elements += singles.targets(of: entry)
        } else if entry != 0 {
            elements.append(entry)
        } else {
            appendImplicit(code, to: &elements)
        }
    }

    /// Weights from the code point itself: ideographs, some scripts with many signs, and unassigned code points.
    private func appendImplicit(_ code: UInt32, to elements: inout [UInt32]) {
        let location = implicit.partitioningIndex { $0.end >= code }
        var first: UInt32 = 0xFBC0 + code >> 15
        var second = code & 0x7FFF
        if location < implicit.count, implicit[location].start <= code {
            let range = implicit[location]
            first = range.weight + (range.origin == 0 ? code >> 15 : 0)
            second = range.origin == 0 ? second : code - range.origin
        }
        elements.append(first << 14 | 0x20 << 5 | 0x02)
        elements.append((second | 0x8000) << 14)
    }

    // MARK: - Decoding

    /// The secondary and tertiary weights, in the format of the lower bits of an element.
    private static func readPairs() -> [UInt32] {
        var reader = PackedTableReader(CollationTables.pairs)
        return (0..<reader.nextCount()).map { _ in
            let secondary = reader.next()
            return secondary << 5 | reader.next()
        }
    }

    private static func readContractions(_ pairs: [UInt32]) -> CollationContractions {
        var contractions = CollationContractions()
        var reader = PackedTableReader(CollationTables.contractions)
        var primary: UInt32 = 0
        for _ in 0..<reader.nextCount() {
            let codes = (0..<reader.nextCount()).map { _ in reader.next() }
            contractions.insert(codes, readElements(&reader, pairs, &primary))
        }
        return contractions
    }

    private static func readSingles(_ pairs: [UInt32], _ contractions: CollationContractions) -> ScalarMap {
        var builder = ScalarMap.Builder()
        var reader = PackedTableReader(CollationTables.singles)
        var primary: UInt32 = 0
        var code: UInt32 = 0
        for _ in 0..<reader.nextCount() {
            code &+= reader.next()
            let others = reader.next()
            var elements = readElements(&reader, pairs, &primary)
            builder.insert(elements, at: code, flags: contractions.begin(with: code) ? beginsContraction : 0)
            if others == 0 { continue }
            let step = reader.nextSigned()
            for _ in 0..<others {
                code &+= 1
                primary = UInt32(bitPattern: Int32(bitPattern: primary) &+ step)
                elements[0] = primary << 14 | elements[0] & 0x3FFF
                builder.insert(elements, at: code, flags: contractions.begin(with: code) ? beginsContraction : 0)
            }
        }
        return ScalarMap(builder)
    }

    private static func readElements(
        _ reader: inout PackedTableReader, _ pairs: [UInt32], _ primary: inout UInt32
    ) -> [UInt32] {
        (0..<reader.nextCount()).map { _ in
            let pair = pairs[reader.nextCount()]
            let distance = reader.nextSigned()
            // Distance 1 means that there is no primary weight; true distances are stored one higher.
            if distance == 1 { return pair }
            primary = UInt32(bitPattern: Int32(bitPattern: primary) &+ (distance > 1 ? distance - 1 : distance))
            return primary << 14 | pair
        }
    }
}
