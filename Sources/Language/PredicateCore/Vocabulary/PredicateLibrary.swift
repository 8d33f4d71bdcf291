/// A function that a program registers: checked, completed, documented and printed like a built-in one.
public struct PredicateFunction: Sendable {
    /// The selector: a name with a colon for every argument (`distance:to:`), or only a name without arguments.
    public let selector: String
    /// The parameters, as many as the selector has colons.
    public let parameters: [FunctionParameter]
    /// The type of the result.
    public let result: ValueType
    /// One sentence for help and completion.
    public let help: String
    /// Whether the result depends only on the arguments. Such a function is called once if many calls would have the same
    /// arguments.
    public let isPure: Bool
    /// Whether it wants to see nil arguments; otherwise the result is nil when one of them is.
    public let acceptsNil: Bool
    /// Steps of a call (`PredicateLimits.evaluationSteps`), in addition to those for the size of its arguments.
    public let steps: Int
    /// The maximum number of bytes of a result, for estimates of cost; nil is as many as the arguments have, and 1 KiB.
    public let resultBytes: Int?
    /// The function. It must be total: it reports failure only by nil.
    public let body: @Sendable ([PredicateValue]) -> PredicateValue
    let registration = Registration()

    /// A call exceeds the steps of every evaluation. The name completes the reason why SQL does not have it.
    static let endless = PredicateFunction(
        "joining different descriptions or libraries", parameters: [], result: .boolean, help: "", isPure: false
    ) { _ in .null }

    /// A function for `PredicateLibrary.adding(_:)`.
    public init(
        _ selector: String, parameters: [FunctionParameter], result: ValueType, help: String, isPure: Bool = true,
        acceptsNil: Bool = false, steps: Int = 0, resultBytes: Int? = nil,
        body: @escaping @Sendable ([PredicateValue]) -> PredicateValue
    ) {
        self.selector = selector
        self.parameters = parameters
        self.result = result
        self.help = help
        self.isPure = isPure
        self.acceptsNil = acceptsNil
        self.steps = steps.asCost
        self.resultBytes = resultBytes?.asCost
        self.body = body
    }
}

/// The identity of a function or operator, which copies share.
final class Registration: Sendable {}

/// A comparison operator that a program registers: a word, or words joined by hyphens, between two values.
public struct PredicateOperator: Sendable {
    /// The name as it prints; recognised in any case.
    public let name: String
    /// The type that the left side must have.
    public let left: ValueType
    /// The type that the right side must have.
    public let right: ValueType
    /// One sentence for help and completion.
    public let help: String
    /// Steps of a comparison (`PredicateLimits.evaluationSteps`), in addition to those for the size of its sides.
    public let steps: Int
    /// Whether it belongs to the standard library, so that limits for untrusted predicates allow it.
    var isStandard = false
    /// The comparison of two values that are not nil. It must be total.
    public let body: @Sendable (PredicateValue, PredicateValue, StringOptions) -> Bool
    let registration = Registration()

    /// An operator for `PredicateLibrary.adding(_:)`.
    public init(
        _ name: String, left: ValueType, right: ValueType, help: String, steps: Int = 0,
        body: @escaping @Sendable (PredicateValue, PredicateValue, StringOptions) -> Bool
    ) {
        self.name = name
        self.left = left
        self.right = right
        self.help = help
        self.steps = steps.asCost
        self.body = body
    }
}

/// The extensions of the language for predicates: registered functions and operators, the engine for
/// MATCHES and the collation for `[l]`.
public struct PredicateLibrary: Sendable {
    /// The contents of the library, shared by one reference, because a predicate and its library are passed on many times between text
    /// and answer.
    private struct Contents: Sendable {
        var functions: [String: PredicateFunction] = [:]
        var operators: [String: PredicateOperator] = [:]
        var hyphenatedNames: [[UInt8]] = []
        var hyphenatedInitials: UInt32 = 0
        var patterns: (any PatternEngine)?
        var collation: (any PredicateCollation)?
        var switchedOff: Set<BuiltInFunction> = []
    }

    private final class Storage: Sendable {
        let contents: Contents
        init(_ contents: Contents) { self.contents = contents }
    }

    private var storage: Storage

    /// The registered functions by selector.
    public var functions: [String: PredicateFunction] { storage.contents.functions }
    /// The registered operators by their names, with the ASCII letters in upper case.
    public var operators: [String: PredicateOperator] { storage.contents.operators }

    /// The built-in functions that a predicate may not call.
    public var switchedOff: Set<BuiltInFunction> { storage.contents.switchedOff }

    /// The operator that a word of a predicate names: ASCII letters in any case, other characters exactly.
    package func registeredOperator(_ name: String) -> PredicateOperator? {
        let name = asciiUppercased(name)
        // The dictionary would normalize the name, which takes the square of its length for combining marks.
        return name.utf8.count <= 100 ? operators[name] : operators.first { sameCodePoints($0.key, name) }?.value
    }

    /// The names of operators that have a hyphen, in upper case, longest first: for the lexer, which meets them in every text.
    var hyphenatedNames: [[UInt8]] { storage.contents.hyphenatedNames }
    /// The letters that these begin with, a bit each (`initial`).
    var hyphenatedInitials: UInt32 { storage.contents.hyphenatedInitials }
    /// The engine of MATCHES; without one, MATCHES is an error when checked.
    public var patterns: (any PatternEngine)? {
        get { storage.contents.patterns }
        set { change { $0.patterns = newValue } }
    }
    /// The collation of `[l]`; nil is the root collation.
    public var collation: (any PredicateCollation)? {
        get { storage.contents.collation }
        set { change { $0.collation = newValue } }
    }

    /// A bit for the first byte of a name, the same for a letter in upper and lower case. Other bytes may share it.
    static func initial(_ byte: UInt8) -> UInt32 { 1 << UInt32(byte & 0x1F) }

    private static let nothing = Storage(Contents())

    /// A library of nothing.
    public init() { storage = Self.nothing }

    /// Whether the libraries are the same object.
    package func isSame(as other: PredicateLibrary) -> Bool { storage === other.storage }

    private mutating func change(_ body: (inout Contents) -> Void) {
        var contents = storage.contents
        body(&contents)
        storage = Storage(contents)
    }

    /// The default library: the UTI operators.
    public static let standard = PredicateLibrary().adding(
        uniformTypeOperators.map { row in
            var row = row
            row.isStandard = true
            return row
        })

    /// The library with a function more; one of the same selector is replaced.
    public func adding(_ function: PredicateFunction) -> PredicateLibrary {
        var library = self
        library.change { $0.functions[function.selector] = function }
        return library
    }

    /// The library with operators more; those of the same name are replaced.
    public func adding(_ operators: [PredicateOperator]) -> PredicateLibrary {
        var library = self
        library.change { contents in
            for added in operators { contents.operators[asciiUppercased(added.name)] = added }
            contents.hyphenatedNames = contents.operators.keys.filter { $0.utf8.contains(UInt8(ascii: "-")) }
                .map { Array($0.utf8) }.sorted { $0.count > $1.count }
            contents.hyphenatedInitials = contents.hyphenatedNames.reduce(0) {
                $0 | ($1.first.map(Self.initial) ?? 0)
            }
        }
        return library
    }

    /// The library with built-in functions switched off: a predicate that calls one has an error. Joined with another
    /// library, it keeps them off.
    public func without(_ functions: BuiltInFunction...) -> PredicateLibrary { switchingOff(Set(functions)) }

    /// The library without more built-in functions.
    package func switchingOff(_ functions: Set<BuiltInFunction>) -> PredicateLibrary {
        if functions.isSubset(of: switchedOff) { return self }
        var library = self
        library.change { $0.switchedOff.formUnion(functions) }
        return library
    }

    /// The library with an engine for MATCHES.
    public func using(patterns: any PatternEngine) -> PredicateLibrary {
        var library = self
        library.patterns = patterns
        return library
    }
}

/// An engine for regular expressions.
public protocol PatternEngine: Sendable {
    /// Compiles a pattern that has to match a whole text.
    ///
    /// - Parameters:
    ///   - pattern: the text of the pattern.
    ///   - options: `c` ignores case; `d` folds pattern and text alike.
    ///   - limits: bounds on the pattern and on the steps of matching.
    /// - Throws: `PatternError` when the pattern is not well-formed or too large.
    func compile(_ pattern: String, options: StringOptions, limits: PredicateLimits) throws(PatternError)
        -> any CompiledPattern
}

/// A pattern that is ready to match; safe to use from several threads at once.
public protocol CompiledPattern: Sendable {
    /// Whether the whole text matches.
    func match(_ text: String) -> PatternMatch

    /// The same for well-formed UTF-8, for records that are matched without a copy.
    func match(utf8 text: UnsafeBufferPointer<UInt8>) -> PatternMatch

    /// Whether the whole text matches, within a number of steps of the engine; `limitReached` if that is not
    /// enough. An evaluation charges these steps to its budget.
    func match(_ text: String, steps: Int) -> PatternMatch

    /// The same of well-formed UTF-8.
    func match(utf8 text: UnsafeBufferPointer<UInt8>, steps: Int) -> PatternMatch

    /// Whether a matching text could begin with this one; nil if the engine cannot decide, or not within its limit.
    ///
    /// If a string could, so could each of its prefixes. Traces use it to show how far a string matches.
    func canBegin(with text: String) -> Bool?
}

extension CompiledPattern {
    /// Makes a string of the bytes.
    public func match(utf8 text: UnsafeBufferPointer<UInt8>) -> PatternMatch {
        match(String(decoding: text, as: UTF8.self))
    }

    /// An engine that does not count its steps takes as many as it needs.
    public func match(_ text: String, steps: Int) -> PatternMatch { match(text) }

    /// An engine that does not count its steps takes as many as it needs.
    public func match(utf8 text: UnsafeBufferPointer<UInt8>, steps: Int) -> PatternMatch { match(utf8: text) }

    /// Not every engine can decide.
    public func canBegin(with text: String) -> Bool? { nil }
}

/// The outcome of a match.
public enum PatternMatch: Hashable, Sendable {
    /// The whole text matches.
    case matched
    /// It does not.
    case notMatched
    /// The limit on work was reached: this counts as no match, and is reported once (D83).
    case limitReached
}

/// Why a pattern cannot be compiled.
public struct PatternError: Error, Hashable, Sendable {
    /// The reason, as the end of a sentence: "missing closing parenthesis".
    public var message: String
    /// The UTF-8 offset of the error in the pattern.
    public var offset: Int
    /// Whether the pattern is too large or too complicated rather than wrong. A predicate with such a pattern from a
    /// record is undecided.
    public var isLimit: Bool
    /// An error at a location of the pattern.
    public init(_ message: String, at offset: Int, isLimit: Bool = false) {
        self.message = message
        self.offset = offset
        self.isLimit = isLimit
    }
}

/// The order of strings by a locale.
public protocol PredicateCollation: Sendable {
    /// Negative, zero or positive as `a` sorts before, with or after `b` under the options' strength.
    func compare(_ a: String, _ b: String, options: StringOptions) -> Int
}

// Libraries hold closures, which have no equality. What a predicate can name of them has.

extension PredicateFunction: Hashable {
    /// Whether the functions have the same selector, types, and effect on nil and on calls; not whether they do the same.
    public static func == (a: PredicateFunction, b: PredicateFunction) -> Bool {
        sameCodePoints(a.selector, b.selector) && a.parameters == b.parameters && a.result == b.result
            && a.isPure == b.isPure && a.acceptsNil == b.acceptsNil
    }

    /// Hashes parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactName(selector))
        hasher.combine(result)
    }
}

extension PredicateOperator: Hashable {
    /// Whether the operators have the same name and types; not whether they do the same.
    public static func == (a: PredicateOperator, b: PredicateOperator) -> Bool {
        sameCodePoints(a.name, b.name) && a.left == b.left && a.right == b.right
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactName(name))
        hasher.combine(left)
        hasher.combine(right)
    }
}

extension PredicateLibrary {
    /// The version of this package.
    package static let version = "0.2.0"
}

extension PredicateLibrary: Hashable {
    /// Whether the libraries have functions and operators of the same names and types, lack the same built-in functions, and have engines of patterns and
    /// collation of the same types. What they do is not compared.
    public static func == (a: PredicateLibrary, b: PredicateLibrary) -> Bool {
        a.isSame(as: b)
            || a.functions == b.functions && a.operators == b.operators && a.engineTypes == b.engineTypes
                && a.switchedOff == b.switchedOff
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(functions)
        hasher.combine(operators)
        hasher.combine(engineTypes)
        hasher.combine(switchedOff)
    }

    /// The types of the engine of MATCHES and of the collation.
    var engineTypes: [ObjectIdentifier?] {
        [patterns.map { ObjectIdentifier(type(of: $0)) }, collation.map { ObjectIdentifier(type(of: $0)) }]
    }
}

extension Int {
    /// A declared cost within what budgets can subtract without overflow.
    fileprivate var asCost: Int { Swift.min(Swift.max(0, self), 1 << 40) }
}
