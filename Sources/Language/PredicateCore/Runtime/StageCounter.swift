/// Counts how often format strings are parsed and checked, so that tests can measure the work of a command.
///
/// Only debug builds count.
package final class StageCounter: Sendable {
    /// How often each stage has run.
    package struct Counts: Equatable, Sendable {
        /// The format strings that were parsed, in order.
        package var parsed: [String] = []
        /// The format strings whose names and types were checked, in order; empty for a tree that was not parsed.
        package var checked: [String] = []
    }

    private let counts = Locked(Counts())

    #if DEBUG
    @TaskLocal private static var current: StageCounter?
    /// Whether this build counts.
    package static let isCounting = true
    #else
    package static let isCounting = false
    #endif

    private init() {}

    /// Counts the parses and checks of a function on the calling thread; nil if this build does not count.
    package static func counting<Result>(_ body: () throws -> Result) rethrows -> (result: Result, counts: Counts?) {
        #if DEBUG
        let counter = StageCounter()
        let result = try $current.withValue(counter, operation: body)
        return (result, counter.counts.withLock { $0 })
        #else
        return (try body(), nil)
        #endif
    }

    @inline(__always)
    package static func countParse(_ source: @autoclosure () -> String) {
        #if DEBUG
        if let current {
            let source = source()
            current.counts.withLock { $0.parsed.append(source) }
        }
        #endif
    }

    @inline(__always)
    package static func countCheck(_ source: @autoclosure () -> String) {
        #if DEBUG
        if let current {
            let source = source()
            current.counts.withLock { $0.checked.append(source) }
        }
        #endif
    }
}
