import PredicateFormat
import PredicatePlatform

/// How stored numbers read as instants: a function that never decreases, because subtraction rounds.
enum SQLDateScale: Equatable, Sendable {
    /// Seconds since 2001.
    case referenceSeconds
    /// Seconds since 1970, as integers or doubles.
    case unixSeconds
    /// Milliseconds since 1970, as integers or doubles.
    case unixMilliseconds
    /// Microseconds since 1970, as integers, from the first instant that the database stores.
    case microseconds(first: Int64)
    /// The same without a zone, read in UTC.
    case localMicroseconds
    /// Days, by the microseconds since 1970 at which they begin in UTC.
    case days

    /// A stored value, or none: no stored value is large enough.
    enum Bound: Equatable, Sendable {
        case value(SQLValue)
        case none
    }

    var kind: SQLValueKind {
        switch self {
        case .referenceSeconds, .unixSeconds, .unixMilliseconds: .real
        case .microseconds, .localMicroseconds, .days: .timestamp
        }
    }

    /// A stored value in SQL.
    func node(_ value: SQLValue, _ dialect: SQLDialect) -> SQLNode {
        switch (self, value) {
        case (.localMicroseconds, .timestamp(let microseconds)) where dialect == .spark:
            return .literal("TIMESTAMP_NTZ '\(SparkSpelling.instant(microseconds))'")
        case (.days, .timestamp(let microseconds)) where dialect == .spark:
            return .literal("DATE '\(SparkSpelling.instant(microseconds).prefix { $0 != " " })'")
        case (.localMicroseconds, _): return .marked("", .parameter(.value(value), kind), " AT TIME ZONE 'UTC'")
        case (.days, .timestamp(let microseconds)):
            let text = SQLTimestamp.text(microseconds)
            let day = text.prefix { $0 != " " }
            return .literal("'\(day)\(text.hasSuffix(" BC") ? " BC" : "")'::date")
        default: return .parameter(.value(value), kind)
        }
    }

    /// 4713 BC
    static let firstOfPostgreSQL: Int64 = -210_866_803_200_000_000

    private static let day: Int64 = 86_400_000_000

    /// Whether the stored value is the instant itself.
    var isIdentity: Bool { if case .referenceSeconds = self { true } else { false } }

    /// The smallest stored value whose date is not before an instant.
    func first(notBefore seconds: Double) -> Bound { first { $0 >= seconds } }

    /// The smallest stored value whose date is after an instant.
    func first(after seconds: Double) -> Bound { first { $0 > seconds } }

    /// Whether no stored value is between two bounds.
    func isNext(_ a: Bound, _ b: Bound) -> Bool {
        switch (a, b) {
        case (.value(.real(let a)), .value(.real(let b))): a.nextUp == b
        case (.value(.timestamp(let a)), .value(.timestamp(let b))): a + (self == .days ? Self.day : 1) == b
        default: false
        }
    }

    private func first(_ isReached: (Double) -> Bool) -> Bound {
        let (lowest, highest) = keys
        var low = lowest
        var high = highest
        guard isReached(date(key: high)) else { return .none }
        while low < high {
            // The midpoint, rounded down, without overflow.
            let middle = (low & high) &+ ((low ^ high) >> 1)
            if isReached(date(key: middle)) { high = middle } else { low = middle + 1 }
        }
        switch self {
        case .referenceSeconds, .unixSeconds, .unixMilliseconds: return .value(.real(Self.double(key: low)))
        case .microseconds, .localMicroseconds: return .value(.timestamp(microseconds: low))
        case .days: return .value(.timestamp(microseconds: low * Self.day))
        }
    }

    /// The first and the last stored value, as integers in the same order.
    private var keys: (Int64, Int64) {
        switch self {
        case .referenceSeconds, .unixSeconds, .unixMilliseconds:
            let last = Int64(bitPattern: Double.greatestFiniteMagnitude.bitPattern)
            return (-last, last)
        case .microseconds(let first): return (first, Int64.max)
        // The first instant that PostgreSQL stores, and the last one that fits.
        case .localMicroseconds: return (Self.firstOfPostgreSQL, Int64.max)
        case .days: return (-2_440_588, Int64.max / Self.day)
        }
    }

    /// The date of a stored value, in seconds since 2001.
    private func date(key: Int64) -> Double {
        switch self {
        case .referenceSeconds: Self.double(key: key)
        case .unixSeconds: Self.double(key: key) - 978_307_200
        case .unixMilliseconds: Self.double(key: key) / 1000 - 978_307_200
        case .microseconds, .localMicroseconds: SQLTimestamp.referenceSeconds(ofMicroseconds: key)
        case .days: Double(key - SQLTimestamp.daysBefore2001) * 86_400
        }
    }

    /// The double at a place in the order of all doubles.
    private static func double(key: Int64) -> Double {
        key >= 0 ? Double(bitPattern: UInt64(key)) : -Double(bitPattern: UInt64(-key))
    }
}

extension SQLTimestamp {
    /// The seconds since 2001 of an instant of PostgreSQL, rounded once: how its values read as dates.
    ///
    /// - Parameters:
    ///   - microseconds: since 1970-01-01T00:00:00Z.
    ///   - origin: 2001-01-01T00:00:00Z as such a number; another one if the microseconds are since another instant.
    package static func referenceSeconds(
        ofMicroseconds microseconds: Int64, origin: Int64 = 978_307_200_000_000
    ) -> Double {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(origin)
        if overflow { return (Double(microseconds) - Double(origin)) / 1e6 }
        // Two exact numbers, divided once.
        if difference.magnitude <= 1 << 53 { return Double(difference) / 1e6 }
        let (whole, rest) = difference.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(rest)
        let text = "\(whole).\(String(repeating: "0", count: 6 - digits.utf8.count))\(digits)"
        let seconds = Double(text) ?? Double(whole)
        return difference < 0 ? -seconds : seconds
    }
}
