import PredicateFormat

/// What the program around the server gives it.
package struct ServerEnvironment: Sendable {
    /// The reason that a file cannot be read.
    package struct FileFailure: Error, Sendable {
        package let reason: String
        package init(reason: String) { self.reason = reason }
    }

    /// The version of the program.
    package let version: String
    /// The functions and operators that programs have.
    package let library: PredicateLibrary
    /// Reads a file at a path.
    package let read: @Sendable (String) -> Result<[UInt8], FileFailure>
    /// Explains an operator, a function or a word of the language in Markdown; nil if it knows none of the name.
    package let documentation: @Sendable (String) -> String?

    /// An environment.
    package init(
        version: String, library: PredicateLibrary,
        read: @escaping @Sendable (String) -> Result<[UInt8], FileFailure>,
        documentation: @escaping @Sendable (String) -> String?
    ) {
        self.version = version
        self.library = library
        self.read = read
        self.documentation = documentation
    }
}
