import PredicateFormat
import PredicateRecords

/// What a cluster tells of records that are only asked about: the columns of rows, or the first lines of files that it
/// reads. A short job asks for it, which needs no worker.
enum SparkDescription {
    /// Files that this machine reads itself.
    case files([String])
    /// The first lines of files.
    case lines(SparkSample, name: String)
    /// The columns of rows.
    case columns(SparkColumns, name: String)

    /// The columns of rows; nil for records of JSON.
    var columns: SparkColumns? { if case .columns(let columns, _) = self { columns } else { nil } }

    /// The inputs whose records are like all others; none for rows.
    func sources(in environment: CommandEnvironment) -> [RecordSource] {
        switch self {
        case .files(let names): environment.sources(names)
        case .lines(let sample, let name): [.bytes(sample.lines, name: name)]
        case .columns: []
        }
    }

    /// Asks for the description of an address.
    ///
    /// - Throws: what is missing, and the failures of the cluster.
    init(_ source: SparkSource, in environment: CommandEnvironment) throws(CommandFailure) {
        do {
            self = try Self.told(source, environment)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.internalError, "error: \(error)")
        }
    }

    private static func told(_ source: SparkSource, _ environment: CommandEnvironment) throws -> SparkDescription {
        let target = try SparkTarget(parsing: source.path)
        switch target {
        case .files(let path):
            return .files(try SparkPath(path).files.map(\.name))
        case .lines(let path), .rows(_, let path): try SparkPath.refuseMissing(path)
        case .table: break
        }
        let folder = try PrivateFolder()
        defer { folder.remove() }
        try folder.write(SparkPlan.description(of: target), to: "job.json")
        var found: SparkDescription?
        try SparkSubmission(source, try SparkTools.submit(), in: environment).run(
            folder, [], isFull: { false },
            take: { line in
                switch line.first {
                case UInt8(ascii: "C"):
                    found = .columns(try SparkColumns(json: Array(line.dropFirst())), name: target.name)
                case UInt8(ascii: "L"): found = .lines(try SparkSample(line.dropFirst()), name: target.name)
                case UInt8(ascii: "F"): throw SparkFailure.failure(SparkAnswer.fields(line.dropFirst()))
                case UInt8(ascii: "S"), UInt8(ascii: "P"): break
                case UInt8(ascii: "E"): return true
                default: throw SparkAnswer.incomplete
                }
                return false
            }, interrupted: {})
        guard let found else { throw SparkAnswer.incomplete }
        return found
    }
}
