import PredicateFormat

/// A kind of values: what the elements of the list hold, and how an operation reads them.
struct Kind {
    var name: String
    /// The values `a` and `b` of the element at an index.
    var values: @Sendable (Int) -> (PredicateValue, PredicateValue)
    /// The text of an operand, with `@` for its path.
    var reading = "@"

    /// What is measured: fields of an element, or elements themselves beside those of another loop.
    enum Shape: CaseIterable {
        case fields, elements
    }

    func operations(_ shape: Shape = .fields) -> Operations {
        func read(_ path: String) -> String {
            reading.split(separator: "@", omittingEmptySubsequences: false).joined(separator: path)
        }
        return switch shape {
        case .fields: Operations(a: read("$x.a"), b: read("$x.b"))
        case .elements: Operations(a: read("$x"), b: read("$y"))
        }
    }

    private static func object(_ count: Int, _ start: Int) -> PredicateValue {
        .object(PredicateObject((0..<count).map { ("key\($0)", .integer(Int64(start + $0))) }))
    }

    private static let long = String(repeating: "aé x", count: 60)

    static let all: [Kind] = [
        Kind(name: "integers", values: { (.integer(Int64($0)), 7) }),
        Kind(name: "large integers", values: { (.integer(.max - Int64($0)), .integer(3_037_000_500)) }),
        Kind(name: "doubles", values: { (.double(Double($0) + 0.5678), 0.1) }),
        Kind(name: "extreme doubles", values: { (.double(1.2345678901234567e300), .double(Double($0) * 1.1e-290)) }),
        Kind(name: "booleans", values: { _ in (true, false) }),
        Kind(name: "nil", values: { _ in (nil, nil) }),
        Kind(name: "short strings", values: { (.string("x\($0)"), .string("\($0 + 1)")) }),
        Kind(name: "equal strings", values: { (.string("xé\($0)"), .string("xé\($0)")) }),
        Kind(name: "long strings", values: { (.string(long + "\($0)"), .string(long + "\($0 + 1)")) }),
        Kind(
            name: "very long strings",
            values: {
                (.string(String(repeating: "x", count: 4_000) + "\($0)"), .string(String(repeating: "x", count: 100)))
            }),
        Kind(
            name: "strings of dates",
            values: { (.string("2024-03-10T01:30:\(10 + $0 % 50).123+03:30"), "1969-11-02T06:30:00Z") }),
        Kind(name: "strings of numbers", values: { (.string("\($0).123456789012345678901234567890"), "-1.5e10") }),
        Kind(
            name: "strings of versions",
            values: { (.string("1.\($0).3-rc.\($0).x+b"), .string("1.\($0).3-rc.\($0).y")) }),
        Kind(
            name: "strings of UUIDs",
            values: {
                (.string("123e4567-e89b-12d3-a456-4266141740\(10 + $0 % 80)"), "123e4567-e89b-12d3-a456-426614174000")
            }),
        Kind(
            name: "strings of URLs",
            values: { (.string("https://example.com/a/\($0)?q=1#f"), "HTTPS://EXAMPLE.com:443/a/../b") }),
        Kind(name: "strings of types", values: { _ in ("public.jpeg", "public.data") }),
        Kind(name: "zones", values: { (.double(Double($0) * 1e6), "Asia/Tehran") }),
        Kind(name: "small objects", values: { (object(2, $0), object(2, $0)) }),
        Kind(name: "objects", values: { (object(20, $0), object(20, $0)) }),
        Kind(name: "short lists", values: { (.list([.integer(Int64($0)), 2]), .list([.integer(Int64($0)), 2])) }),
        Kind(
            name: "lists of strings",
            values: { (.list(["x", "y", .string("\($0)")]), .list(["x", "y", .string("\($0)")])) }),
        Kind(
            name: "long lists",
            values: { n in
                (.list((0..<50).map { .integer(Int64($0 + n)) }), .list((0..<50).map { .integer(Int64($0)) }))
            }),
        Kind(
            name: "lists of objects",
            values: { (.list([object(3, $0), object(3, 1)]), .list([object(3, $0), object(3, 1)])) }),
        Kind(
            name: "lists of lists", values: { n in (.list([[1, .integer(Int64(n))], [2]]), .list([[1, 3], [2]])) }),
        Kind(
            name: "decimals of integers", values: { (.integer(Int64($0)), 7) }, reading: "CAST(@, \"NSDecimalNumber\")"),
        Kind(
            name: "decimals of doubles", values: { (.double(Double($0) + 0.5678), 0.3) },
            reading: "CAST(@, \"NSDecimalNumber\")"),
        Kind(
            name: "decimals of 38 digits",
            values: { _ in ("12345678901234567890.123456789012345678", "0.33333333333333333333333333333333333333") },
            reading: "CAST(@, \"NSDecimalNumber\")"),
        Kind(
            name: "decimals next to integers", values: { (.integer(Int64($0)), 7) },
            reading: "(CAST(@, \"NSDecimalNumber\") / 7)"),
        Kind(
            name: "dates", values: { (.double(Double($0) * 86_400.5 - 1e9), .double(7e8)) },
            reading: "CAST(@, \"NSDate\")"),
        Kind(
            name: "UUIDs",
            values: { _ in ("123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174001") },
            reading: "CAST(@, \"NSUUID\")"),
        Kind(
            name: "URLs", values: { (.string("https://example.com/a/\($0)?q=1#f"), "HTTPS://EXAMPLE.com:443/a/../b") },
            reading: "CAST(@, \"NSURL\")"),
        Kind(
            name: "long URLs",
            values: {
                (
                    .string("https://example.com/" + String(repeating: "a/../", count: 40) + "\($0)"),
                    .string("https://example.com/" + String(repeating: "%41/", count: 40))
                )
            }, reading: "CAST(@, \"NSURL\")"),
        Kind(
            name: "sets",
            values: { n in (.list((0..<8).map { .integer(Int64($0 + n)) }), .list((0..<8).map { .integer(Int64($0)) }))
            }, reading: "(@ UNION @)"),
        Kind(
            name: "sets of strings of dates",
            values: { n in (.list(["2024-03-10T01:30:00Z", .string("\(n)")]), .list(["2024-03-10T01:30:00Z"])) },
            reading: "(@ UNION @)"),
        Kind(name: "made lists", values: { (.integer(Int64($0)), "x") }, reading: "{@, 'x', @}"),
        Kind(name: "made strings", values: { (.integer(Int64($0)), "x") }, reading: "concat(@, 'x')"),
    ]

    /// A record whose list `l` has elements of the kind, and `m` two more.
    func record(count: Int, _ shape: Shape = .fields) -> PredicateValue {
        if shape == .elements {
            let elements = (0..<count).map { values($0).0 }
            return .object(
                PredicateObject([("l", .list(elements)), ("m", .list([values(0).1, values(1).1]))]))
        }
        let elements = (0..<count).map { index -> PredicateValue in
            let (a, b) = values(index)
            return .object(PredicateObject([("a", a), ("b", b), ("c", .list([b, b]))]))
        }
        return .object(PredicateObject([("l", .list(elements))]))
    }
}
