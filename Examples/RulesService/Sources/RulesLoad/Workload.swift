import Foundation

/// Random numbers that are the same in every run.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
}

/// Events of a shop's servers, and rules about them: mostly equalities and ranges, some prefixes, IN, OR, patterns,
/// lists, and a few that no index finds.
struct Workload {
    var random: SeededRandom

    static let schema = """
        {"type": "object", "required": ["service"], "properties": {
          "service": {"type": "string"}, "host": {"type": "string"}, "region": {"type": "string"},
          "level": {"enum": ["debug", "info", "warning", "error"]}, "user": {"type": "string"},
          "status": {"type": "integer"}, "latency": {"type": "number"}, "size": {"type": "integer"},
          "path": {"type": "string"}, "message": {"type": "string"}, "at": {"type": "string", "format": "date-time"},
          "tags": {"type": "array", "items": {"type": "string"}}}}
        """

    private static let levels = ["debug", "info", "warning", "error"]
    private static let words = ["refused", "timeout", "retry", "quota", "expired", "café", "cafe\u{301}", "slow"]

    mutating func event() -> String {
        let tags = (0..<random.below(4)).map { _ in "\"tag-\(random.below(60))\"" }.joined(separator: ",")
        let word = Self.words[random.below(Self.words.count)]
        return #"{"service":"service-\#(random.below(40))","host":"host-\#(random.below(300))","#
            + #""region":"region-\#(random.below(12))","level":"\#(Self.levels[random.below(4)])","#
            + #""user":"user-\#(random.below(2000))","status":\#(200 + random.below(400)),"#
            + #""latency":\#(Double(random.below(100_000)) / 100),"size":\#(random.below(1_000_000)),"#
            + #""path":"/api/v\#(random.below(3))/orders/\#(random.below(200))","tags":[\#(tags)],"#
            + #""message":"connection \#(word) id=\#(random.below(500)) after \#(random.below(90)) s","#
            + #""at":"2026-11-\#(10 + random.below(20))T12:00:00Z","trace":"\#(String(random.next(), radix: 16))"}"#
    }

    mutating func rule() -> String {
        switch random.below(20) {
        case 0..<7: "service == 'service-\(random.below(40))' AND host == 'host-\(random.below(300))'"
        case 7..<10: "status >= \(560 + random.below(40)) AND latency > \(random.below(1000))"
        case 10: "path BEGINSWITH '/api/v\(random.below(3))/orders/\(random.below(200))' AND level == 'error'"
        case 11: "user IN {'user-\(random.below(2000))', 'user-\(random.below(2000))', 'user-\(random.below(2000))'}"
        case 12, 13: "region == 'region-\(random.below(12))' AND size BETWEEN {\(random.below(9) * 100_000), 999000}"
        case 14: "(host == 'host-\(random.below(300))' AND status > 500) OR user == 'user-\(random.below(2000))'"
        case 15: "message MATCHES '.*\(Self.words[random.below(8)]) id=\(random.below(500)) after [0-9]+ s'"
        case 16: "ANY tags == 'tag-\(random.below(60))' AND level IN {'warning', 'error'}"
        case 17: "message CONTAINS '\(Self.words[random.below(8)]) id=\(random.below(500)) '"
        case 18: "NOT (level == 'debug') AND latency / 10 > \(90 + random.below(10)) AND size > 900000"
        default:
            "at > '2026-11-2\(random.below(10))T00:00:00Z' AND tags.@count == 3 AND status == \(200 + random.below(400))"
        }
    }
}
