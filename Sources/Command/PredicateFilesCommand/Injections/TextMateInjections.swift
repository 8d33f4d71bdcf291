#if Files
import PredicateFiles
import PredicateFormat

/// The grammars that colour predicates in other files: at the keys of the built-in profiles, and in calls of programs.
enum TextMateInjections {
    /// The grammars, each with the name of its file.
    static let all: [(file: String, grammar: TextMateGrammar)] = [
        ("yaml", yaml), ("json", json), ("xml", xml), ("swift", swift), ("objc", objectiveC),
    ]

    /// The scope of a predicate within another file.
    static let embedded = "meta.embedded.predicate"

    // MARK: Keys and values

    private static let yaml = grammar(
        "YAML", ["source.yaml"],
        [
            // A block scalar goes on as long as lines are indented deeper than its key; `- ` moves the key by two columns.
            blockScalar(before: "", indentation: "[ ]"), blockScalar(before: "-[ ]+", indentation: "[ ]{3}"),
            value(
                yamlKey + "(\")", end: "\"",
                strings: strings(in: #"(?<!\\)""#, quotes: [(#"\\""#, "double"), ("'", "single")]) + [fileEscape]),
            value(
                yamlKey + "(')", end: "'(?!')",
                strings: strings(in: "(?<!')'(?!')", quotes: [("''", "single"), ("\"", "double")])),
            TextMateRule(
                contentName: embedded, begin: yamlKey + #"(?=[^\s"'|>&*!#{\[])"#, end: #"(?=[ \t]#)|$"#,
                beginCaptures: keyCaptures,
                patterns: strings(in: "[ \\t]#|$", quotes: languageQuotes) + notations + [code]),
        ])

    private static let yamlKey =
        #"(?<![-.\p{L}\p{Nd}_])(\#(keys(.yaml)))[ \t]*(:)[ \t]+(?:&[^\s]+[ \t]+)?"#

    private static func blockScalar(before: String, indentation: String) -> TextMateRule {
        TextMateRule(
            contentName: embedded,
            begin: #"^([ ]*)\#(before)(\#(keys(.yaml)))[ \t]*(:)[ \t]+(?:&[^\s]+[ \t]+)?([|>][-+0-9]*)[ \t]*(?:#.*)?$"#,
            continuation: #"^(?:\1\#(indentation)|[ \t]*$)"#,
            beginCaptures: [
                2: scoped("support.type.property-name"), 3: scoped("punctuation.separator.key-value"),
                4: scoped("keyword.control.flow.block-scalar"),
            ],
            patterns: languageStrings + notations + [code])
    }

    private static let json = grammar(
        "JSON", ["source.json", "source.json.comments"],
        [
            value(
                #""(\#(keys(.json)))"[ \t]*(:)[ \t]*(")"#, end: "\"",
                strings: strings(in: #"(?<!\\)""#, quotes: [(#"\\""#, "double"), ("'", "single")]) + [fileEscape])
        ])

    private static let xml = grammar(
        "property lists and Core Data models", ["text.xml"],
        [
            TextMateRule(
                begin: "(<)(key)(>)[ \\t]*(\(keys(.propertyList)))[ \\t]*(</)(key)(>)",
                end: "(?<=</string>)|(?=<(?!string>))",
                beginCaptures: [
                    2: "entity.name.tag.xml", 4: scoped("support.type.property-name"), 6: "entity.name.tag.xml",
                ],
                patterns: [
                    TextMateRule(
                        contentName: embedded, begin: "(<)(string)(>)", end: "(</)(string)(>)",
                        beginCaptures: [2: "entity.name.tag.xml"], endCaptures: [2: "entity.name.tag.xml"],
                        patterns: markup(in: "<"))
                ]),
            TextMateRule(
                contentName: embedded, begin: "(?<![-.\\p{L}\\p{Nd}_])(predicateString|derivationExpression)(=)(\")",
                end: "\"",
                beginCaptures: [
                    1: "entity.other.attribute-name.xml", 3: scoped("punctuation.definition.string.begin"),
                ],
                endCaptures: [0: scoped("punctuation.definition.string.end")], patterns: markup(in: "\"")),
        ])

    /// A predicate in markup, where signs and quotes may be entities.
    private static func markup(in stop: String) -> [TextMateRule] {
        var quotes = [("&quot;|&#34;|&#x22;", "double"), ("&apos;|&#39;|&#x27;|'", "single")]
        if stop != "\"" { quotes.append(("\"", "double")) }
        return strings(in: stop, quotes: quotes) + [
            .match("&lt;&gt;|&lt;=|=&lt;|&gt;=|=&gt;|&lt;(?!&lt;)|&gt;(?!&gt;)", scoped("keyword.operator.comparison")),
            .match("&amp;&amp;", scoped("keyword.operator.logical")),
            .match("&amp;|&lt;&lt;|&gt;&gt;", scoped("keyword.operator.arithmetic")),
            .match("<!\\[CDATA\\[|\\]\\]>", "punctuation.definition.string.xml"),
        ] + notations + [code]
    }

    // MARK: Programs

    private static let swift = grammar(
        "Swift", ["source.swift"],
        [
            value(swiftCall + "(\"\"\")", end: "\"\"\"", strings: swiftStrings(in: "\"\"\"") + languageStrings),
            value(swiftCall + "(#\")", end: "\"#", strings: strings(in: "\"#", quotes: languageQuotes)),
            value(swiftCall + "(\")", end: "\"", strings: swiftStrings(in: #"(?<!\\)""#)),
        ])

    private static let swiftCall =
        #"((?:NSPredicate|NSExpression)[ \t]*\([ \t]*format|(?:ParsedPredicate|ParsedExpression)[ \t]*\([ \t]*parsing|"#
        + #"^[ \t]*format)[ \t]*(:)[ \t]*"#

    private static func swiftStrings(in stop: String) -> [TextMateRule] {
        [
            // What a program pastes into a format is no predicate.
            TextMateRule(
                name: scoped("meta.interpolation"), begin: #"\\\("#, end: #"\)|$"#, patterns: [.include("source.swift")]
            )
        ] + strings(in: stop, quotes: [(#"\\""#, "double"), ("'", "single")]) + [fileEscape]
    }

    private static let objectiveC = grammar(
        "Objective-C", ["source.objc", "source.objcpp"],
        [
            value(
                #"(predicateWithFormat|expressionWithFormat|objectsWhere)(:)[ \t]*(@")"#, end: "\"",
                strings: strings(in: #"(?<!\\)""#, quotes: [(#"\\""#, "double"), ("'", "single")]) + [fileEscape])
        ])

    // MARK: Parts

    private static func grammar(_ name: String, _ scopes: [String], _ patterns: [TextMateRule]) -> TextMateGrammar {
        TextMateGrammar(
            name: "Predicates in \(name)", scope: "predicate.injection.\(scopes[0].split(separator: ".").last ?? "")",
            injection: scopes, patterns: patterns)
    }

    /// A value behind a key or a call, whose third group is its opening quote.
    private static func value(_ begin: String, end: String, strings: [TextMateRule]) -> TextMateRule {
        TextMateRule(
            contentName: embedded, begin: begin, end: end, beginCaptures: keyCaptures,
            endCaptures: [0: scoped("punctuation.definition.string.end")], patterns: strings + notations + [code])
    }

    private static let keyCaptures = [
        1: scoped("support.type.property-name"), 2: scoped("punctuation.separator.key-value"),
        3: scoped("punctuation.definition.string.begin"),
    ]

    /// What profiles add to the language: `%NAME%` of AutoPkg, and `@status(…)` of device management.
    private static let notations: [TextMateRule] = [
        .match("%[A-Za-z_][A-Za-z0-9_]*%", scoped("constant.other.placeholder")),
        .match(
            #"(@(?:status|property|key))(\()([^)\s]*)(\))"#,
            captures: [
                1: scoped("support.function"), 2: scoped("punctuation.section.brackets"),
                3: scoped("variable.other.field"), 4: scoped("punctuation.section.brackets"),
            ]),
    ]

    private static let code = TextMateRule.include(LanguageRules.scope + "#code")
    private static let languageQuotes = [("\"", "double"), ("'", "single")]
    private static let languageStrings = [TextMateRule.include(LanguageRules.scope + "#strings")]

    /// An escape of the file, such as `\n` or `\u00e9`.
    private static let fileEscape = TextMateRule.match(
        #"\\(?:u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|.)"#, scoped("constant.character.escape"))

    /// The strings of a predicate, by the ways in which the file writes quotes. An open string ends where the file ends the predicate.
    private static func strings(in stop: String, quotes: [(pattern: String, kind: String)]) -> [TextMateRule] {
        quotes.map { LanguageRules.string($0.pattern, $0.kind, escape: fileEscape, stop: stop) }
    }

    private static func scoped(_ name: String) -> String { LanguageRules.scoped(name) }

    /// The keys at which the built-in profiles find predicates in files of a format, as alternatives of a pattern.
    private static func keys(_ format: ConfigurationFormat) -> String {
        // Locators stand at keys such as `value`, which say nothing without the key beside them.
        let profiles = PredicateProfile.builtin.filter { $0.formats.contains(format) && $0.notation != .locators }
        let keys = profiles.flatMap(\.predicates).compactMap {
            $0.source.split { ".[]{}".contains($0) }.last.map(String.init)
        }
        let names = Set(keys.filter { $0.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") } })
        return names.sorted().joined(separator: "|")
    }
}
#endif
