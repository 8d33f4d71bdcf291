import PredicateCore

/// A predicate as the file declares it, before others are written out in it.
struct NamedDeclaration {
    /// An argument as the file declares it.
    struct Argument {
        let argument: NamedArgument
        /// The name in the file.
        let range: SourceRange
        /// The default in the file; nil if there is none.
        let defaultRange: SourceRange?
    }

    /// A case as the file writes it.
    struct Case {
        let index: Int
        let node: ConfigurationNode
    }

    let name: LocatedText
    var description: String?
    /// The text; nil if the file has none.
    var text: LocatedText?
    var schema: NamedSchemas.Finding
    var arguments: [Argument] = []
    var cases: [Case] = []
    /// Whether something in the declaration is wrong.
    var hasErrors = false

    /// The keys that lead to the predicate.
    var keyPath: String { "predicates." + name.text }
    /// The name in the file.
    var nameRange: SourceRange { name.sourceRange }
}

/// Reads the declarations of a file: its keys, and the kinds of their values.
struct NamedDeclarationReader {
    let problems: NamedProblems
    let schemas: NamedSchemas

    static let fileKeys = ["$schema", "schema", "type", "predicates"]
    static let predicateKeys = ["description", "schema", "type", "arguments", "predicate", "cases"]
    static let argumentKeys = ["type", "items", "default", "description"]
    static let caseKeys = ["record", "matches", "arguments", "description"]

    /// The predicates of a file, in its order. Of two with one name the first counts.
    func declarations(in root: ConfigurationNode) -> [NamedDeclaration] {
        guard let entries = mapping(root, of: "the file", known: Self.fileKeys, in: "") else { return [] }
        let schema = schemas.schema(of: entries, in: "", default: .none)
        guard let predicates = entries.value(of: "predicates") else {
            problems.report(.missingKey("predicates", of: "the file", at: root.start), in: "")
            return []
        }
        guard case .mapping(let named) = predicates.content else {
            problems.wrongKind("predicates", "a mapping of names to predicates", predicates, in: "predicates")
            return []
        }
        problems.checkRepeated(named, in: "predicates")
        var names: Set<ExactName> = []
        var declarations: [NamedDeclaration] = []
        for entry in named where names.insert(ExactName(entry.key.text)).inserted {
            declarations.append(declaration(entry, schema))
        }
        return declarations
    }

    private func declaration(_ entry: ConfigurationNode.Entry, _ schema: NamedSchemas.Finding) -> NamedDeclaration {
        var declaration = NamedDeclaration(name: entry.key, schema: schema)
        let errors = problems.errorCount
        let path = declaration.keyPath
        if !Self.isName(entry.key.text) {
            problems.report(.badName(entry.key.text, at: entry.key.sourceRange), in: path)
        }
        switch entry.value.content {
        case .text(let text): declaration.text = text
        case .mapping:
            read(entry.value, into: &declaration)
        case .sequence, .other, .alias:
            problems.wrongKind(entry.key.text, "a predicate: its text, or a mapping", entry.value, in: path)
        }
        declaration.hasErrors = problems.errorCount > errors
        return declaration
    }

    private func read(_ node: ConfigurationNode, into declaration: inout NamedDeclaration) {
        let path = declaration.keyPath
        guard let entries = mapping(node, of: "a predicate", known: Self.predicateKeys, in: path) else { return }
        declaration.schema = schemas.schema(of: entries, in: path, default: declaration.schema)
        declaration.description = text("description", of: entries, in: path)?.text
        declaration.text = text("predicate", of: entries, in: path)
        if entries.value(of: "predicate") == nil {
            problems.report(.missingKey("predicate", of: "a predicate", at: declaration.nameRange), in: path)
        }
        if let arguments = entries.value(of: "arguments") {
            declaration.arguments = self.arguments(arguments, in: path + ".arguments")
        }
        guard let cases = entries.value(of: "cases") else { return }
        guard case .sequence(let elements) = cases.content else {
            problems.wrongKind("cases", "a list", cases, in: path + ".cases")
            return
        }
        declaration.cases = elements.enumerated().map { .init(index: $0.offset, node: $0.element) }
    }

    // MARK: Arguments

    private func arguments(_ node: ConfigurationNode, in path: String) -> [NamedDeclaration.Argument] {
        guard case .mapping(let entries) = node.content else {
            problems.wrongKind("arguments", "a mapping of names to types", node, in: path)
            return []
        }
        problems.checkRepeated(entries, in: path)
        var names: Set<ExactName> = []
        return entries.compactMap { entry in
            guard names.insert(ExactName(entry.key.text)).inserted else { return nil }
            return argument(entry, in: path + "." + entry.key.text)
        }
    }

    private func argument(_ entry: ConfigurationNode.Entry, in path: String) -> NamedDeclaration.Argument? {
        let name = entry.key.text
        if !Self.isVariable(name) {
            problems.report(.badArgumentName(name, at: entry.key.sourceRange), in: path)
            return nil
        }
        guard case .mapping = entry.value.content else {
            // The short form: the type alone.
            let type = self.type(entry.value, items: nil, name, in: path)
            return declared(NamedArgument(name: name, type: type, defaultValue: nil, description: nil), entry, nil)
        }
        guard let entries = mapping(entry.value, of: "an argument", known: Self.argumentKeys, in: path) else {
            return nil
        }
        let description = text("description", of: entries, in: path)?.text
        var type = ValueType.any
        if let node = entries.value(of: "type") {
            type = self.type(node, items: entries.value(of: "items"), "type", in: path)
        } else {
            problems.report(.missingKey("type", of: "an argument", at: entry.key.sourceRange), in: path)
        }
        var value: PredicateValue?
        let node = entries.value(of: "default")
        if let node { value = self.value(node, as: type, name, in: path + ".default") }
        return declared(
            NamedArgument(name: name, type: type, defaultValue: value, description: description), entry, node)
    }

    private func declared(
        _ argument: NamedArgument, _ entry: ConfigurationNode.Entry, _ node: ConfigurationNode?
    ) -> NamedDeclaration.Argument {
        NamedDeclaration.Argument(
            argument: argument, range: entry.key.sourceRange, defaultRange: node?.sourceRange)
    }

    /// A value of an argument; nil, with a problem, if it has another type.
    func value(_ node: ConfigurationNode, as type: ValueType, _ name: String, in path: String) -> PredicateValue? {
        guard !hasAlias(node, in: path) else { return nil }
        let value = node.predicateValue
        if let fitting = NamedTypes.value(value, as: type) { return fitting }
        problems.report(.misfit(name, type, value, at: node.sourceRange), in: path)
        return nil
    }

    /// The type that a word names, or a list of the type under `items`; `any`, with a problem, for other words.
    private func type(
        _ node: ConfigurationNode, items: ConfigurationNode?, _ key: String, in path: String
    ) -> ValueType {
        guard let word = node.text else {
            problems.wrongKind(key, "the name of a type", node, in: path)
            return .any
        }
        if sameCodePoints(word.text, NamedTypes.array) {
            guard let items else { return .list(.any) }
            guard case .mapping = items.content else { return .list(type(items, items: nil, "items", in: path)) }
            guard let entries = mapping(items, of: "`items`", known: ["type", "items"], in: path + ".items") else {
                return .list(.any)
            }
            guard let inner = entries.value(of: "type") else {
                problems.report(.missingKey("type", of: "`items`", at: items.start), in: path + ".items")
                return .list(.any)
            }
            return .list(type(inner, items: entries.value(of: "items"), "type", in: path + ".items"))
        }
        guard let type = NamedTypes.type(word.text) else {
            // A binary file has no lines, so the key path says where the word is.
            let message = PredicateDiagnostic.unknownType(
                word.text, known: NamedTypes.words, at: SourceRange(0, word.text.utf8.count))
            problems.report(message, of: word, in: path)
            return .any
        }
        if let items {
            problems.report(.wrongKind("type", "`array` with `items`", at: items.start), in: path)
        }
        return type
    }

    // MARK: Kinds

    /// The entries of a mapping; nil, with a problem, if it is something else. Unknown and repeated keys are problems.
    func mapping(
        _ node: ConfigurationNode, of owner: String, known: [String], in path: String
    ) -> [ConfigurationNode.Entry]? {
        guard case .mapping(let entries) = node.content else {
            problems.wrongKind(owner, "a mapping", node, in: path)
            return nil
        }
        problems.checkRepeated(entries, in: path)
        for entry in entries where !known.containsName(entry.key.text) {
            problems.report(.unknownKey(entry.key.text, of: owner, known: known, at: entry.key.sourceRange), in: path)
        }
        return entries
    }

    /// A string under a key; nil if there is none, with a problem if it is something else.
    func text(_ key: String, of entries: [ConfigurationNode.Entry], in path: String) -> LocatedText? {
        guard let node = entries.value(of: key) else { return nil }
        guard let text = node.text else {
            problems.wrongKind(key, "a string", node, in: path + "." + key)
            return nil
        }
        return text
    }

    /// Whether a value is an alias of YAML or contains one, with a problem for each.
    func hasAlias(_ node: ConfigurationNode, in path: String) -> Bool {
        switch node.content {
        case .alias:
            problems.report(.alias(at: node.sourceRange), in: path)
            return true
        case .mapping(let entries):
            return entries.reduce(false) { hasAlias($1.value, in: path) || $0 }
        case .sequence(let elements):
            return elements.reduce(false) { hasAlias($1, in: path) || $0 }
        case .text, .other: return false
        }
    }

    // MARK: Names

    /// Whether a string can be the name of a predicate.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        return (IdentifierCharacters.isStart(first) || isDigit(first))
            && text.unicodeScalars.allSatisfy { IdentifierCharacters.isContinue($0) || $0 == "-" || $0 == "." }
    }

    /// Whether a string can be the name of a variable.
    static func isVariable(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        return IdentifierCharacters.isStart(first) && text.unicodeScalars.allSatisfy(IdentifierCharacters.isContinue)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}

extension [ConfigurationNode.Entry] {
    /// The value of the first entry with a key.
    func value(of key: String) -> ConfigurationNode? { first { sameCodePoints($0.key.text, key) }?.value }
}
