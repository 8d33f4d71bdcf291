/// Names of other languages for things that have another name here.
enum NameHabits {
    /// Words that stand for nil.
    static let nilWords: Set<String> = ["undefined", "None", "none", "nullptr", "NaN", "nan", "Null", "void"]

    /// Names of other languages for `now()`, in lower case.
    static let instants: Set<String> = [
        "current_timestamp", "current_date", "now", "today", "sysdate", "getdate", "date.now", "datetime.now",
    ]

    /// Function names of other languages, in lower case, with the function here.
    static let functions: [String: String] = [
        "lower": "lowercase", "tolower": "lowercase", "lcase": "lowercase", "tolowercase": "lowercase",
        "lowercased": "lowercase", "lowercasestring": "lowercase", "downcase": "lowercase",
        "ascii_downcase": "lowercase",
        "upper": "uppercase", "toupper": "uppercase", "ucase": "uppercase", "touppercase": "uppercase",
        "uppercased": "uppercase", "uppercasestring": "uppercase", "upcase": "uppercase", "ascii_upcase": "uppercase",
        "len": "length", "strlen": "length", "char_length": "length", "character_length": "length",
        "datalength": "length",
        "ceil": "ceiling", "avg": "average", "mean": "average", "maximum": "max", "minimum": "min", "size": "count",
        "cardinality": "count", "getdate": "now", "current_timestamp": "now", "sysdate": "now", "date": "now",
        "today": "now", "rand": "random", "log10": "log", "fabs": "abs",
        "std": "stddev", "stdev": "stddev",
        "strip": "trim", "trimmed": "trim", "btrim": "trim", "gsub": "replace", "replaceall": "replace",
        "indexof": "indexOf", "strjoin": "concat",
        "regexp_like": "finds", "regexp_matches": "finds", "regexp_contains": "finds", "haskey": "has",
        "has_key": "has", "to_number": "toNumber", "tonumber": "toNumber", "parseint": "toNumber",
        "parsefloat": "toNumber", "to_string": "toString", "tostring": "toString", "to_char": "toString",
        "sub": "replace", "regexp_replace": "replace", "regex_replace": "replace", "substr": "substring",
        "mid": "substring", "regex": "finds", "regexp": "finds", "test": "finds", "regex_match": "finds",
        "regexp_match": "finds", "semver": "version", "anyfield": "anywhere", "rounded": "round",
    ]

    /// Those of `functions` that may give something else in another language: `today` has no time there, `gsub` takes a
    /// pattern, and `stdev` is that of a sample. The positions of `substr` begin with 1 in SQL, and `regex` may be a match of the whole text.
    static let inexactFunctions: Set<String> = [
        "current_date", "datalength", "date", "gsub", "mid", "parsefloat", "parseint", "regex", "regex_match",
        "regex_replace", "regexp", "regexp_match", "regexp_replace", "replaceall", "std", "stdev", "strlen", "sub",
        "substr", "test",
        "to_char", "today",
    ]

    /// Functions of two arguments. Here they are called by their full selector.
    static let selectors: [String: String] = ["mod": "modulus:by:", "pow": "raise:toPower:", "power": "raise:toPower:"]

    /// Conversion functions, with the type of the CAST that replaces them.
    static let casts: [String: String] = [
        "str": "NSString", "string": "NSString", "text": "NSString", "int": "NSNumber",
        "float": "NSNumber", "double": "NSNumber", "number": "NSNumber", "todate": "NSDate", "to_date": "NSDate",
        "uuid": "NSUUID", "url": "NSURL",
    ]

    /// Type names of Swift and other languages, in lower case, with the type of CAST.
    static let castTargets: [String: CastTarget] = [
        "int": .number, "integer": .number, "double": .number, "float": .number, "number": .number, "bool": .number,
        "string": .string, "text": .string, "varchar": .string, "date": .date, "datetime": .date, "timestamp": .date,
        "decimal": .decimal, "uuid": .uuid, "url": .url,
    ]

    /// Collection operators of other languages, in lower case, with the operator here.
    static let collectionOperators: [String: CollectionOperator] = [
        "@length": .count, "@size": .count, "@len": .count, "@number": .count, "@cnt": .count, "@average": .avg,
        "@mean": .avg,
        "@total": .sum, "@minimum": .min, "@maximum": .max, "@distinct": .distinctUnionOfObjects,
        "@unique": .distinctUnionOfObjects,
    ]

    /// Properties of lists, with the collection operator here.
    static let listProperties: [String: String] = [
        "count": "@count", "size": "@count", "length": "@count", "len": "@count", "sum": "@sum", "avg": "@avg",
        "average": "@avg", "min": "@min", "max": "@max",
    ]

    /// The index that replaces `.first` and `.last` after a list.
    static let listEnds: [String: String] = ["first": "[FIRST]", "last": "[LAST]"]

    /// Properties of strings, with their name here.
    static let stringProperties: [String: String] = ["count": "length", "size": "length", "len": "length"]

    /// Truth values as text, in lower case.
    static let booleans: Set<String> = ["true", "false", "yes", "no"]
}
