/// Functions of other languages that are written in another way here.
extension Checker {
    /// The message about a function of another language, with the edits that write it as here.
    func foreignFunction(
        _ call: SyntaxCall, _ counterpart: ForeignFunctions.Counterpart, _ arguments: [ExpressionTree],
        _ range: SourceRange
    ) -> PredicateDiagnostic {
        let name = call.nameRange
        var edits: [PredicateDiagnostic.Edit] = []
        var hint: String
        // What is written instead of the whole call. None of these has exactly the same meaning in every language that has it,
        // so none is read without a mistake.
        var replacement: String?
        let texts = arguments.map { $0.range.map(text) ?? "" }
        switch counterpart {
        case .firstValue:
            hint = "TERNARY(a != NULL, a, b) gives b where a is nil"
            if arguments.count == 2, let first = arguments.first?.range, first.lowerBound >= name.upperBound {
                edits = [
                    .init(replacing: name, with: "TERNARY"),
                    .insert(text(first) + " != NULL, ", at: first.lowerBound),
                ]
            }
        case .nilTest(let isNegated):
            let sign = isNegated ? "!=" : "=="
            hint = "compare with NULL: `\(sign) NULL`"
            if arguments.count == 1, let argument = arguments.first?.range, argument.lowerBound >= name.upperBound {
                edits = [
                    .remove(SourceRange(name.lowerBound, argument.lowerBound)),
                    .init(
                        replacing: SourceRange(argument.upperBound, max(argument.upperBound, range.upperBound)),
                        with: " \(sign) NULL"),
                ]
            }
        case .choice:
            hint = "TERNARY(condition, a, b) chooses between two values"
            if arguments.count == 3 { edits = [.init(replacing: name, with: "TERNARY")] }
        case .none(let instead): hint = instead
        case .namedPart:
            hint = DatePartHabits.hint
            if arguments.count == 2, case .constant(.string(let part)) = arguments[0].kind,
                let function = DatePartHabits.function(part), let date = arguments[1].range,
                date.lowerBound >= name.upperBound
            {
                edits = [
                    .init(
                        replacing: SourceRange(name.lowerBound, date.lowerBound), with: function.rawValue + "(")
                ]
            }
        case .instantBefore:
            hint = "write `now() - \(arguments.first?.range.map(excerpt) ?? "1d")`"
            if arguments.count == 1, let duration = arguments[0].range, mayBeSum(range) {
                var isPlain = false
                if case .constant = arguments[0].kind { isPlain = true }
                edits = [.init(replacing: name, with: "now() - ")]
                if isPlain {
                    edits = [
                        .init(replacing: SourceRange(name.lowerBound, duration.lowerBound), with: "now() - "),
                        .remove(SourceRange(duration.upperBound, range.upperBound)),
                    ]
                }
            }
        case .emptiness:
            let isList = arguments.first?.type.element != nil
            hint = isList ? "compare the number of elements: `.@count == 0`" : "compare with the empty text: `== \"\"`"
            if texts.count == 1, arguments[0].type.unwrapped != .any {
                replacement = texts[0] + (isList ? ".@count == 0" : " == \"\"")
            }
        case .beginning:
            hint = "`substring(text, 0, length)` is the beginning of a string"
            if texts.count == 2 { replacement = "substring(\(texts[0]), 0, \(texts[1]))" }
        case .splitPart:
            hint = "`split(text, separator)[0]` is the first part of a string"
            if texts.count == 3, case .constant(.integer(let number)) = arguments[2].kind, number > 0 {
                replacement = "split(\(texts[0]), \(texts[1]))[\(number - 1)]"
            }
        case .extreme(let function):
            let name = function.rawValue.dropLast()
            hint = "`\(name)` takes a list: `\(name)({a, b})`"
            if !texts.isEmpty { replacement = "\(name)({\(texts.joined(separator: ", "))})" }
        case .duration(let unit):
            hint = "a duration has its unit after the number: `7\(unit)`"
            if case .constant(.integer)? = arguments.first?.kind, texts.count == 1 { replacement = texts[0] + unit }
        case .day(let back):
            let day = "truncate(now(), \"day\")" + (back > 0 ? " - \(back)d" : "")
            hint = "write `\(day)`"
            if arguments.isEmpty, back == 0 || mayBeSum(range) { replacement = day }
        }
        if let replacement {
            if replacement.utf8.count <= 90 { hint = "write `\(replacement)`" }
            if replacement.utf8.count <= 200 { edits = [.init(replacing: range, with: replacement)] }
        }
        var message = PredicateDiagnostic.foreignFunction(call.name, hint: hint, at: name, edits: edits)
        message.isForeignSpelling = !edits.isEmpty && replacement == nil
        // `ago(7)` does not say its unit.
        if case .instantBefore = counterpart, let duration = arguments.first?.range,
            !text(duration).unicodeScalars.contains(where: { $0.properties.isAlphabetic })
        {
            message.isForeignSpelling = false
        }
        return message
    }

    /// Whether a call may become a sum as it is: no operator next to it is as tight.
    func mayBeSum(_ range: SourceRange) -> Bool {
        let tight = "+-*/^%&|~".utf8
        let before = source.utf8.prefix(range.lowerBound).last { $0 != UInt8(ascii: " ") }
        let behind = source.utf8.dropFirst(range.upperBound).first { $0 != UInt8(ascii: " ") }
        if let before, tight.contains(before) { return false }
        return !(behind.map { "*/^%".utf8.contains($0) } ?? false)
    }

    /// The edits that put a call of a function around a value.
    static func call(_ function: BuiltInFunction, around range: SourceRange) -> [PredicateDiagnostic.Edit] {
        PredicateDiagnostic.Edit.around(range, function.rawValue + "(", ")")
    }

    /// The message about `has(labels, "app")`, the key of an object as other languages ask for it. Nil if the second
    /// argument is not a string.
    func keyOfObject(_ call: SyntaxCall, _ arguments: [ExpressionTree]) -> PredicateDiagnostic? {
        guard arguments.count == 2, case .constant(.string(let key)) = arguments[1].kind,
            let object = arguments[0].range, let name = arguments[1].range
        else { return nil }
        let component = SourceSpelling.typedComponent(key)
        return PredicateDiagnostic.wrongArgumentCount(
            call.name, expected: 1, found: 2, at: call.nameRange, hint: "write `has(\(excerpt(object)).\(component))`",
            edits: [.init(replacing: SourceRange(object.upperBound, name.upperBound), with: "." + component)]
        ).asForeignSpelling()
    }

    /// The edits that turn `"app" IN labels` and `labels CONTAINS "app"` into a question for a key. Nil if the
    /// container is not an object, or the key not a string.
    func questionForKey(
        _ element: ExpressionTree, in container: ExpressionTree, over whole: SourceRange
    ) -> (text: String, edits: [PredicateDiagnostic.Edit])? {
        guard case .object = container.type.unwrapped, case .constant(.string(let key)) = element.kind,
            let object = container.range
        else { return nil }
        let question = "has(\(text(object)).\(SourceSpelling.typedComponent(key)))"
        return question.utf8.count <= 200 ? (question, [.init(replacing: whole, with: question)]) : nil
    }
}
