#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Makes a line such as `PredicateField("age", \.age) { $0.age }` for each property of a type.
struct FieldLines<Context: MacroExpansionContext> {
    let names: FieldNames
    let context: Context

    func lines(of members: MemberBlockItemListSyntax) -> [String] {
        members.flatMap { item -> [String] in
            if let property = item.decl.as(VariableDeclSyntax.self) { return lines(of: property) }
            if let condition = item.decl.as(IfConfigDeclSyntax.self) { return lines(of: condition) }
            return []
        }
    }

    /// Properties inside `#if` keep their conditions.
    private func lines(of condition: IfConfigDeclSyntax) -> [String] {
        var lines: [String] = []
        for clause in condition.clauses {
            lines.append("\(clause.poundKeyword.text) \(clause.condition?.trimmedDescription ?? "")")
            if case .decls(let members) = clause.elements { lines += self.lines(of: members) }
        }
        return lines + ["#endif"]
    }

    private func lines(of property: VariableDeclSyntax) -> [String] {
        let field = property.attribute(named: "PredicateField")
        let ignored = property.attribute(named: "PredicateIgnored")
        if let ignored {
            if field != nil { context.diagnose(Diagnostic(node: ignored, message: MacroMessage.ignoredField)) }
            return []
        }
        guard !property.isOfType, field != nil || !property.isPrivate else { return [] }
        return property.bindings.compactMap { binding in
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
                if field != nil { context.diagnose(Diagnostic(node: binding, message: MacroMessage.pattern)) }
                return nil
            }
            if let problem = property.problem(of: binding) {
                // The property is left out silently, unless `@PredicateField` requests a field.
                if let field { context.diagnose(Diagnostic(node: field, message: problem)) }
                return nil
            }
            if let type = binding.typeAnnotation?.type, type.isNoValue {
                context.diagnose(MacroMessage.noFieldType(type, of: name, property))
                return nil
            }
            return line(of: name, property, field)
        }
    }

    private func line(of name: TokenSyntax, _ property: VariableDeclSyntax, _ field: AttributeSyntax?) -> String {
        let arguments = field?.arguments?.as(LabeledExprListSyntax.self)
        let given = arguments?.first { $0.label == nil }?.expression
        let documentation = arguments?.first { $0.label?.text == "documentation" }?.expression
        let fieldName =
            given.map(\.trimmedDescription) ?? StringLiteral.text(names.name(of: name.unescaped))
        var parts = [fieldName, "\\.\(name.text)"]
        if let documentation {
            parts.append("documentation: \(documentation.trimmedDescription)")
        } else if let text = Documentation.argument(of: property.leadingTrivia) {
            parts.append("documentation: \(text)")
        }
        return "PredicateFormat.PredicateField(\(parts.joined(separator: ", "))) { $0.\(name.text) }"
    }
}

/// The names of the fields of a type.
struct FieldNames {
    /// The keys of the properties that have one.
    private var keys: [String: String] = [:]

    init(_ node: AttributeSyntax, _ declaration: some DeclGroupSyntax) {
        let arguments = node.arguments?.as(LabeledExprListSyntax.self)
        let names = arguments?.first { $0.label?.text == "names" }?.expression.as(MemberAccessExprSyntax.self)
        guard names?.declName.baseName.text != "properties" else { return }
        for item in declaration.memberBlock.members {
            guard let keys = item.decl.as(EnumDeclSyntax.self), keys.name.text == "CodingKeys" else { continue }
            for item in keys.memberBlock.members {
                for element in item.decl.as(EnumCaseDeclSyntax.self)?.elements ?? [] {
                    let value = element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
                    self.keys[element.name.unescaped] = value
                }
            }
        }
    }

    func name(of property: String) -> String { keys[property] ?? property }
}

/// A string as a Swift literal.
enum StringLiteral {
    static func text(_ string: String) -> String { StringLiteralExprSyntax(content: string).description }
}

/// The first paragraph of a documentation comment.
enum Documentation {
    /// The paragraph as a literal; nil if there is none.
    static func argument(of trivia: Trivia) -> String? {
        var lines: [Substring] = []
        for piece in trivia {
            switch piece {
            case .docLineComment(let text): lines.append(text.dropFirst(3))
            case .docBlockComment(let text):
                lines += text.dropFirst(3).dropLast(2).split(separator: "\n", omittingEmptySubsequences: false).map {
                    let line = $0.drop { $0 == " " || $0 == "\t" }
                    return line.first == "*" ? line.dropFirst() : line
                }
            default: continue
            }
        }
        let words = lines.map { $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ") }
        let paragraph = words.drop(while: \.isEmpty).prefix { !$0.isEmpty }.joined(separator: " ")
        return paragraph.isEmpty ? nil : StringLiteral.text(paragraph)
    }
}

extension TokenSyntax {
    /// The name without backticks.
    var unescaped: String {
        guard text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
        return String(text.dropFirst().dropLast())
    }
}

extension VariableDeclSyntax {
    func attribute(named name: String) -> AttributeSyntax? {
        attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
            let attribute = $0.attributeName.trimmedDescription
            return attribute == name || attribute.hasSuffix(".\(name)")
        }
    }

    /// Whether the property belongs to the type and not to its values.
    var isOfType: Bool {
        modifiers.contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) }
    }

    /// Whether the property can be read only in its file or type. `private(set)` does not restrict reading.
    var isPrivate: Bool {
        modifiers.contains {
            ($0.name.tokenKind == .keyword(.private) || $0.name.tokenKind == .keyword(.fileprivate))
                && $0.detail == nil
        }
    }

    /// The reason why a property cannot be read during evaluation; nil if there is none.
    func problem(of binding: PatternBindingSyntax) -> MacroMessage? {
        if modifiers.contains(where: { $0.name.tokenKind == .keyword(.lazy) }) { return .lazy }
        guard case .accessors(let accessors) = binding.accessorBlock?.accessors else { return nil }
        for accessor in accessors where accessor.accessorSpecifier.tokenKind == .keyword(.get) {
            if accessor.effectSpecifiers?.asyncSpecifier != nil || accessor.effectSpecifiers?.throwsClause != nil {
                return .effects
            }
            if accessor.modifier?.name.tokenKind == .keyword(.mutating) { return .lazy }
        }
        return nil
    }
}

extension TypeSyntax {
    /// Whether no value of the type can be a field: functions, tuples, opaque and existential types.
    var isNoValue: Bool {
        if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.isNoValue }
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.isNoValue }
        if let tuple = self.as(TupleTypeSyntax.self) {
            // `(Int)` is `Int`.
            guard let only = tuple.elements.first, tuple.elements.count == 1 else { return true }
            return only.type.isNoValue
        }
        return self.is(FunctionTypeSyntax.self) || self.is(SomeOrAnyTypeSyntax.self)
    }
}
#endif
