import PredicateFormat

/// A key path that stands for no field, and what stands for it in a tree: a name that no field has.
struct UnregisteredKeyPath: Hashable, Sendable {
    /// The name in the tree: the key path as it is written.
    let name: String
    /// What is said of it; its location is known when the tree is written out.
    private let diagnostic: PredicateDiagnostic

    init(_ keyPath: AnyKeyPath, named name: String, of root: String) {
        self.name = name
        diagnostic = TreeMessages.unregisteredKeyPath(keyPath, of: root, at: SourceRange(at: 0))
    }

    /// The diagnostics of a tree, with what is said of the names in place of what checking finds wrong with them.
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

    /// Where a text stands in another one.
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
