/// Random numbers that are the same for the same seed on every platform (SplitMix64).
package struct SeededRandom: RandomNumberGenerator, SeededGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package var random: SeededRandom {
        get { self }
        set { self = newValue }
    }
}

/// Makes values, records or predicates from a seed.
package protocol SeededGenerator {
    /// The numbers that decide.
    var random: SeededRandom { get set }
}

extension SeededGenerator {
    /// A number from 0 to just below a limit.
    package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    /// One of some choices, of which there is at least one.
    package mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

    /// True once in so many times.
    package mutating func chance(_ share: Int) -> Bool { below(share) == 0 }

    /// True in so many of a hundred times.
    package mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

    /// The value, or nil in a third of all times.
    package mutating func perhaps<T>(_ value: T) -> T? { chance(3) ? nil : value }

    /// A list with fewer elements than a limit.
    package mutating func list<T>(_ limit: Int = 4, _ make: (inout Self) -> T) -> [T] {
        (0..<below(limit)).map { _ in make(&self) }
    }

    /// A file with a few bytes deleted, flipped, doubled or replaced, with a sign more, or without its end.
    package mutating func damaged(_ file: [UInt8]) -> [UInt8] {
        let signs = Array("<>&;\"'{}[],:/\\-!#|*%@=. \n\r\t\0u0\u{85}\u{2028}\u{FEFF}".utf8)
        var file = file
        repeat {
            guard !file.isEmpty else { return file }
            let offset = below(file.count)
            switch below(7) {
            case 0: file.remove(at: offset)
            case 1: file[offset] ^= 1 << UInt8(below(8))
            case 2: file.insert(file[offset], at: offset)
            case 3: file.insert(pick(signs), at: offset)
            case 4: file[offset] = pick(signs)
            case 5: file[offset] = UInt8(below(256))
            default: file.removeSubrange(offset...)
            }
        } while chance(3)
        return file
    }
}
