// The types of the core that this library's own declarations take.
@_exported import struct PredicateCore.ParsedPredicate
@_exported import struct PredicateCore.PredicateCompilation
@_exported import class PredicateCore.UnusableValues
