import PredicateFormat
import PredicateRecords

extension ReplCommandRow {
    /// Gives a variable a value.
    static let `let`: Self = Self(name: "let", argument: .assignment) { session, text in
        guard let (before, behind) = text.split(atFirst: "=") else {
            throw ReplFailure("usage: \(Self.let.synopsis)")
        }
        var name = ReplSession.trimmed(before)
        if name.hasPrefix("$") { name.removeFirst() }
        if name.hasSuffix(":") { name = ReplSession.trimmed(String(name.dropLast())) }
        guard PlainName.isOne(name) else {
            throw ReplFailure(
                "`\(SafeText.plain(ColumnText.cut(name, to: 40)))` is not a valid name: use letters, digits and `_`, and no digit first"
            )
        }
        guard !ReplSession.isKept(name) else {
            throw ReplFailure("`$\(name)` is the last result; choose another name")
        }
        let expression = ReplSession.trimmed(behind)
        try session.assign(name, expression)
        // `$NAME` shows all of a long value.
        for variable in session.names.variables where variable.name == name {
            try session.show(session.line(of: variable))
        }
    }

    /// Lists the variables.
    static let vars: Self = Self(name: "vars", argument: .free) { session, _ in
        if session.names.variables.isEmpty {
            try session.show("there are no variables; `:let NAME = EXPRESSION` makes one")
        }
        for variable in session.names.variables {
            try session.show(session.line(of: variable))
        }
    }

    /// Saves a predicate.
    static let save: Self = Self(name: "save", argument: .savedPredicate, isSetting: true) { session, text in
        let (name, rest) = ReplSession.firstWord(of: text)
        guard PlainName.isOne(name) else { throw ReplFailure("usage: \(Self.save.synopsis)") }
        let predicate = try session.predicateText(ReplSession.trimmed(rest))
        _ = try session.predicate(predicate)
        session.names.saved.put(.init(name: name, text: predicate), named: \.name)
        try session.show("saved \(name); `:session save FILE` keeps it for later")
    }

    /// Lists the saved predicates, and those of a file.
    static let saved: Self = Self(name: "saved", argument: .free) { session, _ in
        if session.names.saved.isEmpty, session.names.file == nil {
            try session.show("there are no saved predicates; `:save NAME PREDICATE` makes one")
        }
        var lines = session.names.saved.map { (name: $0.name, text: $0.text) }
        lines += (session.names.file?.predicates ?? []).map { (name: $0.name, text: $0.text) }
        let widest = lines.map { TextWidth.columns(of: $0.name) }.max() ?? 0
        for (index, line) in lines.enumerated() {
            if index == session.names.saved.count, let file = session.names.file?.path {
                try session.show(SafeText.plain(file) + ":")
            }
            try session.show(ColumnText.pad(line.name, to: widest) + "  " + SafeText.plain(line.text))
        }
    }

    /// Reads a file of named predicates.
    static let predicates: Self = Self(name: "predicates", argument: .file) { session, text in
        guard let file = ReplWords.words(of: text).first?.text else {
            throw ReplFailure("usage: \(Self.predicates.synopsis)")
        }
        try session.openPredicates(FolderNames.expanded(file))
        try session.show(
            "\(Plural.of(session.names.file?.predicates.count ?? 0, "predicate")); `:saved` lists them, `:run NAME` runs one"
        )
    }

    /// Runs a saved predicate, or one of a file.
    static let run: Self = Self(name: "run", argument: .saved) { session, name in
        if name.isEmpty { throw ReplFailure("`:run` needs the name of a saved predicate; `:saved` lists them") }
        if let saved = session.names.saved.first(\.name, name) {
            try session.ask(saved.text)
        } else if let named = session.names.file?[name] {
            try session.ask(session.text(of: named))
        } else if let rule = session.ruleText(name) {
            try session.ask(rule)
        } else {
            let hint = session.names.predicates.hint(for: name, or: "; `:saved` lists them")
            throw ReplFailure("there is no saved predicate `\(SafeText.plain(name))`\(hint)")
        }
    }
}

extension ReplSession {
    /// Gives a variable the value of an expression, which reads no record.
    func assign(_ name: String, _ text: String) throws {
        if text.isEmpty { throw ReplFailure("`$\(name)` needs an expression after `=`") }
        let old = names.variables.first(\.name, name)
        let fate = old == nil ? "`$\(name)` was not set" : "`$\(name)` keeps its value"
        let expression: CheckedExpression
        do {
            expression = try self.expression(text)
        } catch let failure as ReplFailure where failure.isLimit {
            throw failure.adding(fate)
        }
        if let field = expression.tree.uses.fields.first {
            throw ReplFailure(
                "a variable has one value, but `\(SafeText.plain(field.description))` has one for each record")
        }
        let warnings = EvaluationWarnings()
        let context = context(warnings)
        let value = try interruptibly { _ in expression.value(for: .null, context: context) }
        let others = names.variables.reduce(-(old?.bytes ?? 0)) { $0 + $1.bytes }
        let bytes = try bytes(of: value, warnings, beside: others, "`$\(name)`", fate)
        try tell(warnings)
        freeze(name)
        names.variables.put(.init(name: name, text: text, value: value, bytes: bytes), named: \.name)
    }

    /// The bytes of a value that the session is to keep.
    ///
    /// - Parameters:
    ///   - warnings: those of the evaluation that gave the value.
    ///   - others: the bytes of the values that the session keeps besides.
    ///   - subject: what has the value, for the message.
    ///   - fate: what a failure leaves unchanged, for the message.
    /// - Throws: if the evaluation exceeded a limit, or if the values together exceed the bytes of an evaluation.
    func bytes(
        of value: PredicateValue, _ warnings: EvaluationWarnings, beside others: Int = 0, _ subject: String,
        _ fate: String
    ) throws(ReplFailure) -> Int {
        if let excess = warnings.excess { throw ReplFailure("the value of \(subject) \(excess); \(fate)") }
        let limit = PredicateLimits.standard.evaluationBytes
        if let bytes = value.bytes(upTo: limit - others) { return bytes }
        let beside = others > 0 ? " together with the other variables" : ""
        throw ReplFailure(
            "the value of \(subject) takes more than \(limit) bytes\(beside) (limit `evaluationBytes`); \(fate)")
    }

    /// Reads a file of named predicates. Its predicates may be about the data sets with a declared schema.
    func openPredicates(_ file: String) throws {
        let types = dataSets.compactMap(\.schema).filter { $0.origin == .declared }
        names.file = try KnownPredicates.requiredReader().read(file, types: types, in: environment)
    }

    /// The text of a named predicate with the values of its arguments: those of the session's variables, or the defaults.
    func text(of named: KnownPredicate) throws -> String {
        var given: [String: PredicateValue] = [:]
        for argument in named.arguments {
            if let value = names.bindings[argument.name] {
                given[argument.name] = try argument.fitting(value)
            } else if argument.defaultValue == nil {
                throw ReplFailure(
                    "`\(named.name)` needs a value for `$\(argument.name)`; `:let \(argument.name) = EXPRESSION` gives one"
                )
            }
        }
        return named.arguments.isEmpty ? named.expandedText : try named.binding(given).meaning.predicateFormat
    }

    /// A variable and its value, cut to a line of the screen. An expression shows all of a long value.
    func line(of variable: ReplNames.Variable) -> String {
        // No line shows more code points.
        let value = variable.value.abbreviated(to: 64 * (width + 16))
        return ColumnText.cut("$\(variable.name) = " + SafeText.plain(value), to: width)
    }
}
