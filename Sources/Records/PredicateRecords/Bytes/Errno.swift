@preconcurrency import PredicatePlatform

/// The error numbers of the system that have their own messages.
package enum Errno {
    static let noEntry = ENOENT
    static let notDirectory = ENOTDIR
    package static let access = EACCES
    static let notPermitted = EPERM
    static let isDirectory = EISDIR
    package static let tooManyFiles = EMFILE
    static let interrupted = EINTR

    /// The number of the last failure on this thread.
    static var last: Int32 { errno }

    /// The text for an error number: the system's, or a shorter one for a missing file.
    package static func text(_ number: Int32) -> String {
        if number == noEntry || number == notDirectory { return "no such file" }
        guard let text = strerror(number) else { return "error \(number)" }
        return String(cString: text)
    }
}
