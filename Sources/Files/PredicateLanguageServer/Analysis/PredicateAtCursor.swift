import PredicateCore
import PredicateFiles

/// The predicate at a place of a document.
struct PredicateAtCursor {
    let predicate: FoundPredicate
    /// The offset in its text.
    let offset: Int

    /// Finds the predicate at an offset of the file; nil if there is none.
    ///
    /// White space after a predicate without quotes belongs to no scalar, but the user goes on with the predicate.
    init?(_ analysis: DocumentAnalysis, _ settings: ServerSettings, path: String, in text: EditorText, at offset: Int) {
        let touching = analysis.predicates.filter {
            $0.text.style != .binary && $0.text.fileRange.lowerBound <= offset && offset <= $0.text.fileRange.upperBound
        }
        // Where two profiles know the place, the one that knows the records counts.
        if let predicate = touching.first(where: { $0.schema != nil }) ?? touching.first,
            let position = predicate.text.map.offset(of: offset)
        {
            self.predicate = predicate
            self.offset = position
            return
        }
        let line = text.contents(ofLine: text.line(of: offset))
        let behind = analysis.predicates.last {
            $0.text.fileRange.upperBound <= offset && $0.text.fileRange.upperBound >= line.lowerBound
        }
        if var predicate = behind, Self.hasNoQuotes(predicate.text.style) {
            let gap = predicate.text.fileRange.upperBound..<offset
            guard text.bytes[gap].allSatisfy(\.isBlank) else { return nil }
            predicate.text = predicate.text.extended(by: gap, of: text.bytes)
            self.predicate = predicate
            self.offset = predicate.text.text.utf8.count
            return
        }
        guard analysis.format == .predicates, text.bytes[line].allSatisfy(\.isBlank) else { return nil }
        let schema = settings.finder(for: path).profiles.first { $0.name == "generic" }?.schema
        predicate = FoundPredicate(emptyAt: offset, profile: "generic", schema: schema)
        self.offset = 0
    }

    private static func hasNoQuotes(_ style: TextStyle) -> Bool {
        switch style {
        case .verbatim, .yamlPlain, .yamlBlock, .xmlText: true
        default: false
        }
    }
}

extension LocatedText {
    /// The text with bytes of the file after it.
    fileprivate func extended(by range: Range<Int>, of bytes: [UInt8]) -> LocatedText {
        var newMap = map
        newMap.appendVerbatim(range.count, at: range.lowerBound)
        return LocatedText(text + String(decoding: bytes[range], as: UTF8.self), newMap, style)
    }
}

/// The typed tree of a predicate, whether the predicate has errors or not.
struct TypedPredicateText {
    private let root: PredicateTreeNode?

    init(_ predicate: FoundPredicate, _ library: PredicateLibrary) {
        if predicate.isExpression {
            let compilation = ExpressionCompilation(
                predicate.text.text, against: predicate.schema, values: nil, library: library)
            root = compilation.expression.map { .expression($0.tree) }
        } else {
            let compilation = PredicateCompilation(
                predicate.text.text, schema: predicate.schema, arguments: nil, library: library)
            root = .predicate(compilation.typing.tree)
        }
    }

    /// The smallest expression around a range of the text.
    func expression(around range: SourceRange) -> ExpressionTree? {
        var found: ExpressionTree?
        root?.forEachNode { node in
            guard case .expression(let tree) = node, let place = tree.range, place.contains(range) else { return }
            if let best = found?.range, best.upperBound - best.lowerBound <= place.upperBound - place.lowerBound {
                // The children of a node come after it, so of two equal ranges the outer one is kept.
                return
            }
            found = tree
        }
        return found
    }
}
