import PredicateCore

/// The parts of an OR, grouped by the field whose text they compare:
/// `(city == "Faro" AND age > 3) OR (city == "Braga" AND age > 5) OR …`.
///
/// The text of the field decides which parts can hold. An engine looks the text up once instead of comparing it part
/// by part.
package struct Alternatives<Subject: Hashable> {
    /// At least `least` parts that compare one subject with a string.
    package struct Group {
        package let subject: Subject
        /// The operand that is compared.
        package let operand: CoreExpression
        /// The whole parts.
        package fileprivate(set) var parts: [CorePredicate] = []
        /// The distinct strings.
        package fileprivate(set) var texts: [[UInt8]] = []
        /// For each text, the remaining conditions of its parts.
        package fileprivate(set) var rests: [[CorePredicate]] = []
        fileprivate var known: [[UInt8]: Int] = [:]

        fileprivate init(_ subject: Subject, _ operand: CoreExpression) {
            self.subject = subject
            self.operand = operand
        }

        fileprivate mutating func add(_ part: CorePredicate, _ text: String, _ rest: [CorePredicate]) {
            parts.append(part)
            let bytes = Array(text.utf8)
            let rest = rest.isEmpty ? CorePredicate.constant(true) : .and(rest)
            if let known = known[bytes] {
                rests[known].append(rest)
            } else {
                known[bytes] = texts.count
                texts.append(bytes)
                rests.append([rest])
            }
        }
    }

    /// The groups, in the order of their first parts.
    package private(set) var groups: [Group] = []
    /// The other parts, in their order.
    package private(set) var others: [CorePredicate] = []

    /// Groups parts.
    ///
    /// - Parameters:
    ///   - least: the least number of parts in a group.
    ///   - most: the largest number of groups. Those with the most parts are kept.
    ///   - subject: the subject that an operand reads, if a string can be looked up in it.
    ///   - constant: the value of an expression that does not depend on the record.
    ///   - constant: the value of an expression that is known before there is a record.
    package init(
        _ parts: [CorePredicate], least: Int, most: Int = .max, subject: (CoreExpression) -> Subject?,
        constant: (CoreExpression) -> PredicateValue?
    ) {
        guard parts.count >= least else {
            others = parts
            return
        }
        var members: [Subject: [Int]] = [:]
        var clauses: [(subject: Subject, operand: CoreExpression, text: String, rest: [CorePredicate])?] = []
        for (index, part) in parts.enumerated() {
            let clause = Self.clause(part, subject, constant)
            clauses.append(clause)
            if let clause { members[clause.subject, default: []].append(index) }
        }
        var kept = members.filter { $0.value.count >= least }
        if kept.count > most {
            let commonest = kept.sorted { ($1.value.count, $0.value[0]) < ($0.value.count, $1.value[0]) }
            kept = Dictionary(uniqueKeysWithValues: commonest.prefix(most).map { ($0.key, $0.value) })
        }
        var locations: [Subject: Int] = [:]
        for (part, clause) in zip(parts, clauses) {
            guard let clause, kept[clause.subject] != nil else {
                others.append(part)
                continue
            }
            let location = locations[clause.subject, default: groups.count]
            if location == groups.count {
                locations[clause.subject] = location
                groups.append(Group(clause.subject, clause.operand))
            }
            groups[location].add(part, clause.text, clause.rest)
        }
    }

    /// The subject, the string and the other conditions of a part that requires a subject to equal a string.
    private static func clause(
        _ part: CorePredicate, _ subject: (CoreExpression) -> Subject?,
        _ constant: (CoreExpression) -> PredicateValue?
    ) -> (subject: Subject, operand: CoreExpression, text: String, rest: [CorePredicate])? {
        var conjuncts = [part]
        if case .and(let parts) = part { conjuncts = parts }
        for (index, conjunct) in conjuncts.enumerated() {
            guard let (operand, value) = equality(conjunct, constant), case .string(let text) = value,
                let subject = subject(operand)
            else { continue }
            var rest = conjuncts
            rest.remove(at: index)
            return (subject, operand, text, rest)
        }
        return nil
    }

    private static func equality(
        _ predicate: CorePredicate, _ constant: (CoreExpression) -> PredicateValue?
    ) -> (CoreExpression, PredicateValue)? {
        if case .counted(_, let comparison) = predicate { return equality(comparison, constant) }
        guard case .equal(let a, let b, let options) = predicate, options.effective.isEmpty else { return nil }
        if let value = constant(b) { return (a, value) }
        return constant(a).map { (b, $0) }
    }

    /// Replaces many comparisons of a subject with integers by one membership test.
    ///
    /// - Parameter least: the least number of comparisons that a set replaces.
    package static func joiningIntegers(
        _ parts: [CorePredicate], least: Int, subject: (CoreExpression) -> Subject?,
        constant: (CoreExpression) -> PredicateValue?
    ) -> [CorePredicate] {
        guard parts.count >= least else { return parts }
        var values: [Subject: [PredicateValue]] = [:]
        let integers = parts.map { part -> (subject: Subject, operand: CoreExpression)? in
            guard let (operand, value) = equality(part, constant), case .integer = value, let subject = subject(operand)
            else { return nil }
            values[subject, default: []].append(value)
            return (subject, operand)
        }
        values = values.filter { $0.value.count >= least }
        if values.isEmpty { return parts }
        var joined: [CorePredicate] = []
        for (part, integer) in zip(parts, integers) {
            guard let integer, let all = values[integer.subject] else {
                joined.append(part)
                continue
            }
            if !all.isEmpty {
                let test = CorePredicate.text(.contains, .constant(.list(all)), integer.operand, [])
                if case .counted(let site, _) = part {
                    joined.append(.counted(site, test))
                } else {
                    joined.append(test)
                }
            }
            values[integer.subject] = []
        }
        return joined
    }
}
