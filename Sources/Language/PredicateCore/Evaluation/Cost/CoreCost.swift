/// The most that a program may be charged, from the sizes of what it reads. It follows the charges of the reference
/// evaluator operation by operation (`WorkCost`), and is never lower.
struct CoreCost {
    /// Steps and bytes.
    struct Cost {
        var steps = CostForm.zero
        var bytes = CostForm.zero

        /// Two costs in sequence. The values that both make are kept.
        static func + (a: Cost, b: Cost) -> Cost { Cost(steps: a.steps + b.steps, bytes: a.bytes + b.bytes) }

        static func += (a: inout Cost, b: Cost) { a = a + b }

        /// Two costs in sequence. The values that the first one makes are garbage before the second one starts.
        static func then(_ a: Cost, _ b: Cost) -> Cost {
            Cost(steps: a.steps + b.steps, bytes: .max(a.bytes, b.bytes))
        }

        /// The larger of two costs.
        static func either(_ a: Cost, _ b: Cost) -> Cost {
            Cost(steps: .max(a.steps, b.steps), bytes: .max(a.bytes, b.bytes))
        }
    }

    /// The known properties of a value.
    struct Value {
        /// The number of values at any depth plus the bytes of text. For a value read from a record, at most the bytes
        /// of its text.
        var size: CostForm
        /// The number of elements of a collection.
        var count: CostForm
        /// Whether it may be a set or hold one. Sets compare element by element.
        var mayBeSet = false
        /// Whether it may be a collection or an object.
        var mayHold = true
        /// Whether its elements may be lists.
        var mayNest = true
        /// Whether it may be text, or compare as text.
        var mayBeText = true
        /// Whether it is of JSON's types, as it comes from a record, from a literal or from a function on strings. A
        /// list of such values can be hashed, and none of them reads a string that is compared with it.
        var isExact = false
        /// Whether it is of its declared type for certain, as in a Swift value: reading it as that type changes nothing, and
        /// sets hold distinct elements already.
        var isTyped = false
        /// Its path in the record, for sizes that are known by path; nil if the path is unknown.
        var path: [String]?

        /// Whether it is neither text nor a value that holds others.
        var isPlain: Bool { !mayHold && !mayBeText && !mayBeSet }

        /// A number, a date, a boolean.
        static let scalar = Value(size: CostForm(64), count: .zero, mayHold: false, mayBeText: false)
    }

    /// The known properties of a value in a record.
    struct KnownSize {
        /// The number of values at any depth plus the bytes of text.
        var size: Double
        /// The number of elements of a collection.
        var count: Double
        /// Whether it may be a collection or an object.
        var mayHold: Bool
        /// Whether its elements may be lists, which a quantifier expands.
        var mayNest = true
        var mayBeSet = false
        var mayBeText = true
        var isExact = true
        var isTyped = false
    }

    /// The known sizes of a record.
    struct Sizes {
        /// The size of a record.
        var record: Double
        /// The size and the number of elements of the value at a path, where the key `[]` stands for an element. If
        /// nil, only the size of the whole record is known: no part is larger, and elements share the size of their
        /// collection.
        var value: (([String]) -> KnownSize)?
        /// The values of variables.
        var bindings: [String: PredicateValue] = [:]
        var limits: PredicateLimits
        /// Whether results of registered functions have the sizes that the functions declare. Nothing ensures that, so a bound that
        /// replaces counting does not rely on it.
        var trustsResults = false
    }

    let sizes: Sizes
    /// The most steps of the text of a decimal; 0 in a program whose numbers are no decimals, because it casts and reads none
    /// (D55).
    var decimalText = 0.0
    private var slots: [Int: Value] = [:]
    /// The largest size of an element of each open loop.
    private var largest: [Double] = []
    /// The slot of the element of each open loop.
    private var loops: [Int] = []
    /// The cost of the parts that are evaluated once for a record.
    private var once = (steps: 0.0, bytes: 0.0)

    /// The cost of what was visited so far.
    private var spent = Cost()

    init(_ sizes: Sizes) { self.sizes = sizes }

    /// The most steps and bytes that a predicate is charged.
    static func most(_ program: CoreProgram, _ sizes: Sizes) -> (steps: Double, bytes: Double) {
        CoreDepth.run(levels: CoreDepth.of(program.predicate)) {
            var cost = CoreCost(sizes)
            cost.findDecimals(.predicate(program.predicate, 0))
            cost.predicate(CoreInvariants.marked(program).predicate)
            return cost.most
        }
    }

    /// The most steps and bytes that an expression is charged.
    static func most(_ program: CoreExpressionProgram, _ sizes: Sizes) -> (steps: Double, bytes: Double) {
        CoreDepth.run(levels: CoreDepth.of(program.expression)) {
            var cost = CoreCost(sizes)
            cost.findDecimals(.expression(program.expression, 0))
            _ = cost.value(CoreInvariants.marked(program).expression)
            return cost.most
        }
    }

    private var most: (steps: Double, bytes: Double) {
        (spent.steps.most([]) + once.steps, spent.bytes.most([]) + once.bytes)
    }

    /// Adds a cost to what is spent.
    private mutating func spend(steps: CostForm = .zero, bytes: CostForm = .zero) {
        spent += Cost(steps: steps, bytes: bytes)
    }

    /// What a visit returns, and its cost, which is not spent.
    private mutating func measured<Result>(_ visit: (inout CoreCost) -> Result) -> (result: Result, cost: Cost) {
        let outer = spent
        spent = Cost()
        defer { spent = outer }
        let result = visit(&self)
        return (result, spent)
    }
}

// Predicates.
extension CoreCost {
    mutating func predicate(_ predicate: CorePredicate) {
        switch predicate {
        case .constant: break
        case .not(let part), .counted(_, let part): self.predicate(part)
        case .and(let parts), .or(let parts):
            spent += parts.reduce(Cost()) { cost, part in .then(cost, measured { $0.predicate(part) }.cost) }
        case .scoped(let assignments, let body):
            for assignment in assignments { slots[assignment.slot] = value(assignment.value) }
            self.predicate(body)
        case .quantified(_, let over, let slot, let expansion, let body):
            quantified(over, slot, expansion, body)
        default: comparison(predicate)
        }
    }

    private mutating func quantified(
        _ over: CoreExpression, _ slot: Int, _ expansion: CoreExpansion, _ body: CorePredicate
    ) {
        var collection = value(over)
        if case .shallowIfList(let other) = expansion { _ = value(other) }
        // Lists in lists are expanded, and every value costs a step.
        let isDeep = if case .shallow = expansion { false } else { collection.mayNest }
        if isDeep { collection.count = .max(collection.count, Self.part(of: collection.size).count) }
        loop(over: collection, slot, body)
    }

    /// A loop whose iterations keep nothing.
    private mutating func loop(over collection: Value, _ slot: Int, _ body: CorePredicate) {
        let depth = enter(collection, slot)
        var inner = measured { $0.predicate(body) }.cost
        inner.steps.constant += Double(1 + CoreWeight.of(body))
        let longest = largest[depth]
        leave(slot)
        var held = inner.bytes
        if held.factors.count > depth {
            held.constant += held.factors[depth] * longest
            held.factors.removeSubrange(depth...)
        }
        spend(
            steps: inner.steps.summed(depth: depth, count: collection.count, size: collection.size, largest),
            bytes: held)
    }

    /// Begins a loop and returns its depth.
    private mutating func enter(_ collection: Value, _ slot: Int) -> Int {
        let depth = largest.count
        largest.append(collection.size.most(largest))
        loops.append(slot)
        var value = Self.part(of: CostForm(elementAtDepth: depth))
        if let path = collection.path, sizes.value != nil {
            let known = self.value(at: path + ["[]"])
            // If elements of the known size fit into the collection, each one may have that size.
            if known.size.constant * collection.count.most(largest) <= collection.size.most(largest) {
                value = known
            } else if known.isTyped {
                let size = value.size
                value = known
                value.size = size
            } else {
                value.path = known.path
            }
        }
        if !value.isTyped {
            value.mayBeSet = collection.mayBeSet
            value.isExact = collection.isExact
        }
        slots[slot] = value
        return depth
    }

    private mutating func leave(_ slot: Int) {
        largest.removeLast()
        loops.removeLast()
        slots[slot] = nil
    }

    private mutating func comparison(_ predicate: CorePredicate) {
        switch predicate {
        case .equal(let a, let b, let options):
            comparison(a, b) { $0.comparing($1, $2, options, hasOrder: false) }
        case .ordered(let ordering, let a, let b, let options):
            let mayBeEqual = ordering == .lessOrEqual || ordering == .greaterOrEqual
            comparison(a, b) { $0.comparing($1, $2, options, hasEquality: mayBeEqual) }
        case .between(let tested, let low, let high):
            let (tested, low, high) = (value(tested), value(low), value(high))
            spend(steps: comparing(tested, low, []) + comparing(tested, high, []))
        case .betweenList(let tested, let bounds): comparison(tested, bounds) { 2 * $0.comparing($1, $2, []) }
        case .text(let op, let a, let b, let options): text(op, a, b, options)
        case .custom(let registered, let a, let b, _):
            comparison(a, b) { CostForm(Double(registered.steps)) + Self.given($1) + Self.given($2) }
        case .constant, .not, .and, .or, .scoped, .quantified, .counted: break
        }
    }

    private mutating func text(
        _ op: TextOperator, _ a: CoreExpression, _ b: CoreExpression, _ options: StringOptions
    ) {
        switch op.place {
        case .anywhere:
            let (container, element) = (a, b)
            if let listed = ListedMembership.elements(of: container) { return self.listed(listed, element) }
            if case .once = container, options.effective.isEmpty { return lookup(container, element) }
            comparison(container, element) { $0.containing($1, $2, options) }
        case .start, .end:
            let each = TextFolding.folding(options).isEmpty ? 1.0 / 64 : 0.5
            comparison(a, b) { each * ($1.size + $2.size) }
        case .pattern: if op == .like { like(a, b, options) } else { matches(a, b) }
        }
    }

    private mutating func comparison(
        _ a: CoreExpression, _ b: CoreExpression, _ steps: (CoreCost, Value, Value) -> CostForm
    ) {
        let (left, right) = (value(a), value(b))
        spend(steps: steps(self, left, right))
        // Sets are compared with tables.
        if left.mayBeSet || right.mayBeSet {
            let table = Double(WorkCost.distinctElement)
            spend(bytes: table * (left.size + right.size) + table * left.size.times(right.size, largest))
        }
    }

    /// Finding an element in a list that is searched at first and hashed later.
    private mutating func lookup(_ container: CoreExpression, _ element: CoreExpression) {
        let list = measured { $0.value(container) }.result
        let wanted = value(element)
        guard list.mayHold, list.count.most(largest) >= Double(CoreInvariants.leastElements) else {
            return spend(steps: containing(list, wanted, []))
        }
        keep(Cost(steps: hashing(list), bytes: Double(WorkCost.distinctElement) * list.count))
        let hashed = hashing(wanted)
        guard list.isExact, wanted.isExact, !list.mayBeSet || list.isTyped, !wanted.mayBeSet else {
            return spend(steps: containing(list, wanted, []) + hashed)
        }
        // Only strings and numbers are looked up before the list is hashed.
        keep(Cost(steps: Double(CoreInvariants.leastLookups) * (Double(WorkCost.candidate) * list.count + list.size)))
        // A container that is not a list is text, which is searched each time.
        spend(steps: hashed + (list.mayBeText ? 0.25 * list.size : .zero))
    }

    /// The walk over a value that a registered function or operator may read.
    private static func given(_ value: Value) -> CostForm {
        Double(WorkCost.given + 1) * value.size + CostForm(Double(WorkCost.given))
    }

    /// Adds a cost that arises once for a record.
    private mutating func keep(_ cost: Cost) {
        once.steps += cost.steps.most(largest)
        once.bytes += cost.bytes.most(largest)
    }

    private mutating func listed(_ elements: [PredicateValue], _ element: CoreExpression) {
        // The type of the value is unknown, so assume that the list is not hashed.
        spend(steps: CostForm(8 * Double(elements.count)) + 0.5 * value(element).size)
    }

    private mutating func like(_ text: CoreExpression, _ pattern: CoreExpression, _ options: StringOptions) {
        let value = value(text)
        if case .constant(let constant) = pattern {
            let pattern = LikePattern(ValueSemantics.text(of: constant) ?? "", options: options)
            return spend(steps: (0.25 * Double(pattern.longestPart) + 0.5) * value.size)
        }
        let longest = min(self.value(pattern).size.most(largest), Double(sizes.limits.patternBytes))
        spend(steps: CostForm(8 * longest) + (0.25 * longest + 0.5) * value.size)
    }

    /// A match that exceeds its initial steps costs more than this. The budget reports that
    /// (`WorkBudget.isBeyondEstimate`).
    private mutating func matches(_ text: CoreExpression, _ pattern: CoreExpression) {
        let isConstant = if case .constant = pattern { true } else { false }
        let value = value(text)
        spend(steps: matching(value, pattern: self.value(pattern), isKnown: isConstant))
    }

    /// The initial steps of a match, and those of compiling a pattern that is not known before there is a record.
    private func matching(_ text: Value, pattern: Value, isKnown: Bool) -> CostForm {
        var steps = CostForm(50) + text.size
        if !isKnown {
            let longest = min(pattern.size.most(largest), Double(sizes.limits.patternBytes))
            steps.constant += Double(WorkCost.compiling(pattern: 0)) + 100 * longest
        }
        return steps
    }

    /// Comparing two values.
    ///
    /// - Parameters:
    ///   - hasOrder: whether they are compared for their order.
    ///   - hasEquality: whether they are compared for equality: `<=` does so where there is no order.
    private func comparing(
        _ a: Value, _ b: Value, _ options: StringOptions, hasOrder: Bool = true, hasEquality: Bool = true
    ) -> CostForm {
        let times = hasOrder && hasEquality ? 2.0 : 1
        // Values of different types, lists and objects, or decimals.
        let mayHold = a.mayHold || b.mayHold || a.mayBeSet || b.mayBeSet
        let order = hasOrder ? (mayHold ? WorkCost.unrelated : WorkCost.unrelatedScalars) : 0
        let equality = hasEquality ? (mayHold ? WorkCost.unrelated : WorkCost.mixed) : 0
        var steps = CostForm(times * decimalText + Double(order + equality))
        // Only a date, a UUID or a URL reads the string compared with it. None of them comes from a record unchanged.
        let mayRead = !(a.isExact && b.isExact)
        if mayRead, a.mayBeText || b.mayBeText {
            let texts = (a.mayBeText ? a.size : .zero) + (b.mayBeText ? b.size : .zero)
            // The result of a registered function, whose size is unknown, has its own cost.
            if texts.most(largest).isFinite { steps += (times * 0.5) * texts }
            steps.constant += times * Double(2 * WorkCost.readingBeside(0))
        }
        // A number or a date costs the same with any value that is not a string.
        if a.isPlain || b.isPlain {
            return steps + (a.mayBeSet || b.mayBeSet ? CostForm(Double(WorkCost.pair)) : .zero)
        }
        let options = options.effective
        let both = a.size + b.size
        steps += (options.isEmpty ? 1.0 / 64 : options.contains(.localized) ? 4 : 0.5) * both
        // Objects and lists are compared side by side. Each pair and each key costs steps.
        if a.mayHold, b.mayHold { steps += pair(mayRead: mayRead) * both }
        if a.mayBeSet || b.mayBeSet {
            steps += distinct(a) + distinct(b) + (a.isTyped && b.isTyped ? .zero : a.size.times(b.size, largest))
        }
        return steps
    }

    /// The most steps of a pair of values within lists or objects, for each of their bytes.
    private func pair(mayRead: Bool) -> Double {
        Double(WorkCost.pair + WorkCost.key + WorkCost.mixed) + decimalText
            + (mayRead ? Double(WorkCost.readingBeside(0)) : 0)
    }

    private func containing(_ container: Value, _ element: Value, _ options: StringOptions) -> CostForm {
        let isFolded = !options.effective.isEmpty
        var steps = 0.25 * container.size + (isFolded ? 0.5 : 0) * (container.size + element.size)
        guard container.mayHold else { return steps }
        var container = container
        // The elements of a set of Swift's are no sets, and nothing is compared with the whole set.
        if container.isTyped, !container.mayNest { container.mayBeSet = false }
        let mayRead = !(container.isExact && element.isExact)
        // Each candidate is compared: the size of all candidates, and the element once for each. A value of a dictionary costs
        // more than an element, but its key takes bytes too.
        let candidate = Double(WorkCost.candidate + WorkCost.unrelated) + decimalText
        steps += (candidate + (mayRead ? Double(WorkCost.readingBeside(0)) : 0)) * container.count + container.size
        steps += CostForm(Double(WorkCost.dictionaryCandidate))
        steps += comparing(
            container,
            Value(
                size: .zero, count: .zero, mayHold: element.mayHold, mayBeText: element.mayBeText,
                isExact: element.isExact), options, hasOrder: false)
        let each: Double =
            element.mayHold
            ? pair(mayRead: mayRead)
            : options.effective.contains(.localized) ? 4 : isFolded || mayRead ? 0.5 : 0
        if !mayRead || element.size.most(largest).isFinite {
            steps += each * container.size.times(element.size, largest)
        }
        if container.mayBeSet || element.mayBeSet {
            steps += distinct(container) + container.size.times(distinct(element), largest)
        }
        return steps
    }

    /// Hashing a value, and comparing it with an equal one.
    private func hashing(_ value: Value) -> CostForm {
        (Double(WorkCost.hashed + 2 * (WorkCost.pair + WorkCost.key) + 2) + 2 * decimalText) * value.size + CostForm(96)
    }

    /// Finding the distinct elements: all are hashed, and those with the same hash are compared.
    fileprivate func distinct(_ value: Value) -> CostForm {
        (Double(WorkCost.hashedAsRead + 8) + decimalText) * value.size + CostForm(2_000)
            + (value.isTyped ? .zero : Double(WorkCost.pair) * value.size.times(value.size, largest))
    }
}

// Expressions.
extension CoreCost {
    /// The known properties of an expression's value. Its cost is spent.
    mutating func value(_ expression: CoreExpression) -> Value {
        if CoreKnown.isKnown(expression) { return known(expression) }
        switch expression {
        case .constant, .input: return .scalar
        case .record: return value(at: [])
        case .slot(let slot):
            let value = slots[slot] ?? .scalar
            pass(value, isElement: loops.last == slot)
            return value
        case .variable(let name): return bound(name)
        case .member(let base, let key): return member(base, key)
        case .dynamicMember(let base, let key):
            _ = value(key)
            return member(base, nil)
        case .read(let base, let reading): return read(base, reading)
        case .first(let base), .last(let base): return element(of: base)
        case .size(let base), .complement(let base):
            _ = value(base)
            return .scalar
        case .index(let base, let index):
            _ = value(index)
            return element(of: base)
        case .collection(let op, let base, let slot, let path): return collection(op, base, slot, path)
        case .compared(let operation, let reading): return value(operation.readingOperands(as: reading))
        case .subquery(let base, let slot, let predicate): return subquery(base, slot, predicate)
        case .counted(_, let operation): return value(operation)
        case .once(_, let base):
            let (value, cost) = measured { $0.value(base) }
            keep(cost)
            pass(value, isElement: false)
            return value
        default: return operation(expression)
        }
    }

    /// Passes on a value, which may be the element of the innermost loop.
    private mutating func pass(_ value: Value, isElement: Bool) {
        guard value.mayHold || value.mayBeSet else {
            if value.mayBeText { spend(steps: CostForm(Double(WorkCost.passedText))) }
            return
        }
        let object = Double(WorkCost.passedObject)
        // In the text of a list an object takes three bytes at least, and the number of elements allows for two.
        spend(steps: CostForm(isElement ? 2.0 / 3 * object : object))
    }

    private mutating func operation(_ expression: CoreExpression) -> Value {
        switch expression {
        case .aggregate(let parts): return aggregate(parts)
        case .arithmetic(let op, let a, let b): return arithmetic(op, a, b)
        case .set(_, let a, let b): return setOperation(a, b)
        case .call(let function, let arguments): return call(function, arguments)
        case .registered(let function, let arguments):
            spend(steps: CostForm(Double(function.steps)))
            var size = CostForm(1_024)
            for argument in arguments {
                let value = value(argument)
                spend(steps: Self.given(value) + decimalText * value.size)
                size += value.size
            }
            guard sizes.trustsResults else {
                return Value(size: CostForm(.infinity), count: CostForm(.infinity), mayBeSet: true)
            }
            if let bytes = function.resultBytes { size = CostForm(1 + Double(bytes)) }
            return Self.result(of: function.result.unwrapped, size: size)
        case .cast(let operand, let target):
            let value = value(operand)
            let size = 2 * value.size + CostForm(64)
            spend(steps: casting(value, to: target), bytes: size)
            return Value(size: size, count: .zero, mayHold: false)
        case .ternary(let condition, let a, let b):
            predicate(condition)
            let (left, leftCost) = measured { $0.value(a) }
            let (right, rightCost) = measured { $0.value(b) }
            spent += .either(leftCost, rightCost)
            return Self.either(left, right)
        default: return .scalar
        }
    }

    /// The result of a registered function of a type.
    private static func result(of type: ValueType, size: CostForm) -> Value {
        switch type {
        case .null, .boolean, .integer, .double, .decimal, .date, .uuid: .scalar
        case .string, .dateTime, .url, .data, .enumeration: Value(size: size, count: .zero, mayHold: false)
        case .list, .dictionary, .object: Value(size: size, count: part(of: size).count)
        case .any, .set, .optional: Value(size: size, count: part(of: size).count, mayBeSet: true)
        }
    }

    private mutating func arithmetic(_ op: ArithmeticOperator, _ a: CoreExpression, _ b: CoreExpression) -> Value {
        let (left, right) = (value(a), value(b))
        // A string in a sum is read as a date; a list or an object has no result.
        let unrelated = left.mayHold || right.mayHold ? WorkCost.unrelated : WorkCost.unrelatedScalars
        spend(steps: CostForm(Double(unrelated) + decimals(op)))
        if op == .add || op == .subtract || !(left.isExact && right.isExact) {
            let texts = (left.mayBeText ? left.size : .zero) + (right.mayBeText ? right.size : .zero)
            if texts.most(largest).isFinite { spend(steps: 0.5 * texts) }
            spend(steps: CostForm(Double(2 * WorkCost.readingBeside(0))))
        }
        let count = CostForm.max(left.count, right.count)
        // The result of a registered function, whose size is unknown, has its own cost.
        guard left.mayHold || right.mayHold, count.most(largest).isFinite else { return .scalar }
        // Lists are computed element by element.
        let each = op.steps + WorkCost.mappedElement + WorkCost.unrelated + 2 * WorkCost.readingBeside(0)
        spend(steps: (Double(each) + decimals(op)) * count, bytes: Double(WorkCost.element) * count)
        return Value(size: count + CostForm(64), count: count, mayNest: false, mayBeText: false)
    }

    /// The most steps of CAST.
    private func casting(_ value: Value, to target: CastTarget) -> CostForm {
        switch target {
        case .number, .uuid, .url: 0.5 * value.size + CostForm(Double(WorkCost.unrelated))
        case .date: 0.5 * value.size + CostForm(Double(WorkCost.unrelated) + decimalText)
        case .string: 0.5 * value.size + CostForm(60 + decimalText)
        case .decimal: 4.5 * value.size + CostForm(Double(WorkCost.decimalOfDouble + WorkCost.decimal(ofText: 0)))
        }
    }

    private static func either(_ a: Value, _ b: Value) -> Value {
        Value(
            size: .max(a.size, b.size), count: .max(a.count, b.count), mayBeSet: a.mayBeSet || b.mayBeSet,
            mayHold: a.mayHold || b.mayHold)
    }

    private func value(at path: [String]) -> Value {
        guard let known = sizes.value?(path) else {
            var value = Self.part(of: CostForm(sizes.record))
            value.isExact = true
            return value
        }
        return Value(
            size: CostForm(known.size), count: CostForm(min(known.size, known.count)), mayBeSet: known.mayBeSet,
            mayHold: known.mayHold, mayNest: known.mayNest, mayBeText: known.mayBeText, isExact: known.isExact,
            isTyped: known.isTyped, path: path)
    }

    /// A part of a value. In text an element takes at least two bytes, so there are at most half as many elements as
    /// bytes.
    private static func part(of size: CostForm) -> Value { Value(size: size, count: 0.5 * size + CostForm(1)) }

    private func known(_ expression: CoreExpression) -> Value {
        if case .constant(let value) = expression { return Self.known(value) }
        var size = 64.0
        CoreParts.forEach(.expression(expression, 0)) { node in
            if case .expression(.constant(let value), _) = node { size += 3 * Self.known(value).size.constant }
            return true
        }
        return Value(size: CostForm(size), count: CostForm(size))
    }

    private static func known(_ value: PredicateValue) -> Value {
        switch value {
        case .string(let text):
            return Value(size: CostForm(Double(1 + text.utf8.count)), count: .zero, mayHold: false, isExact: true)
        case .url(let text): return Value(size: CostForm(Double(1 + text.utf8.count)), count: .zero, mayHold: false)
        case .data(let data): return Value(size: CostForm(Double(1 + data.count)), count: .zero, mayHold: false)
        case .list, .set, .object: break
        case .boolean, .integer, .double, .decimal, .null:
            return Value(size: CostForm(1), count: .zero, mayHold: false, mayBeText: false, isExact: true)
        default: return Value(size: CostForm(1), count: .zero, mayHold: false, mayBeText: false)
        }
        var size = 0.0
        var mayBeSet = false
        var pending = [value]
        while let next = pending.popLast() {
            size += 1
            switch next {
            case .list(let elements): pending.append(contentsOf: elements)
            case .set(let elements):
                pending.append(contentsOf: elements)
                mayBeSet = true
            case .object(let record):
                for key in record.keys {
                    size += 1 + Double(key.utf8.count)
                    pending.append(record.value(forKey: key))
                }
            case .string(let text), .url(let text): size += Double(text.utf8.count)
            case .data(let data): size += Double(data.count)
            default: break
            }
        }
        return Value(size: CostForm(size), count: CostForm(size), mayBeSet: mayBeSet)
    }

    private func bound(_ name: String) -> Value { Self.known(sizes.bindings.value(ofName: name) ?? .null) }

    private mutating func member(_ base: CoreExpression, _ key: String?) -> Value {
        // The record is assumed to be an object. Engines count steps for other records.
        if case .record = base, let key { return value(at: [key]) }
        let base = value(base)
        var result: Value
        if let path = base.path, let key, sizes.value != nil {
            result = value(at: path + [key])
        } else {
            result = Self.part(of: base.size)
        }
        if !result.isTyped {
            result.mayBeSet = base.mayBeSet
            result.isExact = base.isExact
        }
        // A key maps over lists. `length` counts the code points of a string.
        let elements = base.path == nil ? Self.part(of: base.size).count : base.mayHold ? base.count : .zero
        let isLength = key.map { sameCodePoints($0, "length") } ?? true
        spend(
            steps: Double(WorkCost.mappedElement) * elements + 0.5 * (isLength ? base.size : .zero),
            bytes: Double(WorkCost.element) * elements)
        if base.mayBeSet { spendDistinct(result.isTyped ? result : base) }
        return result
    }

    /// Makes a set of a value.
    private mutating func spendDistinct(_ value: Value) {
        spend(steps: distinct(value), bytes: Double(WorkCost.distinctElement) * value.size)
    }

    private mutating func element(of base: CoreExpression) -> Value {
        var value = value(base)
        if value.isTyped, let path = value.path { return self.value(at: path + ["[]"]) }
        value.count = Self.part(of: value.size).count
        value.path = value.path.map { $0 + ["[]"] }
        return value
    }

    private mutating func read(_ base: CoreExpression, _ reading: CoreReading) -> Value {
        var value = value(base)
        if value.isTyped, reading != .instant { return value }
        value.isTyped = false
        let size = value.size
        value.size = 2 * size + CostForm(64)
        switch reading {
        case .integer, .double, .decimal: break
        case .date, .instant, .uuid, .url, .data, .set, .elements, .ordered: value.isExact = false
        }
        switch reading {
        case .set(let inner):
            value.mayBeSet = true
            if inner != nil { readElements(of: value) }
            spendDistinct(value)
        case .elements(let inner):
            // Dates, UUIDs and URLs compare as sets do, because text that is compared with them is read as their type.
            if Self.isText(inner) { value.mayBeSet = true }
            readElements(of: value)
            if case .set = inner { spendDistinct(value) }
        case .data: spend(steps: 0.5 * size, bytes: size)
        case .date, .instant, .uuid, .url, .ordered:
            value.size = size
            spend(steps: 0.5 * size + CostForm(Double(WorkCost.readingBeside(0))))
        case .decimal:
            value.size = size
            spend(steps: CostForm(Double(WorkCost.decimalOfDouble)))
        case .integer, .double: value.size = size
        }
        return value
    }

    /// Reads each element of a collection, or each value of a dictionary, at any depth.
    private mutating func readElements(of value: Value) {
        let count = value.mayNest ? CostForm.max(value.count, value.size) : value.count
        let each = Double(17 + WorkCost.readingBeside(0)) + (decimalText > 0 ? Double(WorkCost.decimalOfDouble) : 0)
        spend(steps: each * count + 0.5 * value.size, bytes: Double(4 * WorkCost.element) * count + value.size)
    }

    /// Whether the read values may equal strings of several spellings.
    private static func isText(_ reading: CoreReading) -> Bool {
        switch reading {
        case .integer, .double, .decimal, .ordered: false
        case .elements(let inner): isText(inner)
        case .date, .instant, .uuid, .url, .data, .set: true
        }
    }

    private mutating func collection(
        _ op: CollectionOperator, _ base: CoreExpression, _ slot: Int, _ path: CoreExpression?
    ) -> Value {
        let collection = value(base)
        var values = collection
        if let path {
            let depth = enter(collection, slot)
            var (element, each) = measured { $0.value(path) }
            each.steps.constant += Double(1 + CoreWeight.of(path))
            leave(slot)
            func sum(_ form: CostForm) -> CostForm {
                form.summed(depth: depth, count: collection.count, size: collection.size, largest)
            }
            spend(steps: sum(each.steps), bytes: sum(each.bytes) + Double(WorkCost.element) * collection.count)
            element.size = sum(element.size) + collection.count
            values = Value(
                size: element.size, count: collection.count, mayBeSet: element.mayBeSet, isExact: element.isExact)
        }
        if op == .count { return .scalar }
        spend(steps: (op == .min || op == .max ? Double(WorkCost.extreme) : 2) * values.count)
        switch op {
        case .count: return .scalar
        case .sum, .avg:
            if decimalText > 0 { spend(steps: (Double(WorkCost.decimalSum) + decimalText) * values.count) }
            return .scalar
        case .min, .max:
            spend(steps: values.size + extreme(values) * values.count)
            values.count = values.size
        case .unionOfObjects, .distinctUnionOfObjects: spend(bytes: Double(WorkCost.element) * values.count)
        case .unionOfArrays, .distinctUnionOfArrays:
            spend(steps: 2 * values.size, bytes: Double(2 * WorkCost.element) * values.size)
            values.count = values.size
        }
        if op == .distinctUnionOfObjects || op == .distinctUnionOfArrays {
            spend(steps: distinct(values), bytes: Double(WorkCost.distinctElement) * values.count)
        }
        values.path = nil
        values.isTyped = false
        values.mayBeText = true
        return values
    }

    /// The most steps of an element of `min` and `max` for its comparison, besides its size.
    private func extreme(_ values: Value) -> Double {
        Double(values.isExact ? WorkCost.unrelated : 2 * WorkCost.readingBeside(0))
            + (decimalText > 0 ? decimalText + Double(WorkCost.decimalSum) : 0)
    }

    private mutating func subquery(_ base: CoreExpression, _ slot: Int, _ predicate: CorePredicate) -> Value {
        let collection = value(base)
        spend(bytes: Double(WorkCost.element) * collection.count)
        loop(over: collection, slot, predicate)
        return collection
    }

    private mutating func aggregate(_ parts: [CoreExpression]) -> Value {
        var result = Value(size: CostForm(Double(parts.count)), count: CostForm(Double(parts.count)))
        for part in parts {
            let value = value(part)
            result.size += value.size
            if value.mayBeSet { result.mayBeSet = true }
        }
        spend(
            steps: CostForm(2 * Double(parts.count)) + Double(WorkCost.countedElement) * result.size,
            bytes: CostForm(Double(WorkCost.element * parts.count)))
        return result
    }

    private mutating func setOperation(_ a: CoreExpression, _ b: CoreExpression) -> Value {
        let (left, right) = (value(a), value(b))
        let both = Value(size: left.size + right.size, count: left.size + right.size, mayBeSet: true)
        spend(
            steps: both.count + 2 * distinct(both),
            bytes: Double(WorkCost.element + 2 * WorkCost.distinctElement) * both.count)
        return both
    }

    private mutating func call(_ function: BuiltInFunction, _ arguments: [CoreExpression]) -> Value {
        var given = Value(size: .zero, count: .zero)
        for argument in arguments {
            let value = value(argument)
            given.size += value.size
            given.count += value.count
            if value.mayBeSet { given.mayBeSet = true }
        }
        func scalar(_ steps: CostForm) -> Value {
            spend(steps: steps)
            return .scalar
        }
        func text(_ size: CostForm, _ steps: CostForm, bytes: CostForm? = nil) -> Value {
            spend(steps: steps, bytes: bytes ?? size)
            return Value(size: size, count: .zero, mayHold: false, isExact: true)
        }
        switch function {
        case .sum, .average, .stddev, .median:
            let moves = function == .median ? 2 * 48.0 : 4
            let comparing = function == .median ? moves * Double(WorkCost.decimalComparison) : 0
            let each = moves + (decimalText > 0 ? Double(WorkCost.decimalSum) + comparing + decimalText : 0)
            spend(bytes: Double(2 * WorkCost.element) * given.count)
            return scalar(each * given.count)
        case .min, .max, .mode:
            spend(
                steps: (4 + extreme(given)) * given.count + given.size,
                bytes: Double(2 * WorkCost.element) * given.count)
            if function == .mode {
                spend(steps: distinct(given), bytes: Double(WorkCost.distinctElement) * given.count)
            }
            given.count = given.size
            return given
        case .noIndex: return given
        case .uppercase, .lowercase: return text(3 * given.size, 4 * given.size)
        case .append: return text(given.size, 0.0625 * given.size)
        case .substring, .trim: return text(given.size, 0.5 * given.size)
        case .split:
            // There are no more parts than bytes and one.
            let parts = given.size + CostForm(1)
            spend(steps: 4.5 * given.size, bytes: given.size + Double(WorkCost.element) * parts)
            return Value(size: given.size + parts, count: parts, mayNest: false)
        case .replace:
            // Each byte may become a replacement.
            let new = arguments.count == 3 ? measured { $0.value(arguments[2]) }.result.size.most(largest) : 0
            let made = max(1, new) * given.size
            return text(made, 4.5 * given.size + 0.0625 * made)
        case .concat, .toText, .toNumber:
            // A value becomes a string, as with CAST.
            let made = 2 * given.size + CostForm(64 * Double(arguments.count))
            let cast = Double(arguments.count) * casting(Value(size: .zero, count: .zero), to: .string).constant
            return text(made, CostForm(cast) + 0.5 * given.size + 0.0625 * made, bytes: 2 * made)
        case .version:
            return text(2 * given.size + CostForm(2), Double(WorkCost.readingVersion(1)) * given.size)
        case .round: return scalar(CostForm(Double(ValueSemantics.roundingSteps) + roundingDecimal))
        case .length, .indexOf, .year, .month, .day, .hour, .minute, .second, .weekday, .truncateDate:
            return scalar(0.5 * given.size)
        case .anywhere:
            let each = Double(WorkCost.searchedAnywhere + 1) + decimalText
            return scalar(each * given.size + CostForm(each))
        case .finds:
            guard arguments.count == 2 else { return .scalar }
            return scalar(matching(given, pattern: given, isKnown: CoreKnown.isKnown(arguments[1])))
        default: return scalar(CostForm(roundingDecimal))
        }
    }

    /// The most steps of a function of a number, if that is a decimal.
    private var roundingDecimal: Double {
        guard decimalText > 0 else { return 0 }
        return decimalText + Double(WorkCost.decimal(ofText: 200) + WorkCost.decimalSum + WorkCost.decimalComparison)
    }
}
