import Foundation
import PredicateFormat
import PredicateRecords
import PredicateTesting
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
            "--group-by k --aggregate 'sum(n), average(n), first(n), last(k), max(n), min(x), count(x)' --sort -k 'n > 3'",
            "--aggregate 'sum(n), average(n), min(k)' 'n > 9000'", "--count --group-by k 'n > 3'",
            "--count --distinct --select k 'n > 0'", "--output csv --select n,k --limit 3 'n > 3'",
            "--output json 'n < 2'",
            "--arg k3 --var m=4900 'k == %@ AND n > $m'", "--var m=2 --sort 'n * $m' --limit 2 'n > 5'", "'nn > 3'",
            "'n >'",
            "--count --untyped 'n == nil'", "--count --untyped 'nn == 1'",
            "'k MATCHES \"k(1|2)\" AND n < 90'", "'SELF.n < 3 AND SELF != nil'",
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

    @Test("Where integers become doubles later, the groups are made again, of records")
    func lateDoubles() throws {
        let lines = (0..<2_000).map { #"{"n":\#($0 == 1_900 ? "0.1" : "\($0)"),"k":"k\#($0 % 3)"}"# }
        _ = try folder.file("late.ndjson", lines.joined(separator: "\n"))
        let words = "--group-by k --aggregate 'sum(n), average(n), max(n)' 'n >= 0'"
        let result = try shell(
            "exec 2>&1; predicate filter \(words) late.ndjson; echo =; predicate filter --from spark:#late.ndjson \(words)"
        )
        let sides = result.output.components(separatedBy: "=\n")
        #expect(sides.count == 2 && sides.first == sides.last && result.output.contains(".1"), "\(result)")
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
            (#"echo 'F{"text":"Subprocess exited with status 64. Command"}' > answer"#, 69, "`make worker`"),
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
        // Only Spark can tell whether this is there.
        try submit(#"echo 'F{"reason":"no host a","text":"no host a"}' > answer"#)
        let elsewhere = try shell("predicate filter --count --from 'spark:#hdfs://a/b' 'n > 0'")
        #expect(elsewhere.status == 70 && elsewhere.messages == "error: Spark: no host a\n", "\(elsewhere)")
        #expect(try shell("ls -A tmp").output == "")
    }

    /// What stands for a job over rows: describes them, waits, and gives each of two parts to a worker.
    private static let rowsJob = #"""
        { echo 'S{"parallelism":2}'
        echo 'C{"type":"struct","fields":[{"name":"n","type":"long","nullable":false},{"name":"k","type":"string","nullable":true},{"name":"at","type":"timestamp","nullable":true},{"name":"gap","type":"geo2","nullable":true}]}'
        until [ -e rows.json ]; do echo 'P{}'; sleep 0.02; done
        cp rows.json job.json "$OLDPWD" 2>/dev/null
        echo 'N{"parts":2}'
        for part in 0 1; do
          head -3 "$OLDPWD/lines" | tail -n +$((part * 2 + 1)) | head -$((2 - part)) |
            ./predicate-worker predicate-request.json - | sed "s/^T{\"part\":0/T{\"part\":$part/"
        done
        echo E; } > answer
        """#

    @Test("Rows that Spark reads are checked against its types, and go through the worker")
    func rows() throws {
        _ = try folder.file(
            "lines",
            #"""
            {"n":1,"k":"a","at":"2024-01-01T00:00:00Z"}
            {"n":2,"k":null,"at":null}
            {"n":3,"k":"b","at":"2024-01-02T00:00:00.5Z"}

            """#)
        _ = try folder.file("r.parquet", "")
        try submit(Self.rowsJob)
        func ask(_ words: String) throws -> CommandResult {
            try shell("predicate filter --from 'spark:#r.parquet' \(words)")
        }
        #expect(
            try ask("--no-warnings 'n != 2'").output == #"""
                {"n":1,"k":"a","at":"2024-01-01T00:00:00Z"}
                {"n":3,"k":"b","at":"2024-01-02T00:00:00.5Z"}

                """#)
        #expect(try String(contentsOfFile: folder.path("job.json"), encoding: .utf8).contains(#""format":"parquet""#))
        let whole = try ask("'TRUEPREDICATE'")
        #expect(whole.messages.contains("`gap` of `r.parquet` is left out, because its type is geo2"), "\(whole)")
        #expect(try ask("--count 'at > \"2024-01-01T12:00:00Z\"'").output == "1\n")
        // Only the columns that are read are asked for.
        let line = try String(contentsOfFile: folder.path("rows.json"), encoding: .utf8)
        #expect(line.contains("`at`") && !line.contains("`k`") && line.contains(#""result":"count""#), "\(line)")
        // Spark asks what it can say, and workers evaluate the whole predicate.
        #expect(line.contains("\"where\":\"`row`.`at` >= TIMESTAMP '2024-01-01 12:00:00.000001Z'"), "\(line)")
        let groups = try ask("--group-by k --aggregate 't = sum(n)' --sort -t --output csv 'n > 0'")
        #expect(groups.output == "k,count,t\nb,1,3\n,1,2\na,1,1\n", "\(groups)")
        #expect(try ask("--sort -n --select n 'n > 1'").output == "{\"n\":3}\n{\"n\":2}\n")
        #expect(try ask("--sort -n --select n --limit 1 'n > 1'").messages == "")
        #expect(try ask("--limit 1 'n > 1'").messages.contains("have no defined order"))
        let misspelt = try ask("--count 'kk == \"a\"'")
        #expect(misspelt.status == 65 && misspelt.messages.contains("`k`"), "\(misspelt)")
        let wrong = try ask("--count 'at == 3'")
        #expect(wrong.status == 65 && wrong.output == "", "\(wrong)")
        for option in ["--untyped", "--strict", "--skip-bad-records", "--at /a", "--values"] {
            let refused = try ask("\(option) 'n > 1'")
            #expect(refused.status == 64 && refused.messages.contains("is for files of JSON"), "\(refused)")
        }
        // What is wrong in any case is said before Spark starts.
        try submit("exit 1")
        #expect(try ask("'n >'").status == 65)
        #expect(try shell("predicate filter --from 'spark:#none.parquet' 'n > 1'").status == 66)
        let cases: [(String, Int32, String)] = [
            (#"echo 'F{"missingTable":"evnts","tables":["a","events"]}' > answer"#, 66, "did you mean `events`?"),
            (#"echo 'F{"reason":"no","text":"no"}' > answer"#, 70, "error: Spark: no"),
            ("echo 'C{}' > answer", 70, "damaged"), ("echo 'N{\"parts\":1}' > answer", 70, "not complete"),
            ("echo E > answer", 70, "not complete"), ("exit 3", 70, "without an answer"),
            (Self.rowsJob.replacingOccurrences(of: #"{"parts":2}"#, with: #"{"parts":3}"#), 70, "not complete"),
            (Self.rowsJob.replacingOccurrences(of: #"{"parts":2}"#, with: #"{"parts":1}"#), 70, "not complete"),
        ]
        for (line, status, message) in cases {
            try submit(line)
            let result = try shell("predicate filter --count --from 'spark:#table:evnts' 'n > 0'")
            #expect(result.status == status && result.messages.contains(message), "\(line): \(result)")
        }
        #expect(try shell("ls -A tmp").output == "")
    }

    @Test("Lines that pass through Spark are checked against the first of them")
    func lines() throws {
        _ = try folder.file("lines", "{\"n\":1,\"s\":\"é\"}\n{\"n\":2}\n{\"n\":3}\n")
        _ = try folder.file("r.ndjson", "")
        func job(whole: Bool) throws {
            try submit(
                #"""
                { echo 'S{"parallelism":2}'
                echo 'L{"text":"{\"n\":1,\"s\":\"\u00c3\u00a9\"}\n{\"n\":2}\n","whole":\#(whole)}'
                until [ -e rows.json ]; do echo 'P{}'; sleep 0.02; done
                cp rows.json job.json "$OLDPWD"
                echo 'N{"parts":1}'; ./predicate-worker predicate-request.json - < "$OLDPWD/lines"; echo E; } > answer
                """#)
        }
        func ask(_ words: String) throws -> CommandResult {
            try shell("predicate filter --from 'spark:#lines:r.ndjson' \(words)")
        }
        try job(whole: false)
        #expect(try ask("'n != 2'").output == "{\"n\":1,\"s\":\"é\"}\n{\"n\":3}\n")
        #expect(try ask("--count --stats 's == \"é\"'").messages.contains("in 1 parts on 2 cores"))
        let told = try ["job.json", "rows.json"].map { try String(contentsOfFile: folder.path($0), encoding: .utf8) }
        #expect(told[0].contains(#""lines":"file:///"#) && told[1].contains("ISO-8859-1"), "\(told)")
        let misspelt = try ask("--count 'nn == 2'")
        #expect(misspelt.status == 65 && misspelt.messages.contains("--schema declares the fields"), "\(misspelt)")
        try job(whole: true)
        let unknown = try ask("--count 'nn == 2'")
        #expect(unknown.status == 65 && !unknown.messages.contains("--schema declares"), "\(unknown)")
        #expect(try ask("--count --untyped 'nn == nil'").output == "3\n")
        #expect(try ask("--at /a 'n > 1'").status == 64)
        try submit("echo 'L{}' > answer")
        #expect(try ask("--count 'n > 1'").status == 70)
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
