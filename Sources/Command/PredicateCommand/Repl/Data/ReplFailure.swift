import PredicateFormat

/// The reason why a line failed, as a sentence or a snippet. The session continues.
struct ReplFailure: Error {
    /// The text to show.
    var message: String
    /// Whether the user pressed the interrupt key.
    var isInterruption = false
    /// Whether values exceeded a limit, so that a command says what it left unchanged.
    var isLimit = false

    /// A failure with a sentence.
    init(_ sentence: String) { message = "error: " + SafeText.lines(sentence) }

    /// A failure with its snippet.
    init(snippet: String) { message = snippet }

    /// The user pressed the interrupt key.
    static var interrupted: ReplFailure {
        var failure = ReplFailure("interrupted")
        failure.message = "interrupted"
        failure.isInterruption = true
        return failure
    }
}
