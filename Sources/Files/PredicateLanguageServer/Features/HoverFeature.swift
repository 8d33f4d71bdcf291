import PredicateCore
import PredicateFiles

/// What is known of the word under a cursor.
struct HoverFeature {
    let predicate: FoundPredicate
    let environment: ServerEnvironment

    /// The text in Markdown, and the range of the predicate that it is about; nil if nothing is known.
    func text(at offset: Int) -> (markdown: String, range: SourceRange)? {
        let tokens = PredicateToken.tokens(of: predicate.text.text, environment.library)
        guard let token = Self.token(at: offset, in: tokens) else { return nil }
        switch token.kind {
        case .keyword, .operator, .function:
            if let text = documentation(of: token) { return (text, token.range) }
        case .modifier:
            let letters = token.text.unicodeScalars.compactMap { environment.documentation("[\($0)]") }
            if !letters.isEmpty { return (letters.joined(separator: "\n\n"), token.range) }
        case .parameter:
            if let text = environment.documentation(token.text) { return (text, token.range) }
        case .string, .number, .variable, .property, .punctuation: break
        }
        if token.kind == .punctuation { return nil }
        return expression(around: token.range)
    }

    /// What `@{name}` at an offset of the file stands for; nil if there is no reference.
    static func reference(_ predicate: FoundPredicate, at cursor: Int) -> String? {
        guard let named = predicate.named, let offset = predicate.original.map.offset(of: cursor),
            let found = named.reference(in: predicate.original.text, at: offset)
        else { return nil }
        let text = "\(MarkupWriter.code(found.name)): \(MarkupWriter.code(oneLine(found.text)))"
        return [text, found.description].compactMap { $0 }.joined(separator: "\n\n")
    }

    /// The token at an offset. Between two tokens, a word counts before a sign.
    private static func token(at offset: Int, in tokens: [PredicateToken]) -> PredicateToken? {
        let touching = tokens.filter { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
        func rank(_ token: PredicateToken) -> Int {
            let isInside = offset < token.range.upperBound
            switch token.kind {
            case .punctuation: return isInside ? 3 : 4
            case .operator: return isInside ? 1 : 2
            default: return isInside ? 0 : 2
            }
        }
        return touching.min { rank($0) < rank($1) }
    }

    private func documentation(of token: PredicateToken) -> String? {
        environment.documentation(token.text) ?? environment.documentation(token.text.uppercased())
    }

    private func expression(around range: SourceRange) -> (markdown: String, range: SourceRange)? {
        let typed = TypedPredicateText(predicate, environment.library)
        guard let tree = typed.expression(around: range), let place = tree.range else { return nil }
        let source = Self.oneLine(place.text(in: predicate.text.text))
        var paragraphs = ["\(MarkupWriter.code(source)): \(tree.type.phrase)"]
        let field = self.field(of: tree)
        if let documentation = field?.documentation { paragraphs.append(documentation) }
        if field == nil, case .field = tree.kind, predicate.schema == nil {
            paragraphs.append("Nothing is known of the records.")
        }
        paragraphs += values(of: tree, field)
        if let profile = owner(of: tree) { paragraphs.append(profile) }
        return (paragraphs.joined(separator: "\n\n"), place)
    }

    /// The values that a field may have, and those that were seen.
    private func values(of tree: ExpressionTree, _ field: RecordField?) -> [String] {
        var paragraphs: [String] = []
        if case .constant = tree.kind { return [] }
        if case .enumeration(let enumeration) = tree.type.innermost.unwrapped, !enumeration.cases.isEmpty {
            paragraphs.append("Values: " + Self.list(enumeration.cases))
        }
        guard let statistics = field?.statistics, statistics.total > 0 else { return paragraphs }
        paragraphs.append("Present in \(statistics.present) of \(statistics.total) records.")
        if !statistics.seen.isEmpty {
            paragraphs.append("Values seen: " + Self.list(statistics.seen.map(\.value)))
        }
        return paragraphs
    }

    private static func list(_ values: [PredicateValue]) -> String {
        let shown = values.prefix(20).map {
            MarkupWriter.code(oneLine(ExpressionTree(.constant($0)).predicateFormat))
        }.joined(separator: ", ")
        return values.count > 20 ? shown + ", and \(values.count - 20) more" : shown
    }

    /// The field that a value is.
    private func field(of tree: ExpressionTree) -> RecordField? {
        guard case .field(let base, let name) = tree.kind else { return nil }
        return recordType(of: base)?.field(named: name)
    }

    private func recordType(of base: ExpressionTree) -> RecordType? {
        var type = base.type.unwrapped
        if case .record = base.kind, let root = predicate.schema?.root { type = root.unwrapped }
        while let element = type.element { type = element.unwrapped }
        return predicate.schema?.recordType(of: type)
    }

    /// A sentence about the type that a field belongs to.
    private func owner(of tree: ExpressionTree) -> String? {
        guard case .field(let base, let name) = tree.kind, let type = recordType(of: base) else { return nil }
        if type.field(named: name) != nil { return "A field of \(MarkupWriter.code(type.name))." }
        return predicate.isOpen ? "\(MarkupWriter.code(type.name)) may have other fields, such as this one." : nil
    }

    private static func oneLine(_ text: String) -> String {
        let words = text.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" || $0 == "\t" || $0 == " " }
        let line = words.joined(separator: " ")
        return line.unicodeScalars.count > 200
            ? String(String.UnicodeScalarView(line.unicodeScalars.prefix(200))) + "…" : line
    }
}
