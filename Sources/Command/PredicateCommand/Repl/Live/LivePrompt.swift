import PredicateFormat
import PredicatePlatform

/// Draws the line being typed: its colours, its mistake, what may follow it, and the answer so far below it.
///
/// Work that may take long is that of `LiveCount`.
final class LivePrompt: ReplEditorAnswers {
    /// What is known of the line.
    private struct Reading {
        let line: LiveLine
        /// Whether the line was read. Until then only its tokens are known.
        var isRead = false
        /// The first mistake that more typing does not mend.
        var mistake: PredicateDiagnostic?
        /// Whether the mistake is in the word at the cursor, and is shown only when typing rests.
        var isPatient = false
        /// Whether the line is the one with this mistake, and more.
        var hasGrown = false
    }

    private let session: ReplSession
    private let size: () -> (lines: Int, columns: Int)?
    private let counting: LiveCount
    private var screen = LiveScreen(palette: LivePalette(of: ProcessInfo.processInfo.environment))
    /// The lines of the entry before the current one, each with its end.
    var before = ""
    private var reading: Reading?
    /// When the line last changed.
    private var changed = ContinuousClock.now
    /// What is suggested after the line.
    private var ghost = ""
    /// The question that is answered below the line, and how it is named if it is not the whole line.
    private var asked: (text: String, part: String?)?
    /// The rows of the last answer. Those of another question stay for a moment, so that the screen does not flicker.
    private var answer: [String] = []
    private var askedAt = ContinuousClock.now
    /// The rows below the line as they were last drawn: with most keys they stay.
    private var drawn: (width: Int, rows: [(text: String, cells: [LiveFrame.Cell])]) = (0, [])
    /// The fields of the likely question that was asked with it, or after it.
    private var readAhead: [String] = []
    /// The least milliseconds that the terminal took to show something, and how often in a row it took much longer.
    private var quickest = Int.max
    private var slowTimes = 0
    private var notice = ""

    /// A mistake in the word at the cursor is shown after a rest.
    private static let patience = Duration.milliseconds(300)
    /// How long the answer to another question stays.
    private static let moment = Duration.milliseconds(100)
    /// The most rows below the line, and about how many columns they have together: a key should not write more than 2 KB.
    private static let mostRows = 15
    private static let mostColumns = 1000
    /// A terminal that lags by so many milliseconds, so often in a row, gets nothing more, or if it does not show a drawing at all.
    private static let slowMilliseconds = 250
    private static let mostSlowTimes = 3
    private static let stillMilliseconds = 1000

    /// - Parameters:
    ///   - session: the session whose lines are typed.
    ///   - size: measures the terminal; nil if that is not possible.
    init(_ session: ReplSession, size: @escaping () -> (lines: Int, columns: Int)? = ReplScreen.size) {
        (self.session, self.size) = (session, size)
        counting = LiveCount { ReplEditor.wake() }
    }

    /// Whether the terminal moves its cursor.
    private static let canDraw: Bool = {
        let terminal = ProcessInfo.processInfo.environment["TERM"] ?? ""
        return !["", "dumb", "unknown", "emacs"].contains(terminal)
    }()

    var draws: Bool { session.terminal.isPresent && session.settings.live != .off && Self.canDraw }

    /// Whether more than colours is shown.
    private var isReading: Bool { session.settings.live == nil || session.settings.live == .on }

    // MARK: Keys

    func notices() -> String {
        defer { notice = "" }
        return notice + session.takeNotices()
    }

    func lag(_ milliseconds: Int) {
        // The first one may have waited for the window.
        if quickest == .max { return quickest = milliseconds }
        quickest = min(quickest, milliseconds)
        slowTimes = milliseconds - quickest < Self.slowMilliseconds ? 0 : slowTimes + 1
        guard slowTimes >= Self.mostSlowTimes || milliseconds >= Self.stillMilliseconds, session.settings.live != .off
        else {
            return
        }
        session.settings.live = .off
        slowTimes = 0
        counting.ask(nil)
        (ghost, asked, answer) = ("", nil, [])
        reading?.mistake = nil
        notice = "note: the terminal is slow, so nothing more is shown while you type (`:live on`)\n"
        ReplEditor.wake()
    }

    func change(_ line: String, cursor: Int, key: ReplEditor.Key) -> ReplTab {
        switch key {
        case .tab: return session.tab(line, cursor: cursor)
        case .take, .takeWord:
            note(line, cursor)
            guard cursor == line.utf8.count, !ghost.isEmpty else { return .nothing }
            return .replace(cursor, key == .take ? ghost : Self.firstWord(of: ghost))
        case .fix:
            note(line, cursor)
            read()
            guard let reading, let mistake = reading.mistake, let fixed = reading.line.fixed(by: mistake.edits) else {
                return .nothing
            }
            return .replaceAll(fixed)
        }
    }

    private static func firstWord(of text: String) -> String {
        let blanks = text.unicodeScalars.prefix { $0.properties.isWhitespace }
        let word = text.unicodeScalars[blanks.endIndex...].prefix { !$0.properties.isWhitespace }
        return String(text.unicodeScalars[..<word.endIndex])
    }

    // MARK: Drawing

    func draw(_ line: String, cursor: Int, prompt: String, because cause: ReplEditor.Cause) -> (
        bytes: String, wait: Int?
    ) {
        switch cause {
        case .nothing: return (screen.erase(), nil)
        case .end:
            note(line, cursor)
            let bytes = screen.show(frame(prompt, isOver: true))
            screen.forget()
            counting.ask(nil)
            (reading, ghost, asked, answer) = (nil, "", nil, [])
            return (bytes, nil)
        case .anew, .keys:
            note(line, cursor)
            if cause == .anew {
                screen.forget()
                // The records may be known better than before.
                reading?.isRead = false
            }
            // The key is shown before anything is read.
            return (screen.show(frame(prompt)), 0)
        case .rest:
            note(line, cursor)
            read()
            let now = ContinuousClock.now
            let waits = [
                reading?.isPatient == true ? Self.patience - (now - changed) : .zero,
                asked != nil && counting.answer == nil ? Self.moment - (now - askedAt) : .zero,
            ]
            let next = waits.filter { $0 > .zero }.min()
            return (screen.show(frame(prompt)), next.map { Int($0 / .milliseconds(1)) + 1 })
        }
    }

    private func frame(_ prompt: String, isOver: Bool = false) -> LiveFrame {
        let size = size() ?? (lines: 24, columns: 80)
        var frame = LiveFrame(width: size.columns)
        // Without the marks that readline takes out.
        frame.add(String(prompt.unicodeScalars.filter { $0 != "\u{01}" && $0 != "\u{02}" }), LiveStyle(role: .prompt))
        guard let reading else { return frame }
        let isHidden = isOver || reading.isPatient && ContinuousClock.now - changed < Self.patience
        let mistake = isHidden ? nil : reading.mistake
        frame.add(reading.line, mistake: mistake?.range)
        if isOver {
            frame.cursor = frame.end
            return frame
        }
        if reading.line.isCursorAtEnd { frame.add(ghost, .aside) }
        let most = max(1, size.lines - 1)
        if frame.rows.count > most {
            let first = min(max(0, frame.cursor.row - most / 2), frame.rows.count - most)
            return frame.rows(in: first..<first + most)
        }
        let rows = min(Self.mostRows, max(4, Self.mostColumns / size.columns), most - frame.rows.count)
        let texts = below(mistake).prefix(rows)
        if drawn.width != size.columns { drawn = (size.columns, []) }
        let cells = texts.enumerated().map { number, text in
            let known = drawn.rows.indices.contains(number) ? drawn.rows[number] : nil
            if let known, sameCodePoints(known.text, text) { return known.cells }
            return LiveFrame.row(
                ColumnText.cut(SafeText.plain(text), to: size.columns), .aside, width: size.columns)
        }
        drawn.rows = zip(texts, cells).map { ($0, $1) }
        for row in cells { frame.beginRow(row) }
        return frame
    }

    /// The rows below the line.
    private func below(_ mistake: PredicateDiagnostic?) -> [String] {
        var rows: [String] = []
        if let mistake {
            rows.append(mistake.message)
            let key = reading?.line.fixed(by: mistake.edits).map { _ in "Shift-Tab: " }
            if key != nil || mistake.hint != nil { rows.append("  " + (key ?? "") + (mistake.hint ?? "mend it")) }
        }
        if let asked {
            if let news = counting.answer {
                answer = news.lines(part: asked.part)
            } else if ContinuousClock.now - askedAt >= Self.moment {
                answer = []
            }
        } else if reading?.isRead == true {
            answer = []
        }
        return rows + answer
    }

    // MARK: Reading

    /// Notes what keys have changed.
    private func note(_ text: String, _ cursor: Int) {
        if let line = reading?.line, sameCodePoints(line.text, text) {
            if line.cursor == cursor { return }
        } else {
            changed = .now
            // What was typed as it was suggested leaves the rest.
            let old = reading?.line.text ?? ""
            let typed = text.utf8.count - old.utf8.count
            let follows = typed > 0 && sameCodePoints(text, old + ReplSession.prefix(of: ghost, bytes: typed))
            ghost = follows ? String(decoding: ghost.utf8.dropFirst(typed), as: UTF8.self) : ""
        }
        var next = Reading(line: LiveLine(text, cursor: cursor, after: before, joinable: session.joinable))
        if let reading, let mistake = reading.mistake, !reading.isPatient, reading.line.offset == next.line.offset {
            // A mistake before what was changed stays until the line is read.
            let kept = zip(reading.line.read.utf8, next.line.read.utf8).prefix { $0 == $1 }.count
            if mistake.range.upperBound <= kept {
                next.mistake = mistake
                next.hasGrown = kept == reading.line.read.utf8.count
            }
        }
        reading = next
    }

    /// What a line asks, and what it is likely to ask with more typing.
    private struct Questions {
        var question: ReplQuestion?
        /// The question as it is written, and how it is named if it is not the whole line.
        var asked: (text: String, part: String?)?
        var likely: ReplQuestion?
    }

    /// Reads the line, and asks for its answer.
    private func read() {
        guard isReading, var next = reading, !next.isRead else { return }
        next.isRead = true
        ghost = suggestion(after: next.line)
        ask(questions(of: &next))
        reading = next
    }

    /// Finds the questions of a line, and its mistake.
    private func questions(of next: inout Reading) -> Questions {
        let known = next.hasGrown ? next.mistake : nil
        (next.mistake, next.hasGrown) = (nil, false)
        var found = Questions()
        // A list of the last result would have to be made for each key.
        guard next.line.isQuestion, let expansion = try? session.expansion(of: next.line.read, isTyped: true) else {
            return found
        }
        do throws(PredicateDiagnostics) {
            found.question = try session.language.question(expansion.text)
            found.asked = (ReplSession.trimmed(expansion.text), nil)
            // A field is likely to begin a predicate. Those about lists and objects have other columns.
            if case .expression(let field)? = found.question, field.type.hasOrder {
                found.likely = try? session.language.question(expansion.text + " != nil")
            }
            return found
        } catch {
            let original = expansion.restored(error) ?? error
            if let (mistake, isPatient) = mistake(of: original, in: next.line) {
                (next.mistake, next.isPatient) = (mistake, isPatient)
            } else if error.diagnostics.allSatisfy({ $0.code != known?.code }) {
                // Names are only looked up once the line is complete.
                next.mistake = known
            }
        }
        if next.mistake == nil { found.likely = likelyQuestion(expansion.text) }
        for part in next.line.parts where found.question == nil {
            guard let text = try? session.expansion(of: part, isTyped: true).text else { continue }
            found.question = try? session.language.question(text)
            found.asked = (ReplSession.trimmed(text), ColumnText.cut(ReplHistory.onOneLine(part), to: 40))
        }
        return found
    }

    private func ask(_ found: Questions) {
        let fields = found.likely?.readPaths ?? []
        defer { readAhead = fields }
        // What is typed at the end may leave the answer as it is.
        if let asked, found.question != nil, let asking = found.asked, sameCodePoints(asked.text, asking.text),
            fields == readAhead
        {
            return self.asked = asking
        }
        let width = size()?.columns ?? 80
        let work = found.question.flatMap { session.liveWork(for: $0, rows: Self.mostRows - 2, width: width) }
        let later = found.likely.flatMap { session.liveWork(for: $0, rows: 0, width: width) }
        let both: LiveCount.Work = { isWanted, tell in
            work?(isWanted, tell)
            if isWanted() { later?(isWanted, { _ in }) }
        }
        counting.ask(work == nil && later == nil ? nil : both)
        (asked, askedAt) = (work == nil ? nil : found.asked, .now)
    }

    /// What the line would be with any value at its end, so that the columns of its fields are read before it has one.
    private func likelyQuestion(_ text: String) -> ReplQuestion? {
        guard session.current is ReplDataSet else { return nil }
        for end in ["\"", " 0", " \"\"", "'", "\"}", " {\"\"}"] {
            if let question = try? session.language.question(text + end), case .predicate = question { return question }
        }
        return nil
    }

    /// The first mistake that more typing does not mend, and whether it waits for a rest.
    private func mistake(of found: PredicateDiagnostics, in line: LiveLine) -> (PredicateDiagnostic, isPatient: Bool)? {
        // Records that were not examined yet may have the field.
        if session.current?.isProvisional == true {
            var untyped = session.language
            untyped.schema = nil
            if (try? untyped.question(found.source)) != nil { return nil }
        }
        for mistake in found.diagnostics where mistake.severity == .error {
            switch line.prospect(of: mistake) {
            case .certain: return (mistake, false)
            case .ofWord where completions(of: line).isEmpty: return (mistake, true)
            case .ofWord, .open: break
            }
        }
        return nil
    }

    // MARK: Suggestions

    /// What is likely to follow the line: the rest of the last entry that began so, or of the likeliest word.
    private func suggestion(after line: LiveLine) -> String {
        let typed = line.text.utf8
        guard line.isCursorAtEnd, typed.count >= 2, typed.count <= LiveLine.longest else { return "" }
        let entry =
            before.isEmpty
            ? session.history.entries.last { $0.utf8.count > typed.count && $0.utf8.starts(with: typed) } : nil
        if let rest = entry.map({ String(decoding: $0.utf8.dropFirst(typed.count), as: UTF8.self) }),
            SafeText.isSafe(rest)
        {
            return rest
        }
        return completions(of: line).first ?? ""
    }

    /// What completes the word at the cursor.
    private func completions(of line: LiveLine) -> [String] {
        // Names of files and tables would be read at each key.
        if let command = line.command, !command.argument.isLanguage { return [] }
        let found = session.complete(line.text, cursor: line.cursor)
        let bytes = Array(line.text.utf8)
        guard !found.range.isEmpty, found.range.upperBound <= bytes.count else { return [] }
        let typed = bytes[found.range]
        return found.candidates.compactMap { candidate in
            guard candidate.text.utf8.count > typed.count, candidate.text.utf8.starts(with: typed) else { return nil }
            return String(decoding: candidate.text.utf8.dropFirst(typed.count), as: UTF8.self)
        }
    }
}
