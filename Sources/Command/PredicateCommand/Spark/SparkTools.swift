import CPages
import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// The programs that a run on a cluster needs.
struct SparkTools {
    /// Spark's `spark-submit`.
    var submit: String
    /// Our worker, which the job ships to the machines of the cluster.
    var worker: String

    /// The name of the worker.
    static let workerName = "predicate-worker"

    /// Finds the programs.
    ///
    /// - Parameters:
    ///   - variable: reads a variable of the environment.
    ///   - command: the path of this command.
    /// - Throws: `CommandFailure` that says what is missing and where it was looked for.
    init(
        variable: (String) -> String? = Self.variable, command: String? = Self.command
    ) throws(CommandFailure) {
        submit = try Self.submit(variable)
        worker = try Self.worker(variable, command)
    }

    /// Finds Spark's `spark-submit`.
    static func submit(_ variable: (String) -> String? = Self.variable) throws(CommandFailure) -> String {
        if let home = variable("SPARK_HOME"), !home.isEmpty {
            let path = home + "/bin/spark-submit"
            if access(path, X_OK) == 0 { return path }
            throw CommandFailure(.unavailable, "error: no bin/spark-submit in SPARK_HOME (\(home))")
        }
        for folder in (variable("PATH") ?? "").split(separator: ":") {
            let path = String(folder) + "/spark-submit"
            if access(path, X_OK) == 0 { return path }
        }
        throw CommandFailure(
            .unavailable, "error: no `spark-submit` on the PATH; install Spark, or set SPARK_HOME to its folder")
    }

    private static func worker(
        _ variable: (String) -> String?, _ command: String?
    ) throws(CommandFailure) -> String {
        if let path = variable("PREDICATE_WORKER"), !path.isEmpty {
            try check(path, "PREDICATE_WORKER names `\(path)`")
            return path
        }
        var places: [String] = []
        if let command, let slash = command.lastIndex(of: "/") {
            let folder = String(command[..<slash])
            places = ["\(folder)/../libexec/predicate/\(workerName)", "\(folder)/\(workerName)"]
            // In the tree of the project, `make worker` has its own folder.
            places.append("\(folder)/../../worker/release/\(workerName)")
        }
        for path in places where access(path, F_OK) == 0 {
            try check(path, "the worker is `\(path)`")
            return path
        }
        throw CommandFailure(
            .unavailable,
            "error: no \(workerName) next to the command; build it with `make worker`, or set PREDICATE_WORKER to its path"
        )
    }

    /// Refuses a file that no machine of a cluster could run.
    private static func check(_ path: String, _ subject: String) throws(CommandFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(
                .unavailable, "error: \(subject), which cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: 4)
        guard read(descriptor, &start, 4) == 4, start == [0x7F, 0x45, 0x4C, 0x46] || start.starts(with: [0x23, 0x21])
        else { throw CommandFailure(.unavailable, "error: \(subject), which is not a program for Linux") }
    }

    /// A variable of the environment of this process.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The path of this command; nil if the system does not tell.
    static var command: String? { FileSystem.target(ofLink: "/proc/self/exe") }
}

/// The job that `spark-submit` runs, in Python: `CPages/spark_job.py`. It uses only what every PySpark has, and runs next
/// to this command.
enum SparkJob {
    /// The text of the job.
    static let text: String = {
        let job = embeddedSparkJob()
        return String(decoding: UnsafeRawBufferPointer(start: job.text, count: job.count), as: UTF8.self)
    }()
}
