import CRecordScan

/// Keys that the scanner has seen and recognises. Used by one thread.
final class ScanKeys {
    /// The keys in the scanner's own form.
    let keys: OpaquePointer

    /// An empty set of keys; nil if memory is exhausted.
    init?() {
        guard let keys = rs_keys_make() else { return nil }
        self.keys = keys
    }

    deinit { rs_keys_free(keys) }
}
