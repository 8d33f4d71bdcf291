/// Numbers with a unit of time (D116).
extension Lexer {
    /// The number of seconds of `250ms`, `30s` or `1.5h`, and its end; nil for other numbers.
    ///
    /// Milliseconds are doubles. Other units keep integers as integers.
    func duration(at start: Int, unitAt end: Int) -> (Token.Kind?, Int)? {
        guard let unit = DurationUnit.allCases.first(where: { isAt($0, end) }) else { return nil }
        let spelling = text(start, end)
        let end = end + unit.rawValue.utf8.count
        if let number = Int64(spelling), let factor = unit.seconds {
            let (seconds, overflow) = number.multipliedReportingOverflow(by: factor)
            return overflow ? nil : (.number(.integer(seconds)), end)
        }
        // `Double` wants a digit on both sides of the point.
        let padded = (spelling.utf8.first == UInt8(ascii: ".") ? "0" : "") + spelling
        let digits = padded.utf8.last == UInt8(ascii: ".") ? padded + "0" : padded
        // An exponent gives the double that is nearest to the decimal number.
        guard let number = Double(unit.seconds == nil ? digits + "e-3" : digits) else { return nil }
        let seconds = number * Double(unit.seconds ?? 1)
        return seconds.isFinite ? (.number(.double(seconds)), end) : nil
    }

    /// Whether a unit is at an offset, and ends there.
    private func isAt(_ unit: DurationUnit, _ offset: Int) -> Bool {
        var end = offset
        for letter in unit.rawValue.utf8 {
            guard byte(at: end) == letter else { return false }
            end += 1
        }
        return nameContinue(at: end) == 0
    }
}
