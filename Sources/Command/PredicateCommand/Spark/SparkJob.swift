import CPages

/// The job that `spark-submit` runs, in Python: `CPages/spark_job.py`. It uses only what every PySpark has, and runs
/// beside this command.
enum SparkJob {
    /// The text of the job.
    static let text: String = {
        let job = embeddedSparkJob()
        return String(decoding: UnsafeRawBufferPointer(start: job.text, count: job.count), as: UTF8.self)
    }()
}
