#if Macros
    import SwiftCompilerPlugin
    import SwiftSyntaxMacros

    /// What the compiler loads.
    @main
    struct PredicateMacrosPlugin: CompilerPlugin {
        let providingMacros: [any Macro.Type] = [DescribedMacro.self, FieldMacro.self, IgnoredMacro.self]
    }
#else
    /// Without the trait `Macros` there is no swift-syntax to build with, and nothing asks for the plugin.
    @main
    enum NoPlugin {
        static func main() {}
    }
#endif
