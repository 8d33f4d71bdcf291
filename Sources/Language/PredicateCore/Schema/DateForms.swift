import PredicatePlatform

/// The forms of the dates of a field, which determine whether their strings compare like the instants.
///
/// Under an inferred schema two strings compare as text (D95). The result is right if both dates have the same
/// form: the same offset and the same number of digits.
package struct DateForms: Hashable, Codable, Sendable {
    /// The form of one date.
    package struct Form: Hashable, Codable, Sendable {
        /// The length of the time of day, without its fraction: none, `hh:mm` or `hh:mm:ss`.
        var time: Int
        /// Digits after the decimal point.
        var fraction: Int
        /// The offset in its original spelling, `Z` or `+02:00`; empty if there is none.
        var offset: String
        /// The character between day and time.
        var mark: UInt8

        /// The form of a string; nil if it is not a date.
        package init?(_ text: String) {
            guard PredicateDate.instant(of: text) != nil else { return nil }
            self.init(date: text)
        }

        /// The form of a string that is known to be a date.
        init(date text: String) {
            let bytes = text.utf8.prefix(64).map { $0 }
            let clock = bytes.dropFirst(11)
            mark = bytes.count > 10 ? bytes[10] : 0
            time = clock.prefix { $0 >= 0x30 && $0 <= 0x3A }.count
            var rest = clock.dropFirst(time)
            fraction = 0
            if rest.first == 0x2E {
                fraction = rest.dropFirst().prefix { $0 >= 0x30 && $0 <= 0x39 }.count
                rest = rest.dropFirst(fraction + 1)
            }
            offset = String(decoding: rest, as: UTF8.self)
        }

        /// Whether strings of this form are prefixes of strings of another form.
        func isPrefix(of other: Form) -> Bool {
            guard offset.isEmpty, time <= other.time else { return false }
            if time == 0 { return true }
            return mark == other.mark && (fraction == 0 || fraction <= other.fraction && time == other.time)
        }
    }

    /// Whether each text has a time of day.
    var areInstants: Bool { !isMixed && !forms.isEmpty && forms.allSatisfy { $0.time > 0 } }

    /// The forms in the order of their first appearance.
    private(set) var forms: [Form] = []
    /// The first text.
    package private(set) var example: String?
    /// The number of dates, and of other strings, without those that stand for no value.
    private var dates = 0
    private var others = 0
    /// Whether most strings were not dates, or there were too many forms to distinguish.
    private var isMixed = false
    private static let most = 8

    package init() {}

    /// Whether nine of ten strings were dates.
    private var areKnown: Bool { !isMixed && NumberText.areMost(dates, of: dates + others) }

    /// The forms, if nine of ten strings were dates.
    package var ifKnown: DateForms? { areKnown ? self : nil }

    /// Adds a string.
    ///
    /// - Parameter isDate: whether the string is known to be a date; otherwise it is parsed.
    package mutating func add(_ text: String, isDate: Bool) {
        if isMixed { return }
        guard let form = isDate ? Form(date: text) : Form(text) else {
            if !NumberText.isPlaceholder(text) { others += 1 }
            // The rest of a field of words is not looked at.
            if others > dates + Self.most { overflow() }
            return
        }
        dates += 1
        if example == nil { example = text }
        add(form)
    }

    private mutating func add(_ form: Form) {
        if forms.last == form || forms.contains(form) { return }
        if forms.count == Self.most { return overflow() }
        forms.append(form)
    }

    private mutating func overflow() {
        isMixed = true
        forms = []
        example = nil
    }

    /// Adds the forms of another value of this type.
    package mutating func merge(_ other: DateForms) {
        if other.isMixed { return overflow() }
        if isMixed { return }
        example = example ?? other.example
        dates += other.dates
        others += other.others
        for form in other.forms where !isMixed { add(form) }
    }

    /// Whether the text of a literal compares with the strings of the field as the instants do.
    ///
    /// - Parameters:
    ///   - literal: the form of the literal.
    ///   - isOrder: whether the comparison is by order; otherwise it is by equality.
    func compareRightly(with literal: Form, isOrder: Bool) -> Bool {
        guard let offset = forms.first?.offset, forms.allSatisfy({ $0.offset == offset }) else { return false }
        return forms.allSatisfy { form in
            if form == literal || isOrder && literal.isPrefix(of: form) { return true }
            // Some fields write a fraction only if it is not zero.
            return form.time == literal.time && form.mark == literal.mark && form.offset == literal.offset
                && forms.contains(literal)
        }
    }

    /// Why strings do not compare as the instants do.
    enum Difference {
        /// The dates of the field have different offsets.
        case ownOffsets
        /// Only the offset of the other date differs.
        case offset
        /// The other date has another form.
        case form
    }

    /// Why the text of a literal does not compare with the strings of the field as the instants do; nil if it does.
    func difference(from literal: Form, isOrder: Bool) -> Difference? {
        if compareRightly(with: literal, isOrder: isOrder) { return nil }
        if !haveOneOffset { return .ownOffsets }
        var moved = literal
        moved.offset = forms.first?.offset ?? ""
        return !literal.offset.isEmpty && compareRightly(with: moved, isOrder: isOrder) ? .offset : .form
    }

    /// Why the strings of two fields do not compare as the instants do; nil if they do.
    func difference(from other: DateForms, isOrder: Bool) -> Difference? {
        if !haveOneOffset || !other.haveOneOffset { return .ownOffsets }
        return other.forms.lazy.compactMap { difference(from: $0, isOrder: isOrder) }.first
    }

    /// A date in the form of the field, where `literal` has another spelling of the same instant or of the same time of
    /// day: `2024-03-10 03:00` and `2024-03-10T03:00:00Z`. Nil if the strings then still compare otherwise than the
    /// instants, and if the literal has its own offset.
    func rewritten(_ literal: String, isOrder: Bool) -> String? {
        guard let form = Form(literal), form.time > 0, form.fraction == 0, haveOneOffset,
            let own = forms.first(where: { $0.time == 8 && $0.fraction == 0 }) ?? forms.first, own.time > 0,
            form.offset.isEmpty || form.offset == own.offset
        else { return nil }
        var bytes = Array(literal.utf8.prefix(11 + form.time))
        bytes[10] = own.mark
        if own.time == 8, form.time == 5 { bytes += Array(":00".utf8) }
        if own.time == 8, own.fraction > 0 { bytes += [0x2E] + Array(repeating: 0x30, count: own.fraction) }
        let text = String(decoding: bytes, as: UTF8.self) + own.offset
        guard let moved = Form(text), compareRightly(with: moved, isOrder: isOrder) else { return nil }
        return text
    }

    private var haveOneOffset: Bool { forms.allSatisfy { $0.offset == forms.first?.offset } }

    // MARK: Other ways to write a date

    /// Whether a string is the beginning of a date that ends between two parts of it: `2024`, `2024-03`,
    /// `2024-03-10T10:`.
    static func isPrefix(_ text: String) -> Bool {
        let template = Array("0000-00-00T00:00:00".utf8)
        let bytes = Array(text.utf8)
        guard [4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19].contains(bytes.count) else { return false }
        return zip(bytes, template).allSatisfy { byte, sign in
            sign == 0x30 ? byte >= 0x30 && byte <= 0x39 : byte == sign || sign == 0x54 && byte == 0x20
        }
    }

    /// The form `2024-03-10` of a day in another spelling: `2024-3-10`, `2024/03/10`, `10 March 2024`. Nil for
    /// other strings, and if the order of day and month is unknown (`10/03/2024`).
    static func readable(_ text: String) -> String? {
        let words = text.utf8.split { !($0 >= 0x30 && $0 <= 0x39 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) }
            .map { String(decoding: $0, as: UTF8.self).lowercased() }
        guard words.count == 3, text.utf8.count <= 40 else { return nil }
        let numbers = words.compactMap { Int($0) }
        var parts: (year: Int, month: Int, day: Int)?
        if numbers.count == 3, words[0].utf8.count == 4 {
            parts = (numbers[0], numbers[1], numbers[2])
        } else if numbers.count == 2, let name = words.first(where: { Int($0) == nil }), name.utf8.count >= 3,
            let month = months.firstIndex(where: { $0.hasPrefix(name) }),
            let year = words.first(where: { $0.utf8.count == 4 && Int($0) != nil }).flatMap({ Int($0) })
        {
            parts = (year, month + 1, numbers[0] == year ? numbers[1] : numbers[0])
        }
        guard let parts, parts.year < 10_000, parts.month < 100, parts.day < 100 else { return nil }
        let zeros = String(repeating: "0", count: max(0, 4 - String(parts.year).utf8.count))
        let day =
            "\(zeros)\(parts.year)-\(PredicateDate.padded(Int64(parts.month)))-\(PredicateDate.padded(Int64(parts.day)))"
        return Form(day) == nil ? nil : day
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
}
