import PredicateFormat

/// A value of a configuration file, with its location.
package struct ConfigurationNode: Sendable {
    /// What a value is.
    package enum Content: Sendable {
        /// Keys and values, in the order of the file. A key may be there twice.
        case mapping([Entry])
        case sequence([ConfigurationNode])
        case text(LocatedText)
        /// A number, a boolean, a date, null: the text of the file.
        case other(String)
        /// A value that stands elsewhere too, such as an alias of YAML: the file's own place has its diagnostics.
        case alias
    }

    /// A key and its value.
    package struct Entry: Sendable {
        package let key: LocatedText
        package let value: ConfigurationNode

        package init(_ key: LocatedText, _ value: ConfigurationNode) {
            self.key = key
            self.value = value
        }
    }

    package let content: Content
    /// The value in the file, with its quotes or brackets; for values in indented blocks, about that.
    package let range: Range<Int>
    /// The texts of comments that belong to the value: in the line above it and behind it. Without the signs of the comment.
    package let comments: [String]

    package init(_ content: Content, _ range: Range<Int>, comments: [String] = []) {
        self.content = content
        self.range = range
        self.comments = comments
    }

    /// The value of the first entry with a key; nil if there is none, or if this is no mapping.
    package subscript(key: String) -> ConfigurationNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key.text.utf8.elementsEqual(key.utf8) }?.value
    }

    /// The text of the value; nil if it is something else.
    package var text: LocatedText? { if case .text(let text) = content { text } else { nil } }
}

/// What is wrong with a file as its format goes.
package struct ConfigurationError: Error, Hashable, Sendable {
    /// One sentence.
    package let message: String
    /// The offset in the file.
    package let offset: Int

    package init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }
}

/// Limits of what is read. Deeper or larger files are errors, not crashes.
package enum ConfigurationLimits {
    /// Values in values.
    package static let depth = 200
    /// Bytes of a file.
    package static let fileBytes = 64 << 20
    /// Values of a file.
    package static let nodes = 4_000_000
}
