import PredicateCore

/// The candidates at a position in a format string, for prompts, shells and editors.
///
/// ```swift
/// let completion = PredicateCompletion.candidates(in: "name BEG", at: 8, schema: people)
/// completion.candidates.map(\.text)        // ["BEGINSWITH"]
/// completion.replacement                   // 5 up to 8
/// ```
///
/// Every text and every cursor position has a result, perhaps without candidates. Completion uses only the text before
/// the cursor, which may be wrong or incomplete.
public struct PredicateCompletion: Hashable, Sendable {
    /// The kind of a string.
    public enum Subject: Hashable, Sendable {
        /// A predicate.
        case predicate
        /// An expression, such as `population / area`.
        case expression
    }

    /// One candidate at the cursor.
    public struct Candidate: Hashable, Sendable {
        /// The kind of a candidate, for an icon or a colour.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// A field of the record type at that point of a path.
            case field
            /// An operator of comparison, arithmetic or sets.
            case `operator`
            /// A word of the language: AND, ANY, SELF, TRUEPREDICATE.
            case keyword
            /// A literal value, or the start of one.
            case literal
            /// A case of an enumeration.
            case enumerationCase
            /// A value from the data.
            case valueSeen
            /// A function, or a form such as SUBQUERY, with its parameters in `label`.
            case function
            /// `@count` and other collection operators.
            case collectionOperator
            /// `$name`
            case variable
            /// FIRST, LAST or SIZE in the brackets of an index.
            case indexWord
            /// Options of a string operator.
            case option
            /// The name of a type for CAST, or of a function for FUNCTION.
            case name
        }

        /// The replacement for `PredicateCompletion.replacement`.
        public var text: String
        /// The text to show: a function with its parameters, a field without its quotes.
        public var label: String
        /// Its kind.
        public var kind: Kind
        /// Edits elsewhere in the text that belong to it, like the `additionalTextEdits` of the Language Server
        /// Protocol: `tags BEGINSWITH` needs ANY before the list. Ranges refer to the original text, before the cursor
        /// and outside of `PredicateCompletion.replacement`. A caller that cannot make them should skip the candidate.
        public var additionalEdits: [PredicateDiagnostic.Edit] = []
        /// The type of the value, if it is a value.
        public var type: ValueType?
        /// A sentence.
        public var documentation: String?
        /// Whether something must follow: the arguments of a function, the right side of an operator, the
        /// field after a dot. A prompt adds no space after such a candidate if it ends in a bracket or a dot.
        public var isOpen: Bool
        /// The position in the order of usefulness, from 0.
        public var rank: Int
    }

    /// The largest offset of the cursor, in bytes, at which candidates are offered. The limit keeps the response time
    /// short.
    public static let longestText = 1 << 17

    /// The typed text that a candidate replaces, up to the cursor, in UTF-8 offsets.
    public var replacement: SourceRange
    /// The candidates, the most useful first.
    public var candidates: [Candidate]
    /// A hint about a common mistake at this position: a list needs ANY or ALL before it.
    public var hint: String?

    /// The candidates at the cursor.
    ///
    /// - Parameters:
    ///   - text: the text. The text after the cursor matters only if it begins with the bracket or quote that a
    ///     candidate would close.
    ///   - offset: the UTF-8 offset of the cursor. An offset outside the text counts as the nearer end, one within a
    ///     character as the offset before it.
    ///   - schema: the types of the records; without it no fields and no values are known.
    ///   - library: the available functions and operators.
    ///   - variables: the substitution variables that have values, without `$`, with their types.
    ///   - arguments: the values of format arguments before the cursor; nil if they are not known yet.
    ///   - subject: whether the text is a predicate or an expression.
    ///   - limits: strings that are longer or deeper have no candidates.
    ///   - count: the maximum number of candidates.
    public static func candidates(
        in text: String, at offset: Int, schema: RecordSchema?, library: PredicateLibrary = .standard,
        variables: [String: ValueType] = [:], arguments: [PredicateValue]? = nil, as subject: Subject = .predicate,
        limits: PredicateLimits = .standard, atMost count: Int = 1000
    ) -> PredicateCompletion {
        candidates(
            in: text, at: offset, schema: schema, library: library, types: NameTable(variables), arguments: arguments,
            as: subject, limits: limits, atMost: count)
    }

    /// The candidates at the cursor, with the types of variables in a `NameTable`.
    package static func candidates(
        in text: String, at offset: Int, schema: RecordSchema?, library: PredicateLibrary,
        types variables: NameTable<ValueType>, arguments: [PredicateValue]? = nil, as subject: Subject = .predicate,
        limits: PredicateLimits = .standard, atMost count: Int = 1000
    ) -> PredicateCompletion {
        let cursor = CompletionCursor(text, at: offset, library: library, limits: limits)
        var result = PredicateCompletion(replacement: cursor.replacement, candidates: [])
        var finder = CandidateFinder(
            cursor: cursor, schema: schema, library: library, variables: variables, arguments: arguments,
            limits: limits, isExpression: subject == .expression)
        for record in cursor.records(as: subject == .expression, library: library, limits: limits) {
            finder.find(at: record)
        }
        result.hint = finder.hint
        result.candidates = finder.sorted(atMost: max(0, count))
        return result
    }

    /// The text after inserting a candidate, with its additional edits.
    public func inserting(_ candidate: Candidate, in text: String) -> String {
        let whole = PredicateDiagnostic.Edit(replacing: replacement, with: candidate.text)
        var result = ""
        var location = 0
        for edit in (candidate.additionalEdits + [whole]).sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += SourceRange(location, max(location, edit.range.lowerBound)).text(in: text) + edit.text
            location = max(location, edit.range.upperBound)
        }
        return result + SourceRange(location, max(location, text.utf8.count)).text(in: text)
    }
}
