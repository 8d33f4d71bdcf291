import PredicateCore
import PredicatePlatform

/// A function of this program in the database: it takes the number of a test and the string to test.
package struct SQLTextTest: Sendable {
    let function: String
    let number: @Sendable (_ op: String, _ options: StringOptions, _ other: String) -> Int64?

    /// - Parameter number: the number of the test with an operator, its options and its right side; nil if there is none.
    package init(
        function: String,
        number: @escaping @Sendable (_ op: String, _ options: StringOptions, _ other: String) -> Int64?
    ) {
        self.function = function
        self.number = number
    }
}

extension SQLTranslator {
    static let foldingReason = "SQL folds only the letters of ASCII"

    mutating func text(
        _ op: TextOperator, _ a: CoreExpression, _ b: CoreExpression, _ options: StringOptions
    ) -> SQLPair {
        let options = options.effective
        let container = operand(a)
        let other = operand(b)
        if op == .contains, let pair = membership(of: other, in: container, options) { return pair }
        return text(op, container, other, options)
    }

    private func text(
        _ op: TextOperator, _ text: SQLOperand, _ other: SQLOperand, _ options: StringOptions
    ) -> SQLPair {
        // `l` changes nothing in a search for a substring.
        let options = TextFolding.folding(options)
        switch (text, other) {
        case (.unknown(let reason), _), (_, .unknown(let reason)): return .unknown(reason)
        case (.constant(.null), _), (_, .constant(.null)): return .exact(.no)
        case (.constant(let value), .constant(let needle)):
            if op == .matches { return .unknown("regular expressions differ between engines") }
            var work = WorkBudget.unlimited
            return .exact(
                .truth(
                    ValueSemantics.holds(
                        op, value, needle, options: options, library: library, patterns: nil, context: nil, &work)))
        case (.scalar(let scalar), .constant(let needle)):
            guard let needle = ValueSemantics.text(of: needle) else { return .exact(.no) }
            return self.text(op, scalar, needle, options)
        case (.scalar(let scalar), .scalar(let needle)): return self.text(op, scalar, needle, options)
        case (.constant(let value), .scalar(let needle)):
            guard let text = ValueSemantics.text(of: value) else { return .exact(.no) }
            guard case .value(let node) = self.text(text) else { return .unknown("the text holds U+0000") }
            return self.text(op, SQLScalar(node: node, kind: .text), needle, options)
        default: return .unknown("one of its sides is not a string of SQL")
        }
    }

    // MARK: Constant needles

    /// What is known about a string before a test.
    private struct Haystack {
        /// The text, folded as far as the needle asks for it.
        var node: SQLNode
        /// Where the node is right.
        var trust: SQLNode = .yes
        /// Whether the node is a column that an index may order.
        var isColumn = false
    }

    private func text(_ op: TextOperator, _ scalar: SQLScalar, _ needle: String, _ options: StringOptions) -> SQLPair {
        switch scalar.kind {
        case .text: break
        case .uuid: return .unknown("the text of a UUID is looked at")
        case .json: return .unknown("the type of its value is known only row by row")
        default:
            if scalar.column?.isGuaranteed == false { return .unknown("the column may hold strings, too") }
            return .exact(.no)
        }
        if op == .like { return like(scalar, needle, options) }
        if op == .matches { return matches(scalar, needle, options) }
        let folded = TextFolding.fold(needle, options)
        if folded.isEmpty { return .exact(.no) }
        guard case .value = self.text(folded) else { return .unknown("strings of PostgreSQL cannot hold U+0000") }
        let haystack = haystack(scalar, [folded], options)
        if !haystack.trust.isTrue, let pair = called(op.rawValue, scalar, needle, options) { return pair }
        let test: SQLNode
        switch op {
        case .contains: test = contains(haystack, folded)
        case .beginsWith: test = begins(haystack, folded)
        default: test = ends(haystack, folded)
        }
        return tested(scalar, haystack, test)
    }

    /// A test of a string by the function of this program; nil without one.
    private func called(_ op: String, _ scalar: SQLScalar, _ other: String, _ options: StringOptions) -> SQLPair? {
        guard let textTest, let number = textTest.number(op, options, other) else { return nil }
        let call = SQLNode.call(textTest.function, [.literal(String(number)), scalar.node], isNullable: false)
        return tested(scalar, Haystack(node: scalar.node), call)
    }

    /// A test of a string in a row in scope as a condition, with the rows that links reach.
    private func tested(_ scalar: SQLScalar, _ haystack: Haystack, _ test: SQLNode) -> SQLPair {
        let node = textGuard(scalar).map { .and([test, $0]) } ?? test
        if haystack.trust.isTrue { return trusted(.exact(reached(by: scalar.steps, node)), scalar.trust) }
        let pair = SQLPair(
            under: reached(by: scalar.steps, .and([haystack.trust, node])),
            over: reached(by: scalar.steps, .or([haystack.trust.negated, node])), reason: Self.foldingReason)
        return trusted(pair, scalar.trust)
    }

    /// The condition that a value is a string, because functions of SQLite also read others; nil if that is certain.
    private func textGuard(_ scalar: SQLScalar) -> SQLNode? {
        guard let column = scalar.column, !column.isGuaranteed, dialect == .sqlite else { return nil }
        return .compare(.call("typeof", [scalar.node], isNullable: false), "=", .literal("'text'"))
    }

    /// A pair under conditions without which the values of SQL are not those of the language.
    func trusted(_ pair: SQLPair, _ trust: [SQLNode], _ reason: String? = nil) -> SQLPair {
        if trust.isEmpty { return pair }
        let all = SQLNode.and(trust)
        if all.isTrue { return pair }
        return SQLPair(
            under: .and([pair.under, all]), over: .or([pair.over, all.negated]),
            reason: pair.reason ?? reason ?? "not all of its values in SQL are those of the language")
    }

    private func haystack(
        _ scalar: SQLScalar, _ folded: [String], _ options: StringOptions, isOrdered: Bool = false
    ) -> Haystack {
        if options == .caseInsensitive,
            let folded = SQLFolding(beside: folded, isOrdered: isOrdered).node(dialect.text(scalar), dialect)
        {
            return Haystack(node: folded)
        }
        return haystackInASCII(scalar, options)
    }

    /// Folding changes only the case of a string of ASCII.
    private func haystackInASCII(_ scalar: SQLScalar, _ options: StringOptions) -> Haystack {
        let node = dialect.text(scalar)
        if options.isEmpty { return Haystack(node: node, isColumn: scalar.column != nil) }
        let lower = options.contains(.caseInsensitive) ? dialect.lowercase(node) : node
        return Haystack(node: lower, trust: dialect.isASCII(scalar.node))
    }

    private func parameter(_ text: String) -> SQLNode {
        if case .value(let node) = self.text(text) { return node }
        return .null
    }

    private func contains(_ haystack: Haystack, _ needle: String) -> SQLNode {
        dialect.includes(haystack.node, parameter(needle))
    }

    private func begins(_ haystack: Haystack, _ needle: String) -> SQLNode {
        // DuckDB and Spark have their own way to make a range.
        if dialect != .duckdb, dialect != .spark, haystack.isColumn, mapping.isUTF8,
            let next = Self.successor(of: needle)
        {
            // All strings with the prefix are together in the order of code points.
            let node = dialect.ordered(haystack.node)
            return .and([.compare(node, ">=", parameter(needle)), .compare(node, "<", parameter(next))])
        }
        return dialect.begins(haystack.node, parameter(needle))
    }

    /// The first text after all strings with a prefix, in the order of code points; nil if there is none.
    static func successor(of prefix: String) -> String? {
        var scalars = Array(prefix.unicodeScalars)
        while let last = scalars.popLast() {
            guard last.value < 0x10_FFFF else { continue }
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { return nil }
            var successor = String.UnicodeScalarView()
            successor.append(contentsOf: scalars)
            successor.append(scalar)
            return String(successor)
        }
        return nil
    }

    private func ends(_ haystack: Haystack, _ needle: String) -> SQLNode {
        dialect.ends(haystack.node, needle, isUTF8: mapping.isUTF8)
    }

    // MARK: LIKE

    private func like(_ scalar: SQLScalar, _ pattern: String, _ options: StringOptions) -> SQLPair {
        guard pattern.utf8.count <= min(limits.patternBytes, 10_000) else { return .unknown("the pattern is long") }
        let like = SQLLikePattern(pattern, folded: options)
        let literals = like.literals
        if literals.contains(where: { !dialect.holdsZero && $0.utf8.contains(0) }) {
            return .unknown("the pattern holds U+0000")
        }
        // A question mark is one code point of the folded text.
        let haystack = like.hasOne ? haystackInASCII(scalar, options) : haystack(scalar, literals, options)
        if !haystack.trust.isTrue, let pair = called(TextOperator.like.rawValue, scalar, pattern, options) {
            return pair
        }
        func literal(_ piece: SQLLikePattern.Piece) -> String? {
            if case .literal(let text) = piece { text } else { nil }
        }
        let pieces = like.pieces
        switch pieces.count {
        case 0: return tested(scalar, haystack, .compare(haystack.node, "=", .literal("''")))
        case 1:
            if pieces[0] == .any {
                return .exact(textGuard(scalar).map { reached(by: scalar.steps, $0) } ?? isPresent(scalar))
            }
            if let text = literal(pieces[0]) {
                return tested(scalar, haystack, .compare(haystack.node, "=", parameter(text)))
            }
        case 2:
            if pieces[1] == .any, let text = literal(pieces[0]) {
                return tested(scalar, haystack, begins(haystack, text))
            }
            if pieces[0] == .any, let text = literal(pieces[1]) {
                return tested(scalar, haystack, ends(haystack, text))
            }
        case 3:
            if pieces[0] == .any, pieces[2] == .any, let text = literal(pieces[1]) {
                return tested(scalar, haystack, contains(haystack, text))
            }
            if pieces[1] == .any, let first = literal(pieces[0]), let last = literal(pieces[2]) {
                let size = SQLNode.literal(String(first.utf8.count + last.utf8.count))
                let length = dialect.byteLength(haystack.node)
                return tested(
                    scalar, haystack,
                    .and([begins(haystack, first), ends(haystack, last), .compare(length, ">=", size)]))
            }
        default: break
        }
        if pieces.filter({ $0 == .any }).count > 8 { return .unknown("the pattern has many asterisks") }
        guard let test = dialect.like(haystack.node, pieces) else { return .unknown("SQL has no such pattern") }
        return tested(scalar, haystack, test)
    }

    // MARK: MATCHES

    private func matches(_ scalar: SQLScalar, _ pattern: String, _ options: StringOptions) -> SQLPair {
        guard pattern.utf8.count <= min(limits.patternBytes, 10_000),
            let engine = library.patterns as? any RegularLanguageEngine,
            let language = engine.language(of: pattern, options: options)
        else {
            return called(TextOperator.matches.rawValue, scalar, pattern, options)
                ?? .unknown("regular expressions differ between engines")
        }
        let haystack = Haystack(node: dialect.text(scalar), isColumn: scalar.column != nil)
        if let literals = SQLPattern.literals(language) {
            return tested(scalar, haystack, .isIn(haystack.node, literals.map { parameter($0) }))
        }
        if dialect == .sqlite {
            if let pair = called(TextOperator.matches.rawValue, scalar, pattern, options) { return pair }
            var pair = SQLPair.unknown("SQLite has no regular expressions")
            let prefix = SQLPattern.prefix(language)
            if !prefix.isEmpty { pair.over = tested(scalar, haystack, begins(haystack, prefix)).over }
            return pair
        }
        guard let written = SQLPattern(language, dialect) else {
            return .unknown("the pattern may be too large for the database")
        }
        if dialect != .postgresql {
            let function = dialect == .spark ? "regexp_like" : "regexp_matches"
            return tested(scalar, haystack, .call(function, [haystack.node, parameter(written.text)]))
        }
        return tested(scalar, haystack, .compare(dialect.ordered(haystack.node), "~", parameter(written.text)))
    }

    // MARK: Two strings of SQL

    private func text(_ op: TextOperator, _ a: SQLScalar, _ b: SQLScalar, _ options: StringOptions) -> SQLPair {
        if a.kind == .json || b.kind == .json { return .unknown("the type of its value is known only row by row") }
        guard a.kind == .text, b.kind == .text else {
            let isText = { (kind: SQLScalar.Kind) in kind == .text || kind == .uuid }
            if isText(a.kind), isText(b.kind) { return .unknown("the text of a UUID is looked at") }
            if a.column?.isGuaranteed == false || b.column?.isGuaranteed == false {
                return .unknown("the column may hold strings, too")
            }
            return .exact(.no)
        }
        let left = plain(a)
        let right = plain(b)
        if let problem = left.problem ?? right.problem { return .unknown(problem) }
        guard options.isEmpty else { return .unknown("both sides are folded") }
        let text = dialect.text(left.node, a)
        let needle = dialect.text(right.node, b)
        let test: SQLNode
        switch op {
        case .contains: test = dialect.includes(text, needle)
        case .beginsWith: test = dialect.begins(text, needle)
        case .endsWith:
            guard mapping.isUTF8 else { return .unknown("the database stores text in UTF-16") }
            test = dialect.ends(text, needle)
        case .like, .matches: return .unknown("the pattern is known only when it is evaluated")
        }
        let pair = SQLPair.exact(.and([test, .compare(needle, "<>", .literal("''"))]))
        return trusted(pair, left.trust + right.trust)
    }

    // MARK: Equality and order under options

    /// A comparison of a string with a constant under options.
    func folded(_ relation: ConstantComparison, _ scalar: SQLScalar, _ text: String, _ options: StringOptions)
        -> SQLPair
    {
        if options.contains(.localized) { return .unknown("the order of a language is not that of the database") }
        let folded = TextFolding.fold(text, options)
        guard case .value = self.text(folded), dialect.holdsZero || !folded.utf8.contains(0) else {
            return .unknown("the text holds U+0000")
        }
        if relation != .equal, let problem = orderProblem(relation, scalar) { return .unknown(problem) }
        let haystack = haystack(scalar, [folded], TextFolding.folding(options), isOrdered: relation != .equal)
        let op = relation == .equal ? "==" : relation.symbol
        if !haystack.trust.isTrue, let pair = called(op, scalar, text, options) { return pair }
        return tested(
            scalar, haystack,
            .compare(dialect.ordered(haystack.node, relation), relation.symbol, parameter(folded)))
    }

    /// Whether a string is one of several under options.
    func folded(_ scalar: SQLScalar, among texts: [String], _ options: StringOptions) -> SQLPair? {
        if options.contains(.localized) { return nil }
        let folded = texts.map { TextFolding.fold($0, options) }
        guard !folded.contains(where: { $0.utf8.contains(0) }) else { return nil }
        let haystack = haystack(scalar, folded, TextFolding.folding(options))
        if !haystack.trust.isTrue, textTest != nil {
            let pairs = texts.compactMap { called("==", scalar, $0, options) }
            if pairs.count == texts.count { return disjunction(pairs) }
        }
        return tested(scalar, haystack, .isIn(haystack.node, folded.map { parameter($0) }))
    }

    /// The number of code points of a string.
    func length(_ scalar: SQLScalar) -> SQLOperand {
        guard scalar.kind == .text else { return .unknown("the length of a value that is not a string") }
        let value = plain(scalar)
        if let problem = value.problem { return .unknown(problem) }
        return .scalar(SQLScalar(node: dialect.length(value.node), kind: .integer, trust: value.trust))
    }
}

// `uppercase` and `lowercase`, compared with constants. The functions of SQL change only the letters of ASCII, so the
// other code points whose case is in the constant are replaced first.
extension SQLTranslator {
    /// Whether a string in another case is a constant; nil if SQL cannot say it.
    func equality(of casing: SQLCasing, with text: String) -> SQLPair? {
        // The case of a sigma depends on the letters round it.
        if text.utf8.contains(0) || text.unicodeScalars.contains(where: { $0 == "\u{3C3}" || $0 == "\u{3C2}" }) {
            return nil
        }
        let changed = casing.isUpper ? TextCase.upper(text) : TextCase.lower(text)
        guard changed.unicodeScalars.elementsEqual(text.unicodeScalars) else { return nil }
        var node = casing.text.node
        var count = 0
        var from = String.UnicodeScalarView()
        var to = String.UnicodeScalarView()
        var several: [(source: String, text: String)] = []
        let needed = Set(text.unicodeScalars)
        for (source, target) in casing.isUpper ? Self.upperCases : Self.lowerCases
        where target.unicodeScalars.contains(where: needed.contains) {
            count += 1
            if let only = target.unicodeScalars.first, target.unicodeScalars.count == 1 {
                from.append(source)
                to.append(only)
            } else {
                several.append((String(source), target))
            }
        }
        func replaced(_ node: SQLNode, _ pairs: [(source: String, text: String)]) -> SQLNode {
            pairs.reduce(node) { .call("replace", [$0, .text($1.source), .text($1.text)]) }
        }
        switch dialect {
        case .sqlite:
            guard count <= 12 else { return nil }
            node = replaced(node, several + zip(from, to).map { (source: String($0), text: String($1)) })
        case .postgresql:
            guard several.count <= 32 else { return nil }
            node = dialect.ordered(node)
            if !from.isEmpty {
                node = .call("translate", [node, .text(String(from)), .text(String(to))])
            }
            node = replaced(node, several)
        // Its functions change all letters, by another version of Unicode.
        case .duckdb, .spark: return nil
        }
        let test = SQLNode.compare(.call(casing.isUpper ? "upper" : "lower", [node]), "=", .text(text))
        return trusted(.exact(test), casing.text.trust)
    }

    private static let upperCases = cases(TextCase.upper)
    private static let lowerCases = cases(TextCase.lower)

    /// The code points beyond ASCII with another case.
    private static func cases(_ change: (String) -> String) -> [(source: Unicode.Scalar, target: String)] {
        var cases: [(source: Unicode.Scalar, target: String)] = []
        for code in UInt32(0x80)...0x1_EFFF {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let target = change(String(scalar))
            if target.unicodeScalars.count != 1 || target.unicodeScalars.first != scalar {
                cases.append((scalar, target))
            }
        }
        return cases
    }
}

/// The functions on strings that this project adds. All dialects count code points in them.
extension SQLTranslator {
    /// A substring, a replacement or a position in a string; nil if SQL does not say the same.
    func textFunction(_ function: BuiltInFunction, _ operands: [SQLOperand]) -> SQLOperand? {
        guard let first = operands.first, case .scalar(let text) = computed(first), text.kind == .text,
            text.node.size < 2000
        else { return nil }
        var constants: [PredicateValue] = []
        for operand in operands.dropFirst() {
            guard case .constant(let value) = operand else { return nil }
            if case .null = value { return .constant(.null) }
            constants.append(value)
        }
        switch (function, constants.count) {
        case (.trim, 0):
            let name = dialect == .sqlite || dialect == .duckdb ? "trim" : "btrim"
            return made(.call(name, [text.node, .text(Self.blanks)]), text)
        case (.indexOf, 1):
            guard case .string(let part) = constants[0], !part.utf8.contains(0) else { return nil }
            if part.isEmpty { return .constant(.null) }
            let name = dialect == .postgresql ? "strpos" : "instr"
            let place = SQLNode.call(name, [text.node, .text(part)])
            let found = SQLNode.call("nullif", [place, .literal("0")], isNullable: true)
            return .scalar(
                SQLScalar(node: .infix(found, "-", .literal("1"), .sum), kind: .integer, trust: text.trust))
        case (.replace, 2):
            guard case .string(let part) = constants[0], case .string(let new) = constants[1],
                !part.utf8.contains(0), !new.utf8.contains(0)
            else { return nil }
            if part.isEmpty { return made(text.node, text) }
            let arguments = [part, new].map { SQLNode.text($0) }
            return made(.call("replace", [text.node] + arguments), text)
        case (.substring, 1), (.substring, 2):
            var numbers: [Int64] = []
            for constant in constants {
                guard case .integer(let number) = constant, number < 1_000_000_000 else { return nil }
                if number < 0 { return .constant(.null) }
                numbers.append(number)
            }
            numbers[0] += 1
            var part = text
            // Functions of SQLite end a string at the code point 0.
            if dialect == .sqlite {
                let zero = SQLNode.call("instr", [text.node, .call("char", [.literal("0")])])
                part.trust.append(.or([.compare(zero, "=", .literal("0")), .isNull(text.node)]))
            }
            return made(.call("substr", [text.node] + numbers.map { .literal(String($0)) }), part)
        default: return nil
        }
    }

    private func made(_ node: SQLNode, _ text: SQLScalar) -> SQLOperand {
        .scalar(SQLScalar(node: node, kind: .text, trust: text.trust))
    }

    /// All code points that are white space.
    private static let blanks: String = {
        var blanks = String.UnicodeScalarView()
        for value: UInt32 in 0...0x3000 {
            if let scalar = Unicode.Scalar(value), scalar.properties.isWhitespace { blanks.append(scalar) }
        }
        return String(blanks)
    }()

    /// Whether a key is there: a column of a row is, also where it is NULL.
    mutating func has(_ arguments: [CoreExpression]) -> SQLOperand {
        guard arguments.count == 2, case .constant(.string(let key)) = arguments[1] else {
            return .unknown("the key is known only when it is evaluated")
        }
        let owner = operand(arguments[0])
        guard case .row(let row) = owner, row.steps.isEmpty else {
            if case .unknown = owner { return owner }
            return .unknown("whether a key is there is known only of a column")
        }
        let field = member(owner, key)
        if case .unknown = field { return field }
        guard let index = row.table.fields.index(forKey: key), case .column = row.table.fields[index].value else {
            return .unknown("whether a key is there is known only of a column")
        }
        return .constant(.boolean(true))
    }

    /// Why a function is evaluated here.
    static func reason(_ function: BuiltInFunction) -> String {
        switch function {
        case .finds: "regular expressions differ between engines"
        case .anywhere: "all strings in a value are searched"
        case .split: "SQL makes other lists of the parts of a string"
        case .version: "the order of versions is not one of SQL"
        case .year, .month, .day, .hour, .minute, .second, .weekday, .truncateDate:
            datePartReason
        default: "the function \(function.rawValue) is not the same in SQL"
        }
    }
}
