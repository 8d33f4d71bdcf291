// swift-format-ignore-file
import CoreData
import Foundation

final class BookStore {
  let context: NSManagedObjectContext
  private var cancellables = [String: Any]()

  init(context: NSManagedObjectContext) { self.context = context }

  func request<T: NSManagedObject>(_ type: T.Type) -> NSFetchRequest<T> { NSFetchRequest<T>(entityName: "\(type)") }

  func books(titled title: String) throws -> [Book] {
    let request = request(Book.self)
    request.predicate = NSPredicate(format: "title == %@", title)
    return try context.fetch(request)
  }

  func search(_ text: String) -> NSPredicate {
    NSPredicate(format: "title CONTAINS[cd] %@ OR ANY authors.familyName BEGINSWITH[cd] %@", text, text)
  }

  func unread() -> NSPredicate { return NSPredicate(format: "isRead == NO") }
  func read() -> NSPredicate { return NSPredicate(format: "isRead == %@", NSNumber(value: true)) }
  func flagged(_ flag: Bool) -> NSPredicate { NSPredicate(format: "isRead == %@", flag as NSNumber) }
  func flag2(_ flag: Bool) -> NSPredicate { .init(format: "isRead = %d", flag) }
  func since(_ date: Date) -> NSPredicate { NSPredicate(format: "added >= %@", date as NSDate) }
  func between(_ a: Date, _ b: Date) -> NSPredicate {
    NSPredicate(format: "(added >= %@) AND (added < %@)", a as CVarArg, b as CVarArg)
  }
  func range(_ a: Date, _ b: Date) -> NSPredicate { NSPredicate(format: "added BETWEEN {%@, %@}", a as NSDate, b as NSDate) }
  func range2(_ dates: [Date]) -> NSPredicate { NSPredicate(format: "added BETWEEN %@", dates) }
  func rated(_ rating: Double) -> NSPredicate { NSPredicate(format: "rating >= %f", rating) }
  func long(_ pages: Int) -> NSPredicate { NSPredicate(format: "pages > %d", pages) }
  func long64(_ pages: Int64) -> NSPredicate { NSPredicate(format: "pages > %lld", pages) }
  func longU(_ pages: UInt) -> NSPredicate { NSPredicate(format: "pages >= %lu AND pages < %ld", pages, 2000) }
  func kinds(_ kinds: [BookType]) -> NSPredicate { NSPredicate(format: "type IN %@", kinds.map(\.rawValue)) }
  func kind(_ kind: BookType) -> NSPredicate { NSPredicate(format: "type == %i", kind.rawValue) }
  func notIn(_ ids: Set<UUID>) -> NSPredicate { NSPredicate(format: "NOT (identifier IN %@)", ids) }
  func notIn2(_ ids: [NSManagedObjectID]) -> NSPredicate { NSPredicate(format: "NOT SELF IN %@", ids) }
  func mine(_ author: Author) -> NSPredicate { NSPredicate(format: "ANY authors == %@", author) }
  func contains(_ author: Author) -> NSPredicate { NSPredicate(format: "authors CONTAINS %@", author) }
  func contains2(_ author: Author) -> NSPredicate { NSPredicate(format: "%@ IN authors", author) }
  func key(_ key: String, _ value: String) -> NSPredicate { NSPredicate(format: "%K == %@", key, value) }
  func keyPath() -> NSPredicate { NSPredicate(format: "%K != nil", #keyPath(Book.publisher.name)) }
  func keyPath2(_ t: String) -> NSPredicate { NSPredicate(format: "%K LIKE[cd] %@", #keyPath(Book.title), "*\(t)*") }
  func keyPath3() -> NSPredicate { NSPredicate(format: "ANY %K.name IN %@", "tags", ["a", "b"]) }
  func collection(_ n: Int) -> NSPredicate { NSPredicate(format: "tags.@count > %d", n) }
  func subquery(_ n: Int) -> NSPredicate {
    NSPredicate(
      format: "SUBQUERY(volumes, $volume, $volume.pages > %d AND $volume.number == %@).@count > 0", n, NSNumber(value: 1))
  }
  func nothing() -> NSPredicate { NSPredicate(value: false) }
  func everything() -> NSPredicate { NSPredicate(format: "TRUEPREDICATE") }
  func block() -> NSPredicate { NSPredicate { object, _ in (object as? Book)?.isRead == true } }
  func array() -> NSPredicate {
    NSPredicate(format: "title == %@ AND pages > %@", argumentArray: ["A", 3])
  }
  func template() -> NSPredicate {
    NSPredicate(format: "title CONTAINS[cd] $text && added > $date").withSubstitutionVariables(["text": "a", "date": Date()])
  }
  func compound(_ text: String?) -> NSPredicate {
    var predicates: [NSPredicate] = [.init(format: "title != nil"), NSPredicate(format: "isRead == false")]
    if let text, !text.isEmpty {
      predicates.append(NSPredicate(format: "SELF.title contains[c] %@", text))
    }
    return NSCompoundPredicate(andPredicateWithSubpredicates: predicates)
  }
  func concat(_ value: Any) -> NSPredicate {
    NSPredicate(format: "title BEGINSWITH[c] %@ " + "AND " + "pages > 0", argumentArray: [value])
  }
  static let byName = "%K ==[c] %@"
  func constant(_ name: String) -> NSPredicate { NSPredicate(format: Self.byName, "title", name) }
  func multi(_ a: String, _ b: String) -> NSPredicate {
    NSPredicate(format: """
      (title CONTAINS[cd] %@)
      AND (publisher.name CONTAINS[cd] %@)
      """, a, b)
  }
  func raw() -> NSPredicate { NSPredicate(format: #"title == "none" OR title MATCHES "[a-z]+\\d""#) }
  func uuid(_ id: UUID) -> NSPredicate { NSPredicate(format: "identifier == %@", id as CVarArg) }
  func `optional`(_ p: Publisher?) -> NSPredicate {
    if let p { NSPredicate(format: "publisher == %@", p) } else { NSPredicate(format: "publisher = nil") }
  }
  func sum() -> NSExpression { NSExpression(format: "volumes.@sum.pages") }
  func half() -> NSExpression { NSExpression(format: "pages / 2.0 + %@", NSNumber(value: 1)) }
  func metadata() -> NSPredicate? { NSPredicate(fromMetadataQueryString: "kMDItemKind == 'PDF'cd") }
}
