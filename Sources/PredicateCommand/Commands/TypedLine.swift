import PredicateFormat

/// The command line as it was typed, for messages that repeat it with a change.
struct TypedLine {
    private let words: [String]

    /// - Parameters:
    ///   - arguments: the words of the command line after `predicate`; empty if they are unknown.
    ///   - others: a command line to use then.
    init(_ arguments: [String], or others: [String] = []) { words = arguments.isEmpty ? others : arguments }

    /// The line with one word replaced by others, which are already quoted. The word is the first of its text.
    ///
    /// - Parameter left: a later word to leave out.
    func replacing(_ word: String, with others: [String], without left: String? = nil) -> String {
        var quoted: [String] = []
        var isDone = false
        var left = left
        for (index, each) in words.enumerated() {
            if !isDone, index > 0, each == word {
                quoted += others
                isDone = true
            } else if isDone, let dropped = left, each == dropped {
                left = nil
            } else {
                quoted.append(ShellWord.quoted(each))
            }
        }
        return (["predicate"] + quoted).joined(separator: " ")
    }

    /// A failure for `--sort population DESC`, where the direction would be an operand; nil for other lines.
    var misplacedDirection: CommandFailure? {
        guard let command = words.first, ["filter", "explain", "sql"].contains(command) else { return nil }
        for index in words.indices.dropFirst() where words[index] != "--" {
            guard let (option, keys, next) = sortOption(at: index), next < words.count else { continue }
            let direction = words[next]
            let lowered = direction.lowercased()
            guard ["asc", "desc", "ascending", "descending"].contains(lowered), !MisplacedFile.exists(direction),
                let last = RecordQuery.items(of: keys).last
            else { continue }
            let isDescending = lowered.hasPrefix("desc")
            var sorted = keys
            if isDescending, !last.isEmpty, !last.startsExactly(with: "-") {
                sorted = String(keys.dropLast(last.count)) + "-" + last
            }
            var line = words
            line.replaceSubrange(index...next, with: [option, sorted])
            let text = (["predicate"] + line).map(ShellWord.quoted).joined(separator: " ")
            let reason = isDescending ? "a minus sorts in descending order" : "the order is ascending without it"
            return CommandFailure(
                .usage, "error: `\(SafeText.plain(direction))` does not belong here; \(reason): \(text)")
        }
        return nil
    }

    /// The option for the order at a word, its keys, and the index of the word after them.
    private func sortOption(at index: Int) -> (option: String, keys: String, next: Int)? {
        let word = words[index]
        if word == "--sort" || word == "-s" {
            return index + 1 < words.count ? (word, words[index + 1], index + 2) : nil
        }
        guard word.startsExactly(with: "--sort=") else { return nil }
        return ("--sort", String(word.dropFirst("--sort=".count)), index + 1)
    }
}
