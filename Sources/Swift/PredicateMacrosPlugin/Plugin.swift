#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The plugin that the compiler loads.
@main
struct PredicateMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [DescribedMacro.self, FieldMacro.self, IgnoredMacro.self]
}
#else
/// Without the trait `Macros` swift-syntax is not available, and nothing uses the plugin.
@main
enum NoPlugin {
    static func main() {}
}
#endif
