// Every message of the checker, each with its stable code and an input that causes it.
extension PredicateDiagnostic {
    // MARK: Names

    /// `nmae == 'x'`: with the path that was meant, how often a sample has it, and the fields that exist
    static func unknownField(
        _ name: String, of type: String, suggestion path: String?, seen: String?,
        fields: some Collection<String>,
        isSpelledAlike: Bool = false, at range: SourceRange
    ) -> Self {
        var notes = isSpelledAlike ? ["the two names look alike but have different code points"] : []
        if path == nil, !fields.isEmpty {
            let shown = fields.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
            notes = ["the fields are \(shown)" + (fields.count > 12 ? " and \(fields.count - 12) more" : "")]
        }
        return .error(
            .unknownField, "`\(name)` is not a field of \(type)", at: range,
            hint: path.map { "did you mean `\($0)`?" + (seen.map { " (\($0))" } ?? "") },
            edits: path.map { [.init(replacing: range, with: $0)] } ?? [], notes: notes)
    }

    /// `tags.env == "prod"` where each tag has a key and a value
    func meaningPairs(_ edit: Edit) -> Self {
        var diagnostic = self
        diagnostic.hint = "for the value of this key, write `\(edit.text)`"
        diagnostic.edits = [edit]
        return diagnostic
    }

    /// `item.price > 5` where the record itself has `price`
    static func needlessComponent(
        _ name: String, _ following: String, of type: String, at range: SourceRange, upTo end: Int
    ) -> Self {
        .error(
            .unknownField, "`\(name)` is not a field of \(type)", at: range,
            .replace("", "`\(following)` is a field: remove `\(name).`"), in: SourceRange(range.lowerBound, end))
    }

    /// `serial-number == 'x'` where there is `serial_number`, or `SELF."serial-number"`
    static func hyphenatedField(
        _ written: String, _ field: String, of type: String, isRoot: Bool, at range: SourceRange
    ) -> Self {
        let component = SourceSpelling.component(field)
        let path = isRoot && component.hasPrefix("\"") ? "SELF." + component : component
        let isExact = sameCodePoints(field, written)
        return .error(
            .unknownField, isExact ? "a name with a hyphen needs quotes" : "`\(written)` is not a field of \(type)",
            at: range, hint: isExact ? "write `\(path)`" : "did you mean `\(path)`?",
            edits: [.init(replacing: range, with: path)]
        ).asForeignSpelling(isExact)
    }

    /// `first name == 'x'`, `http.status_code > 499`, `app_kubernetes.io/name == 'x'`: a key that is not an identifier
    package static func unquotedKey(
        _ written: String, _ path: String, isExact: Bool, seen: String?, at range: SourceRange
    ) -> Self {
        let seen = seen.map { " (\($0))" } ?? ""
        return .error(
            .unknownField, isExact ? "the key `\(written)` needs quotes" : "`\(written)` is not a field", at: range,
            hint: isExact ? "write `\(path)`" + seen : "did you mean `\(path)`?" + seen,
            edits: [.init(replacing: range, with: path)]
        ).asForeignSpelling(isExact)
    }

    /// `email == undefined`, `active == Flase`
    static func constantForField(
        _ name: String, _ constant: String, of type: String, at range: SourceRange,
        replacing replaced: SourceRange? = nil
    ) -> Self {
        .error(.unknownField, "`\(name)` is not a field of \(type)", at: range, .meant(constant), in: replaced ?? range)
    }

    /// `name == John`, `bundle == com.apple.Safari`. `quoted` is the text in quotes, and `text` its range
    static func textForField(
        _ name: String, _ quoted: String, of type: String, at range: SourceRange, text: SourceRange
    ) -> Self {
        .error(
            .unknownField, "`\(name)` is not a field of \(type)", at: range,
            .replace(quoted, "text needs quotes: `\(quoted)`"), in: text)
    }

    /// `host == lab-mac-01`, with the text in quotes
    static func unquotedString(quoted: String, at range: SourceRange) -> Self {
        .error(.unquotedString, "this text needs quotes", at: range, .replace(quoted))
    }

    /// `born > 2024-01-31` where the type of `born` is unknown. A suggestion: the subtraction may be intended
    static func unquotedDate(_ text: String, at range: SourceRange) -> Self {
        .suggestion(
            .unquotedDate, "without quotes this subtracts numbers", at: range, .replace(SourceSpelling.quoted(text)))
    }

    /// `tags.count == 1`, `friends.first.name == 'x'`. `replaced` is the range that the fix-it replaces
    static func listProperty(
        _ name: String, _ meant: String, of type: ValueType, at range: SourceRange, replacing replaced: SourceRange
    ) -> Self {
        var isObjects = false
        if case .object = type.innermost.unwrapped { isObjects = true }
        return .error(
            isObjects ? .unknownField : .noFields, "\(type.unwrapped.phrase) has no field `\(name)`", at: range,
            .write(meant), in: replaced)
    }

    /// `name.foo == 1`, `name.count == 1`
    static func noFields(_ name: String, of base: ValueType, suggestion: String?, at range: SourceRange) -> Self {
        .error(.noFields, "\(base.plain.phrase) has no field `\(name)`", at: range, .meant(suggestion))
    }

    /// `name.toLowerCase() == 'x'`, `name.includes('x')`, `friends.size() > 1`, `Math.floor(height) == 1`, `tags.isEmpty`
    static func methodCall(_ name: String, hint: String?, at range: SourceRange, edits: [Edit]) -> Self {
        .error(.methodCall, "values have no methods such as `\(name)`", at: range, hint: hint, edits: edits)
    }

    /// `name AND age > 3` if `name` is known to be a string
    ///
    /// `negated` is the range with a NOT before it: `!name` asks whether there is none
    static func missingComparison(
        _ text: String, _ type: ValueType, following: String?, negated: SourceRange? = nil, at range: SourceRange
    ) -> Self {
        let end = SourceRange(at: range.upperBound)
        var hint = "compare it with something"
        switch type.family {
        case .text where type.unwrapped == .dateTime: hint = "compare it, as in `\(text) > \"2026-01-31\"`"
        case .text: hint = "compare it, as in `\(text) CONTAINS \"…\"`"
        case .number: hint = "compare it, as in `\(text) > 0`"
        case .date: hint = "compare it, as in `\(text) > now() - 1d`"
        default: break
        }
        var edits: [Edit] = []
        switch type.family {
        case .list:
            hint = "did you mean `\(text).@count > 0`?"
            edits = [.init(replacing: end, with: ".@count > 0")]
        case .any, .null: break
        default:
            if let following {
                hint = "write the whole comparison: `\(text) \(following)`"
                edits = [.init(replacing: end, with: " " + following)]
            } else if type.unwrapped == .integer, text.hasSuffix("@count") || text.hasSuffix("…") {
                hint = "did you mean `\(text) > 0`?"
                edits = [.init(replacing: end, with: " > 0")]
            } else if type.unwrapped == .boolean {
                hint = "did you mean `\(text) == YES`?"
                edits = [.init(replacing: end, with: " == YES")]
            } else if type.isOptional, let negated {
                hint = "did you mean `\(text) == nil`?"
                edits = [
                    .remove(SourceRange(negated.lowerBound, range.lowerBound)),
                    .init(replacing: end, with: " == nil"),
                ]
            } else if type.isOptional {
                hint = "did you mean `\(text) != nil`?"
                edits = [.init(replacing: end, with: " != nil")]
            }
        }
        return .error(
            .missingComparison, "`\(text)` is \(type.plain.phrase), not a condition", at: range, hint: hint,
            edits: edits)
    }

    /// `tags(0) == 'x'` with a field `tags`
    static func indexInParentheses(_ name: String, at range: SourceRange, edits: [Edit]) -> Self {
        .error(
            .unknownFunction, "`\(name)` is a field, not a function", at: range,
            hint: "an index needs square brackets: `\(name)[0]`", edits: edits)
    }

    /// `tags[COUNT] > 3`
    static func sizeIndex(_ name: String, at range: SourceRange) -> Self {
        .error(.unknownField, "`\(name)` is not an index", at: range, .write("SIZE"))
    }

    /// `summ(x) == 1`, `SUBQEURY(items, $x, $x.price > 1)`
    static func unknownFunction(_ name: String, suggestion: String?, at range: SourceRange) -> Self {
        .error(.unknownFunction, "`\(name)` is not a function", at: range, .meant(suggestion))
    }

    /// `coalesce(nickname, name) == 'x'`, `map(tags)`
    static func foreignFunction(_ name: String, hint: String, at range: SourceRange, edits: [Edit]) -> Self {
        .error(.unknownFunction, "`\(name)` is not a function", at: range, hint: hint, edits: edits)
    }

    /// `str(age) == '30'`. `edits` turn the call into a CAST
    static func castHabit(_ name: String, _ type: String, at range: SourceRange, edits: [Edit]) -> Self {
        .error(
            .unknownFunction, "`\(name)` is not a function", at: range, hint: "write `CAST(…, \"\(type)\")`",
            edits: edits)
    }

    /// `tags.@cnt == 1`
    static func unknownCollectionOperator(_ name: String, suggestion: String?, at range: SourceRange) -> Self {
        .error(
            .unknownCollectionOperator, "`\(name)` is not a collection operator", at: range,
            .meant(suggestion, else: "a key of that name needs quotes: \"\(name)\""))
    }

    /// `CAST(x, 'NSObject') == 1`
    static func unknownCastType(_ name: String, suggestion: String?, at range: SourceRange) -> Self {
        .error(
            .unknownCastType, "`\(name)` is not a type of CAST", at: range,
            hint: suggestion.map { "did you mean `\($0)`?" }
                ?? "the types are " + CastTarget.allCases.map(\.rawValue).joined(separator: ", "),
            edits: suggestion.map { [.init(replacing: range, with: SourceSpelling.quoted($0))] } ?? [])
    }

    /// `ANYKEY == 1`, `SELF isKindOfClass: 'x'`
    static func unavailable(_ name: String, at range: SourceRange) -> Self {
        let hint: String? =
            switch name.uppercased() {
            case "ANYKEY": "name the fields, as in `ANY {title, text} == …`"
            case "TOKENMATCHES": "CONTAINS finds a part of a string, and MATCHES a pattern"
            default: nil
            }
        return .error(.unavailable, "`\(name)` exists only in Apple's frameworks", at: range, hint: hint)
    }

    /// `random() > 0.5` under limits that refuse it
    static func refusedFunction(_ name: String, at range: SourceRange) -> Self {
        .error(.refusedFunction, "this program does not allow `\(SafeText.plain(name))`", at: range)
    }

    // MARK: Operands

    /// `age > "thirty"`
    static func wrongOperand(
        _ message: String, at range: SourceRange, labels: [Label] = [], hint: String? = nil, edits: [Edit] = []
    ) -> Self {
        .error(.wrongOperand, message, at: range, hint: hint, labels: labels, edits: edits)
    }

    /// `items.price * boxes.count`
    static func twoLists(
        _ symbol: ArithmeticOperator, _ first: String, _ second: String, at range: SourceRange
    ) -> Self {
        .wrongOperand(
            "`\(symbol.rawValue)` combines fields of the elements of one list, but `\(first)` and `\(second)` are two lists",
            at: range)
    }

    /// `tags == 'x'`
    static func missingQuantifier(
        _ text: String, insertAt location: Int, countsElements: Bool = false, at range: SourceRange
    ) -> Self {
        if countsElements {
            return .error(
                .missingQuantifier, "`\(text)` has many values, but is compared with one", at: range,
                .replace(".@count", "did you mean the number of values, @count?"), in: SourceRange(at: range.upperBound)
            )
        }
        if text.hasSuffix(".length") {
            let list = text.dropLast(".length".count)
            return .error(
                .missingQuantifier, "`\(text)` has many values, but is compared with one", at: range,
                hint: "`\(list).@count` is the number of elements; ANY and ALL compare the lengths of the strings")
        }
        return .error(
            .missingQuantifier, "`\(text)` has many values, but is compared with one", at: range,
            .replace("ANY ", "write ANY or ALL before it"), in: SourceRange(at: location))
    }

    /// `name == {'a', 'b'}`
    static func listForOne(
        _ spelling: String, _ left: ValueType, _ right: ValueType, isOrder: Bool, at range: SourceRange,
        labels: [Label], operatorRange: SourceRange
    ) -> Self {
        let fixed = spelling == "==" ? "IN" : nil
        let negated = spelling == "!=" ? "`NOT … IN` excludes the values of a list" : nil
        return .error(
            .wrongOperand, "`\(spelling)` compares \(left.plain.pair), but the right side is \(right.plain.phrase)",
            at: range, hint: fixed.map { "`\($0)` looks for a value in a list" } ?? negated, labels: labels,
            edits: fixed.map { [.init(replacing: operatorRange, with: $0)] } ?? [])
    }

    /// `ANY name == 'x'`
    static func needlessQuantifier(
        _ quantifier: Quantifier, of operand: String, _ type: ValueType, at range: SourceRange, upTo left: Int
    ) -> Self {
        // No value is equal to an object.
        let isValue = type.family != .object && type.family != .dictionary
        return .error(
            .needlessQuantifier, "\(quantifier.rawValue) needs a list, but `\(operand.excerpt(40))` is \(type.phrase)",
            at: range,
            edits: isValue
                ? [.init(replacing: SourceRange(range.lowerBound, left), with: quantifier == .none ? "NOT " : "")] : [])
    }

    /// `state == 'lots'`. A warning without an edit under an inferred schema, since other records may have more cases
    static func unknownCase(
        _ value: String, suggestion: String?, cases: [String], isDeclared: Bool, at range: SourceRange
    ) -> Self {
        let some = "the cases are " + cases.prefix(8).joined(separator: ", ") + (cases.count > 8 ? ", …" : "")
        let all = cases.isEmpty ? nil : some
        let message = "\(value) is not one of the cases"
        guard isDeclared else {
            return .warning(.unknownCase, message, at: range, hint: suggestion.map { "a similar case is \($0)" } ?? all)
        }
        return .error(
            .unknownCase, message, at: range, hint: suggestion.map { "did you mean \($0)?" } ?? all,
            edits: suggestion.map { [.init(replacing: range, with: $0)] } ?? [])
    }

    /// `born > '2024-13-01'`
    static func unreadableDate(_ reason: String, at range: SourceRange, edit: Edit? = nil) -> Self {
        .error(
            .unreadableDate, reason.isEmpty ? "this is not a date" : "this is not a date: \(reason)", at: range,
            hint: edit.map { "write `\($0.text)`" } ?? "a date is written 2024-01-31 or 2024-01-31T12:00:00Z",
            edits: edit.map { [$0] } ?? [])
    }

    /// `id == 'x'`
    static func unreadableUUID(_ text: String, at range: SourceRange) -> Self {
        // Braces and hyphens may differ. Only the digits count.
        let digits = text.filter(\.isHexDigit)
        let isOnlyDigits = text.allSatisfy { $0.isHexDigit || "{}-".contains($0) }
        var fixed: String?
        if digits.utf8.count == 32, isOnlyDigits {
            var groups = digits
            for location in [20, 16, 12, 8] {
                groups.insert("-", at: groups.index(groups.startIndex, offsetBy: location))
            }
            fixed = SourceSpelling.quoted(groups)
        }
        return .error(
            .unreadableUuid, "this is not a UUID", at: range,
            hint: fixed.map { "write \($0)" }
                ?? "write 32 hexadecimal digits, as in E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
            edits: fixed.map { [.init(replacing: range, with: $0)] } ?? [])
    }

    /// `photo == '!'`
    static func unreadableData(at range: SourceRange) -> Self {
        .error(.unreadableData, "this is not base64 data", at: range)
    }

    /// `name MATCHES '('`
    static func badPattern(_ reason: String, at range: SourceRange, lost: [PredicateDiagnostic] = []) -> Self {
        // Backslashes that the string consumed may be the only mistake.
        .error(
            .badPattern, "the pattern cannot be used: \(reason)", at: range,
            hint: lost.isEmpty ? nil : "in a string, write each backslash of a pattern twice",
            edits: lost.flatMap(\.edits))
    }

    /// A pattern longer than the limit.
    static func patternTooLong(_ bytes: Int, limit: Int, at range: SourceRange) -> Self {
        .error(.badPattern, "the pattern has \(bytes) bytes; the limit (patternBytes) is \(limit)", at: range)
    }

    /// `name MATCHES 'a.*'` with a library that has no engine
    static func patternsUnavailable(at range: SourceRange) -> Self {
        .error(
            .patternsUnavailable, "MATCHES needs a pattern engine, but the library has none", at: range,
            hint: "add the product PredicatePatterns with the trait `PCRE2`")
    }

    /// `age BETWEEN {1}`
    static func betweenBounds(_ count: Int?, at range: SourceRange) -> Self {
        .error(
            .betweenBounds,
            count.map { "BETWEEN needs two bounds, but has \($0 == 0 ? "none" : $0 == 1 ? "one" : "\($0)")" }
                ?? "BETWEEN needs two bounds in braces", at: range, hint: "as in `BETWEEN {1, 5}`")
    }

    /// `tags[-1] == 'x'`. A suggestion: nil and the last element are different values
    static func negativeIndex(_ text: String, at range: SourceRange) -> Self {
        .suggestion(
            .alwaysFalse, "a negative index always gives nil", at: range,
            hint: text == "-1" ? "the last element is `[LAST]`" : nil,
            edits: text == "-1" ? [.init(replacing: range, with: "LAST")] : [])
    }

    /// `name[0] == 'x'`
    static func badIndex(_ message: String, at range: SourceRange) -> Self {
        .error(.badIndex, message, at: range)
    }

    /// `tags.@count.x == 1`
    static func pathAfterCount(at range: SourceRange) -> Self {
        .error(.pathAfterCount, "@count is a number and has no fields", at: range)
    }

    // MARK: Functions, arguments, variables

    /// `sum(1, 2) == 3`
    static func wrongArgumentCount(
        _ name: String, expected: Int, counts: String? = nil, found: Int, at range: SourceRange, hint: String? = nil,
        edits: [Edit] = []
    ) -> Self {
        let arguments =
            counts ?? (expected == 1 ? "one argument" : expected == 0 ? "no argument" : "\(expected) arguments")
        return .error(
            .wrongArgumentCount,
            "`\(name)` takes \(arguments), but gets \(found == 0 ? "none" : found == 1 ? "one" : "\(found)")",
            at: range, hint: hint, edits: edits)
    }

    /// `length(5) == 1`
    static func wrongArgumentType(
        _ function: String, _ parameter: String, expected: ValueType, found: ValueType, at range: SourceRange,
        hint: String? = nil, edits: [Edit] = []
    ) -> Self {
        // "a list of values (values)" says the same twice.
        let name = expected.phrase.hasSuffix(parameter) ? "" : " (\(parameter))"
        return .error(
            .wrongArgumentType, "`\(function)` needs \(expected.phrase)\(name), but this is \(found.phrase)", at: range,
            hint: hint, edits: edits)
    }

    /// `latency > 250ms` with a field of numbers. A suggestion: the number of seconds
    static func durationAsNumber(
        _ field: String, _ written: String, seconds: String, at range: SourceRange, field fieldRange: SourceRange
    ) -> Self {
        .suggestion(
            .durationAsNumber, "`\(written)` is a number of seconds: \(seconds)",
            at: range,
            .replace(seconds, "if `\(field)` counts seconds, write `\(seconds)`"),
            labels: [.init("`\(field)` is a number without a unit", at: fieldRange)])
    }

    /// `size > 3` with `check --apple`
    package static func notApple(_ message: String, at range: SourceRange, hint: String?, edits: [Edit]) -> Self {
        .error(.notApple, message, at: range, hint: hint, edits: edits)
    }

    /// `version(v) >= "1.10"`; `holdsVersion` of `uppercase(version(v)) >= version("1.10")`
    static func versionBesideText(_ text: String, holdsVersion: Bool, at range: SourceRange) -> Self {
        .error(
            .versionBesideText, "`\(text.excerpt(40))` is not a version, but the other side is one", at: range,
            hint: holdsVersion
                ? "only `max`, `min` and `TERNARY` of versions are versions" : "write `version(\(text))`",
            edits: holdsVersion ? [] : Edit.around(range, "version(", ")"))
    }

    /// `version(v) BEGINSWITH "1."`
    static func versionAsText(_ spelling: String, at range: SourceRange) -> Self {
        .error(
            .versionBesideText, "\(spelling) compares strings, but this is a version", at: range,
            hint: "use \(spelling) with the string itself, without `version`")
    }

    /// `truncate(time, "hours")`
    static func unknownUnit(_ name: String, units: [String], suggestion: String?, at range: SourceRange) -> Self {
        .error(
            .unknownUnit, "`\(name)` is not a unit of dates", at: range,
            .replace(
                suggestion.map(SourceSpelling.quoted),
                suggestion.map { "did you mean \"\($0)\"?" } ?? "the units are \(units.joined(separator: ", "))"))
    }

    /// `hour(time, "Lisbon")`
    static func unknownZone(_ name: String, suggestion: String?, at range: SourceRange) -> Self {
        .error(
            .unknownTimeZone, "there is no time zone `\(name)`", at: range,
            .replace(
                suggestion.map(SourceSpelling.quoted),
                suggestion.map { "did you mean \"\($0)\"?" }
                    ?? "a zone is a name such as \"Europe/Lisbon\", or an offset such as \"+02:00\""))
    }

    /// `a == $x AND name == $x` with a number and a string
    static func variableConflict(
        _ name: String, _ type: ValueType, first: ValueType, at range: SourceRange, firstRange: SourceRange
    ) -> Self {
        .error(
            .variableConflict, "`$\(name)` cannot be \(type.phrase) here", at: range,
            labels: [.init("it is \(first.phrase) here", at: firstRange)])
    }

    /// `SUBQUERY(items, $item, $items.price > 1)`: a variable similar to that of the SUBQUERY. A suggestion: `$items`
    /// may get a value later
    static func nearVariable(_ name: String, _ meant: String, at range: SourceRange) -> Self {
        .suggestion(
            .unboundVariable, "`$\(name)` is not the variable of this SUBQUERY", at: range,
            .replace("$" + meant, "did you mean `$\(meant)`?"))
    }

    /// `a == $x` where `$x` has no value, and `$type == 'Point'` where the records have that key
    static func unboundVariable(
        _ name: String, at range: SourceRange, of source: String, in schema: RecordSchema?
    ) -> Self {
        let isBehindDot = source.utf8.prefix(range.lowerBound).last == UInt8(ascii: ".")
        let isKey = schema?.types.values.contains { $0.field(named: "$" + name) != nil } ?? false
        let field = isKey ? (isBehindDot ? "" : "SELF.") + SourceSpelling.quoted("$" + name) : nil
        return .error(
            .unboundVariable, "`$\(name)` has no value", at: range,
            hint: field.map { "write `\($0)`" },
            edits: field.map { [.init(replacing: range, with: $0)] } ?? [])
    }

    /// A value for `$nme`, where the text has `$name`
    static func unknownVariable(_ name: String, meant: String?, known: [String], at range: SourceRange) -> Self {
        let hint =
            meant.map { "did you mean `$\($0)`?" }
            ?? (known.isEmpty ? nil : "it has \(known.map { "`$\($0)`" }.joined(separator: ", "))")
        return .error(
            .unknownVariable, "the predicate has no variable `$\(SafeText.plain(name))`", at: range, hint: hint)
    }

    /// `a == %@` without an argument
    static func missingArgument(_ index: Int, given: Int, at range: SourceRange) -> Self {
        .error(
            .missingArgument,
            "argument \(index + 1) is missing: \(given == 0 ? "none was" : given == 1 ? "only 1 was" : "only \(given) were") given",
            at: range)
    }

    /// `a == %@` without a value: a warning if arguments may come later, otherwise an error
    static func openArgument(_ specifier: String, number: Int, isRequired: Bool, at range: SourceRange) -> Self {
        PredicateDiagnostic(
            .missingArgument, isRequired ? .error : .warning,
            "argument \(number), `\(specifier)`, has no value" + (isRequired ? "" : " yet, so its type is not checked"),
            at: range)
    }

    /// `a == 1` with an argument
    package static func unusedArguments(_ given: Int, used: Int, at range: SourceRange) -> Self {
        .error(
            .unusedArgument,
            "\(given == 1 ? "1 argument was" : "\(given) arguments were") given, but the predicate uses \(used == 0 ? "none" : "only \(used)")",
            at: range)
    }

    /// `a == %d` with a string
    static func wrongFormatArgument(
        _ specifier: String, _ expected: String, given value: PredicateValue, at range: SourceRange
    ) -> Self {
        .error(
            .wrongFormatArgument,
            "`\(specifier)` needs \(expected), but the argument is \(value.abbreviated(to: 40))", at: range)
    }

    /// `CAST('x', 'NSNumber') == 1`
    static func unreadableCast(_ value: PredicateValue, _ target: CastTarget, at range: SourceRange) -> Self {
        .error(
            .unreadableCast, "`\(value.abbreviated(to: 40))` cannot be read as \(target.rawValue)", at: range)
    }

    /// A list of a million elements
    static func listTooLong(_ count: Int, limit: Int, at range: SourceRange) -> Self {
        .error(
            .listTooLong,
            "the list has \(count) elements, and at most \(limit) are allowed; shorten it, or raise `listElements` of the limits",
            at: range)
    }

    /// `{$v, $v}` where `$v` is a large list
    static func listsTooLarge(limit: Int, at range: SourceRange) -> Self {
        .error(
            .listTooLong,
            "with this value, the lists of the predicate are too large; the limit (evaluationBytes) is \(limit) bytes",
            at: range, hint: "name the value less often, or make its lists shorter")
    }

    /// `ANY orders IN customers`
    static func tooCostly(_ steps: Int?, limit: Int, at range: SourceRange) -> Self {
        .error(
            .tooCostly,
            steps.map { "this may cost \($0) steps for a record; the limit (estimatedCost) is \(limit)" }
                ?? "this may cost any number of steps for a record; the limit (estimatedCost) is \(limit)", at: range,
            hint: steps == nil ? "declare the sizes of lists and strings: `maxItems`, `maxLength`" : nil)
    }

    /// `a.b.c` with an argument of many components
    package static func treeTooDeep(limit: Int, at range: SourceRange) -> Self {
        .error(.tooDeep, "the predicate is more than \(limit) levels deep; the limit (depth) is \(limit)", at: range)
    }

    // MARK: Warnings

    /// `1 == 1`, `name CONTAINS ''`. The edit is a suggestion, because it changes the answer
    static func always(_ value: Bool, at range: SourceRange, hint: String? = nil, edits: [Edit] = []) -> Self {
        .suggestion(value ? .alwaysTrue : .alwaysFalse, "this is always \(value)", at: range, hint: hint, edits: edits)
    }

    /// `weekday(time) == 0`
    static func noDatePart(_ name: String, _ number: Int64, _ part: DatePart, at range: SourceRange) -> Self {
        let (first, last) = part == .weekday ? (" (Monday)", " (Sunday)") : ("", "")
        return .warning(
            .alwaysFalse, "`\(name)` is never \(number)", at: range,
            hint: "it runs from \(part.values.lowerBound)\(first) to \(part.values.upperBound)\(last)")
    }

    /// `time > now() - 7`
    static func secondsForDays(_ count: Int, at range: SourceRange) -> Self {
        .suggestion(
            .durationAsNumber, "a number next to a date counts seconds", at: range,
            .replace("\(count)d", "for days, write `\(count)d`"))
    }

    // MARK: Properties of Swift types

    /// `single == 0.1`
    static func noFloat(_ nearest: Double, _ written: String, at range: SourceRange) -> Self {
        let message = "a Float cannot be exactly \(written)"
        guard nearest.isFinite else { return .warning(.unlikeProperty, message, at: range) }
        return .suggestion(
            .unlikeProperty, message, at: range,
            .replace("\(nearest)", "the nearest is \(nearest); `BETWEEN` finds a range"))
    }

    /// `flag == 2`
    static func noBoolean(_ written: String, at range: SourceRange) -> Self {
        .warning(.unlikeProperty, "a boolean counts as 1 or 0, and never as \(written)", at: range)
    }

    /// `count == TRUE`
    static func booleanAsNumber(_ written: String, _ number: Int, at range: SourceRange) -> Self {
        .suggestion(
            .unlikeProperty, "\(written) counts as \(number) next to a number", at: range,
            .replace("\(number)", "write \(number)"))
    }

    /// `no == 9` where the records have a field `no`
    static func constantWord(_ word: String, _ value: PredicateValue, at range: SourceRange) -> Self {
        let constant = value == .null ? "nil" : value == .boolean(true) ? "TRUE" : "FALSE"
        return .suggestion(
            .constantWord, "`\(word)` is the constant \(constant) here, but there is a field of that name", at: range,
            .replace("#", "write `#\(word)`"), in: SourceRange(at: range.lowerBound))
    }

    /// `sizes BETWEEN {"500", "1000"}`, where swapped bounds would still compare text
    static func boundsOfText(at range: SourceRange) -> Self {
        reversedBounds(
            at: range, hint: "strings are compared from the left, so \"1000\" comes before \"500\"", edits: [])
    }

    /// `age BETWEEN {10, 1}`, `price BETWEEN {"500", "1000"}`. A suggestion: the predicate is valid and matches nothing
    static func reversedBounds(at range: SourceRange, hint: String? = nil, edits: [Edit]) -> Self {
        .suggestion(
            .reversedBounds, "the lower bound is above the upper bound, so nothing matches", at: range, hint: hint,
            edits: edits)
    }

    /// `nickname != 'x'` where the field is optional
    static func nilSatisfies(_ text: String, at range: SourceRange) -> Self {
        .warning(
            .nilSatisfies, "records without `\(text)` match too", at: range,
            hint: "add `AND \(text) != nil` to exclude them")
    }

    /// `name LIKE '%x%'`. A suggestion: the predicate is valid and looks for percent signs
    static func sqlWildcard(
        _ sign: String, _ hint: String = "the wildcards are `*` and `?`", at range: SourceRange, fixed: String? = nil
    ) -> Self {
        .suggestion(
            .sqlWildcard, "`\(sign)` is an ordinary character in LIKE", at: range, .replace(fixed, hint))
    }

    /// `age ==[c] 5`. Options have no effect if one side can never be a string (`isCertain`). If only the declared
    /// types of fields rule strings out, records may still hold them, and the edit is a suggestion.
    static func ignoredOptions(removing edit: Edit, isCertain: Bool) -> Self {
        PredicateDiagnostic(
            .ignoredOptions, .warning, "the options have no effect, because neither side is a string", at: edit.range,
            edits: [edit],
            areEditsApplicable: isCertain)
    }

    /// `created > '2024-01-31T00:00:00+02:00'` where the records have times in UTC
    ///
    /// - Parameter rewritten: the same date in the form of the records; nil if another form does not help.
    static func dateAsText(
        _ difference: DateForms.Difference, example: String, rewritten: String? = nil,
        at range: SourceRange, field: SourceRange, edits: [Edit]
    ) -> Self {
        let hint: String?
        if let rewritten {
            hint = "write `\(SourceSpelling.quoted(rewritten))`"
        } else if edits.isEmpty {
            hint = difference == .ownOffsets ? nil : "use the form of the records"
        } else {
            hint = "`CAST(…, \"NSDate\")` compares instants"
        }
        return .suggestion(
            .dateAsText, dateDifference(difference), at: range, hint: hint,
            labels: [.init("for example \(example)", at: field)], edits: edits)
    }

    private static func dateDifference(_ difference: DateForms.Difference) -> String {
        switch difference {
        case .ownOffsets: "dates with different offsets are compared as text here"
        case .offset: "this date is compared as text, but the dates of the records have another offset"
        case .form: "this date is compared as text, but the records write dates in another form"
        }
    }

    /// `begin < end`, two fields with dates in different forms
    static func datesAsText(
        _ difference: DateForms.Difference, examples: [(text: String, range: SourceRange)], at range: SourceRange,
        edits: [Edit]
    ) -> Self {
        .suggestion(
            .dateAsText,
            difference == .form
                ? "the dates of the two fields are compared as text, but have different forms"
                : "dates with different offsets are compared as text here", at: range,
            hint: edits.isEmpty ? nil : "`CAST(…, \"NSDate\")` compares instants",
            labels: examples.map { .init("for example \($0.text)", at: $0.range) }, edits: edits)
    }

    /// `created > '10 March 2024'` where the records hold dates
    static func textBesideDates(
        _ text: String, _ day: String?, example: String, at range: SourceRange, field: SourceRange
    ) -> Self {
        .suggestion(
            .dateAsText,
            "\(SourceSpelling.quoted(text.excerpt(40))) is compared as text and does not have the form of these dates",
            at: range, hint: day.map { "write `\(SourceSpelling.quoted($0))`" } ?? "use the form of the records",
            labels: [.init("for example \(example)", at: field)],
            edits: day.map { [.init(replacing: range, with: SourceSpelling.quoted($0))] } ?? [])
    }

    /// How to read the numbers of a field of text.
    package static func numberReading(_ statistics: FieldStatistics?, of operand: String, at range: SourceRange) -> (
        hint: String?, edits: [Edit]
    ) {
        let areGrouped = statistics?.areGrouped ?? false
        let reading = TextMeaning.numbers(areGrouped: areGrouped).reading(of: operand) ?? operand
        return (
            "`\(reading)` reads it as a number",
            areGrouped
                ? Edit.around(range, "toNumber(replace(toString(", "), \",\", \"\"))") : Edit.toNumber(range)
        )
    }

    /// `used / total > 0.5` where both are integers. `fixed` is the division with a fraction
    package static func integerDivision(_ fixed: String, at range: SourceRange, edit: Edit) -> Self {
        .suggestion(
            .integerDivision, "dividing two integers drops the fraction", at: range, hint: "write `\(fixed)`",
            edits: [edit])
    }

    /// `round(age / 12)`
    static func roundedQuotient(_ function: String, _ fixed: String, at range: SourceRange, edit: Edit) -> Self {
        .suggestion(
            .integerDivision,
            "both sides are integers, so the quotient has no fraction, and `\(function)` changes nothing", at: range,
            hint: "write `\(fixed)`", edits: [edit])
    }

    /// The warning of a division of two integers, with the edit that gives it a fraction; nil without text.
    ///
    /// - Parameter function: the function that was to round the quotient.
    package static func integerDivision(
        _ division: ExpressionTree, in source: String, roundedBy function: String? = nil
    ) -> Self? {
        guard let range = division.range, case .arithmetic(_, let left, let right) = division.kind,
            let start = left.range?.lowerBound
        else { return nil }
        let edit: Edit
        if case .constant = right.kind, let divisor = right.range {
            edit = .insert(".0", at: divisor.upperBound)
        } else {
            edit = .insert("1.0 * ", at: start)
        }
        var bytes = Array(range.text(in: source).utf8)
        let offset = min(max(0, edit.range.lowerBound - range.lowerBound), bytes.count)
        bytes.insert(contentsOf: edit.text.utf8, at: offset)
        let fixed = String(decoding: bytes, as: UTF8.self)
        guard let function else { return integerDivision(fixed, at: range, edit: edit) }
        let name = function.hasSuffix(":") ? String(function.dropLast()) : function
        return roundedQuotient(name, fixed, at: range, edit: edit)
    }

    /// `time <= "2026-10-31"`, where times of day follow the days
    package static func dayAsBound(_ day: String, _ fixed: String, at range: SourceRange, edits: [Edit]) -> Self {
        .suggestion(
            .dayAsBound, "`\(day)` is the beginning of that day, so the rest of the day is left out", at: range,
            hint: "write `\(fixed)`", edits: edits)
    }

    /// `SUBQUERY(tags, $t, name == 'x')`
    static func unusedElement(_ variable: String, at range: SourceRange) -> Self {
        .warning(
            .wholeElement, "the condition does not use `$\(variable)`, so it is the same for every element", at: range,
            hint: "a field of the element is `$\(variable).name`")
    }

    /// `name IN %@` with the text `Ada,Grace`. A suggestion: a part of the text may be meant
    static func listInText(_ list: String, at range: SourceRange) -> Self {
        .suggestion(
            .wholeElement, "the value is one string, and IN searches in it", at: range,
            hint: "a list is written `\(list)`")
    }

    /// `ANY CAST(sizes, "NSNumber") > 5` where `sizes` is a list
    static func castOfMany(
        _ text: String, _ target: CastTarget, _ type: ValueType, at range: SourceRange, operand: SourceRange
    ) -> Self {
        .warning(
            .castIsNil, "CAST reads one value; it is nil for \(type.plain.phrase)", at: range,
            hint: type.element == nil
                ? nil : "to read each, write `SUBQUERY(\(text), $x, CAST($x, \"\(target.rawValue)\") …).@count > 0`",
            labels: [.init("this is \(type.plain.phrase)", at: operand)])
    }

    /// `nmae == 'x'` where the schema does not list all fields
    static func uncheckedField(_ name: String, known: Int, at range: SourceRange) -> Self {
        .warning(
            .uncheckedField, "the records do not show whether `\(name)` exists", at: range,
            notes: [
                known == 0
                    ? "the objects here are nested too deeply to be examined"
                    : "the records have too many fields to list; only the first \(known) were examined"
            ])
    }

    /// `name MATCHES "\\d+"` with one backslash, and `path == "C:\dir"`. A suggestion: the predicate is valid and
    /// looks for the letter
    static func lostBackslash(_ letter: String, inPattern isPattern: Bool, at range: SourceRange) -> Self {
        .suggestion(
            .lostBackslash,
            isPattern && letter == "b"
                ? "in a string `\\b` is a backspace"
                : "in a string `\\\(letter)` is just `\(letter)`" + (isPattern ? ", without the backslash" : ""),
            at: range, .replace("\\\\" + letter, "write `\\\\\(letter)`"))
    }

    /// `has(user_id)` where no record of the sample has the key. A key in quotes is not looked for
    package static func unseenKey(_ name: String, isRoot: Bool, near: String?, at range: SourceRange) -> Self {
        let written = isRoot && near == nil ? SourceSpelling.quoted(name) : near
        return .suggestion(
            .unseenKey, "no record that was examined has the key `\(name)`", at: range,
            hint: near.map { "did you mean `\($0)`?" } ?? written.map { "for a rare key, write `has(\($0))`" },
            edits: written.map { [.init(replacing: range, with: $0)] } ?? [])
    }

    /// `state == 'lost'` where no record of the sample has this value. There is no edit, because other records may
    /// have it
    static func unseenValue(
        _ value: String, of field: String, values: [(String, Int)], records: Int, near: String?, at range: SourceRange
    ) -> Self {
        let shown = values.prefix(5).map { "\($0.0) (\($0.1))" }.joined(separator: ", ")
        let more = values.count > 5 ? " and \(values.count - 5) more" : ""
        return .warning(
            .unseenValue, "\(records == 1 ? "no record" : "none of \(records) records") has \(value) here", at: range,
            hint: near.map { "a similar value is \($0)" },
            notes: ["the most common values of `\(field)` are \(shown)\(more)"])
    }
}

extension PredicateDiagnostic.Edit {
    /// The edits that wrap an operand in a CAST.
    package static func cast(_ range: SourceRange, to target: CastTarget) -> [PredicateDiagnostic.Edit] {
        around(range, "CAST(", ", \"\(target.rawValue)\")")
    }

    /// Reads a number, or the text of one.
    package static func toNumber(_ range: SourceRange) -> [PredicateDiagnostic.Edit] {
        around(range, "toNumber(", ")")
    }
}

/// Notes of messages, and what is said of several of them.
package enum CheckingMessages {
    /// A note below the last of many messages.
    package static func leftOut(_ count: Int) -> String {
        count == 1 ? "1 more error or warning is not shown" : "\(count) more errors and warnings are not shown"
    }

    /// Whether a note says that there are more mistakes than those that are reported.
    package static func tellsOfMore(_ note: String) -> Bool {
        note == Lexer.unreadRest || note.endsExactly(with: "not shown")
    }

    /// `age > 30 -- adults`, a note
    static let noComment = "`--` is two minus signs and does not begin a comment"
}
