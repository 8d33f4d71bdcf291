import PredicateFormat
import PredicateRecords
import PredicateSets

#if Configuration
import PredicateConfiguration
#endif

/// A file of rules: lines `id: predicate`, a JSON object of names and texts, or a file of named predicates.
struct RuleFile {
    /// The ids and predicates, in the order of the file.
    private(set) var rules: [(id: String, predicate: CheckedPredicate)] = []
    private let path: String
    private let text: String
    private let schema: RecordSchema?
    private var known: [[UInt8]: SourceRange] = [:]
    private var errors: [PredicateDiagnostic] = []

    /// Reads and checks a file.
    ///
    /// - Throws: `CommandFailure` with all errors of all rules.
    init(_ path: String, schema: RecordSchema?, in environment: CommandEnvironment) throws(CommandFailure) {
        self.path = path
        self.schema = schema
        #if Configuration
        if path != "-", PredicateFile.Format(path: path) != nil, !Self.isJSON(path) {
            text = ""
            try readNamed(environment)
            return
        }
        #endif
        text = try readText(path)
        if text.utf8.first(where: { !Self.isBlank($0) && $0 != 0x0A && $0 != 0x0D }) == UInt8(ascii: "{") {
            try readObject(environment)
        } else {
            readLines()
        }
        guard errors.isEmpty else {
            let all = PredicateDiagnostics(source: text, diagnostics: errors)
            throw CommandFailure(.data, snippet: environment.snippet(of: all, fileName: path == "-" ? nil : path))
        }
    }

    /// What is wrong with the text of a file.
    static func diagnostics(of text: String) -> PredicateDiagnostics {
        var file = RuleFile(text: text)
        file.readPlain()
        return PredicateDiagnostics(source: text, diagnostics: file.errors)
    }

    private init(text: String) {
        path = "-"
        self.text = text
        schema = nil
    }

    private mutating func readPlain() {
        guard text.utf8.first(where: { !Self.isBlank($0) && $0 != 0x0A && $0 != 0x0D }) == UInt8(ascii: "{") else {
            return readLines()
        }
        var reader = JSONReader()
        if let value = try? reader.read(text) { readPlainObject(value, &reader) }
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
        // A mark of the byte order at the start of the file is no part of an id.
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
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
            return errors.append(RuleFileMessages.noColon(at: SourceRange(start, end)))
        }
        while let last = id.last, Self.isBlank(last) { id.removeLast() }
        let range = SourceRange(start, index)
        index += 1
        while index < end, Self.isBlank(bytes[index]) { index += 1 }
        add(
            String(decoding: id, as: UTF8.self), range, String(decoding: bytes[index..<end], as: UTF8.self),
            SourceRange(index, end), isVerbatim: true)
    }

    // MARK: JSON

    /// The texts of an object; a file of named predicates if there is anything else in it.
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
        #if Configuration
        if path != "-", PredicateFile.Format(path: path) != nil, !Self.hasOnlyTexts(value) {
            return try readNamed(environment)
        }
        #endif
        readPlainObject(value, &reader)
    }

    private static func hasOnlyTexts(_ value: PredicateValue) -> Bool {
        guard case .object(let record) = value else { return true }
        return record.keys.allSatisfy { if case .string = record.value(forKey: $0) { true } else { false } }
    }

    private mutating func readPlainObject(_ value: PredicateValue, _ reader: inout JSONReader) {
        guard Self.hasOnlyTexts(value) else {
            return errors.append(RuleFileMessages.notTexts(at: SourceRange(at: 0)))
        }
        readMembers(&reader)
    }

    /// Reads the members of an object whose values are strings. The text is valid JSON.
    private mutating func readMembers(_ reader: inout JSONReader) {
        let bytes = Array(text.utf8)
        var key: (text: String, range: SourceRange)?
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\"") else {
                index += 1
                continue
            }
            let start = index
            index += 1
            var isVerbatim = true
            while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                if bytes[index] == UInt8(ascii: "\\") {
                    isVerbatim = false
                    index += 1
                }
                index += 1
            }
            index += 1
            let token = bytes[start..<min(index, bytes.count)]
            let value = Array(token).withUnsafeBufferPointer { try? reader.read($0) }
            guard case .string(let text)? = value else { continue }
            if let known = key {
                let range = isVerbatim ? SourceRange(start + 1, index - 1) : SourceRange(start, index)
                add(known.text, known.range, text, range, isVerbatim: isVerbatim)
                key = nil
            } else {
                key = (text, SourceRange(start, index))
            }
        }
    }

    // MARK: Named predicates

    #if Configuration
    private mutating func readNamed(_ environment: CommandEnvironment) throws(CommandFailure) {
        let file = try PredicateFile.read(path, types: schema.map { [$0] } ?? [], in: environment)
        for predicate in file.predicates {
            do throws(PredicateDiagnostics) {
                try predicate.checked.requireBound()
            } catch {
                throw CommandFailure(.data, snippet: environment.snippet(of: error, fileName: path))
            }
            rules.append((predicate.name, predicate.checked))
        }
    }
    #endif

    // MARK: Rules

    /// Checks a rule, whose text stands at a range of the file.
    ///
    /// - Parameter isVerbatim: whether the file has the text as it is, so that a part of it has a range.
    private mutating func add(
        _ id: String, _ idRange: SourceRange, _ predicate: String, _ range: SourceRange, isVerbatim: Bool
    ) {
        if known.updateValue(idRange, forKey: Array(id.utf8)) != nil {
            return errors.append(RuleFileMessages.twice(id, at: idRange))
        }
        do throws(PredicateDiagnostics) {
            let checked = try ParsedPredicate(parsing: predicate, library: commandLibrary).checked(against: schema)
            try checked.requireBound()
            rules.append((id, checked))
        } catch {
            for diagnostic in error.diagnostics where diagnostic.severity == .error {
                errors.append(diagnostic.moved(to: range, isVerbatim: isVerbatim))
            }
        }
    }
}

extension PredicateDiagnostic {
    /// The diagnostic of a text that stands at a range of a file.
    fileprivate func moved(to range: SourceRange, isVerbatim: Bool) -> PredicateDiagnostic {
        func moved(_ part: SourceRange) -> SourceRange {
            isVerbatim
                ? SourceRange(range.lowerBound + part.lowerBound, range.lowerBound + part.upperBound) : range
        }
        var diagnostic = self
        diagnostic.range = moved(self.range)
        for index in labels.indices { diagnostic.labels[index].range = moved(labels[index].range) }
        if isVerbatim {
            for index in edits.indices { diagnostic.edits[index].range = moved(edits[index].range) }
        } else {
            diagnostic.edits = []
            diagnostic.labels = []
        }
        return diagnostic
    }
}
