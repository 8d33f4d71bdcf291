import PredicateTesting
import Testing

/// `--arg` and `--var` (D53).
@Suite struct ValueOptionTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func count(_ arguments: [String]) throws -> CommandResult {
        let schema = try folder.file(
            "schema.json",
            """
            {"type":"object","properties":{"s":{"type":"string"},"i":{"type":"integer"},"d":{"type":"number"},
            "b":{"type":"boolean"},"at":{"type":"string","format":"date-time"},"e":{"enum":["red","green"]},
            "u":{"type":"string","format":"uuid"},"l":{"type":"array","items":{"type":"string"}},"free":{}}}
            """)
        let records = try folder.file(
            "records",
            """
            {"s":"5","i":5,"d":0.5,"b":true,"at":"2024-06-01T00:00:00Z","e":"red",\
            "u":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","l":["x"],"free":5}
            {"s":"-5","i":-5,"d":-0.5,"b":false,"at":"2023-06-01T00:00:00Z","e":"green","l":["y"],"free":"5"}

            """)
        return predicate(["filter", "--count", "--schema", schema] + arguments + [records])
    }

    @Test(arguments: [
        ("s == %@", ["5"]), ("s == %@", ["-5"]), ("i == %@", ["-5"]), ("i == %d", ["5"]), ("d < %@", ["-0.25"]),
        ("d == %f", ["0.5"]), ("b == %@", ["YES"]), ("b == %@", ["false"]), ("at > %@", ["2024-01-01"]),
        ("e == %@", ["red"]), ("u == %@", ["e621e1f8-c36c-495a-93fc-0c247a3e6e5f"]), ("s IN %@", ["[\"5\", \"6\"]"]),
        ("i IN %@", ["[5, 6]"]), ("i BETWEEN %@", ["[4, 6]"]), ("ANY l == %@", ["x"]), ("free == %@", ["5"]),
        ("free == %@", ["\"5\""]), ("%K == 5", ["i"]), ("%K == %@", ["i", "-5"]), ("s BEGINSWITH %@", ["-"]),
        ("i == %@ AND s == %@", ["5", "5"]),
    ])
    func anArgumentIsReadByTheTypeExpected(predicate: String, values: [String]) throws {
        let arguments = values.flatMap { ["--arg", $0] } + [predicate]
        let result = try count(arguments)
        #expect(result == CommandResult(status: 0, output: "1\n", messages: told(result, predicate)), "\(result)")
    }

    /// The values of `free` are 5 and "5", so a comparison with either could not use one of them.
    private func told(_ result: CommandResult, _ predicate: String) -> String {
        predicate.hasPrefix("free") && result.messages.contains("could not compare 1 of 2 values")
            ? result.messages : ""
    }

    @Test(arguments: [
        ("s == $v", "v=5"), ("i == $v", "v=-5"), ("at > $v", "v=2024-01-01"), ("b == $v", "v=no"), ("i IN $v", "v=[5]"),
        ("ANY $v == s", "v=[\"5\", \"6\"]"), ("ANY $v LIKE s", "v=[\"5\"]"), ("ALL $v < i", "v=[1, 2]"),
        ("free == $v", "v=5"), ("s == $v", "$v=5"), ("$v == s AND s == $v", "v=5"), ("s == $v OR s == 'a=b'", "v=5"),
    ])
    func aVariableIsReadByTheTypeExpected(predicate: String, variable: String) throws {
        let result = try count(["--var", variable, predicate])
        #expect(result == CommandResult(status: 0, output: "1\n", messages: told(result, predicate)), "\(result)")
    }

    /// A value is accepted for a type if the literal would be, and gives the same answer.
    @Test(arguments: zip(["i", "d", "b", "l.@count", "s.length", "free"], 0..<6))
    func aValueIsTheLiteral(operand: String, place: Int) throws {
        let literals = ["2.5", "3.0", "5.0", "1e2", "-0", "5", "null", "true", "false", "123456789012345678901"]
        for (number, literal) in literals.enumerated() {
            // How a value is read depends on the types of both sides. Each literal meets each sign for two operands.
            for (turn, sign) in ["==", "!=", "<"].enumerated()
            where runsDeepTests || turn == (number + place) % 3 {
                let written = try count(["\(operand) \(sign) \(literal)"])
                let argument = try count(["--arg", literal, "\(operand) \(sign) %@"])
                let variable = try count(["--var", "v=\(literal)", "\(operand) \(sign) $v"])
                #expect(argument.status == written.status, "\(operand) \(sign) \(literal): \(argument)")
                #expect(argument.output == written.output, "\(operand) \(sign) \(literal): \(argument)")
                #expect(variable.output == written.output, "\(operand) \(sign) \(literal): \(variable)")
            }
        }
    }

    @Test(arguments: [
        ("i == %@", "0x5", "1"), ("i == %@", "nil", "0"), ("b == %@", "YES", "1"), ("at == %@", "null", "0"),
        ("e == %@", "nil", "0"), ("u != %@", "null", "1"), ("i IN %@", "{5, 6.5}", "1"), ("s == %@", "null", "0"),
        ("l.@count == %@", "1.0", "2"), ("free == %s", "5", "1"), ("%K == 5", "i", "1"),
    ])
    func whatLiteralsMayBeCanBeGiven(predicate: String, value: String, answer: String) throws {
        let result = try count(["--arg", value, predicate])
        #expect(
            result == CommandResult(status: 0, output: answer + "\n", messages: told(result, predicate)), "\(result)")
    }

    /// In the parts of a query, a variable is read as in the predicate.
    @Test func aVariableOfAQueryIsReadByTheTypeExpected() throws {
        let schema = try folder.file("q.json", #"{"properties":{"s":{"type":"string"},"i":{"type":"integer"}}}"#)
        let records = try folder.file("q.ndjson", "{\"s\":\"5\",\"i\":1}\n{\"s\":\"5\",\"i\":2}\n")
        let result = filter(
            "--schema", schema, "--var", "v=5", "--group-by", "s", "--having", "s == $v", "s == $v", records)
        #expect(result == CommandResult(status: 0, output: "{\"s\":\"5\",\"count\":2}\n", messages: ""))
    }

    /// A missing value is rejected before any record is read. The file here does not exist.
    @Test(arguments: [
        ["filter", "i == %@"], ["filter", "i == $v"], ["filter", "--having", "count > $v", "--group-by", "i", "i > 1"],
        ["why", "i == %@"], ["why", "i == 1", "--find", "i == $v"], ["coverage", "i == $v"],
    ])
    func openValuesAreRefusedFirst(command: [String]) {
        let result = predicate(command + [folder.path("nowhere")])
        #expect(result.status == 65, "\(result)")
        #expect(result.messages.contains("argument") || result.messages.contains("`$v` has no value"), "\(result)")
    }

    @Test(
        arguments: [
            (["i == %@"], 65), (["--arg", "x", "i == %@"], 65), (["--arg", "5", "--arg", "6", "i == %@"], 65),
            (["--arg", "5.5", "i == %d"], 65), (["--arg", "soon", "at > %@"], 65), (["--arg", "blue", "e == %@"], 65),
            (["i == $v"], 65), (["--var", "v=x", "i == $v"], 65), (["--var", "v=soon", "at > $v"], 65),
            (["--var", "v=1", "--var", "v=2", "i == $v"], 64), (["--var", "v", "i == $v"], 64),
        ] as [([String], Int32)])
    func whatDoesNotFitIsAnError(arguments: [String], status: Int32) throws {
        let result = try count(arguments)
        #expect(result.status == status, "\(result)")
        #expect(result.output == "")
        #expect(result.messages != "")
    }
}
