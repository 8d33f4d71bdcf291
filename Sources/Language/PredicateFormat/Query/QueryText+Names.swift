import PredicateCore

// Names as SQL and jq write them: `name AS city`, `city: name`, `{city: .name, area}`.
extension QueryText {
    /// What the reading of such names depends on.
    struct NameForms {
        /// The fields of the records whose names have a colon or the word AS, such as `maj:min`.
        var fields: [String] = []
        /// Whether all fields are known, so that `city:name` without a blank is no field.
        var areKnown = false
        /// Whether an item is right as it is, such as `modulus:by:(n, 2)`.
        var isExpression: (String) -> Bool

        /// The forms beside the fields of a record type; nil if the fields are unknown.
        init(
            beside record: RecordType?, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
        ) {
            areKnown = record != nil
            isExpression = { item in
                let text = ParsedText(item, as: .expression, library: library, limits: limits)
                return ExpressionCompilation(text, against: nil, values: nil).expression != nil
            }
            fields = (record?.fields ?? []).map(\.name).filter { name in
                name.utf8.contains(UInt8(ascii: ":")) || name.lowercased().contains(" as ")
            }
        }
    }

    /// An item with its name written in such a form.
    struct ForeignName {
        var name: Piece
        var body: Piece
        /// The colon, or the word AS.
        var sign: SourceRange
        /// The edits that write the name before `=`.
        var edits: [PredicateDiagnostic.Edit]
    }

    /// The range between the braces of `{name: …}`; nil for other texts. A list in braces has no names.
    var objectItems: Range<Int>? {
        let whole = piece(0..<bytes.count)
        let (lower, upper) = (whole.start, whole.range.upperBound)
        guard upper - lower > 2, bytes[lower] == UInt8(ascii: "{"), bytes[upper - 1] == UInt8(ascii: "}") else {
            return nil
        }
        var isOpen = true
        // Only the last brace may close the first.
        forEachOpenLocation(in: lower..<upper) { _ in isOpen = false }
        guard isOpen else { return nil }
        let inner = lower + 1..<upper - 1
        return items(in: inner).contains { nameBeforeColon(of: $0, isTight: true) != nil } ? inner : nil
    }

    /// The name of an item in a form of SQL or jq; nil if it has none, or a name before `=`.
    func foreignName(of item: Piece) -> ForeignName? {
        guard let names, !names.fields.contains(where: { sameCodePoints($0, item.text) }) else { return nil }
        let isObject = list.lowerBound > 0
        return nameBeforeColon(of: item, isTight: isObject || names.areKnown) ?? nameAfterWord(of: item)
    }

    /// `city: name`
    ///
    /// - Parameter isTight: whether the expression may follow the colon without a blank.
    private func nameBeforeColon(of item: Piece, isTight: Bool) -> ForeignName? {
        let upper = item.range.upperBound
        guard let end = end(ofNameAt: item.start, before: upper), item.start < upper,
            !(0x30...0x39).contains(bytes[item.start]), bytes[item.start] != UInt8(ascii: "-")
        else { return nil }
        var colon = end
        while colon < upper, Self.isBlank(bytes[colon]) { colon += 1 }
        guard colon < upper, bytes[colon] == UInt8(ascii: ":") else { return nil }
        let body = piece(colon + 1..<upper)
        guard let first = body.text.utf8.first, first != UInt8(ascii: "="), first != UInt8(ascii: ":"),
            isTight || body.start > colon + 1 || first == UInt8(ascii: ".")
        else { return nil }
        // A function may have colons in its name.
        let mayBeCall = body.text.utf8.contains(UInt8(ascii: "("))
        if mayBeCall, names?.isExpression(item.text) ?? true { return nil }
        return ForeignName(
            name: piece(item.start..<end), body: body, sign: SourceRange(colon, colon + 1),
            edits: [.init(replacing: SourceRange(end, body.start), with: " = ")])
    }

    /// `name AS city`
    private func nameAfterWord(of item: Piece) -> ForeignName? {
        let upper = item.range.upperBound
        var word: Int?
        forEachOpenLocation(in: item.start..<upper) { index in
            guard index > item.start, index + 2 < upper, bytes[index] | 0x20 == UInt8(ascii: "a"),
                bytes[index + 1] | 0x20 == UInt8(ascii: "s"), Self.isBlank(bytes[index - 1]),
                Self.isBlank(bytes[index + 2])
            else { return }
            word = index
        }
        guard let word else { return nil }
        let name = piece(word + 2..<upper)
        let body = piece(item.start..<word)
        guard !body.text.isEmpty, end(ofNameAt: name.start, before: upper) == upper else { return nil }
        return ForeignName(
            name: name, body: body, sign: SourceRange(word, word + 2),
            edits: [
                .init(replacing: SourceRange(at: body.start), with: name.text + " = "),
                .init(replacing: SourceRange(body.range.upperBound, upper), with: ""),
            ])
    }

    /// The edits that write all names before `=`, and the first sign; nil if all names are written so.
    var nameEdits: (sign: SourceRange, edits: [PredicateDiagnostic.Edit])? {
        let found = items.compactMap(foreignName)
        guard let first = found.first else { return nil }
        var edits = found.flatMap(\.edits)
        guard list.lowerBound > 0 else { return (first.sign, edits) }
        let whole = piece(0..<bytes.count)
        let inner = piece(list)
        edits.append(.init(replacing: SourceRange(whole.start, inner.start), with: ""))
        edits.append(.init(replacing: SourceRange(inner.range.upperBound, whole.range.upperBound), with: ""))
        return (first.sign, edits)
    }
}
