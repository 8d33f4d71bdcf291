import PredicateCore

/// A predicate or an expression of a file, with what it is checked against.
package struct FoundPredicate: Sendable {
    /// The text as a predicate of the language, with its locations.
    package var text: LocatedText
    /// Where it is: `conditional_items[0].condition`, or the call that takes it.
    package let context: String
    /// The name of the profile that knows of it.
    package let profile: String
    /// The types of the records; nil if nothing is known of them.
    package let schema: RecordSchema?
    /// Whether records may have other fields.
    package let isOpen: Bool
    /// Whether it is an expression rather than a predicate.
    package let isExpression: Bool
    /// The call in source code.
    package let call: SourceCall?
    /// What the program adds to the language; nil if nothing.
    package let notation: PredicateNotation?
    /// The text as the file has it, in its notation.
    package var original: LocatedText
    /// What is wrong with the notation, with ranges and edits of the file.
    package let problems: [PredicateDiagnostic]
    /// What the predicate can use of its file, if it is one of named predicates.
    package let named: NamedSurroundings?

    init(
        text: LocatedText, context: String, profile: String, schema: RecordSchema?, isOpen: Bool,
        isExpression: Bool = false, call: SourceCall? = nil, notation: PredicateNotation? = nil,
        original: LocatedText? = nil, problems: [PredicateDiagnostic] = [], named: NamedSurroundings? = nil
    ) {
        self.text = text
        self.context = context
        self.profile = profile
        self.schema = schema
        self.isOpen = isOpen
        self.isExpression = isExpression
        self.call = call
        self.notation = notation
        self.original = original ?? text
        self.problems = problems
        self.named = named
    }
}

extension FoundPredicate {
    /// Whether a program with NSPredicate reads the file, which lacks the functions that only this language has.
    var isReadByApple: Bool { ["app-extension", "autopkg", "log", "mdm", "munki"].contains(profile) }

    /// A predicate without text, where one may be written.
    package init(emptyAt offset: Int, profile: String, schema: RecordSchema?) {
        self.init(
            text: LocatedText("", TextMap(at: offset), .verbatim), context: "", profile: profile, schema: schema,
            isOpen: false, isExpression: false, call: nil)
    }
}

/// Finds the predicates of files.
package struct PredicateFinder: Sendable {
    /// The profiles for files of keys and values.
    package var profiles: [PredicateProfile]
    /// Models whose entities comments in source code may name.
    package var models: [DataModel] = []
    /// Names of profiles whose predicates are left alone, such as `swift`.
    package var ignoredProfiles: Set<String> = []

    /// A finder with the built-in profiles.
    package init(profiles: [PredicateProfile] = PredicateProfile.builtin) { self.profiles = profiles }

    /// All predicates of a file, in its order.
    package func predicates(in file: ConfigurationFile) -> [FoundPredicate] {
        let found = allPredicates(in: file)
        return ignoredProfiles.isEmpty ? found : found.filter { !ignoredProfiles.contains($0.profile) }
    }

    private func allPredicates(in file: ConfigurationFile) -> [FoundPredicate] {
        switch file.content {
        case .data(let roots):
            let comments = ValueComments(file.bytes, file.isBinary ? .none : file.format.comments, roots)
            return roots.flatMap { predicates(in: $0, file.format, comments) }
        case .model(let model): return model.entries.map { predicate($0, of: model) }
        case .calls(let calls): return calls.compactMap { predicate($0, file.format) }
        }
    }

    private func predicates(
        in root: ConfigurationNode, _ format: ConfigurationFormat, _ comments: ValueComments
    ) -> [FoundPredicate] {
        if format == .predicates {
            guard case .sequence(let lines) = root.content else { return [] }
            let generic = profiles.first { $0.name == "generic" }
            // A single profile is one that the user names.
            let only = generic == nil && profiles.count == 1 ? profiles.first : nil
            return lines.enumerated().flatMap { index, line -> [FoundPredicate] in
                guard let text = line.text else { return [] }
                let context = "predicate \(index + 1)"
                return only.map { predicates(text, context, $0, [:]) }
                    ?? [found(text, context, "generic", generic?.schema, isOpen: false)]
            }
        }
        var result: [FoundPredicate] = []
        for profile in profiles where profile.formats.contains(format) {
            let values = profile.notation == .placeholders ? root.recipeInput : [:]
            for pattern in profile.predicates {
                for match in pattern.matches(in: root) {
                    guard let text = match.value.text else { continue }
                    result += predicates(text, match.keyPath, profile, values)
                }
            }
        }
        if format == .yaml { result += logCommands(in: root) }
        result += marked(in: root, comments, besides: Set(result.map(\.original.fileRange)))
        return result.sorted { $0.text.fileRange.lowerBound < $1.text.fileRange.lowerBound }
    }

    /// Where workflows have commands of a shell.
    private static let scripts = ["**.run", "**.script", "**.script[]"].compactMap(KeyPattern.init)

    /// The predicates of `log show` and its like in the commands of workflows. They are within quotes of two languages, so
    /// they have no edits.
    private func logCommands(in root: ConfigurationNode) -> [FoundPredicate] {
        guard let log = profiles.first(where: { $0.name == "log" }) else { return [] }
        return Self.scripts.flatMap { $0.matches(in: root) }.flatMap { match -> [FoundPredicate] in
            guard let script = match.value.text else { return [] }
            return ShellReader.calls(in: Array(script.text.utf8)).compactMap { call in
                guard let format = call.format else { return nil }
                let part = script.part(format.sourceRange)
                // An escape would shift the places.
                guard sameCodePoints(part.text, format.text) else { return nil }
                return found(
                    LocatedText(part.text, part.map, .nested), match.keyPath, log.name, log.schema, isOpen: log.isOpen)
            }
        }
    }

    /// The predicates of a string at a location of a profile.
    private func predicates(
        _ text: LocatedText, _ keyPath: String, _ profile: PredicateProfile, _ values: [ExactName: String]
    ) -> [FoundPredicate] {
        func found(_ text: LocatedText, _ original: LocatedText, _ problems: [PredicateDiagnostic]) -> FoundPredicate {
            FoundPredicate(
                text: text, context: keyPath, profile: profile.name, schema: profile.schema, isOpen: profile.isOpen,
                notation: profile.notation, original: original, problems: problems)
        }
        guard let notation = profile.notation else { return [found(text, text, [])] }
        if notation == .locators {
            let locator = AppiumLocator(text)
            return locator.predicates.enumerated().map { found($1, $1, $0 == 0 ? locator.problems : []) }
        }
        let translation = notation.translation(of: text, values: values)
        return [found(translation.text, text, translation.problems)]
    }

    /// The strings that are predicates wherever they are.
    private func marked(
        in root: ConfigurationNode, _ comments: ValueComments, besides known: Set<Range<Int>>
    ) -> [FoundPredicate] {
        MarkedTexts.texts(in: root, comments).filter { !known.contains($0.text.fileRange) }.flatMap { marked in
            if marked.isLocator {
                let appium = profiles.first { $0.name == "appium" }
                return appium.map { predicates(marked.text, marked.keyPath, $0, [:]) } ?? []
            }
            let schema = marked.schemaName.flatMap { name in models.lazy.compactMap { $0.schema(rootedAt: name) }.first
            }
            let generic = profiles.first { $0.name == "generic" }
            return [
                found(marked.text, marked.keyPath, "generic", schema ?? generic?.schema, isOpen: false)
            ]
        }
    }

    private func found(
        _ text: LocatedText, _ context: String, _ profile: String, _ schema: RecordSchema?, isOpen: Bool
    ) -> FoundPredicate {
        FoundPredicate(text: text, context: context, profile: profile, schema: schema, isOpen: isOpen)
    }

    private func predicate(_ entry: DataModel.Entry, of model: DataModel) -> FoundPredicate {
        let name = [entry.owner?.text, entry.name?.text].compactMap { $0 }.joined(separator: ".")
        let schema = entry.entity.flatMap { model.schema(rootedAt: $0.text) }
        if entry.role == .fetchedProperty, let owner = entry.owner {
            return FoundPredicate(
                text: PredicateNotation.fetchVariables.translated(entry.text), context: name, profile: "coredata",
                schema: schema.map { FetchVariables.schema($0, source: owner.text) }, isOpen: false,
                notation: .fetchVariables, original: entry.text)
        }
        return FoundPredicate(
            text: entry.text, context: name, profile: "coredata", schema: schema, isOpen: false,
            isExpression: entry.role.isExpression)
    }

    private func predicate(_ call: SourceCall, _ format: ConfigurationFormat) -> FoundPredicate? {
        guard let text = call.format ?? call.unreadable else { return nil }
        var schema: RecordSchema?
        var profile = format.rawValue
        if case .log = call.api {
            guard let log = profiles.first(where: { $0.name == "log" }) else { return nil }
            schema = log.schema
            profile = log.name
        } else if case .locator = call.api {
            guard let appium = profiles.first(where: { $0.name == "appium" }) else { return nil }
            schema = appium.schema
            profile = appium.name
        } else if let name = call.schemaName {
            schema = models.lazy.compactMap { $0.schema(rootedAt: name) }.first
        }
        return FoundPredicate(
            text: text, context: call.api.name, profile: profile, schema: schema, isOpen: false,
            isExpression: call.api.takesExpression, call: call)
    }
}

extension SourceCall {
    /// The place of a format that cannot be read, for its injections.
    fileprivate var unreadable: LocatedText? {
        injections.isEmpty && problems.isEmpty ? nil : LocatedText("", TextMap(at: formatRange.lowerBound), .binary)
    }
}

extension SourceCall.API {
    /// The call as people write it.
    package var name: String {
        switch self {
        case .predicate: "NSPredicate"
        case .expression: "NSExpression"
        case .realm(let method): method
        case .checkedPredicate: "CheckedPredicate"
        case .parsedPredicate: "ParsedPredicate"
        case .parsedExpression: "ParsedExpression"
        case .typedPredicate(let type): type + ".predicate"
        case .log(let command): "log " + command
        case .locator(let strategy): strategy.rawValue
        }
    }
}

extension PredicateDiagnostic {
    /// The date of a string as NSPredicate reads it; nil for other strings.
    static func castOfApple(_ text: String) -> String? {
        PredicateDate.instant(of: text).map { "CAST(\"\(PredicateDate.format($0))\", \"NSDate\")" }
    }

    /// The message with a CAST where its edit writes a date in quotes.
    var withDatesOfApple: PredicateDiagnostic {
        guard edits.count == 1, let edit = edits.first, let quote = edit.text.first, quote == "\"" || quote == "'",
            let cast = Self.castOfApple(String(edit.text.dropFirst().dropLast()))
        else { return self }
        var diagnostic = self
        diagnostic.hint = "write `\(cast)`"
        diagnostic.edits = [.init(replacing: edit.range, with: cast)]
        return diagnostic
    }

    /// The message without a hint or an edit that writes a function which NSPredicate lacks.
    var withoutOwnFunctions: PredicateDiagnostic {
        let own = BuiltInFunction.allCases.filter(\.isPlain).map { $0.rawValue + "(" }
        let texts = [hint].compactMap(\.self) + edits.map(\.text)
        guard texts.contains(where: { text in own.contains { text.contains($0) } }) else { return self }
        var diagnostic = self
        (diagnostic.hint, diagnostic.edits) = (nil, [])
        return diagnostic
    }
}
