#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacros

    /// `@PredicateDescribed`: an extension with the description of a type, or the conformance of an enumeration.
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
            // A class whose superclass conforms has what it needs; it cannot be described a second time.
            guard protocols.contains(where: { $0.trimmedDescription.hasSuffix("PredicateDescribed") }) else {
                return []
            }

            // What the macro is said to add is not implied by what else it adds.
            let asked =
                protocols.contains { $0.trimmedDescription.hasSuffix("PredicateFieldValue") }
                ? ", PredicateFormat.PredicateFieldValue" : ""

            let names = FieldNames(node, declaration)
            let lines = FieldLines(names: names, context: context).lines(of: declaration.memberBlock.members)
            let name = type.trimmedDescription
            let documentation =
                Documentation.argument(of: declaration.leadingTrivia).map { "(documentation: \($0))" } ?? ""
            // A generic type cannot store anything of its own, so the description is made anew where it is asked for.
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

    /// The structure or class that is described.
    private struct DescribedDeclaration {
        let isGeneric: Bool
        /// The access that the description needs, with a blank behind it.
        let access: String
        /// Why the type cannot be described.
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
            // A type in a generic type is one as well.
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

    /// `@PredicateField`, which `@PredicateDescribed` reads.
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

    /// `@PredicateIgnored`, which `@PredicateDescribed` reads.
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
