import PredicateFormat

/// Parts of dates whose texts state an offset from UTC.
extension SampleReview {
    /// `hour(time)` with texts such as `2024-01-31T22:00:00-05:00`: the hour in UTC is not the one that the text shows.
    mutating func reviewOffsets(_ root: PredicateTreeNode) {
        var calls: [(name: String, date: ExpressionTree, range: SourceRange)] = []
        root.forEachNode { node in
            guard case .expression(let tree) = node, case .call(let name, let arguments) = tree.kind,
                let function = BuiltInFunction(rawValue: name), function.signature.parameters.first?.type == .date,
                arguments.count == function.signature.parameters.count - 1, let range = tree.range
            else { return }
            calls.append((name, arguments[0], range))
        }
        for call in calls {
            var example: String?
            for case .string(let text) in values(of: call.date) {
                guard let zone = TimeZoneRules.written(in: text), zone.offset(at: 0) != 0 else { continue }
                example = text
                break
            }
            guard let example else { continue }
            report(
                SampleMessages.offsetIgnored(call.name, example: example, at: call.range), isRefutedByMatch: false)
        }
    }
}
