// The command works with texts and trees in most of its files. It is no library, so nobody else sees the core by this.
@_exported import PredicateCore
