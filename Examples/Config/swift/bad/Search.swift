import Foundation

func search(_ text: String, since date: Date) -> NSPredicate {
    NSPredicate(format: "title CONTAINS[cd] '\(text)' AND created > %@", date as NSDate)
}

func page(_ first: Int, _ last: Int) -> NSPredicate {
    NSPredicate(format: "position >= %@ AND position < %@", first as NSNumber)
}

func shelf(_ key: String, _ name: String) -> NSPredicate {
    NSPredicate(
        format: """
            %K == %@
            AND (isRead == NO AND rating => 4.5
            AND SUBQUERY(loans, $loan, $loan.returned IS nil).@count == 0
            """, key, name)
}

func sorted(by key: String) -> NSPredicate {
    NSPredicate(format: key + " BEGINSWITH[x] %@", "A")
}

let isCode = NSPredicate(format: #"SELF MATCH "[A-Z]{2}-\\d+""#)
let isOurs = NSPredicate(format: "owner == '\u{e9}t\u{e9}' && owner LIK 'x'")
