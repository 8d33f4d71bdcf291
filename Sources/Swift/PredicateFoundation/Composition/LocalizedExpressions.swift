#if canImport(Darwin)
import Foundation
import PredicateFormat

// Expressions that exist only on Apple's systems: comparisons of text in the system's locale.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.StringLocalizedStandardContains: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(root: walk.rebuild(root), other: walk.rebuild(other))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.StringCaseInsensitiveCompare: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(root: walk.rebuild(root), other: walk.rebuild(other))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.StringLocalizedCompare: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(root: walk.rebuild(root), other: walk.rebuild(other))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.StringLocalizedStandardContains: ImportableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .predicate(
            try importer.localized(root, .contains, other, [.caseInsensitive, .diacriticInsensitive]))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.StringCaseInsensitiveCompare: ImportableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .value(try importer.comparisonResult(root, other, .caseInsensitive))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.StringLocalizedCompare: ImportableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .value(try importer.comparisonResult(root, other, .localized))
    }
}
#endif
