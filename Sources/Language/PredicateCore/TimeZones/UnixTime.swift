/// A unit of a Unix time, which counts from 1970-01-01T00:00:00Z (D126).
package enum UnixUnit: String, CaseIterable, Sendable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"

    /// How many of them a second has.
    package var perSecond: Int64 {
        switch self {
        case .seconds: 1
        case .milliseconds: 1000
        case .microseconds: 1_000_000
        case .nanoseconds: 1_000_000_000
        }
    }

    /// The name in prose.
    package var name: String {
        switch self {
        case .seconds: "seconds"
        case .milliseconds: "milliseconds"
        case .microseconds: "microseconds"
        case .nanoseconds: "nanoseconds"
        }
    }

    /// The unit in which most of the numbers are times from 1973 to 5138; nil without one.
    package init?(suggestedBy values: [PredicateValue]) { self.init(of: values, from: 1e8, upTo: 1e11) }

    /// The unit in which at least half of the numbers are times from September 2001 to 2039, which as seconds since 2001 would
    /// be after 2032, or in the distant future; nil without one.
    package init?(certainOf values: [PredicateValue]) { self.init(of: values, from: 1e9, upTo: 2.19e9) }

    private init?(of values: [PredicateValue], from first: Double, upTo end: Double) {
        let numbers = values.compactMap { value -> Double? in
            switch value {
            case .integer(let integer): Double(integer)
            case .double(let double): double
            default: nil
            }
        }
        let unit = Self.allCases.first { unit in
            let scale = Double(unit.perSecond)
            return !numbers.isEmpty
                && 2 * numbers.count { $0 >= first * scale && $0 < end * scale } >= numbers.count
        }
        guard let unit else { return nil }
        self = unit
    }

    /// A call that makes a date of a number, as it is written.
    package func call(of number: String) -> String {
        "unixDate(\(number)\(argument))"
    }

    /// The edits that put a number into a call.
    package func edits(around number: SourceRange) -> [PredicateDiagnostic.Edit] {
        PredicateDiagnostic.Edit.around(number, "unixDate(", argument + ")")
    }

    private var argument: String { self == .seconds ? "" : ", \"\(rawValue)\"" }
}
