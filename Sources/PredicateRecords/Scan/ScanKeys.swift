import CRecordScan

/// Keys that the scanner has met, which it knows again by them. One thread uses it.
final class ScanKeys {
    /// What the scanner is given.
    let keys: OpaquePointer

    /// No keys; nil where there is no memory.
    init?() {
        guard let keys = rs_keys_make() else { return nil }
        self.keys = keys
    }

    deinit { rs_keys_free(keys) }
}
