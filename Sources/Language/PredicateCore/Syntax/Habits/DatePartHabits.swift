/// Parts of dates as other languages name them.
enum DatePartHabits {
    /// The function of a part of a date as `extract` and `date_part` name it; nil for other parts. The days of the week have
    /// other numbers there.
    static func function(_ name: String) -> BuiltInFunction? {
        switch name.lowercased() {
        case "year", "years": .year
        case "month", "months": .month
        case "day", "days", "dayofmonth": .day
        case "hour", "hours": .hour
        case "minute", "minutes": .minute
        case "second", "seconds": .second
        case "isodow": .weekday
        default: nil
        }
    }

    /// What is said of a part of a date that no function gives.
    static let hint = "`year`, `month`, `day`, `hour`, `minute`, `second` and `weekday` give a part of a date"
}
