import PredicateCore

/// Lists where another likely reading gives another answer for the records.
extension SampleReview {
    /// `items.price == nil`, where an element has no price, `tags != nil`, where lists or strings are empty, and
    /// `ANY tags != "bug"`, where another element is one.
    mutating func reviewLists(_ location: Location) {
        reviewQuantifier(location)
        let comparison = location.comparison
        let isEquality = comparison.comparator == .equal
        if isEquality, comparison.quantifier == nil, isWhole, case .field = comparison.left.kind,
            case .field = comparison.right.kind
        {
            let written = text(location.range)
            reportReading(.bothNil, of: written, "(\(text(location.left)) != nil AND \(written))", location)
            return
        }
        guard isEquality || comparison.comparator == .notEqual, case .constant(let value) = comparison.right.kind else {
            return
        }
        let written = text(location.left)
        if value == .string("") || value == .integer(0), comparison.quantifier == nil {
            return reviewMissing(location, isText: value == .string(""))
        }
        if value != .null {
            guard comparison.quantifier == .any, !isEquality else { return }
            let literal = text(location.right)
            let fixed = "NONE \(written) \(comparison.spelling(of: .equal)) \(literal)"
            if reportReading(.differing, of: literal, fixed, location) { return }
            guard isWhole, let path = listPath(comparison.left, location.range), !path.isNested else { return }
            let element = Self.elementName + path.rest
            let own = "\(element) \(comparison.spelling(of: .notEqual)) \(literal)"
            reportReading(
                .differingFromNil, of: written, Self.someElement(of: path.list, "\(element) != nil AND \(own)"),
                location)
            return
        }
        guard comparison.quantifier == nil else { return }
        let seen = values(of: comparison.left)
        let lists = seen.compactMap { ValueSemantics.elements(of: $0) }
        let lacking = lists.count { $0.contains(.null) }
        let (empty, emptyText) = (lists.count { $0.isEmpty }, seen.count { $0 == .string("") })
        if lacking > 0 {
            reportReading(.lacking, of: written, "\(isEquality ? "ANY" : "NONE") \(written) == nil", location, lacking)
        } else if empty > 0, isWhole {
            let fixed = isEquality ? "(\(written) == nil OR \(written).@count == 0)" : "\(written).@count > 0"
            reportReading(.empty("an empty list", unlike: "nil"), of: written, fixed, location, empty)
        } else if emptyText > 0, isWhole {
            let fixed = isEquality ? "== nil OR \(written) == \"\"" : "!= nil AND \(written) != \"\""
            reportReading(
                .empty("the empty text", unlike: "nil"), of: written, "(\(written) \(fixed))", location, emptyText)
        }
    }

    /// `ALL pods.ready == true` where some have no pods, and `ANY values[1] > 90` where the values are pairs.
    private mutating func reviewQuantifier(_ location: Location) {
        let comparison = location.comparison
        guard isWhole, let quantifier = comparison.quantifier else { return }
        // That no element is something includes empty lists.
        if quantifier == .all, comparison.comparator != .notEqual, let path = listPath(comparison.left, location.range)
        {
            let fixed = "(\(path.list).@count > 0 AND \(text(location.range)))"
            reportReading(.vacuous, of: path.list, fixed, location)
        }
        guard quantifier == .any, case .index(let list, let index) = comparison.left.kind, let range = list.range,
            let path = listPath(list, location.range), path.rest.isEmpty, path.isNested
        else { return }
        var element = Self.elementName + text(SourceRange(range.upperBound, location.left.upperBound))
        let own = ExpressionTree(.index(ExpressionTree(.record), index))
        if case .constant(let bound) = comparison.right.kind, bound.isNumeric,
            values(of: own, on: values(of: list, isQuantified: true)).contains(where: \.isNumberText)
        {
            element = "toNumber(\(element))"
        }
        let condition = element + text(SourceRange(location.left.upperBound, location.range.upperBound))
        reportReading(.index, of: path.list, Self.someElement(of: path.list, condition), location)
    }

    /// `note != ""` where some have no note, and `tags.@count == 0` where some have no list.
    private mutating func reviewMissing(_ location: Location, isText: Bool) {
        let comparison = location.comparison
        let isEquality = comparison.comparator == .equal
        var path = comparison.left
        if !isText {
            guard isEquality, case .collection(.count, let list, path: nil) = path.kind else { return }
            path = list
        }
        guard isWhole, let range = path.range else { return }
        let (operand, written) = (text(range), text(location.range))
        let seen = values(of: path)
        let missing = records.count - seen.count
        // If none is empty, the reading of nil says more. If all are, the empty string has its own meaning.
        let isMixed = seen.contains(.string("")) && seen.contains { $0 != .string("") }
        guard missing > 0, !isText || !isEquality || isMixed else { return }
        reportReading(
            .empty("nil", unlike: isText ? "the empty text" : "an empty list"), of: operand,
            isEquality ? "(\(operand) == nil OR \(written))" : "(\(operand) != nil AND \(written))", location, missing)
    }

    /// `events.frames.@count == 0` where each event has a list of frames, and `count(events.frames)`, also as a column: the lists
    /// are counted, and not their elements.
    ///
    /// - Parameter location: the comparison whose left side it is; nil for a column.
    mutating func reviewCount(_ tree: ExpressionTree, in location: Location?) {
        var (counted, isCall): (ExpressionTree?, Bool) = (nil, false)
        switch tree.kind {
        case .collection(.count, let path, path: nil): counted = path
        case .call(let name, let arguments) where BuiltInFunction(rawValue: name) == .count:
            (counted, isCall) = (arguments.first, true)
        default: break
        }
        guard let path = counted, let range = path.range, let nested = listPath(path, location?.range ?? range),
            nested.isNested
        else { return }
        let flat = "\(nested.list).@unionOfArrays\(nested.rest)"
        if let location {
            guard location.comparison.quantifier == nil else { return }
            let condition = text(SourceRange(range.upperBound, location.range.upperBound))
            let fixed =
                isCall
                ? text(location.range, after: [.init(replacing: range, with: flat)])
                : Self.someElement(of: nested.list, Self.elementName + nested.rest + condition)
            reportReading(isCall ? .counted : .nested, of: text(range), fixed, location)
            return
        }
        let differing = values(of: path).count { value in
            let lists = (ValueSemantics.elements(of: value) ?? []).map { ValueSemantics.elements(of: $0)?.count ?? 0 }
            return lists.reduce(0, +) != lists.count
        }
        if isCall, differing > 0 { report(.reading(.counted, of: text(range), flat, share(differing), at: range)) }
    }

    /// Reports another reading if it changes the answer for some records.
    ///
    /// - Parameter count: the records that show it; nil for those whose answers change.
    @discardableResult private mutating func reportReading(
        _ reading: PredicateDiagnostic.Reading, of operand: String, _ fixed: String, _ location: Location,
        _ count: Int? = nil
    ) -> Bool {
        let changed = changedAnswers(fixed, at: location.range)
        guard changed > 0 else { return false }
        report(.reading(reading, of: operand, fixed, share(count ?? changed), at: location.range))
        return true
    }

    /// `--group-by labels.name` over lists of several names.
    mutating func reviewListKey(_ tree: ExpressionTree) {
        let several = values(of: tree).count { (ValueSemantics.elements(of: $0)?.count ?? 0) > 1 }
        guard let range = tree.range, several > 0 else { return }
        // Records are objects.
        var hasObjects = false
        if case .field(let base, _) = tree.kind { hasObjects = values(of: base).contains(where: \.isList) }
        let note =
            "make records of the elements: `--at` names the list, and `--parent-field` keeps the fields around it"
        // `/spec/containers` of `spec.containers.image`
        let list = text(range).split(separator: ".").dropLast().map { "/" + $0 }.joined()
        report(
            .reading(
                .groups(hasObjects: hasObjects), of: text(range), hasObjects ? "--at \(list)" : nil, share(several),
                at: range,
                isEditable: false, notes: hasObjects ? [note] : []))
    }

    /// `ANY items.sku == "a" AND ANY items.qty > 5`: two elements may satisfy them, where one was probably meant.
    mutating func reviewElements(ofAll parts: [PredicateTree], at range: SourceRange?) {
        guard isWhole, let range, parts.count > 1, parts.allSatisfy({ $0.range != nil }) else { return }
        let members = parts.enumerated().compactMap { index, part -> (index: Int, path: ListPath, condition: String)? in
            guard let place = Location(part, isNecessary: false), place.comparison.quantifier == .any,
                place.comparison.right.scalars != nil, let path = listPath(place.comparison.left, place.range)
            else { return nil }
            let condition = text(SourceRange(place.left.upperBound, place.range.upperBound))
            return (index, path, (path.isNested ? "ANY " : "") + Self.elementName + path.rest + condition)
        }
        // No element has two values of one field. Lists within lists need a SUBQUERY in the other.
        for own in Dictionary(grouping: members, by: \.path.list).values.sorted(by: { $0[0].index < $1[0].index })
        where own.count > 1 && Set(own.map(\.path.rest)).count == own.count && !own.allSatisfy(\.path.isNested) {
            let query = Self.someElement(of: own[0].path.list, own.map(\.condition).joined(separator: " AND "))
            let others = parts.enumerated().compactMap { index, part -> String? in
                guard !own.contains(where: { $0.index == index }), let range = part.range else { return nil }
                if case .or = part.kind { return "(\(text(range)))" }
                return text(range)
            }
            let fixed = ([query] + others).joined(separator: " AND ")
            let changed = changedAnswers(fixed, at: range)
            if changed > 0 { report(.reading(.several, of: own[0].path.list, fixed, share(changed), at: range)) }
        }
    }

    /// The number of records for which the predicate has another answer if a part of it is written otherwise.
    mutating func changedAnswers(_ fixed: String, at range: SourceRange) -> Int {
        // A condition of a SUBQUERY is not a separate predicate.
        guard isWhole else { return records.count }
        // The whole predicate is checked and evaluated each time.
        rewritesLeft -= 1
        guard rewritesLeft >= 0 else { return 0 }
        let written = PredicateDiagnostic.Edit.apply([.init(replacing: range, with: fixed)], to: source)
        guard let own = try? CheckedPredicate(source, library: library, limits: limits),
            let other = try? CheckedPredicate(written, library: library, limits: limits)
        else { return 0 }
        return records.count { own.matches($0, context: context) != other.matches($0, context: context) }
    }
}
