/// Functions of other languages that have no counterpart here, with what is written instead.
enum ForeignFunctions {
    /// What stands for a call.
    enum Counterpart {
        /// `coalesce(a, b)`: the first of two values that is not nil.
        case firstValue
        /// `isnull(a)`: a comparison with nil.
        case nilTest(isNegated: Bool)
        /// `if(condition, a, b)`
        case choice
        /// `map(items, …)`: a function of a list and a closure.
        case closure
        /// `strftime(t, "%H")`: a date as a text.
        case datePart
        /// `date_part('hour', t)`: a part of a date, named by the first argument.
        case namedPart
        /// `ago(1d)`: an instant that lies a duration back.
        case instantBefore
        /// `p95(latency)`: a percentile, which only groups have.
        case percentile
    }

    /// The counterpart of a function; nil if it is not known. A name that merely looks like one of the language would
    /// mislead: `map` is not `max`.
    static func counterpart(of name: String) -> Counterpart? {
        switch name.lowercased() {
        case "coalesce", "ifnull", "nvl", "if_null": .firstValue
        case "isnull", "is_null", "isnil", "isnone", "is_none", "ismissing": .nilTest(isNegated: false)
        case "notnull", "is_not_null", "isnotnull", "not_null", "isset": .nilTest(isNegated: true)
        case "if", "iff", "iif": .choice
        case "map", "flatmap", "flat_map", "filter", "reduce", "fold", "foreach", "some", "every", "anymatch",
            "allmatch", "nonematch", "forall", "transform", "list_transform", "unnest", "explode":
            .closure
        case "strftime", "date_format", "format_date", "dateformat", "format_datetime": .datePart
        case "date_part", "datepart", "extract": .namedPart
        case "ago": .instantBefore
        case "percentile", "percentile_cont", "percentile_disc", "quantile", "approx_percentile", "approx_quantile",
            "p50", "p75", "p90", "p95", "p98", "p99", "p999":
            .percentile
        default: nil
        }
    }

    /// Functions that make a date of another value, in lower case.
    static let dates: Set<String> = [
        "date", "datetime", "timestamp", "parse_date", "parsedate", "to_timestamp", "totimestamp", "strptime",
        "todatetime", "fromisoformat",
    ]
}
