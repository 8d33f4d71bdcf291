import PredicateCore

/// Reads models of Core Data as Xcode writes them: the file `contents` of a folder `.xcdatamodel`.
package struct DataModelReader {
    /// The model of a file. Elements and attributes that are not about types or predicates are skipped.
    package static func read(_ file: [UInt8]) throws(ConfigurationError) -> DataModel {
        var reader = Self(try XMLTokenizer(file))
        return try reader.model()
    }

    /// The elements that count in their position.
    private enum Element {
        case model, entity, attribute, relationship, fetchedProperty, fetchRequest, fetchIndex, fetchIndexElement

        static let named: [ExactName: Element] = [
            ExactName("model"): .model, ExactName("entity"): .entity, ExactName("attribute"): .attribute,
            ExactName("relationship"): .relationship, ExactName("fetchedProperty"): .fetchedProperty,
            ExactName("fetchRequest"): .fetchRequest, ExactName("fetchIndex"): .fetchIndex,
            ExactName("fetchIndexElement"): .fetchIndexElement,
        ]

        /// Whether the element counts within another one.
        func stands(in parent: Element?) -> Bool {
            switch self {
            case .model: false
            case .entity: parent == .model
            case .attribute, .relationship, .fetchedProperty, .fetchIndex: parent == .entity
            case .fetchRequest: parent == .model || parent == .fetchedProperty
            case .fetchIndexElement: parent == .fetchIndex
            }
        }
    }

    private var tokenizer: XMLTokenizer
    /// The open elements; nil for one that does not count.
    private var open: [Element?] = []
    private var entities: [DataModel.Entity] = []
    private var entries: [DataModel.Entry] = []
    /// The entity whose end was not yet read.
    private var entity: DataModel.Entity?
    /// The name of the open property or index.
    private var memberName: LocatedText?
    /// The entity of the results of the open property.
    private var destination: LocatedText?

    private init(_ tokenizer: XMLTokenizer) { self.tokenizer = tokenizer }

    private mutating func model() throws(ConfigurationError) -> DataModel {
        while let token = try tokenizer.next() {
            switch token.content {
            case .start(let name, _): try start(name, token)
            case .end: end()
            default: break
            }
        }
        return try DataModel(entities: entities, entries: entries)
    }

    private mutating func start(_ name: ExactName, _ token: XMLToken) throws(ConfigurationError) {
        let element = Element.named[name]
        guard let parent = open.last else {
            guard element == .model else {
                throw ConfigurationError(
                    "expected the element `model` of a Core Data model", at: token.range.lowerBound)
            }
            return open.append(element)
        }
        guard let element, element.stands(in: parent) else { return open.append(nil) }
        open.append(element)
        switch element {
        case .model: break
        case .entity:
            entity = DataModel.Entity(
                name: try required("name", token), parent: given("parentEntity", token), range: token.range)
        case .attribute: try attribute(token)
        case .relationship:
            let relationship = DataModel.Relationship(
                name: try required("name", token), destination: given("destinationEntity", token),
                isToMany: isYes("toMany", token), isOrdered: isYes("ordered", token),
                isOptional: isYes("optional", token))
            entity?.relationships.append(relationship)
        case .fetchedProperty, .fetchIndex:
            memberName = try required("name", token)
            destination = nil
        case .fetchRequest: request(token, isInProperty: parent == .fetchedProperty)
        case .fetchIndexElement:
            guard let expression = given("expression", token) else { break }
            add(.indexExpression, memberName, entity?.name, entity?.name, expression)
        }
    }

    private mutating func end() {
        switch open.popLast() ?? nil {
        case .entity:
            if let entity { entities.append(entity) }
            entity = nil
        case .fetchedProperty:
            if let memberName {
                let property = DataModel.FetchedProperty(name: memberName, destination: destination)
                entity?.fetchedProperties.append(property)
            }
        default: break
        }
    }

    private mutating func attribute(_ token: XMLToken) throws(ConfigurationError) {
        let name = try required("name", token)
        let isDerived = isYes("derived", token)
        let attribute = DataModel.Attribute(
            name: name, typeName: token.attribute("attributeType")?.text ?? "", isOptional: isYes("optional", token),
            isDerived: isDerived)
        entity?.attributes.append(attribute)
        // Xcode keeps the expression of an attribute that is no longer derived.
        if isDerived, let expression = given("derivationExpression", token) {
            add(.derivedAttribute, name, entity?.name, entity?.name, expression)
        }
    }

    private mutating func request(_ token: XMLToken, isInProperty: Bool) {
        let target = given("entity", token)
        if isInProperty { destination = target }
        guard let predicate = given("predicateString", token) else { return }
        if isInProperty {
            add(.fetchedProperty, memberName, entity?.name, target, predicate)
        } else {
            add(.fetchRequest, given("name", token), nil, target, predicate)
        }
    }

    private mutating func add(
        _ role: DataModel.Role, _ name: LocatedText?, _ owner: LocatedText?, _ entity: LocatedText?, _ text: LocatedText
    ) {
        entries.append(DataModel.Entry(role: role, name: name, owner: owner, entity: entity, text: text))
    }

    // MARK: Attributes of elements

    private func required(_ name: String, _ token: XMLToken) throws(ConfigurationError) -> LocatedText {
        guard let value = given(name, token) else {
            throw ConfigurationError("the element has no attribute `\(name)`", at: token.range.lowerBound)
        }
        return value
    }

    /// The value of an attribute that is there and not empty.
    private func given(_ name: String, _ token: XMLToken) -> LocatedText? {
        guard let value = token.attribute(name), !value.text.isEmpty else { return nil }
        return value
    }

    private func isYes(_ name: String, _ token: XMLToken) -> Bool {
        token.attribute(name).map { sameCodePoints($0.text, "YES") } ?? false
    }
}
