#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@PredicateDescribed`: makes an extension with the description of a type, or with the conformance of an
/// enumeration.
struct DescribedMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        if let enumeration = declaration.as(EnumDeclSyntax.self) {
            return try conformance(of: enumeration, type, protocols, context)
        }
        guard let root = DescribedDeclaration(declaration, context) else {
            context.diagnose(Diagnostic(node: node, message: MacroMessage.notDescribable))
            return []
        }
        if let message = root.problem {
            context.diagnose(message)
            return []
        }
        // A class whose superclass conforms needs nothing more, and cannot be described a second time.
        guard protocols.contains(where: { $0.trimmedDescription.hasSuffix("PredicateDescribed") }) else {
            return []
        }

        // A requested conformance must be written out, even if another one implies it.
        let asked =
            protocols.contains { $0.trimmedDescription.hasSuffix("PredicateFieldValue") }
            ? ", PredicateFormat.PredicateFieldValue" : ""

        let names = FieldNames(node, declaration)
        let lines = FieldLines(names: names, context: context).lines(of: declaration.memberBlock.members)
        let name = type.trimmedDescription
        let documentation =
            Documentation.argument(of: declaration.leadingTrivia).map { "(documentation: \($0))" } ?? ""
        // A generic type cannot have stored static properties, so the description is made for each access.
        let storage = root.isGeneric ? "static var" : "static let"
        let opening = root.isGeneric ? " {" : " ="
        let closing = root.isGeneric ? "\n}" : ""
        let text = """
            extension \(name): PredicateFormat.PredicateDescribed\(asked) {
            \(root.access)\(storage) predicateDescription: PredicateFormat.PredicateDescription<\(name)>\(opening)
            PredicateFormat.PredicateDescription<\(name)>\(documentation) {
            \(lines.joined(separator: "\n"))
            }\(closing)
            }
            """
        return [try ExtensionDeclSyntax("\(raw: text)")]
    }

    private static func conformance(
        of enumeration: EnumDeclSyntax, _ type: some TypeSyntaxProtocol, _ protocols: [TypeSyntax],
        _ context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard enumeration.inheritanceClause != nil else {
            context.diagnose(Diagnostic(node: enumeration.name, message: MacroMessage.noRawValue))
            return []
        }
        guard protocols.contains(where: { $0.trimmedDescription.hasSuffix("PredicateFieldValue") }) else {
            return []
        }
        return [
            try ExtensionDeclSyntax(
                "extension \(raw: type.trimmedDescription): PredicateFormat.PredicateFieldValue {}")
        ]
    }
}

/// The described structure or class.
private struct DescribedDeclaration {
    let isGeneric: Bool
    /// The access level of the description, with a space after it.
    let access: String
    /// The reason why the type cannot be described.
    private(set) var problem: Diagnostic?

    init?(_ declaration: some DeclGroupSyntax, _ context: some MacroExpansionContext) {
        var isGeneric: Bool
        if let structure = declaration.as(StructDeclSyntax.self) {
            isGeneric = structure.genericParameterClause != nil
        } else if let type = declaration.as(ClassDeclSyntax.self) {
            isGeneric = type.genericParameterClause != nil
            if !type.modifiers.contains(where: { $0.name.tokenKind == .keyword(.final) }) {
                problem = MacroMessage.notFinal(type)
            }
        } else {
            return nil
        }
        // A type inside a generic type is generic, too.
        for outer in context.lexicalContext {
            isGeneric =
                isGeneric || outer.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
        }
        self.isGeneric = isGeneric
        let levels = declaration.modifiers.compactMap { modifier -> String? in
            switch modifier.name.tokenKind {
            case .keyword(.public), .keyword(.open): "public "
            case .keyword(.package): "package "
            default: nil
            }
        }
        access = levels.first ?? ""
    }
}

/// `@PredicateField`. `@PredicateDescribed` reads it.
struct FieldMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if !declaration.is(VariableDeclSyntax.self) {
            context.diagnose(Diagnostic(node: node, message: MacroMessage.notAProperty("PredicateField")))
        }
        return []
    }
}

/// `@PredicateIgnored`. `@PredicateDescribed` reads it.
struct IgnoredMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if !declaration.is(VariableDeclSyntax.self) {
            context.diagnose(Diagnostic(node: node, message: MacroMessage.notAProperty("PredicateIgnored")))
        }
        return []
    }
}
#endif
