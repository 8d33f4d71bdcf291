import PredicateFormat
import PredicateRecords

/// Shows records that were found, as the settings say: on the screen or in a file.
struct ReplRecordDisplay {
    let session: ReplSession
    let data: ReplDataSet

    private var settings: ReplSettings { session.settings }

    /// Shows the records at some places of the data set, in this order.
    func show(_ places: [Int], started: ContinuousClock.Instant) throws {
        let limit = settings.limit.number(inFile: session.outputFile != nil) ?? places.count
        let shown = Array(places.prefix(limit))
        let columns = try self.columns()
        if let file = session.outputFile {
            do {
                try write(shown, columns, to: file.sink, mode: settings.mode)
                try file.sink.flush()
            } catch let failure as OutputFailure {
                session.outputFile = nil
                throw ReplFiles.failure(failure, file.path)
            }
            try session.show("\(Plural.of(shown.count, "record")) written to \(SafeText.plain(file.path))")
        } else if settings.mode == .table {
            var table = ReplTable(width: session.width)
            for place in shown { table.add(try row(place, columns), number: place + 1) }
            try session.show(table.text(order: columns?.map(\.text) ?? fieldNames))
        } else {
            try write(shown, columns, to: session.environment.output, mode: settings.mode)
        }
        try summarise(places.count, shown: shown.count, started)
    }

    /// Says how many there are. What programs read has only records in it, so there it is a message.
    private func summarise(_ count: Int, shown: Int, _ started: ContinuousClock.Instant) throws {
        var text = "\(count) of \(Plural.of(data.records.count, "record"))"
        if shown < count, session.outputFile == nil { text += ", \(count - shown) of them not shown (`:limit all`)" }
        if settings.timing { text += ", in " + ReplSession.duration(since: started) }
        if settings.mode == .table || session.outputFile != nil {
            try session.show(text)
        } else {
            try session.tell(text)
        }
    }

    // MARK: Columns

    /// A column of `:select`.
    private struct Column {
        var text: String
        var expression: CheckedExpression
    }

    /// The columns that are wanted; nil for the fields of the records.
    private func columns() throws(ReplFailure) -> [Column]? {
        if settings.select.isEmpty { return nil }
        var columns: [Column] = []
        for text in ReplWords.parts(of: settings.select) {
            columns.append(Column(text: text, expression: try session.expression(text)))
        }
        return columns
    }

    private var fieldNames: [String] {
        data.schema.flatMap { $0.recordType(of: $0.root)?.fields.map(\.name) } ?? []
    }

    private func row(_ place: Int, _ columns: [Column]?) throws(ReplFailure) -> [(String, Cell)] {
        try session.checkInterrupt()
        guard let columns else { return TabularOutput<TableLayout>.cells(of: data.records[place].raw) }
        let context = session.context(EvaluationWarnings())
        return columns.map { column in
            let value = column.expression.value(for: data.records[place].value, context: context)
            return (column.text, Cell(text: RecordWriter.cell(value), isNumber: value.isNumber))
        }
    }

    // MARK: Other formats

    private func write(_ places: [Int], _ columns: [Column]?, to sink: OutputSink, mode: OutputFormat) throws {
        // The whole width: what is written here is no picture for a screen.
        let environment = CommandEnvironment(output: sink, errors: session.environment.errors)
        var output = mode.writer(schema: columns == nil ? data.schema : nil, in: environment)
        guard let columns else {
            for place in places {
                try session.checkInterrupt()
                try output.write(data.records[place].raw, isLine: data.isLines)
            }
            try output.finish()
            return
        }
        let context = session.context(EvaluationWarnings())
        for place in places {
            try session.checkInterrupt()
            let fields = columns.map {
                ($0.text, $0.expression.value(for: data.records[place].value, context: context))
            }
            let json = RecordWriter.json(.object(PredicateObject(fields)))
            let stream = try RecordStream(.text(json), RecordInputOptions(layout: .lines))
            if let raw = try stream.next() { try output.write(raw, isLine: true) }
        }
        try output.finish()
    }
}

extension PredicateValue {
    /// Whether it is a number, which stands to the right in a table.
    var isNumber: Bool {
        switch self {
        case .integer, .double, .decimal: true
        default: false
        }
    }
}
