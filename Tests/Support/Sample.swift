import Foundation
import PredicateFormat

/// A type with a property of every supported kind, described twice: by key paths and by closures.
package struct Sample: Sendable {
    package enum State: String, CaseIterable, PredicateFieldValue, Sendable { case open, closed, lost }
    package enum Level: Int, PredicateFieldValue, Comparable, Sendable {
        case low = 1
        case high = 10

        package static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    package struct Point: Sendable, Equatable {
        package var x: Double
        package var label: String?

        package init(x: Double, label: String?) {
            self.x = x
            self.label = label
        }
    }

    package struct Item: Sendable {
        package var price: Double
        package var quantity: Int
        package var code: String
        package var at: Point?
        package var marks: [Int]
    }

    /// A class that refers to its own type. Its properties have no offset in the value itself.
    package final class Node: Sendable {
        package let name: String
        package let weight: Int?
        package let next: Node?
        package init(_ name: String, weight: Int? = nil, next: Node? = nil) {
            self.name = name
            self.weight = weight
            self.next = next
        }
    }

    /// An identifier with its own `predicateShape`.
    package struct Key: Sendable, PredicateFieldValue {
        package var number: Int
        package static var predicateShape: PredicateShape<Key> { .mapped { $0.number } }
    }

    package var flag: Bool
    package var maybeFlag: Bool?
    package var tiny: Int8
    package var wide: UInt64
    package var count: Int
    package var maybe: Int?
    package var deep: Int??
    package var ratio: Double
    package var real: Float
    package var maybeReal: Double?
    package var name: String
    package var nick: String?
    package var part: Substring
    package var letter: Character
    package var born: Date
    package var died: Date?
    package var id: UUID
    package var link: URL
    package var price: Decimal
    package var bytes: Data
    package var tags: [String]
    package var scores: [Int?]?
    package var letters: Set<String>
    package var limits: [String: Int]
    package var state: State
    package var level: Level?
    package var key: Key
    package var home: Point?
    package var base: Point
    package var items: [Item]
    package var chain: Node?

    package var initial: String { String(name.prefix(1)) }
}

extension Sample.Point: PredicateDescribed {
    package static let predicateDescription = PredicateDescription<Self> {
        PredicateField("x", \.x)
        PredicateField("label", \.label)
    }
}

extension Sample.Item: PredicateDescribed {
    package static let predicateDescription = PredicateDescription<Self> {
        PredicateField("price", \.price)
        PredicateField("quantity", \.quantity)
        PredicateField("code", \.code)
        PredicateField("at", \.at)
        PredicateField("marks", \.marks)
    }
}

extension Sample.Node: PredicateDescribed {
    package static let predicateDescription = PredicateDescription<Sample.Node> {
        PredicateField("name", \.name)
        PredicateField("weight", \.weight)
        PredicateField("next", \.next)
    }
}

extension Sample: PredicateDescribed {
    package static let predicateDescription = PredicateDescription<Self> {
        PredicateField("flag", \.flag)
        PredicateField("maybeFlag", \.maybeFlag)
        PredicateField("tiny", \.tiny)
        PredicateField("wide", \.wide)
        PredicateField("count", \.count)
        PredicateField("maybe", \.maybe)
        PredicateField("deep", \.deep)
        PredicateField("ratio", \.ratio)
        PredicateField("real", \.real)
        PredicateField("maybeReal", \.maybeReal)
        PredicateField("name", \.name)
        PredicateField("nick", \.nick)
        PredicateField("part", \.part)
        PredicateField("letter", \.letter)
        PredicateField("born", \.born)
        PredicateField("died", \.died)
        PredicateField("id", \.id)
        PredicateField("link", \.link)
        PredicateField("price", \.price)
        PredicateField("bytes", \.bytes)
        PredicateField("tags", \.tags)
        PredicateField("scores", \.scores)
        PredicateField("letters", \.letters)
        PredicateField("limits", \.limits)
        PredicateField("state", \.state)
        PredicateField("level", \.level)
        PredicateField("key", \.key)
        PredicateField("home", \.home)
        PredicateField("base", \.base)
        PredicateField("items", \.items)
        PredicateField("chain", \.chain)
        PredicateField("initial", \.initial)
    }

    package static let byClosures = PredicateDescription<Self> {
        PredicateField("flag") { $0.flag }
        PredicateField("maybeFlag") { $0.maybeFlag }
        PredicateField("tiny") { $0.tiny }
        PredicateField("wide") { $0.wide }
        PredicateField("count") { $0.count }
        PredicateField("maybe") { $0.maybe }
        PredicateField("deep") { $0.deep }
        PredicateField("ratio") { $0.ratio }
        PredicateField("real") { $0.real }
        PredicateField("maybeReal") { $0.maybeReal }
        PredicateField("name") { $0.name }
        PredicateField("nick") { $0.nick }
        PredicateField("part") { $0.part }
        PredicateField("letter") { $0.letter }
        PredicateField("born") { $0.born }
        PredicateField("died") { $0.died }
        PredicateField("id") { $0.id }
        PredicateField("link") { $0.link }
        PredicateField("price") { $0.price }
        PredicateField("bytes") { $0.bytes }
        PredicateField("tags") { $0.tags }
        PredicateField("scores") { $0.scores }
        PredicateField("letters") { $0.letters }
        PredicateField("limits") { $0.limits }
        PredicateField("state") { $0.state }
        PredicateField("level") { $0.level }
        PredicateField("key") { $0.key }
        PredicateField("home") { $0.home }
        PredicateField("base") { $0.base }
        PredicateField("items") { $0.items }
        PredicateField("chain") { $0.chain }
        PredicateField("initial") { $0.initial }
    }
}

// The same values, written by hand without the tested code.
extension Sample {
    package var reference: PredicateValue {
        Values.record([
            "flag": .boolean(flag), "maybeFlag": maybeFlag.map(PredicateValue.boolean) ?? .null,
            "tiny": .integer(Int64(tiny)),
            "wide": wide > UInt64(Int64.max) ? .decimal(Decimal(wide)) : .integer(Int64(wide)),
            "count": .integer(Int64(count)), "maybe": maybe.map { .integer(Int64($0)) } ?? .null,
            "deep": (deep ?? nil).map { .integer(Int64($0)) } ?? .null, "ratio": Self.real(ratio),
            "real": Self.real(Double(real)), "maybeReal": maybeReal.map(Self.real) ?? .null, "name": .string(name),
            "nick": nick.map(PredicateValue.string) ?? .null, "part": .string(String(part)),
            "letter": .string(String(letter)), "born": .date(born),
            "died": died.map(PredicateValue.date) ?? .null, "id": .uuid(id), "link": .url(link.absoluteString),
            "price": .decimal(price), "bytes": .data(bytes), "tags": .list(tags.map(PredicateValue.string)),
            "scores": scores.map { .list($0.map { $0.map { .integer(Int64($0)) } ?? .null }) } ?? .null,
            "letters": .set(letters.map(PredicateValue.string)),
            "limits": .object(
                PredicateObject(limits.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })),
            "state": .string(state.rawValue), "level": level.map { .integer(Int64($0.rawValue)) } ?? .null,
            "key": .integer(Int64(key.number)), "home": home?.reference ?? .null, "base": base.reference,
            "items": .list(items.map(\.reference)), "chain": chain?.reference ?? .null, "initial": .string(initial),
        ])
    }

    private static func real(_ double: Double) -> PredicateValue { double.isFinite ? .double(double) : .null }
}

extension Sample.Point {
    package var reference: PredicateValue {
        Values.record(["x": x.isFinite ? .double(x) : .null, "label": label.map(PredicateValue.string) ?? .null])
    }
}

extension Sample.Item {
    package var reference: PredicateValue {
        Values.record([
            "price": .double(price), "quantity": .integer(Int64(quantity)), "code": .string(code),
            "at": at?.reference ?? .null, "marks": .list(marks.map { .integer(Int64($0)) }),
        ])
    }
}

extension Sample.Node {
    package var reference: PredicateValue {
        Values.record([
            "name": .string(name), "weight": weight.map { .integer(Int64($0)) } ?? .null,
            "next": next?.reference ?? .null,
        ])
    }
}
