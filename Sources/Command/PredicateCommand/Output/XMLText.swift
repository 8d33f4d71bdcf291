/// Text in XML.
enum XMLText {
    /// The first line of a document.
    static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    /// The value of an attribute, on one line. Control characters become visible symbols, because XML has no way to
    /// write most of them.
    static func attribute(_ text: String) -> String { escaped(SafeText.plain(text)) }

    /// Text between tags.
    static func content(_ text: String) -> String { escaped(SafeText.lines(text)) }

    private static func escaped(_ text: String) -> String {
        text.escaping([
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\u{FFFE}": "\u{FFFD}", "\u{FFFF}": "\u{FFFD}",
        ])
    }
}
