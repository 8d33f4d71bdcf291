#!/usr/bin/env python3
"""Sessions of a Python client (pygls) with `predicate lsp`: pulled diagnostics, semantic tokens, each position encoding, incremental
changes, cancellation and the end.

    Tests/Files/editors/session.py .build/release/predicate
"""

import asyncio
import sys

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

TEXT = 'conditional_items:\n- condition: "hostname == \'é😀\' AND os_vers CONTAIN \'14\'"\n- condition: >-\n    machine_type == "laptop"\n    and os_vers == "14"\n'
URI = "file:///manifests/manifest.yaml"
WIDTH = {
    "utf-8": lambda text: len(text.encode()),
    "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
    "utf-32": len,
}
failures = []


def expect(name, found, wanted):
    if found != wanted:
        failures.append(name)
        print(f"FAILED {name}\n  found  {found}\n  wanted {wanted}")


async def start(command, encoding=None, pulls=True, options=None):
    client = LanguageClient("test", "1")
    client.pushed = {}

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def pushed(params):
        client.pushed[params.uri] = params

    @client.feature(types.WINDOW_SHOW_MESSAGE)
    def shown(params):
        print(f"FAILED the server says: {params.message}")
        failures.append("message")

    await client.start_io(command, "lsp")
    capabilities = types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=[encoding] if encoding else None),
        text_document=types.TextDocumentClientCapabilities(
            diagnostic=types.DiagnosticClientCapabilities() if pulls else None,
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
        ),
    )
    result = await client.initialize_async(
        types.InitializeParams(capabilities=capabilities, process_id=None, root_uri=None, initialization_options=options)
    )
    client.initialized(types.InitializedParams())
    return client, result


def open_document(client, text=TEXT, uri=URI, language="yaml"):
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text))
    )


def change(client, version, start, end, text):
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(uri=URI, version=version),
            [types.TextDocumentContentChangePartial(range=types.Range(types.Position(*start), types.Position(*end)), text=text)],
        )
    )


def pull(client, previous=None):
    return client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(types.TextDocumentIdentifier(URI), previous_result_id=previous)
    )


async def end(client, status=0):
    expect("shutdown", await client.shutdown_async(None), None)
    client.exit(None)
    process = client._server
    expect("status", await asyncio.wait_for(process.wait(), 20), status)
    await client.stop()


def ranges(report):
    return [(d.code, d.range.start.line, d.range.start.character, d.range.end.character) for d in report.items]


async def encodings(command):
    """The same mistake in the units of each encoding, before and behind a change."""
    for encoding, width in WIDTH.items():
        client, result = await start(command, types.PositionEncodingKind(encoding))
        expect(f"{encoding} agreed", result.capabilities.position_encoding, encoding)
        open_document(client)
        line = TEXT.split("\n")[1]
        column = width(line[: line.index("CONTAIN")])
        first = await pull(client)
        expect(f"{encoding} pulled", ranges(first), [("unknown-operator", 1, column, column + 7)])
        again = await pull(client, first.result_id)
        expect(f"{encoding} unchanged", (again.kind, again.result_id), ("unchanged", first.result_id))
        # A change behind the characters of several bytes, then one that moves the mistake.
        change(client, 2, (1, column + 7), (1, column + 7), "ED")
        other = await pull(client, first.result_id)
        expect(f"{encoding} changed", ranges(other), [("unknown-operator", 1, column, column + 9)])
        change(client, 3, (1, column + 7), (1, column + 9), "")
        change(client, 4, (0, 0), (0, 0), "# 😀\r\n")
        moved = await pull(client, other.result_id)
        expect(f"{encoding} moved", ranges(moved), [("unknown-operator", 2, column, column + 7)])
        tokens = await client.text_document_semantic_tokens_full_async(
            types.SemanticTokensParams(types.TextDocumentIdentifier(URI))
        )
        expect(f"{encoding} tokens", decoded(tokens, result)[:4], [
            (2, 14, 8, "property"), (2, 23, 2, "operator"), (2, 26, width("'é😀'"), "string"),
            (2, 27 + width("'é😀'"), 3, "keyword")])
        expect(f"{encoding} tokens on lines", decoded(tokens, result)[7:], [
            (4, 4, 12, "property"), (4, 17, 2, "operator"), (4, 20, 8, "string"), (5, 4, 3, "keyword"), (5, 8, 7, "property"),
            (5, 16, 2, "operator"), (5, 19, 4, "string")])
        await end(client)


def decoded(tokens, result):
    legend = result.capabilities.semantic_tokens_provider.legend.token_types
    found, line, character = [], 0, 0
    for index in range(0, len(tokens.data), 5):
        lines, characters, length, kind, _ = tokens.data[index : index + 5]
        character = characters if lines else character + characters
        line += lines
        found.append((line, character, length, legend[kind]))
    return found


async def pushed(command):
    """Without pulling, diagnostics are pushed with the version that they are about."""
    client, result = await start(command, pulls=False)
    expect("default encoding", result.capabilities.position_encoding, "utf-16")
    open_document(client)
    for version in range(2, 60):
        change(client, version, (1, 14), (1, 14), "x")
    for _ in range(2000):
        if URI in client.pushed and client.pushed[URI].version == 59:
            break
        await asyncio.sleep(0.01)
    params = client.pushed.get(URI)
    expect("pushed version", params and params.version, 59)
    hover = await client.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(URI), types.Position(3, 6)))
    expect("hover", hover and hover.contents.value.startswith("`machine_type`: a string"), True)
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(URI)))
    for _ in range(2000):
        if not client.pushed[URI].diagnostics:
            break
        await asyncio.sleep(0.01)
    expect("closed", len(client.pushed[URI].diagnostics), 0)
    await end(client)


async def cancelled(command):
    """A request that is cancelled while it is worked on is answered early, and the next one is not affected."""
    count = 3000
    client, _ = await start(command, types.PositionEncodingKind.Utf8)
    open_document(client, "conditional_items:\n" + "".join(f"- condition: hostname CONTAIN 'a{n}'\n" for n in range(count)))
    client.protocol.send_request(
        "textDocument/diagnostic", types.DocumentDiagnosticParams(types.TextDocumentIdentifier(URI)), None, "first")
    await asyncio.sleep(0.05)
    waiting = client.protocol._request_futures["first"]
    client.cancel_request(types.CancelParams("first"))
    try:
        await asyncio.wrap_future(waiting) if not asyncio.isfuture(waiting) else await waiting
        failures.append("cancelled")
        print("FAILED the cancelled request has a result")
    except JsonRpcException as problem:
        expect("cancelled", problem.code, types.LSPErrorCodes.RequestCancelled)
    except asyncio.CancelledError:
        pass
    report = await pull(client)
    expect("after the cancellation", len(report.items), count)
    try:
        await client.protocol.send_request_async("textDocument/nothing", {})
        failures.append("unknown method")
    except JsonRpcException as problem:
        expect("unknown method", problem.code, types.ErrorCodes.MethodNotFound.value)
    await end(client)


async def abandoned(command):
    """Leaving without shutdown ends the server with status 1."""
    client, _ = await start(command)
    client.exit(None)
    expect("status without shutdown", await asyncio.wait_for(client._server.wait(), 20), 1)
    await client.stop()


async def main():
    for session in [encodings, pushed, cancelled, abandoned]:
        await asyncio.wait_for(session(sys.argv[1]), 120)
    if not failures:
        print("pulled diagnostics, tokens, encodings, changes, cancellation, end: as expected")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    asyncio.run(main())
