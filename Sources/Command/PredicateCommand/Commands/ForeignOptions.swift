import ArgumentParser
import PredicateFormat

/// What to write for an option that a sub-command does not have.
struct ForeignOptions {
    /// What people write who know grep, jq, SQL, sort and head.
    private struct Habit {
        /// The option of ours that the advice names; nil if it names none.
        var needs: String?
        var words: [String]
        var advice: String

        init(_ needs: String?, _ advice: String, _ words: String...) {
            self.needs = needs
            self.words = words
            self.advice = advice
        }
    }

    private static let habits: [Habit] = [
        Habit(
            "--exit-status", "for the status alone, write `--exit-status > /dev/null`", "-q", "--quiet", "--silent"),
        Habit(nil, "write the opposite condition: `NOT (…)`", "-v", "--invert-match", "--invert", "--not"),
        Habit(
            "--output", "`--output tsv` writes values without quotes", "-r", "--raw-output", "--raw", "--raw-strings"),
        Habit(
            nil, "`[c]` after an operator ignores case: `name CONTAINS[c] \"x\"`", "-i", "--ignore-case",
            "--case-insensitive", "--icase"),
        Habit(
            "--sort", "a minus sorts in descending order: `--sort -KEY`", "--desc", "--descending", "--reverse"),
        Habit("--sort", "`--sort KEY` sorts in ascending order", "--asc", "--ascending"),
        Habit(
            "--sort", "write `--sort KEY`, or `--sort -KEY` for descending order", "--order-by", "--orderby", "--order",
            "--sort-by", "--sortby", "--key", "-k"),
        Habit(
            nil, "the predicate needs no option: `COMMAND 'PREDICATE' FILE`", "--where", "--filter", "--query",
            "--condition",
            "--expr", "--expression", "--predicate", "--regexp", "-e"),
        Habit(
            "--limit", "`--limit N` writes the first N results", "--head", "--lines", "--top", "--first", "--take",
            "--max", "--max-count", "--max-results", "--rows", "--size", "-m"),
        Habit(
            "--limit",
            "`--limit N` writes the first N results, and `--count --with-filename` counts those of each file", "-l"),
        Habit(
            "--limit", "sort in descending order, and take the first: `--sort -KEY --limit N`", "--tail", "--last",
            "--bottom"),
        Habit("--offset", "write `--offset N`", "--skip", "--start"),
        Habit(
            "--output", "`--output json` writes one list, and `--output ndjson` a record on each line", "--json",
            "--slurp", "-j"),
        Habit(
            "--output", "write `--output ndjson`", "--ndjson", "--jsonl", "--json-lines", "--compact",
            "--compact-output"),
        Habit("--output", "write `--output csv`", "--csv"),
        Habit("--output", "write `--output tsv`", "--tsv", "--tabs"),
        Habit("--output", "write `--output yaml`", "--yaml"),
        Habit("--output", "write `--output markdown`", "--markdown", "--md"),
        Habit("--output", "write `--output pretty`", "--pretty", "--indent", "--pretty-print"),
        Habit(
            "--from", "`--output table` writes a table, and `--from sqlite:FILE#TABLE` reads one", "--table"),
        Habit("--from", "write `--from sqlite:FILE#TABLE`", "--db", "--database", "--sqlite", "--dsn", "--url"),
        Habit(
            "--output",
            "`--output FORMAT` takes \(OutputFormat.allCases.map(\.rawValue).joined(separator: ", "))",
            "--format", "--output-format", "--out-format", "--fmt", "--to"),
        Habit(
            "--select", "write `--select FIELDS`", "--fields", "--field", "--columns", "--column", "--cols", "--keys",
            "--pick", "--project", "--projection", "--only", "--show", "--get"),
        Habit("--omit", "write `--omit FIELDS`", "--drop", "--without", "--remove", "--hide", "--except", "--delete"),
        Habit("--group-by", "write `--group-by KEYS`", "--group", "--groupby", "--by", "--count-by", "--countby"),
        Habit(
            "--aggregate", "write `--aggregate 'sum(FIELD)'`, or another function", "--sum", "--avg", "--average",
            "--mean", "--min", "--median", "--total", "--agg", "--percentile", "--p95", "--count-distinct"),
        Habit(
            "--select", "a predicate chooses records, and `--select 'name, metadata.namespace'` their fields", "--jq",
            "--jsonpath", "--map"),
        Habit("--distinct", "write `--distinct`", "--unique", "--uniq", "--dedupe", "--dedup", "-u"),
        Habit(
            "--output", "records are JSON, and `--output csv` or `--output tsv` writes columns", "--delimiter",
            "--separator", "--sep", "-d", "-t", "-F"),
        Habit(
            nil, "files need no option: `COMMAND 'PREDICATE' FILE`", "--file", "--files", "--input", "--in", "--data"),
        Habit(
            nil, "write a pattern in the predicate: `name MATCHES \"P.*\"`", "--regex", "--pattern", "--perl-regexp",
            "--extended-regexp", "-E", "-P"),
        Habit("--with-filename", "write `--with-filename`", "-H"),
        Habit(nil, "name the files: `COMMAND 'PREDICATE' FOLDER/*.ndjson`", "-R", "--recursive", "--include"),
        Habit(
            "--arg", "`--arg VALUE` is for `%@`, and `--var NAME=VALUE` for `$NAME`", "--argjson", "--param", "--set"),
        Habit("--threads", "write `--threads N`", "--jobs", "--parallel", "--workers"),
        Habit(nil, "terminals show colours, and `NO_COLOR=1` turns them off", "--color", "--colour", "--no-color"),
        Habit(
            nil, "compare the field of the date: `time >= \"2026-01-31\"`", "--since", "--until", "--after", "--before"),
        Habit(
            nil, "functions of dates take the time zone: `hour(time, \"Europe/Berlin\")`", "--tz", "--timezone",
            "--time-zone"),
    ]

    /// The failure for an unknown option; nil for other errors of the command line.
    ///
    /// - Parameters:
    ///   - message: the message of the parser.
    ///   - arguments: the words of the command line.
    ///   - commands: the descriptions of the sub-commands.
    static func failure(_ message: String, _ arguments: [String], _ commands: [CommandHelp]) -> CommandFailure? {
        let start = "Unknown option '"
        guard message.hasPrefix(start), let end = message.dropFirst(start.count).firstIndex(of: "'") else { return nil }
        let option = String(message[message.index(message.startIndex, offsetBy: start.count)..<end])
        let shown = SafeText.plain(option)
        guard let command = commands.first(where: { $0.commandName == arguments.first }) else {
            guard arguments.first?.startsExactly(with: "-") == true,
                let named = commands.first(where: { $0.optionNames.contains(option) })?.commandName
            else { return nil }
            let line = (["predicate", named] + arguments).map(ShellWord.quoted).joined(separator: " ")
            return CommandFailure(.usage, "error: a sub-command comes first: \(line)")
        }
        let name = "predicate \(command.commandName)"
        let own = command.optionNames
        // `--order_by` is meant as `--order-by`.
        let spelling = option.startsExactly(with: "--") ? option.lowercased().replacing("_", with: "-") : option
        let habit = habits.first { habit in
            habit.words.contains(spelling) && (habit.needs.map(own.contains) ?? command.takesPredicate)
        }
        if let habit {
            let advice = habit.advice.replacing("COMMAND", with: name)
            return CommandFailure(.usage, "error: `\(shown)` is not an option; \(advice)")
        }
        let long = own.filter { $0.startsExactly(with: "--") }
        let word = String(option.drop { $0 == "-" })
        if word.utf8.count > 1 {
            let near =
                long.first { $0.startsExactly(with: "--" + word) }
                ?? Suggestions.nearest(to: word, among: long.map { String($0.dropFirst(2)) }).map { "--" + $0 }
            if let near {
                return CommandFailure(.usage, "error: `\(shown)` is not an option; did you mean `\(near)`?")
            }
        }
        return CommandFailure(
            .usage, "error: `\(shown)` is not an option of `\(name)`; `\(name) --help` lists its options")
    }
}

extension CommandHelp {
    /// The names of all options and flags, with their dashes.
    fileprivate var optionNames: [String] { (arguments ?? []).flatMap { ($0.names ?? []).map(\.text) } }

    /// Whether the command evaluates a predicate for records.
    fileprivate var takesPredicate: Bool {
        let operands = (arguments ?? []).filter { $0.kind == .positional }.compactMap(\.valueName)
        return operands.contains("predicate") && operands.contains("file") || commandName == "filter"
    }
}
