import PredicatePlatform

/// Standard input that holds records, while a person types the lines at the terminal: `… | predicate repl -`.
enum ReplStandardInput {
    /// How messages name it.
    static let name = "standard input"

    /// Makes the terminal standard input.
    ///
    /// - Returns: the path of what was standard input; nil if there is no terminal to type at.
    static func makeTerminal() -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        let records = dup(0)
        guard records >= 0 else { return nil }
        // Commands of the shell read the terminal, and not the records.
        _ = fcntl(records, F_SETFD, FD_CLOEXEC)
        return dup2(terminal, 0) == 0 ? "/dev/fd/\(records)" : nil
    }
}
