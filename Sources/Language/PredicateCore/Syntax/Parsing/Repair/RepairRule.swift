/// Text that does not follow the grammar: one case for each common mistake.
///
/// The functions of this folder recognise them. Each reports its mistake under the name of its rule, with the edits of tokens
/// that fix it, and continues as if they had been made. `Tests/Mistakes` has cases of each; a test fails for a rule without one.
enum RepairRule: String, CaseIterable, Sendable {
    // MARK: Before and after the predicate

    /// the empty text
    case emptyPredicate
    /// `SELECT * FROM people WHERE age > 30`, `if age > 30`
    case queryHead
    /// `--predicate age > 30`
    case copiedOption
    /// `> age > 30`, as mail quotes it
    case quotationMark
    /// `Predicate: age > 30`
    case copiedLabel
    /// `age > 30 then`
    case trailingWord
    /// `age > 30 ORDER BY name`
    case queryTail
    /// `age > 30)`
    case unmatchedBracket
    /// `population > 1,000`
    case groupedDigits
    /// `age > 30 ;`: a mistake without another rule
    case unexpectedToken

    // MARK: AND and OR

    /// `a == 1 ADN b == 2`
    case misspeltConnective
    /// `a == 1, b == 2`
    case commaForAnd
    /// `(a == 1) & (b == 2)`
    case bitwiseConnective
    /// `a == 1 b == 2`
    case missingConnective
    /// `a == 1 AND THEN b == 2`, `ANY OF tags == 'x'`
    case fillWord
    /// `a == 1 AND b == 2 OR c == 3`, a warning
    case mixedAndOr

    // MARK: NOT and quantifiers

    /// `NTO name == 'x'`
    case misspeltNegation
    /// `~(age > 30)`
    case signBeforeCondition
    /// `EVERY tags == 'x'`
    case misspeltQuantifier
    /// `3 < ANY scores`
    case quantifierOnTheRight

    // MARK: Conditions

    /// `EXISTS orders`
    case existence
    /// `name:Ann`, `age:>30`, as search fields have it
    case searchTerm
    /// `* CONTAINS '10.0.3.7'`
    case anyField
    /// `select(.age > 18)`
    case conditionFunction
    /// `name.includes('x')`
    case methodCall
    /// `active`, `name == 'a' OR 'b'`
    case missingComparison

    // MARK: Comparisons

    /// `name 'x'`
    case missingComparator
    /// `1 < x < 5`
    case chainedComparison
    /// `age > 5 == TRUE`
    case comparedComparison
    /// `(age > 30) + 1 == 2`
    case conditionAsOperand

    // MARK: Operators

    /// `name := 'x'`
    case assignmentSign
    /// `name ~ 'x'`
    case searchSign
    /// `name !CONTAINS 'x'`
    case exclaimedOperator
    /// `name += 'x'`
    case compoundAssignment
    /// `name === 'x'`, `name =~ 'x'`, `age > = 3`
    case operatorSigns
    /// `name STARTS WITH 'x'`, `email IS NOT NULL`
    case operatorPhrase
    /// `uti CONFORMS TO 'public.image'`
    case typeIdentifierOperator
    /// `tags CONTIANS 'x'`
    case unknownOperator

    // MARK: Options

    /// `name ==[] 'x'`
    case emptyOptions
    /// `name ==[i] 'x'`
    case unknownOption
    /// `name CONTAINS[c, d] 'x'`
    case separatedOptions
    /// `name CONTAINS cd 'x'`
    case bareOptions
    /// `name == 'x'cd`, as Spotlight has it
    case optionsBehindString
    /// `age BETWEEN[c] {1, 2}`
    case optionsOfNone
    /// `name ==[c 'x'`
    case unclosedOptions

    // MARK: Right sides

    /// `path == /usr/bin`, `name LIKE Jo*`
    case unquotedText
    /// `name == John Smith`
    case unquotedWords
    /// `distance > 5 km`
    case unitBehindNumber
    /// `now() - 1 day`
    case durationUnit
    /// `now() - INTERVAL 1 DAY`
    case interval
    /// `t > DATE "2026-11-01"`
    case typedDate
    /// `name MATCHES /^Jo/i`
    case slashedPattern
    /// `name == /Jo/`
    case slashedText
    /// `age BETWEEN 1 AND 5`
    case boundsWithoutBraces
    /// `age IN 18..30`
    case range

    // MARK: Arithmetic

    /// `age > +5`
    case unaryPlus
    /// `age // 10 == 3`
    case secondSlash
    /// `age % 2 == 0`
    case remainder

    // MARK: Lists and brackets

    /// `x IN ['a', 'b']`
    case listInBrackets
    /// `x IN ('a', 'b')`
    case listInParentheses
    /// `x IN 'a', 'b'`
    case listWithoutBraces
    /// `x IN ('a')`, a warning
    case parenthesizedList
    /// `x IN {1 2 3}`
    case missingComma
    /// `x IN {1, 2,}`
    case trailingComma
    /// `(age > 30`
    case unclosedBracket
    /// `x IN {1, 2)`
    case bracketOfAnotherKind

    // MARK: Values

    /// `age >`
    case missingOperand
    /// `age > 5 AND < 10`
    case omittedOperand
    /// `name == == 'x'`, `a == 1 AND AND b == 2`
    case doubledToken
    /// `.name == 'x'`, as jq has it
    case leadingDot
    /// `state == .open`, as Swift has it
    case enumerationCase
    /// `email == None`
    case nilHabit
    /// `cast.@count == 1`
    case reservedWord
    /// `name == '%@'`, a warning
    case quotedArgument
    /// `name == u'Jo'`, `name MATCHES r'x'`
    case stringPrefix
    /// `date < new Date()`
    case constructor

    // MARK: Paths

    /// `address..city == 'x'`
    case doubledDot
    /// `active == YES.`
    case fullStop

    // MARK: Calls

    /// `contains(name, 'x')`
    case operatorCall
    /// `extract(hour from t)`
    case datePart
    /// `CASE WHEN a > 1 THEN 2 ELSE 3 END`
    case caseExpression
    /// `SUBQEURY(items, $x, $x.price > 3).@count > 0`
    case misspeltForm
    /// `items.filter(t => t.price)`, `items.any(price > 3)`, `items.contains { $0.price > 3 }`
    case closure
    /// `CAST(x AS 'NSDate')`
    case wordForComma
    /// `CAST(x)`
    case missingPart
    /// `CAST(x, NSDate)`
    case unquotedName
    /// `SUBQUERY(items, x, x.price > 3).@count > 0`
    case bareVariable
    /// `SUBQUERY(items, 'x', price > 3).@count > 0`
    case missingVariable

    // MARK: Elements of lists

    /// `stack[].line > 300`, `stack[*].line > 300`
    case indexOfAll
    /// `$.name == 'x'`
    case pathRoot
    /// `items[?(@.price > 3)]`
    case pathFilter
    /// `any(stack, line > 300)`
    case listFunction
    /// `if(status == 200, 1, 0)`
    case choice
    /// `.name | startswith("A")`
    case pipe
    /// `email ?? "none"`
    case coalescing
    /// `id IN (SELECT id FROM users)`
    case selection
    /// `name[0:3]`
    case slice
    /// `(a > 5 ? 'x' : 'y')`
    case conditional

    /// Whether the text is right in another language, and has one meaning here. Rules of which that is true only
    /// sometimes say so where they report.
    var isForeignSpelling: Bool {
        switch self {
        case .conditionFunction, .boundsWithoutBraces, .listInBrackets, .listInParentheses, .listWithoutBraces,
            .trailingComma, .leadingDot, .wordForComma, .indexOfAll, .pathRoot, .pathFilter, .anyField, .interval,
            .typedDate, .datePart, .caseExpression, .searchSign, .choice, .conditional:
            true
        default: false
        }
    }
}
