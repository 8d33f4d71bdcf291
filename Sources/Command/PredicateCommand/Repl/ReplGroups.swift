import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// Groups and the order of the matching records, according to the settings.
extension ReplDataSet {
    /// Runs a query over columns of some records. No record is read completely.
    ///
    /// - Parameters:
    ///   - readings: how often the records are read.
    ///   - body: runs the query on another thread.
    func querying<Answer: Sendable>(
        _ query: CheckedQuery, at locations: [Int], readings: Int, in session: ReplSession,
        _ body: @escaping @Sendable (ColumnQuery, EvaluationContext, ReplInterruption) throws -> Answer
    ) throws -> Answer {
        let unusable = UnusableValues()
        let answer = try session.evaluating { context in
            try session.interruptibly { [self] interruption in
                interruption.work.plan(locations.count * readings)
                let run = columnQuery(query, at: locations, unusable, context, interruption)
                return try body(run, context, interruption)
            }
        }
        for found in UnusableWarnings(of: unusable, nil, query, .likely).query {
            try session.warn(found.diagnostics.diagnostics, in: found.diagnostics.source)
        }
        return answer
    }

    /// A query over columns of some records. It does not use the session.
    func columnQuery(
        _ query: CheckedQuery, at locations: [Int], _ unusable: UnusableValues?, _ context: EvaluationContext,
        _ interruption: ReplInterruption
    ) -> ColumnQuery {
        ColumnQuery(query, rowCount: locations.count, unusable: unusable, check: interruption.check) { expression in
            try ReplScan(self, keys: expression.readKeys, interruption)
                .values(of: expression, at: locations, context: context)
        }
    }

    /// The groups of the records at some locations, as fields.
    func groups(_ run: ColumnQuery, of locations: [Int], _ context: EvaluationContext)
        throws -> [[(name: String, cell: QueryCell)]]
    {
        // Columns hold only values, so the spelling of a value is read from its record when it is shown.
        try run.groups(context: context) { [table] row, path in
            if path.isEmpty { return nil }
            return { table.record(at: locations[row]).flatMap { RecordText($0).value(at: path) } }
        }
    }

    /// Shows the groups of the records at some locations.
    func showGroups(
        of locations: [Int], limit: Int?, started: ContinuousClock.Instant, in session: ReplSession
    ) throws {
        let query = try session.checkedSettings()
        guard let grouping = query.grouping else { return }
        let readings = grouping.keys.count + grouping.aggregates.filter { $0.column != nil }.count
        let groups = try querying(query, at: locations, readings: readings, in: session) { run, context, _ in
            try self.groups(run, of: locations, context)
        }
        let offset = session.settings.offset
        let shown = groups.dropFirst(offset).prefix(limit ?? .max)
        let results = ReplResults(
            session: session, data: self, columns: OutputColumns(of: query, schema: nil), noun: "group"
        ) { offset + $0 + 1 }
        try results.show { sink in
            var writer = results.writer(to: sink)
            for fields in shown { try writer.write(RawRecord(fields: fields), isLine: true) }
            try writer.finish()
            return shown.count
        }
        let text = "\(Plural.of(groups.count, "group")) of \(share(locations.count))"
        try session.summarise(text, of: groups.count, shown: shown.count, started)
    }

    /// The indices of records in the order of `:sort`; only the first ones if a limit is given.
    func ordered(_ locations: [Int], first: Int?, in session: ReplSession) throws -> [Int] {
        let sort = session.settings.sort
        if sort.isEmpty { return locations }
        let query = try session.asSet(by: "sort", endedBy: "off") { try session.query(RecordQuery(sort: sort)) }
        let readings = query.order.keys.count + 1
        return try querying(query, at: locations, readings: readings, in: session) { run, _, interruption in
            interruption.work.expect(locations.count)
            return try run.inOrder(first: first) { row in
                if row & 0xFFFF == 0 { interruption.work.advance(by: 0x10000) }
            }.map { locations[$0] }
        }
    }
}
