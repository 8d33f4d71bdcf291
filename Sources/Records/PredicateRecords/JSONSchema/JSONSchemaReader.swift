import PredicateFormat

/// Reads JSON Schema 2020-12 (and the common parts of earlier drafts) as a declared schema.
///
/// It uses the keywords that describe types, and names every other keyword in a warning. An object with `properties` is
/// closed unless `additionalProperties` allows more, and a property that is not in `required` may be missing.
public enum JSONSchemaReader {
    /// The result of reading a schema.
    public struct Reading: Sendable {
        /// The declared schema.
        public var schema: RecordSchema
        /// The unused parts of the document, in the order of their first appearance.
        public var warnings: [SchemaWarning]
    }

    /// The maximum nesting of schemas.
    static let maximumDepth = 32
    /// The maximum number of schemas whose fields are collected, repetitions included.
    static let maximumParts = 50_000
    /// The maximum number of values of a document. Each takes memory many times the size of its text.
    static let maximumValues = 1_000_000

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - text: JSON text.
    ///   - file: the file name, for errors.
    /// - Throws: an error of the text, or one of the codes that begin with `schema-`.
    public static func read(_ text: String, file: String? = nil) throws(RecordError) -> Reading {
        try read(Array(text.utf8), file: file)
    }

    /// Reads a document from bytes. A byte order mark is skipped.
    public static func read(_ bytes: [UInt8], file: String? = nil) throws(RecordError) -> Reading {
        try read(bytes, file: file, maximumParts: maximumParts)
    }

    /// Reads a document with other limits, for tests and the reference.
    package static func read(
        _ bytes: [UInt8], file: String?, maximumParts: Int, maximumValues: Int? = nil
    ) throws(RecordError) -> Reading {
        let maximumValues = maximumValues ?? Self.maximumValues
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard JSONText.valueCount(of: bytes) <= maximumValues else {
            throw .tooManyValues(limit: maximumValues, file: file)
        }
        return try bytes.withUnsafeBufferPointer { text throws(RecordError) in
            var reader = JSONReader()
            let document = SchemaDocument(try reader.read(text, file: file))
            var builder = JSONSchemaBuilder(document: document)
            builder.maximumParts = maximumParts
            do throws(RecordError.SchemaFault) {
                let schema = try builder.schema()
                return Reading(
                    schema: schema,
                    warnings: builder.warnings.map { warning in
                        var warning = warning
                        warning.location = JSONLocator.location(of: warning.pointer, in: text)
                        return warning
                    })
            } catch {
                let location = JSONLocator.location(of: error.pointer, in: text)
                let failure = RecordError(error, location: location, file: file)
                throw location.map { failure.showing(text, at: $0.offset, startsLine: true) } ?? failure
            }
        }
    }
}

/// Finds the location of the target of a pointer.
enum JSONLocator {
    /// The location of a value in JSON text; nil if the pointer has no target.
    static func location(of pointer: JSONPointer, in text: UnsafeBufferPointer<UInt8>) -> RecordError.Location? {
        var scanner = JSONScanner(text, maximumDepth: .max)
        guard (try? walk(pointer, &scanner)) == true else { return nil }
        return RecordError.Location.start.advanced(over: text, by: scanner.position)
    }

    private static func walk(_ pointer: JSONPointer, _ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
        scanner.skipBlanks()
        for component in pointer.components {
            let bytes = Array(component.utf8)
            let isObject = scanner.current == 0x7B
            guard isObject || scanner.current == 0x5B else { return false }
            let closing: UInt8 = isObject ? 0x7D : 0x5D
            scanner.position += 1
            scanner.skipBlanks()
            var index = 0
            while true {
                if scanner.current == closing { return false }
                if isObject {
                    if try scanner.key(.key).isEqual(to: bytes, in: scanner.base) { break }
                } else if JSONPointer.index(component) == index {
                    break
                }
                try scanner.skipValue(depth: 0)
                scanner.skipBlanks()
                if scanner.current == 0x2C { scanner.position += 1 }
                scanner.skipBlanks()
                index += 1
            }
        }
        return true
    }
}
