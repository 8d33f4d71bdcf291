import PredicateFormat

/// A grammar by which editors colour texts: the format of TextMate, which VS Code, Sublime Text and others read.
struct TextMateGrammar: Sendable {
    /// The sentence that an editor shows.
    var name: String
    /// The scope that other grammars include it by.
    var scope: String
    /// The extensions of files that it is for.
    var fileTypes: [String] = []
    /// The scopes of other grammars that it is injected into; nil if it stands on its own.
    var injection: [String]?
    var patterns: [TextMateRule]
    /// Rules with names, which patterns include.
    var repository: [(name: String, patterns: [TextMateRule])] = []

    /// The grammar as a file.
    var text: String {
        let grammar: JSONNode = [
            "name": .string(name), "scopeName": .string(scope),
            "fileTypes": fileTypes.isEmpty ? nil : .array(fileTypes.map { .string($0) }),
            "injectionSelector": injection.map { .string($0.map { "L:" + $0 }.joined(separator: ", ")) },
            "patterns": .array(patterns.map(\.node)),
            "repository": repository.isEmpty
                ? nil
                : .object(
                    repository.map { JSONNode.Member($0.name, ["patterns": .array($0.patterns.map(\.node))]) }),
        ]
        let layout = PrettyJSON(width: 110, isColoured: false)
        return Array(grammar.text(pretty: false).utf8).withUnsafeBufferPointer { layout.text($0) } + "\n"
    }
}

/// A rule of a grammar: another rule, a pattern, or what stands between two patterns.
struct TextMateRule: Sendable {
    /// The name of another rule (`#strings`), or the scope of a grammar.
    var include: String?
    /// The scope of all that the rule finds.
    var name: String?
    /// The scope between the two patterns.
    var contentName: String?
    /// A pattern within a line.
    var match: String?
    /// The pattern at the start. What follows belongs to the rule until `end`, or as long as lines match `continuation`.
    var begin: String?
    var end: String?
    var continuation: String?
    /// The scopes of groups, from group 0.
    var captures: [Int: String] = [:]
    var beginCaptures: [Int: String] = [:]
    var endCaptures: [Int: String] = [:]
    /// What is found between the two patterns.
    var patterns: [TextMateRule] = []

    /// A reference to another rule.
    static func include(_ name: String) -> TextMateRule { TextMateRule(include: name) }

    /// A pattern within a line.
    static func match(_ pattern: String, _ name: String? = nil, captures: [Int: String] = [:]) -> TextMateRule {
        TextMateRule(name: name, match: pattern, captures: captures)
    }

    fileprivate var node: JSONNode {
        [
            "include": include.map { .string($0) }, "name": name.map { .string($0) },
            "contentName": contentName.map { .string($0) }, "match": match.map { .string($0) },
            "begin": begin.map { .string($0) }, "end": end.map { .string($0) },
            "while": continuation.map { .string($0) },
            "captures": Self.node(captures), "beginCaptures": Self.node(beginCaptures),
            "endCaptures": Self.node(endCaptures),
            "patterns": patterns.isEmpty ? nil : .array(patterns.map(\.node)),
        ]
    }

    private static func node(_ scopes: [Int: String]) -> JSONNode? {
        if scopes.isEmpty { return nil }
        let groups = scopes.sorted { $0.key < $1.key }
        return .object(groups.map { JSONNode.Member("\($0.key)", ["name": .string($0.value)]) })
    }
}
