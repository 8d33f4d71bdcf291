import PredicateCore

/// The fields of a row that an evaluation reads: columns and links, with what is read of the rows that links reach.
///
/// Who reads rows for an evaluation fetches what the tree names, and nothing else.
package struct SQLFieldTree: Hashable, Sendable {
    /// Whether all columns are read, as where the record is used as a whole. A whole record has none of its links.
    package var readsAllColumns: Bool
    /// The fields by name, in the order of their first use.
    private var fields: [Field] = []
    private var locations: [ExactName: Int] = [:]
    /// What is read of a field whose name is known only when a record is evaluated; at most one tree. The field may be
    /// any column and any link.
    private var anyField: [SQLFieldTree] = []

    private struct Field: Hashable {
        var name: String
        var tree: SQLFieldTree
    }

    /// All columns and no links.
    package static let allColumns = SQLFieldTree(readsAllColumns: true)
    /// Nothing.
    package static let none = SQLFieldTree(readsAllColumns: false)

    private init(readsAllColumns: Bool) { self.readsAllColumns = readsAllColumns }

    /// The fields that paths read, as `ExpressionTree.uses` gives them.
    package init(_ paths: [FieldPath]) {
        readsAllColumns = false
        add(paths)
    }

    /// Adds the fields that paths read.
    package mutating func add(_ paths: [FieldPath]) {
        for path in paths { add(path.steps[...]) }
    }

    private mutating func add(_ steps: ArraySlice<FieldPath.Step>) {
        let rest = steps.dropFirst()
        switch steps.first {
        case nil: readsAllColumns = true
        case .elements: add(rest)
        case .key("self"):
            // A key `self` may mean the record itself (D51).
            readsAllColumns = true
            if !rest.isEmpty { add(rest) }
        case .key(let name):
            let index = index(of: name)
            fields[index].tree.add(rest)
        case .anyKey:
            readsAllColumns = true
            if anyField.isEmpty { anyField = [.none] }
            anyField[0].add(rest)
        }
    }

    private mutating func index(of name: String) -> Int {
        if let known = locations[ExactName(name)] { return known }
        locations[ExactName(name)] = fields.count
        fields.append(Field(name: name, tree: .none))
        return fields.count - 1
    }

    /// What is read of a column or a link; nil if it is not read. A column that is read only because all of them are is
    /// not named here.
    package subscript(name: String) -> SQLFieldTree? {
        let named = locations[ExactName(name)].map { fields[$0].tree }
        guard let other = anyField.first else { return named }
        return named?.union(other) ?? other
    }

    /// Whether links may be read.
    package var mayReadLinks: Bool { !fields.isEmpty || !anyField.isEmpty }

    /// Whether a column is read.
    package func readsColumn(_ name: String) -> Bool { readsAllColumns || self[name] != nil }

    /// The fields that this tree or another reads.
    package func union(_ other: SQLFieldTree) -> SQLFieldTree {
        var union = self
        union.readsAllColumns = readsAllColumns || other.readsAllColumns
        for field in other.fields {
            let index = union.index(of: field.name)
            union.fields[index].tree = union.fields[index].tree.union(field.tree)
        }
        if let tree = other.anyField.first { union.anyField = [union.anyField.first?.union(tree) ?? tree] }
        return union
    }
}
