#if PostgreSQL
import PredicateFormat

/// Which fields of the rows of a table are read: columns, and what is read of the objects and lists of its links.
public struct PostgreSQLFields: Hashable, Sendable {
    /// Whether all columns are read.
    public var readsAllColumns: Bool
    /// Whether the columns of all objects and lists are read, because a key is known only when a record is evaluated.
    var readsAllLinks = false
    /// The names of the columns and links that are read, each once.
    public private(set) var names: [String] = []
    private var parts: [PostgreSQLFields] = []

    /// All columns and no links.
    public static let allColumns = PostgreSQLFields(readsAllColumns: true)
    /// Nothing.
    public static let none = PostgreSQLFields(readsAllColumns: false)

    private init(readsAllColumns: Bool) { self.readsAllColumns = readsAllColumns }

    /// The fields that paths read.
    public init(_ paths: [FieldPath]) {
        readsAllColumns = false
        add(paths)
    }

    /// Adds the fields that paths read.
    public mutating func add(_ paths: [FieldPath]) {
        for path in paths {
            var keys: [String] = []
            var endsOpen = false
            for step in path.steps where !endsOpen {
                switch step {
                case .key(let name): keys.append(name)
                case .anyKey: endsOpen = true
                case .elements: continue
                }
            }
            add(keys[...], endsOpen: endsOpen)
        }
    }

    /// What is read of a field; nil if it is not read.
    public subscript(name: String) -> PostgreSQLFields? {
        get { names.firstIndex { sameCodePoints($0, name) }.map { parts[$0] } }
        set {
            if let index = names.firstIndex(where: { sameCodePoints($0, name) }) {
                if let newValue {
                    parts[index] = newValue
                } else {
                    names.remove(at: index)
                    parts.remove(at: index)
                }
            } else if let newValue {
                names.append(name)
                parts.append(newValue)
            }
        }
    }

    private mutating func add(_ keys: ArraySlice<String>, endsOpen: Bool) {
        // A key `self` may mean the record itself (D51). A record that is used as a whole has all its columns.
        guard let first = keys.first, first != "self" else {
            readsAllColumns = true
            readsAllLinks = readsAllLinks || endsOpen
            return
        }
        var part = self[first] ?? .none
        part.add(keys.dropFirst(), endsOpen: endsOpen)
        self[first] = part
    }
}
#endif
