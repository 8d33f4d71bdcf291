#if compiler(>=6.3)
import CPredicate
import PredicateCore
import PredicateFiles
import PredicateFormat
import PredicatePlatform
import PredicateRecords

// The functions of predicate.h, which the compiler compares with the header. They are `package`, because only C calls them.

package typealias CText = UnsafePointer<CChar>?
package typealias TextResult = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
package typealias HandleResult = UnsafeMutablePointer<OpaquePointer?>?

// MARK: The library

@c @implementation
package func predicate_abi_version() -> UInt32 { UInt32(PREDICATE_ABI_VERSION) }

@c @implementation
package func predicate_version() -> CText { StaticText.version }

@c @implementation
package func predicate_features() -> CText { StaticText.features }

/// Texts that are made once and never freed.
private enum StaticText {
    nonisolated(unsafe) static let version = UnsafePointer(strdup(PredicateLibrary.version))
    nonisolated(unsafe) static let features = UnsafePointer(strdup(JSONNode.object(built).text(pretty: false)))

    private static var built: [JSONNode.Member] {
        let matches = try? CheckedPredicate("a MATCHES 'a'", library: PredicateContent.library)
        #if Files
        let readsYAML = true
        #else
        let readsYAML = false
        #endif
        return [("matches", matches != nil), ("gzip", true), ("zstd", true), ("yaml", readsYAML)].map {
            JSONNode.Member($0, .boolean($1))
        }
    }
}

// MARK: Predicates

/// The compilation of a text with options.
private func compilation(
    _ text: CText, _ length: Int, _ options: CText, _ options_length: Int
) throws(CallFailure) -> PredicateCompilation {
    let source = try argumentText(text, length, of: "predicate")
    let options = try CallOptions(
        options, options_length, ["arguments", "variables", "schema", "limits", "template"])
    return PredicateCompilation(
        source, schema: try options.schema(), arguments: try options.arguments(), bindings: try options.variables(),
        requiresValues: try !options.flag("template"), library: PredicateContent.library,
        limits: try options.limits())
}

@c @implementation
package func predicate_new(
    _ text: CText, _ length: Int, _ options: CText, _ options_length: Int, _ result: HandleResult,
    _ error: HandleResult
) -> predicate_status {
    result?.pointee = nil
    return call(error) {
        let result = try place(result)
        let compilation = try compilation(text, length, options, options_length)
        guard let predicate = compilation.open else { throw compilation.diagnostics }
        result.pointee = PredicateContent(predicate).handle()
    }
}

@c @implementation
package func predicate_check(
    _ text: CText, _ length: Int, _ options: CText, _ options_length: Int, _ report: TextResult, _ error: HandleResult
) -> predicate_status {
    report?.pointee = nil
    return call(error) {
        let compilation = try compilation(text, length, options, options_length)
        let node: JSONNode = [
            "valid": .boolean(compilation.open != nil),
            "text": compilation.open.map { .string($0.predicateFormat) } ?? .null,
            "diagnostics": .array(compilation.diagnostics.withVerifiedEdits.jsonNodes()),
        ]
        try give(node, to: report)
    }
}

@c @implementation
package func predicate_bind(
    _ template_: OpaquePointer?, _ variables: CText, _ variables_length: Int, _ result: HandleResult,
    _ error: HandleResult
) -> predicate_status {
    result?.pointee = nil
    return call(error) {
        let result = try place(result)
        let template = PredicateTemplate(try PredicateContent.of(template_).predicate)
        let bytes = Array(try argumentBytes(variables, variables_length, of: "variables"))
        let values = try CallOptions.variables(try CallOptions.object(bytes, "the variables"))
        result.pointee = PredicateContent(try template.binding(values)).handle()
    }
}

@c @implementation
package func predicate_combine(
    _ connective: predicate_connective, _ parts: UnsafePointer<OpaquePointer?>?, _ count: Int, _ result: HandleResult,
    _ error: HandleResult
) -> predicate_status {
    result?.pointee = nil
    return call(error) {
        let result = try place(result)
        guard count >= 0, parts != nil || count == 0 else { throw CallFailure.argument("the array of parts is null") }
        let predicates = try UnsafeBufferPointer(start: parts, count: count).map {
            try PredicateContent.of($0).predicate
        }
        result.pointee = PredicateContent(try combined(connective, predicates)).handle()
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

@c @implementation
package func predicate_describe(_ predicate: OpaquePointer?, _ json: TextResult, _ error: HandleResult)
    -> predicate_status
{
    json?.pointee = nil
    return call(error) {
        let predicate = try PredicateContent.of(predicate).predicate
        let uses = predicate.uses
        var fields: [String] = []
        for field in uses.fields {
            let name = field.keys.joined(separator: ".")
            if !name.isEmpty, !fields.containsName(name) { fields.append(name) }
        }
        let node: JSONNode = [
            "text": .string(predicate.predicateFormat), "fields": names(fields),
            "keys": uses.topLevelKeys.map(names) ?? .null, "variables": names(predicate.variables.map(\.name)),
        ]
        try give(node, to: json)
    }
}

private func names(_ names: [String]) -> JSONNode { .array(names.map { .string($0) }) }

@c @implementation
package func predicate_free(_ predicate: OpaquePointer?) { PredicateContent.free(predicate) }

// MARK: Records

@c @implementation
package func predicate_match(
    _ predicate: OpaquePointer?, _ record: CText, _ length: Int, _ matches: UnsafeMutablePointer<Bool>?,
    _ error: HandleResult
) -> predicate_status {
    matches?.pointee = false
    return call(error) {
        let matches = try place(matches)
        let content = try PredicateContent.of(predicate)
        let record = try argumentBytes(record, length, of: "record")
        matches.pointee = try content.matching { try $0.matches(record) }
    }
}

@c @implementation
package func predicate_match_lines(
    _ predicate: OpaquePointer?, _ lines: CText, _ length: Int, _ indices: UnsafeMutablePointer<UInt64>?,
    _ capacity: Int, _ matches: UnsafeMutablePointer<Int>?, _ error: HandleResult
) -> predicate_status {
    matches?.pointee = 0
    return call(error) {
        let matches = try place(matches)
        guard capacity >= 0, indices != nil || capacity == 0 else {
            throw CallFailure.argument("the array of indices is null")
        }
        let content = try PredicateContent.of(predicate)
        let lines = try argumentBytes(lines, length, of: "text of lines")
        try content.matching { matcher in
            try matcher.forEachMatch(in: lines) { line in
                if matches.pointee < capacity { indices?[matches.pointee] = UInt64(line) }
                matches.pointee += 1
            }
        }
    }
}

@c @implementation
package func predicate_scan(
    _ predicate: OpaquePointer?, _ path: CText, _ options: CText, _ options_length: Int,
    _ callback: predicate_record_callback?, _ context: UnsafeMutableRawPointer?,
    _ matches: UnsafeMutablePointer<UInt64>?, _ error: HandleResult
) -> predicate_status {
    matches?.pointee = 0
    return call(error) {
        let matches = try place(matches)
        let content = try PredicateContent.of(predicate)
        guard let path else { throw CallFailure.argument("the path is null") }
        let file = try argumentText(path, strlen(path), of: "path")
        let options = try CallOptions(
            options, options_length, ["at", "threads", "limit", "skipBadRecords", "progress", "records"])
        var input = RecordInputOptions(limits: RecordLimits(depth: content.predicate.limits.recordDepth))
        if let pointer = try options.string("at") { input.pointer = try JSONPointer(parsing: pointer) }
        var scan = RecordPipeline.Options()
        scan.countsOnly = try callback == nil || !options.flag("records", unlessGiven: true)
        scan.limit = try options.number("limit")
        scan.skipsBadRecords = try options.flag("skipBadRecords")
        let threads = try options.number("threads") ?? .max
        scan.threads = max(1, min(threads, WorkerThread.processorCount))
        let showsProgress = try callback != nil && (options.flag("progress") || scan.countsOnly)
        let output = FileScan(showsProgress: showsProgress) { record, counts in
            guard let callback else { return true }
            let start = record?.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
            return callback(context, start, record?.count ?? 0, UInt64(counts.records), UInt64(counts.bytes)) == 0
        }
        try output.run(file, content, input, scan, matches: matches)
    }
}

// MARK: Named predicates

/// A file of named predicates.
private final class FileContent: HandleContent, Sendable {
    static let mark: UInt64 = 0x7072_6564_4649_4C45
    static let noun = "predicate_file"
    let file: PredicateFile

    init(_ file: PredicateFile) { self.file = file }
}

@c @implementation
package func predicate_file_new(
    _ text: CText, _ length: Int, _ options: CText, _ options_length: Int, _ result: HandleResult,
    _ error: HandleResult
) -> predicate_status {
    result?.pointee = nil
    return call(error) {
        let result = try place(result)
        let bytes = Array(try argumentBytes(text, length, of: "file"))
        let options = try CallOptions(options, options_length, ["format", "path", "limits"])
        let path = try options.string("path")
        let name = try options.string("format")
        guard let format = name.map(PredicateFile.Format.init(rawValue:)) ?? path.flatMap({ .init(path: $0) }) else {
            throw CallFailure.argument("option `format` must be json, yaml, toml or plist")
        }
        #if !Files
        if format == .yaml { throw CallFailure(status: PREDICATE_UNSUPPORTED, message: "error: this build reads no YAML") }
        #endif
        let file = try PredicateFile(
            bytes, format: format, path: path ?? "predicates", folder: path.map(NamedSchemas.folder) ?? "",
            library: PredicateContent.library, limits: try options.limits())
        result.pointee = FileContent(file).handle()
    }
}

@c @implementation
package func predicate_file_names(_ file: OpaquePointer?, _ json: TextResult, _ error: HandleResult)
    -> predicate_status
{
    json?.pointee = nil
    return call(error) { try give(names(try FileContent.of(file).file.names), to: json) }
}

@c @implementation
package func predicate_file_get(
    _ file: OpaquePointer?, _ name: CText, _ length: Int, _ options: CText, _ options_length: Int,
    _ result: HandleResult, _ error: HandleResult
) -> predicate_status {
    result?.pointee = nil
    return call(error) {
        let result = try place(result)
        let named = try FileContent.of(file).file.named(try argumentText(name, length, of: "name"))
        let options = try CallOptions(options, options_length, ["variables", "template"])
        let values = try options.variables()
        let predicate = try options.flag("template") ? named.checked : named.binding(values)
        result.pointee = PredicateContent(predicate).handle()
    }
}

@c @implementation
package func predicate_file_free(_ file: OpaquePointer?) { FileContent.free(file) }

// MARK: Sets of rules

/// A set of rules.
private final class RulesContent: HandleContent, Sendable {
    static let mark: UInt64 = 0x7072_6564_5255_4C45
    static let noun = "predicate_rules"
    let rules: PredicateSet<ExactName>

    init(_ rules: PredicateSet<ExactName>) { self.rules = rules }
}

@c @implementation
package func predicate_rules_new(
    _ options: CText, _ options_length: Int, _ result: HandleResult, _ error: HandleResult
) -> predicate_status {
    result?.pointee = nil
    return call(error) {
        let result = try place(result)
        let options = try CallOptions(options, options_length, ["schema", "limits"])
        let rules = PredicateSet<ExactName>(
            schema: try options.schema(), library: PredicateContent.library, limits: try options.limits())
        result.pointee = RulesContent(rules).handle()
    }
}

@c @implementation
package func predicate_rules_insert(
    _ rules: OpaquePointer?, _ id: CText, _ id_length: Int, _ text: CText, _ length: Int, _ error: HandleResult
) -> predicate_status {
    call(error) {
        let rules = try RulesContent.of(rules).rules
        let name = ExactName(try argumentText(id, id_length, of: "id"))
        try rules.update(try argumentText(text, length, of: "predicate"), for: name)
    }
}

@c @implementation
package func predicate_rules_remove(
    _ rules: OpaquePointer?, _ id: CText, _ id_length: Int, _ removed: UnsafeMutablePointer<Bool>?,
    _ error: HandleResult
) -> predicate_status {
    removed?.pointee = false
    return call(error) {
        let rules = try RulesContent.of(rules).rules
        let old = rules.remove(ExactName(try argumentText(id, id_length, of: "id")))
        removed?.pointee = old != nil
    }
}

@c @implementation
package func predicate_rules_match(
    _ rules: OpaquePointer?, _ record: CText, _ length: Int, _ ids: TextResult, _ error: HandleResult
) -> predicate_status {
    ids?.pointee = nil
    return call(error) {
        let rules = try RulesContent.of(rules).rules
        let answer = try rules.answer(json: try argumentBytes(record, length, of: "record"))
        try give(names(answer.ids.map(\.text)), to: ids)
        guard let first = answer.undecided.first else { return }
        let known = answer.undecided.prefix(5).map { "`\(SafeText.plain($0.id.text))`" }
        let others = answer.undecided.count > 5 ? " and \(answer.undecided.count - 5) others" : ""
        throw CallFailure(first.limit, of: "the record of rules \(known.joined(separator: ", "))\(others)")
    }
}

@c @implementation
package func predicate_rules_free(_ rules: OpaquePointer?) { RulesContent.free(rules) }

// MARK: Errors and texts

@c @implementation
package func predicate_error_message(_ error: OpaquePointer?) -> CText { text(of: error) { $0.message } }

@c @implementation
package func predicate_error_json(_ error: OpaquePointer?) -> CText { text(of: error) { $0.json } }

/// A text of an error; null for what is no error, because there is no status to say so.
private func text(of error: OpaquePointer?, _ text: (CallError) -> UnsafeMutablePointer<CChar>?) -> CText {
    (try? CallError.of(error)).flatMap(text).map { UnsafePointer($0) }
}

@c @implementation
package func predicate_error_free(_ error: OpaquePointer?) { CallError.free(error) }

@c @implementation
package func predicate_text_free(_ text: UnsafeMutablePointer<CChar>?) { free(text) }
#endif
