/// Every message about JSON pointers.
extension RecordError.Code {
    /// A malformed JSON pointer.
    package static let badPointer = RecordError.Code("bad-pointer")
    /// A JSON pointer without a target.
    package static let pointerNotFound = RecordError.Code("pointer-not-found")
}

extension RecordError {
    static func badPointer(_ text: String, _ reason: String) -> RecordError {
        RecordError(.badPointer, .usage, "`\(text)` is not a JSON pointer: \(reason)")
    }

    static func pointerNotFound(
        _ pointer: JSONPointer, step: Int, reason: String, at location: Location?, file: String?
    )
        -> RecordError
    {
        let reached = JSONPointer(Array(pointer.components.prefix(step)))
        let start = reached.components.isEmpty ? "the document" : "`\(reached)`"
        return RecordError(
            .pointerNotFound, .data, "there is nothing at `\(pointer)`: \(start) \(reason)", at: location, file: file)
    }

    /// The size of a list that is too short for a pointer.
    static func tooFew(_ count: Int) -> String {
        switch count {
        case 0: "is an empty list"
        case 1: "has only one element"
        default: "has only \(count) elements"
        }
    }
}
