import PredicateCore

extension BuiltInFunction {
    /// The pure functions that none of these texts calls. A generator that leaves one out does not compare the engines
    /// on it.
    package static func uncalled(in texts: some Sequence<String>) -> [BuiltInFunction] {
        var called: Set<String> = []
        for text in texts {
            var name = ""
            for scalar in text.unicodeScalars {
                if scalar == "(" { called.insert(name) }
                if scalar == ":" || scalar.properties.isAlphabetic {
                    name.unicodeScalars.append(scalar)
                } else {
                    name = ""
                }
            }
        }
        return allCases.filter { function in
            let name = function.rawValue
            return function.isPure && !called.contains(name)
                && !(name.hasSuffix(":") && called.contains(String(name.dropLast())))
        }
    }
}
