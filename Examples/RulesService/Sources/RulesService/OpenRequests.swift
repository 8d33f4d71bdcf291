import Foundation
import Synchronization

/// The requests that have not ended, and what they wait for. It ends waits that last too long, or when the service
/// stops.
final class OpenRequests: Sendable {
    /// Why a wait ended without bytes.
    enum Interruption: String, Error {
        case stopping = "the service stops"
        case idle = "no bytes arrived"
        case gone = "the tenant is gone"
    }

    private struct Wait {
        var end: ContinuousClock.Instant
        var continuation: CheckedContinuation<Data?, any Error>
        var tenant: Tenant?
    }

    private struct State {
        var isStopping = false
        var count = 0
        var nextWait = 0
        var waits: [Int: Wait] = [:]
    }

    private let state = Mutex(State())
    private let limits: ServiceLimits

    init(_ limits: ServiceLimits) { self.limits = limits }

    var count: Int { state.withLock { $0.count } }
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Begins a request; false if there are too many, or the service stops.
    func begin() -> Bool {
        state.withLock { state in
            if state.isStopping || state.count >= limits.requests { return false }
            state.count += 1
            return true
        }
    }

    func end() { state.withLock { $0.count -= 1 } }

    /// Waits for bytes. A wait that is interrupted leaves the read going: one that is cancelled loses what it has taken of a
    /// chunk, and the rest of the body cannot be read.
    ///
    /// - Parameters:
    ///   - stops: whether the wait ends when the service stops.
    ///   - tenant: the wait ends when this tenant does.
    /// - Throws: `Interruption`, and what `read` throws.
    func wait(
        stops: Bool = true, for patience: Duration? = nil, of tenant: Tenant? = nil, _ read: Task<Data?, any Error>
    ) async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let wait = Wait(end: .now + (patience ?? limits.patience), continuation: continuation, tenant: tenant)
                let begun = state.withLock { state -> Result<Int, Interruption> in
                    if state.isStopping, stops { return .failure(.stopping) }
                    // A tenant that ends from now on finds this wait.
                    if let tenant, tenant.isGone { return .failure(.gone) }
                    state.nextWait += 1
                    state.waits[state.nextWait] = wait
                    return .success(state.nextWait)
                }
                switch begun {
                case .failure(let interruption): continuation.resume(throwing: interruption)
                case .success(let number):
                    Task {
                        let result = await read.result
                        // A wait that was interrupted is no longer there.
                        state.withLock { $0.waits.removeValue(forKey: number) }?.continuation.resume(with: result)
                    }
                }
            }
        } onCancel: {
            read.cancel()
        }
    }

    /// Ends the waits that last too long. It runs until it is cancelled.
    func watch() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(250))
            interrupt(.idle) { $0.end < .now }
        }
    }

    /// Begins to stop: no request begins, and those that wait for bytes end.
    func stop() {
        state.withLock { $0.isStopping = true }
        interrupt(.stopping) { _ in true }
    }

    /// Ends the waits of a tenant that is gone.
    func end(_ tenant: Tenant) { interrupt(.gone) { $0.tenant === tenant } }

    private func interrupt(_ reason: Interruption, where condition: (Wait) -> Bool) {
        let interrupted = state.withLock { state in
            let waits = state.waits.filter { condition($0.value) }
            for number in waits.keys { state.waits[number] = nil }
            return waits.values
        }
        for wait in interrupted { wait.continuation.resume(throwing: reason) }
    }

    /// Waits until all requests have ended, or the time is over.
    ///
    /// - Returns: whether all have ended.
    func drained() async -> Bool {
        let end = ContinuousClock.now + limits.grace
        while count > 0 {
            if ContinuousClock.now > end { return false }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return true
    }
}
