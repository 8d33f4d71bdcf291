@preconcurrency import PredicatePlatform

/// What workers write: lines of text that pass through a cluster, which may cut them at line feeds and at carriage
/// returns, and must not change them otherwise.
///
/// The first byte of a line says what it is. Records come in blocks: a block is one line with many records. U+001E
/// separates records, and U+001D replaces a carriage return. Neither can occur in a record, because JSON allows no
/// control characters except white space.
package enum PartLine {
    /// A block of records.
    package static let block = UInt8(ascii: "D")
    /// The summary of a part, which ends it.
    package static let summary = UInt8(ascii: "T")
    /// Why the worker cannot work at all.
    package static let refusal = UInt8(ascii: "X")

    static let recordEnd: UInt8 = 0x1E
    static let carriageReturn: UInt8 = 0x1D

    /// Calls a function with each record of a block.
    ///
    /// - Parameter block: the line without its first byte and its line feed.
    package static func forEachRecord(
        in block: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) throws -> Void
    ) rethrows {
        var block = block
        for index in block.indices where block[index] == carriageReturn { block[index] = 0x0D }
        var start = block.startIndex
        while start < block.endIndex, let end = block[start...].firstIndex(of: recordEnd) {
            try body(block[start..<end])
            start = end + 1
        }
    }
}

/// Collects the records of a part in blocks, and passes on lines.
package final class PartOutput: RecordOutput {
    /// The number of bytes of records in a block, unless a single record is longer.
    private static let blockBytes = 1 << 16
    private var buffer: [UInt8] = []
    /// The number of bytes of all blocks.
    private(set) var writtenBytes = 0
    private let send: ([UInt8]) throws -> Void

    /// An output.
    ///
    /// - Parameter send: takes whole lines with their line feeds.
    package init(_ send: @escaping ([UInt8]) throws -> Void) { self.send = send }

    /// Begins a part.
    func begin() { writtenBytes = 0 }

    /// Adds a record: valid JSON on one line.
    func write(_ record: UnsafeBufferPointer<UInt8>) throws {
        if buffer.isEmpty { buffer.append(PartLine.block) }
        let start = buffer.count
        buffer.append(contentsOf: record)
        if let base = record.baseAddress, memchr(base, 0x0D, record.count) != nil {
            for index in start..<buffer.count where buffer[index] == 0x0D { buffer[index] = PartLine.carriageReturn }
        }
        buffer.append(PartLine.recordEnd)
        if buffer.count >= Self.blockBytes { try flush() }
    }

    /// Adds a record: a line, or one that becomes a line.
    package func write(_ record: RawRecord, isLine: Bool) throws {
        if isLine { return try record.withBytes(write) }
        try record.withBytes { JSONText.compact($0) }.withUnsafeBufferPointer(write)
    }

    /// The records stay in their block until the part ends.
    package func finish() {}

    /// Ends a part.
    func end(_ summary: PartSummary) throws {
        try flush()
        var summary = summary
        summary.writtenBytes = writtenBytes
        try send([PartLine.summary] + Array(summary.json.utf8) + [0x0A])
    }

    /// Says why no part can be read.
    package func refuse(_ reason: String) throws {
        var line = [PartLine.refusal]
        RecordWriter.write(string: reason, to: &line)
        try send(line + [0x0A])
    }

    private func flush() throws {
        guard !buffer.isEmpty else { return }
        writtenBytes += buffer.count
        buffer.append(0x0A)
        try send(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
