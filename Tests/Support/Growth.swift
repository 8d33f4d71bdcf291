import PredicatePlatform

/// How the time of work grows.
package enum Growth {
    /// How many times as much processor time one piece of work takes as another.
    ///
    /// Only this thread is measured, and the best of some rounds counts, so that other work on the machine does not matter.
    ///
    /// - Parameter enough: ends the rounds as soon as the factor is less.
    package static func factor(_ small: () -> Void, _ large: () -> Void, enough: Double) -> Double {
        func seconds(_ work: () -> Void) -> Double {
            var start = timespec()
            var end = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
            work()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
            return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
        }
        var best = (small: Double.infinity, large: Double.infinity)
        for _ in 0..<5 {
            best = (min(best.small, seconds(small)), min(best.large, seconds(large)))
            if best.large / best.small < enough { break }
        }
        return best.large / best.small
    }
}
