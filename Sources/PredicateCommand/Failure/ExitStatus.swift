/// How the command ends, by the numbers of sysexits.h.
public enum ExitStatus: Int32, Error, Sendable {
    /// Done, also when nothing matched.
    case success = 0
    /// The command line is wrong.
    case usage = 64
    /// The predicate or the data is wrong.
    case data = 65
    /// An input does not exist.
    case noInput = 66
    /// A program that is needed is not there.
    case unavailable = 69
    /// Something within the command went wrong.
    case internalError = 70
    /// Reading or writing failed.
    case inputOutput = 74
}
