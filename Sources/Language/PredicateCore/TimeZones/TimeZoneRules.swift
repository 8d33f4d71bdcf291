/// The offsets of a time zone from UTC, by the rules that are compiled in (`TimeZoneTable`).
///
/// Seconds are whole and count from 2001-01-01T00:00:00Z.
package struct TimeZoneRules: Sendable {
    /// When the offset changes, and to what, in order.
    package private(set) var changes: [(second: Int64, offset: Int64)] = []
    /// The offset before the first change.
    package private(set) var initial: Int64
    /// The rule after the last change.
    package private(set) var rule: Rule

    /// The offset, if it is always the same.
    package var fixedOffset: Int64? { changes.isEmpty && rule.summer == nil ? initial : nil }

    /// The offsets of years that are not listed.
    package struct Rule: Sendable {
        package var standard: Int64
        /// The offset in summer, and the days on which it begins and ends; nil if clocks do not change.
        package var summer: (offset: Int64, start: Day, end: Day)?
    }

    /// A day such as the last Sunday in March, and the second of that day, in the time before the change.
    package struct Day: Sendable {
        package var month: Int64
        /// 1 to 4, or 5 for the last one.
        package var week: Int64
        /// Sunday is 0.
        package var weekday: Int64
        package var second: Int64

        func second(of year: Int64) -> Int64 {
            let first = CivilDay(year: year, month: month, day: 1).number
            // 2001-01-01 was a Monday.
            let weekdayOfFirst = PredicateDate.floorDivision(first + 1, 7).remainder
            var day = (weekday - weekdayOfFirst + 7) % 7 + (week - 1) * 7
            while day >= CivilDay.days(inMonth: month, of: year) { day -= 7 }
            return (first + day) * 86400 + second
        }
    }

    /// Always the same offset.
    private init(offset: Int64) {
        initial = offset
        rule = Rule(standard: offset)
    }

    /// UTC.
    package static let utc = TimeZoneRules(offset: 0)

    /// 2001-01-01 and the first second of the table, in seconds since 1970.
    private static let origin: Int64 = 978_307_200
    private static let first: Int64 = -5_364_662_400

    /// A zone of the table.
    fileprivate init(at position: Int) {
        var reader = PackedTableReader(TimeZoneTable.zones, at: position)
        initial = Self.signed(reader.next())
        let count = reader.nextCount()
        changes.reserveCapacity(count)
        var second = Self.first - Self.origin
        for _ in 0..<count {
            let step = Int64(reader.next())
            switch step % 3 {
            case 2: second += step / 3 * 3600
            case 1: second += step / 3 * 60
            default: second += step / 3 * 60 + Int64(reader.next())
            }
            let offset = reader.next()
            changes.append((second, offset & 1 == 0 ? 900 * Self.signed(offset >> 1) : Self.signed(offset >> 1)))
        }
        let changesClocks = reader.next() == 1
        rule = Rule(standard: Self.signed(reader.next()))
        guard changesClocks else { return }
        let summer = Self.signed(reader.next())
        rule.summer = (summer, Self.day(&reader), Self.day(&reader))
    }

    private static func signed(_ value: UInt32) -> Int64 {
        value & 1 == 0 ? Int64(value >> 1) : -1 - Int64(value >> 1)
    }

    private static func day(_ reader: inout PackedTableReader) -> Day {
        let (month, week, weekday) = (Int64(reader.next()), Int64(reader.next()), Int64(reader.next()))
        return Day(month: max(1, min(12, month)), week: week, weekday: weekday, second: signed(reader.next()))
    }

    /// The seconds by which local time is ahead of UTC at a second.
    package func offset(at second: Int64) -> Int64 {
        guard let last = changes.last, second < last.second else {
            return fixedOffset ?? offsetByRule(at: second)
        }
        let passed = changeCount(upTo: second)
        return passed == 0 ? initial : changes[passed - 1].offset
    }

    /// The number of listed changes up to a second.
    private func changeCount(upTo second: Int64) -> Int { changes.partitioningIndex { $0.second > second } }

    /// The first second after another at which the offset may change; nil if there is none.
    private func change(after second: Int64) -> Int64? {
        if let last = changes.last, second < last.second { return changes[changeCount(upTo: second)].second }
        guard fixedOffset == nil, let summer = rule.summer else { return nil }
        let year = CivilDay(number: PredicateDate.floorDivision(second, 86400).quotient).year
        var next: Int64?
        for year in year - 1...year + 1 {
            for change in [summer.start.second(of: year) - rule.standard, summer.end.second(of: year) - summer.offset]
            where change > second { next = min(next ?? change, change) }
        }
        return next
    }

    private func offsetByRule(at second: Int64) -> Int64 {
        guard let summer = rule.summer else { return rule.standard }
        let day = PredicateDate.floorDivision(second + rule.standard, 86400).quotient
        let year = CivilDay(number: day).year
        let start = summer.start.second(of: year) - rule.standard
        let end = summer.end.second(of: year) - summer.offset
        // South of the equator summer lasts over the end of the year.
        let isSummer = start < end ? second >= start && second < end : second >= start || second < end
        return isSummer ? summer.offset : rule.standard
    }

    /// The second at which clocks show a local time, not after another second. Where clocks skip the time, it is the first
    /// second after the gap.
    ///
    /// - Parameters:
    ///   - local: seconds of local time; at most those at `second`.
    ///   - isFirst: whether a time that clocks show twice is its first occurrence. Otherwise it is the last one before `second`.
    package func second(ofLocal local: Int64, upTo second: Int64, isFirst: Bool) -> Int64 {
        // An offset is less than a day, and clocks never jump by more than a day.
        var start = local - 2 * 86400
        var before: Int64?
        var found = second
        while start <= second, start <= local + 2 * 86400 {
            let offset = offset(at: start)
            let end = change(after: start)
            let shown = local - offset
            // The clocks jumped over the time: they showed an earlier one before this change, and a later one after it.
            let isSkipped = shown < start && before.map { start + $0 <= local } ?? false
            if isSkipped || shown >= start && shown < end ?? .max {
                let candidate = isSkipped ? start : shown
                if candidate > second { break }
                found = candidate
                if isFirst { break }
            }
            guard let end else { break }
            (before, start) = (offset, end)
        }
        return found
    }
}

extension TimeZoneRules {
    /// The version of the IANA Time Zone Database that the rules come from.
    package static let version = TimeZoneTable.version

    /// The place of each name's numbers in the table.
    private static let places: [String: Int] = {
        let table = TimeZoneTable.names
        let text = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
        var places: [String: Int] = [:]
        places.reserveCapacity(640)
        var place = 0
        for word in text.split(separator: 0x20) {
            let word = String(decoding: word, as: UTF8.self)
            if let number = Int(word) { place = number } else { places[word] = place }
        }
        return places
    }()

    /// The names of all zones, in order.
    package static var names: [String] { places.keys.sorted() }

    private static let known = Locked<[String: TimeZoneRules]>([:])

    /// The zone of a name of the database (`Europe/Lisbon`) or of a fixed offset (`+02:00`, `-0330`, `Z`); nil for
    /// other strings.
    package static func named(_ name: String) -> TimeZoneRules? {
        if let zone = known.withLock({ $0[name] }) { return zone }
        guard let place = places[name] else { return fixed(name) }
        let zone = TimeZoneRules(at: place)
        known.withLock { $0[name] = zone }
        return zone
    }

    /// The name of the zone that the string of a date states itself.
    package static let written = "written"

    /// The zone of the offset that the text of a date states, which is UTC without one; nil if the text ends in another way.
    package static func written(in text: String) -> TimeZoneRules? {
        let time = text.utf8.dropFirst(11)
        guard let sign = time.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) else {
            return utc
        }
        return fixed(String(time[sign...]) ?? "")
    }

    /// The offset that `GMT+2`, `UTC+02:00` or `+2` means: `+02:00`; nil for other strings.
    package static func offset(writtenAs text: String) -> String? {
        var rest = Array(text.uppercased().utf8)[...]
        if rest.starts(with: "UTC".utf8) || rest.starts(with: "GMT".utf8) { rest = rest.dropFirst(3) }
        guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let parts = rest.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var (hours, minutes) = (parts.first ?? [], parts.count > 1 ? parts[1] : [])
        if parts.count == 1, hours.count > 2 { (hours, minutes) = (hours.dropLast(2), hours.suffix(2)) }
        guard parts.count <= 2, (1...2).contains(hours.count), parts.count == 1 || minutes.count == 2,
            let hour = Int(String(decoding: hours, as: UTF8.self)),
            let minute = minutes.isEmpty ? 0 : Int(String(decoding: minutes, as: UTF8.self)),
            (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return (sign == UInt8(ascii: "+") ? "+" : "-") + padded(hour) + ":" + padded(minute)
    }

    /// A zone of a fixed offset: `Z`, `+hh`, `+hhmm` or `+hh:mm`, up to 23:59.
    private static func fixed(_ name: String) -> TimeZoneRules? {
        let text = Array(name.utf8)
        if text == [UInt8(ascii: "Z")] { return utc }
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        var digits = text.dropFirst()
        if digits.count == 5, digits[3] == UInt8(ascii: ":") { digits.remove(at: 3) }
        guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            return nil
        }
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        let (hours, minutes) = digits.count == 2 ? (number, 0) : (number / 100, number % 100)
        guard hours < 24, minutes < 60 else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return TimeZoneRules(offset: sign == UInt8(ascii: "-") ? -seconds : seconds)
    }
}
