import PredicateFormat

/// Takes the results of a pipeline: writes them, counts them, or makes others of them.
package protocol RecordOutput {
    /// Writes a record. `isLine` is true if it was a whole line of the input.
    mutating func write(_ record: RawRecord, isLine: Bool) throws
    /// Writes a record whose value is known, with fields that are not in its text.
    mutating func write(_ record: RawRecord, value: PredicateValue) throws
    /// Writes a line of the input as it is, with its line feed, which only the last line may lack.
    ///
    /// - Returns: false if the output needs the record instead, and has written nothing.
    mutating func write(line: UnsafeBufferPointer<UInt8>) throws -> Bool
    /// Writes the remaining output.
    mutating func finish() throws
    /// The same if not all records could be read. Output that would look complete is not written.
    mutating func finishPart() throws
    /// Whether no further record would be written.
    var isFull: Bool { get }
}

extension RecordOutput {
    package mutating func write(_ record: RawRecord, value: PredicateValue) throws { try write(record, isLine: true) }
    package mutating func write(line: UnsafeBufferPointer<UInt8>) throws -> Bool { false }
    package mutating func finishPart() throws { try finish() }
    package var isFull: Bool { false }
}

/// Writes nothing, because only the number of records is wanted.
package struct CountOutput: RecordOutput {
    package init() {}

    package mutating func write(_ record: RawRecord, isLine: Bool) {}
    package mutating func finish() {}
}

/// Passes records to a function until it wants no more.
package struct FunctionOutput: RecordOutput {
    private let take: (RawRecord) throws -> Bool
    package private(set) var isFull = false

    /// - Parameter take: takes a record; false ends the pipeline.
    package init(_ take: @escaping (RawRecord) throws -> Bool) { self.take = take }

    package mutating func write(_ record: RawRecord, isLine: Bool) throws { isFull = try !take(record) }
    package mutating func finish() {}
}
