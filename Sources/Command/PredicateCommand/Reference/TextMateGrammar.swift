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
        var members: [(String, TextMateValue)] = [("name", .text(name)), ("scopeName", .text(scope))]
        if !fileTypes.isEmpty { members.append(("fileTypes", .list(fileTypes.map { .text($0) }))) }
        if let injection {
            members.append(("injectionSelector", .text(injection.map { "L:" + $0 }.joined(separator: ", "))))
        }
        members.append(("patterns", .list(patterns.map(\.value))))
        if !repository.isEmpty {
            members.append(
                (
                    "repository",
                    .object(repository.map { ($0.name, .object([("patterns", .list($0.patterns.map(\.value)))])) })
                ))
        }
        return TextMateValue.object(members).text + "\n"
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

    fileprivate var value: TextMateValue {
        var members: [(String, TextMateValue)] = []
        func add(_ key: String, _ text: String?) {
            if let text { members.append((key, .text(text))) }
        }
        func add(_ key: String, _ scopes: [Int: String]) {
            if scopes.isEmpty { return }
            let groups = scopes.sorted { $0.key < $1.key }
            members.append((key, .object(groups.map { ("\($0.key)", .object([("name", .text($0.value))])) })))
        }
        add("include", include)
        add("name", name)
        add("contentName", contentName)
        add("match", match)
        add("begin", begin)
        add("end", end)
        add("while", continuation)
        add("captures", captures)
        add("beginCaptures", beginCaptures)
        add("endCaptures", endCaptures)
        if !patterns.isEmpty { members.append(("patterns", .list(patterns.map(\.value)))) }
        return .object(members)
    }
}

/// JSON with the members of objects in their order.
private indirect enum TextMateValue {
    case text(String)
    case list([TextMateValue])
    case object([(String, TextMateValue)])

    /// The value as JSON, indented; what fits stands on one line.
    var text: String { text(indentation: "") }

    private func text(indentation: String) -> String {
        let line = line
        if indentation.utf8.count + line.utf8.count <= 110 { return line }
        let inner = indentation + "  "
        switch self {
        case .text: return line
        case .list(let elements):
            let lines = elements.map { inner + $0.text(indentation: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indentation)]"
        case .object(let members):
            let lines = members.map { key, value in
                inner + Self.quoted(key) + ": " + value.text(indentation: inner)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
        }
    }

    private var line: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .list(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.0) + ": " + $0.1.line }.joined(separator: ", ") + "}"
        }
    }

    /// A string of JSON. Grammars are ASCII without control characters.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
