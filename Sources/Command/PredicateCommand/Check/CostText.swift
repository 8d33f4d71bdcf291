/// The output of `check --cost`.
struct CostText {
    let cost: PredicateCost
    /// Whether there is a schema. Without a bound, the text then says which sizes the schema lacks.
    let knowsSchema: Bool

    /// The lines, each with a line feed.
    var text: String {
        var lines = [
            "steps: " + bound(cost.mostSteps, "a record"),
            "bytes held in addition to the record: " + bound(cost.mostBytes, nil),
        ]
        if let clause = cost.costliest {
            lines.append(
                "costs most: \(clause.text), \(bound(clause.mostSteps, nil))\(clause.mostSteps == nil ? "" : " steps")")
        }
        if cost.mostSteps == nil {
            lines.append(
                "Without --record-bytes" + (knowsSchema ? ", or maxItems and maxLength in the schema," : "")
                    + " there is no bound.")
        }
        return lines.map { SafeText.plain($0) + "\n" }.joined()
    }

    private func bound(_ number: Int?, _ what: String?) -> String {
        guard let number else { return "no bound is known" }
        return "at most \(number)" + (what.map { " for \($0)" } ?? "")
    }
}
