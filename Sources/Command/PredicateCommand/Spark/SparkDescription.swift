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
    init(_ source: SourceAddress, in environment: CommandEnvironment) throws(CommandFailure) {
        do {
            self = try Self.told(source, environment)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.internalError, "error: \(error)")
        }
    }

    private static func told(_ source: SourceAddress, _ environment: CommandEnvironment) throws -> SparkDescription {
        let target = try SparkTarget(parsing: source.target)
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
        try SparkSubmission(source: source, submit: SparkTools.submit(), environment: environment).run(
            folder, [], isFull: { false },
            take: { line in
                if line.first == UInt8(ascii: "E") { return true }
                if let told = try SparkDescription(line, of: target) { found = told }
                return false
            }, interrupted: {})
        guard let found else { throw SparkAnswer.incomplete }
        return found
    }

    /// What a line of a job tells of its records; nil for a line about the job.
    ///
    /// - Throws: the failure that the line tells.
    init?(_ line: ArraySlice<UInt8>, of target: SparkTarget) throws {
        let body = line.dropFirst()
        switch line.first {
        case UInt8(ascii: "C"): self = .columns(try SparkColumns(json: Array(body)), name: target.name)
        case UInt8(ascii: "L"): self = .lines(try SparkSample(body), name: target.name)
        case UInt8(ascii: "F"): throw SparkFailure.failure(SparkAnswer.value(body))
        case UInt8(ascii: "S"), UInt8(ascii: "P"): return nil
        default: throw SparkAnswer.incomplete
        }
    }
}
