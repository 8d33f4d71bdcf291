import PredicateFiles
import PredicateFormat

/// The readers of source code under one name.
enum SourceLanguage: String, CaseIterable, Sendable {
    case swift, objc, shell, python, java, kotlin, javaScript, ruby, cSharp

    func calls(in text: String) -> [SourceCall] { calls(in: Array(text.utf8)) }

    func calls(in file: [UInt8]) -> [SourceCall] {
        switch self {
        case .swift: SwiftSourceReader.calls(in: file)
        case .objc: ObjectiveCSourceReader.calls(in: file)
        case .shell: ShellReader.calls(in: file)
        case .python: LocatorReader.calls(in: file, .python)
        case .java: LocatorReader.calls(in: file, .java)
        case .kotlin: LocatorReader.calls(in: file, .kotlin)
        case .javaScript: LocatorReader.calls(in: file, .javaScript)
        case .ruby: LocatorReader.calls(in: file, .ruby)
        case .cSharp: LocatorReader.calls(in: file, .cSharp)
        }
    }
}

extension SourceCall {
    /// The call in one line: what takes the text, the text, the kinds of arguments, what is not known.
    var summary: String {
        var parts = [name, format.map { $0.text } ?? "?"]
        if !arguments.isEmpty { parts.append(arguments.map(\.kind.name).joined(separator: ",")) }
        if hasOpenArguments { parts.append("open") }
        if !injections.isEmpty { parts.append(injections.map { "\($0.kind)" }.joined(separator: ",")) }
        return parts.joined(separator: "|")
    }

    private var name: String {
        switch api {
        case .predicate: "predicate"
        case .expression: "expression"
        case .realm(let name): "realm \(name)"
        case .checkedPredicate: "checked"
        case .parsedPredicate: "parsed"
        case .parsedExpression: "parsedExpression"
        case .typedPredicate(let type): "typed \(type)"
        case .log(let subcommand): "log \(subcommand)"
        case .locator(let strategy): strategy == .predicate ? "locator" : "chain"
        }
    }

    /// All ranges that the call has in its file.
    var ranges: [Range<Int>] {
        var ranges = [range, formatRange] + substitutions + arguments.map(\.range) + injections.map(\.range)
        for problem in problems {
            for range in [problem.range] + problem.edits.map(\.range) {
                ranges.append(range.lowerBound..<range.upperBound)
            }
        }
        for text in [format] + arguments.map(\.kind.text) {
            ranges += text?.map.runs.map { $0.file..<$0.file + $0.fileCount } ?? []
        }
        return ranges
    }
}

extension SourceArgument.Kind {
    var name: String {
        switch self {
        case .integer: "integer"
        case .double: "double"
        case .boolean: "boolean"
        case .string(let text): text.map { "string \($0.text)" } ?? "string"
        case .nilLiteral: "nil"
        case .keyPath(let path): "keyPath \(path)"
        case .selector: "selector"
        case .date: "date"
        case .number: "number"
        case .collection: "collection"
        case .typed(let type): "type \(type)"
        case .unknown: "unknown"
        }
    }

    var text: LocatedText? { if case .string(let text) = self { text } else { nil } }
}

/// A file after edits, which are in the order of the file.
func edited(_ file: String, _ edits: [(range: Range<Int>, text: String)]) -> String {
    var bytes: [UInt8] = []
    let old = Array(file.utf8)
    var copied = 0
    for edit in edits.enumerated().sorted(by: {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }) {
        let range = edit.element.range
        guard range.lowerBound >= copied, range.upperBound <= old.count else { return "edits overlap" }
        bytes += old[copied..<range.lowerBound]
        bytes += Array(edit.element.text.utf8)
        copied = range.upperBound
    }
    return String(decoding: bytes + old[copied...], as: UTF8.self)
}
