/// Numbers beside texts that hold numbers with units.
extension Checker {
    /// `timeout > 1s` where the values are texts such as `250ms`: how to read them. Nil for other values.
    func quantityBesideNumber(_ fault: ExpressionTree, _ range: SourceRange, _ seen: [PredicateValue]) -> (
        hint: String?, edits: [PredicateDiagnostic.Edit], isCertain: Bool
    )? {
        let texts = seen.compactMap { value in if case .string(let text) = value { text } else { nil } }
        guard texts.count == seen.count, let scale = QuantityScale(texts) else { return nil }
        guard let conversion = scale.conversion(of: text(range)) else {
            return ("the values have the units \(scale.list): no single number compares them", [], false)
        }
        // A duration is its number of seconds.
        guard let place = fault.range, scale.areTimes, DurationUnit.isSpelled(in: text(place)),
            let seconds = Self.seconds(fault), let literal = conversion.literal(seconds)
        else {
            return ("the values are numbers with a unit: `\(conversion.expression)` reads them", [], false)
        }
        return (
            "the values have a unit: compare `\(conversion.expression)` with \(literal)",
            [.init(replacing: range, with: conversion.expression), .init(replacing: place, with: literal)], false
        )
    }

    private static func seconds(_ tree: ExpressionTree) -> Double? {
        switch tree.kind {
        case .constant(.integer(let value)): Double(value)
        case .constant(.double(let value)): value
        default: nil
        }
    }
}
