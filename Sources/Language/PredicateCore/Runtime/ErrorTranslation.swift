extension Error {
    /// A value whose error is thrown as another one, such as the failure of a command for that of a file.
    ///
    /// - Parameters:
    ///   - value: an expression that may throw this type.
    ///   - other: makes the error that is thrown in its place.
    package static func translating<Value, Other: Error>(
        _ value: @autoclosure () throws(Self) -> Value, to other: (Self) -> Other
    ) throws(Other) -> Value {
        do throws(Self) {
            return try value()
        } catch {
            throw other(error)
        }
    }
}
