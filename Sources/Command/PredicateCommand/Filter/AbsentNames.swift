import PredicateFormat
import PredicateRecords

/// Warnings about names that no record has, where nothing has checked them before.
enum AbsentNames {
    /// The names of a predicate that records of an inferred schema do not have.
    ///
    /// - Parameter remark: what there is to say of records that were not examined; nil if all were.
    static func of(_ predicate: CheckedPredicate, in schema: RecordSchema, _ remark: String?) -> [PredicateDiagnostic] {
        do throws(PredicateDiagnostics) {
            _ = try ParsedPredicate(parsing: predicate.source, library: predicate.library, limits: predicate.limits)
                .checked(against: schema)
            return []
        } catch {
            return warnings(error.diagnostics, remark)
        }
    }

    /// What the diagnostics of a check say of unknown names.
    static func warnings(_ diagnostics: [PredicateDiagnostic], _ remark: String?) -> [PredicateDiagnostic] {
        var found = diagnostics.filter { $0.code == .unknownField && $0.severity == .error }
        for index in found.indices { found[index].severity = .warning }
        if let remark, !found.isEmpty { found[found.count - 1].notes.append(remark) }
        return found
    }
}

extension FilterPreparation {
    /// The most records of each input in which names are searched for after an answer without types.
    private static let searchedRecords = 10_000

    /// Warnings about names that no record has, if the records were read without types; nil for none.
    func absentNames() throws -> RecordQueryDiagnostics? {
        guard request.untyped, request.warnings != .none, request.sources.allSatisfy(\.isRereadable) else { return nil }
        let sample = RecordSample(request)
        var found: RecordQueryDiagnostics?
        for count in [Self.fewRecords, Self.searchedRecords] {
            try sample.read(upTo: count)
            guard let schema = sample.schema else { return nil }
            found = diagnostics(against: schema)?.changing {
                AbsentNames.warnings($0, sample.partCount.map(RecordSample.extent))
            }
            if found?.isEmpty ?? true { return nil }
        }
        return found
    }

    private func diagnostics(against schema: RecordSchema) -> RecordQueryDiagnostics? {
        do throws(RecordQueryDiagnostics) {
            _ = try checked(against: schema)
            return nil
        } catch {
            return error
        }
    }
}
