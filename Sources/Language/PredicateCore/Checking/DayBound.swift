import PredicatePlatform

/// A day without a time as the upper bound of instants, or equal to them: `time <= "2026-10-31"` ends at the beginning of
/// that day.
package struct DayBound {
    /// The bytes of a day.
    package static let length = 10

    /// The operand that has the instants.
    package let field: ExpressionTree
    private let day: String
    private let next: String
    /// The bound, with the CAST around it.
    private let bound: SourceRange
    /// The day itself.
    private let literal: SourceRange
    /// The whole comparison.
    private let range: SourceRange
    /// The operator of the fixed comparison; nil for BETWEEN.
    private let fixedOperator: String?
    /// The lower bound of BETWEEN.
    private let lower: SourceRange?
    private let isQuantified: Bool

    /// The bound of a comparison; nil if it has none.
    ///
    /// - Parameter range: the range of the comparison.
    package init?(_ comparison: PredicateTree.Comparison, at range: SourceRange, in source: String) {
        let (bound, field): (ExpressionTree, ExpressionTree)
        switch comparison.comparator {
        case .lessOrEqual:
            (bound, field) = (comparison.right, comparison.left)
            fixedOperator = "<"
            lower = nil
        case .greaterOrEqual where comparison.quantifier == nil:
            (bound, field) = (comparison.left, comparison.right)
            fixedOperator = ">"
            lower = nil
        case .equal where comparison.quantifier == nil:
            let isMirrored = comparison.left.isConstant
            (bound, field) =
                isMirrored ? (comparison.left, comparison.right) : (comparison.right, comparison.left)
            fixedOperator = nil
            lower = bound.range
        case .between:
            guard case .aggregate(let bounds) = comparison.right.kind, bounds.count == 2, let upper = bounds.last else {
                return nil
            }
            // Bounds in the wrong order are another mistake.
            if let first = bounds.first.flatMap({ Self.day(of: $0, in: source) }),
                let last = Self.day(of: upper, in: source),
                first.0 > last.0
            {
                return nil
            }
            (bound, field) = (upper, comparison.left)
            fixedOperator = nil
            lower = bounds.first?.range
        default: return nil
        }
        guard comparison.options.isEmpty, !field.isConstant, let place = bound.range,
            let (day, literal) = Self.day(of: bound, in: source), let next = Self.next(after: day)
        else { return nil }
        self.field = field
        self.day = day
        self.next = next
        self.bound = place
        self.literal = literal
        self.range = range
        isQuantified = comparison.quantifier != nil
    }

    /// The day that a constant writes out, alone or in a CAST, and its range.
    private static func day(of tree: ExpressionTree, in source: String) -> (String, SourceRange)? {
        switch tree.kind {
        case .cast(let operand, .date): return day(of: operand, in: source)
        case .constant(.string(let text)):
            guard let range = tree.range, DateForms.Form(text)?.time == 0 else { return nil }
            return (text, range)
        case .constant(.date):
            // A CAST of a string is read when it is checked. Its text has the day in quotes.
            guard let range = tree.range else { return nil }
            let bytes = Array(range.text(in: source).utf8)
            for (start, mark) in bytes.enumerated() where mark == 0x22 || mark == 0x27 {
                let end = start + 1 + length
                guard end < bytes.count, bytes[end] == mark else { return nil }
                let text = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
                guard DateForms.Form(text)?.time == 0 else { return nil }
                return (text, SourceRange(range.lowerBound + start, range.lowerBound + end + 1))
            }
            return nil
        default: return nil
        }
    }

    /// The day after a day, in the form `2026-11-01`; nil after the last one of the year 9999.
    package static func next(after day: String) -> String? {
        guard day.utf8.count == length, case .success(let date) = PredicateDate.parseLiteral(day) else { return nil }
        let next = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate + 86400)
        guard PredicateDate.hasRFC3339Form(next) else { return nil }
        return String(PredicateDate.format(next).prefix(length))
    }

    /// Whether a value is an instant after the beginning of its day.
    package static func isWithinDay(_ value: PredicateValue) -> Bool {
        switch value {
        case .string(let text):
            guard let form = DateForms.Form(text), form.time > 0 else { return false }
            return text.utf8.dropFirst(length).prefix(1 + form.time).contains { (0x31...0x39).contains($0) }
        case .date(let date):
            return date.timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 86400) != 0
        default: return false
        }
    }

    /// The warning.
    ///
    /// - Parameter hasEdits: whether to offer the comparison that includes the day.
    package func warning(in source: String, hasEdits: Bool = true) -> PredicateDiagnostic {
        let quoted = SourceSpelling.quoted(next)
        let inside = literal.lowerBound - bound.lowerBound
        var written = Array(bound.text(in: source).utf8)
        let end = min(inside + literal.upperBound - literal.lowerBound, written.count)
        if inside >= 0, inside <= end { written.replaceSubrange(inside..<end, with: Array(quoted.utf8)) }
        let fixedBound = String(decoding: written, as: UTF8.self)
        let fieldText = field.range?.text(in: source) ?? ""
        guard let fixedOperator else {
            guard let lower, !isQuantified else {
                return .dayAsBound(day, "< \(fixedBound)", at: bound, edits: [])
            }
            let fixed = "\(fieldText) >= \(lower.text(in: source)) AND \(fieldText) < \(fixedBound)"
            return .dayAsBound(
                day, fixed, at: bound, edits: hasEdits ? [.init(replacing: range, with: "(\(fixed))")] : [])
        }
        guard let fieldRange = field.range else {
            return .dayAsBound(day, "\(fixedOperator) \(fixedBound)", at: bound, edits: [])
        }
        let isMirrored = bound.upperBound <= fieldRange.lowerBound
        let between =
            isMirrored
            ? SourceRange(bound.upperBound, fieldRange.lowerBound)
            : SourceRange(fieldRange.upperBound, bound.lowerBound)
        let sign = between.text(in: source)
        let edits: [PredicateDiagnostic.Edit]
        if hasEdits, sign.utf8.allSatisfy({ [0x20, 0x3C, 0x3D, 0x3E, 0x09, 0x0A].contains($0) }) {
            edits = [
                .init(replacing: between, with: " \(fixedOperator) "), .init(replacing: literal, with: quoted),
            ]
        } else {
            edits = []
        }
        return .dayAsBound(
            day, isMirrored ? "\(fixedBound) \(fixedOperator)" : "\(fixedOperator) \(fixedBound)", at: bound,
            edits: edits)
    }

}
