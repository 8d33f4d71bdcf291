import PredicateFormat

/// Why a line was not carried out, in a sentence or a snippet. The session goes on.
struct ReplFailure: Error {
    /// What is shown.
    var message: String
    /// Whether somebody pressed the interrupt key.
    var isInterruption = false

    /// A failure that a sentence tells.
    init(_ sentence: String) { message = "error: " + SafeText.lines(sentence) }

    /// A failure with its snippet.
    init(snippet: String) { message = snippet }

    /// Somebody pressed the interrupt key.
    static var interrupted: ReplFailure {
        var failure = ReplFailure("interrupted")
        failure.message = "interrupted"
        failure.isInterruption = true
        return failure
    }
}
