package enum CoreOrdering: Sendable { case less, lessOrEqual, greater, greaterOrEqual }

/// How a declared type changes a value that is read (D39, D55, D59, D60, D92). Lists and dictionaries change element
/// by element.
package indirect enum CoreReading: Hashable, Sendable {
    /// Reads an integral double as an integer.
    case integer
    /// Reads an integer as a double.
    case double
    /// Reads a number as a decimal.
    case decimal
    /// Reads RFC 3339 text as a date.
    case date
    /// Reads the text of a UUID as a UUID.
    case uuid
    /// Reads text as a URL.
    case url
    /// Reads base64 text as bytes.
    case data
    /// Reads a list as a set.
    case set(of: CoreReading?)
    /// Reads every element, or every value of a dictionary.
    case elements(CoreReading)
}
