import PredicateFiles
import PredicateFormat

/// The answers to requests about a document.
extension LanguageServer {
    /// The place of a cursor in a predicate; nil if there is none.
    private func place(
        _ parameters: Parameters
    ) throws(ResponseError) -> (document: OpenDocument, place: PredicateAtCursor, offset: Int)? {
        let position = try parameters.position("position")
        guard let document = try document(parameters) else { return nil }
        let offset = document.text.offset(of: position, capabilities.encoding)
        guard
            let place = PredicateAtCursor(
                document.analysis(settings), settings, path: document.path, in: document.text, at: offset)
        else { return nil }
        return (document, place, offset)
    }

    func hover(_ parameters: Parameters) throws(ResponseError) -> JSONNode {
        guard let (document, place, cursor) = try place(parameters) else { return .null }
        if let reference = HoverFeature.reference(place.predicate, at: cursor) {
            return .members(["contents": MarkupWriter.node(reference, isMarkdown: capabilities.hoversMarkdown)])
        }
        let feature = HoverFeature(predicate: place.predicate, environment: environment)
        guard let (markdown, range) = feature.text(at: place.offset) else { return .null }
        var places = PlaceWriter(document.text, capabilities.encoding)
        return .members([
            "contents": MarkupWriter.node(markdown, isMarkdown: capabilities.hoversMarkdown),
            "range": places.range(place.predicate.text.map.fileRange(of: range)),
        ])
    }

    func completion(_ parameters: Parameters) throws(ResponseError) -> JSONNode {
        guard let (document, place, offset) = try place(parameters) else { return .null }
        let feature = CompletionFeature(
            environment: environment, capabilities: capabilities, text: document.text, cursor: offset)
        return feature.list(place)
    }

    /// What is wrong with a document, while the request is wanted.
    private func findings(
        _ document: OpenDocument, _ context: RequestContext
    ) throws(ResponseError) -> [LintFinding] {
        do throws(OpenDocument.Interruption) {
            return try document.findings(settings, isInterrupted: context.isCancelled)
        } catch {
            throw .cancelled
        }
    }

    func codeActions(_ parameters: Parameters, _ context: RequestContext) throws(ResponseError) -> JSONNode {
        let range = try parameters.range("range")
        guard let document = try document(parameters) else { return .array([]) }
        let only = parameters.value["context"]["only"].elements?.compactMap(\.text)
        let findings = try findings(document, context)
        guard let file = document.analysis(settings).file else { return .array([]) }
        guard let checks = settings.checks(for: document.path) else { return .array([]) }
        let feature = CodeActionFeature(
            document: document, file: file, checks: checks, isNamed: document.analysis(settings).isNamed,
            capabilities: capabilities)
        return .array(
            feature.actions(findings, in: document.text.offsets(of: range, capabilities.encoding), only: only))
    }

    func pulledDiagnostics(_ parameters: Parameters, _ context: RequestContext) throws(ResponseError) -> JSONNode {
        let uri = try parameters.uri()
        guard let document = try document(parameters) else {
            return .members(["kind": .string("full"), "items": .array([])])
        }
        if context.isOutdated(uri) {
            throw ResponseError(.serverCancelled, "the document has changed", retriggers: true)
        }
        let findings = try findings(document, context)
        document.isCheckDue = false
        var writer = DiagnosticsFeature(document, capabilities)
        let nodes = writer.nodes(findings, document.analysis(settings).error)
        if let reported = document.reported, reported.diagnostics == nodes {
            if parameters.value["previousResultId"].text == reported.id {
                return .members(["kind": .string("unchanged"), "resultId": .string(reported.id)])
            }
        } else {
            resultCount += 1
            document.reported = (String(resultCount), nodes)
        }
        return .members([
            "kind": .string("full"), "resultId": document.reported.map { .string($0.id) }, "items": .array(nodes),
        ])
    }

    func formatting(
        _ parameters: Parameters, isRange: Bool, _ context: RequestContext
    ) throws(ResponseError) -> JSONNode {
        let positions = isRange ? try parameters.range("range") : nil
        guard let document = try document(parameters) else { return .null }
        let findings = try findings(document, context)
        guard let file = document.analysis(settings).file, let checks = settings.checks(for: document.path) else {
            return .null
        }
        // `board-id` would become `board - id`, which shows no more that `board_id` was meant.
        let wrong = findings.filter { $0.diagnostic.severity == .error || !$0.diagnostic.edits.isEmpty }
            .compactMap { $0.predicate?.text.fileRange }
        let feature = FormattingFeature(
            file: file, predicates: { checks.predicates(in: $0) }, library: environment.library)
        let range =
            positions.map { document.text.offsets(of: $0, capabilities.encoding) } ?? 0..<document.text.bytes.count
        var places = PlaceWriter(document.text, capabilities.encoding)
        return .array(feature.edits(in: range, except: Set(wrong)).map { places.edit($0.range, $0.text) })
    }

    func semanticTokens(_ parameters: Parameters, isRange: Bool) throws(ResponseError) -> JSONNode {
        let positions = isRange ? try parameters.range("range") : nil
        guard let document = try document(parameters) else { return .null }
        let range =
            positions.map { document.text.offsets(of: $0, capabilities.encoding) } ?? 0..<document.text.bytes.count
        let pieces = SemanticTokensFeature.pieces(
            of: document.analysis(settings).predicates, in: document.text, environment.library, within: range)
        return SemanticTokensFeature.data(pieces, in: document.text, capabilities.encoding)
    }
}
