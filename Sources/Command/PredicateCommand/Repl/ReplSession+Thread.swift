import PredicateFormat

extension ReplSession {
    /// The interval in milliseconds between checks for cancellation.
    private static let patience = 20

    /// Runs long work, and stops waiting for it as soon as the user cancels. Work that does not check for
    /// cancellation, such as reading one huge record, then continues alone, and its result is dropped. So it must not
    /// use the session.
    ///
    /// - Parameters:
    ///   - meanwhile: called from time to time while the work runs.
    ///   - work: the work; its argument checks whether it was cancelled.
    func interruptibly<Value: Sendable>(
        meanwhile: () -> Void = {}, _ work: @escaping @Sendable (ReplInterruption) throws -> Value
    ) throws -> Value {
        let interruption = interruption()
        try interruption.check()
        let promise = Promise<Result<Value, any Error>>()
        ReplThread.start { promise.give(Result { try work(interruption) }) }
        let progress = Progress(total: 1000, in: environment)
        defer { progress.clear() }
        while true {
            if let result = promise.wait(milliseconds: Self.patience) {
                // An evaluation that was cancelled returns false, which must not be used as an answer.
                try interruption.check()
                return try result.get()
            }
            try interruption.check()
            if let share = interruption.work.share { progress.redraw(bytes: share) }
            meanwhile()
        }
    }
}
