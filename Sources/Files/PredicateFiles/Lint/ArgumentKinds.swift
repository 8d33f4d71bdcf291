import PredicateCore

/// Compares the arguments of a call with the specifiers of its format, as far as the source shows what they are.
///
/// Only what is certainly wrong while the program runs is reported: an object where a number is read, a number where an object is read, a
/// key path that is none.
struct ArgumentKinds {
    private let call: SourceCall
    private let format: LocatedText
    /// Whether the source is Objective-C, where a selector is not an object.
    private let isObjectiveC: Bool

    /// The mistakes of a call, with ranges and edits of the file.
    static func problems(of predicate: FoundPredicate) -> [PredicateDiagnostic] {
        guard let call = predicate.call, let format = call.format, !call.hasOpenArguments, call.injections.isEmpty
        else {
            return []
        }
        switch call.api {
        case .predicate, .expression, .realm: break
        default: return []
        }
        let specifiers = FormatLexer.specifiers(of: format.text)
        guard specifiers.found.count == call.arguments.count else { return [] }
        let kinds = ArgumentKinds(
            call: call, format: format, isObjectiveC: predicate.profile == ConfigurationFormat.objectiveC.rawValue)
        return zip(specifiers.found, call.arguments).compactMap { kinds.problem($0, $1) }
    }

    private func problem(_ specifier: FormatLexer.Specifier, _ argument: SourceArgument) -> PredicateDiagnostic? {
        if specifier.letter == UInt8(ascii: "K") { return keyPathProblem(argument) }
        // Realm reads its arguments as objects.
        if case .realm = call.api { return nil }
        switch specifier.letter {
        case UInt8(ascii: "@"): return objectProblem(specifier, argument)
        case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "g"),
            UInt8(ascii: "G"), UInt8(ascii: "a"), UInt8(ascii: "A"):
            if argument.kind == .integer { return wrong(specifier, "a double", argument, "%d") }
            return isObject(argument.kind) ? wrong(specifier, "a double", argument, "%@") : nil
        case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "U"),
            UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"), UInt8(ascii: "O"):
            if argument.kind == .double { return wrong(specifier, "an integer", argument, "%f") }
            return isObject(argument.kind) ? wrong(specifier, "an integer", argument, "%@") : nil
        case UInt8(ascii: "s"): return isObject(argument.kind) ? wrong(specifier, "a C string", argument, "%@") : nil
        case UInt8(ascii: "c"): return isObject(argument.kind) ? wrong(specifier, "a character", argument, "%@") : nil
        default: return nil
        }
    }

    private func objectProblem(_ specifier: FormatLexer.Specifier, _ argument: SourceArgument) -> PredicateDiagnostic? {
        switch argument.kind {
        case .integer, .boolean: return wrong(specifier, "an object", argument, "%d")
        case .double: return wrong(specifier, "an object", argument, "%f")
        case .selector where isObjectiveC: return wrong(specifier, "an object", argument, nil)
        default: return nil
        }
    }

    private func keyPathProblem(_ argument: SourceArgument) -> PredicateDiagnostic? {
        let range = SourceRange(argument.range)
        switch argument.kind {
        case .string(let text?):
            return isKeyPath(text.text) ? nil : .noKeyPath(text.text, at: range)
        case .string(nil), .keyPath, .unknown, .typed: return nil
        case .nilLiteral where !isObjectiveC: return nil
        case .selector where !isObjectiveC: return nil
        default:
            return .argumentKind("%K", "the text of a key path", Self.phrase(argument.kind), at: range)
        }
    }

    /// Whether a string can be a key path. Keys of dictionaries have most signs.
    private func isKeyPath(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty } && !text.utf8.contains { "=<>".utf8.contains($0) }
    }

    /// Whether an argument is passed as an object.
    private func isObject(_ kind: SourceArgument.Kind) -> Bool {
        switch kind {
        case .string, .keyPath, .date, .number, .collection: true
        default: false
        }
    }

    private func wrong(
        _ specifier: FormatLexer.Specifier, _ wanted: String, _ argument: SourceArgument, _ meant: String?
    ) -> PredicateDiagnostic {
        let spelling = specifier.range.text(in: format.text)
        var problem = PredicateDiagnostic.argumentKind(
            spelling, wanted, Self.phrase(argument.kind),
            at: SourceRange(argument.range), meant: meant)
        // The format of a constant may belong to other calls too.
        let isWithin =
            call.formatRange.contains(format.fileRange.lowerBound)
            && format.fileRange.upperBound <= call.formatRange.upperBound
        if let meant, isWithin, let edit = format.replacement(of: specifier.range, with: meant) {
            problem.edits = [edit]
        }
        return problem
    }

    /// What an argument is, in words.
    private static func phrase(_ kind: SourceArgument.Kind) -> String {
        switch kind {
        case .integer: "an integer"
        case .double: "a double"
        case .boolean: "a boolean"
        case .string: "a string"
        case .nilLiteral: "nil"
        case .keyPath: "the text of a key path"
        case .selector: "a selector"
        case .date: "a date"
        case .number: "a number object"
        case .collection: "a collection"
        case .typed(let type): "of type \(type)"
        case .unknown: "something else"
        }
    }
}
