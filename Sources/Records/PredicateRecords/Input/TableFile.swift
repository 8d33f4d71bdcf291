import PredicateCore

/// A plain file whose records are in a table. The file is read again for every walk over them.
///
/// It is read, not mapped: access to a mapped file that has been truncated raises SIGBUS, which no check can prevent.
/// Here a missing part is a record that cannot be read, and `isChanged` is true.
final class TableFile: Sendable {
    private let handle: InputFile
    /// The number of bytes with records.
    private let size: Int
    private let state: Locked<State>
    /// The first and the last bytes with records. They distinguish a file that has grown from one that was rewritten.
    private let ends: (first: [UInt8], last: [UInt8])

    private struct State: Sendable {
        /// The last known modification time.
        var time: Int
        var isChanged = false
    }

    private static let endBytes = 1 << 12

    init(_ handle: InputFile, size: Int, time: Int) {
        self.handle = handle
        self.size = size
        state = Locked(State(time: time))
        ends = Self.ends(handle, size)
    }

    private static func ends(_ handle: InputFile, _ size: Int) -> (first: [UInt8], last: [UInt8]) {
        func bytes(at offset: Int) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: min(size, endBytes))
            let count = bytes.withUnsafeMutableBytes { handle.fill($0, at: offset) }
            return Array(bytes.prefix(count))
        }
        return (bytes(at: 0), bytes(at: max(0, size - endBytes)))
    }

    /// Some bytes of the file, and their offset from the start of the memory. Missing bytes are zeros, which no
    /// record contains.
    func read(at offset: Int, count: Int) -> (storage: ByteStorage, shift: Int) {
        // The system copies several times faster if the positions in the file and in memory are equal modulo
        // `ByteStorage.alignment`.
        let shift = max(0, offset) % ByteStorage.alignment
        let storage = ByteStorage(capacity: count + shift)
        let buffer = UnsafeMutableRawBufferPointer(start: storage.base, count: count + shift)
        let read = offset >= 0 && offset + count <= size ? handle.fill(buffer, at: offset - shift) : 0
        if read < buffer.count {
            (UnsafeMutableRawPointer(storage.base) + read).initializeMemory(
                as: UInt8.self, repeating: 0, count: buffer.count - read)
            state.withLock { $0.isChanged = true }
        }
        return (storage, shift)
    }

    /// Whether the part with the records has changed. A file that has only grown is not changed.
    var isChanged: Bool {
        guard let version = handle.version else { return true }
        let known = state.withLock { ($0.isChanged, $0.time) }
        if known.0 { return true }
        if version.size == size, version.time == known.1 { return false }
        if version.time == known.1 { return version.size < size }
        let now = Self.ends(handle, size)
        let hasGrown = version.size > size && now.first == ends.first && now.last == ends.last
        return state.withLock { state in
            if hasGrown { state.time = version.time } else { state.isChanged = true }
            return !hasGrown
        }
    }
}
