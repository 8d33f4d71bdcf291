import PredicateCore

/// Infers a schema from records: the fields, their types, which of them may be missing, and their common values.
///
/// Records are added one by one. Inferences over parts of the data can be merged, with the same result. Memory is
/// bounded for any records. The schema is used to check, to suggest and to complete. It never changes an answer.
///
/// ```swift
/// var inference = SchemaInference()
/// while let record = try stream.next() { inference.add(try reader.read(record)) }
/// let schema = inference.schema
/// ```
public struct SchemaInference: Sendable {
    /// Bounds on memory.
    public struct Limits: Hashable, Sendable {
        /// The maximum level of nesting. Deeper values have the type any.
        public var depth = 24
        /// The maximum number of distinct values in a field's list of values. A field with more has no list.
        public var distinctValues = 32
        /// The maximum number of distinct values for completion, per field or elements of a list.
        public var completionValues = 512
        /// The maximum number of values for completion in all fields together, besides the first `distinctValues` of
        /// each field.
        package var valuesInAll = 100_000
        /// The maximum size in bytes of a string that is counted as a value.
        package var valueBytes = 100
        /// The number of distinct keys of an object before checking whether they are free.
        package var keysBeforeAsking = 64
        /// The maximum number of distinct keys of an object with separate profiles. Later keys keep only their
        /// names, and share one profile for their values.
        public var keys = 4000
        /// The number of distinct keys of an object before it counts as a map of objects, if all its values are
        /// objects. Those then share one type.
        package var keysBeforeMap = 512
        /// The maximum number of profiles of fields and elements in total. Later keys are treated as keys beyond
        /// `keys`.
        package var profiles = 20_000
        /// The maximum number of key names in total, besides those of `profiles`; a long name counts once more for each
        /// 128 bytes. An object with more keys is open, and its other names are not checked.
        package var names = 100_000

        /// The defaults.
        public init() {}
    }

    private var root = ValueProfile()
    private var budget: Budget

    /// An inference without records.
    public init(limits: Limits = Limits()) { budget = Budget(limits: limits) }

    /// The bounds on memory.
    var limits: Limits { budget.limits }

    /// The number of records added.
    public var recordCount: Int { root.total }

    /// Adds a record.
    public mutating func add(_ record: PredicateValue) { root.add(record, depth: 0, &budget) }

    /// Adds the results of another inference.
    public mutating func merge(_ other: SchemaInference) { root.merge(other.root, depth: 0, &budget) }

    /// The current result.
    public var schema: RecordSchema {
        var naming = SchemaNaming()
        let type = naming.type(of: root, path: [], isRoot: true)
        return RecordSchema(root: type, types: naming.types, origin: .inferred, recordCount: root.total)
    }

    /// Whether any record had a value at a path of field names. Lists on the path are searched.
    package func hasField(_ path: [String]) -> Bool { root.hasField(path[...]) }
}

/// The remaining capacity within the limits.
struct Budget: Sendable {
    let limits: SchemaInference.Limits
    var remaining: Int
    var remainingValues: Int
    var remainingNames: Int

    init(limits: SchemaInference.Limits) {
        self.limits = limits
        remaining = limits.profiles
        remainingValues = limits.valuesInAll
        remainingNames = limits.names
    }

    mutating func take() -> Bool {
        guard remaining > 0 else { return false }
        remaining -= 1
        return true
    }

    mutating func take(name: String) -> Bool {
        let count = Self.count(of: name)
        guard remainingNames >= count else { return false }
        remainingNames -= count
        return true
    }

    mutating func giveBack(names: [String]) { remainingNames += names.reduce(0) { $0 + Self.count(of: $1) } }

    /// What a name counts. Names may be as long as a record.
    private static func count(of name: String) -> Int { 1 + name.utf8.count / 128 }
}

/// The kinds of values that determine a type.
struct ValueKinds: OptionSet, Sendable {
    let rawValue: UInt16
    static let boolean = ValueKinds(rawValue: 1 << 0)
    static let integer = ValueKinds(rawValue: 1 << 1)
    static let double = ValueKinds(rawValue: 1 << 2)
    static let decimal = ValueKinds(rawValue: 1 << 3)
    static let string = ValueKinds(rawValue: 1 << 4)
    static let list = ValueKinds(rawValue: 1 << 5)
    static let object = ValueKinds(rawValue: 1 << 6)
    static let date = ValueKinds(rawValue: 1 << 7)
    static let uuid = ValueKinds(rawValue: 1 << 8)
    static let data = ValueKinds(rawValue: 1 << 9)
    static let url = ValueKinds(rawValue: 1 << 10)
    static let set = ValueKinds(rawValue: 1 << 11)
    /// Values that have not been examined, because they are nested too deeply or too many.
    static let unknown = ValueKinds(rawValue: 1 << 12)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ value: PredicateValue) {
        self =
            switch value {
            case .null: []
            case .boolean: .boolean
            case .integer: .integer
            case .double: .double
            case .decimal: .decimal
            case .string: .string
            case .date: .date
            case .uuid: .uuid
            case .data: .data
            case .url: .url
            case .list: .list
            case .set: .set
            case .object: .object
            }
    }

    /// The type for these kinds; nil if all values are lists, all are sets or all are objects.
    var scalarType: ValueType? {
        switch self {
        case []: .any
        case .boolean: .boolean
        case .integer: .integer
        case .decimal, [.decimal, .integer]: .decimal
        case .string: .string
        case .date: .date
        case .uuid: .uuid
        case .data: .data
        case .url: .url
        case .list, .set, .object: nil
        // As doubles, integers past 64 bits would lose digits (D128).
        default: isSubset(of: [.integer, .double]) ? .double : .any
        }
    }
}

/// The profile of one location: a field, the elements of a list, the values of a dictionary.
struct ValueProfile: Sendable {
    /// The number of values, including nil.
    var total = 0
    /// The number of nil values.
    var null = 0
    var kinds: ValueKinds = []
    /// Whether a string was not a date.
    private(set) var hasPlainText = false
    /// The number of strings that are numbers, and of others, without those that stand for no value.
    private var numberTexts = 0
    private var otherTexts = 0
    /// Whether some numbers separate thousands.
    private(set) var areGrouped = false
    /// The positions of percent signs in strings.
    private(set) var percentSigns: PercentSigns = []
    private(set) var values = ValueCounter()
    /// The forms of the strings that are dates.
    private(set) var dateForms = DateForms()
    /// The profile of list elements; none or one.
    private(set) var element: [ValueProfile] = []
    /// The profile of objects; none or one.
    private(set) var object: [ObjectProfile] = []

    /// Whether every string was a date.
    var allDates: Bool { kinds.contains(.string) && !hasPlainText }
    /// Whether nine of ten strings were numbers.
    var allNumbers: Bool { NumberText.areMost(numberTexts, of: numberTexts + otherTexts) }

    mutating func add(_ value: PredicateValue, depth: Int, _ budget: inout Budget) {
        total += 1
        if case .null = value {
            null += 1
            return
        }
        kinds.formUnion(ValueKinds(value))
        switch value {
        case .list(let elements), .set(let elements):
            values.overflow()
            guard depth < budget.limits.depth else { return kinds.formUnion(.unknown) }
            // Every list has a profile for its elements, regardless of the limit. Otherwise nothing would be known
            // about them.
            if element.isEmpty {
                _ = budget.take()
                element = [ValueProfile()]
            }
            for value in elements { element[0].add(value, depth: depth + 1, &budget) }
        case .object(let record):
            values.overflow()
            guard depth < budget.limits.depth else { return kinds.formUnion(.unknown) }
            if object.isEmpty { object = [ObjectProfile()] }
            object[0].add(record, depth: depth, &budget)
        case .string(let text):
            // One text that is not a date is enough.
            if !hasPlainText && PredicateDate.parseRFC3339(text) == nil { hasPlainText = true }
            let ungrouped = NumberText.ungrouped(text)
            if NumberText.number(ungrouped ?? text) != nil {
                numberTexts += 1
                areGrouped = areGrouped || ungrouped != nil
            } else if !NumberText.isPlaceholder(text) {
                otherTexts += 1
            }
            percentSigns.formUnion(PercentSigns(text))
            dateForms.add(text, isDate: !hasPlainText)
            values.add(value, size: text.utf8.count, &budget)
        case .data(let data): values.add(value, size: data.count, &budget)
        case .url(let text): values.add(value, size: text.utf8.count, &budget)
        default: values.add(value, size: 0, &budget)
        }
    }

    mutating func merge(_ other: ValueProfile, depth: Int, _ budget: inout Budget) {
        total += other.total
        percentSigns.formUnion(other.percentSigns)
        null += other.null
        kinds.formUnion(other.kinds)
        if other.hasPlainText { hasPlainText = true }
        numberTexts += other.numberTexts
        otherTexts += other.otherTexts
        areGrouped = areGrouped || other.areGrouped
        dateForms.merge(other.dateForms)
        values.merge(other.values, &budget)
        if let profile = other.element.first {
            if element.isEmpty {
                _ = budget.take()
                element = [ValueProfile()]
            }
            element[0].merge(profile, depth: depth + 1, &budget)
        }
        if let profile = other.object.first {
            if object.isEmpty { object = [ObjectProfile()] }
            object[0].merge(profile, depth: depth, &budget)
        }
    }

    /// The number of profiles within this one.
    var profileCount: Int {
        element.reduce(0) { $0 + 1 + $1.profileCount } + object.reduce(0) { $0 + $1.profileCount }
    }

    func hasField(_ path: ArraySlice<String>) -> Bool {
        guard let name = path.first else { return total > null }
        if let element = element.first, element.hasField(path) { return true }
        return object.first?.hasField(name, path.dropFirst()) ?? false
    }
}

/// Distinct values with their counts, as long as they are few.
struct ValueCounter: Sendable {
    private var positions: [PredicateValue: Int] = [:]
    private var counts: [FieldStatistics.ValueCount] = []
    private var hasOverflown = false
    /// The first values if there are too many to keep.
    private(set) var first: [PredicateValue] = []
    private static let mostFirst = 32
    /// Whether there are too many values to list.
    private var areMany = false

    mutating func overflow() {
        guard !hasOverflown else { return }
        hasOverflown = true
        positions = [:]
        first = counts.prefix(Self.mostFirst).map(\.value)
        counts = []
    }

    mutating func add(_ value: PredicateValue, size: Int, count: Int = 1, _ budget: inout Budget) {
        if hasOverflown { return }
        if let position = positions[value] {
            counts[position].count += count
            return
        }
        guard size <= budget.limits.valueBytes, hasRoom(&budget) else { return overflow() }
        positions[value] = counts.count
        counts.append(FieldStatistics.ValueCount(value, count))
    }

    /// Whether one more value may be kept. Beyond the first few of each field, all fields share one budget.
    private mutating func hasRoom(_ budget: inout Budget) -> Bool {
        if counts.count < budget.limits.distinctValues { return true }
        areMany = true
        guard counts.count < budget.limits.completionValues, budget.remainingValues > 0 else { return false }
        budget.remainingValues -= 1
        return true
    }

    mutating func merge(_ other: ValueCounter, _ budget: inout Budget) {
        if other.hasOverflown {
            overflow()
            if first.isEmpty { first = other.first }
            return
        }
        for entry in other.counts { add(entry.value, size: 0, count: entry.count, &budget) }
    }

    /// The values if they are few, most common first. Equally common ones are in order of appearance.
    var commonest: [FieldStatistics.ValueCount] { areMany ? [] : seen }

    /// The values if there are few enough for completion, in the same order.
    var seen: [FieldStatistics.ValueCount] {
        counts.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
    }
}

/// The objects at one location.
struct ObjectProfile: Sendable {
    struct Field: Sendable {
        var name: String
        var profile = ValueProfile()
    }

    /// The location of a key's values.
    private enum Location {
        case field(Int)
        /// Shared with all other keys that have only names.
        case rest
        case free
        case nowhere
    }

    private(set) var total = 0
    /// The fields, in order of appearance.
    private(set) var fields: [Field] = []
    /// The keys with only names, in order of appearance: keys of a map of objects, or keys beyond a limit.
    private(set) var unlisted: [String] = []
    /// The shared profile of the values of `unlisted`; none or one.
    private(set) var rest: [ValueProfile] = []
    /// The index in `fields`, or the complement of the index in `unlisted`, by key.
    private var positions: [[UInt8]: Int] = [:]
    /// The profile of the values under free keys; empty until the keys are known to be free.
    private(set) var freeValues: [ValueProfile] = []
    /// Whether some keys are unknown.
    private(set) var isOpen = false
    /// Whether the keys belong to a map of objects, which share one type.
    private var isMap = false
    /// The total number of occurrences of all keys.
    private var occurrences = 0

    mutating func add(_ record: any PredicateRecord, depth: Int, _ budget: inout Budget) {
        total += 1
        // Most objects have the same keys in the same order as earlier ones.
        var expected = 0
        if let object = record as? PredicateObject {
            object.forEachField { add($0, $1, depth, &expected, &budget) }
        } else {
            for key in record.keys { add(key, record.value(forKey: key), depth, &expected, &budget) }
        }
    }

    /// Adds a field. `expected` is the index of the field that usually occurs at this position.
    private mutating func add(
        _ key: String, _ value: PredicateValue, _ depth: Int, _ expected: inout Int, _ budget: inout Budget
    ) {
        occurrences += 1
        if expected < fields.count, sameCodePoints(fields[expected].name, key) {
            fields[expected].profile.add(value, depth: depth + 1, &budget)
            expected += 1
            return
        }
        switch location(of: key, depth: depth, &budget) {
        case .field(let index):
            fields[index].profile.add(value, depth: depth + 1, &budget)
            expected = index + 1
        case .rest: rest[0].add(value, depth: depth + 1, &budget)
        case .free: freeValues[0].add(value, depth: depth + 1, &budget)
        case .nowhere: break
        }
    }

    /// The location of a key, which is added if it is new. A new key may show that the keys are free, except in a
    /// record itself.
    private mutating func location(of key: String, depth: Int, _ budget: inout Budget) -> Location {
        let bytes = Array(key.utf8)
        if let position = positions[bytes] { return position < 0 ? .rest : .field(position) }
        if !freeValues.isEmpty { return .free }
        if depth > 0, fields.count + unlisted.count >= budget.limits.keysBeforeAsking, keysAreRare {
            free(depth: depth, &budget)
            return .free
        }
        if !isMap, fields.count >= budget.limits.keysBeforeMap, areObjects {
            becomeMap(depth: depth, &budget)
        }
        guard !isMap, fields.count < budget.limits.keys, bytes.count <= 1000, budget.take() else {
            return keepName(key, bytes, &budget)
        }
        positions[bytes] = fields.count
        fields.append(Field(name: key))
        return .field(fields.count - 1)
    }

    /// Keeps only the name of a key.
    private mutating func keepName(_ key: String, _ bytes: [UInt8], _ budget: inout Budget) -> Location {
        guard budget.take(name: key) else {
            isOpen = true
            return .nowhere
        }
        positions[bytes] = ~unlisted.count
        unlisted.append(key)
        if rest.isEmpty { rest = [ValueProfile()] }
        return .rest
    }

    /// Whether keys occur in a small part of the objects, on average.
    private var keysAreRare: Bool { occurrences < (fields.count + unlisted.count) * total / 8 }

    /// Whether all values are objects or nil.
    private var areObjects: Bool { fields.allSatisfy { $0.profile.kinds.isSubset(of: .object) } }

    /// The number of profiles in this profile.
    var profileCount: Int {
        let own = fields.reduce(fields.count) { $0 + $1.profile.profileCount }
        return (rest + freeValues).reduce(own) { $0 + $1.profileCount }
    }

    /// Treats all keys as free, except those of at least a quarter of the objects.
    private mutating func free(depth: Int, _ budget: inout Budget) {
        let common = fields.filter { 4 * $0.profile.total >= total }
        fields.removeAll { 4 * $0.profile.total >= total }
        freeValues = [joinedFields(depth: depth, &budget)]
        fields = common
        budget.giveBack(names: unlisted)
        unlisted = []
        rest = []
        positions = [:]
        for (index, field) in fields.enumerated() { positions[Array(field.name.utf8)] = index }
    }

    /// Turns the keys into keys of a map: keeps their names, and one type for all values.
    private mutating func becomeMap(depth: Int, _ budget: inout Budget) {
        isMap = true
        let names = fields.map(\.name) + unlisted
        budget.giveBack(names: unlisted)
        rest = [joinedFields(depth: depth, &budget)]
        unlisted = []
        positions = [:]
        for name in names { _ = keepName(name, Array(name.utf8), &budget) }
    }

    /// Merges the profiles of all values, and removes those of the keys.
    private mutating func joinedFields(depth: Int, _ budget: inout Budget) -> ValueProfile {
        let profiles = fields.map(\.profile) + rest
        budget.remaining += profileCount
        fields = []
        rest = []
        var values = ValueProfile()
        for profile in profiles { values.merge(profile, depth: depth + 1, &budget) }
        return values
    }

    mutating func merge(_ other: ObjectProfile, depth: Int, _ budget: inout Budget) {
        total += other.total
        occurrences += other.occurrences
        if other.isOpen { isOpen = true }
        if let values = other.freeValues.first {
            if freeValues.isEmpty { free(depth: depth, &budget) }
            freeValues[0].merge(values, depth: depth + 1, &budget)
        }
        if other.isMap, !isMap, freeValues.isEmpty { becomeMap(depth: depth, &budget) }
        for field in other.fields {
            switch location(of: field.name, depth: depth, &budget) {
            case .field(let index): fields[index].profile.merge(field.profile, depth: depth + 1, &budget)
            case .rest: rest[0].merge(field.profile, depth: depth + 1, &budget)
            case .free: freeValues[0].merge(field.profile, depth: depth + 1, &budget)
            case .nowhere: break
            }
        }
        mergeRest(of: other, depth: depth, &budget)
    }

    private mutating func mergeRest(of other: ObjectProfile, depth: Int, _ budget: inout Budget) {
        guard let values = other.rest.first else { return }
        guard freeValues.isEmpty else { return freeValues[0].merge(values, depth: depth + 1, &budget) }
        for name in other.unlisted {
            let bytes = Array(name.utf8)
            if positions[bytes] == nil { _ = keepName(name, bytes, &budget) }
        }
        if rest.isEmpty { rest = [ValueProfile()] }
        rest[0].merge(values, depth: depth + 1, &budget)
    }

    func hasField(_ name: String, _ path: ArraySlice<String>) -> Bool {
        guard let position = positions[Array(name.utf8)] else { return freeValues.first?.hasField(path) ?? false }
        return (position < 0 ? rest.first : fields[position].profile)?.hasField(path) ?? false
    }

    /// The values under the keys if the keys are free: many rare keys, or keys that are not names.
    var valuesOfFreeKeys: ValueProfile? {
        if let values = freeValues.first { return fields.isEmpty ? values : nil }
        guard !isOpen, fields.count + unlisted.count >= 2, total > 0 else { return nil }
        let profiles = fields.map(\.profile) + rest
        let kinds = profiles.reduce(into: ValueKinds()) { $0.formUnion($1.kinds) }
        let areAlike = kinds.scalarType != .any || kinds.isEmpty
        let commonest = fields.map(\.profile.total).max() ?? 0
        let areKeysOfData =
            areAlike && fields.allSatisfy { Self.isKeyOfData($0.name) } && unlisted.allSatisfy(Self.isKeyOfData)
        let areRare = fields.count >= 16 && areAlike && commonest * 2 < total && keysAreRare
        guard areKeysOfData || areRare else { return nil }
        var values = ValueProfile()
        var budget = Budget(limits: SchemaInference.Limits())
        for profile in profiles { values.merge(profile, depth: 1, &budget) }
        return values
    }

    /// Whether a key is a number, a UUID or a date, and not the name of a field.
    private static func isKeyOfData(_ key: String) -> Bool {
        let bytes = key.utf8
        guard let first = bytes.first, first >= 0x30 && first <= 0x39 || bytes.count == 36 else { return false }
        return bytes.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2D || $0 == 0x3A || $0 == 0x2E }
            || PredicateUUID.parse(key) != nil || PredicateDate.parseRFC3339(key) != nil
    }
}
