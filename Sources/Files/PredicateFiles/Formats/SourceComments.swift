/// The comments of a source file and its lines.
struct SourceComments {
    /// A comment, with its signs.
    struct Comment {
        let start: Int32
        let end: Int32
        /// Whether nothing comes before it in its line.
        let isAlone: Bool
    }

    private let file: [UInt8]
    private let comments: [Comment]
    /// The offsets at which lines begin.
    private let lines: [Int32]
    /// How many lines of comments above a call belong to it.
    private static let limit = 8

    init(_ file: [UInt8], _ comments: [Comment]) {
        self.file = file
        self.comments = comments
        var lines: [Int32] = [0]
        for offset in file.indices where file[offset] == 0x0A { lines.append(Int32(offset + 1)) }
        self.lines = lines
    }

    /// The number of the line of an offset, from 0.
    func line(of offset: Int) -> Int {
        return max(0, lines.partitioningIndex { Int($0) > offset } - 1)
    }

    /// The content of the comments of a call: after it in its last line, within it, above its line or statement.
    func texts(behind ends: [Int], within range: Range<Int>, above starts: [Int]) -> [String] {
        var found: [Int] = []
        func add(_ index: Int) {
            if !found.contains(index) { found.append(index) }
        }
        for end in ends {
            let index = firstComment(from: end)
            if index < comments.count, line(of: Int(comments[index].start)) == line(of: end) { add(index) }
        }
        var index = firstComment(from: range.lowerBound)
        while index < comments.count, Int(comments[index].end) <= range.upperBound, found.count < Self.limit {
            add(index)
            index += 1
        }
        for start in starts {
            var line = line(of: start)
            var index = firstComment(from: Int(lines[line])) - 1
            var count = 0
            while index >= 0, count < Self.limit, comments[index].isAlone,
                self.line(of: Int(comments[index].end) - 1) == line - 1
            {
                add(index)
                line = self.line(of: Int(comments[index].start))
                index -= 1
                count += 1
            }
        }
        return found.map { text(of: comments[$0]) }
    }

    /// The index of the first comment that begins at an offset or after it.
    private func firstComment(from offset: Int) -> Int {
        comments.partitioningIndex { Int($0.start) >= offset }
    }

    /// What a comment says: without its signs and the white space at its ends. A long one is cut off.
    private func text(of comment: Comment) -> String {
        var range = Int(comment.start)..<max(Int(comment.start), min(Int(comment.end), Int(comment.start) + 1000))
        if matches("/*", in: file, at: range.lowerBound) {
            if matches("*/", in: file, at: range.upperBound - 2), range.count >= 4 {
                range = range.lowerBound..<range.upperBound - 2
            }
            range = trimmed(range) { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "/") || $0 <= 0x20 }
        } else {
            range = trimmed(range) { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "/") || $0 <= 0x20 }
        }
        return String(decoding: file[range], as: UTF8.self)
    }

    /// The range without signs at its beginning and white space at its end.
    private func trimmed(_ range: Range<Int>, _ isSign: (UInt8) -> Bool) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, isSign(file[lower]) { lower += 1 }
        while lower < upper, file[upper - 1] <= 0x20 { upper -= 1 }
        return lower..<upper
    }
}

extension SourceTokens {
    /// The offset at which the statement of a token begins, as far as lines that go on from others tell.
    func statementStart(of index: Int) -> Int {
        guard let token = self[index] else { return 0 }
        var first = index
        var line = comments.line(of: Int(token.start))
        // Bounds what one call costs.
        var steps = 200
        while steps > 0, let before = self[first - 1], let current = self[first] {
            let lineBefore = comments.line(of: Int(before.start))
            if lineBefore != line {
                guard goesOn(before, current) else { break }
                line = lineBefore
            }
            first -= 1
            steps -= 1
        }
        return self[first].map { Int($0.start) } ?? 0
    }

    /// Whether a statement goes on in the next line.
    private func goesOn(_ before: SourceToken, _ after: SourceToken) -> Bool {
        if before.kind == .directiveEnd || after.kind == .directiveStart { return false }
        if before.kind == .sign, "([,=+:?&|.-".utf8.contains(before.byte) { return true }
        return after.kind == .sign && ".+?:,)]&|=".utf8.contains(after.byte)
    }
}
