import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand
@testable import PredicateCore
@testable import PredicateFormat

/// The grammars under Grammar/TextMate: they are what the tables make, and they cut texts as the lexer does.
@Suite struct TextMateGrammarTests {
    /// The files of all wings.
    static let pages: [ReferencePage] = {
        registeredWings
        return EditorFiles.all
    }()

    private static let folder = Repository.root.appendingPathComponent("Grammar/TextMate")

    @Test(arguments: Self.pages.map(\.name))
    func filesAreWhatTheTablesMake(name: String) throws {
        let page = try #require(Self.pages.first { $0.name == name })
        let committed = try? String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
        #expect(committed == page.text, "Grammar/TextMate/\(name) is out of date: run `make textmate`")
    }

    /// Each file is JSON, every pattern compiles, and every rule that is named exists.
    @Test(arguments: Self.pages.map(\.name))
    func filesAreWellFormed(name: String) throws {
        let page = try #require(Self.pages.first { $0.name == name })
        let root = try #require(try JSONSerialization.jsonObject(with: Data(page.text.utf8)) as? [String: Any])
        let own = try #require(root["scopeName"] as? String)
        let named = Set(["#code", "#strings", "#lineStrings"])
        var rules = 0
        func check(_ value: Any) throws {
            if let list = value as? [Any] { for element in list { try check(element) } }
            guard let object = value as? [String: Any] else { return }
            for key in ["match", "begin", "end", "while"] {
                guard let pattern = object[key] as? String else { continue }
                rules += 1
                // An end may refer to groups of its beginning.
                let closed = pattern.replacingOccurrences(of: "\\1", with: "")
                #expect(throws: Never.self, "\(pattern)") { try NSRegularExpression(pattern: closed) }
            }
            if let include = object["include"] as? String {
                let inner = include.replacingOccurrences(of: "source.predicate", with: "")
                let isOurs = inner.isEmpty || named.contains(inner)
                #expect(isOurs || include == "source.swift", "\(include) in \(own)")
            }
            for member in object.values { try check(member) }
        }
        try check(root)
        #expect(rules > 1)
    }

    /// The keys at which profiles find predicates are in the grammar of their formats.
    @Test(arguments: [
        ("yaml", ["condition", "installable_condition", "predicate", "Predicate"]), ("json", ["Predicate"]),
        ("xml", ["condition", "predicate", "NSExtensionActivationRule", "Predicate", "predicateString"]),
    ])
    func keysOfProfilesAreKnown(file: String, keys: [String]) throws {
        let grammar = try #require(TextMateInjections.all.first { $0.file == file }).grammar.text
        for key in keys {
            #expect(
                grammar.contains("(\(key)|") || grammar.contains("|\(key)|") || grammar.contains("|\(key))")
                    || grammar.contains("(\(key))"), "\(key)")
        }
    }

    // MARK: The lexer

    private static let texts: [String] = {
        let folder = Repository.root.appendingPathComponent("Tests/Conformance")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { $0.hasSuffix(".json") }.flatMap { name -> [String] in
            guard let data = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path),
                let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
                let cases = root["cases"] as? [[String: Any]]
            else { return [] }
            return cases.compactMap { ($0["predicate"] ?? $0["expression"]) as? String }
        }
    }()

    /// The grammar cuts every valid text of the conformance cases into the pieces that the lexer cuts it into, with the same kinds.
    @Test func theGrammarCutsTextsAsTheLexerDoes() throws {
        let tokenizer = try GrammarTokenizer(TextMateGrammar.language)
        var compared = 0
        for text in Self.texts where text.utf8.count < 400 && !text.contains("\n") && !text.hasPrefix("#") {
            let isValid =
                !ParsedText(text, as: .predicate, library: .standard).hasErrors
                || !ParsedText(text, as: .expression, library: .standard).hasErrors
            guard isValid else { continue }
            compared += 1
            var lexer = Lexer(text, library: .standard)
            lexer.fill(to: text.utf8.count + 2)
            let scopes = tokenizer.scopes(of: text)
            for token in lexer.tokens where !token.isEnd {
                let wanted = Self.kinds(of: token, in: text)
                let pieces = Set(scopes[token.range.lowerBound..<token.range.upperBound].map { $0 ?? "none" })
                let isRight = pieces.allSatisfy { scope in wanted.contains { scope.hasPrefix($0) } }
                #expect(isRight, "\(text): \(token.range.text(in: text)) is \(pieces), not \(wanted)")
            }
        }
        #expect(compared > 500, "\(compared)")
    }

    /// The scopes that the grammar may give to a token.
    private static func kinds(of token: Token, in text: String) -> [String] {
        let isMember = SourceRange(0, token.range.lowerBound).text(in: text).trimmingCharacters(in: .whitespaces)
            .hasSuffix(".")
        switch token.code {
        case .string: return ["string.", "punctuation.definition.string", "constant.character.escape"]
        case .number, .integerMinimumMagnitude: return ["constant.numeric"]
        case .variable: return ["variable.parameter"]
        case .argument: return ["constant.other.placeholder", "variable.parameter.key-path"]
        case .atWord: return ["support.function.collection", "variable.other.field"]
        case .hashWord: return ["variable.other.field"]
        case .selector: return ["support.function", "entity.name.function", "variable.other.member"]
        case .hyphenatedOperator: return ["keyword.operator.comparison"]
        case .punctuation: return token.sign.flatMap(SignKind.init).map { [$0.rawValue] } ?? []
        case .word:
            if isMember { return ["variable.other.member"] }
            if let keyword = token.keyword { return [WordKind(keyword).rawValue] }
            return [
                "variable.other.field", "support.function", "entity.name.function", "constant.language.index",
                "storage.modifier.option", "keyword.operator.comparison",
            ]
        case .invalid, .end: return []
        }
    }

    /// A specifier is one for the grammar exactly if it is one for the lexer.
    @Test func formatArgumentsAreThoseOfTheLexer() throws {
        let tokenizer = try GrammarTokenizer(TextMateGrammar.language)
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@%".map { String($0) }
        for length in ["", "h", "hh", "l", "ll", "q", "z", "t", "j", "L", "x", "lll"] {
            for letter in letters {
                let spelling = "%" + length + letter
                var lexer = Lexer(spelling, library: .standard)
                lexer.fill(to: 4)
                let isArgument =
                    lexer.tokens.first.map {
                        $0.code == .argument && $0.range.upperBound == spelling.utf8.count
                    } ?? false
                let scopes = Set(tokenizer.scopes(of: spelling).map { $0 ?? "" })
                let isColoured =
                    scopes == ["constant.other.placeholder.predicate"]
                    || scopes == ["variable.parameter.key-path.predicate"]
                #expect(isArgument == isColoured, "\(spelling): \(scopes)")
            }
        }
    }
}

/// Finds the scopes of a line by the rules of the grammar of predicates: the first rule of those that match earliest counts.
private struct GrammarTokenizer {
    private struct Rule {
        let pattern: NSRegularExpression
        let end: NSRegularExpression?
        let rule: TextMateRule
    }

    private let rules: [Rule]

    init(_ grammar: TextMateGrammar) throws {
        var pending = Array(grammar.patterns.reversed())
        var rules: [Rule] = []
        while let rule = pending.popLast() {
            if let include = rule.include {
                pending += (grammar.repository.first { "#" + $0.name == include }?.patterns ?? []).reversed()
            } else if let match = rule.match ?? rule.begin {
                let end = try rule.end.map { try NSRegularExpression(pattern: $0 + #"|\\."#) }
                rules.append(Rule(pattern: try NSRegularExpression(pattern: match), end: end, rule: rule))
            }
        }
        self.rules = rules
    }

    /// The scope of each byte of a line.
    func scopes(of line: String) -> [String?] {
        let units = Array(line.utf16)
        var scopes = [String?](repeating: nil, count: units.count)
        var offset = 0
        while offset < units.count {
            let rest = NSRange(location: offset, length: units.count - offset)
            let found = rules.compactMap { rule in
                rule.pattern.firstMatch(
                    in: line, options: [.withTransparentBounds, .withoutAnchoringBounds], range: rest
                ).map { (rule, $0) }
            }
            guard let (rule, match) = found.min(by: { $0.1.range.location < $1.1.range.location }) else { break }
            var end = match.range.upperBound
            if let pattern = rule.end {
                while end < units.count {
                    guard
                        let close = pattern.firstMatch(
                            in: line, range: NSRange(location: end, length: units.count - end))
                    else {
                        end = units.count
                        break
                    }
                    end = close.range.upperBound
                    if close.range.length == 1 { break }
                }
            }
            for index in match.range.location..<max(end, match.range.location) { scopes[index] = rule.rule.name }
            for (group, scope) in rule.rule.captures where match.range(at: group).location != NSNotFound {
                for index in match.range(at: group).location..<match.range(at: group).upperBound {
                    scopes[index] = scope
                }
            }
            offset = max(end, offset + 1)
        }
        return spread(scopes, over: line)
    }

    /// The scopes of bytes, by those of UTF-16 units.
    private func spread(_ scopes: [String?], over line: String) -> [String?] {
        var bytes: [String?] = []
        var unit = 0
        for scalar in line.unicodeScalars {
            for _ in 0..<UTF8.width(scalar) { bytes.append(scopes[unit]) }
            unit += UTF16.width(scalar)
        }
        return bytes
    }
}
