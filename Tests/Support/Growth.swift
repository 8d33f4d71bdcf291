import PredicatePlatform

/// The processor time of the calling thread for some work, in seconds.
///
/// A clock would also count the other tests, which run at the same time.
package func processorSeconds(_ work: () throws -> Void) rethrows -> Double { try timed(work).seconds }

/// The result of some work, and the processor time of the calling thread for it, in seconds.
package func timed<Result>(_ work: () throws -> Result) rethrows -> (result: Result, seconds: Double) {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    let result = try work()
    return (result, now() - start)
}

/// How the time of work grows.
package enum Growth {
    /// How many times as much processor time one piece of work takes as another.
    ///
    /// Only this thread is measured, and the best of some rounds counts, so that other work on the machine does not matter.
    ///
    /// - Parameter enough: ends the rounds as soon as the factor is less.
    package static func factor(_ small: () -> Void, _ large: () -> Void, enough: Double) -> Double {
        var best = (small: Double.infinity, large: Double.infinity)
        for _ in 0..<5 {
            best = (min(best.small, processorSeconds(small)), min(best.large, processorSeconds(large)))
            if best.large / best.small < enough { break }
        }
        return best.large / best.small
    }
}
