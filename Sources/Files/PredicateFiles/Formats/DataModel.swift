import PredicateCore

/// A model of Core Data: its entities as record types, and the predicates and expressions in it.
package struct DataModel: Sendable {
    /// A kind of record.
    package struct Entity: Sendable {
        package let name: LocatedText
        /// The entity whose fields it has too.
        package let parent: LocatedText?
        package internal(set) var attributes: [Attribute] = []
        package internal(set) var relationships: [Relationship] = []
        package internal(set) var fetchedProperties: [FetchedProperty] = []
        /// The start tag.
        package let range: Range<Int>
    }

    /// A value of an entity.
    package struct Attribute: Sendable {
        package let name: LocatedText
        /// The type as the model names it: `Integer 16`.
        package let typeName: String
        package let isOptional: Bool
        /// Whether it is computed from other fields.
        package let isDerived: Bool

        /// The type of its values.
        package var type: ValueType {
            let type = Self.types[ExactName(typeName)] ?? .any
            return isOptional ? type.orNil : type
        }

        private static let types: [ExactName: ValueType] = [
            ExactName("String"): .string, ExactName("Integer 16"): .integer, ExactName("Integer 32"): .integer,
            ExactName("Integer 64"): .integer, ExactName("Double"): .double, ExactName("Float"): .double,
            ExactName("Decimal"): .decimal, ExactName("Boolean"): .boolean, ExactName("Date"): .date,
            ExactName("Binary"): .data, ExactName("UUID"): .uuid, ExactName("URI"): .url,
        ]
    }

    /// A reference of an entity to others.
    package struct Relationship: Sendable {
        package let name: LocatedText
        /// The name of the entity at its end; nil if the model does not say.
        package let destination: LocatedText?
        package let isToMany: Bool
        package let isOrdered: Bool
        package let isOptional: Bool
    }

    /// A field of an entity that is the result of a fetch request.
    package struct FetchedProperty: Sendable {
        package let name: LocatedText
        /// The name of the entity of its results; nil if there is no request.
        package let destination: LocatedText?
    }

    /// What a string of the model is for.
    package enum Role: Hashable, Sendable {
        /// The predicate of a fetch request.
        case fetchRequest
        /// The predicate of a fetched property, with `$FETCH_SOURCE` and `$FETCHED_PROPERTY`.
        case fetchedProperty
        /// The expression of a derived attribute.
        case derivedAttribute
        /// The expression of an element of an index.
        case indexExpression

        /// Whether the text is an expression rather than a predicate.
        package var isExpression: Bool { self == .derivedAttribute || self == .indexExpression }
    }

    /// A predicate or an expression of the model.
    package struct Entry: Sendable {
        package let role: Role
        /// The name of the request, the property, the attribute or the index; nil if it has none.
        package let name: LocatedText?
        /// The name of the entity that the request, the property, the attribute or the index belongs to; nil for a request of the model.
        package let owner: LocatedText?
        /// The name of the entity that the text is about; nil if the model does not say.
        package let entity: LocatedText?
        package let text: LocatedText
    }

    /// The entities in the order of the file.
    package let entities: [Entity]
    /// The predicates and expressions in the order of the file.
    package let entries: [Entry]
    /// The record types; its root is any value.
    private let schema: RecordSchema

    init(entities: [Entity], entries: [Entry]) throws(ConfigurationError) {
        self.entities = entities
        self.entries = entries
        schema = RecordSchema(root: .any, types: try Self.recordTypes(of: entities))
    }

    /// The schema of the records of an entity; nil if the model has no such entity.
    package func schema(rootedAt entity: String) -> RecordSchema? {
        guard schema.types.value(ofName: entity) != nil else { return nil }
        var rooted = schema
        rooted.root = .object(entity)
        return rooted
    }

    // MARK: Record types

    /// A record type for each entity, with the fields that it inherits. Of two entities with one name the first counts.
    private static func recordTypes(of entities: [Entity]) throws(ConfigurationError) -> [RecordType] {
        let byName = Dictionary(
            entities.map { (ExactName($0.name.text), $0) }, uniquingKeysWith: { first, _ in first })
        var types: [RecordType] = []
        var count = 0
        for entity in entities {
            var fields: [RecordField] = []
            var additional: ValueType?
            for ancestor in try lineage(of: entity, byName) {
                fields += Self.fields(of: ancestor, byName)
                // The fields of a parent in another model are unknown.
                if let parent = ancestor.parent, byName[ExactName(parent.text)] == nil { additional = .any }
            }
            fields += objectFields
            count += fields.count
            guard count <= ConfigurationLimits.nodes else {
                throw ConfigurationError(
                    "the entities inherit more than \(ConfigurationLimits.nodes) fields", at: entity.range.lowerBound)
            }
            types.append(RecordType(entity.name.text, fields: fields, additional: additional))
        }
        return types
    }

    /// The entity and its ancestors.
    private static func lineage(of entity: Entity, _ byName: [ExactName: Entity]) throws(ConfigurationError) -> [Entity]
    {
        var lineage = [entity]
        var names: Set<ExactName> = [ExactName(entity.name.text)]
        while let parent = lineage.last?.parent, let next = byName[ExactName(parent.text)] {
            guard names.insert(ExactName(parent.text)).inserted else {
                throw ConfigurationError("the entity is its own ancestor", at: parent.fileRange.lowerBound)
            }
            guard lineage.count < ConfigurationLimits.depth else {
                throw ConfigurationError(
                    "the entity has more than \(ConfigurationLimits.depth) ancestors", at: entity.range.lowerBound)
            }
            lineage.append(next)
        }
        return lineage
    }

    private static func fields(of entity: Entity, _ byName: [ExactName: Entity]) -> [RecordField] {
        func object(_ name: LocatedText?) -> ValueType {
            guard let name, byName[ExactName(name.text)] != nil else { return .any }
            return .object(name.text)
        }
        return entity.attributes.map { RecordField($0.name.text, $0.type) }
            + entity.relationships.map { relationship in
                let object = object(relationship.destination)
                // A relationship to many is empty rather than nil.
                let type =
                    relationship.isToMany
                    ? relationship.isOrdered ? ValueType.list(object) : .set(object)
                    : relationship.isOptional ? object.orNil : object
                return RecordField(relationship.name.text, type)
            }
            + entity.fetchedProperties.map { RecordField($0.name.text, .list(object($0.destination))) }
    }

    /// What every object has that Core Data can fetch.
    private static let objectFields = [
        RecordField("objectID", .any, documentation: "The identity of the object."),
        RecordField("entity", .any, documentation: "The description of the entity of the object."),
    ]
}
