import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Pipes, sockets, folders that are gone, and names that are not UTF-8.
@Suite struct SpecialFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.file("r.ndjson", "{\"n\":1}\n")
        _ = try folder.file("a.yaml", "installable_condition: a == 1\n")
    }

    private func shell(_ line: String) async throws -> CommandResult {
        try await BuiltCommand.waitingShell(line, in: folder)
    }

    // MARK: Names

    @Test func aSimilarNameIsOffered() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("people.ndjson", #"{"age":20}"#)
        let path = folder.url.path
        for (name, hint) in [
            ("peopel.ndjson", "; did you mean `\(path)/people.ndjson`?"), ("other.json", ""),
            ("none/people.ndjson", "; there is no folder `\(path)/none/`"),
            ("people.ndjson/x", "; there is no folder `\(path)/people.ndjson/`"),
        ] {
            let message = "error: \(path)/\(name): no such file\(hint)\n"
            #expect(filter("age > 1", "\(path)/\(name)").messages == message)
            #expect(predicate(["check", "--schema", "\(path)/\(name)", "age > 1"]).messages == message)
            #expect(try TestSession(file).type(":load \(path)/\(name)").contains(message))
        }
    }

    // MARK: Pipes

    @Test("A pipe that no program writes to does not stop the command")
    func silentPipes() async throws {
        let lines = [
            "filter -f pipe r.ndjson", "filter --schema pipe 'n == 1' r.ndjson",
            "filter --arg-file pipe 'n IN %@' r.ndjson",
            "filter --var-file x=pipe 'n IN $x' r.ndjson", "filter --predicates pipe @x r.ndjson",
            "match --rules pipe r.ndjson", "match --rules pipe.yaml r.ndjson", "test pipe.yaml", "check -f pipe",
            "lint --config pipe a.yaml", "lint --baseline pipe bad.yaml", "lint --profile pipe a.yaml",
            "lint --schema pipe a.yaml", "lint --model pipe a.yaml",
        ]
        _ = try folder.file("bad.yaml", "installable_condition: a ==\n")
        // All at once, because each of them waits a while for a writer.
        let jobs = lines.enumerated().map { "timeout 30 predicate \($1) </dev/null >o\($0) 2>&1; echo $? >s\($0)" }
        let started = jobs.map { "(\($0)) &" }.joined(separator: "\n")
        let result = try await shell("mkfifo pipe pipe.yaml\n\(started)\nwait\ncat s? s??")
        #expect(result.lines.count == lines.count && !result.lines.contains("124"), "\(result)")
        for (number, line) in lines.enumerated() {
            let text = try String(contentsOfFile: folder.path("o\(number)"), encoding: .utf8)
            #expect(text.contains("no program writes to this pipe"), "\(line): \(text)")
        }
    }

    @Test("A pipe of a shell, and one whose writer comes a moment later, are read")
    func livePipes() async throws {
        let result = try await shell(
            """
            predicate filter -f <(echo 'n == 1') r.ndjson
            predicate match --rules <(echo 'a: n == 1') r.ndjson
            predicate filter --arg-file <(sleep 0.2; echo 1) 'n IN %@' r.ndjson
            predicate lint --list --profile <(echo '{"name": "p", "places": []}') a.yaml >/dev/null 2>&1; [ $? != 124 ] && echo ended
            mkfifo late; (sleep 0.3; printf 'n == '; sleep 0.2; echo 1) > late & sleep 0.1
            predicate filter -f late r.ndjson
            mkfifo empty; : > empty & predicate filter --arg-file empty 'n IN %@' r.ndjson; echo $?
            """)
        #expect(
            result.output == "{\"n\":1}\n[\"a\"]\n{\"n\":1}\nended\n{\"n\":1}\n0\n", "\(result)")
    }

    @Test("What settings name is a regular file")
    func settingsNameNoPipe() async throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        _ = try folder.file("bad.yaml", "installable_condition: a ==\n")
        for setting in [
            "baseline: pipe", "profiles: [pipe]", "files: [{paths: '*', model: pipe}]",
            "files: [{paths: '*', keys: x, schema: pipe}]", "baseline: /dev/zero",
            "files: [{paths: '*', model: /dev/zero}]",
        ] {
            _ = try folder.file(".predicate.yaml", setting + "\n")
            let result = predicate(["lint", "--follow-links", folder.path("bad.yaml")])
            #expect(
                result.status != 0 && result.description.contains("it is not a regular file"), "\(setting): \(result)")
        }
    }

    @Test("A model of any size takes little memory")
    func largeModel() async throws {
        _ = try folder.file(".predicate.yaml", "files: [{paths: '*', model: link}]\n")
        let result = try await shell(
            "truncate -s 2G big; ln -s big link; ulimit -v 4000000; predicate lint a.yaml; rm big")
        #expect(result.status == 0 && result.output.contains("it has more than 64 MiB"), "\(result)")
    }

    // MARK: What is no file

    @Test("A socket and a folder that is gone are reported")
    func whatIsNoFile() async throws {
        let socket = try await shell(
            "command -v python3 >/dev/null || exit 9; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"s\")'; predicate lint s"
        )
        #expect(
            socket.status == 9
                || socket.status == 66 && socket.messages.contains("s: it is neither a file nor a folder"),
            "\(socket)")
        let gone = try await shell("mkdir gone; cd gone; rmdir ../gone; ulimit -t 10; predicate lint .")
        #expect(gone.status == 66 && gone.messages.contains("no such file"), "\(gone)")
    }

    // MARK: Names

    @Test("A name that is not UTF-8 is read on every route, and shown safely")
    func otherNames() async throws {
        guard try await shell("touch $'\\xe9' && ls | LC_ALL=C grep -q $'\\xe9'").status == 0 else { return }
        let result = try await shell(
            """
            n=$'caf\\xe9'; mkdir "$n"; cp r.ndjson "$n.ndjson"; echo 'n == 1' > "$n.txt"; echo 'a: n == 1' > "$n.rules"
            printf 'installable_condition: a CONTAIN "b"\\n' | tee "$n.yaml" > "$n/b.yaml"
            predicate filter 'n == 1' "$n.ndjson"; predicate filter -f "$n.txt" r.ndjson
            predicate match --rules "$n.rules" --split-into "$n" "$n.ndjson"; cat "$n/a.ndjson"
            predicate lint "$n.yaml" | head -1; predicate lint . | grep -c error
            predicate lint --format sarif "$n.yaml" | grep -o 'caf%E9.yaml' | head -1
            predicate lint --diff "$n.yaml" | grep -F -c 'caf\\351.yaml'
            predicate lint --fix . ; cat "$n.yaml" "$n/b.yaml"
            printf ':load %s\\n:count\\n:session save %s\\n' "$n.ndjson" "$n.json" | predicate repl | grep -c '^1$'; ls "$n.json" >/dev/null && echo saved
            predicate filter 'x == 1' "$n.none" 2>&1 | cat
            """)
        let expected = """
            {"n":1}
            {"n":1}
            {"n":1}
            caf�.yaml:1:26: error: `CONTAIN` is not an operator
            2
            caf%E9.yaml
            2
            installable_condition: a CONTAINS "b"
            installable_condition: a CONTAINS "b"
            1
            saved
            """
        #expect(result.output.hasPrefix(expected), "\(result)")
        #expect(result.output.contains("error: caf�.none: no such file"), "\(result)")
    }
}
