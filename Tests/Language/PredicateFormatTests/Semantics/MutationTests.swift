import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Behaviour that a mutation run showed to be untested.
@Suite("Corners that a mutation run found")
struct MutationTests {
    @Test("The first instant that RFC 3339 can write")
    func firstInstant() {
        #expect(PredicateDate.hasRFC3339Form(Date(timeIntervalSinceReferenceDate: -63_145_526_400)))
    }

    @Test("A sum whose lower 64 bits are all zero")
    func sumOfTwoSmallest() {
        let smallest: PredicateValue = [.integer(.min), .integer(.min)]
        #expect(ValueSemantics.collection(.avg, of: smallest) == .double(-0x1p63))
        #expect(ValueSemantics.collection(.sum, of: smallest) == .null)
    }

    @Test("A sum of decimals past their range is nil (D31)")
    func decimalOverflow() {
        let largest = PredicateValue.decimal(.greatestFiniteMagnitude)
        #expect(ValueSemantics.collection(.sum, of: [largest, largest]) == .null)
        #expect(ValueSemantics.collection(.avg, of: [largest, largest]) == .null)
    }

    @Test("A mean of doubles counts them all")
    func meanOfDoubles() {
        #expect(ValueSemantics.collection(.avg, of: [1.5, 2, 2.5, nil]) == 2.0)
    }

    @Test("A UUID has only hyphens between its groups", arguments: [8, 13, 18, 23])
    func hyphens(_ position: Int) {
        var text = Array("12345678-9ABC-DEF0-1234-56789ABCDEF0".utf8)
        #expect(PredicateUUID.parse(String(decoding: text, as: UTF8.self)) != nil)
        text[position] = 0x5F
        #expect(PredicateUUID.parse(String(decoding: text, as: UTF8.self)) == nil)
    }

    @Test("A decimal is truncated towards zero", arguments: [("1.5", "1"), ("-1.5", "-1"), ("3", "3")])
    func truncation(_ decimal: String, _ whole: String) {
        let result = ValueSemantics.call(.truncate, [Values.decimal(decimal)], context: EvaluationContext())
        #expect(result == Values.decimal(whole))
    }

    @Test("A date minus a value other than a number or date is nil")
    func dateMinusOthers() {
        for other: PredicateValue in [nil, [[1]], Values.uuid("A"), ["k": 1]] {
            #expect(ValueSemantics.arithmetic(.subtract, Values.date(10), other) == .null, "\(other)")
            #expect(ValueSemantics.arithmetic(.add, Values.date(10), other) == .null, "\(other)")
        }
    }

    @Test("The description of a value")
    func description() {
        let value: PredicateValue = ["k\"": "a\\b\"c", "l": [1, 2.5, true, false, nil], "s": .set(["x", 1])]
        #expect(value.description == #"{"k\"": "a\\b\"c", "l": {1, 2.5, TRUE, FALSE, nil}, "s": SET {"x", 1}}"#)
        #expect(PredicateValue.data(Data([1, 2])).description == "2 bytes")
        #expect(Values.decimal("1.50").description == "1.5")
    }

    @Test("The description of deep values is cut, but not that of empty ones")
    func deepDescription() {
        #expect(
            Values.nested(15).description == String(repeating: "{", count: 15) + "1" + String(repeating: "}", count: 15)
        )
        #expect(
            Values.nested(17).description == String(repeating: "{", count: 17) + "…" + String(repeating: "}", count: 17)
        )
        #expect(
            Values.nested(16, around: []).description
                == String(repeating: "{", count: 17) + String(repeating: "}", count: 17))
        let object: PredicateValue = ["k": 1]
        #expect(
            Values.nested(16, around: object).description
                == String(repeating: "{", count: 17) + "…" + String(repeating: "}", count: 17))
    }

    @Test("A large negative sum is rounded once")
    func negativeRounding() {
        var sum = WideSum()
        for integer in [Int64.max, .max, 2, 2048] { sum.add(-integer) }
        #expect(sum.double == -0x1p64)
        sum.add(-1)
        #expect(sum.double == -0x1.0000000000001p64)
    }

    @Test("A date that a registered function returns is a value of the language")
    func registeredDates() {
        for (seconds, expected) in [(5.0, Values.date(5)), (.infinity, .null), (.nan, .null)] {
            let function = PredicateFunction("d", parameters: [], result: .date, help: "") { _ in Values.date(seconds) }
            #expect(ValueSemantics.call(function, []) == expected)
        }
    }

    @Test("A text that begins with a colon has no scheme, and so no host")
    func noScheme() { #expect(CanonicalURL("://Host/A").text == "://Host/A") }

    @Test("The first and last letters of the alphabet have a case in a host")
    func lettersOfHosts() { #expect(CanonicalURL("AZ://AZ[`{az/AZ").text == "az://az[`{az/AZ") }

    @Test("Two texts of one date are one element of a set")
    func readSets() {
        let texts = Values.set("2001-01-01T00:00:00Z", "2001-01-01T00:00:00.0Z", "2001-01-01T00:00:01Z")
        #expect(ValueSemantics.read(texts, as: .elements(.date)) == Values.set(Values.date(0), Values.date(1)))
    }

    @Test("The first of two fields with one key counts, in narrow and in wide objects", arguments: [1, 11, 12, 13, 40])
    func objects(_ count: Int) {
        let fields = (0..<count).map { ("k\($0)", PredicateValue.integer(Int64($0))) }
        let object = PredicateObject(fields + fields.map { ($0.0, .null) } + [("k", 1)])
        #expect(object.keys == fields.map(\.0) + ["k"])
        for (key, value) in fields { #expect(object.value(forKey: key) == value) }
        #expect(object.hasKey("k") && !object.hasKey("K") && object.value(forKey: "K") == .null)
    }

    @Test("A far date has no fraction")
    func farDates() {
        let text = PredicateDate.format(Date(timeIntervalSinceReferenceDate: 1.5e16))
        #expect(text.hasPrefix("+") && text.hasSuffix("Z") && !text.contains("."), "\(text)")
    }

    @Test("A value that is not a number has no text")
    func undefinedText() {
        #expect(ValueSemantics.castText(.decimal(.nan)) == nil)
        #expect(ValueSemantics.castText(.double(.infinity)) == nil)
    }

    @Test("The characters next to the digits are not digits in a date", arguments: ["/", ":"])
    func signsBesideDigits(_ sign: Character) {
        let date = Array("2001-01-01T00:00:00.5+01:00")
        #expect(PredicateDate.parseRFC3339(String(date)) != nil)
        for position in date.indices where date[position].isNumber {
            var text = date
            text[position] = sign
            #expect(PredicateDate.parseRFC3339(String(text)) == nil, "\(String(text))")
        }
    }

    @Test(
        "The description of a value of each type",
        arguments: [
            (nil, "nil"), (true, "TRUE"), (7, "7"), (5.0, "5.0"), ("é", "\"é\""), (.url("http://a/B"), "http://a/B"),
            (Values.date(0), "2001-01-01T00:00:00Z"), (Values.uuid("A"), "AAAAAAAA-AAAA-AAAA-AAAA-AAAAAAAAAAAA"),
            ([], "{}"), (Values.set(), "SET {}"), ([:], "{}"),
        ] as [(PredicateValue, String)])
    func descriptions(_ value: PredicateValue, _ text: String) { #expect(value.description == text) }

    @Test("Two doubles are ordered by value")
    func doubles() {
        #expect(ValueSemantics.order(1.5, 2.5) == .less)
        #expect(ValueSemantics.order(2.5, -1.5) == .greater)
        #expect(ValueSemantics.order(0.0, -0.0) == .equal)
    }

    @Test("A host follows the last at sign, wherever it is")
    func hosts() {
        #expect(CanonicalURL("http://A@B/C").text == "http://A@b/C")
        #expect(CanonicalURL("http://@B/C").text == "http://@b/C")
    }
}
