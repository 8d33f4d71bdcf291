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
        /// `isEmpty(tags)`: a list without elements, or a text without characters.
        case emptiness
        /// `left(name, 3)`: the beginning of a text.
        case beginning
        /// `right(name, 3)`: the end of a text.
        case ending
        /// `split_part(name, "-", 1)`: one part of a text, counted from 1.
        case splitPart
        /// `instr(name, "a")`: a position that is counted from 1, and 0 without the part.
        case position
        /// `substr(name, 1, 2)`: a part of a text, whose start is counted from 1 in SQL.
        case middle
        /// `dayofweek(t)`: a day of the week, which other languages count from Sunday, and from 0 or 1.
        case dayOfWeek
        /// `greatest(a, b)`, `least(a, b)`: the function of a list that has it.
        case extreme(BuiltInFunction)
        /// `dateadd(day, 1, t)`: an instant and a duration.
        case shiftedDate
        /// `days(2)`: a duration in a unit.
        case duration(String)
        /// `datediff(day, a, b)`: the time between two instants.
        case dateDifference
        /// `today()`: the beginning of a day, some days back.
        case day(back: Int)
        /// A function that has no counterpart, although its name is like that of another.
        case misleading
    }

    /// The counterpart of a function; nil if it is not known. A name that merely looks like one of the language would
    /// mislead: `map` is not `max`.
    static func counterpart(of name: String) -> Counterpart? {
        switch name.lowercased() {
        case "coalesce", "ifnull", "nvl", "if_null": .firstValue
        case "isnull", "is_null", "isnil", "isnone", "is_none", "ismissing", "is_missing", "missing":
            .nilTest(isNegated: false)
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
        case "isempty", "is_empty", "empty": .emptiness
        case "left", "str_left": .beginning
        case "right", "str_right": .ending
        case "split_part", "splitpart": .splitPart
        case "locate", "charindex", "instr", "strpos", "position": .position
        case "substr", "mid": .middle
        case "dayofweek", "day_of_week", "dow", "getday": .dayOfWeek
        case "greatest": .extreme(.max)
        case "least": .extreme(.min)
        case "dateadd", "date_add", "date_sub", "datesub", "adddate", "subdate", "timestampadd": .shiftedDate
        case "datediff", "date_diff", "timestampdiff", "age_in_days", "days_between": .dateDifference
        case "weeks": .duration("w")
        case "days": .duration("d")
        case "hours": .duration("h")
        case "minutes": .duration("m")
        case "seconds": .duration("s")
        case "milliseconds", "millis": .duration("ms")
        case "today", "current_date", "curdate": .day(back: 0)
        case "yesterday": .day(back: 1)
        case "find": .misleading
        default: nil
        }
    }

    /// Functions that make a date of another value, in lower case.
    static let dates: WordSet = [
        "date", "datetime", "timestamp", "parse_date", "parsedate", "to_timestamp", "totimestamp", "strptime",
        "todatetime", "fromisoformat",
    ]
}
