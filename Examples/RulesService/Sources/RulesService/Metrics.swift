import Foundation
import Synchronization

/// What the service did since it started, in the text format of Prometheus.
final class Metrics: Sendable {
    /// Counts of events.
    struct Events: Sendable {
        var events = 0
        var matches = 0
        var refused = 0
    }

    private struct State {
        var events: [String: Events] = [:]
        var requests: [Int: Int] = [:]
        var changes = 0
        var stoppedEvaluations = 0
    }

    private let state = Mutex(State())

    func count(_ events: Events, for tenant: String) {
        state.withLock { state in
            state.events[tenant, default: Events()].events += events.events
            state.events[tenant, default: Events()].matches += events.matches
            state.events[tenant, default: Events()].refused += events.refused
        }
    }

    func countRequest(status: Int) { state.withLock { $0.requests[status, default: 0] += 1 } }
    func countChange() { state.withLock { $0.changes += 1 } }
    func countStoppedEvaluation() { state.withLock { $0.stoppedEvaluations += 1 } }

    /// The number of events that were answered.
    var answered: Int { state.withLock { $0.events.values.reduce(0) { $0 + $1.events + $1.refused } } }

    /// The page of `GET /metrics`.
    func page(_ tenants: Tenants, openRequests: Int) -> String {
        let state = state.withLock { $0 }
        var page = ""
        func family(_ name: String, _ type: String, _ help: String, _ samples: [(labels: String, value: Int)]) {
            page += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
            for sample in samples { page += "\(name)\(sample.labels) \(sample.value)\n" }
        }
        func eachTenant(_ value: (Tenant) -> Int) -> [(labels: String, value: Int)] {
            tenants.all.map { ("{tenant=\"\(Self.label($0.name))\"}", value($0)) }
        }
        func events(_ value: @escaping (Events) -> Int) -> [(labels: String, value: Int)] {
            eachTenant { value(state.events[$0.name] ?? Events()) }
        }
        family("rules_events_total", "counter", "Events that were matched.", events(\.events))
        family("rules_matches_total", "counter", "Rules that held for an event.", events(\.matches))
        family("rules_refused_events_total", "counter", "Events that were no JSON objects.", events(\.refused))
        family("rules_rules", "gauge", "Rules.", eachTenant { $0.version.rules.count })
        family("rules_version", "gauge", "The number of changes.", eachTenant { $0.version.number })
        family(
            "rules_index_bytes", "gauge", "The size of the indexes.", eachTenant { $0.version.rules.summary.indexBytes }
        )
        family("rules_changes_total", "counter", "Changes of rules.", [("", state.changes)])
        family(
            "rules_stopped_evaluations_total", "counter", "Evaluations that reached a limit.",
            [("", state.stoppedEvaluations)])
        family(
            "rules_requests_total", "counter", "Requests by status.",
            state.requests.sorted { $0.key < $1.key }.map { ("{status=\"\($0.key)\"}", $0.value) })
        family("rules_open_requests", "gauge", "Requests that have not ended.", [("", openRequests)])
        if let bytes = Self.residentBytes {
            family("process_resident_memory_bytes", "gauge", "Memory of the process.", [("", bytes)])
        }
        return page
    }

    private static func label(_ text: String) -> String {
        text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            .replacingOccurrences(of: "\n", with: "\\n")
    }

    /// The memory of the process; nil where the system does not say it.
    private static var residentBytes: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
    }
}
