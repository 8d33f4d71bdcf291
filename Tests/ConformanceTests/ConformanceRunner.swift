import Foundation
import PredicateFormat
import PredicatePatterns
import PredicateRecords

/// Runs cases, and says how what happens differs from what they expect.
struct ConformanceRunner {
    private let schemas: [String: RecordSchema]
    private let library = PredicateLibrary.standard

    init() throws {
        var schemas: [String: RecordSchema] = [:]
        let folder = ConformanceFile.folder.appendingPathComponent("schemas")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            var reader = JSONReader(strict: true)
            let text = String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
            schemas[name.replacingOccurrences(of: ".schema.json", with: "")] = SchemaShim.schema(try reader.read(text))
        }
        self.schemas = schemas
    }

    /// What is not as the case says; nothing when all is well.
    func failures(of tested: ConformanceCase, reparsing: Bool) -> [String] {
        var schema: RecordSchema?
        switch tested.schema {
        case nil: schema = nil
        case .named(let name):
            guard let known = schemas[name] else { return ["there is no schema \(name)"] }
            schema = known
        case .inline(let written): schema = SchemaShim.schema(written)
        }
        if tested.isInferred { schema?.origin = .inferred }
        do throws(PredicateDiagnostics) {
            return tested.isExpression
                ? try runExpression(tested, schema) : try runPredicate(tested, schema, reparsing: reparsing)
        } catch {
            return compareErrors(tested, error)
        }
    }

    func dump(_ tested: ConformanceCase) -> String {
        var schema: RecordSchema?
        if case .named(let name) = tested.schema { schema = schemas[name] }
        do throws(PredicateDiagnostics) {
            let c = try ParsedPredicate(parsing: tested.text, library: library).checked(
                against: schema, arguments: tested.arguments)
            return described(c.warnings)
        } catch { return described(error.diagnostics) }
    }

    private func context(of tested: ConformanceCase) -> EvaluationContext {
        EvaluationContext(now: tested.now ?? Date(timeIntervalSinceReferenceDate: 0), bindings: tested.variables)
    }

    private func runExpression(
        _ tested: ConformanceCase, _ schema: RecordSchema?
    ) throws(PredicateDiagnostics) -> [String] {
        let parsed = try ParsedExpression(parsing: tested.text, library: library)
        let value = try parsed.evaluated(
            against: schema, arguments: tested.arguments, on: tested.record, context: context(of: tested))
        guard let expected = tested.value else { return ["no error"] }
        return value.isSame(as: expected) ? [] : ["\(value) instead of \(expected)"]
    }

    private func runPredicate(
        _ tested: ConformanceCase, _ schema: RecordSchema?, reparsing: Bool
    ) throws(PredicateDiagnostics) -> [String] {
        let parsed = try ParsedPredicate(parsing: tested.text, library: library)
        let checked = try parsed.checked(against: schema, arguments: tested.arguments)
        guard !tested.isRefused else { return ["no error"] }
        var failures: [String] = []
        if let expected = tested.result {
            if checked.matches(tested.record, context: context(of: tested)) != expected {
                failures.append("\(!expected) instead of \(expected)")
            }
        }
        if let expected = tested.warnings, let difference = difference(expected, checked.warnings) {
            failures.append("warnings: \(difference)")
        }
        if let expected = tested.prints, checked.predicateFormat != expected {
            failures.append("prints \(checked.predicateFormat) instead of \(expected)")
        }
        if let expected = tested.printsAppleDates {
            let printed = checked.formatted(PredicateFormatStyle(dates: .apple))
            if printed != expected { failures.append("prints \(printed) instead of \(expected)") }
        }
        if let expected = tested.printsReadable {
            let printed = checked.formatted(.readable)
            if printed != expected { failures.append("prints \(printed) instead of \(expected)") }
        }
        if reparsing, let failure = reparsed(checked, schema) { failures.append(failure) }
        return failures
    }

    /// What prints parses to the same tree, in every style.
    private func reparsed(_ checked: CheckedPredicate, _ schema: RecordSchema?) -> String? {
        for style in [PredicateFormatStyle.canonical, .readable] {
            let printed = checked.formatted(style)
            do throws(PredicateDiagnostics) {
                let again = try ParsedPredicate(parsing: printed, library: library).checked(against: schema)
                if again.predicateFormat != checked.predicateFormat {
                    return "prints \(printed), and that prints \(again.predicateFormat)"
                }
            } catch {
                return "prints \(printed), which is refused: \(described(error.diagnostics))"
            }
        }
        return nil
    }

    private func compareErrors(_ tested: ConformanceCase, _ error: PredicateDiagnostics) -> [String] {
        let errors = error.diagnostics.filter { $0.severity == .error }
        if let expected = tested.errors { return difference(expected, errors).map { [$0] } ?? [] }
        switch tested.rejection {
        case .byAnything: return []
        case .by(let code):
            return errors.first?.code.rawValue == code ? [] : ["\(described(errors)) instead of \(code)"]
        case nil: return ["refused: \(described(errors))"]
        }
    }

    private func difference(_ expected: [ConformanceCase.Expected], _ found: [PredicateDiagnostic]) -> String? {
        let isSame =
            expected.count == found.count
            && zip(expected, found).allSatisfy { expected, found in
                expected.code == found.code.rawValue
                    && (expected.range.map { $0 == found.range.lowerBound..<found.range.upperBound } ?? true)
            }
        if isSame { return nil }
        let wanted = expected.map { "\($0.code)\($0.range.map { "@\($0.lowerBound)-\($0.upperBound)" } ?? "")" }
        return "\(described(found)) instead of [\(wanted.joined(separator: ", "))]"
    }

    private func described(_ found: [PredicateDiagnostic]) -> String {
        "["
            + found.map { "\($0.code.rawValue)@\($0.range.lowerBound)-\($0.range.upperBound)" }
            .joined(separator: ", ") + "]"
    }
}
