import PredicateCore

/// A JSON Schema document: its values by pointer, and the targets of its references.
struct SchemaDocument {
    let root: PredicateValue
    /// The pointers of schemas with an identifier, by identifier without fragment.
    private var resources: [ExactName: JSONPointer] = [:]
    /// The pointers of schemas with an anchor, by identifier, `#` and anchor.
    private var anchors: [ExactName: JSONPointer] = [:]
    /// The identifier of each resource, by the pointer of its root.
    private var bases: [JSONPointer: String] = [:]

    enum Target {
        case local(JSONPointer)
        case remote
        case missing
    }

    init(_ root: PredicateValue) {
        self.root = root
        var pending: [(value: PredicateValue, pointer: JSONPointer, base: String)] = [(root, JSONPointer([]), "")]
        bases[JSONPointer([])] = ""
        resources[ExactName("")] = JSONPointer([])
        // A schema may be large, so identifiers are found in one pass without recursion.
        while let (value, pointer, inherited) = pending.popLast() {
            switch value {
            case .object(let object):
                var base = inherited
                if let identifier = object.value(forKey: "$id").text ?? object.value(forKey: "id").text,
                    !identifier.hasPrefix("#")
                {
                    base = URIReference.resolve(identifier, against: base)
                    bases[pointer] = base
                    if resources[ExactName(base)] == nil { resources[ExactName(base)] = pointer }
                }
                for keyword in ["$anchor", "$dynamicAnchor"] {
                    if let anchor = object.value(forKey: keyword).text,
                        anchors[ExactName(base + "#" + anchor)] == nil
                    {
                        anchors[ExactName(base + "#" + anchor)] = pointer
                    }
                }
                for key in object.keys where !["enum", "const", "default", "examples", "example"].containsName(key) {
                    pending.append((object.value(forKey: key), pointer.appending(key), base))
                }
            case .list(let elements):
                for (index, element) in elements.enumerated() {
                    pending.append((element, pointer.appending(String(index)), inherited))
                }
            default: break
            }
        }
    }

    /// The value that a pointer leads to.
    func value(at pointer: JSONPointer) -> PredicateValue? {
        root.value(at: pointer)
    }

    /// The target of a reference in the schema at a pointer.
    func resolve(_ reference: String, from pointer: JSONPointer) -> Target {
        let base = base(of: pointer)
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? String(parts[1]) : ""
        let resource = parts.first.map { $0.isEmpty ? base : URIReference.resolve(String($0), against: base) } ?? base
        guard let start = resources[ExactName(resource)] else { return .remote }
        if fragment.isEmpty { return .local(start) }
        if fragment.hasPrefix("/") {
            guard let path = try? JSONPointer(parsing: "#" + fragment) else { return .missing }
            let target = JSONPointer(start.components + path.components)
            if value(at: target) != nil { return .local(target) }
            // Many documents refer to themselves by the identifier of a schema.
            return value(at: path) != nil && parts.first?.isEmpty == true ? .local(path) : .missing
        }
        return anchors[ExactName(resource + "#" + fragment)].map(Target.local) ?? .missing
    }

    /// The base identifier of references in a schema.
    private func base(of pointer: JSONPointer) -> String {
        var components = pointer.components
        while true {
            if let base = bases[JSONPointer(components)] { return base }
            if components.isEmpty { return "" }
            components.removeLast()
        }
    }
}

/// The parts of RFC 3986 that identifiers of schemas need.
enum URIReference {
    /// Resolves a reference against a base. Fragments are ignored.
    static func resolve(_ reference: String, against base: String) -> String {
        let reference = String(reference.prefix { $0 != "#" })
        if reference.isEmpty { return base }
        if hasScheme(reference) || base.isEmpty { return reference }
        guard let scheme = base.firstIndex(of: ":"), hasScheme(base) else { return directory(base) + reference }
        let prefix = base[...scheme]
        let rest = base[base.index(after: scheme)...]
        if reference.hasPrefix("//") { return prefix + reference }
        guard rest.hasPrefix("//") else {
            return reference.hasPrefix("/") ? prefix + reference : directory(base) + reference
        }
        let authority = "//" + rest.dropFirst(2).prefix { $0 != "/" }
        let path = reference.hasPrefix("/") ? reference : directory(String(rest.dropFirst(authority.count))) + reference
        return prefix + authority + withoutDots(path.hasPrefix("/") ? path : "/" + path)
    }

    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.first, first.isASCII, first.isLetter else {
            return false
        }
        return text[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    private static func directory(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return String(path[...slash])
    }

    private static func withoutDots(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            switch part {
            case ".": break
            case "..": if parts.count > 1 { parts.removeLast() }
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}
