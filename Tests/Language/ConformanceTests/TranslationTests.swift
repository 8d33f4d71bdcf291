import PredicateCore
import PredicatePatterns
import Testing

/// Texts in the spelling of another language, which `PredicateDiagnostics.translated` writes as they are here.
@Suite struct TranslationTests {
    private static let schema = RecordSchema(
        root: "Line",
        types: [
            RecordType(
                "Line",
                fields: [
                    RecordField("level", .string), RecordField("note", .string.orNil), RecordField("size", .integer),
                    RecordField("time", .date), RecordField("roles", .list(.string)),
                    RecordField("stack", .list(.object("Frame"))), RecordField("user-agent", .string),
                ]),
            RecordType("Frame", fields: [RecordField("line", .integer)]),
        ])

    private static func translated(_ text: String) -> String? {
        ParsedPredicate.diagnostics(of: text, against: schema, arguments: [], library: .standardWithPatterns).translated
    }

    @Test(arguments: [
        ("level IN ('a', 'b')", "level IN {'a', 'b'}"), ("level in ['a', 'b']", "level in {'a', 'b'}"),
        ("note IS NULL OR note = ''", "note == NULL OR note = ''"), ("note IS NOT NULL", "note != NULL"),
        ("size BETWEEN 1 AND 5", "size BETWEEN {1, 5}"), ("level === 'a'", "level == 'a'"),
        ("level ILIKE '%time%'", "level LIKE[c] '*time*'"),
        ("lower(level) = 'a'", "lowercase(level) = 'a'"), ("len(level) > 2", "length(level) > 2"),
        ("length(roles) == 1", "count(roles) == 1"), ("starts_with(level, 'a')", "level BEGINSWITH 'a'"),
        ("stack[].line > 3", "ANY stack.line > 3"), ("sum(stack[].line) > 3", "sum(stack.line) > 3"),
        (".stack[].line > 3", "ANY stack.line > 3"),
        ("user-agent BEGINSWITH 'curl'", "SELF.\"user-agent\" BEGINSWITH 'curl'"),
        ("* CONTAINS 'x'", "anywhere('x')"), ("true", "TRUEPREDICATE"), ("false", "FALSEPREDICATE"),
        ("level + '-' + note == 'a-b'", "concat(level, '-', note) == 'a-b'"),

        ("time >= 2026-11-01", "time >= \"2026-11-01\""), ("isnull(note)", "note == NULL"),
        ("level IN ('a', 'b') AND lower(note) IS NOT NULL", "level IN {'a', 'b'} AND lowercase(note) != NULL"),
    ])
    func translation(written: String, read: String) {
        #expect(Self.translated(written) == read)
    }

    /// Texts that are right, misspelt, or that another language may read otherwise.
    @Test(arguments: [
        "level == 'a'", "lvel == 'a'", "lvel IN ('a', 'b')", "level IN ('a', 'b') AND size > 'x'",
        "note NOT IN ('a', 'b')", "note NOT LIKE 'a%'", "level CONTIANS 'a'", "size", "NOT size", "level = 'a' OR 'b'",
        "level ILIKE '%a_'  x", "level =~ \"\\d\"", "length(size) == 1", "today() > time", "level IN (",
        "stack.filter(x => x.line)", "size > 5 LIMIT 3", "level == %@ AND size IN (1, 2)",
        "level IN ('a') AND size IN (1, 2)", "level =~ 'a'", "level ~= 'a'", "level REGEXP 'a'", "level HAS 'a'",
        "level GLOB 'a[b]*'", "level SIMILAR TO 'a.'", "level ILIKE '100\\%'", "like('a*', level)",
        "matches(level, 'a')",
        "any(stack, line > 3)", "stack.contains { $0.line > size }", "size % 2 == 1", "note == None",
        "stdev(stack.line) > 1", "time > ago(7)", "NOT level IN ('a', 'b')", "NOT (note ILIKE 'a%')",
        "!(level IN ('a', 'b'))", "level IN ('a', 'b') AND NOT size > 3",
    ])
    func noTranslation(text: String) {
        #expect(Self.translated(text) == nil)
    }

    /// In the corpus of mistakes, a translation has no errors, and is what the fix-its make.
    @Test(arguments: MistakeFile.all)
    func translationsOfMistakes(file: MistakeFile) {
        for tested in file.cases where tested.schema == nil {
            let found = ParsedPredicate.diagnostics(of: tested.text, arguments: [], library: .standardWithPatterns)
            guard let translated = found.translated else { continue }
            let read = ParsedPredicate.diagnostics(of: translated, arguments: [], library: .standardWithPatterns)
            #expect(!read.hasErrors, "\(tested.id): \(translated)")
        }
    }
}
