import PredicateCore

/// A step from one value to a part of it.
enum LocationStep: Sendable {
    /// Adds a number of bytes.
    case offset(Int)
    /// Enters an optional. If it is nil, the path ends.
    case optional(@Sendable (UnsafeRawPointer) -> Bool)
    /// Calls a closure.
    case access(FieldAccess)
    /// Visits a value that another one is read as, or that a dictionary has for a key. If there is none, the path ends.
    case visit(ValueVisit)
}

/// The target of a path in a predicate: the steps from the start of the path, and the shape at its end, which is
/// neither optional nor mapped.
struct ValueLocation: Sendable {
    private(set) var steps: [LocationStep] = []
    private(set) var shape: ValueShape
    /// The order of the type that the last step maps, and the steps to its value; nil if it has no separate order, or a
    /// value in memory may not be the one that is made from what is read.
    private(set) var ordered: (order: ValueOrder, steps: [LocationStep])?

    /// The location of a value itself.
    init(_ shape: ValueShape) {
        self.shape = shape
        open()
    }

    /// The location of a field of this value; nil if there is none.
    func field(_ name: String) -> ValueLocation? {
        var location = self
        if case .collection(let entries) = shape, entries.kind == .dictionary, !sameCodePoints(name, "self"),
            let find = entries.finder(.string(name))
        {
            location.steps.append(.visit(find))
            location.shape = entries.element
            location.open()
            return location
        }
        // Only objects and dictionaries have fields here. `self` and `length` depend on the value.
        guard case .object(let object) = shape, let field = object.type().field(named: name) else { return nil }
        switch field.access {
        case .offset(let offset): location.add(offset)
        default: location.steps.append(.access(field.access))
        }
        location.shape = field.shape
        location.open()
        return location
    }

    private mutating func add(_ offset: Int) {
        if case .offset(let before)? = steps.last {
            steps[steps.count - 1] = .offset(before + offset)
        } else {
            steps.append(.offset(offset))
        }
    }

    private mutating func open() {
        ordered = nil
        while true {
            switch shape {
            case .optional(let optional):
                ordered = nil
                steps.append(.optional(optional.isNil))
                shape = optional.wrapped
            case .mapped(let mapped):
                ordered = mapped.orderOfMemory.map { ($0, steps) }
                steps.append(.visit(mapped.withValue))
                shape = mapped.inner
            default: return
            }
        }
    }

    /// Whether its values are numbers; booleans only compare as such.
    var isNumber: Bool {
        switch shape {
        case .integer, .double, .float: true
        default: false
        }
    }

    /// Reads the value at this location, from a pointer to the value that the path starts at.
    var reader: @Sendable (UnsafeRawPointer) -> PredicateValue {
        var read: @Sendable (UnsafeRawPointer) -> PredicateValue = { [shape] in shape.value(at: $0) }
        for step in steps.reversed() {
            let inner = read
            switch step {
            case .offset(let offset): read = { inner($0 + offset) }
            case .optional(let isNil): read = { isNil($0) ? .null : inner($0) }
            case .access(let access):
                read = { pointer in
                    var value = PredicateValue.null
                    access.withValue(pointer) { value = inner($0) }
                    return value
                }
            case .visit(let visit):
                read = { pointer in
                    var value = PredicateValue.null
                    visit(pointer) { value = inner($0) }
                    return value
                }
            }
        }
        return read
    }
}

/// The last steps to a scalar, which its loader takes, and the steps before them.
struct ScalarTail {
    enum Source {
        case stored(offset: Int)
        case storedOptional(offset: Int)
        case read(FieldAccess)
        case readOptional(FieldAccess)
    }

    let source: Source
    let before: [LocationStep]

    init(_ location: ValueLocation) {
        var steps = location.steps
        var isOptional = false
        if case .optional? = steps.last {
            isOptional = true
            steps.removeLast()
        }
        switch steps.last {
        case .offset(let offset)?:
            steps.removeLast()
            source = isOptional ? .storedOptional(offset: offset) : .stored(offset: offset)
        case .access(let access)? where Self.isTyped(access, isOptional):
            steps.removeLast()
            source = isOptional ? .readOptional(access) : .read(access)
        default: source = isOptional ? .storedOptional(offset: 0) : .stored(offset: 0)
        }
        before = steps
    }

    private static func isTyped(_ access: FieldAccess, _ isOptional: Bool) -> Bool {
        switch access {
        case .integer, .double, .boolean, .string, .date: !isOptional
        case .optionalInteger, .optionalDouble, .optionalString: isOptional
        case .offset, .value: false
        }
    }
}

extension ValueTest {
    /// The test with the steps that lead to its value.
    ///
    /// - Parameter whenNil: the answer if an optional on the way is nil.
    func behind(_ steps: [LocationStep], whenNil: Bool) -> ValueTest {
        var test = self
        var steps = steps[...]
        while let step = steps.popLast() {
            let inner = test.holds
            switch step {
            case .offset(let offset):
                test = ValueTest(cost: test.cost + 1, isQuiet: isQuiet) { inner($0 + offset, &$1) }
            case .optional(let isNil):
                if case .offset(let offset)? = steps.last {
                    steps.removeLast()
                    test = ValueTest(cost: test.cost + 2, isQuiet: isQuiet) { pointer, run in
                        isNil(pointer + offset) ? whenNil : inner(pointer + offset, &run)
                    }
                } else {
                    test = ValueTest(cost: test.cost + 2, isQuiet: isQuiet) { pointer, run in
                        isNil(pointer) ? whenNil : inner(pointer, &run)
                    }
                }
            case .access(let access):
                test = ValueTest(cost: test.cost + 20, isQuiet: isQuiet) { pointer, run in
                    var holds = false
                    access.withValue(pointer) { holds = inner($0, &run) }
                    return holds
                }
            case .visit(let visit):
                test = ValueTest(cost: test.cost + 20, isQuiet: isQuiet) { pointer, run in
                    var holds = whenNil
                    visit(pointer) { holds = inner($0, &run) }
                    return holds
                }
            }
        }
        return test
    }
}
