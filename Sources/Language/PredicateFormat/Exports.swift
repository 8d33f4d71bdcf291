// What a program needs of the core to write, check and run filters, each with what a user writes it for. Tools that work
// with trees, the syntax or engines of MATCHES import PredicateCore, which is in the same product.
// `Scripts/public-symbols.py` reads this list.

// Predicates over records without a Swift type, with or without values for their variables.
@_exported import struct PredicateCore.CheckedPredicate
@_exported import struct PredicateCore.PredicateTemplate

// Records: literals and results, and records of a program's own storage.
@_exported import struct PredicateCore.PredicateObject
@_exported import protocol PredicateCore.PredicateRecord
@_exported import enum PredicateCore.PredicateValue

// Schemas; FieldLimits say how much a field holds, for estimates of costs.
@_exported import struct PredicateCore.FieldLimits
@_exported import struct PredicateCore.RecordField
@_exported import struct PredicateCore.RecordSchema
@_exported import struct PredicateCore.RecordType

// What a predicate may do and call: limits for untrusted predicates, functions and operators of the program.
@_exported import struct PredicateCore.FunctionParameter
@_exported import struct PredicateCore.PredicateFunction
@_exported import struct PredicateCore.PredicateLibrary
@_exported import struct PredicateCore.PredicateLimits
@_exported import struct PredicateCore.PredicateOperator

// The clock and the variables of an evaluation, and an answer that a limit may leave undecided.
@_exported import struct PredicateCore.EvaluationContext
@_exported import enum PredicateCore.PredicateAnswer

// Errors and warnings, to catch and to show.
@_exported import struct PredicateCore.PredicateDiagnostic
@_exported import struct PredicateCore.PredicateDiagnostics
