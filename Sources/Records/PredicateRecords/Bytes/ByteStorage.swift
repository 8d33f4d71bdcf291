/// Memory for a part of an input. The records of that part point into it, and its last owner releases it.
///
/// Bytes never change after they have been handed out: the stream writes only after them, or if it is the only owner.
final class ByteStorage: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>
    let capacity: Int
    /// The alignment of memory. Copying is several times slower if the addresses in the input and in memory
    /// differ in their last bits.
    static let alignment = 64

    init(capacity: Int) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, capacity), alignment: Self.alignment)
        self.base = memory.bindMemory(to: UInt8.self, capacity: max(1, capacity))
        self.capacity = capacity
    }

    convenience init(copying bytes: UnsafeBufferPointer<UInt8>) {
        self.init(capacity: bytes.count)
        if let source = bytes.baseAddress { base.update(from: source, count: bytes.count) }
    }

    deinit { UnsafeMutableRawPointer(base).deallocate() }
}
