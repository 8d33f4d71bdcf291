import Foundation

func search(_ text: String, since date: Date) -> NSPredicate {
    NSPredicate(format: "title CONTAINS[cd] %@ AND created > %@", text, date as NSDate)
}

func page(_ first: Int, _ last: Int) -> NSPredicate {
    NSPredicate(format: "position >= %d AND position < %d", first, last)
}

func shelf(_ key: String, _ name: String) -> NSPredicate {
    NSPredicate(
        format: """
            %K == %@
            AND (isRead == NO OR rating >= 4.5)
            AND SUBQUERY(loans, $loan, $loan.returned == nil).@count == 0
            """, key, name)
}

let isCode = NSPredicate(format: #"SELF MATCHES "[A-Z]{2}-\\d+""#)
