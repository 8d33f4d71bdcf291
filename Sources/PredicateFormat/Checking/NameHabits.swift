/// Names that other languages have for what is called otherwise here.
enum NameHabits {
    /// Words that stand for nil.
    static let nilWords: Set<String> = ["undefined", "None", "none", "nullptr", "NaN", "nan", "Null", "void"]

    /// Names for the instant that now() is, in lower case.
    static let instants: Set<String> = [
        "current_timestamp", "current_date", "now", "today", "sysdate", "getdate", "date.now", "datetime.now",
    ]

    /// Functions by the name that other languages give them, in lower case.
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
        "today": "now", "rand": "random", "truncate": "trunc", "round": "trunc", "log10": "log", "fabs": "abs",
        "std": "stddev", "stdev": "stddev",
    ]

    /// Functions of two arguments, which are called by their full name here.
    static let selectors: [String: String] = ["mod": "modulus:by:", "pow": "raise:toPower:", "power": "raise:toPower:"]

    /// Functions that convert, with the type of the CAST that does it here.
    static let casts: [String: String] = [
        "str": "NSString", "string": "NSString", "tostring": "NSString", "text": "NSString", "int": "NSNumber",
        "float": "NSNumber", "double": "NSNumber", "number": "NSNumber", "todate": "NSDate", "to_date": "NSDate",
        "uuid": "NSUUID", "url": "NSURL",
    ]

    /// The types of CAST by the name that they have in Swift and elsewhere, in lower case.
    static let castTargets: [String: CastTarget] = [
        "int": .number, "integer": .number, "double": .number, "float": .number, "number": .number, "bool": .number,
        "string": .string, "text": .string, "varchar": .string, "date": .date, "datetime": .date, "timestamp": .date,
        "decimal": .decimal, "uuid": .uuid, "url": .url,
    ]

    /// Collection operators by the name that other languages give them, in lower case.
    static let collectionOperators: [String: CollectionOperator] = [
        "@length": .count, "@size": .count, "@len": .count, "@number": .count, "@cnt": .count, "@average": .avg,
        "@mean": .avg,
        "@total": .sum, "@minimum": .min, "@maximum": .max, "@distinct": .distinctUnionOfObjects,
        "@unique": .distinctUnionOfObjects,
    ]

    /// What a list has by a name that is no field of its elements.
    static let listProperties: [String: String] = [
        "count": "@count", "size": "@count", "length": "@count", "len": "@count", "sum": "@sum", "avg": "@avg",
        "average": "@avg", "min": "@min", "max": "@max",
    ]

    /// What takes the place of `.first` and `.last` behind a list.
    static let listEnds: [String: String] = ["first": "[FIRST]", "last": "[LAST]"]

    /// What a string has by a name that it does not.
    static let stringProperties: [String: String] = ["count": "length", "size": "length", "len": "length"]

    /// Truth values as text, in lower case.
    static let booleans: Set<String> = ["true", "false", "yes", "no"]
}
