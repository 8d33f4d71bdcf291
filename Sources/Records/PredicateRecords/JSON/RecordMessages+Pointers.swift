import PredicateCore

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

    /// That an object has no key, with the pointer that was meant, or its first keys.
    static func noKey(_ pointer: JSONPointer, step: Int, among keys: [String]) -> String {
        let before = Array(pointer.components.prefix(step))
        let rest = Array(pointer.components.dropFirst(step))
        let reason = "has no key `\(rest.first ?? "")`"
        // `/paths//pets/get`: a key with slashes in it.
        for key in keys where key.contains("/") {
            let parts = key.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            if rest.starts(with: parts) {
                return reason + "; write `\(JSONPointer(before + [key] + rest.dropFirst(parts.count)))`"
            }
        }
        if let key = Suggestions.nearest(to: rest.first ?? "", among: keys) {
            return reason + "; did you mean `\(JSONPointer(before + [key] + rest.dropFirst()))`?"
        }
        if keys.isEmpty { return reason }
        let shown = keys.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
        return reason + "; its keys are \(shown)" + (keys.count > 8 ? ", …" : "")
    }

    /// The size of a list that is too short for a pointer.
    static func tooFew(_ count: Int) -> String {
        switch count {
        case 0: "is an empty list"
        case 1: "has only one element; its number is 0"
        default: "has only \(count) elements; their numbers are 0 to \(count - 1)"
        }
    }
}
