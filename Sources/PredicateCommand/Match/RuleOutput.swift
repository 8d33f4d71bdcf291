import PredicateFormat
import PredicateRecords

import PredicatePlatform

/// What `predicate match` writes.
enum RuleFormat: String, CaseIterable {
    /// A JSON array of ids for each record.
    case ids
    /// The number of records for each rule.
    case counts
    /// Each record that a rule holds for, with the ids.
    case records
}

/// Ids as they are written: once, not once for each record.
struct RuleSpellings {
    /// The ids as JSON strings.
    let json: [String]
    private let ids: [String]

    init(_ ids: [String]) {
        self.ids = ids
        json = ids.map { RecordWriter.json(.string($0)) }
    }

    /// The JSON array of the rules with these numbers.
    func list(_ rules: [Int]) -> String { "[" + rules.map { json[$0] }.joined(separator: ",") + "]" }

    /// The line of a count: tabs and line ends in the id are escaped, and so are backslashes.
    func count(_ rule: Int, _ count: Int) -> String {
        var line = ""
        for scalar in ids[rule].unicodeScalars {
            switch scalar {
            case "\t": line += "\\t"
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\\": line += "\\\\"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line + "\t\(count)\n"
    }
}

/// A file of records for each rule that holds for a record. Few files are open at a time.
struct RuleSplit {
    private let folder: String
    private let names: [String]
    private var buffers: [Int: [UInt8]] = [:]
    private var buffered = 0
    private var begun: Set<Int> = []
    /// The bytes that are kept before they are written.
    private static let most = 8 << 20

    /// Files in a folder, which is made if it does not exist. Files that an earlier run wrote for the same rules are
    /// removed.
    ///
    /// - Parameter inputs: files that are read later, which therefore must not be removed.
    init(_ folder: String, _ ids: [String], reading inputs: [String]) throws(CommandFailure) {
        self.folder = folder
        names = RuleFileNames.names(ids)
        if mkdir(folder, 0o777) == 0 { return }
        guard errno == EEXIST else { throw Self.failure(folder) }
        let read = Set(inputs.compactMap(Self.identity))
        for name in names {
            let path = Self.path(folder, name)
            if let identity = Self.identity(path), read.contains(identity) {
                throw CommandFailure(.usage, "error: `\(path)` is read, and --split-into would replace it")
            }
        }
        for name in names {
            let path = Self.path(folder, name)
            if unlink(path) != 0, errno != ENOENT { throw Self.failure(path) }
        }
    }

    private static func path(_ folder: String, _ name: String) -> String { "\(folder)/\(name).ndjson" }

    /// The device and the number of a file, which are the same for all of its names; nil if there is none.
    private static func identity(_ path: String) -> [UInt64]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
    }

    private static func failure(_ path: String) -> CommandFailure {
        let reason = String(cString: strerror(errno))
        return CommandFailure(.inputOutput, "error: cannot write `\(path)`: \(reason)")
    }

    /// Adds a record to the file of a rule.
    mutating func add(_ record: [UInt8], to rule: Int) throws(CommandFailure) {
        buffers[rule, default: []] += record
        buffers[rule, default: []].append(0x0A)
        buffered += record.count + 1
        if buffered > Self.most { try flush() }
    }

    /// Writes what is kept, file by file.
    mutating func flush() throws(CommandFailure) {
        for (rule, bytes) in buffers {
            let path = Self.path(folder, names[rule])
            // A link that stands there is not followed.
            let how = begun.contains(rule) ? O_APPEND : O_TRUNC
            let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | how, 0o644)
            guard descriptor >= 0 else { throw Self.failure(path) }
            begun.insert(rule)
            let sink = OutputSink(descriptor: descriptor)
            do throws(OutputFailure) {
                try sink.write(bytes)
                try sink.flush()
            } catch {
                _ = close(descriptor)
                throw Self.failure(path)
            }
            guard close(descriptor) == 0 else { throw Self.failure(path) }
        }
        buffers = [:]
        buffered = 0
    }
}
