#if SQLite || PostgreSQL
import CRecordScan
import PredicateFormat
import PredicateRecords

/// The records of the files of an import, one after another.
final class ImportRecords {
    private let sources: [RecordSource]
    private let options: RecordInputOptions
    private let nameField: String?
    private let columns: [String]
    private let environment: CommandEnvironment
    private var reader = JSONReader()
    private var progress: Progress?
    /// The next source, and the stream of the one before, with its rows if they are wanted.
    private var nextSource = 0
    private var stream: RecordStream?
    private var rows: RecordRows?
    /// The number of bytes of the sources before the current one, and the end of the last record in that.
    private var bytesBefore = 0
    private var record: RawRecord?

    /// The number of records so far, which is the number of the current one, from 1.
    private(set) var count = 0
    /// The values of the columns in the current record; nil if it must be read.
    private(set) var slots: UnsafePointer<rs_slot>?

    /// Records from their beginning.
    ///
    /// - Parameters:
    ///   - nameField: a field that gets the name of each record.
    ///   - columns: the fields whose values are wanted as they stand in the input, if there are any.
    ///   - showsProgress: whether a terminal shows progress.
    init(
        _ sources: [RecordSource], _ options: RecordInputOptions, nameField: String?, columns: [String] = [],
        showsProgress: Bool = false, in environment: CommandEnvironment
    ) {
        self.sources = sources
        self.options = options
        self.nameField = nameField
        self.columns = nameField == nil ? columns : []
        self.environment = environment
        reader.requiresObjects = true
        if showsProgress { progress = Progress(sources: sources, in: environment) }
    }

    /// Moves to the next record; false at the end.
    ///
    /// - Throws: `CommandFailure` if the input cannot be read.
    func next() throws -> Bool {
        do throws(RecordError) {
            guard try move() else { return false }
        } catch {
            throw CommandFailure(error, in: environment)
        }
        count += 1
        progress?.update(bytes: bytesBefore + (stream?.offset ?? 0))
        return true
    }

    private func move() throws(RecordError) -> Bool {
        while true {
            if stream == nil {
                guard nextSource < sources.count else { return false }
                try open(sources[nextSource])
                nextSource += 1
            }
            if try advance() { return true }
            bytesBefore += stream?.offset ?? 0
            stream = nil
            rows = nil
        }
    }

    private func open(_ source: RecordSource) throws(RecordError) {
        let stream = try RecordStream(source, options)
        self.stream = stream
        rows = RecordRows(stream, fields: columns, limits: options.limits, maximumDepth: reader.maximumDepth)
    }

    private func advance() throws(RecordError) -> Bool {
        slots = nil
        record = nil
        guard let rows else {
            record = try stream?.next()
            return record != nil
        }
        switch try rows.next() {
        case .slots(let slots): self.slots = slots
        case .record(let record): self.record = record
        case nil: return false
        }
        return true
    }

    /// The current record, as its bytes stand in the input.
    private var current: RawRecord? { record ?? rows?.record }

    /// The current record as a value.
    ///
    /// - Throws: `CommandFailure` for a bad record.
    func value() throws -> PredicateValue {
        guard let raw = current else { return .null }
        let value: PredicateValue
        do throws(RecordError) {
            value = try reader.read(raw)
        } catch {
            throw CommandFailure(error, in: environment)
        }
        return try named(value, raw)
    }

    /// The failure of the import at the current record.
    func failure(_ misfit: ImportLayout.Misfit) -> any Error { current.map { misfit.failure(at: $0) } ?? misfit }

    func clearProgress() { progress?.clear() }

    /// A record with the name of its member in the field of --name-field.
    private func named(_ record: PredicateValue, _ raw: RawRecord) throws -> PredicateValue {
        guard let nameField, let name = stream?.memberName, case .object(let given) = record,
            let object = given as? PredicateObject
        else { return record }
        if object.hasKey(nameField) {
            throw ImportLayout.Misfit(message: "the record has a field `\(nameField)` of its own").failure(at: raw)
        }
        return .object(PredicateObject([(nameField, .string(name))] + object.fields))
    }
}
#endif
