import PredicateCore

/// The start of the expression at the end of a partial query text, for completion.
package struct QueryCursor: Hashable {
    /// The subject that the grammar expects there.
    package enum Subject: Hashable {
        /// An expression.
        case expression
        /// An aggregate function or, if the text is about groups as a whole, an expression.
        case aggregate
        /// A predicate over groups, with the text of the groups.
        case having(String)
    }

    /// The number of bytes before it.
    package let start: Int
    /// The subject that the grammar expects there.
    package let subject: Subject

    /// The cursor after a part of a query that has been typed so far.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - isOrder: whether signs reverse the order.
    ///   - hasFunctions: whether aggregate functions are allowed.
    package init(behind text: String, isOrder: Bool = false, hasFunctions: Bool = false) {
        let whole = QueryText(text)
        if hasFunctions, let (before, behind) = whole.split(atWord: "having") {
            start = behind.start
            subject = .having(before.text)
            return
        }
        guard let item = whole.items.last else {
            start = text.utf8.count
            subject = hasFunctions ? .aggregate : .expression
            return
        }
        var start = item.start
        if isOrder {
            if let first = item.text.utf8.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { start += 1 }
            self.start = start
            subject = .expression
            return
        }
        let body = whole.named(item).body
        start = body.start
        if hasFunctions, let open = whole.openCall(body) {
            self.start = open
            subject = .expression
            return
        }
        self.start = start
        subject = hasFunctions ? .aggregate : .expression
    }

    /// The functions of groups that begin with a word, for insertion.
    package static func functions(beginningWith word: String) -> [QueryFunction] {
        QueryFunction.allCases.filter { $0.rawValue.lowercased().hasPrefix(word.lowercased()) }
    }
}
