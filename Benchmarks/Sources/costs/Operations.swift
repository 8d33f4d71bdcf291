import PredicateCore

/// An operation as the text of a condition over the element `$x`, whose parts are `$x.a`, `$x.b` and `$x.c`.
struct Operation {
    var name: String
    var condition: String
}

/// All operations of the language over one kind of operands. The lists follow the tables of the language, so that a new row
/// cannot be left out: a switch without a default names what to call.
struct Operations {
    /// The operands, as texts: two of one kind, and one of any other.
    var a = "$x.a"
    var b = "$x.b"

    var all: [Operation] {
        BuiltInFunction.allCases.flatMap(calls) + CastTarget.allCases.map(cast)
            + ArithmeticOperator.allCases.map(arithmetic) + SetOperator.allCases.map(set)
            + CollectionOperator.allCases.flatMap(collection) + comparisons + TextOperator.allCases.flatMap(text)
            + others
    }

    /// A value beside a field that no record has, whose type is not known.
    private func operation(_ name: String, _ value: String) -> Operation {
        Operation(name: name, condition: "\(value) == nothing")
    }

    private func calls(_ function: BuiltInFunction) -> [Operation] {
        let name = "\(function)"
        let plain = function.isPlain ? function.rawValue : String(function.rawValue.prefix { $0 != ":" })
        func call(_ arguments: String...) -> Operation {
            operation(name, "\(plain)(\(arguments.joined(separator: ", ")))")
        }
        func selector(_ arguments: String...) -> Operation {
            operation(name, "\(function.rawValue)(\(arguments.joined(separator: ", ")))")
        }
        switch function {
        case .sum, .average, .count, .min, .max, .median, .mode, .stddev:
            return [call(a), operation(name, "\(plain)({\(a), \(b), \(a)})")]
        case .squareRoot, .naturalLogarithm, .logarithm, .exponential, .floor, .ceiling, .truncate, .absolute,
            .uppercase,
            .lowercase, .length, .randomBelow, .noIndex:
            return [call(a)]
        case .modulus, .append: return [selector(a, b)]
        case .random, .now: return [call()]
        case .round: return [call(a), call(a, "2"), call(a, "20")]
        case .trim, .toNumber, .toText: return [call(a)]
        case .version: return [Operation(name: name, condition: "version(\(a)) == version(\(b))")]
        case .substring: return [call(a, "1"), call(a, "0", "1000")]
        case .split, .indexOf: return [call(a, b), call(a, "\"x\"")]
        case .replace: return [call(a, b, a), call(a, "\"x\"", a)]
        case .concat:
            return [1, 8, 240].map { count in
                operation(name, "concat(\(Array(repeating: a, count: count).joined(separator: ", ")))")
            }
        case .year, .month, .day, .hour, .minute, .second, .weekday:
            return [
                call(a), call(a, "\"Asia/Tehran\""), call(a, "\"America/New_York\""), call(a, "\"+03:30\""),
                call(a, "\"written\""), call(a, b),
            ]
        case .truncateDate:
            return ["second", "hour", "week", "quarter", "year"].flatMap { unit in
                ["Asia/Tehran", "Africa/Casablanca", "written"].map { zone in call(a, "\"\(unit)\"", "\"\(zone)\"") }
            }
        case .unixDate: return [call(a), call(a, "\"ms\"")]
        case .finds:
            return [
                Operation(name: name, condition: "finds(\(a), \"(x|y)+z\")"),
                Operation(name: name, condition: "finds(\(a), \(b))"),
            ]
        case .anywhere: return [Operation(name: name, condition: "anywhere(\"zq\")")]
        case .has:
            return [
                Operation(name: name, condition: "has($x.zz)"),
                Operation(name: name, condition: "has(SELF[concat(\(a), \(b))])"),
            ]
        }
    }

    private func cast(_ target: CastTarget) -> Operation {
        operation("CAST \(target.rawValue)", "CAST(\(a), \"\(target.rawValue)\")")
    }

    private func arithmetic(_ op: ArithmeticOperator) -> Operation {
        operation(op.rawValue, "\(a) \(op.rawValue) \(b)")
    }

    private func set(_ op: SetOperator) -> Operation { operation(op.rawValue, "(\(a) \(op.rawValue) \(b))") }

    private func collection(_ op: CollectionOperator) -> [Operation] {
        [operation(op.rawValue, "\(a).\(op.rawValue)"), operation(op.rawValue, "\(a).\(op.rawValue).self")].filter {
            _ in a.hasPrefix("$")
        }
    }

    private var comparisons: [Operation] {
        var operations: [Operation] = []
        for op in ["==", "!=", "<", "<=", ">", ">="] {
            for options in ["", "[c]", "[cd]", "[l]", "[cdl]"] {
                operations.append(Operation(name: op + options, condition: "\(a) \(op)\(options) \(b)"))
            }
            operations.append(Operation(name: op, condition: "\(a) \(op) \"2024-03-10T01:30:00.123+03:30\""))
            operations.append(Operation(name: op, condition: "\(a) \(op) 1234.5678"))
        }
        operations.append(Operation(name: "BETWEEN", condition: "\(a) BETWEEN {\(b), \(b)}"))
        operations.append(Operation(name: "BETWEEN", condition: "\(a) BETWEEN $x.c"))
        operations.append(Operation(name: "IN", condition: "\(a) IN {\(b), \(b), $x.c}"))
        operations.append(Operation(name: "IN", condition: "\(a) IN {1, 2.5, 'x', 'y', 'z'}"))
        operations.append(Operation(name: "IN", condition: "\(a) IN[c] {'x', 'y', 'z'}"))
        operations.append(Operation(name: "UTI-CONFORMS-TO", condition: "\(a) UTI-CONFORMS-TO \(b)"))
        operations.append(Operation(name: "UTI-EQUALS", condition: "\(a) UTI-EQUALS \(b)"))
        return operations
    }

    private func text(_ op: TextOperator) -> [Operation] {
        let word: String
        switch op {
        case .contains: word = "CONTAINS"
        case .beginsWith: word = "BEGINSWITH"
        case .endsWith: word = "ENDSWITH"
        case .like: word = "LIKE"
        case .matches: word = "MATCHES"
        }
        return ["", "[c]", "[cd]", "[l]"].flatMap { options in
            [b, op.hasPattern ? "\"a*b?c\"" : "\"x\""].map {
                Operation(name: word + options, condition: "\(a) \(word)\(options) \($0)")
            }
        }
    }

    private var others: [Operation] {
        let plain = [
            "[index]": "\(a)[0]", "[key]": "$x['a']", "[FIRST]": "\(a)[FIRST]", "[LAST]": "\(a)[LAST]",
            "[SIZE]": "\(a)[SIZE]",
            "computed key": "SELF[concat(\(b))]", "key": "$x.zz.yy", "{}": "{\(a), \(b), \(a), \(b)}", "~": "~\(a)",
            "TERNARY": "TERNARY(\(a) == \(b), \(a), \(b))", "length": "\(a).length", "self": "\(a).self",

        ]
        let loops = [
            "SUBQUERY": "SUBQUERY(\(a), $z, $z == 1).@count", "@sum of a path": "\(a).@sum.a",
        ]
        return plain.sorted { $0.key < $1.key }.filter {
            a.hasPrefix("$") || !$0.key.hasPrefix("[") && $0.key != "length" && $0.key != "self"
        }.map { operation($0.key, $0.value) }
            + loops.sorted { $0.key < $1.key }.filter { a.hasPrefix("$") || $0.key == "SUBQUERY" }.map {
                operation($0.key, $0.value)
            }
            + [
                Operation(name: "ANY", condition: "ANY \(a) == \(b)"),
                Operation(name: "ALL", condition: "ALL \(a) > \(b)"),
                Operation(name: "NONE IN", condition: "NONE \(a) IN \(b)"),
                Operation(name: ":=", condition: "($v := \(a)) == \(b)"),
            ]
    }
}
