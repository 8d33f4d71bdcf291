import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("Dates as text")
struct DateTests {
    static let data: [(String, Double?)] = [
        ("2001-01-01T00:00:00Z", 0), ("2001-01-01t00:00:00z", 0), ("2001-01-01T01:00:00+01:00", 0),
        ("2000-12-31T23:30:00-00:30", 0), ("2001-01-01T00:00:00.5Z", 0.5), ("2000-12-31T23:59:59.75Z", -0.25),
        ("2000-12-31T23:59:60Z", 0), ("2000-12-31T23:59:60.25Z", 0.25), ("2016-03-02T00:00:00Z", 478_569_600),
        ("1970-01-01T00:00:00Z", -978_307_200), ("0000-01-01T00:00:00Z", -63_145_526_400),
        ("9999-12-31T23:59:59Z", 252_423_993_599),
        ("2024-02-29T12:00:00Z", 730_900_800), ("2000-02-29T00:00:00Z", -26_524_800),
        ("2001-01-01T00:00:00.000000000000000000000000000001Z", 1e-30),
        ("2000-12-31T23:59:59.99999999999999999999999999Z", -1e-26),
        ("2001-01-01T00:00:00.123456789012345678Z", 0.123456789012345678),
        // not complete RFC 3339
        ("2001-01-01", nil), ("2001-01-01T00:00Z", nil), ("2001-01-01T00:00:00", nil), ("2001-01-01 00:00:00Z", nil),
        ("2001-01-01T00:00:00+0100", nil), ("2001-01-01T00:00:00+01", nil), ("2001-01-01T00:00:00.Z", nil),
        ("2001-02-29T00:00:00Z", nil), ("1900-02-29T00:00:00Z", nil), ("2001-13-01T00:00:00Z", nil),
        ("2001-00-01T00:00:00Z", nil),
        ("2001-01-00T00:00:00Z", nil), ("2001-04-31T00:00:00Z", nil), ("2001-01-01T24:00:00Z", nil),
        ("2001-01-01T00:60:00Z", nil),
        ("2001-01-01T00:00:61Z", nil), ("2001-01-01T00:00:00Zx", nil), ("2001-01-01T00:00:00+24:00", nil),
        ("+2001-01-01T00:00:00Z", nil),
        ("", nil), ("2001-01-01T00:00:00+01:60", nil), ("２001-01-01T00:00:00Z", nil), ("2001-1-1T00:00:00Z", nil),
        ("2001-01-01T00:00:00,5Z", nil), ("2001-01-01T00:00:00.5", nil),
    ]

    @Test("Data is a date only as complete RFC 3339 (D21)", arguments: data)
    func rfc3339(_ text: String, _ seconds: Double?) throws {
        #expect(PredicateDate.parseRFC3339(text)?.timeIntervalSinceReferenceDate == seconds)
        if let seconds {
            #expect(try PredicateDate.parseLiteral(text).get().timeIntervalSinceReferenceDate == seconds)
        }
    }

    @Test(
        "The forms of a literal (D21)",
        arguments: [
            ("2001-01-01", 0), ("2001-01-02", 86400), ("2001-01-01T01:00", 3600), ("2001-01-01T00:00:30", 30),
            ("2001-01-01T00:00:30.5", 30.5), ("2001-01-01T01:00Z", 3600), ("2001-01-01T01:00+01", 0),
            ("2001-01-01T01:30+0130", 0),
            ("2001-01-01T01:30+01:30", 0), ("2001-01-01T00:00:00-01", 3600), ("2001-01-01 01:00", 3600),
            ("2001-01-01 01:00 +0100", 0),
        ] as [(String, Double)])
    func literal(_ text: String, _ seconds: Double) throws {
        #expect(try PredicateDate.parseLiteral(text).get().timeIntervalSinceReferenceDate == seconds)
    }

    @Test(
        "The error of a literal, and its location",
        arguments: [
            ("", 0, "year"), ("yesterday", 0, "year"), ("20-01-01", 2, "year"), ("2001/01/01", 4, "YYYY-MM-DD"),
            ("2001-13-01", 5, "month 13"), ("2001-1-01", 6, "month"), ("2001-02-29", 8, "day 29 in month 2 of 2001"),
            ("2001-01-0", 9, "day"), ("2001-01-01_00:00", 10, "between"), ("2001-01-01T25:00", 11, "hour 25"),
            ("2001-01-01T12", 13, "hh:mm"), ("2001-01-01T12:75", 14, "minute 75"),
            ("2001-01-01T12:00:99", 17, "second 99"),
            ("2001-01-01T12:00:00.", 20, "digits"), ("2001-01-01T12:00:00X", 19, "offset"),
            ("2001-01-01T12:00:00+99", 20, "offset of 99"),
            ("2001-01-01T12:00:00Z ", 20, "something follows"), ("2001-01-01T12:00:00+01:", 23, "minute of the offset"),
        ] as [(String, Int, String)])
    func problem(_ text: String, _ offset: Int, _ words: String) {
        guard case .failure(let problem) = PredicateDate.parseLiteral(text) else {
            Issue.record("\(text) is a date")
            return
        }
        #expect(problem.offset == offset)
        #expect(problem.message.contains(words), "\(problem.message)")
    }

    @Test(
        "Formatting",
        arguments: [
            (0, "2001-01-01T00:00:00Z"), (-1, "2000-12-31T23:59:59Z"), (-0.25, "2000-12-31T23:59:59.75Z"),
            (0.5, "2001-01-01T00:00:00.5Z"),
            (728_352_000.123, "2024-01-31T00:00:00.123Z"), (-63_145_526_400, "0000-01-01T00:00:00Z"),
            (1e-7, "2001-01-01T00:00:00.0000001Z"),
            (-1e-7, "2000-12-31T23:59:59.9999999Z"), (252_423_993_600, "+10000-01-01T00:00:00Z"),
            (-63_145_526_401, "-0001-12-31T23:59:59Z"),
            (1e300, "1e+300"), (.nan, "nan"), (1e15, "+31690739-07-06T01:46:40Z"),
        ] as [(Double, String)])
    func format(_ seconds: Double, _ text: String) {
        #expect(PredicateDate.format(Date(timeIntervalSinceReferenceDate: seconds)) == text)
    }

    @Test("A date with an RFC 3339 form reads back as the same date")
    func roundTrip() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<5000 {
            let scale = [1e11, 1e9, 1e6, 1, 1e-3, 1e-12][Int(random.next() % 6)]
            let seconds = Double.random(in: -0.6...2, using: &random) * scale
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(PredicateDate.hasRFC3339Form(date))
            #expect(PredicateDate.parseRFC3339(PredicateDate.format(date)) == date, "\(seconds)")
        }
        #expect(!PredicateDate.hasRFC3339Form(Date(timeIntervalSinceReferenceDate: 252_423_993_600)))
        #expect(PredicateDate.hasRFC3339Form(Date(timeIntervalSinceReferenceDate: 252_423_993_599.5)))
        #expect(!PredicateDate.hasRFC3339Form(Date(timeIntervalSinceReferenceDate: -63_145_526_401)))
        #expect(!PredicateDate.hasRFC3339Form(Date(timeIntervalSinceReferenceDate: .nan)))
    }

    @Test("Every day of eight centuries has the number after that of the day before")
    func civilDays() {
        var day = CivilDay(year: 1599, month: 12, day: 31).number
        for year in Int64(1600)..<2401 {
            for month in Int64(1)...12 {
                for dayOfMonth in 1...CivilDay.days(inMonth: month, of: year) {
                    day += 1
                    let civil = CivilDay(number: day)
                    guard CivilDay(year: year, month: month, day: dayOfMonth).number == day, civil.year == year,
                        civil.month == month, civil.day == dayOfMonth
                    else {
                        Issue.record("\(year)-\(month)-\(dayOfMonth)")
                        return
                    }
                }
            }
        }
    }
}

@Suite("UUIDs and URLs as text")
struct IdentifierTests {
    @Test(
        "A UUID is 32 hexadecimal digits in any case with four hyphens",
        arguments: [
            ("12345678-9abc-DEF0-1234-56789aBcDeF0", "12345678-9ABC-DEF0-1234-56789ABCDEF0"),
            ("12345678-9abc-DEF0-1234-56789aBcDeFg", nil),
            ("123456789abc-DEF0-1234-56789aBcDeF012", nil), ("12345678-9abc-DEF0-1234-56789aBcDeF", nil), ("", nil),
            ("{2345678-9abc-DEF0-1234-56789aBcDeF0", nil), ("12345678-9abc-DEF0-1234-56789aBcDe１", nil),
        ] as [(String, String?)])
    func uuid(_ text: String, _ canonical: String?) {
        #expect(PredicateUUID.parse(text)?.uuidString == canonical)
    }

    @Test(
        "Scheme and host ignore case, the rest is exact (D59)",
        arguments: [
            ("HTTP://User:Pw@Example.COM:80/Path?Q#F", "http://User:Pw@example.com:80/Path?Q#F"),
            ("FILE:///A/B", "file:///A/B"),
            ("MAILTO:A@B.C", "mailto:A@B.C"), ("Relative/Path", "Relative/Path"), ("//Host/Path", "//Host/Path"),
            ("", ""), (":", ":"),
            ("1a://B", "1a://B"), ("H29+x-y.z://B", "h29+x-y.z://b"), ("http://[FE80::1]/A", "http://[fe80::1]/A"),
            ("http://É/A", "http://É/A"),
            ("HTTP:", "http:"), ("HTTP:/", "http:/"), ("HTTP://", "http://"), ("http://A?B", "http://a?B"),
            ("http://A#B@C", "http://a#B@C"),
            ("http://a@B@C/", "http://a@B@c/"),
        ])
    func url(_ text: String, _ canonical: String) {
        #expect(sameCodePoints(CanonicalURL(text).text, canonical))
    }
}
