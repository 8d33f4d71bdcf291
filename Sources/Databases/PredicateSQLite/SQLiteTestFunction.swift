#if SQLite
import GRDBSQLite
import PredicateCore
import PredicateSQL

/// What SQL cannot say of a record, as the function `predicate_test` of SQLite: its first argument is the number of the
/// test, the others are the values that it reads. The result is whether the record satisfies a predicate, or a value that
/// orders it.
package struct SQLiteTest: Sendable {
    /// A value that the test reads: the fields on the way to it, and how a stored value reads.
    package struct Leaf: Sendable {
        package var path: [String]
        package var read: @Sendable (SQLiteCell) -> PredicateValue

        package init(path: [String], read: @escaping @Sendable (SQLiteCell) -> PredicateValue) {
            self.path = path
            self.read = read
        }
    }

    private let leaves: [Leaf]
    private let value: @Sendable (PredicateValue) -> PredicateValue

    /// The name of the function.
    package static let name = "predicate_test"

    /// The most values that a test may read: SQLite's limit of arguments, without the number of the test.
    package static let leafLimit = 99

    private struct Registry {
        var tests: [Int64: SQLiteTest] = [:]
        var oldest: Int64 = 0
        var next: Int64 = 0
    }

    /// The tests that statements may name. The oldest is dropped when there are too many, so that a program that makes
    /// predicates for years keeps a bounded number; its statements fail, and are not wrong.
    private static let registry = Locked(Registry())
    private static let capacity: Int64 = 10_000

    /// Makes a predicate known to the function. `now()` is the moment of the call.
    ///
    /// - Returns: its number.
    package static func register(_ predicate: CheckedPredicate, _ leaves: [Leaf]) -> Int64 {
        let context = EvaluationContext(limits: predicate.limits)
        return register(leaves) { .boolean(predicate.matches($0, context: context)) }
    }

    /// Makes a test known to the function.
    ///
    /// - Parameter value: the value for a record. SQLite takes no lists and objects.
    /// - Returns: its number.
    package static func register(
        _ leaves: [Leaf], value: @escaping @Sendable (PredicateValue) -> PredicateValue
    ) -> Int64 {
        let test = SQLiteTest(leaves: leaves, value: value)
        return registry.withLock { registry in
            let number = registry.next
            registry.next += 1
            registry.tests[number] = test
            if registry.next - registry.oldest > capacity {
                registry.tests[registry.oldest] = nil
                registry.oldest += 1
            }
            return number
        }
    }

    private static func test(_ number: Int64) -> SQLiteTest? { registry.withLock { $0.tests[number] } }

    /// Adds the function to a connection.
    ///
    /// - Parameter connection: a connection of the C library.
    /// - Throws: `SQLiteFailure`.
    package static func install(in connection: OpaquePointer) throws(SQLiteFailure) {
        let code = sqlite3_create_function_v2(
            connection, name, -1, SQLITE_UTF8, nil,
            { context, count, values in
                guard let context, let values, count > 0, let number = values[0] else { return }
                guard let test = SQLiteTest.test(sqlite3_value_int64(number)) else {
                    return sqlite3_result_error(context, "the predicate is no longer known", -1)
                }
                var cells: [PredicateValue] = []
                for (index, leaf) in test.leaves.enumerated() where index + 1 < count {
                    cells.append(values[index + 1].map { leaf.read(SQLiteCell(value: $0)) } ?? .null)
                }
                SQLiteTest.result(test.value(of: cells), context)
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteFailure(code: code, in: connection) }
    }

    private func value(of cells: [PredicateValue]) -> PredicateValue {
        value(Self.record(zip(leaves, cells).map { (path: $0.path[...], value: $1) }))
    }

    /// Returns a value from the function, in the order of the language among values of its type.
    private static func result(_ value: PredicateValue, _ context: OpaquePointer) {
        switch value {
        case .boolean(let flag): sqlite3_result_int(context, flag ? 1 : 0)
        case .integer(let integer): sqlite3_result_int64(context, integer)
        case .double(let double): sqlite3_result_double(context, double)
        case .date(let date): sqlite3_result_double(context, date.timeIntervalSinceReferenceDate)
        case .string(let text), .url(let text): result(text, context)
        case .uuid(let uuid): result(uuid.uuidString, context)
        case .data(let data):
            sqlite3_result_blob(context, [UInt8](data), Int32(clamping: data.count), SQLiteBinding.transient)
        case .null, .decimal, .list, .set, .object: sqlite3_result_null(context)
        }
    }

    private static func result(_ text: String, _ context: OpaquePointer) {
        sqlite3_result_text(context, text, Int32(clamping: text.utf8.count), SQLiteBinding.transient)
    }

    /// The record with the values at their paths. Paths are as deep as a predicate may be.
    private static func record(_ values: [(path: ArraySlice<String>, value: PredicateValue)]) -> PredicateValue {
        var fields: [(String, PredicateValue)] = []
        var known: [ExactName: [(path: ArraySlice<String>, value: PredicateValue)]] = [:]
        var order: [String] = []
        for entry in values {
            guard let first = entry.path.first else { continue }
            let name = ExactName(first)
            if known[name] == nil { order.append(first) }
            known[name, default: []].append((entry.path.dropFirst(), entry.value))
        }
        for name in order {
            let parts = known[ExactName(name)] ?? []
            let own = parts.first { $0.path.isEmpty }
            fields.append((name, own?.value ?? record(parts)))
        }
        return .object(PredicateObject(fields))
    }
}

extension SQLiteCell {
    /// An argument of a function. Its bytes are valid during the call.
    init(value: OpaquePointer) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
        case SQLITE_TEXT:
            let text = sqlite3_value_text(value)
            self = .text(UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value))))
        case SQLITE_BLOB:
            let bytes = sqlite3_value_blob(value)
            let count = Int(sqlite3_value_bytes(value))
            self = .blob(UnsafeBufferPointer(start: bytes?.assumingMemoryBound(to: UInt8.self), count: count))
        default: self = .null
        }
    }
}
#endif
