import PredicatePlatform

extension PredicateTree {
    /// The tree of its printed text: printing and parsing a tree gives an equal canonical tree.
    ///
    /// Booleans are the numbers 1 and 0 (D45), data its base64 text; `NONE` is `NOT ANY`; a group of one part is that
    /// part; functions that are other spellings of operators are the operators, and casts of constants to dates are
    /// dates (D65); lists, sets, decimals, UUIDs and URLs are their expressions; open format arguments are numbered in
    /// the order of the text.
    public var canonical: PredicateTree {
        var nextArgument = 0
        return rewriting(
            predicates: { $0.canonicalNode }, expressions: { $0.canonicalNode(&nextArgument) })
    }

    fileprivate var canonicalNode: PredicateTree {
        switch kind {
        case .and(let children) where children.count < 2: children.first ?? PredicateTree(.constant(true), range: range)
        case .or(let children) where children.count < 2: children.first ?? PredicateTree(.constant(false), range: range)
        case .comparison(var comparison) where comparison.quantifier == Quantifier.none:
            {
                comparison.quantifier = .any
                return PredicateTree(.not(PredicateTree(.comparison(comparison), range: range)), range: range)
            }()
        default: self
        }
    }
}

extension ExpressionTree {
    /// The expression as its text is read; see `PredicateTree.canonical`.
    public var canonical: ExpressionTree {
        var nextArgument = 0
        return rewriting(
            predicates: { $0.canonicalNode }, expressions: { $0.canonicalNode(&nextArgument) })
    }

    fileprivate func canonicalNode(_ nextArgument: inout Int) -> ExpressionTree {
        switch kind {
        case .constant(let value): return canonicalConstant(value)
        case .argument(_, let specifier):
            nextArgument += 1
            return ExpressionTree(.argument(nextArgument - 1, specifier), type: type, range: range)
        case .collection(let symbol, let base, let path?):
            guard case .element = path.kind else { return self }
            return ExpressionTree(.collection(symbol, base, path: nil), type: type, range: range)
        case .dynamicField(let base, let key):
            guard case .constant(.string(let name)) = key.kind else { return self }
            return ExpressionTree(.field(base, name), type: type, range: range)
        case .cast: return canonicalCast
        case .call: return canonicalCall
        case .function(let target, let selector, let arguments):
            // The name may omit the last colon (D18).
            guard !selector.hasSuffix(":"), BuiltInFunction(rawValue: selector)?.isPlain != true else { return self }
            return ExpressionTree(
                .function(target: target, selector: selector + ":", arguments: arguments), type: type, range: range)
        default: return self
        }
    }

    private func canonicalConstant(_ value: PredicateValue) -> ExpressionTree {
        switch value {
        case .boolean(let value): ExpressionTree(.constant(.integer(value ? 1 : 0)), type: type, range: range)
        case .data(let data):
            ExpressionTree(.constant(.string(data.base64EncodedString())), type: type, range: range)
        case .double(let number) where !number.isFinite:
            ExpressionTree(.constant(.null), type: type, range: range)
        case .decimal(let decimal) where NumberText.literal(decimal) != nil: self
        case .list, .set, .decimal, .uuid, .url: ExpressionTree.literal(value, range: range).canonical
        default: self
        }
    }

    /// A cast of a constant to a date is the date (D65).
    var canonicalCast: ExpressionTree {
        guard case .cast(let value, .date) = kind, case .constant(let constant) = value.kind else { return self }
        var result = ValueSemantics.cast(constant, .date)
        if case .string(let text) = constant, case .success(let date) = PredicateDate.parseLiteral(text) {
            result = .date(date)
        }
        guard case .date = result else { return self }
        return ExpressionTree(.constant(result), type: .date, range: range)
    }

    /// A function that is another spelling of an operator becomes the operator; `sum(x)` becomes `sum:(x)`.
    var canonicalCall: ExpressionTree {
        guard case .call(let name, let arguments) = kind else { return self }
        func node(_ kind: Kind) -> ExpressionTree { ExpressionTree(kind, type: type, range: range) }
        if let function = BuiltInFunction(rawValue: name), function.isPlain {
            // Without a value, `anywhere` looks into the record.
            if function == .anywhere, arguments.count == 1 {
                return node(.call(name, [ExpressionTree(.record)] + arguments))
            }
            // A string names a key of the record.
            if function == .has, arguments.count == 1, case .constant(.string(let key)) = arguments[0].kind {
                return node(.call(name, [ExpressionTree(.field(ExpressionTree(.record), key))]))
            }
            return self
        }
        let selector = name.hasSuffix(":") || arguments.count != 1 ? name : name + ":"
        switch (selector, arguments.count) {
        case ("onesComplement:", 1): return node(.complement(arguments[0]))
        case ("objectFrom:withIndex:", 2): return node(.index(arguments[0], .at(arguments[1])))
        case ("castObject:toType:", 2):
            guard case .constant(.string(let name)) = arguments[1].kind, let target = CastTarget(rawValue: name)
            else { return self }
            return node(.cast(arguments[0], target)).canonicalCast
        case (_, 2):
            guard let symbol = ArithmeticOperator.allCases.first(where: { $0.selector == selector })
            else { return node(.call(selector, arguments)) }
            return node(.arithmetic(symbol, arguments[0], arguments[1]))
        default: return node(.call(selector, arguments))
        }
    }
}
