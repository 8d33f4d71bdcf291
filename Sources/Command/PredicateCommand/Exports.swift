// Most files of the command work with trees. Nothing outside the package imports this module, so its users see no more.
@_exported import PredicateCore
