import Foundation
import PredicateFormat

/// A structure with a field of every kind of type.
struct Everything: PredicateDescribed, Sendable {
    enum State: String, CaseIterable, PredicateFieldValue, Sendable { case open, closed, lost }
    enum Level: Int, PredicateFieldValue, Sendable, Comparable {
        case low = 1
        case high = 10
        static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    struct Point: PredicateDescribed, Sendable {
        var x: Double
        var label: String?
        static let predicateDescription = PredicateDescription<Point> {
            Field("x", \.x)
            Field("label", \.label)
        }
    }

    struct Part: PredicateDescribed, Sendable {
        var price: Double
        var quantity: Int
        var code: String
        var at: Point?
        var marks: [Int]
        static let predicateDescription = PredicateDescription<Part> {
            Field("price", \.price)
            Field("quantity", \.quantity)
            Field("code", \.code)
            Field("at", \.at)
            Field("marks", \.marks)
        }
    }

    final class Node: PredicateDescribed, Sendable {
        let name: String
        let weight: Int?
        let next: Node?
        init(_ name: String, weight: Int?, next: Node?) {
            self.name = name
            self.weight = weight
            self.next = next
        }
        static let predicateDescription = PredicateDescription<Node> {
            Field("name", \.name)
            Field("weight", \.weight)
            Field("next", \.next)
        }
    }

    var flag: Bool
    var maybeFlag: Bool?
    var tiny: Int8
    var wide: UInt64
    var count: Int
    var maybe: Int?
    var deep: Int??
    var ratio: Double
    var real: Float
    var maybeReal: Double?
    var name: String
    var nick: String?
    var part: Substring
    var letter: Character
    var born: Date
    var died: Date?
    var id: UUID
    var link: URL
    var price: Decimal
    var bytes: Data
    var tags: [String]
    var scores: [Int?]?
    var letters: Set<String>
    var limits: [String: Int]
    var state: State
    var level: Level?
    var home: Point?
    var base: Point
    var parts: [Part]
    var chain: Node?

    static let predicateDescription = PredicateDescription<Everything> {
        Field("flag", \.flag)
        Field("maybeFlag", \.maybeFlag)
        Field("tiny", \.tiny)
        Field("wide", \.wide)
        Field("count", \.count)
        Field("maybe", \.maybe)
        Field("deep", \.deep)
        Field("ratio", \.ratio)
        Field("real", \.real)
        Field("maybeReal", \.maybeReal)
        Field("name", \.name)
        Field("nick", \.nick)
        Field("part", \.part)
        Field("letter", \.letter)
        Field("born", \.born)
        Field("died", \.died)
        Field("id", \.id)
        Field("link", \.link)
        Field("price", \.price)
        Field("bytes", \.bytes)
        Field("tags", \.tags)
        Field("scores", \.scores)
        Field("letters", \.letters)
        Field("limits", \.limits)
        Field("state", \.state)
        Field("level", \.level)
        Field("home", \.home)
        Field("base", \.base)
        Field("parts", \.parts)
        Field("chain", \.chain)
    }
}

/// Values for the literals of generated predicates.
enum Written {
    static func day(_ number: Double) -> Date { Date(timeIntervalSinceReferenceDate: number * 86400) }
    static func id(_ digit: Int) -> UUID {
        UUID(uuidString: [8, 4, 4, 4, 12].map { String(repeating: "\(digit)", count: $0) }.joined(separator: "-"))
            ?? UUID()
    }
    static func link(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }
    static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }
}

/// Makes values from a seed.
struct EverythingGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 2 &+ 1 }

    private mutating func below(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int((state >> 11) % UInt64(limit))
    }

    private mutating func pick<Value>(_ choices: [Value]) -> Value { choices[below(choices.count)] }
    private mutating func perhaps<Value>(_ value: Value) -> Value? { below(4) == 0 ? nil : value }
    private mutating func text() -> String { pick(["", "a", "A", "ab", "Ab", "é", "É", "a text", "b", "open"]) }
    private mutating func number() -> Int { pick([0, 1, 2, 3, 5, 10, -1, -7, Int.max]) }
    private mutating func real() -> Double { pick([0, 0.5, 1, 2, 2.5, -1.5, 10, .nan, .infinity]) }

    private mutating func list<Value>(_ make: (inout EverythingGenerator) -> Value) -> [Value] {
        (0..<below(4)).map { _ in make(&self) }
    }

    private mutating func point() -> Everything.Point {
        let label = text()
        return Everything.Point(x: real(), label: perhaps(label))
    }

    private mutating func chain(_ depth: Int) -> Everything.Node? {
        guard depth > 0, below(4) > 0 else { return nil }
        let weight = number()
        return Everything.Node(text(), weight: perhaps(weight), next: chain(depth - 1))
    }

    mutating func value() -> Everything {
        let (maybe, deep, real, nick, died, home) = (number(), number(), self.real(), text(), Double(below(4)), point())
        let scores: [Int?] = list { generator in
            let score = generator.number()
            return score == Int.max ? 4 : generator.perhaps(score)
        }
        let isMaybeFlag = below(2) == 0
        return Everything(
            flag: below(2) == 0, maybeFlag: perhaps(isMaybeFlag), tiny: Int8(below(7) - 3),
            wide: pick([0, 1, 3, .max]),
            count: number(), maybe: perhaps(maybe), deep: pick([nil, .some(nil), .some(deep)]), ratio: self.real(),
            real: Float(self.real()), maybeReal: perhaps(real), name: text(), nick: perhaps(nick), part: text()[...],
            letter: pick(["a", "A", "é", "x"]), born: Written.day(Double(below(4))), died: perhaps(Written.day(died)),
            id: Written.id(below(3)), link: Written.link(pick(["http://a.b/C", "HTTP://A.b/C", "x:y"])),
            price: Written.decimal(pick(["0", "1", "1.5", "-3"])), bytes: pick([Data(), Data([1, 2, 3])]),
            tags: list { $0.text() }, scores: perhaps(scores), letters: Set(list { $0.text() }),
            limits: below(3) == 0 ? [:] : ["a": below(3), "b": 7], state: pick(Everything.State.allCases),
            level: pick([nil, .low, .high]), home: perhaps(home), base: point(),
            parts: list { generator in
                let at = generator.point()
                return Everything.Part(
                    price: Double(generator.below(9)) / 2, quantity: generator.below(5) - 1, code: generator.text(),
                    at: generator.perhaps(at), marks: generator.list { $0.below(4) })
            },
            chain: chain(3))
    }
}
