import PredicateFormat

extension ReplSession {
    /// The current groups, or records if there are none, with a change to the query.
    func groupQuery(_ change: (inout RecordQuery) -> Void) -> RecordQuery {
        var query = settings.groups
        change(&query)
        return query
    }

    /// The query that the settings make, without the limit and the offset. Its errors name the command of each setting.
    func checkedSettings() throws -> CheckedQuery {
        var query = settings.groups
        query.isDistinct = settings.isDistinct
        let groups = query
        _ = try asSet(by: "group", endedBy: "off") { try self.query(groups) }
        for (part, command, end) in [(RecordQuery.Part.sort, "sort", "off"), (.select, "select", "all")] {
            guard let text = settings.query[part] else { continue }
            query[part] = text
            var one = groups
            one[part] = text
            let alone = one
            _ = try asSet(by: command, endedBy: end) { try self.query(alone) }
        }
        return try self.query(query)
    }
}

extension ReplCommandRow {
    /// Puts records into groups.
    static let group = setting("group", .groups, isSetting: true) { session, text in
        let group = text == "off" ? "" : text
        if !group.isEmpty { _ = try session.query(RecordQuery(group: group)) }
        session.settings.group = group
    } shown: { session in
        let group = session.settings.group
        return group.isEmpty ? "records are shown, not groups" : "groups are by " + SafeText.plain(group)
    }

    /// Shows equal results once.
    static let distinct = setting("distinct", .words(["on", "off"])) { session, word in
        try turn(&session.settings.isDistinct, word, named: "distinct")
    } shown: {
        $0.settings.isDistinct ? "equal results are shown once" : "all results are shown"
    }

    /// Skips the first results.
    static let offset = setting("offset", .words(["0"])) { session, word in
        guard let offset = Int(word), offset >= 0 else {
            throw ReplFailure("the offset must be a number of results, not `\(SafeText.plain(word))`")
        }
        session.settings.offset = offset
    } shown: { session in
        let offset = session.settings.offset
        return offset == 0
            ? "no results are skipped"
            : "the first \(Plural.of(offset, "result")) \(offset == 1 ? "is" : "are") skipped"
    }
}

extension ReplCommandRow {
    /// Counts the values of a field in bins.
    static let histogram: Self = Self(name: "histogram", argument: .fields) { session, text in
        let data = try session.dataInUse()
        if text.isEmpty {
            throw ReplFailure("`:histogram` needs a field, as in `:histogram size` or `:histogram size by kind`")
        }
        let parts = ReplTokens.parts(of: text, at: "by")
        let expressions = try parts.map { try session.expression($0) }
        let field = expressions[0]
        let last = session.lastResult.flatMap { $0.data === data ? $0.text : nil }
        let selected = try last.map { try session.predicate($0) }
        let hasBars = session.environment.output.isTerminal
        let width = session.width
        let drawing = try session.evaluating { context in
            func values(_ selected: CheckedPredicate?) throws -> [[PredicateValue]] {
                try data.values(of: expressions, matching: selected, context: context, in: session)
            }
            let most = hasBars ? max(8, min(40, (ReplScreen.size()?.lines ?? 24) - 6)) : 20
            if expressions.count > 1 {
                let found = try values(selected)
                return try session.interruptibly { interruption in
                    let members = zip(found[0], found[1]).flatMap { value, key in
                        field.summarised([value]).map { ($0, key) }
                    }
                    return try ReplHistogram(
                        of: members.map(\.0), by: members.map(\.1), named: parts[0], most: most,
                        groups: hasBars ? max(2, (width - 24) / 16) : 8, checkInterrupt: interruption.check)
                }
            }
            if field.tree.uses.fields.isEmpty {
                // `$_.name` is one list, and not about each record.
                return try session.interruptibly { interruption in
                    let value = field.value(for: .null, context: context)
                    let values = (ValueSemantics.elements(of: value) ?? [value]).flatMap {
                        ValueSemantics.elements(of: $0) ?? [$0]
                    }
                    return ReplHistogram(
                        of: try ValueCounts(values, checkInterrupt: interruption.check), matching: nil,
                        named: parts[0], most: most)
                }
            }
            let all = field.summarised(try values(nil)[0])
            let matching = try selected.map { field.summarised(try values($0)[0]) }
            return try session.interruptibly { interruption in
                let some = try matching.map { try ValueCounts($0, checkInterrupt: interruption.check) }
                return ReplHistogram(
                    of: try ValueCounts(all, checkInterrupt: interruption.check), matching: some, named: parts[0],
                    most: most)
            }
        }
        try session.show(drawing.text(width: width, hasBars: hasBars))
        guard let last, !field.tree.uses.fields.isEmpty else { return }
        let lead = expressions.count > 1 ? "of the records that match " : "matching: "
        try session.show(ColumnText.cut(lead + SafeText.plain(ReplHistory.onOneLine(last)), to: width))
    }
}
