/// The forms in which the dates of a field are written, which decide whether their texts compare as the instants do.
///
/// Under an inferred schema two strings compare as text (LANGUAGE D95). The result is right if both dates have the same
/// form: the same offset and the same number of digits.
package struct DateForms: Hashable, Sendable {
    /// The form of one date.
    struct Form: Hashable, Sendable {
        /// Bytes of the time of day, without its fraction: none, `hh:mm` or `hh:mm:ss`.
        var time: Int
        /// Digits after the decimal point.
        var fraction: Int
        /// The offset as written, `Z` or `+02:00`; empty if there is none.
        var offset: String
        /// The character between day and time.
        var mark: UInt8

        /// The form of a text; nil if the text is not a date.
        init?(_ text: String) {
            // A quick test rejects most text that is not a date.
            guard text.utf8.dropFirst(4).first == 0x2D, case .success = PredicateDate.parseLiteral(text) else {
                return nil
            }
            self.init(date: text)
        }

        /// The form of a text that is known to be a date.
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

        /// Whether texts of this form are prefixes of texts of another form.
        func isPrefix(of other: Form) -> Bool {
            guard offset.isEmpty, time <= other.time else { return false }
            if time == 0 { return true }
            return mark == other.mark && (fraction == 0 || fraction <= other.fraction && time == other.time)
        }
    }

    /// The forms that were seen, in the order of their appearance.
    private(set) var forms: [Form] = []
    /// The first text.
    private(set) var example: String?
    /// Whether a text was not a date, or there were too many forms to tell apart.
    private var isMixed = false
    private static let most = 8

    package init() {}

    /// Whether every string was a date.
    private var areKnown: Bool { !isMixed && example != nil }

    /// The forms, if every string was a date.
    package var ifKnown: DateForms? { areKnown ? self : nil }

    /// Whether every string said its seconds and its offset as RFC 3339 has them, so that it is a date to CAST too.
    var areInstants: Bool {
        areKnown
            && forms.allSatisfy {
                $0.time == 8 && ($0.offset.utf8.count == 1 || $0.offset.utf8.contains(UInt8(ascii: ":")))
            }
    }

    /// Adds a string.
    ///
    /// - Parameter isDate: whether the string is known to be a date; otherwise it is parsed.
    package mutating func add(_ text: String, isDate: Bool) {
        if isMixed { return }
        guard let form = isDate ? Form(date: text) : Form(text) else { return overflow() }
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
        for form in other.forms where !isMixed { add(form) }
    }

    /// Whether the text of a literal compares with the texts of the field as the instants do.
    ///
    /// - Parameters:
    ///   - literal: the form of the literal.
    ///   - isOrder: whether the comparison is by order; otherwise it is by equality.
    func compareRightly(with literal: Form, isOrder: Bool) -> Bool {
        guard let offset = forms.first?.offset, forms.allSatisfy({ $0.offset == offset }) else { return false }
        return forms.allSatisfy { form in
            if form == literal || isOrder && literal.isPrefix(of: form) { return true }
            // Some fields write a fraction only where it is not zero.
            return form.time == literal.time && form.mark == literal.mark && form.offset == literal.offset
                && forms.contains(literal)
        }
    }
}
