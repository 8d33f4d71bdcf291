/// Where the language begins at the end of a text that has parts of a query in it, for who completes it.
package struct QueryCursor: Hashable {
    /// What may stand there.
    package enum Subject: Hashable {
        /// An expression.
        case expression
        /// A function of groups, or, where the text is of groups as a whole, an expression.
        case aggregate
        /// A predicate over groups; the text of the groups.
        case having(String)
    }

    /// How many bytes stand before it.
    package let start: Int
    /// What may stand there.
    package let subject: Subject

    /// The cursor behind a text: a part of a query as far as it has been typed.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - isOrder: whether signs turn an order round.
    ///   - hasFunctions: whether functions of groups may stand there.
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

    /// The functions of groups that begin with a word, as they are put in.
    package static func functions(beginningWith word: String) -> [QueryFunction] {
        QueryFunction.allCases.filter { $0.rawValue.hasPrefix(word.lowercased()) }
    }
}
