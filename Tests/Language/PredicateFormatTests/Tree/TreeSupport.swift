#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// The tree of a text, unchecked.
func tree(_ text: String) throws -> PredicateTree { try ParsedPredicate(parsing: text).tree }

/// A predicate checked without a schema.
func checked(_ text: String) throws -> CheckedPredicate { try ParsedPredicate(parsing: text).checked() }

/// A checked predicate that may have variables without values.
func open(_ text: String, against schema: RecordSchema? = nil) throws -> CheckedPredicate {
    try ParsedPredicate(parsing: text).template(against: schema).open
}

/// The expression on the left of a comparison.
func expression(_ text: String) throws -> ExpressionTree {
    guard case .comparison(let comparison) = try tree(text + " == 0").kind else { throw NotAComparison() }
    return comparison.left
}

struct NotAComparison: Error {}

/// The codes of the errors that checking throws, each with the text of its range; empty if it succeeds.
func codes(_ body: () throws -> CheckedPredicate) -> [String] {
    do {
        _ = try body()
        return []
    } catch let error as PredicateDiagnostics {
        return error.diagnostics.filter { $0.severity == .error }.map {
            "\($0.code.rawValue) \($0.range.text(in: error.source))"
        }
    } catch {
        return ["\(error)"]
    }
}

/// A schema of people with most types.
let people = RecordSchema(
    root: "Person",
    types: [
        RecordType(
            "Person",
            fields: [
                RecordField("name", .string), RecordField("age", .integer), RecordField("score", .double.orNil),
                RecordField("born", .date), RecordField("seen", .dateTime.orNil), RecordField("id", .uuid),
                RecordField("state", .enumeration(EnumerationType(["new", "lost"]))),
                RecordField("tags", .list(.string)), RecordField("photo", .data.orNil),
                RecordField("address", .object("Address")), RecordField("orders", .list(.object("Order"))),
                RecordField("extra", .dictionary(.any)),
            ]),
        RecordType("Address", fields: [RecordField("city", .string), RecordField("zip", .string.orNil)]),
        RecordType(
            "Order",
            fields: [
                RecordField("total", .double), RecordField("lines", .list(.object("Line"))),
                RecordField("buyer", .object("Person").orNil),
            ]),
        RecordType("Line", fields: [RecordField("sku", .string), RecordField("count", .integer)]),
    ])

/// Runs a function on a thread with a stack of 512 KiB, the size of secondary threads on Apple's systems.
func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    final class Job {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 512 << 10)
    let argument = Unmanaged.passRetained(Job(body)).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    pthread_create(
        &thread, &attributes,
        {
            Unmanaged<Job>.fromOpaque($0).takeRetainedValue().body(); return nil
        }, argument)
    if let thread { pthread_join(thread, nil) }
    #else
    var thread = pthread_t()
    pthread_create(
        &thread, &attributes,
        {
            if let argument = $0 { Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }, argument)
    pthread_join(thread, nil)
    #endif
}
