import PredicateTesting
import Testing

// swift.md: begin
import Foundation
import PredicateFormat

enum Priority: String, CaseIterable, PredicateFieldValue { case low, high }

struct Ticket: PredicateDescribed {
    var title: String
    var priority: Priority
    var due: Date?
    var estimates: [Double]
    var parts: [Ticket]

    static let predicateDescription = PredicateDescription<Ticket> {
        PredicateField("title", \.title)
        PredicateField("priority", \.priority)
        PredicateField("due", \.due)
        PredicateField("estimates", \.estimates)
        PredicateField("parts", \.parts)
        PredicateField("isLong") { $0.title.count > 40 }
    }
}

func urgent(_ tickets: [Ticket], by date: Date) throws -> [Ticket] {
    let urgent = try Ticket.predicate(
        "priority == \(Priority.high) AND (due < \(date) OR ANY parts.due < \(date))")
    return tickets.filter(urgent)
}
// swift.md: end

// swift.md: begin
func overdue(_ tickets: [Ticket]) throws -> [Ticket] {
    try tickets.fetch(where: Ticket.predicate("due < \(Date())"))
        .sorted(by: \.due).sorted(by: \.title, options: .caseInsensitive).limit(20).result()
}
// swift.md: end

@Suite("The examples of Swift values in Documentation/swift.md")
struct SwiftPageTests {
    @Test func itIsWhatIsTestedHere() throws {
        let here = try String(contentsOfFile: #filePath, encoding: .utf8)
        let text = try Repository.text(of: "Documentation/swift.md")
        let parts = here.components(separatedBy: "\n// swift.md: begin\n").dropFirst()
        #expect(parts.count == 2)
        for part in parts {
            let example = try #require(part.components(separatedBy: "// swift.md: end\n").first)
            #expect(text.contains("```swift\n" + example + "```\n"))
        }
    }

    @Test func itRuns() throws {
        let old = Ticket(
            title: "Ship", priority: .high, due: Date(timeIntervalSinceNow: -60), estimates: [1], parts: [])
        var tickets = [old, old, old]
        tickets[1].priority = .low
        tickets[2].due = nil
        tickets[2].parts = [old]
        let found = try urgent(tickets, by: Date())
        #expect(found.count == 2)
        let short = try Ticket.predicate("isLong == NO AND estimates.@sum < 2")
        #expect(tickets.count(where: short) == 3)
        tickets[1].title = "Answer"
        #expect(try overdue(tickets).map(\.title) == ["Answer", "Ship"])
    }
}
