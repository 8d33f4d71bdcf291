/// Memory that records point into: a part of an input. Released with the last of them.
///
/// What has been handed out is never written again: the stream writes only behind it, or when it is the only owner.
final class ByteStorage: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>
    let capacity: Int
    /// What addresses of memory are a multiple of. Copying is several times slower where the locations in an input and in memory
    /// are not alike in their last bits.
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
