import PredicateCore

/// A JSON pointer (RFC 6901): a path through objects and lists, such as `/features/0/properties`.
///
/// Where it leads to records, `*` stands for each element of a list and each value of an object: `/runs/*/results`. `~*` is
/// a key of that name.
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    /// The keys and indices, unescaped.
    public var components: [String]
    /// The components `*` that are keys.
    private var starKeys: Set<Int> = []

    /// A pointer from its components. An empty list means the whole document.
    public init(_ components: [String]) { self.components = components }

    /// A pointer from its text, plain or as a URI fragment (`#/a%20b`).
    ///
    /// - Throws: `bad-pointer` if the text does not begin with `/`, or has a `~` without `0` or `1` after it.
    public init(parsing text: String) throws(RecordError) {
        var pointer = text
        if text.utf8.first == UInt8(ascii: "#") {
            guard let decoded = Self.percentDecoded(text.dropFirst()) else {
                throw .badPointer(text, "`%` must be followed by two hexadecimal digits, as in `%20`")
            }
            pointer = decoded
        }
        components = []
        if pointer.isEmpty { return }
        guard pointer.utf8.first == UInt8(ascii: "/") else {
            let meant = Self.ofPath(text)?.description ?? "/\(text)"
            throw .badPointer(text, "it must begin with `/`, as in `\(meant)`")
        }
        for part in pointer.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            var component = String.UnicodeScalarView()
            var isEscape = false
            for scalar in part {
                switch (isEscape, scalar) {
                case (false, "~"):
                    isEscape = true
                case (true, "0"), (true, "1"):
                    component.append(scalar == "0" ? "~" : "/")
                    isEscape = false
                case (true, "*") where part.count == 2:
                    component.append(scalar)
                    starKeys.insert(components.count)
                    isEscape = false
                case (true, _): throw .badPointer(text, "`~` must be followed by 0 (for `~`) or 1 (for `/`)")
                default: component.append(scalar)
                }
            }
            if isEscape { throw .badPointer(text, "`~` must be followed by 0 (for `~`) or 1 (for `/`)") }
            components.append(String(component))
        }
    }

    /// Whether the components have the same code points.
    public static func == (a: JSONPointer, b: JSONPointer) -> Bool {
        a.components.isSamePath(as: b.components) && a.starKeys == b.starKeys
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        for component in components { hasher.combine(ExactName(component)) }
    }

    /// The pointer with one more component.
    public func appending(_ component: String) -> JSONPointer { JSONPointer(components + [component]) }

    /// The text of the pointer, with `~0` and `~1`.
    public var description: String {
        components.enumerated().map { step, component in
            "/" + (starKeys.contains(step) ? "~*" : component.escaping(["~": "~0", "/": "~1"]))
        }.joined()
    }

    /// The component that stands for each element of a list and each value of an object.
    package static let each = "*"

    /// Whether a component stands for each element and value.
    func isEach(_ step: Int) -> Bool {
        components.indices.contains(step) && components[step] == Self.each && !starKeys.contains(step)
    }

    /// A component as the index of a list: digits without leading zeros.
    static func index(_ component: String) -> Int? {
        guard component == "0" || component.utf8.first != UInt8(ascii: "0"),
            component.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { return nil }
        return Int(component)
    }

    /// The pointer for a path as jq and JSONPath write it: `.items[]`, `$.runs[*].results`, `data["a b"]`. Brackets at its end
    /// ask for the elements, which are the records anyway. Nil for other pointers.
    private static func ofPath(_ text: String) -> JSONPointer? {
        var components: [String] = []
        var rest = Substring(text)
        if rest.first == "$" || rest.first == "@" { rest.removeFirst() }
        while let first = rest.first {
            if first == "[" {
                guard let end = rest.firstIndex(of: "]") else { return nil }
                let index = rest[rest.index(after: rest.startIndex)..<end].drop { "\"'".contains($0) }
                let key = index.reversed().drop { "\"'".contains($0) }.reversed()
                components.append(key.isEmpty ? "*" : String(key))
                rest = rest[rest.index(after: end)...]
            } else {
                if first == "." { rest.removeFirst() }
                let key = rest.prefix { $0 != "." && $0 != "[" && $0 != "/" }
                rest = rest.dropFirst(key.count)
                if rest.first == "/" { return nil }
                if !key.isEmpty { components.append(String(key)) }
            }
        }
        if components.last == "*" { components.removeLast() }
        return components.isEmpty ? nil : JSONPointer(components)
    }

    private static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(JSONScanner.hexadecimalDigit),
                let low = rest.next().flatMap(JSONScanner.hexadecimalDigit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }
}

extension PredicateValue {
    /// The value that a pointer names; nil if there is none.
    func value(at pointer: JSONPointer) -> PredicateValue? {
        pointer.components.reduce(self) { value, component in
            switch value {
            case .object(let object)? where object.hasKey(component): return object.value(forKey: component)
            case .list(let elements)?:
                return JSONPointer.index(component).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: return nil
            }
        }
    }
}
