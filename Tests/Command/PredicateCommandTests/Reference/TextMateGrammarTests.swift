import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand
@testable import PredicateCore
@testable import PredicateFiles
@testable import PredicateFormat

/// The grammars under Grammar/TextMate: they have the words of the tables, and they cut texts as the lexer does.
@Suite struct TextMateGrammarTests {
    private static let folder = Repository.root.appendingPathComponent("Grammar/TextMate")

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name + ".tmLanguage.json"), encoding: .utf8)
    }

    private static func grammar(_ name: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text(name).utf8)) as? [String: Any])
    }

    /// Every pattern compiles, and every rule that is named exists.
    @Test(arguments: ["PredicateFormat", "yaml", "json", "xml", "swift", "objc"])
    func filesAreWellFormed(name: String) throws {
        let root = try Self.grammar(name)
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

    /// The keys at which the built-in profiles find predicates are in the grammar of their formats, and no others.
    @Test(arguments: [("yaml", ConfigurationFormat.yaml), ("json", .json), ("xml", .propertyList)])
    func keysOfProfilesAreKnown(file: String, format: ConfigurationFormat) throws {
        // Locators stand at keys such as `value`, which say nothing without the key beside them.
        let profiles = PredicateProfile.builtin.filter { $0.formats.contains(format) && $0.notation != .locators }
        let keys = profiles.flatMap(\.predicates).compactMap {
            $0.source.split { ".[]{}".contains($0) }.last.map(String.init)
        }
        let names = Set(keys.filter { $0.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") } })
        let pattern = "(" + names.sorted().joined(separator: "|") + ")"
        let isKnown = try Self.text(file).contains(pattern)
        #expect(isKnown, "\(file).tmLanguage.json does not have \(pattern)")
    }

    // MARK: The tables

    /// Each word, sign and function of the language has the scope of its kind.
    @Test func theGrammarHasTheTables() throws {
        let tokenizer = try GrammarTokenizer(Self.grammar("PredicateFormat"))
        func expect(_ spelling: String, _ scope: String, in text: String? = nil) throws {
            let text = text ?? spelling
            let range = try #require(text.range(of: spelling))
            let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            let found = Set(tokenizer.scopes(of: text)[start..<start + spelling.utf8.count])
            #expect(found == [scope + ".predicate"], "\(spelling) in Grammar/TextMate/PredicateFormat.tmLanguage.json")
        }
        for keyword in Keyword.allCases { try expect(keyword.spelling, WordKind(keyword).rawValue) }
        for sign in Punctuation.allCases {
            if let kind = SignKind(sign) { try expect(sign.spelling, kind.rawValue) }
        }
        for row in PredicateLibrary.standard.operators.values {
            try expect(row.name, WordKind.comparison.rawValue)
            for letter in StringOptionLetter.allCases.map(\.rawValue) {
                try expect(letter, "storage.modifier.option", in: "\(row.name)[\(letter)]")
            }
        }
        for word in CollectionOperator.allCases.flatMap({ [$0.rawValue] + $0.otherSpellings }) {
            try expect(word, "support.function.collection")
        }
        for word in IndexWord.allCases {
            try expect(word.rawValue, "constant.language.index", in: "[\(word.rawValue)]")
        }
        for selector in BuiltInFunction.allCases.map(\.rawValue) {
            try expect(selector, "support.function", in: selector + "()")
            // A selector with one colon may leave it out.
            if selector.utf8.filter({ $0 == UInt8(ascii: ":") }).count == 1 {
                let name = String(selector.dropLast())
                try expect(name, "support.function", in: name + "()")
            }
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
        let tokenizer = try GrammarTokenizer(Self.grammar("PredicateFormat"))
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
        case .number: return ["constant.numeric"]
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
        let tokenizer = try GrammarTokenizer(Self.grammar("PredicateFormat"))
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
        let name: String?
        let captures: [Int: String]
    }

    private let rules: [Rule]

    init(_ grammar: [String: Any]) throws {
        let repository = try #require(grammar["repository"] as? [String: [String: [[String: Any]]]])
        var pending = try #require(grammar["patterns"] as? [[String: Any]])
        pending.reverse()
        var rules: [Rule] = []
        while let rule = pending.popLast() {
            if let include = rule["include"] as? String {
                pending += (repository[String(include.dropFirst())]?["patterns"] ?? []).reversed()
            } else {
                let match = try #require((rule["match"] ?? rule["begin"]) as? String)
                let captures = rule["captures"] as? [String: [String: String]] ?? [:]
                rules.append(
                    Rule(
                        pattern: try NSRegularExpression(pattern: match),
                        end: try (rule["end"] as? String).map { try NSRegularExpression(pattern: $0 + #"|\\."#) },
                        name: rule["name"] as? String,
                        captures: Dictionary(
                            captures.compactMap { group, scope in
                                guard let group = Int(group), let name = scope["name"] else { return nil }
                                return (group, name)
                            }, uniquingKeysWith: { first, _ in first })))
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
            for index in match.range.location..<max(end, match.range.location) { scopes[index] = rule.name }
            for (group, scope) in rule.captures where match.range(at: group).location != NSNotFound {
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

/// The scope of a reserved word.
private enum WordKind: String {
    case logical = "keyword.operator.logical"
    case comparison = "keyword.operator.comparison"
    case quantifier = "keyword.operator.quantifier"
    case set = "keyword.operator.set"
    case form = "keyword.control"
    case boolean = "constant.language.boolean"
    case null = "constant.language.nil"
    case condition = "constant.language.condition"
    case record = "variable.language"
    /// Words without a meaning of their own that no field may have without `#`.
    case reserved = "keyword.other.reserved"

    init(_ keyword: Keyword) {
        self =
            switch keyword.role {
            case .logical: .logical
            case .comparison: .comparison
            case .quantifier: .quantifier
            case .set: .set
            case .form: .form
            case .boolean: .boolean
            case .null: .null
            case .condition: .condition
            case .record: .record
            case .reserved: .reserved
            }
    }
}

/// The scope of a sign.
private enum SignKind: String {
    case comparison = "keyword.operator.comparison"
    case assignment = "keyword.operator.assignment"
    case logical = "keyword.operator.logical"
    case arithmetic = "keyword.operator.arithmetic"
    case separator = "punctuation.separator"
    case accessor = "punctuation.accessor"
    case bracket = "punctuation.section.brackets"

    /// Nil for signs that the language has only to report them.
    init?(_ sign: Punctuation) {
        switch sign {
        case .equal, .equalEqual, .notEqual, .lessGreater, .less, .lessEqual, .equalLess, .greater, .greaterEqual,
            .equalGreater:
            self = .comparison
        case .assign: self = .assignment
        case .ampersandAmpersand, .barBar, .exclamation: self = .logical
        case .plus, .minus, .star, .starStar, .slash, .ampersand, .bar, .caret, .shiftLeft, .shiftRight, .tilde:
            self = .arithmetic
        case .comma: self = .separator
        case .dot: self = .accessor
        case .openParenthesis, .closeParenthesis, .openBracket, .closeBracket, .openBrace, .closeBrace: self = .bracket
        case .percent, .range: return nil
        }
    }
}
