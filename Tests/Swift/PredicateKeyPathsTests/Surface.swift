import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns

/// Sample in PredicateKit's documentation of predicates, and additions to it.
enum Surface {
    static var notes: [SurfaceItem<Note>] { comparisons + texts + membership + compounds + arrays }

    private static let day = Date(timeIntervalSinceReferenceDate: 0)
    private static let file = Attachment(id: 2, size: 0)

    static let comparisons: [SurfaceItem<Note>] = [
        SurfaceItem("==", \Note.text == "Hello, World!", "text == 'Hello, World!'") { $0.text == "Hello, World!" },
        SurfaceItem("!=", \Note.text != "hello", "text != 'hello'") { $0.text != "hello" },
        SurfaceItem("<", \Note.creationDate < day, "creationDate < CAST('2001-01-01', 'NSDate')") {
            $0.creationDate < day
        },
        SurfaceItem("<=", \Note.numberOfViews <= 120, "numberOfViews <= 120") { $0.numberOfViews <= 120 },
        SurfaceItem(">", \Note.numberOfViews > 120, "numberOfViews > 120") { $0.numberOfViews > 120 },
        SurfaceItem(">=", \Note.numberOfViews >= 120, "numberOfViews >= 120") { $0.numberOfViews >= 120 },
        SurfaceItem("== with an identifiable value", \Note.attachment == file, "attachment.id == 2") {
            $0.attachment.id == 2
        },
        SurfaceItem("!= with an identifiable value", \Note.attachment != file, "attachment.id != 2") {
            $0.attachment.id != 2
        },
        SurfaceItem("== with an identifiable value, or nil", \Note.parent == Note.samples[0], "parent.id == 1") {
            $0.parent?.id == 1
        },
        SurfaceItem("== nil", \Note.parent == nil, "parent == nil") { $0.parent == nil },
        SurfaceItem("!= nil", \Note.name != nil, "name != nil") { $0.name != nil },
        SurfaceItem("== with a case", \Note.kind == .list, "kind == 'list'") { $0.kind == .list },
        SurfaceItem("a boolean field", KeyPathPredicate(\Note.isStarred), "isStarred == TRUE") { $0.isStarred },
        SurfaceItem("NOT a boolean field", !(\Note.isPinned), "NOT isPinned == TRUE") { $0.isPinned != true },
        SurfaceItem("another field", \Note.text == field(\.title), "text == title") { $0.text == $0.title },
        SurfaceItem("another field, or nil", \Note.name != field(\.title), "name != title") { $0.name != $0.title },
    ]

    static let texts: [SurfaceItem<Note>] = [
        SurfaceItem("beginsWith", (\Note.text).beginsWith("Hello"), "text BEGINSWITH 'Hello'") {
            $0.text.hasPrefix("Hello")
        },
        SurfaceItem("contains", (\Note.text).contains("Hello"), "text CONTAINS 'Hello'") { $0.text.contains("Hello") },
        SurfaceItem("endsWith", (\Note.text).endsWith("again"), "text ENDSWITH 'again'") { $0.text.hasSuffix("again") },
        SurfaceItem("like", (\Note.text).like("*ell?*"), "text LIKE '*ell?*'") { $0.text.contains("ello") },
        SurfaceItem("matches", (\Note.text).matches("[a-z ]+", using: .pcre2), "text MATCHES '[a-z ]+'") {
            $0.text == "hello" || $0.text == "say hello"
        },
        SurfaceItem(
            "caseInsensitive", (\Note.text).beginsWith("hello", .caseInsensitive), "text BEGINSWITH[c] 'hello'"
        ) { $0.text.lowercased().hasPrefix("hello") },
        SurfaceItem(
            "diacriticInsensitive", (\Note.text).beginsWith("Hello", .diacriticInsensitive),
            "text BEGINSWITH[d] 'Hello'"
        ) { $0.text.hasPrefix("Hello") || $0.text.hasPrefix("Héllo") },
        SurfaceItem("normalized", (\Note.text).beginsWith("Hello", .normalized), "text BEGINSWITH[n] 'Hello'") {
            $0.text.hasPrefix("Hello")
        },
        SurfaceItem("options together", (\Note.text).contains("HELLO", [.c, .d]), "text CONTAINS[cd] 'HELLO'") {
            !$0.text.isEmpty
        },
        SurfaceItem("an optional text", (\Note.name).beginsWith("fat"), "name BEGINSWITH 'fat'") {
            $0.name?.hasPrefix("fat") ?? false
        },
        SurfaceItem("with another field", (\Note.text).contains(field(\.title)), "text CONTAINS title") {
            !$0.title.isEmpty && $0.text.contains($0.title)
        },
        SurfaceItem("== with options", (\Note.text).isEqual(to: "HELLO", .c), "text ==[c] 'HELLO'") {
            $0.text.lowercased() == "hello"
        },
        SurfaceItem("!= with options", (\Note.text).isNotEqual(to: "HELLO", .c), "text !=[c] 'HELLO'") {
            $0.text.lowercased() != "hello"
        },
        SurfaceItem("< with options", (\Note.text).isLess(than: "HELLO A", .c), "text <[c] 'HELLO A'") {
            $0.text.lowercased() < "hello a"
        },
        SurfaceItem("a raw value", (\Note.kind).beginsWith("d"), "kind BEGINSWITH 'd'") { $0.kind == .drawing },
        SurfaceItem("the length", (\Note.text).length > 9, "length(text) > 9") { $0.text.unicodeScalars.count > 9 },
    ]

    static let membership: [SurfaceItem<Note>] = [
        SurfaceItem("between", (\Note.numberOfViews).between(100...200), "numberOfViews BETWEEN {100, 200}") {
            (100...200).contains($0.numberOfViews)
        },
        SurfaceItem("~=", \Note.numberOfViews ~= 100...200, "numberOfViews BETWEEN {100, 200}") {
            (100...200).contains($0.numberOfViews)
        },
        SurfaceItem(
            "~= without the upper bound", \Note.numberOfViews ~= 100..<200,
            "numberOfViews >= 100 AND numberOfViews < 200"
        ) {
            (100..<200).contains($0.numberOfViews)
        },
        SurfaceItem("between from", (\Note.numberOfViews).between(150...), "numberOfViews >= 150") {
            $0.numberOfViews >= 150
        },
        SurfaceItem("between through", (\Note.numberOfViews).between(...150), "numberOfViews <= 150") {
            $0.numberOfViews <= 150
        },
        SurfaceItem("between of an optional", (\Note.name).between("fat"..."fog"), "name BETWEEN {'fat', 'fog'}") {
            $0.name.map { ("fat"..."fog").contains($0) } ?? false
        },
        SurfaceItem("in, of several", (\Note.numberOfViews).in(19, 200, 300), "numberOfViews IN {19, 200, 300}") {
            [19, 200, 300].contains($0.numberOfViews)
        },
        SurfaceItem("in, of an array", (\Note.numberOfViews).in([19, 200]), "numberOfViews IN {19, 200}") {
            [19, 200].contains($0.numberOfViews)
        },
        SurfaceItem("in, of a set", (\Note.numberOfViews).in(Set([200])), "numberOfViews IN {200}") {
            $0.numberOfViews == 200
        },
        SurfaceItem("in, with options", (\Note.text).in(["HELLO", "x"], .caseInsensitive), "text IN[c] {'HELLO', 'x'}")
        {
            $0.text == "hello"
        },
        SurfaceItem("in, of an optional", (\Note.name).in("fat", "root"), "name IN {'fat', 'root'}") {
            $0.name == "fat" || $0.name == "root"
        },
        SurfaceItem("in, of cases", (\Note.kind).in(.list, .drawing), "kind IN {'list', 'drawing'}") {
            $0.kind != .plain
        },
        SurfaceItem(
            "in, of identifiable values", (\Note.parent).in(Note.samples[1], Note.samples[3]), "parent.id IN {2, 4}"
        ) {
            $0.parent?.id == 2
        },
        SurfaceItem("in, of another field", (\Note.title).in(field(\.tags)), "title IN tags") {
            $0.tags.contains($0.title)
        },
    ]

    static let compounds: [SurfaceItem<Note>] = [
        SurfaceItem(
            "&&", (\Note.text).beginsWith("Hello") && \Note.numberOfViews >= 120,
            "text BEGINSWITH 'Hello' AND numberOfViews >= 120"
        ) { $0.text.hasPrefix("Hello") && $0.numberOfViews >= 120 },
        SurfaceItem(
            "||", (\Note.text).contains("hello") || \Note.creationDate < day,
            "text CONTAINS 'hello' OR creationDate < CAST('2001-01-01', 'NSDate')"
        ) { $0.text.contains("hello") || $0.creationDate < day },
        SurfaceItem("!", !(\Note.text == "hello"), "NOT text == 'hello'") { $0.text != "hello" },
        SurfaceItem("not", not(\Note.isStarred), "NOT isStarred == TRUE") { !$0.isStarred },
        SurfaceItem(
            "boolean fields", \Note.isStarred && \Note.isPinned || !(\Note.isStarred) && \Note.numberOfViews > 120,
            "isStarred == 1 AND isPinned == 1 OR NOT isStarred == 1 AND numberOfViews > 120"
        ) { $0.isStarred && $0.isPinned == true || !$0.isStarred && $0.numberOfViews > 120 },
    ]

    static let arrays: [SurfaceItem<Note>] = [
        SurfaceItem("first", (\Note.tags).first == "To Do", "tags[FIRST] == 'To Do'") { $0.tags.first == "To Do" },
        SurfaceItem("last", (\Note.tags).last == "To Do", "tags[LAST] == 'To Do'") { $0.tags.last == "To Do" },
        SurfaceItem("at(index:)", (\Note.tags).at(index: 2).contains("To Do"), "tags[2] CONTAINS 'To Do'") {
            $0.tags.count > 2 && $0.tags[2].contains("To Do")
        },
        SurfaceItem("count", (\Note.tags).count < 2, "tags.@count < 2") { $0.tags.count < 2 },
        SurfaceItem("size", (\Note.tags).size < 2, "tags[SIZE] < 2") { $0.tags.count < 2 },
        SurfaceItem("contains", (\Note.tags).contains("a"), "tags CONTAINS 'a'") { $0.tags.contains("a") },
        SurfaceItem("contains with options", (\Note.tags).contains("to do", .c), "tags CONTAINS[c] 'to do'") {
            $0.tags.contains("To Do")
        },
    ]

    static let accounts: [SurfaceItem<Account>] = [
        SurfaceItem("sum", (\Account.purchases).sum < 2000, "purchases.@sum < 2000.0") {
            $0.purchases.reduce(0, +) < 2000
        },
        SurfaceItem("average", (\Account.purchases).average == 120.0, "purchases.@avg == 120.0") {
            $0.purchases == [98.5, 141.5]
        },
        SurfaceItem("min", (\Account.purchases).min == 98.5, "purchases.@min == 98.5") { $0.purchases.min() == 98.5 },
        SurfaceItem("max", (\Account.purchases).max >= 110.5, "purchases.@max >= 110.5") {
            $0.purchases.max() ?? 0 >= 110.5
        },
        SurfaceItem("all", (\Account.purchases).all >= 95.0, "ALL purchases >= 95.0") {
            $0.purchases.allSatisfy { $0 >= 95 }
        },
        SurfaceItem("any", (\Account.purchases).any == 20.0, "ANY purchases == 20.0") { $0.purchases.contains(20) },
        SurfaceItem("none", (\Account.purchases).none <= 50, "NONE purchases <= 50.0") {
            !$0.purchases.contains { $0 <= 50 }
        },
        SurfaceItem(
            "all(_:)", (\Account.profiles).all(\.creationDate) == day,
            "ALL profiles.creationDate == CAST('2001-01-01', 'NSDate')"
        ) { $0.profiles.allSatisfy { $0.creationDate == day } },
        SurfaceItem("any(_:)", (\Account.profiles).any(\.name).contains("John"), "ANY profiles.name CONTAINS 'John'") {
            $0.profiles.contains { $0.name.contains("John") }
        },
        SurfaceItem("none(_:)", (\Account.profiles).none(\.name) == "John Doe", "NONE profiles.name == 'John Doe'") {
            !$0.profiles.contains { $0.name == "John Doe" }
        },
        SurfaceItem(
            "all(_:where:)",
            (\Account.name).contains("Account") && all(\.profiles, where: (\Profile.name).contains("Doe")).size == 2,
            "name CONTAINS 'Account' AND SUBQUERY(profiles, $element, $element.name CONTAINS 'Doe')[SIZE] == 2"
        ) { $0.name.contains("Account") && $0.profiles.count { $0.name.contains("Doe") } == 2 },
        SurfaceItem(
            "subquery(_:where:)", subquery(\Account.profiles, where: \.creationDate > day).count == 1,
            "SUBQUERY(profiles, $element, $element.creationDate > CAST('2001-01-01', 'NSDate')).@count == 1"
        ) { $0.profiles.count { $0.creationDate > day } == 1 },
        SurfaceItem(
            "array functions of a sub-predicate",
            all(\Account.history, where: (\.name != "Jane Doe")).first.name == "John",
            "SUBQUERY(history, $element, $element.name != 'Jane Doe')[FIRST].name == 'John'"
        ) { $0.history.first { $0.name != "Jane Doe" }?.name == "John" },
        SurfaceItem(
            "a quantifier on a sub-predicate",
            all(\Account.profiles, where: (\.name == "John")).any(\.creationDate) == day,
            "ANY SUBQUERY(profiles, $element, $element.name == 'John').creationDate == CAST('2001-01-01', 'NSDate')"
        ) { $0.profiles.contains { $0.name == "John" } },
        SurfaceItem(
            "contains an identifiable value", (\Account.profiles).contains(Profile("John")), "ANY profiles.id == 'John'"
        ) {
            $0.profiles.contains { $0.id == "John" }
        },
        SurfaceItem(
            "a key path in an aggregate", (\Account.profiles).max(\.creationDate) > day,
            "profiles.@max.creationDate > CAST('2001-01-01', 'NSDate')"
        ) {
            $0.profiles.contains { $0.creationDate > day }
        },
    ]

    static let users: [SurfaceItem<User>] = [
        SurfaceItem(
            "a property of a relationship", \User.billingInfo.accountType == "Pro", "billingInfo.accountType == 'Pro'"
        ) {
            $0.billingInfo.accountType == "Pro"
        },
        SurfaceItem(
            "an array of a relationship", (\User.billingInfo.purchases).average == 120.0,
            "billingInfo.purchases.@avg == 120.0"
        ) {
            $0.billingInfo.purchases == [100, 140]
        },
    ]

    static let items: [SurfaceItem<Item>] = [
        SurfaceItem("one optional", \Item.note?.name == "root", "note.name == 'root'") { $0.note?.name == "root" },
        SurfaceItem("two optionals", \Item.note?.parent?.name == "root", "note.parent.name == 'root'") {
            $0.note?.parent?.name == "root"
        },
        SurfaceItem("three optionals", \Item.note?.parent?.parent?.name == "root", "note.parent.parent.name == 'root'")
        {
            $0.note?.parent?.parent?.name == "root"
        },
        SurfaceItem("two optionals and an identity", \Item.note?.parent == Note.samples[0], "note.parent.id == 1") {
            $0.note?.parent?.id == 1
        },
        SurfaceItem("two optionals that are nil", \Item.note?.parent == nil, "note.parent == nil") {
            $0.note?.parent == nil
        },
        SurfaceItem("text behind optionals", (\Item.note?.name).beginsWith("fat"), "note.name BEGINSWITH 'fat'") {
            $0.note?.name?.hasPrefix("fat") ?? false
        },
        SurfaceItem(
            "text behind optionals, not", !(\Item.note?.name).beginsWith("fat"), "NOT note.name BEGINSWITH 'fat'"
        ) {
            !($0.note?.name?.hasPrefix("fat") ?? false)
        },
        SurfaceItem("an optional list that is nil", \Item.assets == nil, "assets == nil") { $0.assets == nil },
        SurfaceItem("an optional list that is empty", (\Item.assets).count == 0, "assets.@count == 0") {
            $0.assets?.isEmpty == true
        },
        SurfaceItem("any of an optional list", (\Item.assets).any(\.size) > 8, "ANY assets.size > 8") {
            $0.assets?.contains { $0.size > 8 } ?? false
        },
        SurfaceItem(
            "the root or the root's parent", \Item.note?.id == 1 || \Item.note?.parent?.id == 1,
            "note.id == 1 OR note.parent.id == 1"
        ) { $0.note?.id == 1 || $0.note?.parent?.id == 1 },
    ]
}
