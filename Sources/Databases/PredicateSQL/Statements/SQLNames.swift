extension String {
    /// The name of a table or a column as SQL writes it, in quotes.
    ///
    /// Quotes are found as code points: a quote with a combining mark is one character of Swift, but ends a name in SQL.
    package var quotedSQLName: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
