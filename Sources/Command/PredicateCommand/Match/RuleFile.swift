import PredicateFormat
import PredicateRecords

/// A file of rules: lines `id: predicate`, a JSON object of names and format strings, or a file of named predicates.
struct RuleFile {
    /// The ids and predicates, in the order of the file.
    private(set) var rules: [(id: String, predicate: CheckedPredicate)] = []
    private let path: String
    private let text: String
    private let schema: RecordSchema?
    private var known: [[UInt8]: SourceRange] = [:]
    private var errors: [PredicateDiagnostic] = []
    /// The number of rules that are not checked, because too many others have errors.
    private var leftOut = 0

    /// Reads and checks a file.
    ///
    /// - Throws: `CommandFailure` with all errors of all rules.
    init(_ path: String, schema: RecordSchema?, in environment: CommandEnvironment) throws(CommandFailure) {
        self.path = path
        self.schema = schema
        if let reader = Self.reader(of: path), !Self.isJSON(path) {
            text = ""
            try readNamed(by: reader, environment)
            return
        }
        text = try readText(path)
        if text.utf8.first(where: { !Self.isBlank($0) && $0 != 0x0A && $0 != 0x0D }) == UInt8(ascii: "{") {
            try readObject(environment)
        } else {
            readLines()
        }
        guard errors.isEmpty else {
            if leftOut > 0 { errors[errors.count - 1].notes.append(RuleFileMessages.leftOut(leftOut)) }
            let all = PredicateDiagnostics(source: text, diagnostics: errors)
            throw CommandFailure(all, fileName: path == "-" ? nil : path, in: environment)
        }
    }

    /// The rules as a set, each named by its number.
    func set(in environment: CommandEnvironment) throws(CommandFailure) -> PredicateSet<Int> {
        let set = PredicateSet<Int>(library: commandLibrary)
        _ = try PredicateDiagnostics.translating(
            try set.insert(contentsOf: rules.enumerated().map { ($0, $1.predicate) })
        ) {
            CommandFailure($0, fileName: nil, in: environment)
        }
        return set
    }

    private static func isJSON(_ path: String) -> Bool { path.utf8.suffix(5).elementsEqual(".json".utf8) }
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    // MARK: Lines

    private mutating func readLines() {
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            readLine(bytes, start, end)
            start = end + 1
        }
    }

    private mutating func readLine(_ bytes: [UInt8], _ start: Int, _ end: Int) {
        var start = start
        var end = end
        // A mark of the byte order at the start of the file is not part of an id.
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
        while start < end, Self.isBlank(bytes[start]) { start += 1 }
        while end > start, Self.isBlank(bytes[end - 1]) || bytes[end - 1] == 0x0D { end -= 1 }
        if start == end || bytes[start] == UInt8(ascii: "#") { return }
        var id: [UInt8] = []
        var index = start
        while index < end, bytes[index] != UInt8(ascii: ":") {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < end { index += 1 }
            id.append(bytes[index])
            index += 1
        }
        guard index < end else {
            if maySayMore() { errors.append(RuleFileMessages.noColon(at: SourceRange(start, end))) }
            return
        }
        while let last = id.last, Self.isBlank(last) { id.removeLast() }
        // An empty id is marked at its colon.
        let range = id.isEmpty ? SourceRange(index, index + 1) : SourceRange(start, index)
        index += 1
        while index < end, Self.isBlank(bytes[index]) { index += 1 }
        add(
            String(decoding: id, as: UTF8.self), range, String(decoding: bytes[index..<end], as: UTF8.self),
            at: { SourceRange(index + $0.lowerBound, index + $0.upperBound) })
    }

    // MARK: JSON

    /// The format strings of an object; a file of named predicates if its `predicates` are not a string.
    private mutating func readObject(_ environment: CommandEnvironment) throws(CommandFailure) {
        var reader = JSONReader()
        let value: PredicateValue
        do throws(RecordError) {
            value = try reader.read(text)
        } catch {
            var error = error
            error.file = path == "-" ? nil : path
            throw CommandFailure(error, in: environment)
        }
        if let reader = Self.reader(of: path), Self.hasNamedPredicates(value) {
            return try readNamed(by: reader, environment)
        }
        readMembers()
    }

    private static func hasNamedPredicates(_ value: PredicateValue) -> Bool {
        guard case .object(let record) = value else { return false }
        return switch record.value(forKey: "predicates") {
        case .null, .string: false
        default: true
        }
    }

    /// Reads the members of an object. The text is valid JSON.
    private mutating func readMembers() {
        for member in JSONMembers(text).members {
            guard let literal = member.literal else {
                if maySayMore() { errors.append(RuleFileMessages.notText(member.key.text, at: member.value)) }
                continue
            }
            add(
                member.key.text, member.key.range, literal.text, at: literal.range(of:),
                edit: { String(RecordWriter.json(.string($0)).dropFirst().dropLast()) })
        }
    }

    // MARK: Named predicates

    /// What reads a file of this name as named predicates; nil if its name does not allow it.
    private static func reader(of path: String) -> (any NamedPredicateReader)? {
        KnownPredicates.reader.withLock { $0 }.flatMap { path != "-" && $0.reads(path) ? $0 : nil }
    }

    private mutating func readNamed(
        by reader: any NamedPredicateReader, _ environment: CommandEnvironment
    ) throws(CommandFailure) {
        let file = try reader.read(path, types: schema.map { [$0] } ?? [], in: environment)
        for predicate in file.predicates {
            do throws(PredicateDiagnostics) {
                let bound = try predicate.binding()
                try bound.requireBound()
                rules.append((predicate.name, bound))
            } catch {
                throw CommandFailure(error, fileName: path, in: environment)
            }
        }
    }

    // MARK: Rules

    /// Whether another rule is checked. The limit bounds the time and the messages for a file of wrong rules.
    private mutating func maySayMore() -> Bool {
        if errors.count < PredicateLimits.standard.diagnostics { return true }
        leftOut += 1
        return false
    }

    /// Checks a rule.
    ///
    /// - Parameters:
    ///   - location: the range in the file of a part of the predicate.
    ///   - edit: spells a string that replaces a part as the file has to spell it.
    private mutating func add(
        _ id: String, _ idRange: SourceRange, _ predicate: String, at location: (SourceRange) -> SourceRange,
        edit: (String) -> String = { $0 }
    ) {
        guard maySayMore() else { return }
        if id.isEmpty { errors.append(RuleFileMessages.noID(at: idRange)) }
        if known.updateValue(idRange, forKey: Array(id.utf8)) != nil {
            return errors.append(RuleFileMessages.twice(id, at: idRange))
        }
        do throws(PredicateDiagnostics) {
            let checked = try ParsedPredicate(parsing: predicate, library: commandLibrary).checked(against: schema)
            try checked.requireBound()
            rules.append((id, checked))
        } catch {
            for diagnostic in error.diagnostics where diagnostic.severity == .error {
                errors.append(diagnostic.moved(location, spelled: edit))
            }
        }
    }
}

/// Names of files for ids that come from anyone.
///
/// Letters, digits, `-`, `_` and `.` stay; every other byte becomes `%` and two digits, and so does a leading `.`. So
/// no id leaves its folder. Ids that differ only in case get names that differ in more. A long name is cut and
/// numbered.
enum RuleFileNames {
    /// The most bytes of a name, without its extension.
    private static let longest = 180

    /// A name for each id. The ids are distinct.
    static func names(_ ids: [String]) -> [String] {
        var names = ids.enumerated().map { cut(escaped($1, capitals: false), $0) }
        var owners: [String: Int] = [:]
        for name in names { owners[name.lowercased(), default: 0] += 1 }
        for (index, id) in ids.enumerated() where owners[names[index].lowercased(), default: 0] > 1 {
            names[index] = cut(escaped(id, capitals: true), index)
        }
        return names
    }

    private static func escaped(_ id: String, capitals: Bool) -> String {
        var name = ""
        for byte in id.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "A")...UInt8(ascii: "Z") where !capitals: name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: ".") where !name.isEmpty: name += "."
            default: name += "%" + byte.hexadecimal(digits: 2)
            }
        }
        return name
    }

    /// A name of bearable length. `%r` occurs in no escaped name.
    private static func cut(_ name: String, _ index: Int) -> String {
        if !name.isEmpty, name.utf8.count <= longest { return name }
        return String(name.prefix(longest)) + "%r\(index + 1)"
    }
}
