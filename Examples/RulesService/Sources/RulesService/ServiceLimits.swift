import PredicateFormat

/// What a tenant, a client and a rule may cost.
struct ServiceLimits: Sendable {
    /// The number of rules of a tenant.
    var rules = 20_000
    /// The number of rules of a tenant that are evaluated for every event, because no index finds them.
    var evaluatedRules = 200
    /// Bytes of an id.
    var idBytes = 128
    /// Bytes of the body of `POST /rules`.
    var changeBytes = 8 << 20
    /// Bytes of an event.
    var eventBytes = 64 << 10
    /// The number of requests at the same time.
    var requests = 256
    /// The time to wait for the next bytes of a body.
    var patience: Duration = .seconds(60)
    /// The time that requests have to end when the service stops.
    var grace: Duration = .seconds(10)

    /// The limits of a rule: those for texts from strangers, and tighter where thousands of rules share the time of an event. A
    /// rule that needs more than this for an event does not hold for it, and is counted.
    var predicate: PredicateLimits = {
        var limits = PredicateLimits.untrusted
        limits.sourceBytes = 4096
        limits.depth = 32
        limits.patternBytes = 256
        limits.patternSteps = 20_000
        limits.evaluationSteps = 100_000
        limits.evaluationBytes = 1 << 20
        limits.recordDepth = 32
        // What a rule really needs for an event counts, not what it might need for the largest one.
        limits.estimatedCost = nil
        return limits
    }()
}
