import PredicateFormat
import PredicatePatterns
import PredicatePlatform
import PredicateRecords

// `predicate-worker REQUEST` evaluates a request on a machine of a cluster. Each line of standard input is a task: a
// part of a file. `predicate-worker REQUEST -` evaluates the lines of standard input, which are one part. What it writes is
// described at `PartLine`.
//
// A bad record is an answer like any other: it travels in the summary of its part, and the status is 0. Otherwise the
// cluster would try the part again, with the same result. Another status means that the part should be tried again.

signal(SIGPIPE, SIG_IGN)

/// A failed write. The parts that were not written completely are evaluated again.
struct WriteFailure: Error {}

let output = OutputDescriptor()

/// Standard output.
struct OutputDescriptor {
    func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = SystemCall.writeBytes(UnsafeRawBufferPointer(rebasing: rest), to: 1)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw WriteFailure() }
                rest = rest.dropFirst(count)
            }
        }
    }
}

func say(_ message: String) {
    _ = Array((message + "\n").utf8).withUnsafeBytes { SystemCall.writeBytes($0, to: 2) }
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["--version"] {
    say("predicate-worker, requests of version \(PartRequest.version)")
    exit(0)
}
let readsRecords = arguments.count == 2 && arguments[1] == "-"
guard arguments.count == 1 || readsRecords || arguments.count == 4 else {
    say("usage: predicate-worker REQUEST [- | PATH START END]")
    exit(64)
}

/// The filters of the requests that have been read, by file.
struct Filters {
    private var known: [String: PartFilter] = [:]

    mutating func filter(of file: String) throws -> PartFilter {
        if let filter = known[file] { return filter }
        let request = try PartRequest(
            json: Array(try RecordSource.file(file).text().utf8), library: .standardWithPatterns)
        let filter = try PartFilter(request)
        known[file] = filter
        return filter
    }
}

var filters = Filters()
let lines = PartOutput { try output.write($0) }
do {
    do {
        _ = try filters.filter(of: arguments[0])
        if readsRecords {
            try filters.filter(of: arguments[0]).run(linesOf: .standardInput, lines)
            // What writes the lines does not expect that nobody reads the rest.
            var rest = [UInt8](repeating: 0, count: 1 << 16)
            while read(0, &rest, rest.count) > 0 {}
            exit(0)
        }
        if arguments.count == 4 {
            guard let start = Int(arguments[2]), let end = Int(arguments[3]), start >= 0, start <= end else {
                say("predicate-worker: START and END must be numbers of bytes")
                exit(64)
            }
            let task = PartTask(part: 0, path: arguments[1], range: start..<end, size: end)
            try filters.filter(of: arguments[0]).run(task, lines)
            exit(0)
        }
        let tasks = try RecordStream(.standardInput, RecordInputOptions(layout: .lines))
        while let line = try tasks.next() {
            let task = try PartTask(json: line.bytes)
            try filters.filter(of: task.request ?? arguments[0]).run(task, lines)
        }
    } catch let error where !(error is WriteFailure) {
        try lines.refuse("\(error)")
    }
} catch {
    say("predicate-worker: \(error)")
    exit(74)
}
