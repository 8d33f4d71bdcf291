extension Checker {
    /// Apple's functions that this language does not have.
    private static let unavailableFunctions: WordSet = [
        "distanceToLocation:fromLocation:", "tokenize:using:", "distinct:", "inverseOrderKey:", "valueForKeyPath:",
    ]

    private static let arithmeticSelectors = Dictionary(
        uniqueKeysWithValues: ArithmeticOperator.allCases.map { ($0.selector, $0) })

    mutating func checkCall(_ call: SyntaxCall, _ range: SourceRange) -> ExpressionTree {
        guard mayName(call.name) else {
            for argument in call.arguments { _ = check(expression: argument) }
            report(.unknownFunction(call.name, suggestion: nil, at: call.nameRange))
            return unknown(range)
        }
        var selector = call.name
        if !selector.hasSuffix(":"), !call.arguments.isEmpty, !isPlain(selector) { selector += ":" }
        if Self.unavailableFunctions.contains(selector) || Self.unavailableFunctions.contains(call.name) {
            report(.unavailable(call.name, at: call.nameRange))
            return unknown(range)
        }
        var arguments: [ExpressionTree] = []
        let outer = askedKey
        askedKey = selector == BuiltInFunction.has.rawValue ? Self.lastKey(call.arguments) : nil
        for argument in call.arguments { arguments.append(check(expression: argument)) }
        askedKey = outer
        // Without a value, `anywhere` looks into the record.
        if selector == BuiltInFunction.anywhere.rawValue, arguments.count == 1 {
            arguments.insert(ExpressionTree(.record, type: rootType), at: 0)
        }
        // `has('user_id')`: a string names a key of the record.
        if selector == BuiltInFunction.has.rawValue, arguments.count == 1,
            case .constant(.string(let key)) = arguments[0].kind
        {
            arguments[0] = ExpressionTree(
                .field(ExpressionTree(.record, type: rootType), key), type: .any, range: arguments[0].range)
        }
        if let special = checkSpecial(selector, call, arguments, range) { return special }
        guard let signature = signature(of: selector, call.name) else {
            return reportUnknown(call, arguments, range)
        }
        guard allows(selector, call.name) else {
            report(.refusedFunction(call.name, at: call.nameRange))
            return unknown(range)
        }
        guard signature.accepts(arguments.count) else {
            reportCount(call, arguments, signature)
            return unknown(range)
        }
        return resolved(selector, arguments, call.nameRange, range)
    }

    /// Whether a word may be the name of a function, here or in another language. Only registered functions have long
    /// names. A long text is not compared with many words, which takes the square of its length for combining marks.
    private func mayName(_ name: String) -> Bool {
        name.utf8.count <= 100 || library.functions.keys.containsName(name)
    }

    /// The range of the last key of `has(a.b)`, which is asked for and need not be there.
    private static func lastKey(_ arguments: [SyntaxNode]) -> SourceRange? {
        guard arguments.count == 1, let path = arguments.first?.unparenthesized else { return nil }
        switch path.kind {
        case .path(_, let components): return components.last?.range
        case .index(_, .at(let key)): return key.range
        default: return nil
        }
    }

    /// The parameters and the result of a function by its selector. The selector of a function without arguments has
    /// no colon.
    private func signature(of selector: String, _ name: String) -> CallSignature? {
        signature(of: selector) ?? signature(of: name) ?? signature(of: name + ":")
    }

    private func signature(of selector: String) -> CallSignature? {
        Self.builtIn[selector] ?? library.functions.value(ofName: selector).map(CallSignature.init)
    }

    /// What calls of a function look like, built in or registered.
    private struct CallSignature {
        var function: BuiltInFunction?
        var parameters: [FunctionParameter]
        var result: FunctionResult
        private var row: BuiltInFunction.Signature?

        init(_ function: BuiltInFunction) {
            let row = function.signature
            self.function = function
            self.row = row
            (parameters, result) = (row.parameters, row.result)
        }

        init(_ function: PredicateFunction) {
            (parameters, result) = (function.parameters, .type(function.result))
        }

        func accepts(_ count: Int) -> Bool { row?.accepts(argumentCount: count) ?? (count == parameters.count) }

        /// The numbers of arguments in words, unless there is one number: "2 or 3 arguments".
        var counts: String? {
            guard let row, row.optionalCount > 0 || row.isVariadic else { return nil }
            let least = parameters.count - row.optionalCount
            if row.isVariadic { return "at least \(least == 1 ? "one argument" : "\(least) arguments")" }
            return (least...parameters.count).map { $0 == 1 ? "one" : "\($0)" }.joined(separator: " or ") + " arguments"
        }

        /// The parameters of a number of arguments.
        func parameters(_ count: Int) -> [FunctionParameter] {
            guard let row else { return parameters }
            return (0..<count).compactMap { row.parameter(at: $0) }
        }
    }

    /// Whether the library and the limits allow a function.
    private func allows(_ selector: String, _ name: String) -> Bool {
        guard !library.switchedOff.isEmpty || !limits.allowsRandom || limits.allowedFunctions != nil else {
            return true
        }
        for candidate in [selector, name, name + ":"] {
            if let function = BuiltInFunction(rawValue: candidate) {
                let isRandom = function == .random || function == .randomBelow
                return !library.switchedOff.contains(function) && (limits.allowsRandom || !isRandom)
            }
            if library.functions.value(ofName: candidate) != nil {
                return limits.allowedFunctions.map { $0.contains { sameCodePoints($0, candidate) } } ?? true
            }
        }
        return true
    }

    /// The built-in signatures by selector.
    private static let builtIn = Dictionary(
        uniqueKeysWithValues: BuiltInFunction.allCases.map { ($0.rawValue, CallSignature($0)) })

    /// Whether a name is that of a function with a plain name. A function that the program registered hides it.
    func isPlain(_ name: String) -> Bool {
        guard let function = BuiltInFunction(rawValue: name), function.isPlain else { return false }
        return library.functions.value(ofName: name + ":") == nil
    }

    /// Checks the functions that are another spelling of an operator. Returns nil for other functions.
    private mutating func checkSpecial(
        _ selector: String, _ call: SyntaxCall, _ arguments: [ExpressionTree], _ range: SourceRange
    ) -> ExpressionTree? {
        if let symbol = Self.arithmeticSelectors[selector], requireCount(2, call, arguments) {
            return checkArithmetic(symbol, arguments[0], arguments[1], call.nameRange, range)
        }
        let special = SpecialSelector(rawValue: selector)
        if special == .complement, requireCount(1, call, arguments) { return complement(arguments[0], range) }
        if special == .cast, requireCount(2, call, arguments) {
            return checkCast(arguments[0], type: arguments[1], range)
        }
        if special == .index, requireCount(2, call, arguments) {
            return checkKey(arguments[1], of: arguments[0], range)
        }
        return Self.isOperator(selector) ? unknown(range) : nil
    }

    /// Whether a selector is another spelling of an operator.
    private static func isOperator(_ selector: String) -> Bool {
        arithmeticSelectors[selector] != nil || SpecialSelector(rawValue: selector) != nil
    }

    private mutating func requireCount(_ count: Int, _ call: SyntaxCall, _ arguments: [ExpressionTree]) -> Bool {
        if arguments.count == count { return true }
        report(.wrongArgumentCount(call.name, expected: count, found: arguments.count, at: call.nameRange))
        return false
    }

    private mutating func reportUnknown(_ call: SyntaxCall, _ arguments: [ExpressionTree], _ range: SourceRange)
        -> ExpressionTree
    {
        if leavesOutError() { return unknown(range) }
        let names =
            functionNames
            ?? BuiltInFunction.allCases.map(\.rawValue).filter { allows($0, $0) }
            + Array(library.functions.keys).filter { allows($0, $0) }.sorted()
            + ArithmeticOperator.allCases.map(\.selector)
        functionNames = names
        let plain = !call.name.hasSuffix(":")
        if arguments.count == 1, let argument = arguments.first?.range, rootField(named: call.name)?.type.element != nil
        {
            report(
                .indexInParentheses(
                    call.name, at: call.nameRange,
                    edits: [
                        .init(replacing: SourceRange(call.nameRange.upperBound, argument.lowerBound), with: "["),
                        .init(replacing: SourceRange(argument.upperBound, range.upperBound), with: "]"),
                    ]))
            return unknown(range)
        }
        if let full = NameHabits.selectors[call.name.lowercased()], arguments.count == 2 {
            report(.unknownFunction(call.name, suggestion: full, at: call.nameRange))
            return unknown(range)
        }
        // `date_trunc('hour', time)`: the same with its arguments the other way round.
        if ["date_trunc", "datetrunc"].contains(call.name.lowercased()), arguments.count == 2,
            let unit = arguments[0].range, let date = arguments[1].range
        {
            var message = PredicateDiagnostic.unknownFunction(
                call.name, suggestion: BuiltInFunction.truncateDate.rawValue, at: call.nameRange)
            message.edits += [
                .init(replacing: unit, with: text(date)), .init(replacing: date, with: text(unit)),
            ]
            message.isForeignSpelling = true
            report(message)
            return unknown(range)
        }
        // `modulus(7, 2)`: the first word of a selector with the same number of arguments.
        if plain, arguments.count > 1, let full = names.first(where: { $0.hasPrefix(call.name + ":") }) {
            report(
                .wrongArgumentCount(
                    call.name, expected: 1, found: arguments.count, at: call.nameRange,
                    hint: "call a function of several arguments by its full name: `\(full)(…)`",
                    edits: [.init(replacing: call.nameRange, with: full)]))
            return unknown(range)
        }
        if let counterpart = ForeignFunctions.counterpart(of: call.name) {
            report(foreignFunction(call, counterpart, arguments, range))
            return unknown(range)
        }
        let date = ForeignFunctions.dates.contains(call.name.lowercased()) ? CastTarget.date.rawValue : nil
        if let type = NameHabits.casts[call.name.lowercased()] ?? date, arguments.count == 1 {
            let end = range.upperBound - (text(range).utf8.last == UInt8(ascii: ")") ? 1 : 0)
            report(
                .castHabit(
                    call.name, type, at: call.nameRange,
                    edits: [.init(replacing: call.nameRange, with: "CAST"), .insert(", \"\(type)\"", at: end)]))
            return unknown(range)
        }
        var habit = NameHabits.functions[call.name.lowercased()]
        if habit == "length", arguments.first?.type.element != nil { habit = "count" }
        if habit == "count", arguments.first?.type.unwrapped == .string { habit = "length" }
        let suggestion = habit ?? nearFunction(call.name, among: names)
        report(
            .unknownFunction(call.name, suggestion: suggestion, at: call.nameRange).asForeignSpelling(
                habit != nil && !NameHabits.inexactFunctions.contains(call.name.lowercased())))
        return unknown(range)
    }

    /// The function with a name similar to an unknown one. Each name is searched for once.
    private mutating func nearFunction(_ name: String, among names: [String]) -> String? {
        if let known = nearFunctions[ExactName(name)] { return known }
        let plain = !name.hasSuffix(":")
        let shown = names.map {
            plain && $0.hasSuffix(":") && $0.dropLast().allSatisfy { $0 != ":" } ? String($0.dropLast()) : $0
        }
        let found = Suggestions.nearest(to: name, among: shown)
        nearFunctions[ExactName(name)] = .some(found)
        return found
    }

    private mutating func reportCount(
        _ call: SyntaxCall, _ arguments: [ExpressionTree], _ signature: CallSignature
    ) {
        let parameters = signature.parameters
        var hint: String?
        var edits: [PredicateDiagnostic.Edit] = []
        if signature.function == .has, arguments.count == 2, let message = keyOfObject(call, arguments) {
            report(message)
            return
        }
        if parameters.count == 1, parameters[0].type.element != nil, arguments.count > 1,
            let first = arguments.first?.range, let last = arguments.last?.range
        {
            hint = "a list needs braces"
            edits = PredicateDiagnostic.Edit.around(first.union(last), "{", "}")
        }
        if call.name == BuiltInFunction.truncateDate.rawValue, arguments.count == 1 {
            hint = "`trunc(x)` is a number without its fraction; `truncate` takes a date and a unit such as \"hour\""
        } else if call.name == "random", arguments.count == 1 {
            hint = "`randomn(n)` is a random integer below n"
            edits = [.init(replacing: call.nameRange, with: "randomn")]
        } else if parameters.isEmpty, let first = arguments.first?.range, let last = arguments.last?.range,
            !first.union(last).isEmpty
        {
            hint = "remove it"
            edits = [.remove(first.union(last))]
        }
        report(
            .wrongArgumentCount(
                call.name, expected: parameters.count, counts: signature.counts, found: arguments.count,
                at: call.nameRange, hint: hint, edits: edits))
    }

    /// A call of a function that exists, with the right number of arguments.
    private mutating func resolved(
        _ selector: String, _ arguments: [ExpressionTree], _ nameRange: SourceRange, _ range: SourceRange
    ) -> ExpressionTree {
        guard let signature = signature(of: selector, selector) else { return unknown(range) }
        let parameters = signature.parameters
        let shown = parameters.count == 1 && selector.hasSuffix(":") ? String(selector.dropLast()) : selector
        let fits =
            check(arguments, against: signature.parameters(arguments.count), of: shown, at: nameRange, range)
            && checkConstants(signature.function, arguments, range)
        let type = fits ? resultType(signature, arguments) : .any
        return ExpressionTree(.call(selector, arguments), type: type, range: range)
    }

    private mutating func check(
        _ arguments: [ExpressionTree], against parameters: [FunctionParameter], of name: String,
        at nameRange: SourceRange? = nil, _ range: SourceRange
    ) -> Bool {
        var allFit = true
        for (argument, parameter) in zip(arguments, parameters) {
            learn(argument, is: parameter.type)
            if parameter.type == .date, argument.type.isTextual, isPlain(name) {
                if !checkDateText(argument) { allFit = false }
                continue
            }
            if !Self.fits(argument.type, parameter.type) {
                allFit = false
                let location = argument.range ?? range
                var (hint, edits) = conversion(of: argument, argument.type, location, to: parameter.type)
                // `max(time)` of one record has nothing to compare.
                if hint == nil, parameter.type.element != nil, argument.type.element == nil {
                    hint = "of all records, it is an aggregate: `--aggregate 'x = \(name)(…)'`"
                }
                if hint == nil, name == BuiltInFunction.finds.rawValue, parameter.type == .string,
                    argument.type.unwrapped == .integer
                {
                    hint = "write `toString(\(excerpt(location)))`"
                    edits = Self.call(.toText, around: location)
                }
                if hint == nil, parameter.type.family == .number, argument.type.unwrapped == .string,
                    statistics(of: argument)?.examples.contains(where: \.isNumberText) ?? false
                {
                    (hint, edits) = PredicateDiagnostic.numberReading(
                        statistics(of: argument), of: excerpt(location), at: location)
                }
                // `length(roles)`: the number of elements.
                var isLengthOfList = false
                if name == "length", argument.type.element != nil, let nameRange {
                    isLengthOfList = true
                    hint = "`count` gives the number of elements"
                    edits = [.init(replacing: nameRange, with: "count")]
                }
                report(
                    .wrongArgumentType(
                        name, parameter.name, expected: parameter.type, found: argument.type, at: location, hint: hint,
                        edits: edits
                    ).asForeignSpelling(isLengthOfList))
            }
        }
        return allFit
    }

    private func resultType(_ signature: CallSignature, _ arguments: [ExpressionTree]) -> ValueType {
        let rule = signature.result
        // Whether a key is there is never nil.
        if signature.function == .has { return .boolean }
        let isOptional = arguments.contains { $0.type.isOptional && $0.type != .any }
        if signature.function == .toNumber {
            switch first(arguments).family {
            case .number: return isOptional ? first(arguments).orNil : first(arguments)
            case .date: return .double.orNil
            default: return .any
            }
        }
        let first = arguments.first?.type.unwrapped ?? .any
        let type: ValueType =
            switch rule {
            case .type(let type): type
            case .likeArgument: first
            case .element: first.element?.orNil ?? .any
            case .elements: first.element.map { .list($0.unwrapped) } ?? .list(.any)
            }
        return isOptional ? type.orNil : type
    }

    private func first(_ arguments: [ExpressionTree]) -> ValueType { arguments.first?.type.unwrapped ?? .any }

    /// Checks what the types of arguments do not tell. Returns false after an error.
    private mutating func checkConstants(
        _ function: BuiltInFunction?, _ arguments: [ExpressionTree], _ range: SourceRange
    ) -> Bool {
        let errors = diagnostics.count
        switch function {
        case .concat, .toText, .toNumber:
            // A list or an object has no text.
            for argument in arguments {
                switch argument.type.family {
                case .list, .object, .dictionary:
                    report(
                        .wrongArgumentType(
                            function?.rawValue ?? "", "value", expected: .string, found: argument.type,
                            at: argument.range ?? range))
                default: break
                }
            }
        case .has:
            guard let path = arguments.first else { return true }
            switch path.kind {
            case .field(let base, _), .dynamicField(let base, _), .index(let base, .at):
                // A list has no keys; its elements may have.
                if base.type.element != nil, case .index = path.kind {
                } else if base.type.element != nil {
                    report(
                        .wrongOperand(
                            "`has` needs a key of one record, but `\(excerpt(base.range ?? range))` is "
                                + base.type.phrase, at: path.range ?? range))
                }
            default:
                report(.wrongOperand("`has` needs a key path", at: path.range ?? range))
            }
        case .year, .month, .day, .hour, .minute, .second, .weekday: checkZone(arguments.dropFirst(), range)
        case .truncateDate:
            if arguments.count > 1, case .constant(.string(let name)) = arguments[1].kind,
                DateUnit(rawValue: name) == nil
            {
                let units = DateUnit.allCases.map(\.rawValue)
                report(
                    .unknownUnit(
                        name, units: units, suggestion: Suggestions.nearest(to: name, among: units),
                        at: arguments[1].range ?? range))
            }
            checkZone(arguments.dropFirst(2), range)
        case .unixDate:
            if arguments.count > 1, case .constant(.string(let name)) = arguments[1].kind,
                UnixUnit(rawValue: name) == nil
            {
                let units = UnixUnit.allCases
                // `"MS"`, `"milliseconds"`, `"millis"`
                let word = name.lowercased()
                let suggestion =
                    units.first { $0.rawValue == word } ?? units.first { word.count > 2 && $0.name.hasPrefix(word) }
                report(
                    .unknownUnit(
                        name, units: units.map(\.rawValue), suggestion: suggestion?.rawValue,
                        at: arguments[1].range ?? range))
            }
        case .finds:
            if arguments.count == 2, case .constant(.string(let pattern)) = arguments[1].kind {
                checkPattern(pattern, options: [], at: arguments[1].range ?? range)
            } else if library.patterns == nil {
                report(.patternsUnavailable(at: range))
            }
        default: break
        }
        return diagnostics.count == errors
    }

    /// Reports a constant string that is not a date. The functions of dates read strings.
    private mutating func checkDateText(_ argument: ExpressionTree) -> Bool {
        guard case .constant(.string(let text)) = argument.kind, let range = argument.range,
            case .failure(let problem) = PredicateDate.parseLiteral(text)
        else { return true }
        report(unreadableDate(text, problem, in: range))
        return false
    }

    /// Reports a constant that names no time zone.
    private mutating func checkZone(_ arguments: ArraySlice<ExpressionTree>, _ range: SourceRange) {
        guard let zone = arguments.first, case .constant(.string(let name)) = zone.kind,
            name != TimeZoneRules.written, TimeZoneRules.named(name) == nil
        else { return }
        // The names with a sign count the other way: `Etc/GMT+2` is UTC-02:00.
        let names = TimeZoneRules.names.filter { !$0.utf8.contains(UInt8(ascii: "+")) && !$0.contains("GMT-") }
        let wanted = name.lowercased().replacing(" ", with: "_")
        let suggestion =
            TimeZoneRules.offset(writtenAs: name)
            ?? names.first { $0.lowercased() == wanted }
            // `Lisbon` for `Europe/Lisbon`.
            ?? names.first { $0.lowercased().hasSuffix("/" + wanted) } ?? Suggestions.nearest(to: name, among: names)
        report(.unknownZone(name, suggestion: suggestion, at: zone.range ?? range))
    }

    /// Whether a value of a type can be an argument of a parameter.
    package static func fits(_ type: ValueType, _ parameter: ValueType) -> Bool {
        let type = type.unwrapped
        switch (type, parameter.unwrapped) {
        case (.any, _), (.null, _), (_, .any): return true
        case (_, .double): return type.family == .number
        case (_, .integer): return type.family == .number && type.numberBase == .integer
        case (_, .decimal): return type.family == .number
        case (_, .string): return type.isTextual
        case (.list(let element), .list(let wanted)), (.set(let element), .list(let wanted)),
            (.set(let element), .set(let wanted)), (.list(let element), .set(let wanted)):
            return fits(element, wanted)
        case (.dictionary(let value), .dictionary(let wanted)): return fits(value, wanted)
        case (.dateTime, .date): return true
        case (let type, let wanted):
            return type == wanted || (type.family == wanted.family && type.family != .list && type.family != .object)
        }
    }

    // MARK: FUNCTION

    /// `FUNCTION(x, 'sel:', …)` calls a function of the closed list with `x` as its first argument (D18).
    mutating func checkFunction(
        _ target: SyntaxNode, _ selector: SyntaxNode, _ rest: [SyntaxNode], _ range: SourceRange
    ) -> ExpressionTree {
        var parts = [check(expression: target)]
        let selectorTree = check(expression: selector)
        for argument in rest { parts.append(check(expression: argument)) }
        guard case .constant(.string(let written)) = selectorTree.kind else {
            if case .argument = selectorTree.kind {
                return ExpressionTree(
                    .function(target: parts[0], selector: "", arguments: Array(parts.dropFirst())), range: range)
            }
            if case .literal = selector.kind {
            } else {
                report(.wrongOperand("the name of a function must be a string", at: selector.range))
            }
            return unknown(range)
        }
        guard let name = functionName(written) else {
            if Self.unavailableFunctions.contains(written) || Self.unavailableFunctions.contains(written + ":") {
                report(.unavailable(written, at: selector.range))
            } else {
                let names =
                    BuiltInFunction.allCases.filter { !$0.signature.parameters.isEmpty }.map(\.rawValue)
                    + Array(library.functions.keys).sorted() + ArithmeticOperator.allCases.map(\.selector)
                let suggestion = Suggestions.nearest(to: written, among: names).map(SourceSpelling.quoted)
                report(.unknownFunction(written, suggestion: suggestion, at: selector.range))
            }
            return unknown(range)
        }
        guard allows(name, name) else {
            report(.refusedFunction(written, at: selector.range))
            return unknown(range)
        }
        guard let type = checkFunctionCall(name, parts, selector.range, range) else { return unknown(range) }
        return ExpressionTree(
            .function(target: parts[0], selector: name, arguments: Array(parts.dropFirst())), type: type, range: range)
    }

    /// The selector that a name stands for. The name may omit the last colon.
    private func functionName(_ written: String) -> String? {
        guard mayName(written) else { return nil }
        if isPlain(written) { return written }
        for candidate in [written, written + ":"] where candidate.hasSuffix(":") {
            if BuiltInFunction(rawValue: candidate) != nil || library.functions[candidate] != nil
                || Self.isOperator(candidate)
            {
                return candidate
            }
        }
        return nil
    }

    /// The type of the result; nil after an error has been reported.
    private mutating func checkFunctionCall(
        _ name: String, _ arguments: [ExpressionTree], _ nameRange: SourceRange, _ range: SourceRange
    ) -> ValueType? {
        let call = SyntaxCall(name: name, nameRange: nameRange, arguments: [])
        if Self.isOperator(name) {
            let errors = diagnostics.count
            let type = checkSpecial(name, call, arguments, range)?.type
            return diagnostics.count == errors ? type : nil
        }
        guard let signature = signature(of: name, name) else { return nil }
        guard signature.accepts(arguments.count) else {
            report(
                .wrongArgumentCount(
                    name, expected: signature.parameters.count, counts: signature.counts, found: arguments.count,
                    at: nameRange))
            return nil
        }
        let fits =
            check(arguments, against: signature.parameters(arguments.count), of: name, range)
            && checkConstants(signature.function, arguments, range)
        return fits ? resultType(signature, arguments) : nil
    }

    // MARK: CAST

    mutating func checkCast(_ value: SyntaxNode, _ type: SyntaxNode, _ range: SourceRange) -> ExpressionTree {
        checkCast(check(expression: value), type: check(expression: type), range)
    }

    private mutating func checkCast(_ value: ExpressionTree, type: ExpressionTree, _ range: SourceRange)
        -> ExpressionTree
    {
        let typeRange = type.range ?? range
        guard case .constant(.string(let name)) = type.kind else {
            if case .argument = type.kind { return ExpressionTree(.cast(value, .string), range: range) }
            if !diagnostics.contains(where: { $0.range == typeRange }) {
                report(.wrongOperand("the type of a CAST must be a string", at: typeRange))
            }
            return unknown(range)
        }
        guard let target = CastTarget(rawValue: name) else {
            let suggestion =
                CastHabits.targets[name.lowercased()]?.rawValue
                ?? Suggestions.nearest(to: name, among: CastTarget.allCases.map(\.rawValue))
            report(.unknownCastType(name, suggestion: suggestion, at: typeRange))
            return unknown(range)
        }
        if case .constant(let constant) = value.kind {
            return castConstant(constant, target, value.range ?? range, range)
        }
        switch value.type.family {
        case .list, .object, .dictionary:
            let operand = value.range ?? range
            report(.castOfMany(excerpt(operand), target, value.type, at: range, operand: operand))
        default: break
        }
        var result: ValueType =
            switch target {
            case .date: .date
            case .number:
                switch value.type.family {
                case .number: value.type.unwrapped
                case .date: .double
                default: .any
                }
            case .decimal: .decimal
            case .string: .string
            case .uuid: .uuid
            case .url: .url
            }
        if result != .any { result = result.orNil }
        return ExpressionTree(.cast(value, target), type: result, range: range)
    }

    /// Reports a cast of a constant that is not possible. Only casts to dates are folded to constants (D65).
    private mutating func castConstant(
        _ value: PredicateValue, _ target: CastTarget, _ valueRange: SourceRange, _ range: SourceRange
    ) -> ExpressionTree {
        var result = ValueSemantics.cast(value, target)
        if target == .date, case .string(let text) = value {
            switch PredicateDate.parseLiteral(text) {
            case .success(let date): result = .date(date)
            case .failure(let problem):
                report(unreadableDate(text, problem, in: valueRange))
                return unknown(range)
            }
        }
        if case .null = result, value != .null {
            report(.unreadableCast(value, target, at: valueRange))
            return unknown(range)
        }
        if target == .date, case .date = result { return ExpressionTree(.constant(result), type: .date, range: range) }
        let operand = ExpressionTree(.constant(value), type: ValueType(of: value), range: valueRange)
        return ExpressionTree(.cast(operand, target), type: ValueType(of: result), range: range)
    }

    /// The diagnostic of a string that is not a date: the range of the mistake, and a fix-it if one character is wrong.
    func unreadableDate(_ content: String, _ problem: DateProblem, in literal: SourceRange) -> PredicateDiagnostic {
        let bytes = Array(content.utf8)
        let offset = problem.offset
        func fix(_ text: String) -> Bool {
            switch PredicateDate.parseLiteral(text) {
            case .success: true
            case .failure: false
            }
        }
        // `01/31/2024`: no single part of it is the mistake.
        let isNoDate = offset < 5 && !bytes.prefix(4).allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        if isNoDate || bytes.count < 5 {
            let reason = content.utf8.contains { $0 >= 0x30 && $0 <= 0x39 } ? problem.message : ""
            return .unreadableDate(reason, at: location(0, length: bytes.count, in: literal))
        }
        if offset < bytes.count, bytes[offset] == 0x20 {
            return .unreadableDate(problem.message, at: location(offset, length: bytes.count - offset, in: literal))
        }
        if offset >= bytes.count || bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
            return .unreadableDate(problem.message, at: location(0, length: bytes.count, in: literal))
        }
        // `2024/01/31`
        let hyphenated = content.replacing("/", with: "-")
        if hyphenated != content, fix(hyphenated) {
            let range = location(0, length: bytes.count, in: literal)
            return .unreadableDate(
                problem.message, at: range, edit: range == literal ? nil : .init(replacing: range, with: hyphenated))
        }
        // Extend the range to the whole number that is wrong.
        func isDigit(_ index: Int) -> Bool { bytes.indices.contains(index) && (0x30...0x39).contains(bytes[index]) }
        var start = offset
        if !isDigit(start) { while isDigit(start - 1) { start -= 1 } }
        var end = start
        while isDigit(end) { end += 1 }
        let range = location(start, length: max(1, end - start), in: literal)
        // `2024-1-31`
        var padded = bytes
        if end - start == 1 { padded.insert(UInt8(ascii: "0"), at: start) }
        let isFixIt = end - start == 1 && range != literal && fix(String(decoding: padded, as: UTF8.self))
        return .unreadableDate(
            problem.message, at: range,
            edit: isFixIt
                ? .init(replacing: range, with: "0" + String(decoding: bytes[start..<end], as: UTF8.self)) : nil)
    }

    /// A range within a string literal, counted from its opening quote. With escapes the offsets do not match, so the
    /// range is the whole literal.
    func location(_ offset: Int, length: Int = 1, in literal: SourceRange) -> SourceRange {
        let written = text(literal)
        let quote = written.utf8.first
        let isQuoted = quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
        guard isQuoted, !written.utf8.contains(UInt8(ascii: "\\")) else { return literal }
        // A string that is not closed ends with its last character.
        let isClosed = written.utf8.count > 1 && written.utf8.last == quote
        let end = literal.upperBound - (isClosed ? 1 : 0)
        let start = min(literal.lowerBound + 1 + offset, end)
        // Do not cut a code point.
        var stop = min(start + length, end)
        let bytes = Array(written.utf8)
        while stop < end, !UTF8Text.isLead(bytes[stop - literal.lowerBound]) { stop += 1 }
        return SourceRange(start, stop)
    }
}

extension Checker {
    // MARK: Operators of the library

    mutating func checkCustom(_ name: String, _ operands: Operands) {
        guard let custom = library.registeredOperator(name) else { return }
        let name = asciiUppercased(name)
        if !custom.isStandard, let allowed = limits.allowedFunctions,
            !allowed.contains(where: { sameCodePoints(asciiUppercased($0), name) })
        {
            return report(.refusedFunction(custom.name, at: operands.operatorRange))
        }
        learn(operands.left, is: custom.left)
        learn(operands.right, is: custom.right)
        let sides = [
            (operands.leftType, custom.left, operands.leftRange),
            (operands.right.type, custom.right, operands.rightRange),
        ]
        for (type, wanted, range) in sides where !Self.fits(type, wanted) {
            report(.wrongOperand("\(custom.name) needs \(wanted.phrase), but this is \(type.phrase)", at: range))
        }
    }
}
