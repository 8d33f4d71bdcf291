import PredicateFormat

/// Runs a job on a cluster, and passes on what it answers.
struct SparkSubmission {
    private let source: SparkSource
    /// The path of `spark-submit`.
    private let submit: String
    private let environment: CommandEnvironment

    init(_ source: SparkSource, _ submit: String, in environment: CommandEnvironment) {
        self.source = source
        self.submit = submit
        self.environment = environment
    }

    /// Runs the job.
    ///
    /// - Parameters:
    ///   - folder: holds what the job is told.
    ///   - shipped: the files in the folder that the machines of the cluster get.
    ///   - isFull: whether nothing more is wanted.
    ///   - take: takes a line, and returns whether it is the last one.
    ///   - interrupted: called after a signal.
    func run(
        _ folder: PrivateFolder, _ shipped: [String], isFull: () -> Bool,
        take: (ArraySlice<UInt8>) throws -> Bool, interrupted: () -> Void
    ) throws {
        try folder.write(SparkJob.text, to: "predicate.py")
        try folder.pipe("answer")
        let process = try SparkProcess(
            command(folder, shipped), answer: folder.path + "/answer", log: folder.reserve("log"))
        defer { process.end() }
        do {
            var isWhole = false
            while !isWhole, !isFull() {
                guard let line = try process.nextLine(beforeWaiting: { try environment.output.flush() }) else { break }
                isWhole = try take(line)
            }
            guard isWhole || isFull() else {
                throw CommandFailure(
                    .internalError,
                    "error: Spark ended without an answer"
                        + process.lastMessages.map { "\n  " + $0 }.joined())
            }
        } catch is SparkProcess.Interruption {
            interrupted()
            process.end(isUrgent: true)
            folder.remove()
            process.deliverSignal()
            throw CommandFailure(.interrupted, "error: interrupted")
        }
    }

    private func command(_ folder: PrivateFolder, _ shipped: [String]) -> [String] {
        var words = [submit]
        if let master = source.master { words += ["--master", master] }
        words += ["--deploy-mode", "client", "--name", "predicate"]
        words += ["--conf", "spark.ui.showConsoleProgress=false"]
        if !shipped.isEmpty { words += ["--files", shipped.map { folder.path + "/" + $0 }.joined(separator: ",")] }
        return words + [folder.path + "/predicate.py", folder.path]
    }
}
