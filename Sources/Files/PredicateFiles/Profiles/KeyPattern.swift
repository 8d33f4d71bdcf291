import PredicateFormat

/// Where values are in a configuration file: `**.conditional_items[].condition`.
///
/// Components are separated by dots. A key may contain `*`, which stands for any characters. `[]` is every element of a list, `**` any
/// number of keys and elements. `{Processor=StopProcessingIf}` goes on only with mappings in which a key has that text.
package struct KeyPattern: Hashable, Sendable {
    private enum Component: Hashable, Sendable {
        case key(String)
        case elements
        case anyDepth
        case filter(key: String, text: String)
    }

    /// The pattern as it was written.
    package let source: String
    private let components: [Component]

    /// Reads a pattern; nil if it is not well-formed.
    package init?(_ source: String) {
        self.source = source
        var components: [Component] = []
        var rest = Substring(source)
        while !rest.isEmpty {
            if rest.first == "{" {
                guard let end = rest.firstIndex(of: "}") else { return nil }
                let sides = rest[rest.index(after: rest.startIndex)..<end].split(separator: "=", maxSplits: 1)
                guard sides.count == 2 else { return nil }
                components.append(.filter(key: String(sides[0]), text: String(sides[1])))
                rest = rest[rest.index(after: end)...]
            } else if rest.hasPrefix("[]") {
                components.append(.elements)
                rest = rest.dropFirst(2)
            } else {
                let key = rest.prefix { $0 != "." && $0 != "[" && $0 != "{" }
                guard !key.isEmpty else { return nil }
                components.append(key == "**" ? .anyDepth : .key(String(key)))
                rest = rest.dropFirst(key.count)
            }
            if rest.first == "." {
                rest = rest.dropFirst()
                if rest.isEmpty { return nil }
            }
        }
        if components.isEmpty { return nil }
        self.components = components
    }

    /// The key of the values at the pattern, if the pattern ends with one.
    package var lastKey: String? {
        if case .key(let key)? = components.last, !key.utf8.contains(UInt8(ascii: "*")) { key } else { nil }
    }

    /// A value that a pattern found.
    package struct Match: Sendable {
        /// The keys and positions that lead to the value, such as `conditional_items[0].condition`.
        package let keyPath: String
        package let value: ConfigurationNode
    }

    /// All values at the pattern, in the order of the file.
    package func matches(in root: ConfigurationNode) -> [Match] {
        var walk = Walk(components: components)
        walk.visit(root, [0])
        return walk.found
    }

    /// A walk over a file, with the places of the pattern that each value has reached. Readers limit the depth of values.
    private struct Walk {
        let components: [Component]
        var path: [String] = []
        var found: [Match] = []

        mutating func visit(_ node: ConfigurationNode, _ reached: [Int]) {
            let places = advanced(reached, node)
            if places.contains(components.count) {
                found.append(Match(keyPath: path.joined(), value: node))
            }
            switch node.content {
            case .mapping(let entries):
                for entry in entries {
                    let next = places.compactMap { place -> Int? in
                        guard place < components.count else { return nil }
                        switch components[place] {
                        case .anyDepth: return place
                        case .key(let pattern): return Self.fits(entry.key.text, pattern) ? place + 1 : nil
                        case .elements, .filter: return nil
                        }
                    }
                    guard !next.isEmpty else { continue }
                    path.append(path.isEmpty ? entry.key.text : "." + entry.key.text)
                    visit(entry.value, next)
                    path.removeLast()
                }
            case .sequence(let elements):
                let next = places.compactMap { place -> Int? in
                    guard place < components.count else { return nil }
                    switch components[place] {
                    case .anyDepth: return place
                    case .elements: return place + 1
                    case .key, .filter: return nil
                    }
                }
                guard !next.isEmpty else { return }
                for (index, element) in elements.enumerated() {
                    path.append("[\(index)]")
                    visit(element, next)
                    path.removeLast()
                }
            case .text, .other, .alias: break
            }
        }

        /// The places with those that need no further key: after `**`, and after a filter that the value passes.
        private func advanced(_ reached: [Int], _ node: ConfigurationNode) -> [Int] {
            var places: [Int] = []
            var pending = reached
            while let place = pending.popLast() {
                if places.contains(place) { continue }
                places.append(place)
                guard place < components.count else { continue }
                switch components[place] {
                case .anyDepth: pending.append(place + 1)
                case .filter(let key, let text):
                    if node[key]?.text?.text.utf8.elementsEqual(text.utf8) ?? false { pending.append(place + 1) }
                case .key, .elements: break
                }
            }
            return places
        }

        /// Whether a key fits a pattern with `*`, compared byte by byte.
        private static func fits(_ key: String, _ pattern: String) -> Bool {
            fitsStars(Array(pattern.utf8), Array(key.utf8), isStar: { $0 == UInt8(ascii: "*") }) { $0 == $1 }
        }
    }
}
