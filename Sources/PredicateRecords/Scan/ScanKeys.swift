import CRecordScan

/// Keys that the scanner has seen and recognises. One thread uses it.
final class ScanKeys {
    /// The keys in the form of the scanner.
    let keys: OpaquePointer

    /// No keys; nil if there is no memory.
    init?() {
        guard let keys = rs_keys_make() else { return nil }
        self.keys = keys
    }

    deinit { rs_keys_free(keys) }
}
