/// Which strings are URLs (D109): those with a scheme, and relative references (RFC 3986, section 4.2).
enum RelativeReference {
    /// Whether a string is a URL. Empty text is none.
    static func isURL(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return CanonicalURL.schemeEnd(bytes) != nil || isRelative(bytes[...])
    }

    private static func isRelative(_ text: ArraySlice<UInt8>) -> Bool {
        guard !text.isEmpty else { return false }
        let (reference, fragment) = split(text, at: UInt8(ascii: "#"))
        let (hierarchy, query) = split(reference, at: UInt8(ascii: "?"))
        for part in [fragment, query] {
            if let part, !consists(part, of: { isPath($0) || $0 == UInt8(ascii: "?") }) { return false }
        }
        guard hierarchy.starts(with: Array("//".utf8)) else {
            // A colon before the first slash would end a scheme.
            return consists(hierarchy, of: isPath)
                && !hierarchy.prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: ":"))
        }
        let authority = hierarchy.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
        return isAuthority(authority) && consists(hierarchy[authority.endIndex...], of: isPath)
    }

    /// User information, a host and a port.
    private static func isAuthority(_ authority: ArraySlice<UInt8>) -> Bool {
        let (first, second) = split(authority, at: UInt8(ascii: "@"))
        if second != nil, !consists(first, of: { isName($0) || $0 == UInt8(ascii: ":") }) { return false }
        let host = second ?? first
        guard host.first == UInt8(ascii: "[") else {
            let (name, port) = split(host, at: UInt8(ascii: ":"))
            return consists(name, of: isName) && isPort(port)
        }
        // An IPv6 address, or an address of a later version.
        let (address, rest) = split(host.dropFirst(), at: UInt8(ascii: "]"))
        guard let rest, !address.isEmpty, rest.isEmpty || rest.first == UInt8(ascii: ":") else { return false }
        return consists(address, of: { isName($0) || $0 == UInt8(ascii: ":") }) && isPort(rest.dropFirst())
    }

    private static func isPort(_ port: ArraySlice<UInt8>?) -> Bool {
        port?.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
    }

    /// The bytes before and after the first of some bytes.
    private static func split(
        _ text: ArraySlice<UInt8>, at byte: UInt8
    ) -> (before: ArraySlice<UInt8>, behind: ArraySlice<UInt8>?) {
        guard let location = text.firstIndex(of: byte) else { return (text, nil) }
        return (text[..<location], text[(location + 1)...])
    }

    /// Whether all bytes are allowed, or are `%` with two hexadecimal digits.
    private static func consists(_ text: ArraySlice<UInt8>, of isAllowed: (UInt8) -> Bool) -> Bool {
        var digits = 0
        for byte in text {
            if digits > 0 {
                guard UnicodeScalar(byte).properties.isASCIIHexDigit else { return false }
                digits -= 1
            } else if byte == UInt8(ascii: "%") {
                digits = 2
            } else if !isAllowed(byte) {
                return false
            }
        }
        return digits == 0
    }

    /// An unreserved character or a delimiter within parts.
    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,;=".utf8.contains(byte)
        }
    }

    private static func isPath(_ byte: UInt8) -> Bool { isName(byte) || ":@/".utf8.contains(byte) }
}
