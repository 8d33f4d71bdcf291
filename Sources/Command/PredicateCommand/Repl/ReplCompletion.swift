import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// The candidates at the cursor: strings that can replace a range of the line.
struct ReplCompletion: Hashable {
    /// A string for the range.
    struct Candidate: Hashable {
        /// The text.
        var text: String
        /// The text in a list of candidates.
        var label: String
        /// The text after the only candidate: a space after a complete word.
        var suffix: String

        init(_ text: String, label: String? = nil, suffix: String = " ") {
            self.text = text
            self.label = label ?? text
            self.suffix = suffix
        }
    }

    /// The range to replace, in bytes of the line; it ends at the cursor.
    var range: Range<Int>
    /// The candidates in the order in which they are shown.
    var candidates: [Candidate]
    /// Whether the candidates come from the records, so that more records could add some.
    var isOfRecords = false

    /// No candidates at a location.
    static func none(at cursor: Int) -> ReplCompletion { ReplCompletion(range: cursor..<cursor, candidates: []) }
}

/// The effect of Tab on a line.
enum ReplTab: Hashable {
    case nothing
    /// Replaces the text between an offset in bytes and the cursor.
    case replace(Int, String)
    /// Replaces the whole line.
    case replaceAll(String)
    /// Shows lines below the line.
    case list(String)
}

extension ReplSession {
    /// The candidates at the cursor of a line: commands, names of files and of data sets. `PredicateCompletion`
    /// provides the candidates in a predicate.
    func complete(_ line: String, cursor: Int) -> ReplCompletion {
        let head = Self.prefix(of: line, bytes: cursor)
        let cursor = head.utf8.count
        let blanks = head.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
        guard head.utf8.dropFirst(blanks).first == 0x3A else { return languageCompletion(head, from: blanks) }
        let body = String(head.dropFirst(blanks))
        guard let space = body.unicodeScalars.firstIndex(where: \.properties.isWhitespace) else {
            return Self.matching(
                String(body.dropFirst()), at: blanks + 1..<cursor,
                // A view of another command is offered once it is begun.
                ReplCommandTable.rows.filter { $0.viewOf == nil || body.utf8.count > 1 }.map {
                    .init($0.name, suffix: $0.synopsis.contains(" ") ? " " : "")
                })
        }
        let name = String(body[body.index(after: body.startIndex)..<space])
        guard let row = ReplCommandTable.row(named: name) else { return .none(at: cursor) }
        let argument = String(body[space...])
        return complete(argument, from: cursor - argument.utf8.count, as: row.argument)
    }

    private func complete(_ text: String, from offset: Int, as argument: ReplCommandRow.Argument) -> ReplCompletion {
        let cursor = offset + text.utf8.count
        let words = ReplWords.words(of: text)
        let isNew = text.unicodeScalars.last.map(\.properties.isWhitespace) ?? true
        let word = isNew ? "" : words.last?.text ?? ""
        let range = (isNew ? cursor : offset + (words.last?.start ?? 0))..<cursor
        let isFirst = words.count <= (isNew ? 0 : 1)
        switch argument {
        case .free: return .none(at: cursor)
        case .file: return Self.files(word, at: range)
        case .session:
            return isFirst
                ? Self.matching(word, at: range, ["save", "load"].map { .init($0) }) : Self.files(word, at: range)
        case .output:
            var found = isFirst ? Self.files(word, at: range) : .none(at: cursor)
            if isFirst, destination != nil, word.isEmpty { found.candidates.insert(.init("off", suffix: ""), at: 0) }
            return found
        case .records:
            let before = words.dropLast(isNew ? 0 : 1).last?.text
            if isFirst, let tables = Self.addresses(word, at: range) { return tables }
            if isFirst || before == "schema" {
                var found = Self.files(word, at: range)
                guard isFirst, !word.isEmpty else { return found }
                found.candidates += AddressCompletion.beginnings(of: word).map { .init($0, suffix: "") }
                return found
            }
            if before == "at", let file = words.first?.text {
                return Self.matching(word, at: range, Self.pointers(in: FolderNames.expanded(file)))
            }
            return Self.matching(word, at: range, ["at", "values", "parent", "schema", "as"].map { .init($0) })
        case .database: return isFirst ? Self.files(word, at: range) : .none(at: cursor)
        case .words(let all): return Self.matching(word, at: range, all.map { .init($0, suffix: "") })
        case .topic:
            // A topic may consist of several words.
            let topic = String(text.unicodeScalars.drop(while: \.properties.isWhitespace))
            return Self.topics(topic, at: cursor - topic.utf8.count..<cursor)
        case .dataSet: return Self.matching(word, at: range, dataSets.map { .init($0.name, suffix: "") })
        case .saved:
            return Self.matching(word, at: range, names.predicates.map { .init($0, suffix: "") })
        case .savedPredicate:
            if isFirst { return Self.matching(word, at: range, names.saved.map { .init($0.name) }) }
            return languageCompletion(text, from: 0, at: offset)
        case .numberedPredicate:
            if isFirst { return .none(at: cursor) }
            let number = text.utf8.prefix { $0 == 0x20 }.count + (words.first?.text.utf8.count ?? 0)
            return languageCompletion(text, from: number, at: offset)
        case .assignment:
            guard let (_, expression) = text.split(atFirst: "=") else {
                return Self.matching(word, at: range, names.variables.map { .init($0.name) })
            }
            return languageCompletion(
                expression, from: 0, at: cursor - expression.utf8.count, as: .expression)
        case .fields, .order, .groups:
            return queryCompletion(
                text, at: offset,
                QueryCursor(behind: text, isOrder: argument == .order, hasFunctions: argument == .groups))
        case .field: return languageCompletion(text, from: 0, at: offset, as: .expression, onlyFields: true)
        case .language: return languageCompletion(text, from: 0, at: offset)
        }
    }

    /// The candidates at the end of a part of a query.
    private func queryCompletion(_ text: String, at offset: Int, _ cursor: QueryCursor) -> ReplCompletion {
        switch cursor.subject {
        case .expression: return languageCompletion(text, from: cursor.start, at: offset, as: .expression)
        case .having(let groups):
            let query = RecordQuery(group: groups)
            let known = try? query.checked(against: current?.schema, bindings: names.bindings, library: commandLibrary)
            return languageCompletion(text, from: cursor.start, at: offset, schema: .some(known?.groupSchema))
        case .aggregate:
            var completion = languageCompletion(text, from: cursor.start, at: offset, as: .expression)
            let word = String(decoding: text.utf8.dropFirst(cursor.start), as: UTF8.self)
            let functions = QueryCursor.functions(beginningWith: word).map { function in
                ReplCompletion.Candidate(function.rawValue + "(", label: function.rawValue, suffix: "")
            }
            // Some of them have the same names as functions of the language.
            let names = functions.map(\.text)
            completion.candidates = functions + completion.candidates.filter { !names.containsName($0.text) }
            return completion
        }
    }

    /// The candidates that begin with a word, ignoring case.
    static func matching(_ word: String, at range: Range<Int>, _ candidates: [ReplCompletion.Candidate])
        -> ReplCompletion
    {
        let folded = word.lowercased()
        return ReplCompletion(
            range: range,
            // A name that is unsafe for a terminal has no other spelling here.
            candidates: candidates.filter {
                SafeText.isSafe($0.text) && $0.text.lowercased().startsExactly(with: folded)
            })
    }

    /// The pointers to records in a document; none in one that is too large to be read at a key.
    private static func pointers(in file: String) -> [ReplCompletion.Candidate] {
        var reader = JSONReader()
        guard let stream = try? RecordStream(.file(file)), let size = stream.size, size <= smallBytes,
            let record = try? stream.next(), let document = try? reader.read(record)
        else { return [] }
        return RecordFinder.findRecords(in: document).map {
            .init(ReplWords.quoted("\($0.pointer)") + ($0.values ? " values" : ""))
        }
    }

    /// Commands, with or without their colon, and parts of the language. For an empty word, only the commands.
    private static func topics(_ word: String, at range: Range<Int>) -> ReplCompletion {
        // A view of another command is offered once it is begun.
        let isBegun = !word.isEmpty && word != ":"
        let commands = ReplCommandTable.rows.filter { $0.viewOf == nil || isBegun }.map(\.name)
        if word.isEmpty { return matching(word, at: range, commands.map { .init($0, suffix: "") }) }
        let known = Set(commands)
        let topics = LanguageReference.names.filter { !known.contains($0) }
        let names = word.hasPrefix(":") ? commands.map { ":" + $0 } + topics : commands + topics
        return matching(word, at: range, names.map { .init($0, suffix: "") })
    }

    /// The candidates in an address of a table: schemes, files, and the tables after `#`. Nil if it is not an address.
    private static func addresses(_ word: String, at range: Range<Int>) -> ReplCompletion? {
        guard let completion = AddressCompletion(of: word) else { return nil }
        switch completion {
        case .tables(let texts):
            return ReplCompletion(
                range: range, candidates: texts.map { .init(ReplWords.quoted($0.text), label: $0.label) })
        case .files(let scheme, let file):
            var found = files(file, at: range)
            for index in found.candidates.indices {
                let isFolder = found.candidates[index].suffix.isEmpty
                let text = scheme + SQLiteFile.escaped(found.candidates[index].text)
                found.candidates[index].text = isFolder ? text : text + "#"
                found.candidates[index].suffix = ""
            }
            return found
        }
    }

    private static func files(_ word: String, at range: Range<Int>) -> ReplCompletion {
        ReplCompletion(
            range: range,
            candidates: FolderNames.beginning(with: word).map { path in
                let quoted = ReplWords.quoted(path)
                let name = path.split(separator: "/").last.map(String.init) ?? path
                // A folder is not complete yet, so no quote closes it.
                guard path.hasSuffix("/") else { return .init(quoted, label: name) }
                return .init(
                    quoted.hasPrefix("\"") ? String(quoted.dropLast()) : quoted, label: name + "/", suffix: "")
            })
    }

    /// The longest prefix of a string with a maximum number of bytes, at the end of a code point.
    static func prefix(of text: String, bytes: Int) -> String {
        var end = text.utf8.index(text.startIndex, offsetBy: min(max(0, bytes), text.utf8.count))
        while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return String(text[..<end])
    }

    // MARK: Tab

    /// The effect of Tab on a line: inserts the common beginning of all candidates, or shows them.
    func tab(_ line: String, cursor: Int) -> ReplTab {
        let completion = complete(line, cursor: cursor)
        let typed = Self.prefix(
            of: String(decoding: line.utf8.dropFirst(completion.range.lowerBound), as: UTF8.self),
            bytes: completion.range.count)
        guard let first = completion.candidates.first else { return .nothing }
        if completion.candidates.count == 1 { return .replace(completion.range.lowerBound, first.text + first.suffix) }
        let common = completion.candidates.dropFirst().reduce(first.text) { Self.commonPrefix($0, $1.text) }
        if common.utf8.count > typed.utf8.count { return .replace(completion.range.lowerBound, common) }
        let note = completion.isOfRecords ? current?.progressNote ?? "" : ""
        return .list(
            Self.columns(
                completion.candidates.map { SafeText.plain($0.label) }, width: width,
                rows: listRows - (note.isEmpty ? 0 : 1))
                + (note.isEmpty ? "" : note + "\n"))
    }

    private static func commonPrefix(_ a: String, _ b: String) -> String {
        var common = String.UnicodeScalarView()
        for (x, y) in zip(a.unicodeScalars, b.unicodeScalars) {
            guard x == y else { break }
            common.append(x)
        }
        return String(common)
    }

    /// More candidates than these are not shown.
    private static let mostListed = 100

    /// The rows for a list of candidates. The likely ones come first, and must not leave the screen at its top: the line
    /// that is typed needs a row, and so does what follows the list.
    private var listRows: Int {
        guard terminal.isPresent, let size = ReplScreen.size() else { return .max }
        return max(3, size.lines - 3)
    }

    /// Names in columns, read downwards. The last ones are left out if they have no room.
    static func columns(_ names: [String], width: Int, rows most: Int = .max) -> String {
        var shown = names.prefix(mostListed).map { ColumnText.cut($0, to: max(8, width - 1)) }
        var (widest, columns, rows) = (0, 0, 0)
        while true {
            widest = (shown.map { TextWidth.columns(of: $0) }.max() ?? 0) + 2
            columns = max(1, width / widest)
            rows = (shown.count + columns - 1) / columns
            // Fewer names may be narrower, and have more columns.
            if rows <= most { break }
            shown.removeLast(max(1, shown.count - most * columns))
        }
        var text = ""
        for row in 0..<rows {
            var line = ""
            for index in stride(from: row, to: shown.count, by: rows) {
                line += ColumnText.pad(shown[index], to: widest)
            }
            text += ColumnText.trimmed(line) + "\n"
        }
        if names.count > shown.count { text += "… and \(names.count - shown.count) more\n" }
        return text
    }
}

extension ReplSession {
    /// The candidates at the end of a predicate or an expression.
    ///
    /// - Parameters:
    ///   - text: the text up to the cursor.
    ///   - start: the start of the language text in it, in bytes.
    ///   - offset: the start of the text in its line, in bytes.
    ///   - subject: whether it is a predicate or an expression.
    ///   - schema: the types of its subject, if the subject is not a record.
    ///   - onlyFields: whether only fields are candidates.
    func languageCompletion(
        _ text: String, from start: Int, at offset: Int = 0, as subject: PredicateCompletion.Subject = .predicate,
        schema: RecordSchema?? = nil, onlyFields: Bool = false
    ) -> ReplCompletion {
        let head = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
        var types = names.bindings.mapValues { ExpressionTree.literal($0).type }
        if let last = lastResult, head.utf8.contains(UInt8(ascii: "$")) {
            // Its fields are known by the types of its records, which are not those of other records.
            let root = last.data === current ? current?.offeredSchema?.root : nil
            types["_"] = .list(root ?? .any)
        }
        var completion = PredicateCompletion.candidates(
            in: head, at: head.utf8.count, schema: schema ?? current?.offeredSchema, library: commandLibrary,
            types: types, as: subject)
        if onlyFields { completion.candidates.removeAll { $0.kind != .field } }
        // The result may be a condition too.
        for index in completion.candidates.indices where completion.candidates[index].text == "$_." {
            completion.candidates[index].text = "$_"
        }
        let base = offset + start
        // readline replaces one range before the cursor. If ANY must be inserted before the list, the range begins
        // there.
        if let only = completion.candidates.first, completion.candidates.count == 1,
            let first = only.additionalEdits.map(\.range.lowerBound).min()
        {
            let whole = completion.inserting(only, in: head)
            return ReplCompletion(
                range: base + first..<base + completion.replacement.upperBound,
                candidates: [.init(String(decoding: whole.utf8.dropFirst(first), as: UTF8.self), label: only.label)])
        }
        return ReplCompletion(
            range: base + completion.replacement.lowerBound..<base + completion.replacement.upperBound,
            candidates: completion.candidates.map { candidate in
                .init(candidate.text, label: candidate.label, suffix: Self.suffix(behind: candidate))
            },
            isOfRecords: completion.candidates.contains { $0.kind == .field || $0.kind == .valueSeen })
    }

    /// A space after a complete candidate. An object continues with a dot, a bracket with its contents.
    private static func suffix(behind candidate: PredicateCompletion.Candidate) -> String {
        if candidate.text == "$_" { return "" }
        if candidate.isOpen, let last = candidate.text.last, "([{.".contains(last) { return "" }
        if candidate.kind == .field, case .object? = candidate.type?.unwrapped { return "" }
        return " "
    }
}
