/// The exit statuses of the command, by the numbers of sysexits.h.
package enum ExitStatus: Int32, Error, Sendable {
    /// Success, even if nothing matched, unless that is asked for.
    case success = 0
    /// A session ended without its end being asked for. The Language Server Protocol fixes the number.
    case cutShort = 1
    /// Nothing matched, where that is asked for. The number is that of `grep`.
    static let noMatch = cutShort
    /// The command line is wrong.
    case usage = 64
    /// The predicate or the data is wrong.
    case data = 65
    /// An input does not exist.
    case noInput = 66
    /// A required program is missing.
    case unavailable = 69
    /// An internal error.
    case internalError = 70
    /// Reading or writing failed.
    case inputOutput = 74
    /// Ctrl-C ended a query of a database. The number is what shells report for a command that the signal ended.
    case interrupted = 130
}
