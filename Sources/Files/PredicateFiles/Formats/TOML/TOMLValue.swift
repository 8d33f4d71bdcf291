import PredicateFormat

/// What TOML allows as a value without quotes: numbers, booleans, dates.
enum TOMLValue {
    /// Whether these bytes are a value.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.wholeMatch(of: plain) != nil { return true }
        guard let (_, year, month, day) = text.wholeMatch(of: date)?.output else { return false }
        guard let year = Int(year), let month = Int(month), let day = Int(day) else { return false }
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return days.indices.contains(month - 1) && (1...days[month - 1]).contains(day)
    }

    /// A boolean, a number or a time: `0xDEAD_BEEF`, `1_000`, `+1.5e3`, `-inf`, `07:32:00.5`. No part of it is tried
    /// again, so a long number takes no memory.
    nonisolated(unsafe) private static let plain =
        #/
        true|false|0x[0-9a-fA-F]++(?:_[0-9a-fA-F]++)*+|0o[0-7]++(?:_[0-7]++)*+|0b[01]++(?:_[01]++)*+|[-+]?(?:inf|nan)
        | [-+]?(?:0|[1-9][0-9]*+(?:_[0-9]++)*+)(?:\.[0-9]++(?:_[0-9]++)*+)?+(?:[eE][-+]?[0-9]++(?:_[0-9]++)*+)?+
        | (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]++)?+
        /#

    /// `1979-05-27`, perhaps with `T` or a space, a time, and a zone.
    nonisolated(unsafe) private static let date =
        #/
        ([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt\ ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]++)?+
        (?:[Zz]|[-+](?:[01][0-9]|2[0-3]):[0-5][0-9])?)?
        /#
}
