import Foundation
import PredicateCore
import PredicateFormat
import PredicatePatterns
import PredicateRecords

/// Runs cases through both evaluators and reports each difference from the expectation.
struct ConformanceRunner {
    private let schemas: [String: RecordSchema]
    private let library = PredicateLibrary.standard.using(patterns: PCRE2PatternEngine())

    init() throws {
        var schemas: [String: RecordSchema] = [:]
        let folder = ConformanceFile.folder.appendingPathComponent("schemas")
        let ending = ".schema.json"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(ending) {
            let text = String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
            schemas[String(name.dropLast(ending.count))] = try JSONSchemaReader.read(text).schema
        }
        self.schemas = schemas
    }

    /// The differences from the expectation; empty if the case passes.
    ///
    /// - Parameter reparsing: whether the printed text is parsed again.
    func failures(of tested: ConformanceCase, reparsing: Bool) -> [String] {
        let schema: RecordSchema?
        do {
            schema = try self.schema(of: tested)
        } catch {
            return ["no schema: \(error)"]
        }
        do throws(PredicateDiagnostics) {
            return tested.isExpression
                ? try runExpression(tested, schema) : try runPredicate(tested, schema, reparsing: reparsing)
        } catch {
            return compareErrors(tested, error)
        }
    }

    func schema(of tested: ConformanceCase) throws -> RecordSchema? {
        var schema: RecordSchema
        switch tested.schema {
        case nil: return nil
        case .named(let name):
            guard let known = schemas[name] else { throw CorpusError("there is none of the name \(name)") }
            schema = known
        case .inline(let written): schema = try JSONSchemaReader.read(written.jsonText).schema
        }
        if tested.isInferred { schema.origin = .inferred }
        return schema
    }

    private func context(of tested: ConformanceCase) -> EvaluationContext {
        EvaluationContext(now: tested.now ?? Date(timeIntervalSinceReferenceDate: 0), bindings: tested.variables)
    }

    private func runExpression(
        _ tested: ConformanceCase, _ schema: RecordSchema?
    ) throws(PredicateDiagnostics) -> [String] {
        let checked = try ParsedExpression(parsing: tested.text, library: library)
            .checked(against: schema, arguments: tested.arguments)
        guard let expected = tested.value else { return ["no error"] }
        let context = context(of: tested)
        let reference = ReferenceEvaluator(library: library)
        let answers = [
            ("reference", reference.evaluate(checked.program, on: tested.record, context: context)),
            ("compiled", checked.compiled.evaluate(on: tested.record, context: context)),
        ]
        return answers.filter { !$0.1.isSame(as: expected) }.map { "\($0.0): \($0.1) instead of \(expected)" }
    }

    private func runPredicate(
        _ tested: ConformanceCase, _ schema: RecordSchema?, reparsing: Bool
    ) throws(PredicateDiagnostics) -> [String] {
        let parsed = try ParsedPredicate(parsing: tested.text, library: library)
        let checked = try parsed.template(against: schema, arguments: tested.arguments).open
        guard !tested.isRefused else { return ["no error"] }
        var failures: [String] = []
        if let expected = tested.result {
            let context = context(of: tested)
            let reference = ReferenceEvaluator(library: library)
            if reference.evaluate(checked.program, on: tested.record, context: context) != expected {
                failures.append("reference: \(!expected) instead of \(expected)")
            }
            if checked.compiled.evaluate(on: tested.record, context: context) != expected {
                failures.append("compiled: \(!expected) instead of \(expected)")
            }
            if !tested.variables.isEmpty {
                let bound = try checked.binding(values: NameTable(tested.variables))
                if bound.matches(tested.record, context: EvaluationContext(now: context.now)) != expected {
                    failures.append("bound: \(!expected) instead of \(expected)")
                }
            }
        }
        if let expected = tested.warnings, let difference = difference(expected, checked.warnings) {
            failures.append("warnings: \(difference)")
        }
        let texts = [
            (tested.prints, PredicateFormatStyle.canonical), (tested.printsReadable, .readable),
            (tested.printsAppleDates, PredicateFormatStyle(dates: .apple)),
        ]
        for (expected, style) in texts {
            guard let expected else { continue }
            let printed = checked.formatted(style)
            if printed != expected { failures.append("prints \(printed) instead of \(expected)") }
        }
        if reparsing, !tested.hasObjectArgument, let failure = reparsed(checked, schema) { failures.append(failure) }
        return failures
    }

    /// The printed text must parse, and print the same text again.
    private func reparsed(_ checked: CheckedPredicate, _ schema: RecordSchema?) -> String? {
        for style in [PredicateFormatStyle.canonical, .readable] {
            let printed = checked.formatted(style)
            do throws(PredicateDiagnostics) {
                let again = try ParsedPredicate(parsing: printed, library: library).template(against: schema)
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
        let all = found.prefix(10).map { "\($0.code.rawValue)@\($0.range.lowerBound)-\($0.range.upperBound)" }
        return "[\(all.joined(separator: ", "))\(found.count > 10 ? ", …" : "")]"
    }
}

extension PredicateValue {
    /// The JSON text of a value that was read from JSON.
    fileprivate var jsonText: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let text): Self.quoted(text)
        case .list(let elements): "[" + elements.map(\.jsonText).joined(separator: ",") + "]"
        case .object(let object):
            "{" + object.keys.map { Self.quoted($0) + ":" + object.value(forKey: $0).jsonText }.joined(separator: ",")
                + "}"
        default: "null"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 0x20:
                "\\u" + String(repeating: "0", count: scalar.value < 0x10 ? 3 : 2) + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
