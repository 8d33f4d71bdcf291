#if compiler(>=6.3)
import CPredicate
import PredicateCore
import PredicateFiles
import PredicateFormat
import PredicatePlatform
import PredicateRecords

// The functions of predicate.h, which the compiler compares with the header. They are `package`, because only C calls them.

// MARK: The library

@c @implementation package func predicate_abi_version() -> UInt32 { UInt32(PREDICATE_ABI_VERSION) }

@c @implementation package func predicate_version() -> CText { StaticText.version }

@c @implementation package func predicate_features() -> CText { StaticText.features }

/// Strings that are made once and never freed.
private enum StaticText {
    nonisolated(unsafe) static let version = UnsafePointer(strdup(PredicateLibrary.version))
    nonisolated(unsafe) static let features = UnsafePointer(strdup(built.text(pretty: false)))

    private static var built: JSONNode {
        let matches = try? CheckedPredicate("a MATCHES 'a'", library: PredicateContent.library)
        #if Files
        let readsYAML = true
        #else
        let readsYAML = false
        #endif
        #if Compression
        let unpacks = true
        #else
        let unpacks = false
        #endif
        return [
            "matches": .boolean(matches != nil), "gzip": .boolean(unpacks), "zstd": .boolean(unpacks),
            "yaml": .boolean(readsYAML),
        ]
    }
}

// MARK: Predicates

/// The compilation of a format string with options.
private func compilation(
    _ text: CText, _ length: Int, _ options: CText, _ size: Int
) throws(CallFailure) -> PredicateCompilation {
    let source = try argumentText(text, length, of: "predicate")
    let options = try CallOptions(
        options, size, ["arguments", "variables", "schema", "limits", "template"])
    return PredicateCompilation(
        source, schema: try options.schema(), arguments: try options.arguments(), bindings: try options.variables(),
        requiresValues: try options.flag("template") != true, library: PredicateContent.library,
        limits: try options.limits())
}

@c @implementation package func predicate_new(
    _ text: CText, _ length: Int, _ options: CText, _ size: Int, _ result: HandleResult, _ error: HandleResult
) -> predicate_status {
    make(result, error) {
        let compilation = try compilation(text, length, options, size)
        guard let predicate = compilation.open else { throw compilation.diagnostics }
        return PredicateContent(predicate)
    }
}

@c @implementation package func predicate_check(
    _ text: CText, _ length: Int, _ options: CText, _ size: Int, _ report: TextResult, _ error: HandleResult
) -> predicate_status {
    write(report, error) {
        let compilation = try compilation(text, length, options, size)
        return [
            "valid": .boolean(compilation.open != nil),
            "text": compilation.open.map { .string($0.predicateFormat) } ?? .null,
            "diagnostics": .array(compilation.diagnostics.withVerifiedEdits.jsonNodes()),
        ]
    }
}

@c @implementation package func predicate_bind(
    _ template_: Handle, _ variables: CText, _ length: Int, _ result: HandleResult, _ error: HandleResult
) -> predicate_status {
    make(result, error) {
        let template = PredicateTemplate(try PredicateContent.of(template_).predicate)
        let bytes = Array(try argumentBytes(variables, length, of: "object of variables"))
        let values = try CallOptions.variables(try CallOptions.object(bytes, "the object of variables"))
        return PredicateContent(try template.binding(values))
    }
}

@c @implementation package func predicate_combine(
    _ connective: predicate_connective, _ parts: UnsafePointer<OpaquePointer?>?, _ count: Int, _ result: HandleResult,
    _ error: HandleResult
) -> predicate_status {
    make(result, error) {
        guard count >= 0, parts != nil || count == 0 else { throw CallFailure.argument("the array of parts is null") }
        let parts = try UnsafeBufferPointer(start: parts, count: count).map { try PredicateContent.of($0).predicate }
        return PredicateContent(try combined(connective, parts))
    }
}

private func combined(_ connective: predicate_connective, _ parts: [CheckedPredicate]) throws -> CheckedPredicate {
    switch (connective, parts.count) {
    // The operators check only the new part, so that a loop costs as much as its parts.
    case (PREDICATE_AND, 2): return try parts[0] && parts[1]
    case (PREDICATE_OR, 2): return try parts[0] || parts[1]
    case (PREDICATE_AND, _): return try parts.conjunction()
    case (PREDICATE_OR, _): return try parts.disjunction()
    case (PREDICATE_NOT, 1): return try !parts[0]
    case (PREDICATE_NOT, let count): throw CallFailure.argument("NOT takes one part, not \(count)")
    default: throw CallFailure.argument("there is no connective \(connective.rawValue)")
    }
}

@c @implementation package func predicate_describe(
    _ predicate: Handle, _ json: TextResult, _ error: HandleResult
) -> predicate_status {
    write(json, error) {
        let predicate = try PredicateContent.of(predicate).predicate
        let uses = predicate.uses
        var fields: [String] = []
        for field in uses.fields.map({ $0.keys.joined(separator: ".") }) where !field.isEmpty {
            if !fields.containsName(field) { fields.append(field) }
        }
        return [
            "text": .string(predicate.predicateFormat), "fields": strings(fields),
            "keys": uses.topLevelKeys.map(strings) ?? .null, "variables": strings(predicate.variables.map(\.name)),
        ]
    }
}

private func strings(_ names: [String]) -> JSONNode { .array(names.map { .string($0) }) }

@c @implementation package func predicate_free(_ predicate: Handle) { PredicateContent.free(predicate) }

// MARK: Records

@c @implementation package func predicate_match(
    _ predicate: Handle, _ record: CText, _ length: Int, _ matches: UnsafeMutablePointer<Bool>?, _ error: HandleResult
) -> predicate_status {
    call(matches, false, error) {
        let content = try PredicateContent.of(predicate)
        let record = try argumentBytes(record, length, of: "record")
        return try content.matching { try $0.matches(record) }
    }
}

@c @implementation package func predicate_match_lines(
    _ predicate: Handle, _ lines: CText, _ length: Int, _ indices: UnsafeMutablePointer<UInt64>?,
    _ capacity: Int, _ matches: UnsafeMutablePointer<Int>?, _ error: HandleResult
) -> predicate_status {
    var count = 0
    // The number is also set after an error.
    defer { matches?.pointee = count }
    return call(matches, 0, error) {
        guard capacity >= 0, indices != nil || capacity == 0 else {
            throw CallFailure.argument("the array of indices is null")
        }
        let content = try PredicateContent.of(predicate)
        let lines = try argumentBytes(lines, length, of: "text of lines")
        try content.matching { matcher in
            try matcher.forEachMatch(in: lines) { line in
                if count < capacity { indices?[count] = UInt64(line) }
                count += 1
            }
        }
        return count
    }
}

@c @implementation package func predicate_scan(
    _ predicate: Handle, _ path: CText, _ options: CText, _ size: Int,
    _ callback: predicate_record_callback?, _ context: UnsafeMutableRawPointer?,
    _ matches: UnsafeMutablePointer<UInt64>?, _ error: HandleResult
) -> predicate_status {
    var count = 0
    defer { matches?.pointee = UInt64(count) }
    return call(matches, 0, error) {
        let content = try PredicateContent.of(predicate)
        guard let path else { throw CallFailure.argument("the path is null") }
        let file = try argumentText(path, strlen(path), of: "path")
        let options = try CallOptions(
            options, size, ["at", "threads", "limit", "skipBadRecords", "progress", "records"])
        var input = RecordInputOptions(limits: RecordLimits(depth: content.predicate.limits.recordDepth))
        if let pointer = try options.string("at") { input.pointer = try JSONPointer(parsing: pointer) }
        var scan = RecordPipeline.Options()
        scan.countsOnly = try callback == nil || options.flag("records") == false
        scan.limit = try options.number("limit")
        scan.skipsBadRecords = try options.flag("skipBadRecords") == true
        scan.threads = max(1, min(try options.number("threads") ?? .max, WorkerThread.processorCount))
        let showsProgress = try options.flag("progress") == true || scan.countsOnly
        let output = FileScan(showsProgress: showsProgress && callback != nil) { record, counts in
            guard let callback else { return true }
            let start = record?.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
            return callback(context, start, record?.count ?? 0, UInt64(counts.records), UInt64(counts.bytes)) == 0
        }
        try output.run(file, content, input, scan, matches: &count)
        return UInt64(count)
    }
}

// MARK: Named predicates

/// A file of named predicates.
private final class FileContent: HandleContent, Sendable {
    static let noun = "predicate_file"
    let file: PredicateFile

    init(_ file: PredicateFile) { self.file = file }
}

@c @implementation package func predicate_file_new(
    _ text: CText, _ length: Int, _ options: CText, _ size: Int, _ result: HandleResult, _ error: HandleResult
) -> predicate_status {
    make(result, error) {
        let bytes = Array(try argumentBytes(text, length, of: "file"))
        let options = try CallOptions(options, size, ["format", "path", "limits"])
        let path = try options.string("path")
        let name = try options.string("format")
        guard let format = name.map(PredicateFile.Format.init(rawValue:)) ?? path.flatMap({ .init(path: $0) }) else {
            throw CallFailure.argument("option `format` must be json, yaml, toml or plist")
        }
        #if !Files
        if format == .yaml {
            throw CallFailure(status: PREDICATE_UNSUPPORTED, message: "error: this library was built without YAML")
        }
        #endif
        return FileContent(
            try PredicateFile(
                bytes, format: format, path: path ?? "predicates", folder: path.map(NamedSchemas.folder) ?? "",
                library: PredicateContent.library, limits: try options.limits()))
    }
}

@c @implementation package func predicate_file_names(
    _ file: Handle, _ json: TextResult, _ error: HandleResult
) -> predicate_status {
    write(json, error) { strings(try FileContent.of(file).file.names) }
}

@c @implementation package func predicate_file_get(
    _ file: Handle, _ name: CText, _ length: Int, _ options: CText, _ size: Int,
    _ result: HandleResult, _ error: HandleResult
) -> predicate_status {
    make(result, error) {
        let named = try FileContent.of(file).file.named(try argumentText(name, length, of: "name"))
        let options = try CallOptions(options, size, ["variables", "template"])
        let isTemplate = try options.flag("template") == true
        let values = try options.variables()
        return PredicateContent(try isTemplate ? named.template.partiallyBinding(values).open : named.binding(values))
    }
}

@c @implementation package func predicate_file_free(_ file: Handle) { FileContent.free(file) }

// MARK: Sets of rules

/// A set of rules.
private final class RulesContent: HandleContent, Sendable {
    static let noun = "predicate_rules"
    let rules: PredicateSet<ExactName>

    init(_ rules: PredicateSet<ExactName>) { self.rules = rules }
}

@c @implementation package func predicate_rules_new(
    _ options: CText, _ size: Int, _ result: HandleResult, _ error: HandleResult
) -> predicate_status {
    make(result, error) {
        let options = try CallOptions(options, size, ["schema", "limits"])
        return RulesContent(
            PredicateSet(
                schema: try options.schema(), library: PredicateContent.library, limits: try options.limits()))
    }
}

@c @implementation package func predicate_rules_insert(
    _ rules: Handle, _ id: CText, _ size: Int, _ text: CText, _ length: Int, _ error: HandleResult
) -> predicate_status {
    call(error) {
        let rules = try RulesContent.of(rules).rules
        let name = ExactName(try argumentText(id, size, of: "id"))
        try rules.update(try argumentText(text, length, of: "predicate"), for: name)
    }
}

@c @implementation package func predicate_rules_remove(
    _ rules: Handle, _ id: CText, _ size: Int, _ removed: UnsafeMutablePointer<Bool>?, _ error: HandleResult
) -> predicate_status {
    call(removed, false, error) {
        let rules = try RulesContent.of(rules).rules
        return rules.remove(ExactName(try argumentText(id, size, of: "id"))) != nil
    }
}

@c @implementation package func predicate_rules_match(
    _ rules: Handle, _ record: CText, _ length: Int, _ ids: TextResult, _ error: HandleResult
) -> predicate_status {
    var undecided: [PredicateSetAnswer<ExactName>.Undecided] = []
    let status = write(ids, error) {
        let rules = try RulesContent.of(rules).rules
        let answer = try rules.answer(json: try argumentBytes(record, length, of: "record"))
        undecided = answer.undecided
        return strings(answer.ids.map(\.text))
    }
    guard status == PREDICATE_OK, let first = undecided.first else { return status }
    let names = undecided.prefix(5).map { "`\(SafeText.plain($0.id.text))`" }
    let rest = undecided.count > 5 ? " and \(undecided.count - 5) others" : ""
    return call(error) {
        throw CallFailure(first.limit, of: "the answer of \(names.joined(separator: ", "))\(rest)")
    }
}

@c @implementation package func predicate_rules_free(_ rules: Handle) { RulesContent.free(rules) }

// MARK: Errors and strings

// These functions return no status, so for a pointer that is not an error they return null.

@c @implementation package func predicate_error_message(_ error: Handle) -> CText {
    (try? CallError.of(error).message).map { UnsafePointer($0) }
}

@c @implementation package func predicate_error_json(_ error: Handle) -> CText {
    (try? CallError.of(error).json).map { UnsafePointer($0) }
}

@c @implementation package func predicate_error_free(_ error: Handle) { CallError.free(error) }

@c @implementation package func predicate_text_free(_ text: UnsafeMutablePointer<CChar>?) { free(text) }
#endif
