import PredicateCore

/// What a program adds to the language in its files.
package enum PredicateNotation: String, Hashable, Sendable {
    /// AutoPkg replaces `%NAME%` by the text of a variable before the predicate is parsed.
    case placeholders
    /// Declarative device management has `@status(item)`, `@property(name)` and `@key(name)` in place of key paths.
    case items
    /// A locator of Appium: a predicate, a class chain with predicates in it, either with its strategy before it.
    case locators
    /// Core Data gives `$FETCH_SOURCE` and `$FETCHED_PROPERTY` to the predicates of fetched properties.
    case fetchVariables = "fetch-variables"
    /// A file of named predicates has `@{name}` for another predicate.
    case references

    /// A string of the notation as a predicate of the language.
    package struct Translation: Sendable {
        /// The predicate, with its locations in the file.
        package let text: LocatedText
        /// What is wrong with the notation, with ranges and edits of the file; of the text itself in a binary file.
        package let problems: [PredicateDiagnostic]
    }

    /// The text as a predicate of the language, with its locations in the file.
    ///
    /// A placeholder outside quotes becomes a variable, whose type is not known. An item becomes a key in quotes, which the schema can
    /// have as a field: `SELF["@status(device.model.family)"]`.
    package func translated(_ text: LocatedText) -> LocatedText { translation(of: text).text }

    /// The text as a predicate of the language, and what is wrong with its notation.
    ///
    /// - Parameter values: The strings that replace placeholders, by their names, as far as the file tells.
    package func translation(of text: LocatedText, values: [ExactName: String] = [:]) -> Translation {
        switch self {
        case .items: ItemNotation.translation(of: text)
        case .placeholders: PlaceholderNotation.translation(of: text, values: values)
        case .locators: Translation(text: text, problems: [])
        case .fetchVariables: FetchVariables.translation(of: text)
        case .references: ReferenceNotation.translation(of: text)
        }
    }

    /// A predicate of the language in the notation of the file: `SELF["@status(device.model.family)"]` as
    /// `@status(device.model.family)`. Placeholders that became variables stay variables.
    package func restored(_ predicate: String) -> String {
        switch self {
        case .items: ItemNotation.restored(predicate, isMessage: false)
        case .fetchVariables: FetchVariables.restored(predicate, isMessage: false)
        case .placeholders, .locators, .references: predicate
        }
    }

    /// Whether `restored` gives the whole text as the file writes it.
    package var isReversible: Bool { self == .items || self == .fetchVariables }

    /// Writes sentences about the predicate of a string in the words of the file.
    ///
    /// - Parameter original: The text as the file has it.
    package func messages(about original: String) -> Messages {
        Messages(notation: self, placeholders: self == .placeholders ? PlaceholderNotation.names(in: original) : [])
    }

    /// Writes sentences about a predicate in the words of its file.
    package struct Messages: Sendable {
        fileprivate let notation: PredicateNotation
        /// The names of the placeholders, found once for all sentences.
        fileprivate let placeholders: Set<ExactName>

        /// A sentence in the words of the file.
        package func restored(_ message: String) -> String {
            switch notation {
            case .items: ItemNotation.restored(message, isMessage: true)
            case .placeholders: PlaceholderNotation.restored(message, placeholders)
            case .fetchVariables: FetchVariables.restored(message, isMessage: true)
            case .locators, .references: message
            }
        }
    }

    /// What can be at an offset in this notation: functions and known items. Nil where the language itself decides.
    ///
    /// - Parameters:
    ///   - text: The text as the file has it, which may end within an item.
    ///   - schema: The types of the profile, whose fields are the known items.
    package func completions(in text: String, at offset: Int, _ schema: RecordSchema?) -> NotationCompletions? {
        self == .items ? ItemNotation.completions(in: text, at: offset, schema) : nil
    }
}

/// What a notation can have at a location.
package struct NotationCompletions: Hashable, Sendable {
    /// A string that can be there.
    package struct Item: Hashable, Sendable {
        package let text: String
        /// The type of the value; nil for a function.
        package let type: ValueType?
        package let documentation: String?
    }

    /// The part of the text that a completion replaces.
    package let range: SourceRange
    package let items: [Item]
}
