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
        /// `date_part('hour', t)`: a part of a date, named by the first argument.
        case namedPart
        /// `ago(1d)`: an instant that lies a duration back.
        case instantBefore
        /// `isEmpty(tags)`: a list without elements, or a string without characters.
        case emptiness
        /// `left(name, 3)`: the beginning of a string.
        case beginning
        /// `split_part(name, "-", 1)`: one part of a string, counted from 1.
        case splitPart
        /// `greatest(a, b)`, `least(a, b)`: the function of a list that has it.
        case extreme(BuiltInFunction)
        /// `days(2)`: a duration in a unit.
        case duration(String)
        /// `today()`: the beginning of a day, some days back.
        case day(back: Int)
        /// A function that no call replaces, with what to write instead.
        case none(hint: String)
    }

    /// The counterpart of a function; nil if it is not known. A name that merely looks like one of the language would
    /// mislead: `map` is not `max`.
    static func counterpart(of name: String) -> Counterpart? {
        switch name.lowercased() {
        case "coalesce", "ifnull", "nvl", "if_null": .firstValue
        case "isnull", "is_null", "isnil", "isnone", "is_none", "ismissing", "is_missing", "missing",
            "isna":
            .nilTest(isNegated: false)
        case "notnull", "is_not_null", "isnotnull", "not_null", "isset", "notna": .nilTest(isNegated: true)
        case "if", "iff", "iif": .choice
        case "map", "flatmap", "flat_map", "filter", "reduce", "fold", "foreach", "some", "every", "anymatch",
            "allmatch", "nonematch", "forall", "transform", "list_transform", "unnest", "explode":
            .none(hint: "ANY, ALL and SUBQUERY test the elements of a list")
        case "strftime", "date_format", "format_date", "dateformat", "format_datetime", "to_char":
            .none(hint: DatePartHabits.hint + "; `truncate(date, \"hour\")` gives its beginning")
        case "date_part", "datepart", "extract": .namedPart
        case "ago": .instantBefore
        case "percentile", "percentile_cont", "percentile_disc", "quantile", "approx_percentile", "approx_quantile",
            "p50", "p75", "p90", "p95", "p98", "p99", "p999":
            .none(hint: "`percentile(x, 95)` is an aggregate of groups, and `median(list)` a function")
        case "isempty", "is_empty", "empty": .emptiness
        case "left", "str_left": .beginning
        case "right", "str_right":
            .none(
                hint:
                    "ENDSWITH tests the end of a string, and `substring(text, start)` is the part from a position")
        case "split_part", "splitpart": .splitPart
        case "locate", "charindex", "instr", "strpos", "position":
            .none(hint: "`indexOf(text, part)` counts from 0 and is nil if the part is missing; CONTAINS tests for it")
        case "regexp_extract", "regexp_substr", "regex_extract", "capture":
            .none(hint: "`split(text, separator)[1]` and `substring(text, start, length)` return parts of a string")
        case "json_extract", "json_value", "json_extract_scalar", "get_json_object", "json_query":
            .none(hint: "a dot joins the keys of a path: `data.name`")
        case "substr", "mid": .none(hint: "`substring(text, start, length)` counts from 0")
        case "dayofweek", "day_of_week", "dow", "getday":
            .none(hint: "`weekday(date)` is 1 for Monday to 7 for Sunday")
        case "greatest": .extreme(.max)
        case "least": .extreme(.min)
        case "dateadd", "date_add", "date_sub", "datesub", "adddate", "subdate", "timestampadd":
            .none(hint: "add a duration to a date, as in `date + 7d` and `now() - 90m`")
        case "datediff", "date_diff", "timestampdiff", "age_in_days", "days_between":
            .none(hint: "the difference of two dates is a duration, as in `now() - date < 7d`")
        case "weeks": .duration("w")
        case "days": .duration("d")
        case "hours": .duration("h")
        case "minutes": .duration("m")
        case "seconds": .duration("s")
        case "milliseconds", "millis": .duration("ms")
        case "today", "current_date", "curdate": .day(back: 0)
        case "yesterday": .day(back: 1)
        case "find": .none(hint: "`finds(text, pattern)` searches, and `indexOf(text, part)` is a position")
        default: nil
        }
    }

    /// Functions that make a date of another value, in lower case.
    static let dates: WordSet = [
        "date", "datetime", "timestamp", "parse_date", "parsedate", "to_timestamp", "totimestamp", "strptime",
        "todatetime", "fromisoformat",
    ]
}
