#if SQLite || PostgreSQL
import PredicateFormat
import PredicateRecords

/// The records of the files of an import, one after another.
final class ImportRecords {
    private let sources: [RecordSource]
    private let options: RecordInputOptions
    private let environment: CommandEnvironment
    private var reader = JSONReader()
    private var progress: Progress?
    /// The next source, and the stream of the one before.
    private var nextSource = 0
    private var stream: RecordStream?
    /// The number of bytes of the sources before the current one.
    private var bytesBefore = 0
    /// The current record, as its bytes stand in the input.
    private var current: RawRecord?

    /// The number of records so far, which is the number of the current one, from 1.
    private(set) var count = 0

    /// Records from their beginning.
    ///
    /// - Parameters:
    ///   - showsProgress: whether a terminal shows progress.
    init(
        _ sources: [RecordSource], _ options: RecordInputOptions, showsProgress: Bool = false,
        in environment: CommandEnvironment
    ) {
        self.sources = sources
        self.options = options
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
                stream = try RecordStream(sources[nextSource], options)
                nextSource += 1
            }
            current = try stream?.next()
            if current != nil { return true }
            bytesBefore += stream?.offset ?? 0
            stream = nil
        }
    }

    /// The current record as a value.
    ///
    /// - Throws: `CommandFailure` for a bad record.
    func value() throws -> PredicateValue {
        guard let raw = current else { return .null }
        do throws(RecordError) {
            return try reader.read(raw)
        } catch {
            throw CommandFailure(error, in: environment)
        }
    }

    /// The failure of the import at the current record.
    func failure(_ misfit: ImportLayout.Misfit) -> any Error { current.map { misfit.failure(at: $0) } ?? misfit }

    func clearProgress() { progress?.clear() }
}
#endif
