import Foundation
import PredicateFormat
import PredicateRecords
import Testing

@testable import PredicateCommand

/// `filter --from spark:` without Spark: a script stands for `spark-submit`, and gives all tasks to one worker.
@Suite struct SparkRunTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("spark/bin"), withIntermediateDirectories: true)
        try submit("{ ./predicate-worker predicate-request.json < tasks; echo E; } > answer")
    }

    /// Sets what stands for `spark-submit`. It runs in the private folder of the run.
    private func submit(_ line: String) throws {
        let path = try folder.file("spark/bin/spark-submit", "#!/bin/bash\ncd \"${@: -1}\"\n\(line)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func shell(_ line: String) throws -> CommandResult {
        try BuiltCommand.shell("export SPARK_HOME=$PWD/spark TMPDIR=$PWD/tmp; mkdir -p tmp; \(line)", in: folder)
    }

    /// Files of a size that makes several parts, and small ones.
    private func write() throws {
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("records"), withIntermediateDirectories: true)
        let pad = String(repeating: "p", count: 2000)
        var lines = ""
        for number in 0..<5_000 {
            lines +=
                #"{"n":\#(number),"k":"k\#(number * 7919 % 13)","x":\#(Double(number % 100) / 8),"p":"\#(pad)"}"# + "\n"
        }
        _ = try folder.file("records/b.ndjson", lines)
        _ = try folder.file("records/a.ndjson", "\u{FEFF}{\"n\":-1,\"s\":\"é\u{2028}\"}\r\n\n{\"n\":-2,\t\"k\":\"k1\"}")
        _ = try folder.file("records/_SUCCESS", "no record")
    }

    @Test("The answer is that of one process")
    func answers() throws {
        try write()
        let lines = [
            "'n < 5'", "--count 'k == \"k3\"'", "--count --limit 7 'n > 3'", "--offset 3 --limit 4 'k == \"k3\"'",
            "--sort -x,n --limit 5 --offset 2 --select n,x 'k != nil'", "--distinct --select k 'n > 0'",
            "--group-by k --aggregate 'sum(x), average(n), first(n), t = max(n)' --having 'count > 3' --sort -k 'modulus:by:(n, 2) == 0'",
            "--count --distinct --select k 'n > 0'", "--output csv --select n,k --limit 3 'n > 3'",
            "--output json 'n < 2'",
            "--arg k3 --var m=4900 'k == %@ AND n > $m'", "--var m=2 --sort 'n * $m' --limit 2 'n > 5'", "'nn > 3'",
            "'n >'",
            "--count --untyped 'nn == nil'", "'k MATCHES \"k(1|2)\" AND n < 90'", "'SELF.n < 3 AND SELF != nil'",
        ]
        let whole = lines.map {
            "predicate filter \($0) records/a.ndjson records/b.ndjson; echo status $?; "
                + "echo; echo =; predicate filter --from 'spark:#records' \($0); echo status $?; echo; echo =="
        }
        let result = try shell("exec 2>&1; " + whole.joined(separator: "; "))
        let answers = result.output.components(separatedBy: "\n==\n").dropLast()
        #expect(answers.count == lines.count)
        for (line, answer) in zip(lines, answers) {
            let sides = answer.components(separatedBy: "\n=\n")
            #expect(sides.count == 2 && sides.first == sides.last, "\(line)")
        }
        #expect(try shell("ls -A tmp").output == "")
    }

    @Test("A bad record is named by its file and line, once, behind the records before it")
    func badRecords() throws {
        let pad = String(repeating: "p", count: 2000)
        var lines = (0..<5000).map { #"{"n":\#($0),"p":"\#(pad)"}"# }
        lines[4000] = #"{"n":oops}"#
        lines[4500] = #"{"n":4500,}"#
        _ = try folder.file("r.ndjson", lines.joined(separator: "\n"))
        for options in ["", "--skip-bad-records --count", "--limit 3"] {
            let here = try shell("predicate filter \(options) 'modulus:by:(n, 500) == 0' r.ndjson")
            let there = try shell("predicate filter \(options) --from 'spark:#r.ndjson' 'modulus:by:(n, 500) == 0'")
            #expect(here == there, "\(options)")
        }
    }

    @Test("What is wrong with a cluster is said once, with the right status")
    func failures() throws {
        _ = try folder.file("r.ndjson", "{\"n\":1}\n")
        let command = "predicate filter --count --from 'spark:#r.ndjson' 'n > 0'"
        let summary = #"T{"part":0,"records":1,"matches":1,"written":0,"warnings":[]}"#
        let cases: [(String, Int32, String)] = [
            ("echo E > answer", 70, "not complete"), ("exit 3", 70, "ended without an answer"),
            ("echo 'java.lang.IllegalStateException: no master' >&2; exit 1", 70, "no master"),
            ("echo '\(summary)' > answer", 70, "ended without an answer"),
            ("{ echo '\(summary)'; echo '\(summary)'; echo E; } > answer", 70, "not complete"),
            ("{ echo 'D{}'; echo '\(summary)'; echo E; } > answer", 70, "not complete"),
            ("{ echo 'T{'; echo E; } > answer", 70, "damaged"),
            ("head -c 100000 /dev/zero > answer", 70, "without an answer"),
            ("echo hello > answer", 70, "not complete"),
            ("echo 'X\"no such thing\"' > answer", 70, "the worker: no such thing"),
            (#"echo 'F{"text":"java.io.IOException: error=8, Exec format error"}' > answer"#, 69, "another processor"),
            (#"echo 'F{"text":"Subprocess exited with status 137. Command"}' > answer"#, 70, "signal 9"),
            (#"echo 'F{"reason":"all masters are gone"}' > answer"#, 70, "error: all masters are gone"),
        ]
        for (line, status, message) in cases {
            try submit(line)
            let result = try shell(command)
            #expect(result.status == status && result.messages.contains(message), "\(line): \(result)")
            #expect(result.output == "" && result.messages.contains("error: "))
        }
        try submit("{ echo '\(summary)'; echo E; } > answer")
        #expect(try shell(command).output == "1\n")
        let missing = try shell("SPARK_HOME=/nowhere \(command)")
        #expect(missing.status == 69 && missing.messages.contains("no bin/spark-submit in SPARK_HOME (/nowhere)"))
        let worker = try shell("PREDICATE_WORKER=/nowhere \(command)")
        #expect(
            worker.status == 69 && worker.messages.contains("PREDICATE_WORKER names `/nowhere`, which cannot be read"))
        let text = try shell("PREDICATE_WORKER=$PWD/r.ndjson \(command)")
        #expect(text.status == 69 && text.messages.contains("which is not a program for Linux"))
        #expect(try shell("predicate filter --count --from 'spark:#none' 'n > 0'").status == 66)
        #expect(try shell("predicate filter --count --from 'spark:#hdfs://a/b' 'n > 0'").status == 64)
        #expect(try shell("ls -A tmp").output == "")
    }

    @Test("A signal ends the job and leaves nothing behind")
    func interruption() throws {
        _ = try folder.file("r.ndjson", "{\"n\":1}\n")
        try submit("echo $$ > \(folder.path("pid")); sleep 100 & wait")
        let result = try shell(
            """
            bash -c 'predicate filter --count --from "spark:#r.ndjson" "n > 0" & p=$!
            until [ -s pid ]; do sleep 0.05; done; kill -TERM $p; wait $p; echo $?'
            sleep 0.1; kill -0 $(cat pid) 2>/dev/null && echo alive; ls -A tmp
            """)
        #expect(result.output == "143\n")
    }

    @Test("The job is Python, and hides no path or secret")
    func job() throws {
        #expect(SparkJob.text.hasPrefix("\"\"\"The driver of"))
        #expect(!SparkJob.text.contains("\t") && SparkJob.text.allSatisfy(\.isASCII))
        _ = try folder.file("job.py", SparkJob.text)
        let checked = try shell("command -v python3 >/dev/null || exit 0; python3 -m py_compile job.py")
        #expect(checked.status == 0, "\(checked)")
    }
}
