import PredicateFormat
import PredicateRecords

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

    /// A failure for a character with too many combining marks; nil for other lines. The parser of command lines compares
    /// characters, which takes quadratic time for such a character.
    var longCharacter: CommandFailure? {
        let most = Self.mostBytesOfCharacter
        guard words.contains(where: { $0.utf8.count > most && $0.contains { $0.utf8.count > most } }) else {
            return nil
        }
        return CommandFailure(
            .usage,
            """
            error: a character of the command line has more than \(most) bytes of combining marks; write the predicate \
            into a file
            """
        )
    }

    private static let mostBytesOfCharacter = 1 << 14

    /// A failure for `--sort population DESC`, where the direction would be an operand; nil for other lines.
    var misplacedDirection: CommandFailure? {
        guard let command = words.first, ["filter", "explain", "sql"].contains(command) else { return nil }
        for index in words.indices.dropFirst().prefix(while: { words[$0] != "--" }) {
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
            var end = next
            if next + 2 < words.count, words[next + 1].lowercased() == "nulls",
                ["first", "last"].contains(words[next + 2].lowercased())
            {
                sorted += ":nil-" + words[next + 2].lowercased()
                end = next + 2
            }
            let text = line(replacing: index...end, with: [option, sorted])
            let reason = isDescending ? "a minus sorts in descending order" : "the order is ascending without it"
            return CommandFailure(
                .usage, "error: `\(SafeText.plain(direction))` does not belong here; \(reason): \(text)")
        }
        return nil
    }

    /// A failure for `--select name, age`, where a shell makes several words of a list; nil for other lines.
    var splitList: CommandFailure? {
        guard let command = words.first, ["filter", "explain", "sql"].contains(command) else { return nil }
        for index in words.indices.dropFirst().prefix(while: { words[$0] != "--" }) {
            guard Self.lists.contains(words[index]), index + 2 < words.count, words[index + 1].hasSuffix(","),
                !MisplacedFile.exists(words[index + 2])
            else { continue }
            var end = index + 1
            while end + 1 < words.count, words[end].hasSuffix(",") { end += 1 }
            // `--sort name, 'age > 1'`: a comma too many before the predicate.
            let isPredicate = ["--sort", "-s"].contains(words[index]) && words[end].contains { "<>=!".contains($0) }
            guard !words[end].startsExactly(with: "--"), !isPredicate else { continue }
            let list = words[index + 1...end].joined(separator: " ")
            let text = line(replacing: index + 1...end, with: [list])
            return CommandFailure(.usage, "error: a list with blanks needs quotes: \(text)")
        }
        return nil
    }

    /// The options whose values are lists.
    private static let lists = ["--sort", "-s", "--select", "--group-by", "--aggregate", "--omit", "--exclude"]

    private func line(replacing range: ClosedRange<Int>, with others: [String]) -> String {
        var line = words
        line.replaceSubrange(range, with: others)
        return (["predicate"] + line).map(ShellWord.quoted).joined(separator: " ")
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
