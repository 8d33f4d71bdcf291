/// A JSON string of the input, with the location of each byte that it means.
struct JSONLiteral {
    /// The range of the string with its quotes.
    let range: SourceRange
    /// What the string means.
    let text: String
    /// Where each byte of `text` is spelled, and the location after the last one.
    private let locations: [Int]

    init(_ string: JSONString, in bytes: [UInt8]) {
        range = SourceRange(string.range.lowerBound, string.range.upperBound)
        text = String(decoding: string.bytes(in: bytes), as: UTF8.self)
        var locations: [Int] = []
        string.forEachPiece(
            verbatim: { locations += $0 },
            escape: { escape in
                let width = Unicode.Scalar(escape.code).map(UTF8.width) ?? 0
                locations += repeatElement(escape.range.lowerBound, count: width)
            })
        self.locations = locations + [string.content.upperBound]
    }

    /// The range in the file of a part of `text`.
    func range(of part: SourceRange) -> SourceRange {
        guard part.upperBound < locations.count else { return range }
        return SourceRange(locations[part.lowerBound], locations[part.upperBound])
    }
}

/// The members of a JSON object, each with its location.
struct JSONMembers {
    struct Member {
        var key: JSONLiteral
        var value: SourceRange
        /// The value if it is a string.
        var literal: JSONLiteral?
    }

    private(set) var members: [Member] = []

    /// - Parameter text: valid JSON, which is an object.
    init(_ text: String) {
        let bytes = Array(text.utf8)
        var reader = JSONTextReader(bytes)
        var depth = 0
        var start = 0
        var key: JSONLiteral?
        while let (part, range) = try? reader.next() {
            if case .open = part { depth += 1 }
            // The values of the object, and the brackets of those that have parts.
            guard depth <= 2 else {
                if case .close = part { depth -= 1 }
                continue
            }
            var literal: JSONLiteral?
            switch part {
            case .key(let string) where depth == 1:
                key = JSONLiteral(string, in: bytes)
                continue
            case .open:
                start = range.lowerBound
                continue
            case .string(let string) where depth == 1:
                start = range.lowerBound
                literal = JSONLiteral(string, in: bytes)
            case .word where depth == 1: start = range.lowerBound
            case .close:
                depth -= 1
                guard depth == 1 else { continue }
            default: continue
            }
            guard let named = key else { continue }
            members.append(Member(key: named, value: SourceRange(start, range.upperBound), literal: literal))
            key = nil
        }
    }
}
