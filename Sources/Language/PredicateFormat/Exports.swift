// A program that imports this library sees the core, too. It need not know that the core can be built alone.
@_exported import PredicateCore
