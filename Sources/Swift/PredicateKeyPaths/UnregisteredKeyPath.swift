import PredicateFormat

/// A key path without a field. In a tree, a name that no field has stands for it.
struct UnregisteredKeyPath: Hashable, Sendable {
    /// The name in the tree: the text of the key path.
    let name: String
    /// The diagnostic of the key path. Its location is set when the tree is written as text.
    private let diagnostic: PredicateDiagnostic

    init(_ keyPath: AnyKeyPath, named name: String, of root: String) {
        self.name = name
        diagnostic = TreeMessages.unregisteredKeyPath(keyPath, of: root, at: SourceRange(at: 0))
    }

    /// The diagnostics of a tree, in which these diagnostics replace those that checking finds for the names.
    static func replaced(in found: PredicateDiagnostics, _ unregistered: [UnregisteredKeyPath])
        -> PredicateDiagnostics
    {
        var own: [PredicateDiagnostic] = []
        var known: Set<UnregisteredKeyPath> = []
        for keyPath in unregistered where known.insert(keyPath).inserted {
            let written = ExpressionTree.literal(.string(keyPath.name)).predicateFormat
            let locations = Self.locations(of: written, in: found.source)
            for location in locations.isEmpty ? [SourceRange(at: 0)] : locations {
                var diagnostic = keyPath.diagnostic
                diagnostic.range = location
                own.append(diagnostic)
            }
        }
        let others = found.diagnostics.filter { other in !own.contains { $0.range.overlaps(other.range) } }
        let all = (own + others).sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        return PredicateDiagnostics(source: found.source, diagnostics: all)
    }

    /// The locations of a text in another.
    private static func locations(of part: String, in whole: String) -> [SourceRange] {
        let part = Array(part.utf8)
        let whole = Array(whole.utf8)
        guard let first = part.first, whole.count >= part.count else { return [] }
        var locations: [SourceRange] = []
        for start in 0...(whole.count - part.count)
        where whole[start] == first && whole[start..<(start + part.count)].elementsEqual(part) {
            locations.append(SourceRange(start, start + part.count))
        }
        return locations
    }
}

extension SourceRange {
    fileprivate func overlaps(_ other: SourceRange) -> Bool {
        lowerBound < other.upperBound && other.lowerBound < upperBound || contains(other) || other.contains(self)
    }
}
