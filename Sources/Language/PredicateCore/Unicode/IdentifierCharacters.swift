/// The characters of a name: any letter of Unicode (XID_Start) or `_` first, XID_Continue after it.
package enum IdentifierCharacters {
    private static let start = ScalarSet(IdentifierTables.start)
    private static let continuation = ScalarSet(IdentifierTables.continuation)

    /// Whether a name may begin with the character.
    package static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        default: scalar.value >= 0x80 && start.contains(scalar.value)
        }
    }

    /// Whether a name may go on with the character.
    package static func isContinue(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_", "0"..."9": true
        default: scalar.value >= 0x80 && continuation.contains(scalar.value)
        }
    }
}
