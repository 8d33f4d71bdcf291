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
