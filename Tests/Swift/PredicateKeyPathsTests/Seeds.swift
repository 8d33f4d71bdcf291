import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicateTesting
import Testing

/// An item of the documents that this package answers to: articles on composing predicates and on optional values,
/// and PredicateKit's documentation.
struct Seed: CustomTestStringConvertible {
    /// Where the item is tested.
    enum Place {
        /// Here, with its equivalent text and the shops that satisfy it.
        case row(KeyPathPredicate<Shop>, String, [Int])
        /// In `Surface`, under this name.
        case surface(String)
        /// In `Forms`, under this name.
        case form(String)
        /// In a file, which has this text.
        case file(String, String)
        /// It is not possible outside of Apple's systems, or not public in Foundation.
        case nowhere(String)
    }

    var number: Int
    var item: String
    var place: Place

    init(_ number: Int, _ item: String, _ place: Place) {
        self.number = number
        self.item = item
        self.place = place
    }

    var testDescription: String { "\(number), \(item)" }
}

@Suite("The items of the documents")
struct SeedTests {
    @Test("An item agrees with its text, or is tested elsewhere", arguments: Seeds.all)
    func item(_ seed: Seed) throws {
        switch seed.place {
        case .row(let predicate, let text, let rows): try FormRow(seed.item, predicate, text, rows).check()
        case .surface(let name): #expect(Seeds.surface.contains(name))
        case .form(let name): #expect(Seeds.forms.contains(name))
        case .file(let path, let text): #expect(try Repository.text(of: path).contains(text))
        case .nowhere(let reason): #expect(!reason.isEmpty)
        }
    }

    @Test func eachItemIsThereOnce() {
        #expect(Seeds.all.map(\.number) == Array(1...122))
        #expect(Seeds.all.count { if case .nowhere = $0.place { true } else { false } } == 11)
    }
}

enum Seeds {
    static var all: [Seed] { filters + composition + optionals + requests + predicates + modifiers }

    static let surface = Set(
        Surface.notes.map(\.name) + Surface.accounts.map(\.name) + Surface.users.map(\.name)
            + Surface.items.map(\.name))
    static let forms = Set(
        (Forms.comparisons + Forms.texts + Forms.membership + Forms.compounds + Forms.lists + Forms.elements
            + Forms.elementsAtKeyPaths + Forms.relationships).map(\.form))

    private static let joining = "Tests/Swift/PredicateFoundationTests/JoiningTests.swift"
    private static let expressions = "Tests/Swift/PredicateFoundationTests/ExpressionTypeTests.swift"
    private static let optionalValues = "Tests/Swift/PredicateFoundationTests/OptionalValueTests.swift"
    private static let request = "Tests/Language/PredicateFormatTests/Requests/RequestSurfaceTests.swift"
    private static let operators = "Tests/Swift/PredicateKeyPathsTests/OperatorTests.swift"
    private static let mistakes = "Scripts/compile-errors/cases.txt"

    private static let byName = (\Shop.name).contains("corner", [.c, .d])
    private static let byAge = \Shop.id < 3

    /// The filters of a program, and predicates from text.
    static let filters: [Seed] = [
        Seed(1, "no filter", .row(.true, "TRUEPREDICATE", [1, 2, 3, 4])),
        Seed(2, "itemData == nil", .row(\Shop.owner == nil, "owner == nil", [2])),
        Seed(3, "the note or its parent", .surface("the root or the root's parent")),
        Seed(4, "hasImages", .row(KeyPathPredicate(\Shop.isOpen), "isOpen == YES", [1, 3])),
        Seed(5, "star", .surface("a boolean field")),
        Seed(
            6, "localizedStandardContains",
            .row((\Shop.name).contains("CAFE", [.c, .d, .l]), "name CONTAINS[cdl] 'CAFE'", [2, 3])),
        Seed(
            7, "any combination that the user chooses",
            .row(
                [KeyPathPredicate(\Shop.isOpen), byName].reduce(.true) { $0 && $1 },
                "TRUEPREDICATE AND isOpen == YES AND name CONTAINS[cd] 'corner'", [1, 3])),
        Seed(8, "name = %@", .row(\Shop.name == "Corner", "name = 'Corner'", [1])),
        Seed(9, "age < %d", .row(byAge, "id < 3", [1, 2])),
        Seed(10, "a compound of AND", .row(byName && byAge, "name CONTAINS[cd] 'corner' AND id < 3", [1, 2])),
        Seed(11, "OR and NOT", .row(byName || !byAge, "name CONTAINS[cd] 'corner' OR NOT id < 3", [1, 2, 3, 4])),
        Seed(
            12, "texts joined with AND",
            .row(byName && byAge, byName.predicateFormat + " AND " + byAge.predicateFormat, [1, 2])),
    ]

    /// Foundation's predicates, joined.
    static let composition: [Seed] = [
        Seed(13, "#Predicate with && and <", .row(\Shop.name == "Corner" && byAge, "name == 'Corner' AND id < 3", [1])),
        Seed(14, "its expansion by hand", .file(expressions, "PredicateExpressions")),
        Seed(
            15, "Disjunction and Negation", .row(!(byName || byAge), "NOT (name CONTAINS[cd] 'corner' OR id < 3)", [4])),
        Seed(16, "expressions with two variables do not join", .file(joining, "keep their own variables")),
        Seed(17, "evaluate(_:)", .file(operators, "predicate.matches(notes[3])")),
        Seed(18, "Conjunction evaluates both sides", .form("&&")),
        Seed(19, "an expression in a closure over Variable", .file(joining, "Predicate<Memo> { LongTitle($0) }")),
        Seed(
            20, "a closure with a parameter",
            .row(
                ["Harbour", "x"].map { \Shop.nick == $0 }.reduce(.false) { $0 || $1 },
                "FALSEPREDICATE OR nick == 'Harbour' OR nick == 'x'", [3, 4])),
        Seed(21, "a Predicate from such a closure", .file(joining, "Predicate<Memo> { memo in")),
        Seed(22, "Conjunction of two closures", .file(joining, "StandardForms.and(joined, next)")),
        Seed(23, "combined by reduce; none is true", .file(joining, "none.conjunction()")),
        Seed(24, "a combination of chosen filters", .file(joining, "[starred, many].conjunction()")),
        Seed(25, "a disjunction of chosen filters", .file(joining, "[starred, many, both].disjunction()")),
        Seed(26, "by name and by age", .row(byName && byAge, "name CONTAINS[cd] 'corner' AND id < 3", [1, 2])),
        Seed(27, "an expression of the program's own", .file(joining, "is wrapped, or rejected")),
        Seed(28, "an unknown expression is refused", .file(joining, "UnknownExpressionError(expression:")),
        Seed(29, "VariableReplacing", .nowhere("not public; conjunction() needs no conformance")),
        Seed(
            30, "not too short and not too long",
            .row(
                (\Shop.name).length > 6 && (\Shop.name).length < 11, "length(name) > 6 AND length(name) < 11", [4])),
        Seed(
            31, "short, or with a title",
            .row((\Shop.name).length < 7 || \Shop.nick == "x", "length(name) < 7 OR nick == 'x'", [1, 3])),
        Seed(
            32, "the result has standard expressions only", .file(joining, "unknownExpression(in: joined.expression)")),
        Seed(33, "a complex predicate compiles soon", .file("Benchmarks/compile-time.swift", "memosOfRootNote")),
        Seed(34, "a closure with the type of the expression", .file(joining, "StandardNode<Bool>")),
        Seed(
            35, "several criteria in one",
            .row(
                byName && \.isOpen && \.rating > 3 && (\Shop.tags).contains("a"),
                "name CONTAINS[cd] 'corner' AND isOpen == YES AND rating > 3.0 AND tags CONTAINS 'a'", [1])),
    ]

    /// Optional values.
    static let optionals: [Seed] = [
        Seed(36, "BEGINSWITH of an optional", .surface("an optional text")),
        Seed(37, "starts(with:) of an optional needs nothing here", .form("beginsWith of an optional")),
        Seed(38, "the same behind an optional", .surface("text behind optionals")),
        Seed(39, "?. with ?? false", .file(optionalValues, "?? false")),
        Seed(40, "if let", .file(optionalValues, "if let content")),
        Seed(41, "return outside of if is no predicate", .file(optionalValues, "if let note")),
        Seed(
            42, "nested conditions",
            .row(
                \Shop.owner != nil && (\Shop.owner?.name == "Ann" || \Shop.owner?.name == "Cy"),
                "owner != nil AND (owner.name == 'Ann' OR owner.name == 'Cy')", [1, 3])),
        Seed(43, "flatMap", .file(optionalValues, "flatMap")),
        Seed(44, "a forced unwrap", .file(expressions, "ForcedUnwrap")),
        Seed(45, "an optional collection that is empty", .row((\Shop.past).count == 0, "past.@count == 0", [3])),
        Seed(46, "an optional collection that is nil", .row(\Shop.past == nil, "past == nil", [2, 4])),
        Seed(47, "== of an optional", .form("== of an optional")),
        Seed(48, "a property of an optional", .surface("one optional")),
        Seed(49, "a property of two optionals", .surface("two optionals")),
        Seed(50, "the parent of a note that is bound", .surface("two optionals and an identity")),
        Seed(51, "a note and its parent that are bound", .file(optionalValues, "let parent = note.parent")),
        Seed(52, "a model class", .file("Tests/Swift/PredicateKeyPathsTests/Models/Notes.swift", "final class Note")),
    ]

    /// How PredicateKit's predicates are used.
    static let requests: [Seed] = [
        Seed(53, "fetch(where:)", .file(operators, "notes.fetch(where:")),
        Seed(54, "a String is not compared with an Int", .file(mistakes, "\\.text == 5")),
        Seed(55, "an unknown property", .file(mistakes, "\\.nothing == 1")),
        Seed(56, "a type declares its fields", .file(operators, "PredicateDescription<Shelf>")),
        Seed(57, "dictionaries have the types of the properties", .file(request, "as? Int == 5")),
        Seed(58, "limit, offset, sorted(by:)", .file(request, "func limitAndOffset()")),
        Seed(59, "sorted(by:, .descending)", .file(operators, ".descending")),
        Seed(60, "@FetchRequest(predicate:)", .nowhere("SwiftUI")),
        Seed(61, "@FetchRequest(fetchRequest:)", .nowhere("SwiftUI")),
        Seed(62, "animation:", .nowhere("SwiftUI")),
        Seed(63, "sections", .file(request, "sections(by:")),
        Seed(64, "cacheName", .nowhere("Core Data")),
        Seed(65, "count(where:)", .file(operators, "count(where:")),
    ]

    /// PredicateKit's predicates.
    static let predicates: [Seed] = [
        Seed(66, "==", .surface("==")),
        Seed(67, "< Date()", .surface("<")),
        Seed(68, ">=", .surface(">=")),
        Seed(69, "== of an identifiable value", .surface("== with an identifiable value")),
        Seed(70, "beginsWith", .surface("beginsWith")),
        Seed(71, "contains", .surface("contains")),
        Seed(72, "endsWith", .surface("endsWith")),
        Seed(73, "like", .surface("like")),
        Seed(
            74, "matches(NSRegularExpression)",
            .file("Tests/Swift/PredicateKeyPathsTests/Forms.swift", "matches(expression, .caseInsensitive)")),
        Seed(75, ".caseInsensitive", .surface("caseInsensitive")),
        Seed(76, ".diacriticInsensitive", .surface("diacriticInsensitive")),
        Seed(77, ".normalized", .surface("normalized")),
        Seed(78, "between", .surface("between")),
        Seed(79, "~=", .surface("~=")),
        Seed(80, "in(a, b, c)", .surface("in, of several")),
        Seed(81, "in([a, b])", .surface("in, of an array")),
        Seed(82, "in(Set)", .surface("in, of a set")),
        Seed(83, "in([a], .caseInsensitive)", .surface("in, with options")),
        Seed(84, "&&", .surface("&&")),
        Seed(85, "||", .surface("||")),
        Seed(86, "!", .surface("!")),
        Seed(87, "first", .surface("first")),
        Seed(88, "last", .surface("last")),
        Seed(89, "at(index:)", .surface("at(index:)")),
        Seed(90, "count", .surface("count")),
        Seed(91, "size", .surface("size")),
        Seed(92, "sum", .surface("sum")),
        Seed(93, "average", .surface("average")),
        Seed(94, "min", .surface("min")),
        Seed(95, "max", .surface("max")),
        Seed(96, "all", .surface("all")),
        Seed(97, "any", .surface("any")),
        Seed(98, "none", .surface("none")),
        Seed(99, "a property of a relationship", .surface("a property of a relationship")),
        Seed(100, "the average of a relationship's list", .surface("an array of a relationship")),
        Seed(101, "all(_:)", .surface("all(_:)")),
        Seed(102, "any(_:)", .surface("any(_:)")),
        Seed(103, "none(_:)", .surface("none(_:)")),
        Seed(104, "all(_:where:)", .surface("all(_:where:)")),
    ]

    /// The modifiers of requests, and claims.
    static let modifiers: [Seed] = [
        Seed(105, "limit", .file(request, "func limitAndOffset()")),
        Seed(106, "offset", .file(request, ".offset(")),
        Seed(107, "batchSize", .file(request, "func batchSize(")),
        Seed(108, "prefetchingRelationships", .nowhere("Core Data")),
        Seed(109, "includingPendingChanges", .nowhere("Core Data")),
        Seed(110, "fromStores", .nowhere("Core Data")),
        Seed(111, "fetchingOnly", .file(request, "func fetchingOnly()")),
        Seed(112, "returningDistinctResults", .file(request, "func returningDistinctResults()")),
        Seed(113, "groupBy", .file(request, "func groupBy()")),
        Seed(114, "shouldRefreshRefetchedObjects", .nowhere("Core Data")),
        Seed(115, "having", .file(request, "func having()")),
        Seed(116, "includingSubentities", .nowhere("Core Data")),
        Seed(117, "returningObjectsAsFaults", .nowhere("Core Data")),
        Seed(118, "sorted twice", .file(request, "func sortedBy()")),
        Seed(119, "a comparator", .file(request, "func sortedByAComparator()")),
        Seed(120, "inspect(on:)", .file(request, "func inspectOn()")),
        Seed(121, "an order of cases is that of the type", .form("> of a case")),
        Seed(122, "a relationship that is a set", .form("any(_:) of a set")),
    ]
}
