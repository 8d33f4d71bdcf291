import PredicateCore
import PredicateFormat

extension PredicateDiagnostic {
    /// `toNumber(price) > 5` after a run in which `price` held `1,250.00`.
    ///
    /// - Parameter function: the function of groups that takes the values; nil for others.
    static func unusable(_ count: UnusableValues.Count, in source: String, by function: QueryFunction? = nil) -> Self {
        let operation = count.site.range.text(in: source).excerpt(40)
        let operand = count.site.operand.text(in: source).excerpt(40)
        let reading = UnusableReading(of: count, operand)
        let place = count.example.place.map { " (\($0.text))" } ?? ""
        let values =
            "\(count.hasEnded ? "at least " : "")\(count.unusable) of \(count.seen) \(count.seen == 1 ? "value" : "values")"
        let shown =
            if case .boolean(let flag) = count.example.value { flag ? "true" : "false" } else {
                SampleReview.written(count.example.value)
            }
        let example = "such as \(shown)\(place)"
        let message =
            switch (count.site.kind, function) {
            case (.comparison, _): "`\(operation)` could not compare \(values), \(example)"
            case (.reading, _): "`\(operation)` could not read \(values), \(example)"
            case (.calculation, _): "`\(operation)` could not use \(values), \(example)"
            case (.aggregate, let function?):
                "`\(function.rawValue)(\(operation))` could not use \(values), \(example)"
            case (.aggregate, nil):
                "the sort by `\(operation)` could not compare \(values), \(example), with the others"
            }
        return .suggestion(
            .unusableValues, message, at: count.site.range,
            hint: reading.map { "`\($0.text)` reads \($0.read)" } ?? count.site.form,
            // A date in one text and a number in another are read by no single expression.
            edits: count.site.wanted == .date || count.site.wanted == .numberBesideText
                ? []
                : reading.map { [.init(replacing: $0.isWhole ? count.site.range : count.site.operand, with: $0.text)] }
                    ?? [])
    }
}

extension OperationSite {
    /// The form of the strings that a conversion reads; nil for other operations.
    fileprivate var form: String? {
        guard case .reading(let target?) = kind else { return nil }
        return switch target {
        case .date: "CAST reads dates such as 2024-01-31T12:00:00Z"
        case .number, .decimal: "only numbers such as 12, -0.5 and 1e9 are read, without other text"
        case .uuid: "CAST reads UUIDs such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        case .url: "CAST reads URLs such as https://example.com/a"
        case .string: nil
        }
    }
}
