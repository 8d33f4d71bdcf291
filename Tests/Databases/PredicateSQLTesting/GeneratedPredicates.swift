import PredicateFormat
import PredicateTesting

/// Random predicates over the records of `GeneratedTables`, as texts that mostly have no errors.
package struct GeneratedPredicates: Sendable {
    private var random: SeededRandom
    private let hasZero: Bool
    private let root: PredicateScope
    private var variables = 0

    /// Predicates over the fields of a scope, the records of `GeneratedTables` by default.
    package init(seed: UInt64, dialect: String = "sqlite", scope: PredicateScope = .items) {
        root = scope
        random = SeededRandom(seed: seed &* 0x5851_F42D_4C95_7F2D &+ 1)
        hasZero = dialect != "postgresql"
    }

    /// A predicate.
    package mutating func predicate() -> String {
        variables = 0
        return predicate(root, 2)
    }

    private mutating func predicate(_ scope: PredicateScope, _ depth: Int) -> String {
        if depth > 0 {
            switch random.below(10) {
            case 0, 1: return "(\(predicate(scope, depth - 1)) AND \(predicate(scope, depth - 1)))"
            case 2, 3: return "(\(predicate(scope, depth - 1)) OR \(predicate(scope, depth - 1)))"
            case 4: return "NOT (\(predicate(scope, depth - 1)))"
            default: break
            }
        }
        return comparison(scope, depth)
    }

    private mutating func comparison(_ scope: PredicateScope, _ depth: Int) -> String {
        switch random.below(24) {
        case 21: return call(scope)
        case 22 where !scope.dates.isEmpty: return datePart(scope)
        case 0, 1, 2, 3: return "\(number(scope, depth)) \(relation()) \(number(scope, depth))"
        case 4, 5: return "\(text(scope, depth)) \(relation())\(options()) \(text(scope, depth))"
        case 6, 7, 8:
            return
                "\(text(scope, depth)) \(random.pick(["CONTAINS", "BEGINSWITH", "ENDSWITH"]))\(options()) \(literal())"
        case 9: return "\(text(scope, 0)) LIKE\(options()) \(pattern())"
        case 10: return "\(text(scope, 0)) MATCHES '[a-c]*'"
        case 11: return "\(number(scope, 0)) BETWEEN {\(numberLiteral()), \(number(scope, 0))}"
        case 12:
            return random.below(2) == 0
                ? "\(number(scope, depth)) IN {\(numberLiteral()), \(numberLiteral()), \(numberLiteral())}"
                : "\(text(scope, 0)) IN\(options()) {\(literal()), \(literal())}"
        case 13:
            let fields = scope.integers + scope.doubles + scope.texts + scope.booleans + scope.dates + scope.objects
            return "\(random.pick(fields)) \(random.pick(["==", "!="])) nil"
        case 14 where !scope.booleans.isEmpty:
            return
                "\(random.pick(scope.booleans)) \(random.pick(["==", "!=", "<", ">="])) \(random.pick(["YES", "NO", "1"] + scope.booleans))"
        case 15 where !scope.dates.isEmpty: return "\(date(scope)) \(relation()) \(date(scope))"
        case 16 where !scope.uuids.isEmpty:
            return random.below(3) == 0
                ? "\(random.pick(scope.blobs)) \(random.pick(["==", "!="])) \(random.pick(scope.blobs))"
                : "\(random.pick(scope.uuids)) \(random.pick(["==", "!=", "<", ">="])) '\(random.pick(GeneratedTables.uuids).uuidString)'"
        case 17, 18: return quantified(scope)
        case 19, 20: return lists(scope, depth)
        case 23 where !scope.others.isEmpty:
            let other = random.pick(scope.others)
            return "\(random.pick(other.paths)) \(relation()) \(random.pick(other.constants))"
        default: return "\(number(scope, 0)) \(relation()) \(numberLiteral())"
        }
    }

    /// A call that is a condition, or of a list.
    private mutating func call(_ scope: PredicateScope) -> String {
        let fields = scope.integers + scope.doubles + scope.texts + scope.booleans + scope.dates + scope.objects
        switch random.below(6) {
        case 0: return "finds(\(random.pick(scope.texts)), \(random.pick(["'a'", "'^a'", "'b+c?'", "''", "'[a-c]$'"])))"
        case 1: return "\(random.pick(["", "NOT "]))has(\(random.pick(fields.filter { $0 != "id" })))"
        case 2 where !scope.textLists.isEmpty: return "anywhere(\(random.pick(scope.textLists)), \(literal()))"
        case 2: return "anywhere(\(random.pick(scope.texts)), \(literal()))"
        case 3 where !scope.integerLists.isEmpty:
            let function = random.pick(["sum", "average", "count", "min", "max", "median", "stddev"])
            return
                "\(function)(\(random.pick(scope.integerLists + scope.doubleLists))) \(relation()) \(numberLiteral())"
        case 4 where !scope.integerLists.isEmpty:
            return "mode(\(random.pick(scope.integerLists)))[SIZE] == \(random.below(3))"
        default:
            return
                "indexOf(\(random.pick(scope.texts)), \(literal())) \(random.pick(["==", "!="])) \(random.pick(["nil", "0", "1"]))"
        }
    }

    private mutating func datePart(_ scope: PredicateScope) -> String {
        let zone = random.pick(["", "", ", 'Europe/Berlin'", ", 'Asia/Kathmandu'", ", '-03:30'"])
        if random.below(3) == 0 {
            let unit = random.pick(["second", "minute", "hour", "day", "week", "month", "quarter", "year"])
            let made = random.pick([
                "truncate(\(date(scope)), '\(unit)'\(zone))", "unixDate(\(random.pick(scope.integers)), 'ms')",
            ])
            return "\(made) \(relation()) \(date(scope))"
        }
        let part = random.pick(["year", "month", "day", "hour", "minute", "second", "weekday"])
        return "\(part)(\(date(scope))\(zone)) \(relation()) \(random.pick(["0", "1", "2", "12", "2001"]))"
    }

    private mutating func relation() -> String { random.pick(["==", "!=", "<", "<=", ">", ">="]) }

    private mutating func options() -> String { random.pick(["", "", "", "", "", "[c]", "[cd]", "[d]", "[n]"]) }

    // MARK: Values

    private mutating func numberLiteral() -> String {
        switch random.below(6) {
        case 0: return "\(random.pick(GeneratedTables.doubles))"
        case 1: return "\(random.pick(GeneratedTables.integers))"
        default: return "\(random.below(6) - 1)"
        }
    }

    private mutating func number(_ scope: PredicateScope, _ depth: Int) -> String {
        let fields = scope.integers + scope.doubles
        switch random.below(depth > 0 ? 14 : 4) {
        case 0: return numberLiteral()
        case 4:
            return "(\(number(scope, depth - 1)) \(random.pick(["+", "-", "*", "/"])) \(number(scope, depth - 1)))"
        case 5:
            return
                "(\(random.pick(scope.integers)) \(random.pick(["&", "|", "^", "<<", ">>", "**"])) \(random.below(4)))"
        case 6: return "\(random.pick(["abs", "floor", "ceiling", "trunc"]))(\(random.pick(fields)))"
        case 7:
            let text = random.pick(scope.texts)
            return random.pick([
                "length(\(text))", "length(\(text))", "indexOf(\(text), \(literal()))", "round(\(random.pick(fields)))",
                "toNumber(\(text))", "sqrt(\(random.pick(fields)))", "ln(\(random.pick(fields)))",
                "log(\(random.pick(fields)))",
                "exp(\(random.pick(fields)))", "noindex(\(random.pick(fields)))", "round(\(random.pick(fields)), 1)",
            ])
        case 8: return "TERNARY(\(predicate(scope, 0)), \(random.pick(fields)), \(numberLiteral()))"
        case 9: return "modulus:by:(\(random.pick(scope.integers)), \(random.below(5) - 1))"
        default: return random.pick(fields)
        }
    }

    private mutating func literal() -> String {
        let texts = hasZero && random.below(10) == 0 ? GeneratedTables.textsWithZero : GeneratedTables.texts
        return Self.quoted(random.pick(texts))
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\0": quoted += "\\u0000"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private mutating func pattern() -> String {
        Self.quoted(
            random.pick([
                "a*", "*b", "*a*", "a*b", "*", "**", "", "a", "?", "a?", "?b*", "a*b*c", "*a*b*", "\\*", "a\\*b",
                "a\\?b",
                "*é*", "[a]", "a%b", "a_b", "*\\\\*", "??", "S*", "*ß*", "s?",
            ]))
    }

    private mutating func text(_ scope: PredicateScope, _ depth: Int) -> String {
        switch random.below(depth > 0 ? 10 : 4) {
        case 0: return literal()
        case 4: return "\(random.pick(["uppercase", "lowercase"]))(\(random.pick(scope.texts)))"
        case 5:
            let text = random.pick(scope.texts)
            return random.pick([
                "stringByAppendingString:(\(text), \(literal()))",
                "concat(\(text), \(literal()), \(random.pick(scope.texts)))",
                "substring(\(text), \(random.below(3)))", "substring(\(text), \(random.below(3)), \(random.below(3)))",
                "trim(\(text))", "replace(\(text), \(literal()), \(literal()))", "replace(\(text), 'a', 'b')",
                "toString(\(random.pick(scope.integers)))", "toString(\(random.pick(scope.doubles + [text])))",
                "version(\(text))", "split(\(text), \(literal()))[\(random.pick(["0", "1", "LAST"]))]",
            ])
        case 6: return "CAST(\(random.pick(scope.integers)), 'NSString')"
        case 7: return "TERNARY(\(predicate(scope, 0)), \(random.pick(scope.texts)), \(literal()))"
        default: return random.pick(scope.texts)
        }
    }

    private mutating func date(_ scope: PredicateScope) -> String {
        switch random.below(6) {
        case 0: return "CAST(\(random.pick(GeneratedTables.seconds)), 'NSDate')"
        case 1: return "CAST('2001-01-01T00:00:00Z', 'NSDate')"
        case 2: return "(\(random.pick(scope.dates)) + \(random.below(3)))"
        default: return random.pick(scope.dates)
        }
    }

    // MARK: Lists

    private mutating func quantified(_ scope: PredicateScope) -> String {
        let quantifier = random.pick(["ANY", "ALL", "NONE", "SOME"])
        switch random.below(5) {
        case 0 where !scope.integerLists.isEmpty, 1 where !scope.integerLists.isEmpty:
            return
                "\(quantifier) \(random.pick(scope.integerLists)) \(relation()) \(random.pick([numberLiteral(), "nil"] + scope.integers))"
        case 2 where !scope.doubleLists.isEmpty:
            return "\(quantifier) \(random.pick(scope.doubleLists)) \(relation()) \(numberLiteral())"
        case 3 where !scope.dateLists.isEmpty:
            return "\(quantifier) \(random.pick(scope.dateLists)) \(relation()) \(date(scope))"
        default:
            guard !scope.textLists.isEmpty else { return "\(random.pick(scope.texts)) != nil" }
            return random.below(2) == 0
                ? "\(quantifier) \(random.pick(scope.textLists)) \(relation())\(options()) \(literal())"
                : "\(quantifier) \(random.pick(scope.textLists)) \(random.pick(["CONTAINS", "BEGINSWITH", "LIKE"]))\(options()) \(literal())"
        }
    }

    private mutating func lists(_ scope: PredicateScope, _ depth: Int) -> String {
        let isPart = !scope.partLists.isEmpty
        let objects = scope.partLists + scope.subLists
        switch random.below(7) {
        case 0 where !objects.isEmpty:
            return "\(random.pick(objects)).@count \(relation()) \(random.below(3))"
        case 1, 2, 3:
            guard let list = objects.first else { break }
            variables += 1
            let name = "$v\(variables)"
            let inner = isPart ? scope.part(name) : PredicateScope.sub(name)
            let body = predicate(inner, min(depth, 1))
            return "SUBQUERY(\(list), \(name), \(body)).@count \(relation()) \(random.pick(["0", "0", "1", "2"]))"
        case 4 where !scope.integerLists.isEmpty:
            return
                "\(random.pick(scope.integerLists)).\(random.pick(["@sum", "@avg", "@min", "@max", "@count"])) \(relation()) \(numberLiteral())"
                .replacingLists()
        case 5 where !scope.textLists.isEmpty && isPart:
            return random.pick([
                "tags CONTAINS\(options()) \(literal())", "\(literal()) IN tags", "t IN tags",
                "tags[0] == \(literal())",
                "tags[LAST] != \(literal())", "nums[1] > \(numberLiteral())", "tags.@max >= \(literal())",
                "\(numberLiteral()) IN nums", "j IN nums", "tags[SIZE] == 2", "reals.@sum > 1", "reals.@min < 1",
                "tags.@distinctUnionOfObjects.@count == 1", "parts.@max.size > 2", "parts.@sum.size == 3",
                "parts.@unionOfArrays.subs.@count > 1", "(nums.@distinctUnionOfObjects).@count == 2",
            ])
        default: break
        }
        return quantified(scope)
    }
}

extension String {
    /// A collection operator stands before the last component of a path: `parts.@sum.size`.
    fileprivate func replacingLists() -> String {
        for (path, last) in [("parts.size", "size"), ("parts.subs.k", "k"), (".subs.k", "k")] {
            guard let range = ranges(of: path + ".@").first else { continue }
            let rest = self[range.upperBound...]
            let name = rest.prefix { $0 != " " }
            let base = path.dropLast(last.count + 1)
            if name == "count" { return self }
            return String(self[..<range.lowerBound]) + base + ".@" + name + "." + last
                + String(rest.dropFirst(name.count))
        }
        return self
    }
}
