import PredicateFormat

/// The tables of a TOML file while it is read: a table may be filled in many parts of the file.
struct TOMLTree {
    /// The table that the file is.
    static let root = 0

    /// Where a value goes that is not read yet.
    struct Place {
        fileprivate let table: Int
        fileprivate let key: LocatedText
    }

    /// How a table or a value came about. That decides what may be added.
    private enum Kind {
        /// `[a]`, or the file itself.
        case table
        /// `a` of `[a.b]`: a separate header may follow.
        case implied
        /// `a` of `a.b = 1`, complete when the next header comes.
        case dotted
        /// `[[a]]`.
        case elements
        /// What is written as a value. Nothing can be added.
        case value(ConfigurationNode)
    }

    /// A table, a list of tables, or a value.
    private struct Draft {
        var kind: Kind
        let depth: Int
        let range: Range<Int>
        var entries: [(key: LocatedText, draft: Int)] = []
        var elements: [Int] = []
    }

    /// A key of a table; keys are compared by their bytes.
    private struct KeyOfTable: Hashable {
        let table: Int
        let key: [UInt8]
    }

    private var drafts = [Draft(kind: .table, depth: 0, range: 0..<0)]
    private var index: [KeyOfTable: Int] = [:]

    /// Values above a table.
    func depth(of table: Int) -> Int { drafts.indices.contains(table) ? drafts[table].depth : 0 }

    // MARK: Headers

    /// The table of a header, `[a.b]` or `[[a.b]]`.
    mutating func open(
        _ path: [LocatedText], isElement: Bool, range: Range<Int>
    ) throws(ConfigurationError) -> Int {
        guard let last = path.last else { return Self.root }
        var table = Self.root
        for key in path.dropLast() {
            guard let draft = find(key, in: table) else {
                table = try add(key, .implied, to: table, range: range)
                continue
            }
            switch drafts[draft].kind {
            case .table, .implied, .dotted: table = draft
            case .elements: table = drafts[draft].elements.last ?? draft
            case .value: throw conflict(key, "is not a table")
            }
        }
        guard let draft = find(last, in: table) else {
            guard isElement else { return try add(last, .table, to: table, range: range) }
            let list = try add(last, .elements, to: table, range: range)
            return try addElement(to: list, range, key: last)
        }
        switch drafts[draft].kind {
        case .elements where isElement: return try addElement(to: draft, range, key: last)
        case .implied where !isElement:
            drafts[draft].kind = .table
            return draft
        default: throw conflict(last, "occurs twice")
        }
    }

    private mutating func addElement(
        to list: Int, _ range: Range<Int>, key: LocatedText
    ) throws(ConfigurationError) -> Int {
        let element = try append(
            Draft(kind: .table, depth: drafts[list].depth + 1, range: range), for: key)
        drafts[list].elements.append(element)
        return element
    }

    // MARK: Values

    /// A table in braces, to be filled and then taken by `node`.
    mutating func openInline(depth: Int, at offset: Int) throws(ConfigurationError) -> Int {
        drafts.append(Draft(kind: .table, depth: depth, range: offset..<offset))
        return drafts.count - 1
    }

    /// Where the value of `a.b = …` goes. Makes the tables of the dots.
    mutating func place(_ path: [LocatedText], in table: Int) throws(ConfigurationError) -> Place {
        guard let last = path.last else { throw ConfigurationError("invalid TOML: expected a key", at: 0) }
        var table = table
        for key in path.dropLast() {
            guard let draft = find(key, in: table) else {
                table = try add(key, .dotted, to: table, range: key.fileRange)
                continue
            }
            switch drafts[draft].kind {
            case .dotted: table = draft
            case .value: throw conflict(key, "is not a table")
            case .table, .implied, .elements: throw conflict(key, "is a table of another header")
            }
        }
        if find(last, in: table) != nil { throw conflict(last, "occurs twice") }
        return Place(table: table, key: last)
    }

    /// Puts a value where it goes.
    mutating func put(_ value: ConfigurationNode, at place: Place) throws(ConfigurationError) {
        _ = try add(place.key, .value(value), to: place.table, range: value.range)
    }

    // MARK: Nodes

    /// A table with all that is in it.
    func node(_ table: Int, range: Range<Int>? = nil) -> ConfigurationNode {
        let draft = drafts[table]
        // As deep as the limit at most: `add` counts.
        switch draft.kind {
        case .value(let node): return node
        case .elements:
            let elements = draft.elements.map { node($0) }
            return ConfigurationNode(.sequence(elements), range ?? covering(draft.range, elements))
        case .table, .implied, .dotted:
            let entries = draft.entries.map { ConfigurationNode.Entry($0.key, node($0.draft)) }
            return ConfigurationNode(
                .mapping(entries), range ?? covering(draft.range, entries.map(\.value)))
        }
    }

    /// From the header of a table to the end of its last value.
    private func covering(_ range: Range<Int>, _ nodes: [ConfigurationNode]) -> Range<Int> {
        range.lowerBound..<nodes.reduce(range.upperBound) { max($0, $1.range.upperBound) }
    }

    // MARK: Parts

    private func find(_ key: LocatedText, in table: Int) -> Int? {
        index[KeyOfTable(table: table, key: Array(key.text.utf8))]
    }

    private mutating func add(
        _ key: LocatedText, _ kind: Kind, to table: Int, range: Range<Int>
    ) throws(ConfigurationError) -> Int {
        let draft = try append(
            Draft(kind: kind, depth: drafts[table].depth + 1, range: range), for: key)
        drafts[table].entries.append((key, draft))
        index[KeyOfTable(table: table, key: Array(key.text.utf8))] = draft
        return draft
    }

    private mutating func append(_ draft: Draft, for key: LocatedText) throws(ConfigurationError) -> Int {
        guard draft.depth <= ConfigurationLimits.depth else { throw .tooDeep(at: key.fileRange.lowerBound) }
        guard drafts.count <= ConfigurationLimits.nodes else { throw .tooManyValues(at: key.fileRange.lowerBound) }
        drafts.append(draft)
        return drafts.count - 1
    }

    private func conflict(_ key: LocatedText, _ what: String) -> ConfigurationError {
        ConfigurationError("invalid TOML: the key `\(key.text.inMessage)` \(what)", at: key.fileRange.lowerBound)
    }
}
