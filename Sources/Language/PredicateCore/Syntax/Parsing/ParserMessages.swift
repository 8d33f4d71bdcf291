// Every message of the parser, each with its stable code and an input that provokes it.
extension PredicateDiagnostic {
    // MARK: Limits

    /// A format string longer than the limit.
    static func sourceTooLong(_ bytes: Int, limit: Int) -> Self {
        .error(
            .sourceTooLong, "the predicate has \(bytes) bytes; the limit (sourceBytes) is \(limit)",
            at: SourceRange(limit, bytes))
    }

    /// Ten thousand opening parentheses.
    static func tooDeep(limit: Int, at range: SourceRange) -> Self {
        .error(
            .tooDeep, "the predicate is more than \(limit) levels deep; the limit (depth) is \(limit)", at: range,
            notes: ["AND, OR and lists of any length are one level; brackets, NOT and arithmetic are a level each."])
    }

    /// A list of a million numbers.
    static func tooManyNodes(limit: Int, at range: SourceRange) -> Self {
        .error(.tooManyNodes, "the predicate has too many parts; the limit (nodes) is \(limit)", at: range)
    }

    // MARK: Structure

    /// The empty text.
    static func emptyPredicate(at range: SourceRange) -> Self {
        .error(.emptyPredicate, "the predicate is empty", at: range, hint: "TRUEPREDICATE matches everything")
    }

    /// `(age > 1`, `tags[0`, `{1, 2`
    static func unclosedBracket(
        _ open: Punctuation, at range: SourceRange, end: SourceRange, replacing wrong: SourceRange? = nil
    ) -> Self {
        let close = closing(open)
        return .error(
            .unclosedBracket, "`\(open.spelling)` is not closed", at: range, .replace(close, "`\(close)` is missing"),
            in: wrong ?? SourceRange(at: end.lowerBound),
            labels: wrong.map { [.init("this closes another kind", at: $0)] } ?? [])
    }

    static func closing(_ open: Punctuation) -> String {
        switch open {
        case .openBracket: "]"
        case .openBrace: "}"
        default: ")"
        }
    }

    /// `age > 1)`
    static func unmatchedBracket(_ close: String, removing edit: Edit) -> Self {
        .error(.unmatchedBracket, "unmatched `\(close)`", at: edit.range, edits: [edit])
    }

    /// `age >`, `AND x == 1`, `age > 5 AND < 10`, `a == 1 AND AND b == 2`
    static func missingOperand(_ problem: String, at range: SourceRange, edits: [Edit] = []) -> Self {
        let hint = edits.first.map { $0.text.isEmpty ? "remove it" : "write `\($0.text.trimmedEnd)` again" }
        return .error(.missingOperand, problem, at: range, hint: hint, edits: edits)
    }

    /// `TERNARY(a == 1)`
    static func missingPart(_ what: String, at range: SourceRange) -> Self {
        .error(.missingOperand, "a comma and \(what) are missing here", at: range)
    }

    /// `SUBQUERY(items, x, x.price > 1)`
    static func missingVariable(at offset: Int) -> Self {
        .error(.missingOperand, "a variable such as $x is missing here", at: SourceRange(at: offset))
    }

    /// `SUBQUERY(items, item, item.price > 1)`; the uses of the name add their edits
    static func bareVariable(_ name: String, at range: SourceRange) -> Self {
        .error(
            .unexpectedToken, "the name of a variable begins with `$`", at: range, .replace("$", "write `$\(name)`"),
            in: SourceRange(at: range.lowerBound))
    }

    /// `{1 2 3}`, `SUBQUERY(items $x, …)`
    static func missingComma(at range: SourceRange, filling gap: SourceRange) -> Self {
        .error(.missingOperator, "a comma is missing here", at: range, .replace(", ", "insert `,`"), in: gap)
    }

    /// `CAST(x AS 'NSDate')`
    static func wordForComma(_ word: String, at range: SourceRange, replacing replaced: SourceRange) -> Self {
        .error(
            .unexpectedToken, "`\(word)` does not belong here", at: range, .replace(", ", "write a comma"), in: replaced
        )
    }

    /// `--predicate age > 30`, `> age > 30`, `Predicate: age > 30`, `ANY OF tags == 'x'`
    static func copiedAlong(_ text: String, at range: SourceRange, upTo next: Int) -> Self {
        .error(
            .unexpectedToken, "`\(text)` is not part of the predicate", at: range, .remove,
            in: SourceRange(range.lowerBound, next))
    }

    /// `address..city`
    static func doubledDot(at range: SourceRange) -> Self {
        .error(.unexpectedToken, "a path takes one dot between components", at: range, .remove)
    }

    /// `contains(name, 'x')`
    static func operatorCall(_ word: String, _ operation: String, at range: SourceRange, edits: [Edit]) -> Self {
        .error(
            .unknownFunction, "`\(word)` is not a function", at: range,
            hint: "`\(operation)` is an operator: write it between two values", edits: edits)
    }

    /// `active == YES.`
    static func fullStop(at range: SourceRange) -> Self {
        .error(.unexpectedToken, "a predicate does not end in a full stop", at: range, .remove)
    }

    /// `.name == 'x'`
    static func leadingDot(at range: SourceRange) -> Self {
        .error(.unexpectedToken, "a path does not begin with a dot", at: range, .remove)
    }

    /// `email == None`
    static func nilHabit(_ word: String, at range: SourceRange) -> Self {
        .error(.reservedWord, "`\(word)` is the quantifier NONE here", at: range, .write("nil"))
    }

    /// `* CONTAINS '10.0.3.7'`
    static func anyField(at range: SourceRange, edits: [Edit]) -> Self {
        .error(
            .missingOperand, "`*` does not stand for every field", at: range,
            hint: "`anywhere(…)` finds a string in any field", edits: edits)
    }

    /// `name:Ann`, `age:>30`
    ///
    /// - Parameter fixed: the comparison with the edits.
    static func searchTerm(_ fixed: String, at range: SourceRange, edits: [Edit]) -> Self {
        .error(
            .unknownOperator, "`:` is not a comparison operator", at: range, hint: "write `\(fixed.excerpt(60))`",
            edits: edits)
    }

    /// `select(.age > 18)`
    static func conditionFunction(_ name: String, at range: SourceRange) -> Self {
        .error(.unknownFunction, "`\(name)` is not a function", at: range, .replace("", "write the condition alone"))
    }

    /// `born < new Date()`
    static func constructor(_ name: String, at range: SourceRange, edits: [Edit]) -> Self {
        .error(
            .unknownFunction, "`\(name)` is not a function", at: range,
            hint: edits.isEmpty ? nil : edits.count > 1 ? "write `CAST(…, \"NSDate\")`" : "write `now()`", edits: edits)
    }

    /// `stack[].line > 300`, `stack[*].line > 300`. The comparison adds ANY to the edits
    static func indexOfAll(_ text: String, at range: SourceRange) -> Self {
        .error(
            .unexpectedToken, "`\(text)` is not supported in a path", at: range,
            .replace("", "ANY compares each element of a list"))
    }

    /// `$.name == 'x'`
    static func pathRoot(at range: SourceRange) -> Self {
        .error(.unexpectedToken, "a path begins with the name of a field", at: range, .replace("", "remove `$.`"))
    }

    /// `items[?(@.price > 3)]`
    static func pathFilter(at range: SourceRange, edits: [Edit]) -> Self {
        .error(
            .unexpectedToken, "a filter is not supported in a path", at: range,
            hint: "SUBQUERY finds the elements of a list that satisfy a condition", edits: edits)
    }

    /// `if(status == 200, 1, 0)`
    static func choice(_ name: String, at range: SourceRange) -> Self {
        .error(
            .unknownFunction, "`\(name)` is not a function", at: range,
            .replace("TERNARY", "TERNARY(condition, a, b) chooses between two values"))
    }

    /// `(status > 499 ? 'bad' : 'good')`
    static func conditional(at range: SourceRange, edits: [Edit]) -> Self {
        .error(
            .unexpectedCharacter, "`?` has no meaning here", at: range,
            hint: "to choose between two values, write TERNARY(condition, a, b)", edits: edits)
    }

    /// `id IN (SELECT id FROM users)`
    static func selection(at range: SourceRange) -> Self {
        .error(
            .queryClause, "a predicate selects nothing from other records", at: range,
            hint: "filter those first, and pass the values as a list: `IN %@` with --arg-file")
    }

    /// `name[0:3]`
    static func slice(at range: SourceRange, edits: [Edit]) -> Self {
        .error(
            .unexpectedToken, "a range is not supported as an index", at: range,
            hint: "`substring(text, start, length)` is a part of a string", edits: edits)
    }

    /// `.name | startswith("A")`
    static func pipe(at range: SourceRange, hint: String, edits: [Edit], isExact: Bool) -> Self {
        return .error(
            .methodCall, "`|` does not pipe a value here", at: range, hint: hint, edits: edits
        ).asForeignSpelling(isExact)
    }

    /// `ANY items (price > 3 AND qty == 2)`
    static func conditionBehindQuantifier(_ quantifier: String, at range: SourceRange) -> Self {
        .error(
            .missingComparison, "\(quantifier) takes one comparison of a list, not a list with a condition", at: range,
            hint: "ANY and SUBQUERY test the elements of a list")
    }

    /// `any(stack, line > 300)`
    static func listFunction(_ name: String, at range: SourceRange) -> Self {
        .error(
            .unknownFunction, "`\(name)` does not test a list with a condition", at: range,
            hint: "ANY and SUBQUERY test the elements of a list")
    }

    /// `tags.some(t => t == 'x')`, `friends.contains(where: { $0.age > 18 })`
    static func closure(_ name: String, at range: SourceRange) -> Self {
        .error(
            .methodCall, "values have no methods such as `\(name)`", at: range,
            hint: "ANY, ALL and SUBQUERY test the elements of a list")
    }

    /// `age IN 18..30`, `age BETWEEN {18..30}`
    static func range(at range: SourceRange, edits: [Edit]) -> Self {
        .error(
            .betweenBounds, "a range is written with BETWEEN and two bounds", at: range,
            hint: "as in `BETWEEN {1, 5}`", edits: edits)
    }

    /// `name CONTAINS cd 'x'`, `name CONTAINS(cd) 'x'`
    static func bareOptions(_ letters: String, at range: SourceRange, replacing replaced: SourceRange) -> Self {
        .error(
            .misplacedOptions, "string options need square brackets", at: range, .write("[\(letters)]"), in: replaced)
    }

    /// `name [cd] CONTAINS 'x'`, `name CONTAINS 'x'[cd]`, `name == "x"cd`
    static func misplacedOptions(
        _ letters: String, behind operation: Int, at range: SourceRange, removing removed: SourceRange
    ) -> Self {
        let options = letters.isEmpty ? "" : "[\(letters)]"
        return .error(
            .misplacedOptions, "string options go after the operator", at: range, hint: "as in `CONTAINS[cd]`",
            edits: [.insert(options, at: operation), .remove(removed)])
    }

    /// `a == 1 b == 2`
    static func missingOperator(at range: SourceRange) -> Self {
        .error(
            .missingOperator, "AND or OR is missing between two conditions", at: SourceRange(at: range.lowerBound),
            edits: [.insert("AND ", at: range.lowerBound)])
    }

    /// `age 30`
    static func missingComparator(at range: SourceRange) -> Self {
        .error(
            .missingOperator, "an operator is missing between two values", at: SourceRange(at: range.lowerBound),
            hint: "such as ==, < or CONTAINS")
    }

    /// `coordinates.0`
    static func indexWithoutBrackets(_ list: String, _ key: String, at range: SourceRange) -> Self {
        .error(
            .missingOperator, "`.\(key)` is not an index; an index needs brackets", at: range,
            .replace("[\(key)]", "write `\(list)[\(key)]`"))
    }

    /// How a value might become a condition.
    enum ComparisonFix {
        /// It may be a boolean: compare it with YES.
        case boolean
        /// It is compared with what was compared before, whose text up to the right side this is.
        case repeated(String)
        /// It is a boolean literal, for which the language has a predicate.
        case truth(Bool)
        /// It is a predicate in quotes.
        case unquoted(String)
        /// It is a number whose bits are asked for.
        case bits
        case unknown
    }

    /// `star AND age > 3`, `name == 'a' OR 'b'`
    static func missingComparison(_ text: String, _ fix: ComparisonFix, at range: SourceRange) -> Self {
        let hint: String
        var edits: [Edit] = []
        switch fix {
        case .boolean:
            hint = "did you mean `\(text) == YES`?"
            edits = [.insert(" == YES", at: range.upperBound)]
        case .repeated(let comparison) where comparison.utf8.count <= 60:
            hint = "write the whole comparison: `\(comparison)\(text)`"
            edits = [.insert(comparison, at: range.lowerBound)]
        case .bits:
            hint = "write `\(text) != 0`"
            edits = [.insert(" != 0", at: range.upperBound)]
        case .truth(let value):
            hint = "write `\(value ? "TRUEPREDICATE" : "FALSEPREDICATE")`"
            edits = [.init(replacing: range, with: value ? "TRUEPREDICATE" : "FALSEPREDICATE")]
        case .unquoted(let content):
            hint = "write the predicate without quotes"
            edits = [.init(replacing: range, with: content)]
        default: hint = "compare it with something"
        }
        var message = Self.error(
            .missingComparison, "`\(text)` is a value, not a condition", at: range, hint: hint, edits: edits)
        if case .truth = fix { message.isForeignSpelling = true }
        return message
    }

    /// `1 < x < 5`, `a = b = c`: `repeated` is the operand in the middle
    static func chainedComparison(at range: SourceRange, first: SourceRange, repeated: String?) -> Self {
        .error(
            .chainedComparison, "comparisons do not chain", at: range, hint: "join two comparisons with AND",
            labels: [.init("the first comparison", at: first)],
            edits: repeated.map { [.insert("AND \($0) ", at: range.lowerBound)] } ?? [])
    }

    /// `age > 5 == TRUE`
    static func comparedComparison(at range: SourceRange, first: SourceRange, removing rest: SourceRange?) -> Self {
        .error(
            .chainedComparison, "a condition cannot be compared with a boolean", at: range,
            hint: rest == nil ? "to negate it, write NOT before the condition" : "write the condition alone",
            labels: [.init("the comparison", at: first)], edits: rest.map { [.remove($0)] } ?? [])
    }

    /// `a == 1 & b == 2`, `a == 1 | b == 2`
    static func bitwiseConnective(_ sign: String, at range: SourceRange) -> Self {
        .error(
            .bitwiseConnective, "`\(sign)` combines bits, not conditions", at: range,
            .replace(sign + sign, "write `\(sign)\(sign)`"))
    }

    /// `a == 1, b == 2`
    static func commaForAnd(at range: SourceRange) -> Self {
        .error(.unexpectedToken, "a comma does not join conditions", at: range, .replace(" AND", "write `AND`"))
    }

    /// `population > 1,000`
    static func groupedDigits(_ text: String, at range: SourceRange) -> Self {
        let plain = text.replacing(",", with: "")
        // `1,000` has no other reading, as no number begins with 0.
        let list = text.contains(",0") ? "" : "; one of several is `IN {\(text.replacing(",", with: ", "))}`"
        return .error(
            .badNumber, "a number cannot contain thousands separators", at: range,
            .replace(plain, "write `\(plain)`\(list)"))
    }

    /// `{"age": {"$gt": 30}}`
    static func documentQuery(at range: SourceRange) -> Self {
        .error(
            .queryClause, "this is a query of MongoDB, not a predicate", at: range,
            hint: "write `x > 5` for `{x: {$gt: 5}}`")
    }

    /// `SELECT * FROM people WHERE age > 30`, `WHERE age > 30`
    static func queryHead(at range: SourceRange, removing head: SourceRange) -> Self {
        .error(.queryClause, "a predicate is only what follows WHERE", at: range, .replace("", "remove this"), in: head)
    }

    /// `age > 30 ORDER BY name`, `age > 30 LIMIT 10`
    static func queryTail(_ clause: String, at range: SourceRange, removing tail: SourceRange) -> Self {
        .error(.queryClause, "\(clause) is not part of a predicate", at: range, .replace("", "remove this"), in: tail)
    }

    /// `a == 1 ]`
    static func unexpectedToken(_ text: String, at range: SourceRange) -> Self {
        .error(.unexpectedToken, "`\(text)` does not belong here", at: range)
    }

    /// `like == 'x'`
    package static func reservedWord(_ word: String, at range: SourceRange) -> Self {
        .error(
            .reservedWord, "`\(word)` is a reserved word, not a field", at: range,
            .replace("#", "write `#\(word)` for a field of that name"), in: SourceRange(at: range.lowerBound))
    }

    /// `name CONTAIN 'x'`, `a == 1 ADN b == 2`
    static func unknownOperator(_ word: String, suggestion: String?, at range: SourceRange) -> Self {
        .error(.unknownOperator, "`\(word)` is not an operator", at: range, .meant(suggestion))
    }

    /// `EXISTS orders`: whether a list has elements, or, if `isList` is false, whether a value is present
    static func existence(
        _ word: String, of operand: String, isList: Bool, at range: SourceRange, _ location: SourceRange,
        in whole: SourceRange
    ) -> Self {
        let test = isList ? ".@count > 0" : " != nil"
        return .error(
            .unknownOperator, "`\(word)` is not an operator", at: range,
            hint: "write `\(operand)\(test)`" + (isList ? "" : "; `has(\(operand))` is true also of a key with null"),
            edits: [
                .remove(SourceRange(range.lowerBound, location.lowerBound)),
                .init(replacing: SourceRange(location.upperBound, whole.upperBound), with: test),
            ])
    }

    /// `3 < ANY scores`, `5 = ANY(scores)`
    static func quantifierOnTheRight(_ word: String, hint: String?, at range: SourceRange, edits: [Edit]) -> Self {
        .error(
            .unexpectedToken, "`\(word)` goes before the comparison, not after its operator", at: range, hint: hint,
            edits: edits)
    }

    /// `count % 2 == 0`
    static func remainder(_ sign: SourceRange, between left: SourceRange, and right: SourceRange) -> Self {
        .error(
            .unknownOperator, "`%` is not an operator", at: sign, hint: "for the remainder, write `modulus:by:(a, b)`",
            edits: Edit.list("modulus:by:(", left, right))
    }

    /// `name CONTAINS[x] 'a'`, `name CONTAINS[i] 'a'`, `name CONTAINS[c, d] 'a'`
    static func unknownOption(
        _ letter: String, fixed: String?, at range: SourceRange, replacing edited: SourceRange? = nil
    ) -> Self {
        .error(
            .unknownOption, "`\(letter)` is not a string option", at: range,
            hint: fixed.map { $0.isEmpty ? "remove it" : "write `\($0)`" }
                ?? "the options are c (case), d (diacritics), n (literal) and l (dictionary)",
            edits: fixed.map { [.init(replacing: edited ?? range, with: $0)] } ?? [])
    }

    /// `name CONTAINS[] 'a'`
    static func emptyOptions(removing edit: Edit) -> Self {
        .error(.emptyOptions, "the brackets contain no options", at: edit.range, edits: [edit])
    }

    /// `name BETWEEN[c] {'a', 'b'}`
    static func misplacedOptions(_ comparator: String, removing edit: Edit) -> Self {
        .error(.misplacedOptions, "\(comparator) has no options", at: edit.range, edits: [edit])
    }

    /// `x IN ['a', 'b']`, `x IN ('a', 'b')`; `bounds` after BETWEEN
    static func listInBrackets(_ range: SourceRange, close: SourceRange?, bounds: SourceRange?) -> Self {
        var edits = [Edit(replacing: range, with: "{")]
        if let close { edits.append(.init(replacing: close, with: "}")) }
        if let bounds {
            return .error(
                .betweenBounds, "the bounds of BETWEEN are written in braces", at: bounds,
                hint: "as in `BETWEEN {1, 5}`",
                edits: edits)
        }
        return .error(.listBrackets, "a list is written in braces", at: range, hint: "as in `{1, 2, 3}`", edits: edits)
    }

    /// `x IN 'a', 'b'`
    static func listWithoutBraces(at range: SourceRange) -> Self {
        .error(
            .listBrackets, "a list is written in braces", at: range, hint: "as in `{1, 2, 3}`",
            edits: Edit.around(range, "{", "}"))
    }

    /// `x BETWEEN 1 AND 5`, `x BETWEEN 1, 5`
    static func boundsHabit(low: SourceRange, high: SourceRange, isWhole: Bool, at range: SourceRange) -> Self {
        .error(
            .betweenBounds, "the bounds of BETWEEN are written in braces", at: range, hint: "as in `BETWEEN {1, 5}`",
            edits: isWhole
                ? Edit.list("{", low, high, "}") : [])
    }

    /// `distance > 5 km`. A suggestion: the field may use another unit
    static func unitBehindNumber(_ unit: String, at range: SourceRange, removing removed: SourceRange) -> Self {
        .error(
            .unexpectedToken, "a number has no unit", at: range, .replace("", "remove `\(unit)`"), in: removed
        ).asSuggestion()
    }

    /// `now() - 1 day`, `now() - 1 month`; `written` is the duration as it is here, nil for months and years
    static func durationUnit(_ word: String, written: String?, at range: SourceRange, replacing whole: SourceRange)
        -> Self
    {
        .error(
            .unexpectedToken,
            DurationUnit(rawValue: word) == nil
                ? "`\(word)` is not a unit of durations" : "a number and its unit are one word", at: range,
            .write(written, else: "the units are \(DurationUnit.phrase)"), in: whole)
    }

    /// `now() - INTERVAL 1 DAY`; `written` is the duration as it is here
    static func interval(_ word: String, written: String?, at range: SourceRange, replacing whole: SourceRange) -> Self
    {
        .error(
            .unexpectedToken, "a duration is written without `\(word)`", at: range,
            .write(written, else: "a number with one of the units \(DurationUnit.phrase)"), in: whole)
    }

    /// `t > DATE "2026-11-01"`
    static func typedDate(at range: SourceRange, before text: SourceRange) -> Self {
        .error(
            .unexpectedToken, "`DATE` before a string is not supported", at: range, hint: "write `CAST(…, \"NSDate\")`",
            edits: [
                .init(replacing: SourceRange(range.lowerBound, text.lowerBound), with: "CAST("),
                .insert(", \"NSDate\")", at: text.upperBound),
            ])
    }

    /// `extract(hour from t)`
    static func datePart(_ name: String, _ function: String?, at range: SourceRange, before date: SourceRange) -> Self {
        .error(
            .unknownFunction, "`\(name)` is not a function", at: range,
            hint: function.map { "write `\($0)(…)`" } ?? DatePartHabits.hint,
            edits: function.map { [.init(replacing: SourceRange(range.lowerBound, date.lowerBound), with: $0 + "(")] }
                ?? [])
    }

    /// `CASE WHEN a > 1 THEN 2 ELSE 3 END`. The parser adds the edits
    static func caseExpression(at range: SourceRange) -> Self {
        .error(
            .unexpectedToken, "`CASE` is not supported", at: range, hint: "as in `TERNARY(age > 17, 2, 1)`")
    }

    /// `name ~ 'x'`
    static func searchSign(_ left: SourceRange, _ sign: SourceRange, _ right: SourceRange) -> Self {
        .error(
            .unknownOperator, "`~` is not a comparison operator", at: sign,
            hint: "`finds(text, pattern)` finds a pattern anywhere in a string",
            edits: Edit.list("finds(", left, right))
    }

    /// `name MATCHES /^Jo/`; `written` is the replacement, with the operator if its options change
    static func slashedPattern(_ written: String?, at range: SourceRange, edits: [Edit]) -> Self {
        .error(
            .unquotedString, "a pattern needs quotes, not slashes", at: range,
            hint: written.map { "write `\($0)`" } ?? "flags are options, as in `MATCHES[c]`", edits: edits)
    }

    /// `name == /Jo/`: a pattern, which another operator takes, or a path
    static func slashedText(_ text: String, pattern: String, at range: SourceRange) -> Self {
        .error(
            .unquotedString, "this text needs quotes", at: range,
            hint: "a pattern goes after MATCHES: `MATCHES \(pattern)`; `\(text)` is text")
    }

    /// `if age > 30 then`
    static func trailingWord(_ word: String, at range: SourceRange, removing tail: SourceRange) -> Self {
        .error(.unexpectedToken, "`\(word)` is not part of a predicate", at: range, .remove, in: tail)
    }

    /// `name MATCHES r"\\d+"`, `name == u'Jo'`
    static func stringPrefix(_ prefix: String, at range: SourceRange) -> Self {
        .error(.unexpectedToken, "a string has no prefix such as `\(prefix)`", at: range, .remove)
    }

    /// `{1, 2,}`
    static func trailingComma(at range: SourceRange) -> Self {
        .error(.trailingComma, "nothing follows the comma", at: range, .replace(""))
    }

    /// `+1 == a`
    static func unaryPlus(removing edit: Edit) -> Self {
        .error(.unaryPlus, "a value has no `+` sign", at: edit.range, edits: [edit])
    }

    /// `(a == 1) == (b == 2)`, `sum((a == 1))`
    static func conditionAsOperand(at range: SourceRange, edits: [Edit] = []) -> Self {
        .error(
            .conditionAsOperand, "this is a condition, and a value is needed here", at: range,
            hint: edits.isEmpty ? "TERNARY(condition, YES, NO) turns it into a value" : "NOT negates a condition",
            edits: edits)
    }

    /// `status == (404 OR 500)`
    static func conditionAsOperand(of list: String, at range: SourceRange) -> Self {
        .error(
            .conditionAsOperand, "OR joins conditions, not values", at: range,
            hint: "one of several values is `IN \(list)`; for several fields, begin with `ANY \(list)`")
    }

    /// `'%@'`. A suggestion: the text may be intended, and an argument may be missing
    static func quotedArgument(_ specifier: String, isWhole: Bool, at range: SourceRange) -> Self {
        .suggestion(
            .quotedArgument, "`\(specifier)` in quotes is text, not an argument", at: range,
            hint: isWhole ? "remove the quotes" : "an argument stands for a whole value",
            edits: isWhole ? [.init(replacing: range, with: specifier)] : [])
    }

    /// `a == 1 OR b == 2 AND c == 3`. The parentheses make the precedence visible, so the edit changes no answer
    static func mixedAndOr(_ and: SourceRange, or: SourceRange) -> Self {
        .warning(
            .mixedAndOr, "AND binds tighter than OR", at: and, hint: "put the AND in parentheses to show this",
            labels: [.init("the OR next to it", at: or)], edits: Edit.around(and, "(", ")"))
    }

    /// `name IN ("Jo")`. A suggestion: a substring test may be intended
    static func parenthesizedList(_ element: String, at range: SourceRange) -> Self {
        .suggestion(
            .parenthesizedList, "parentheses do not make a list, so IN searches the string", at: range,
            .write("{\(element)}"))
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var scalars = unicodeScalars[...]
        while scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }
}
