/// Finds unquoted keys in a format string: `first name == 'x'`, `http.status_code > 499`,
/// `labels.app.kubernetes.io/name`.
///
/// The parser reads such a key as operators, paths and words, so its errors do not mention the key. If a format string
/// has errors, this type looks in it for keys of the schema that are not identifiers. A key is found if quoting it
/// removes the errors at its location. The missing quotes are then the one error there, and the other errors are those
/// of the text with the quotes.
struct UnquotedKeys {
    /// All diagnostics of a format string, and the ranges of its syntax errors.
    struct Findings {
        var diagnostics: [PredicateDiagnostic]
        var syntaxErrors: [SourceRange]
        /// The tree of the text, if there is one.
        var tree: PredicateTreeNode?
    }

    private let schema: RecordSchema
    private let diagnose: (String) -> Findings
    /// The keys that are not identifiers, by their first letter or digit.
    private let keys: [Unicode.Scalar: [Key]]
    /// The keys without a letter or digit, such as an emoji. Keys of ASCII punctuation are left out, because they are
    /// operators.
    private let signs: [String]
    private let hasFreeKeys: Bool
    /// The number of format strings that may still be diagnosed; a long one has fewer.
    private var budget: Int
    private static let mostTexts = 64
    private static let leastTexts = 4

    private static let longestText = 1 << 14
    private static let longestKey = 200
    private static let mostKeys = 5000
    /// The largest number of errors that are examined.
    private static let mostErrors = 50
    /// The number of words with spaces between them that may form one key.
    private static let mostWords = 4

    /// A key, with its letters and digits, and the gaps before them.
    private struct Key {
        var name: String
        var letters: [Unicode.Scalar] = []
        /// For each letter, whether another character precedes it.
        var isBehindGap: [Bool] = []
        /// The characters before the first letter.
        var head: [Unicode.Scalar] = []
        /// The characters after the last letter.
        var tail: [Unicode.Scalar] = []

        init(_ name: String) {
            self.name = name
            var gap: [Unicode.Scalar] = []
            for scalar in name.unicodeScalars {
                guard UnquotedKeys.isLetter(scalar) else {
                    gap.append(scalar)
                    continue
                }
                if letters.isEmpty { head = gap }
                for folded in scalar.properties.lowercaseMapping.unicodeScalars {
                    letters.append(folded)
                    isBehindGap.append(!gap.isEmpty)
                    gap = []
                }
            }
            tail = gap
        }
    }

    /// A range of a format string that may be a key.
    private struct Candidate {
        var range: SourceRange
        var replacement: String
        /// The key itself.
        var key: String
        var written: String
        var isExact: Bool
        /// Whether it begins a path.
        var isRoot = false
        /// Whether the schema does not list the key.
        var isFree = false
    }

    private init(_ schema: RecordSchema, source: String, diagnose: @escaping (String) -> Findings) {
        self.schema = schema
        self.diagnose = diagnose
        budget = max(Self.leastTexts, min(Self.mostTexts, Self.longestText / max(1, source.utf8.count)))
        // Only keys whose first letter is in the text can be there.
        let letters = Set(source.unicodeScalars.lazy.filter(Self.isLetter).map(Self.folded))
        var keys: [Unicode.Scalar: [Key]] = [:]
        var hasFreeKeys = schema.root.hasFreeKeys
        var known: Set<ExactName> = []
        var signs: [String] = []
        for type in schema.types.values {
            if type.additional != nil { hasFreeKeys = true }
            for field in type.fields {
                if field.type.hasFreeKeys { hasFreeKeys = true }
                guard known.count < Self.mostKeys, field.name.utf8.count <= Self.longestKey,
                    !SourceSpelling.isWord(field.name), known.insert(ExactName(field.name)).inserted
                else { continue }
                guard let letter = field.name.unicodeScalars.first(where: Self.isLetter) else {
                    if !field.name.unicodeScalars.allSatisfy(\.isASCII) { signs.append(field.name) }
                    continue
                }
                guard letters.contains(Self.folded(letter)) else { continue }
                let key = Key(field.name)
                if let first = key.letters.first { keys[first, default: []].append(key) }
            }
        }
        self.keys = keys
        self.signs = signs
        self.hasFreeKeys = hasFreeKeys
    }

    /// The diagnostics of a format string, with each unquoted key reported as such.
    static func recovered(
        _ found: Findings, in source: String, _ schema: RecordSchema?, diagnose: @escaping (String) -> Findings
    ) -> [PredicateDiagnostic] {
        guard let schema, source.utf8.count <= longestText,
            found.diagnostics.contains(where: { $0.severity == .error })
        else { return found.diagnostics }
        var search = UnquotedKeys(schema, source: source, diagnose: diagnose)
        if search.keys.isEmpty, search.signs.isEmpty, !search.hasFreeKeys { return found.diagnostics }
        return search.recovered(found, in: source)
    }

    private mutating func recovered(_ found: Findings, in source: String) -> [PredicateDiagnostic] {
        let errors = Array(found.diagnostics.lazy.filter { $0.severity == .error }.prefix(Self.mostErrors))
        if errors.isEmpty { return found.diagnostics }
        let text = KeyText(source)
        // An edit that is already offered is not searched for again.
        let offered = errors.filter { !$0.edits.isEmpty && $0.areEditsApplicable }.map { error in
            PredicateDiagnostic.Edit.apply(error.edits, to: source)
        }
        var settled: [SourceRange] = []
        for candidate in candidates(in: text, near: errors.map(\.range)) {
            guard budget > 0 else { return found.diagnostics }
            let edit = PredicateDiagnostic.Edit(replacing: candidate.range, with: candidate.replacement)
            let fixed = PredicateDiagnostic.Edit.apply([edit], to: source)
            if offered.contains(where: { sameCodePoints($0, fixed) }) { settled.append(candidate.range) }
            if settled.contains(where: { $0.touches(candidate.range) }) { continue }
            budget -= 1
            let after = diagnose(fixed)
            let lower = candidate.range.lowerBound
            let location = SourceRange(lower, lower + candidate.replacement.utf8.count)
            guard !after.syntaxErrors.contains(where: { $0.touches(location) }),
                !after.diagnostics.contains(where: { Self.isOfNames($0) && $0.range.touches(location) }),
                !candidate.isFree || Self.isKeyOfDictionary(candidate.key, upTo: location.upperBound, in: after.tree)
            else { continue }
            let message = PredicateDiagnostic.unquotedKey(
                candidate.isExact ? candidate.key : candidate.written, candidate.replacement,
                isExact: candidate.isExact, seen: seen(candidate.key), at: candidate.range)
            let others = recovered(after, in: fixed).map { $0.moved(from: location, to: candidate.range) }
            return ParsedPredicate.ordered([message] + others)
        }
        return found.diagnostics
    }

    private static func isOfNames(_ diagnostic: PredicateDiagnostic) -> Bool {
        guard diagnostic.severity == .error else { return false }
        return [.unknownField, .noFields, .unknownCollectionOperator].contains(diagnostic.code)
    }

    /// Whether the tree looks up a key in an object without fixed keys.
    private static func isKeyOfDictionary(_ key: String, upTo end: Int, in tree: PredicateTreeNode?) -> Bool {
        var isFound = false
        tree?.forEachNode { node in
            guard case .expression(let tree) = node, tree.range?.upperBound == end,
                case .index(let base, .at(let index)) = tree.kind, case .constant(.string(let name)) = index.kind,
                case .dictionary = base.type.unwrapped
            else { return }
            if sameCodePoints(name, key) { isFound = true }
        }
        return isFound
    }

    /// "seen in 912 of 1000 records", if exactly one type has the key.
    private func seen(_ key: String) -> String? {
        let fields = schema.types.values.compactMap { $0.field(named: key)?.statistics }
        guard fields.count == 1, let statistics = fields.first else { return nil }
        return "seen in \(statistics.present) of \(statistics.total) records"
    }

    // MARK: Without a schema

    /// Whether a syntax error may come from an unquoted key, which can be decided only once records have been read.
    static func mayStand(in error: PredicateDiagnostics, library: PredicateLibrary) -> Bool {
        let text = KeyText(error.source)
        guard error.source.utf8.count <= longestText,
            let first = error.diagnostics.first(where: { $0.severity == .error })
        else { return false }
        let starts = text.starts(near: first.range, reach: longestKey)
        return starts.reversed().contains { start in
            runs(in: text, at: start, touching: [first.range]).prefix(8).contains { candidate in
                let edit = PredicateDiagnostic.Edit(replacing: candidate.range, with: candidate.replacement)
                let fixed = PredicateDiagnostic.Edit.apply([edit], to: error.source)
                return (try? ParsedPredicate(parsing: fixed, library: library)) != nil
            }
        }
    }

    // MARK: Candidates

    private func candidates(in text: KeyText, near errors: [SourceRange]) -> [Candidate] {
        var found: [Candidate] = []
        var free: [Candidate] = []
        var tried: Set<Int> = []
        for error in errors {
            for start in text.starts(near: error, reach: Self.longestKey) where tried.insert(start).inserted {
                found += matches(in: text, at: start, touching: errors)
                if hasFreeKeys { free += Self.runs(in: text, at: start, touching: errors) }
            }
        }
        // Longest first: `app.kubernetes.io/name` before `io/name`.
        found = found.enumerated().sorted { a, b in
            let (x, y) = (a.element, b.element)
            if x.range.count != y.range.count { return x.range.count > y.range.count }
            if x.isExact != y.isExact { return x.isExact }
            return a.offset < b.offset
        }.map(\.element)
        return found + free.filter { !$0.isRoot }
    }

    /// The keys of the schema that may be meant at an offset.
    private func matches(in text: KeyText, at start: Int, touching errors: [SourceRange]) -> [Candidate] {
        if let quoted = text.quoteHabit(at: start) {
            guard let first = quoted.content.unicodeScalars.first(where: Self.isLetter) else { return [] }
            return (keys[Self.folded(first)] ?? []).compactMap { key in
                let isExact = sameCodePoints(key.name, quoted.content)
                guard isExact || Suggestions.areAlike(key.name, quoted.content) else { return nil }
                return candidate(key.name, quoted.range, text, isExact: isExact, touching: errors)
            }
        }
        let exact = signs.compactMap { name in
            text.end(ofExact: name, at: start).flatMap {
                candidate(name, SourceRange(start, $0), text, isExact: true, touching: errors)
            }
        }
        if !exact.isEmpty { return exact }
        guard let (first, _) = text.firstLetter(at: start) else { return [] }
        return (keys[Self.folded(first)] ?? []).compactMap { key in
            if let end = text.end(ofExact: key.name, at: start) {
                return candidate(key.name, SourceRange(start, end), text, isExact: true, touching: errors)
            }
            guard let end = end(of: key, in: text, at: start) else { return nil }
            return candidate(key.name, SourceRange(start, end), text, isExact: false, touching: errors)
        }
    }

    private func candidate(
        _ key: String, _ range: SourceRange, _ text: KeyText, isExact: Bool, touching errors: [SourceRange]
    ) -> Candidate? {
        let written = text.text(range)
        // A one-word name is looked up as a field, which takes its context into account.
        guard !SourceSpelling.isWord(written), let location = text.location(of: range),
            errors.contains(where: { $0.touches(location.range) })
        else { return nil }
        return Candidate(
            range: location.range, replacement: location.path(to: key), key: key, written: written, isExact: isExact)
    }

    /// Candidates after a dot or in brackets that may be keys of an object whose keys are not fixed.
    private static func runs(in text: KeyText, at start: Int, touching errors: [SourceRange]) -> [Candidate] {
        var ranges: [(range: SourceRange, content: String)] = []
        if let quoted = text.quoteHabit(at: start) {
            ranges = [(quoted.range, quoted.content)]
        } else {
            ranges = text.runs(at: start, words: mostWords).map { ($0, text.text($0)) }
        }
        return ranges.compactMap { range, content in
            guard content.unicodeScalars.contains(where: IdentifierCharacters.isStart),
                !SourceSpelling.isWord(content), content.utf8.count <= longestKey, !startsWithOperator(content),
                let location = text.location(of: range), errors.contains(where: { $0.touches(location.freeRange) })
            else { return nil }
            return Candidate(
                range: location.freeRange, replacement: location.freePath(to: content), key: content, written: content,
                isExact: true, isRoot: location.kind == .root, isFree: true)
        }
    }

    /// `@count.name`: a collection operator with text after it.
    private static func startsWithOperator(_ content: String) -> Bool {
        let first = content.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).first ?? []
        return CollectionOperator(name: String(decoding: first, as: UTF8.self)) != nil
    }

    /// The end of a key that is spelled differently: other characters between its words, or none, or another case.
    private func end(of key: Key, in text: KeyText, at start: Int) -> Int? {
        let scalars = text.scalars
        guard var index = text.index[start] else { return nil }
        for scalar in key.head where index < scalars.count && scalars[index].scalar == scalar { index += 1 }
        var matched = 0
        while matched < key.letters.count, index < scalars.count {
            let scalar = scalars[index].scalar
            if Self.isLetter(scalar) {
                let folded = Array(scalar.properties.lowercaseMapping.unicodeScalars)
                let end = matched + folded.count
                guard end <= key.letters.count, key.letters[matched..<end].elementsEqual(folded) else { return nil }
                matched = end
            } else {
                let isGap = matched > 0 && key.isBehindGap[matched] && KeyText.separators.contains(scalar)
                guard matched > 0, isGap || scalar == "_" else { return nil }
            }
            index += 1
        }
        guard matched == key.letters.count else { return nil }
        var end = index
        for scalar in key.tail {
            guard end < scalars.count, scalars[end].scalar == scalar else { break }
            end += 1
        }
        guard end == scalars.count || !IdentifierCharacters.isContinue(scalars[end].scalar) else { return nil }
        return text.offset(of: end)
    }

    fileprivate static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "_" && IdentifierCharacters.isContinue(scalar)
    }

    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    }
}

extension ParsedPredicate {
    /// Whether a syntax error may come from an unquoted key, which can be decided only once records have been read.
    package static func mayLackQuotes(_ error: PredicateDiagnostics, library: PredicateLibrary) -> Bool {
        UnquotedKeys.mayStand(in: error, library: library)
    }
}

extension ValueType {
    /// Whether the type, or the type of its elements, is an object whose keys are not fixed.
    fileprivate var hasFreeKeys: Bool {
        switch innermost.unwrapped {
        case .dictionary: true
        default: false
        }
    }
}

extension SourceRange {
    /// Whether two ranges overlap or are adjacent.
    fileprivate func touches(_ other: SourceRange) -> Bool {
        lowerBound <= other.upperBound && other.lowerBound <= upperBound
    }

    fileprivate var count: Int { upperBound - lowerBound }
}

extension PredicateDiagnostic {
    /// Maps a diagnostic of the text with an edit at `location` to the original text.
    fileprivate func moved(from location: SourceRange, to original: SourceRange) -> PredicateDiagnostic {
        func end(_ offset: Int, inside: Int) -> Int {
            if offset <= location.lowerBound { return offset }
            return offset >= location.upperBound ? offset - location.upperBound + original.upperBound : inside
        }
        func cuts(_ range: SourceRange) -> Bool {
            [range.lowerBound, range.upperBound].contains { $0 > location.lowerBound && $0 < location.upperBound }
        }
        var diagnostic = moved {
            SourceRange(
                end($0.lowerBound, inside: original.lowerBound), end($0.upperBound, inside: original.upperBound))
        }
        // An edit inside the inserted text has no counterpart in the original text.
        if edits.contains(where: { cuts($0.range) }) { diagnostic.edits = [] }
        return diagnostic
    }
}
