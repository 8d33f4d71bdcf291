#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// A message of the macros.
struct MacroMessage: DiagnosticMessage, FixItMessage {
    let code: String
    let message: String
    var severity: DiagnosticSeverity { .error }
    var diagnosticID: MessageID { MessageID(domain: "PredicateMacros", id: code) }
    var fixItID: MessageID { MessageID(domain: "PredicateMacros", id: "\(code)-fix") }

    static let notDescribable = MacroMessage(
        code: "not-describable",
        message:
            "predicates can be about a structure, a final class, or, as a field, an enumeration with raw values")
    static let noRawValue = MacroMessage(
        code: "no-raw-value", message: "an enumeration is read by its raw value, but this one has none")
    static let lazy = MacroMessage(
        code: "lazy", message: "a property that changes the value when it is read cannot be a field")
    static let effects = MacroMessage(
        code: "effects", message: "a property that is `async` or throws cannot be a field")
    static let pattern = MacroMessage(code: "pattern", message: "a field must be a property with a name")
    static let ignoredField = MacroMessage(
        code: "ignored-field",
        message: "`@PredicateField` and `@PredicateIgnored` contradict each other")

    static func notAProperty(_ attribute: String) -> MacroMessage {
        MacroMessage(code: "not-a-property", message: "`@\(attribute)` applies only to a property")
    }

    /// The error for a class that is not final, with its fix-it.
    static func notFinal(_ type: ClassDeclSyntax) -> Diagnostic {
        let message = MacroMessage(
            code: "not-final",
            message: "`\(type.name.text)` must be final: a description covers one type, not its subclasses")
        // Only the keyword is replaced, so that the fix-it does not rewrite the whole class.
        var keyword = type.classKeyword
        keyword.tokenKind = .identifier("final class")
        return Diagnostic(
            node: type.name, message: message,
            fixIts: [
                FixIt(
                    message: MacroMessage(code: "not-final", message: "insert `final`"),
                    changes: [.replace(oldNode: Syntax(type.classKeyword), newNode: Syntax(keyword))])
            ])
    }

    /// The error for a property whose type cannot be a field, with a fix-it that leaves the property out.
    static func noFieldType(_ type: TypeSyntax, of name: TokenSyntax, _ property: VariableDeclSyntax) -> Diagnostic {
        let message = MacroMessage(
            code: "no-field-type",
            message:
                "`\(name.text)` cannot be a field: `\(type.trimmedDescription)` is not a type that predicates support"
        )
        var ignored = property
        let attribute = AttributeSyntax(
            leadingTrivia: property.leadingTrivia,
            attributeName: IdentifierTypeSyntax(name: .identifier("PredicateIgnored")),
            trailingTrivia: .space)
        ignored.leadingTrivia = []
        ignored.attributes.insert(.attribute(attribute), at: ignored.attributes.startIndex)
        return Diagnostic(
            node: type, message: message,
            fixIts: [
                FixIt(
                    message: MacroMessage(code: "no-field-type", message: "mark it `@PredicateIgnored`"),
                    changes: [.replace(oldNode: Syntax(property), newNode: Syntax(ignored))])
            ])
    }
}
#endif
