import PredicateFormat
import PredicatePatterns

/// The library that the command evaluates with.
let commandLibrary = PredicateLibrary.standardWithPatterns
