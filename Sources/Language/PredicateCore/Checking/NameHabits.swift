/// Names of other languages for things that have another name here.
enum NameHabits {
    /// Words that stand for nil.
    static let nilWords: WordSet = ["undefined", "None", "none", "nullptr", "NaN", "nan", "Null", "void"]

    /// Names of other languages for an instant, in lower case, with the instant here.
    static let instants: WordTable<String> = [
        "current_timestamp": "now()", "now": "now()", "sysdate": "now()", "getdate": "now()", "date.now": "now()",
        "datetime.now": "now()", "today": beginningOfDay, "current_date": beginningOfDay,
        "yesterday": beginningOfDay + " - 1d", "tomorrow": beginningOfDay + " + 1d",
    ]

    private static let beginningOfDay = "truncate(now(), \"day\")"

    /// Function names of other languages, in lower case, with the function here.
    static let functions: WordTable<String> = [
        "lower": "lowercase", "tolower": "lowercase", "lcase": "lowercase", "tolowercase": "lowercase",
        "lowercased": "lowercase", "lowercasestring": "lowercase", "downcase": "lowercase",
        "ascii_downcase": "lowercase",
        "upper": "uppercase", "toupper": "uppercase", "ucase": "uppercase", "touppercase": "uppercase",
        "uppercased": "uppercase", "uppercasestring": "uppercase", "upcase": "uppercase", "ascii_upcase": "uppercase",
        "len": "length", "strlen": "length", "char_length": "length", "character_length": "length",
        "datalength": "length",
        "ceil": "ceiling", "avg": "average", "mean": "average", "maximum": "max", "minimum": "min", "size": "count",
        "cardinality": "count", "array_length": "count", "array_size": "count", "json_array_length": "count",
        "jsonb_array_length": "count", "list_length": "count", "getdate": "now", "current_timestamp": "now",
        "sysdate": "now", "date": "now", "rand": "random", "log10": "log", "fabs": "abs",
        "std": "stddev", "stdev": "stddev",
        "strip": "trim", "trimmed": "trim", "btrim": "trim", "gsub": "replace", "replaceall": "replace",
        "indexof": "indexOf", "strjoin": "concat",
        "regexp_like": "finds", "regexp_matches": "finds", "regexp_contains": "finds", "haskey": "has",
        "has_key": "has", "to_number": "toNumber", "tonumber": "toNumber", "parseint": "toNumber",
        "parsefloat": "toNumber", "int": "toNumber", "integer": "toNumber", "float": "toNumber", "double": "toNumber",
        "number": "toNumber", "str": "toString", "string": "toString", "text": "toString", "to_string": "toString",
        "tostring": "toString", "to_char": "toString",
        "sub": "replace", "regexp_replace": "replace", "regex_replace": "replace",
        "regex": "finds", "regexp": "finds", "test": "finds", "regex_match": "finds",
        "regexp_match": "finds", "match": "finds", "index": "indexOf",
        "semver": "version", "anyfield": "anywhere", "rounded": "round",
        "isodow": "weekday", "from_unixtime": "unixDate", "fromunixtime": "unixDate", "unixdate": "unixDate",
        "hour_of_day": "hour", "hourofday": "hour", "gethours": "hour", "getutchours": "hour", "getminutes": "minute",
        "getseconds": "second", "dayofmonth": "day", "day_of_month": "day", "getmonth": "month", "getfullyear": "year",
        "slice": "substring", "millisecond": "second",
    ]

    /// Those of `functions` that may give something else in another language: `date` has no time there, `gsub` takes a
    /// pattern, `int` drops a fraction, `stdev` is that of a sample, and `regex` may be a match of the whole text.
    static let inexactFunctions: WordSet = [
        "datalength", "date", "double", "float", "from_unixtime", "fromunixtime", "getmonth", "gsub", "index", "int",
        "integer", "match", "millisecond",
        "number", "parsefloat", "parseint", "regex", "regex_match", "regex_replace", "regexp", "regexp_match",
        "regexp_replace", "replaceall", "slice", "std", "stdev", "str", "string", "strlen", "sub", "test", "text",
        "to_char",
    ]

    /// Functions of two arguments. Here they are called by their full selector.
    static let selectors: WordTable<String> = [
        "mod": "modulus:by:", "pow": "raise:toPower:", "power": "raise:toPower:",
    ]

    /// Conversion functions, with the type of the CAST that replaces them.
    static let casts: WordTable<String> = [
        "todate": "NSDate", "to_date": "NSDate", "uuid": "NSUUID", "url": "NSURL",
    ]

    /// Collection operators of other languages, in lower case, with the operator here.
    static let collectionOperators: WordTable<CollectionOperator> = [
        "@length": .count, "@size": .count, "@len": .count, "@number": .count, "@cnt": .count, "@average": .avg,
        "@mean": .avg,
        "@total": .sum, "@minimum": .min, "@maximum": .max, "@distinct": .distinctUnionOfObjects,
        "@unique": .distinctUnionOfObjects,
    ]

    /// Properties of lists, with the collection operator here.
    static let listProperties: WordTable<String> = [
        "count": "@count", "size": "@count", "length": "@count", "len": "@count", "sum": "@sum", "avg": "@avg",
        "average": "@avg", "min": "@min", "max": "@max",
    ]

    /// The index that replaces `.first` and `.last` after a list.
    static let listEnds: WordTable<String> = ["first": "[FIRST]", "last": "[LAST]"]

    /// Properties of strings, with their name here.
    static let stringProperties: WordTable<String> = ["count": "length", "size": "length", "len": "length"]

    /// Accessors of Objective-C that make a number of a number or a string.
    static let numberAccessors: WordSet = [
        "doubleValue", "floatValue", "intValue", "integerValue", "longLongValue", "longValue", "decimalValue",
    ]

    /// Truth values as text, in lower case.
    static let booleans: WordSet = ["true", "false", "yes", "no"]
}
