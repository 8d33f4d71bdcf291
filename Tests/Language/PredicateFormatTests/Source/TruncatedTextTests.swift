import PredicateCore
import Testing

/// Texts that end in the middle. Each letter is of two bytes, so that a range which counts on a bracket or a quote
/// that is not there cuts a letter.
struct TruncatedTextTests {
    private static let schema = RecordSchema(
        root: "Record",
        types: [
            RecordType(
                "Record",
                fields: [
                    RecordField("é", .string), RecordField("ö", .list(.integer)), RecordField("ü", .date),
                    RecordField("ä", .integer),
                ])
        ])

    @Test(arguments: [
        "str(é) == 'ßé'", "int(é) > 3", "float(é) > ä", "ö(0) == ä", "ö[COUNT] > ä", "é IN ('ßé')", "é NOT IN ('ßé')",
        "é NOT IN ('ß', 'é')", "é IN ['ß', 'é']", "ä BETWEEN (1, ä)", "ä IN {1..ä}", "ä BETWEEN 1...ä",
        "ü > '2020-01-ßé'", "ü > 'Maié'", "ü > CAST('2020-01-01Tßé', 'NSDate')", "é MATCHES 'ßé[a'", "é MATCHES '(ß|é'",
        "é LIKE '%ßé%'", "é ~ '.*ßé.*'", "é == \\\"ßé\\\"", "é == “ßé”", "é == 'ßé' é == 'ü'", "é.contains('ßé')",
        "contains(é, 'ßé')", "startsWith(é, 'ßé')", "SUBQEURY(ö, $ä, $ä > 1).@count > 1", "ö.some(é => é == 'ß')",
        "ANY ö.é.contains(where: { $0.ä > 1 })", "select(.é == 'ß')", "new Date('ßé') > ü", "é:ßé", "ä:>ßé",
        "exists(é)", "é IS NOT NULL", "isNull(é)", "coalesce(é, 'ß') == 'é'", "if é then ß else é", "é ?: 'ßé' == é",
        "CAST(é, 'NSStrin') == 'ß'", "FUNCTION(é, 'lengthé') == 1", "FUNCTION(é, 'ßé:') == 1", "TERNARY(é, 'ß', é)",
        "é == ${ßé}", "é == {{ßé}}", "é[0] == 'ß'", "ö[SIZÉ] == 1", "é[ß", "é['ßé']", "@é.ß == 'ü'", "ö.@çount > 1",
        "$ö.é CONTAINS[cß] 'é'", "é CONTAINS{cd} 'é'", "é BEGINSWITH[ß 'é'", "é == 'ß\\é'", "é == 'ß\\u00é'",
        "NOT(é == 'ß'", "!(é == 'ß') && (ä > 1", "{'é', 'ß'} CONTAINS é", "é == /ßé/i", "é == /* ß", "é == 'ß' -- é",
    ])
    func rangesLieBetweenCharacters(_ whole: String) {
        let scalars = Array(whole.unicodeScalars)
        for count in 1...scalars.count {
            let source = String(String.UnicodeScalarView(scalars[..<count]))
            let bytes = Array(source.utf8)
            for schema in [nil, Self.schema] {
                for diagnostic in ParsedPredicate.diagnostics(of: source, against: schema).diagnostics {
                    let ranges =
                        [diagnostic.range] + diagnostic.labels.map(\.range) + diagnostic.edits.map(\.range)
                    for offset in ranges.flatMap({ [$0.lowerBound, $0.upperBound] }) {
                        let isBetween =
                            offset == bytes.count || bytes.indices.contains(offset) && bytes[offset] & 0xC0 != 0x80
                        #expect(isBetween, "\(diagnostic.code.rawValue) points to byte \(offset) of \(source)")
                    }
                }
            }
        }
    }

    /// An edit must not take a letter for the bracket that is missing.
    @Test(arguments: [
        ("uuid(é", "CAST(é, \"NSUUID\""), ("uuid(é) == 'ß'", "CAST(é, \"NSUUID\") == 'ß'"),
    ])
    func aCastKeepsItsArgument(_ source: String, _ start: String) throws {
        let found = ParsedPredicate.diagnostics(of: source, against: Self.schema)
        let cast = try #require(found.diagnostics.first { $0.code == .unknownFunction })
        var bytes = Array(source.utf8)
        for edit in cast.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(edit.range.lowerBound..<edit.range.upperBound, with: Array(edit.text.utf8))
        }
        #expect(String(decoding: bytes, as: UTF8.self) == start)
    }
}
