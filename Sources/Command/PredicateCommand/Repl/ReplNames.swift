/// What has a name in a session: variables, predicates and rules.
struct ReplNames {
    /// A variable of `:let`.
    struct Variable: Hashable {
        /// The name, without `$`.
        var name: String
        /// The expression as given.
        var text: String
        /// The value of the expression.
        var value: PredicateValue
        /// The bytes of the value, as an evaluation counts them.
        var bytes: Int
    }

    /// A predicate of `:save`.
    struct SavedPredicate: Hashable {
        /// The name.
        var name: String
        /// The predicate as given.
        var text: String
    }

    /// The variables, in the order of first assignment.
    var variables: [Variable] = []
    /// The saved predicates, in the order of first saving.
    var saved: [SavedPredicate] = []
    /// The file of `:rules`.
    var rules: ReplRules?
    /// The file of `:predicates`.
    var file: KnownPredicates?
    /// Values that lines refer to by names: records of last results.
    private(set) var kept: [Variable] = []
    /// The number of such names so far.
    private var keptCount = 0

    /// What `:run` runs.
    var predicates: [String] { saved.map(\.name) + (file?.names ?? []) + (rules?.rules.map(\.id) ?? []) }

    /// The values of the variables.
    var bindings: NameTable<PredicateValue> {
        var values = NameTable<PredicateValue>()
        for variable in variables + kept { values[variable.name] = variable.value }
        return values
    }

    /// Keeps a value under a separate name, which messages show as it was typed.
    mutating func keep(_ value: PredicateValue, _ bytes: Int, typedAs text: String) -> String {
        keptCount += 1
        let name = "_\(keptCount)"
        kept.append(Variable(name: name, text: text, value: value, bytes: bytes))
        return name
    }

    /// Gives up kept values that no text needs any more.
    mutating func dropKept(neededBy texts: [String]) {
        kept.removeAll { old in !texts.contains { $0.containsExactly("$" + old.name) } }
    }
}

/// The terminal at which a person types the lines. Without one they come from a file or a pipe.
struct ReplTerminal {
    /// Whether there is one.
    var isPresent = false
    /// Measures its width, which can change during the session.
    var measure: (() -> Int?)?
    /// Returns a function that tells whether the user has cancelled since the call; nil to use that of the session.
    var watchInterrupts: (() -> @Sendable () -> Bool)?
    /// Whether a file is examined completely before the next line runs. On a terminal that happens while the user
    /// types. Without a terminal, the same lines must always give the same answers.
    var awaitsStatistics = true
    /// Called on another thread when there is a notice.
    var whenNoticed: @Sendable () -> Void = {}
    /// Whether answers that do not fit are shown with a pager.
    var pages = true
    /// The pager of the current line; nil without one.
    var pager: ReplPager?
}
