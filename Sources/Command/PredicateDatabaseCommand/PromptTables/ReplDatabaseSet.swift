#if Command && (SQLite || PostgreSQL)
import PredicateAnalysis
import PredicateFormat
import PredicateRecords
import PredicateSQL

/// A table of a database as a data set. Its records stay in the database, and each question asks it anew.
///
/// The table is opened again if its columns or keys have changed, if another file has replaced its file, or if the
/// connection is lost.
final class ReplDatabaseSet: ReplData {
    let name: String
    let inputs: InputFiles
    let request: ReplLoadRequest
    /// The address of the table.
    let opening: SourceAddress
    /// What questions are asked; nil if the table must be opened again.
    private var opened: Opened?
    private var known: Known
    /// The last question, whose records `:why` explains by their numbers.
    var last: Asked?

    /// A table, and its state when it was opened.
    private struct Opened {
        var table: any DatabaseTable
        var version: TableVersion
    }

    /// What is known of a table.
    struct Known {
        /// The types of the records.
        var schema: RecordSchema
        /// The number of records in words.
        var size: String
        /// Whether all records are counted.
        var isCounted = true
        /// The first records, for completion; nil if they could not be read.
        var sample: RecordSchema?
        /// Why the records come in no certain order; nil if they do.
        var orderRemark: String?
    }

    /// A question about records.
    struct Asked {
        var predicate: CheckedPredicate
        var query: RecordQuery
    }

    /// Records are counted up to this number, so that a huge table is not read only to say how many it has.
    private static let countedRecords = SourceAddress.countedRecords
    /// The number of records whose values completion offers.
    private static let sampledRecords = 200

    /// Opens the table of an address.
    ///
    /// - Parameters:
    ///   - file: the address as given.
    ///   - name: the name of the data set; nil derives it from the name of the table.
    /// - Throws: `CommandFailure` if the table cannot be opened, and if the user cancels.
    init(_ address: SourceAddress, file: String, name: String?, in session: ReplSession) throws {
        opening = address
        request = ReplLoadRequest(file: file, input: RecordInputOptions())
        let opened = try Self.open(address, in: session)
        self.opened = opened
        known = try Self.examine(opened.table, in: session)
        self.name = name ?? session.freeName(address.shortTableName, for: file)
        inputs = InputFiles(address.scheme == .sqlite ? [address.place] : [])
    }

    // MARK: What is known

    var schema: RecordSchema? { known.schema }
    var offeredSchema: RecordSchema? { known.sample.map { known.schema.addingStatistics(of: $0) } ?? known.schema }
    var isProvisional: Bool { false }
    var progressNote: String { "" }
    var place: String { "the table" }
    var address: SourceAddress? { opening }
    /// Why the records come in no certain order; nil if they do.
    var orderRemark: String? { known.orderRemark }

    var size: String { known.size }

    /// ` of 2704 records`; empty if not all are counted.
    var ofAll: String { known.isCounted ? " of " + size : "" }

    func fieldKnowledge() throws -> ReplFieldKnowledge { ReplFieldKnowledge(known.schema) }

    func sampleKnowledge() -> (fields: ReplFieldKnowledge, note: String)? {
        known.sample.map { sample in
            let count = sample.recordCount ?? Self.sampledRecords
            return (ReplFieldKnowledge(sample), count < Self.sampledRecords ? "" : "in the first \(count) records:")
        }
    }

    // MARK: Opening

    /// Opens the table on another thread, because a server may not answer.
    private static func open(_ address: SourceAddress, in session: ReplSession) throws -> Opened {
        // Where nothing else watches the key, it ends a query on the server, and then the session.
        let catchesInterrupt = session.terminal.watchInterrupts == nil
        return try session.interruptibly { _ in
            let table = try address.openDatabaseTable(catchesInterrupt: catchesInterrupt)
            return HandedOver(Opened(table: table, version: try table.version()))
        }.value
    }

    /// Counts records up to a limit, and reads a few of them.
    private static func examine(_ table: any DatabaseTable, in session: ReplSession) throws -> Known {
        let schema = table.schema
        var known = Known(schema: schema, size: "a view", orderRemark: table.orderRemark)
        guard table.isStored else {
            known.isCounted = false
            return known
        }
        return try asking(table, .allColumns, in: session) {
            let count = try table.count(upTo: countedRecords + 1)
            var inference = SchemaInference()
            var reader = JSONReader()
            var left = sampledRecords
            try table.read(TableReading()) { row in
                if let value = try? reader.read(RawRecord(bytes: row.text)) { inference.add(value) }
                left -= 1
                return left > 0
            }
            known.isCounted = count <= countedRecords
            known.size = Self.size(count)
            known.sample = inference.recordCount > 0 ? inference.schema : nil
            return known
        }
    }

    private static func size(_ count: Int) -> String {
        count > countedRecords ? "more than \(countedRecords) records" : Plural.of(count, "record")
    }

    func refresh(in session: ReplSession) throws {
        if let opened {
            let version: TableVersion?
            do {
                let handed = HandedOver(opened.table)
                version = try session.interruptibly { _ in try handed.value.version() }
            } catch let failure as ReplFailure {
                self.opened = nil
                throw failure
            } catch {
                // The connection is lost, or the file is gone. Opening it again says so if it lasts.
                version = nil
            }
            if version == opened.version { return }
            self.opened = nil
        }
        let opened = try Self.open(opening, in: session)
        let before = known
        known = try Self.examine(opened.table, in: session)
        self.opened = opened
        guard known.schema != before.schema else { return }
        last = nil
        try session.tell("note: `\(SafeText.plain(name))` has changed; its fields were read again")
    }

    /// What the database has declared of a field, in lines.
    func declarationLines(of path: [String], in session: ReplSession) throws -> [String] {
        if opened == nil { try refresh(in: session) }
        return opened?.table.declarationLines(of: path) ?? []
    }

    // MARK: Asking

    /// Runs reads that see one state of the database.
    ///
    /// - Parameter fields: the fields that are read.
    /// - Throws: what the reads throw, and an interruption.
    func asking<Result>(
        _ fields: SQLFieldTree, in session: ReplSession, _ body: (any DatabaseTable) throws -> Result
    ) throws -> Result {
        if opened == nil { try refresh(in: session) }
        guard let table = opened?.table else { throw ReplFailure("`\(SafeText.plain(name))` cannot be read") }
        do {
            return try Self.asking(table, fields, in: session) {
                let result = try body(table)
                // The records may have changed since they were counted.
                if known.isCounted {
                    let count = try table.count(upTo: Self.countedRecords + 1)
                    known.isCounted = count <= Self.countedRecords
                    known.size = Self.size(count)
                }
                return result
            }
        } catch {
            // The state of a connection after a failure is uncertain, so the next question takes another.
            opened = nil
            throw error
        }
    }

    private static func asking<Result>(
        _ table: any DatabaseTable, _ fields: SQLFieldTree, in session: ReplSession, _ body: () throws -> Result
    ) throws -> Result {
        let interruption = session.interruption()
        try interruption.check()
        let watch = ReplTableWatch(interruption, cancel: table.cancel, abandon: table.abandon)
        defer { watch.end() }
        do {
            let result = try table.inOneState(fields, body)
            try interruption.check()
            return result
        } catch {
            try interruption.check()
            if let failure = error as? CommandFailure, failure.status == .interrupted { throw ReplFailure.interrupted }
            throw error
        }
    }
}

/// Cancels the reads of a table when the user cancels a line.
///
/// A server gets the request on a separate thread, because reaching it may take long. The request may arrive after the
/// work has ended; the connection of cancelled work is never used again, so it then finds nothing to cancel. A server
/// that does not end the work within two seconds is given up.
final class ReplTableWatch: Sendable {
    private let isOver = Locked(false)

    /// How long a server may take, in turns of waiting.
    private static let patience = 100

    /// Begins to watch, on another thread.
    ///
    /// - Parameters:
    ///   - cancel: ends what runs. It is called again and again, because it has no effect between two reads.
    ///   - abandon: ends the connection of a server; nil if `cancel` never waits.
    init(
        _ interruption: ReplInterruption, cancel: @escaping @Sendable () -> Void, abandon: (@Sendable () -> Void)?
    ) {
        ReplThread.start { [isOver] in
            let isAsking = Locked(false)
            var turns = 0
            while !isOver.withLock({ $0 }) {
                if interruption.isWanted() {
                    turns += 1
                    if let abandon {
                        Self.ask(cancel, isAsking)
                        if turns == Self.patience { isOver.withLock { if !$0 { abandon() } } }
                    } else {
                        isOver.withLock { if !$0 { cancel() } }
                    }
                }
                ReplThread.rest()
            }
        }
    }

    /// Asks a server, unless it is still being asked.
    private static func ask(_ cancel: @escaping @Sendable () -> Void, _ isAsking: Locked<Bool>) {
        let isFree = isAsking.withLock { isAsking in
            defer { isAsking = true }
            return !isAsking
        }
        guard isFree else { return }
        ReplThread.start {
            cancel()
            // Between two reads the request has no effect, so it is repeated, but not without a pause.
            for _ in 0..<10 { ReplThread.rest() }
            isAsking.withLock { $0 = false }
        }
    }

    /// Ends watching. The connection is not ended after this.
    func end() { isOver.withLock { $0 = true } }
}
#endif
