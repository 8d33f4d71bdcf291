import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// The rules of repair, one by one: the mistake that each recognises, and the text after its fix-its.
@Suite struct RepairRuleTests {
    /// A text with one mistake. `fixed` is nil if the rule has no fix-it.
    struct Example: Sendable {
        var text: String
        var fixed: String?

        init(_ text: String, _ fixed: String? = nil) { (self.text, self.fixed) = (text, fixed) }
    }

    @Test(arguments: RepairRule.allCases) func example(of rule: RepairRule) {
        guard let example = Self.examples[rule] else {
            Issue.record("\(rule) has no example")
            return
        }
        #expect(Self.repairs(in: example.text) == [rule], "\(example.text)")
        let diagnostics = ParsedPredicate.diagnostics(of: example.text, against: nil, arguments: nil)
        #expect(diagnostics.fixed(.error, .warning) == example.fixed, "\(example.text)")
    }

    /// A rule needs a case of Tests/Mistakes that makes its mistake.
    @Test(arguments: RepairRule.allCases) func somebodyMakesTheMistake(of rule: RepairRule) {
        #expect(Self.cases[rule] != nil, "no case of Tests/Mistakes has it")
    }

    @Test func rightTextsNeedNoRepair() {
        for file in MistakeFile.all where file.name == "right.json" {
            for tested in file.cases {
                let errors = Self.repairs(in: tested.text).filter { !Self.warnings.contains($0) }
                #expect(errors.isEmpty, "\(tested.text)")
            }
        }
    }

    /// The rules that warn about texts that the grammar allows.
    private static let warnings: Set<RepairRule> = [.mixedAndOr, .quotedArgument, .parenthesizedList]

    /// The cases of Tests/Mistakes that each rule applies to.
    private static let cases: [RepairRule: [String]] = {
        var cases: [RepairRule: [String]] = [:]
        let files = MistakeFile.all + ((try? MistakeFile.notGoodEnough()).map { [$0] } ?? [])
        for tested in files.flatMap(\.cases) {
            for rule in Set(repairs(in: tested.text)) { cases[rule, default: []].append(tested.id) }
        }
        return cases
    }()

    private static func repairs(in text: String) -> [RepairRule] {
        var parser = Parser(source: text, library: .standard, limits: .standard)
        _ = parser.parseWhole(as: .predicate)
        return parser.repairs
    }

    private static let examples: [RepairRule: Example] = [
        .emptyPredicate: Example(""),
        .queryHead: Example("SELECT * FROM people WHERE age > 30", "age > 30"),
        .copiedOption: Example("--predicate age > 30", "age > 30"),
        .quotationMark: Example("> age > 30", "age > 30"),
        .copiedLabel: Example("Predicate: age > 30", "age > 30"),
        .trailingWord: Example("age > 30 then", "age > 30"),
        .queryTail: Example("age > 30 ORDER BY name", "age > 30"),
        .unmatchedBracket: Example("age > 30)", "age > 30"),
        .groupedDigits: Example("population > 1,000", "population > 1000"),
        .unexpectedToken: Example("age > 30 , , b"),
        .misspeltConnective: Example("a == 1 ADN b == 2", "a == 1 AND b == 2"),
        .commaForAnd: Example("a == 1, b == 2", "a == 1 AND b == 2"),
        .bitwiseConnective: Example("(a == 1) & (b == 2)", "(a == 1) && (b == 2)"),
        .missingConnective: Example("a == 1 b == 2", "a == 1 AND b == 2"),
        .fillWord: Example("a == 1 AND THEN b == 2", "a == 1 AND b == 2"),
        .mixedAndOr: Example("a == 1 AND b == 2 OR c == 3", "(a == 1 AND b == 2) OR c == 3"),
        .misspeltNegation: Example("NTO name == 'x'", "NOT name == 'x'"),
        .signBeforeCondition: Example("~(age > 30)", "!(age > 30)"),
        .misspeltQuantifier: Example("EVERY tags == 'x'", "ALL tags == 'x'"),
        .quantifierOnTheRight: Example("3 < ANY scores", "ANY scores > 3"),
        .existence: Example("EXISTS orders", "orders.@count > 0"),
        .searchTerm: Example("name:Ann", "name == \"Ann\""),
        .anyField: Example("* CONTAINS 'x'", "anywhere('x')"),
        .conditionFunction: Example("filter(age > 18)", "(age > 18)"),
        .methodCall: Example("name.includes('x')", "name CONTAINS 'x'"),
        .missingComparison: Example("active", "active == YES"),
        .missingComparator: Example("name 'x'"),
        .chainedComparison: Example("1 < x < 5", "1 < x AND x < 5"),
        .comparedComparison: Example("age > 5 == TRUE", "age > 5"),
        .conditionAsOperand: Example("(age > 30) + 1 == 2"),
        .assignmentSign: Example("name := 'x'", "name == 'x'"),
        .exclaimedOperator: Example("name !CONTAINS 'x'", "NOT name CONTAINS 'x'"),
        .compoundAssignment: Example("name += 'x'", "name == 'x'"),
        .operatorSigns: Example("name === 'x'", "name == 'x'"),
        .operatorPhrase: Example("name STARTS WITH 'x'", "name BEGINSWITH 'x'"),
        .typeIdentifierOperator: Example("uti CONFORMS TO 'public.image'", "uti UTI-CONFORMS-TO 'public.image'"),
        .unknownOperator: Example("tags CONTIANS 'x'", "tags CONTAINS 'x'"),
        .emptyOptions: Example("name ==[] 'x'", "name == 'x'"),
        .unknownOption: Example("name ==[i] 'x'", "name ==[c] 'x'"),
        .separatedOptions: Example("name CONTAINS[c, d] 'x'", "name CONTAINS[cd] 'x'"),
        .bareOptions: Example("name CONTAINS cd 'x'", "name CONTAINS[cd] 'x'"),
        .optionsBehindString: Example("name == 'x'cd", "name ==[cd] 'x'"),
        .optionsOfNone: Example("age BETWEEN[c] {1, 2}", "age BETWEEN {1, 2}"),
        .unclosedOptions: Example("name ==[c 'x'", "name ==[c] 'x'"),
        .unquotedText: Example("url == https://a.org", "url == \"https://a.org\""),
        .unquotedWords: Example("name == John Smith", "name == \"John Smith\""),
        .unitBehindNumber: Example("distance > 5 km"),
        .durationUnit: Example("t > now() - 1 day", "t > now() - 1d"),
        .interval: Example("t > now() - INTERVAL 1 DAY", "t > now() - 1d"),
        .typedDate: Example("t > DATE '2026-11-01'", "t > CAST('2026-11-01', \"NSDate\")"),
        .datePart: Example("extract(hour from t) == 10", "hour(t) == 10"),
        .caseExpression: Example("CASE WHEN a > 1 THEN 2 ELSE 3 END == 2", "TERNARY(a > 1, 2, 3) == 2"),
        .searchSign: Example("name ~ 'x'", "finds(name, 'x')"),
        .slashedPattern: Example("name LIKE /Jo/", "name LIKE \"Jo\""),
        .slashedText: Example("name == /Jo/"),
        .boundsWithoutBraces: Example("age BETWEEN 1 AND 5", "age BETWEEN {1, 5}"),
        .range: Example("age IN 18..30", "age BETWEEN {18, 30}"),
        .unaryPlus: Example("age > +5", "age > 5"),
        .secondSlash: Example("age // 10 == 3", "age / 10 == 3"),
        .remainder: Example("age % 2 == 0", "modulus:by:(age, 2) == 0"),
        .listInBrackets: Example("x IN ['a', 'b']", "x IN {'a', 'b'}"),
        .listInParentheses: Example("x IN ('a', 'b')", "x IN {'a', 'b'}"),
        .listWithoutBraces: Example("x IN 'a', 'b'", "x IN {'a', 'b'}"),
        .parenthesizedList: Example("x IN ('a')"),
        .missingComma: Example("x IN {1 2}", "x IN {1, 2}"),
        .trailingComma: Example("x IN {1, 2,}", "x IN {1, 2}"),
        .unclosedBracket: Example("(age > 30", "(age > 30)"),
        .bracketOfAnotherKind: Example("x IN {1, 2)", "x IN {1, 2}"),
        .missingOperand: Example("age >"),
        .omittedOperand: Example("age > 5 AND < 10", "age > 5 AND age < 10"),
        .doubledToken: Example("name == == 'x'", "name == 'x'"),
        .leadingDot: Example(".name == 'x'", "name == 'x'"),
        .enumerationCase: Example("state == .open", "state == \"open\""),
        .nilHabit: Example("email == None", "email == nil"),
        .reservedWord: Example("cast.@count == 1", "#cast.@count == 1"),
        .quotedArgument: Example("name == '%@'"),
        .stringPrefix: Example("name == u'Jo'", "name == 'Jo'"),
        .constructor: Example("date < new Date()", "date < now()"),
        .doubledDot: Example("address..city == 'x'", "address.city == 'x'"),
        .fullStop: Example("active == YES.", "active == YES"),
        .operatorCall: Example("contains(name, 'x')", "name CONTAINS 'x'"),
        .misspeltForm: Example("SUBQEURY(items, $x, $x.a > 3).@count > 0", "SUBQUERY(items, $x, $x.a > 3).@count > 0"),
        .indexOfAll: Example("items[].price > 3", "ANY items.price > 3"),
        .pathRoot: Example("$.price > 3", "price > 3"),
        .pathFilter: Example("items[?(@.price > 3)]", "SUBQUERY(items, $x, $x.price > 3).@count > 0"),
        .listFunction: Example("any(items, price > 3)", "ANY items.price > 3"),
        .choice: Example("if(price > 3, 1, 0) == 1", "TERNARY(price > 3, 1, 0) == 1"),
        .pipe: Example("name | startswith('A')", "name BEGINSWITH 'A'"),
        .coalescing: Example("price ?? 0 == 1", "TERNARY(price != NULL, price, 0) == 1"),
        .selection: Example("id IN (SELECT id FROM users)"),
        .slice: Example("name[0:3] == 'Ann'", "substring(name, 0, 3) == 'Ann'"),
        .conditional: Example("(price > 3 ? 1 : 0) == 1", "(TERNARY(price > 3, 1, 0)) == 1"),
        .closure: Example("items.filter(t => t.price) == 1"),
        .wordForComma: Example("CAST(x AS 'NSDate') < now()", "CAST(x, 'NSDate') < now()"),
        .missingPart: Example("CAST(x) == 1"),
        .unquotedName: Example("CAST(x, NSDate) < now()", "CAST(x, \"NSDate\") < now()"),
        .bareVariable: Example("SUBQUERY(items, x, x.a > 3).@count > 0", "SUBQUERY(items, $x, $x.a > 3).@count > 0"),
        .missingVariable: Example("SUBQUERY(items, 'x', a > 3).@count > 0"),
    ]
}
