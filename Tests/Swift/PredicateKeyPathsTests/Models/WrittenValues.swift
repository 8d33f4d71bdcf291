import Foundation

/// Values for the literals of generated predicates.
enum Written {
    static func day(_ number: Double) -> Date { Date(timeIntervalSinceReferenceDate: number * 86400) }
    static func id(_ digit: Int) -> UUID {
        UUID(uuidString: [8, 4, 4, 4, 12].map { String(repeating: "\(digit)", count: $0) }.joined(separator: "-"))
            ?? UUID()
    }
    static func link(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }
    static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }
}
