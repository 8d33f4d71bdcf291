import PredicateFormat

/// Finds predicates in Swift.
package struct SwiftSourceReader {
    /// The calls of a file that make predicates or expressions from strings, in the order of the file.
    ///
    /// No file is wrong: the reader skips what it does not understand, and calls whose strings the source does not
    /// show.
    package static func calls(in file: [UInt8]) -> [SourceCall] {
        // `request.predicate = .init(format: "…")` names no class.
        let words = ["redicate", "NSExpression", "Realm"]
        guard file.count <= ConfigurationLimits.fileBytes, mentions(words, in: file) else { return [] }
        var reader = Self(CodeLexer.tokens(of: file, .swift))
        return reader.calls()
    }

    private let source: SourceTokens
    private let constants: SwiftConstants
    private let format: SwiftFormatReader
    private var isRealmImported = false
    private var isOursImported = false
    /// Whether interpolations are arguments: they are pasted where only the core is imported.
    private var areInterpolationsBound = false
    /// The brackets that are open at a token.
    private var open: [Int] = []

    private init(_ source: SourceTokens) {
        self.source = source
        constants = SwiftConstants(source)
        format = SwiftFormatReader(source: source, constants: constants)
        for index in source.tokens.indices where source.isWord(index, "import") {
            // `import struct Foundation.Date` names a kind first.
            for name in [index + 1, index + 2] {
                if source.isWord(name, "RealmSwift") || source.isWord(name, "Realm") { isRealmImported = true }
                if source.isWord(name, "PredicateFormat") || source.isWord(name, "PredicateCore") {
                    isOursImported = true
                    if source.isWord(name, "PredicateFormat") { areInterpolationsBound = true }
                }
            }
        }
    }

    /// A call before its strings are read.
    private struct Candidate {
        let api: SourceCall.API
        let firstToken: Int
        /// The label of the format; nil if it has none.
        let label: String?
        /// Which of the arguments it is.
        var position = 0

        /// Whether the interpolations of a literal are format arguments.
        var binds: Bool {
            switch api {
            case .checkedPredicate, .typedPredicate: true
            default: false
            }
        }
    }

    private mutating func calls() -> [SourceCall] {
        var calls: [SourceCall] = []
        for index in source.tokens.indices where source.tokens[index].kind == .sign {
            if let last = open.last, source.partner(last) == index { open.removeLast() }
            guard let partner = source.partner(index), partner > index else { continue }
            if source.isSign(index, "("), let candidate = candidate(index), let call = call(candidate, index) {
                calls.append(call)
            }
            open.append(index)
        }
        return calls
    }

    // MARK: Which calls

    /// What a bracket calls.
    private func candidate(_ bracket: Int) -> Candidate? {
        let name = bracket - 1
        guard source.isWord(name), !source.isWord(name - 1, "func") else { return nil }
        if source.isWord(name, "init"), source.isSign(name - 1, ".") {
            if let api = constructor(name - 2) { return Candidate(api: api, firstToken: name - 2, label: label(api)) }
            return implicit(name - 1).map { Candidate(api: $0, firstToken: name - 1, label: "format") }
        }
        if let api = constructor(name) { return Candidate(api: api, firstToken: name, label: label(api)) }
        guard source.isSign(name - 1, ".") else { return nil }
        if isOursImported, source.isWord(name, "predicate"), source.isWord(name - 2),
            let letter = source[name - 2]?.byte, letter >= UInt8(ascii: "A"), letter <= UInt8(ascii: "Z")
        {
            return Candidate(api: .typedPredicate(source.text(name - 2)), firstToken: name - 2, label: nil)
        }
        guard isRealmImported else { return nil }
        if source.isWord(name, "filter") { return Candidate(api: .realm("filter"), firstToken: name, label: nil) }
        if source.isWord(name, "index") {
            return Candidate(api: .realm("index(matching:)"), firstToken: name, label: "matching")
        }
        if source.isWord(name, "indexOfObject") {
            return Candidate(api: .realm("indexOfObject(where:)"), firstToken: name, label: "where")
        }
        if source.isWord(name, "objects") {
            let isIn = source.isWord(bracket + 1, "in")
            return Candidate(
                api: .realm("objects(where:)"), firstToken: name, label: "where", position: isIn ? 1 : 0)
        }
        return nil
    }

    /// What the name of a type makes.
    private func constructor(_ name: Int) -> SourceCall.API? {
        if source.isWord(name, "NSPredicate") { return .predicate }
        if source.isWord(name, "NSExpression") { return .expression }
        guard isOursImported else { return nil }
        if source.isWord(name, "CheckedPredicate") { return .checkedPredicate }
        if source.isWord(name, "ParsedPredicate") { return .parsedPredicate }
        return source.isWord(name, "ParsedExpression") ? .parsedExpression : nil
    }

    private func label(_ api: SourceCall.API) -> String? {
        switch api {
        case .predicate, .expression: "format"
        case .parsedPredicate, .parsedExpression: "parsing"
        default: nil
        }
    }

    /// What `.init(…)` makes where the source around it says so.
    private func implicit(_ dot: Int) -> SourceCall.API? {
        var before = dot - 1
        if source.isWord(before), !source.isWord(before, "return") || source.isSign(before - 1, ".") { return nil }
        if source.isSign(before, "=") {
            before -= 1
            while source.isSign(before, "?") || source.isSign(before, "!") { before -= 1 }
            // `predicates: [NSPredicate] = [.init(…)]` comes here by its bracket.
            if source.isSign(before, "]") { before -= 1 }
            return named(before)
        }
        if source.isSign(before, ":") { return named(before - 1) }
        if source.isWord(before, "return") || source.isSign(before, "{") {
            // The bound keeps many of them in deep brackets cheap.
            let brace = source.isSign(before, "{") ? before : open.suffix(64).last { source.isSign($0, "{") } ?? -1
            before = brace - 1
            while source.isSign(before, "?") || source.isSign(before, "!") { before -= 1 }
            guard source.isSign(before - 1, ">") || source.isSign(before - 1, ":") else { return nil }
            return constructor(before)
        }
        guard let bracket = open.last, source.isSign(bracket, "["), bracket == before || source.isSign(before, ",")
        else { return nil }
        if source.isSign(bracket - 1, ":") || source.isSign(bracket - 1, "=") {
            return source.isSign(bracket - 2, "]") ? named(bracket - 3) : named(bracket - 2)
        }
        return nil
    }

    /// What a variable or an argument holds by its type or its name: `NSPredicate`, `predicate`, `andPredicateWithSubpredicates`.
    private func named(_ index: Int) -> SourceCall.API? {
        guard source.isWord(index) else { return nil }
        switch constructor(index) {
        case .predicate: return .predicate
        case .expression: return .expression
        default: break
        }
        let name = String(decoding: source.bytes(index).suffix(13), as: UTF8.self).lowercased()
        let isPredicate = ["predicate", "predicates", "subpredicates", "subpredicate"].contains {
            name.utf8.count >= $0.utf8.count && name.utf8.suffix($0.utf8.count).elementsEqual($0.utf8)
        }
        return isPredicate ? .predicate : nil
    }

    // MARK: What they say

    private mutating func call(_ candidate: Candidate, _ bracket: Int) -> SourceCall? {
        let items = SwiftArgument.list(source, bracket)
        guard candidate.position < items.count, let close = source.partner(bracket) else { return nil }
        let item = items[candidate.position]
        // `Song.predicate(parsing:)` takes a string as it is.
        let isParsing = candidate.binds && source.isWord(item.label, "parsing")
        guard isParsing || candidate.label.map({ source.isWord(item.label, $0) }) ?? (item.label < 0) else {
            return nil
        }
        let bound = candidate.binds && areInterpolationsBound && !isParsing ? format.bound(item.value) : nil
        guard let format = bound?.format ?? format.format(item.value) else { return nil }
        var arguments = bound?.arguments ?? []
        var isOpen = candidate.api == .parsedPredicate || candidate.api == .parsedExpression
        for item in items.dropFirst(candidate.position + 1) {
            if item.label < 0 {
                arguments.append(argument(item.value))
            } else if source.isWord(item.label, "argumentArray") || source.isWord(item.label, "arguments") {
                isOpen = true
                if source.isSign(item.value.lowerBound, "["),
                    source.partner(item.value.lowerBound) == item.value.upperBound - 1
                {
                    isOpen = false
                    let isBoxed = candidate.api != .checkedPredicate
                    arguments += SwiftArgument.list(source, item.value.lowerBound).map {
                        // The array has objects.
                        isBoxed ? SourceArgument(range: source.fileRange($0.value), kind: .unknown) : argument($0.value)
                    }
                }
            }
        }
        return source.call(
            candidate.api, at: candidate.firstToken..<close + 1, format, arguments: arguments, isOpen: isOpen)
    }

    private func argument(_ tokens: Range<Int>) -> SourceArgument {
        SourceArgument(range: source.fileRange(tokens), kind: SwiftArgument.kind(source, tokens))
    }

}
