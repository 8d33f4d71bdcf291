import PredicateFormat

extension ReplSession {
    /// How often it is asked whether somebody wants the waiting to end.
    private static let patience = 20

    /// Does work that may last, and gives up waiting for it as soon as somebody wants that: work that does not look up, such as
    /// the reading of one huge record, is left to itself then, and what it gives is thrown away. So it touches nothing of the
    /// session.
    ///
    /// - Parameters:
    ///   - meanwhile: called now and then while the work goes on.
    ///   - work: the work; it is told how to ask whether anybody still waits.
    func interruptibly<Value: Sendable>(
        meanwhile: () -> Void = {}, _ work: @escaping @Sendable (ReplInterruption) throws -> Value
    ) throws -> Value {
        let interruption = interruption()
        try interruption.check()
        let promise = Promise<Result<Value, any Error>>()
        ReplThread.start { promise.give(Result { try work(interruption) }) }
        while true {
            if let result = promise.wait(milliseconds: Self.patience) {
                // An evaluation that was ended counts as false, and must not pass for an answer.
                try interruption.check()
                return try result.get()
            }
            try interruption.check()
            meanwhile()
        }
    }
}
