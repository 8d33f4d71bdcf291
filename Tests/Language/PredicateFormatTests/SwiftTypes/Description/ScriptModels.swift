import Foundation
import PredicateFormat

/// Types for `Scripts/describe.py`, which writes `ScriptModels+Descriptions.swift`.
package enum ScriptModels {
    /// A "reader" of the library.
    struct Reader: Sendable {
        enum State: String, Sendable { case open, closed }
        enum Level: Int, Sendable { case low = 1, high = 10 }

        enum CodingKeys: String, CodingKey {
            case first = "first_name"
            case age, `default`
            case home = "home_address"
        }

        struct Address: Sendable {
            var city: String
            var zip: Int?
            var line: String { zip.map { "\($0) \(city)" } ?? city }
        }

        var first: String
        /// In whole years.
        ///
        /// Not in months.
        var age: Int
        var weight: Double?, `default`: Bool = true
        let state: State
        var level: Level?
        var home: Address
        var former: Address?
        var tags: [String] = ["a", "b"]
            .map { $0.uppercased() }
        var limits: [String: Int] = [:]
        var born = Date(timeIntervalSinceReferenceDate: 0)
        private(set) var nickname: String?
        private var secret = 1
        var action: @Sendable () -> Void = {}
        var pair = (1, 2)
        static let shared = 3
        var full: String { first + "!" }
        var stars: Int {
            get { age / 10 }
            set { age = newValue * 10 }
        }
        var watched: Int = 0 {
            didSet { age += 1 }
        }
        var failing: Int { get throws { 1 } }
        #if DEBUG
        var traced: Bool = true
        #else
        var traced: Bool = false
        #endif

        init(_ first: String, age: Int, state: State = .open) {
            self.first = first
            self.age = age
            self.state = state
            home = Address(city: "Lisbon", zip: 1)
        }

        func isOlder(than other: Reader) -> Bool {
            let difference = age - other.age
            return difference > 0
        }
    }

    /** A class that refers to its own type. */
    package final class Note: @unchecked Sendable {
        /// What it is called.
        package var title: String
        weak var parent: Note?
        var children: [Note] = []
        lazy var length = title.count

        init(_ title: String, parent: Note? = nil) {
            self.title = title
            self.parent = parent
        }
    }

    struct Box<Value: PredicateFieldValue & Sendable> {
        var value: Value
        struct Inner { var count: Int }
        var inner: Inner
    }

    class Open {}
    enum Shape { case point, line(Int) }
    private struct Hidden { var count = 1 }
}
