import PredicateCore

/// The locations of decimals in a record, so that they are read with every digit (D55).
///
/// A shape is made from a declared schema. A reader without a shape, or a record without decimals, has no extra cost.
public struct RecordShape: Sendable {
    /// A location in the shape; `none` if it cannot contain decimals.
    struct Position: Equatable, Sendable {
        var index: Int
        static let none = Position(index: -1)
    }

    private struct Node: Sendable {
        var isDecimal = false
        var members: [ExactName: Position] = [:]
        var others = Position.none
        var element = Position.none
    }

    private var nodes: [Node] = []
    let root: Position

    /// The shape of the records of a schema; nil if they have no decimals, or if the schema is inferred, which never
    /// changes how values are read.
    public init?(_ schema: RecordSchema) {
        guard schema.origin == .declared else { return nil }
        var builder = Builder(schema: schema)
        let root = builder.position(of: schema.root)
        guard builder.nodes.contains(where: \.isDecimal) else { return nil }
        self.nodes = builder.nodes
        self.root = root
    }

    @inline(__always)
    func isDecimal(_ position: Position) -> Bool { position != .none && nodes[position.index].isDecimal }

    func member(_ key: String, of position: Position) -> Position {
        if position == .none { return .none }
        let node = nodes[position.index]
        return node.members[ExactName(key)] ?? node.others
    }

    @inline(__always)
    func element(of position: Position) -> Position { position == .none ? .none : nodes[position.index].element }

    private struct Builder {
        var nodes: [Node] = []
        /// Every record type gets its node before any is filled, so that types may refer to one another.
        private var records: [String: Position] = [:]

        init(schema: RecordSchema) {
            let types = schema.types.values.sorted { $0.name < $1.name }
            for type in types {
                records[type.name] = Position(index: nodes.count)
                nodes.append(Node())
            }
            for type in types {
                guard let position = records[type.name] else { continue }
                var node = Node()
                for field in type.fields {
                    let inner = self.position(of: field.type)
                    // A field without decimals must hide the entry for unlisted fields.
                    if inner != .none || type.additional != nil { node.members[ExactName(field.name)] = inner }
                }
                if let additional = type.additional { node.others = self.position(of: additional) }
                nodes[position.index] = node
            }
        }

        mutating func position(of type: ValueType) -> Position {
            var node = Node()
            switch type.unwrapped {
            case .decimal: node.isDecimal = true
            case .list(let element), .set(let element):
                node.element = position(of: element)
                if node.element == .none { return .none }
            case .dictionary(let value):
                node.others = position(of: value)
                if node.others == .none { return .none }
            case .object(let name): return records[name] ?? .none
            default: return .none
            }
            nodes.append(node)
            return Position(index: nodes.count - 1)
        }
    }
}

extension RecordSchema {
    /// Whether records are objects, or may be.
    package var rootIsRecord: Bool {
        switch root.unwrapped {
        case .object, .dictionary, .any: true
        default: false
        }
    }
}
