import Foundation

func search(_ text: String, since date: Date) -> NSPredicate {
    NSPredicate(format: "title CONTAINS[cd] '\(text)' AND created > %@", date as NSDate)
}

func page(_ first: Int, _ last: Int) -> NSPredicate {
    NSPredicate(format: "position >= %d AND position < %d", first)
}
