#!/usr/bin/env node
// A language server that behaves badly in the way that the variable MISBEHAVIOUR names.
"use strict";

const how = process.env.MISBEHAVIOUR;
const frame = (message) => {
  const body = Buffer.from(typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message }));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
};
const legend = { tokenTypes: ["keyword"] };
const capabilities = { semanticTokensProvider: { legend }, completionProvider: { triggerCharacters: ["."] } };
const place = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };

/** What a request may be answered with, though the protocol says otherwise. */
const JUNK = [
  null, 5, "text", [], {}, [null, 3, "x", []], { items: "many" }, { items: [null, {}, { label: 7, textEdit: {} }] },
  { contents: 5 }, { contents: { kind: "markdown", value: {} }, range: 9 }, { data: "abcde" }, { data: [1, 2, 3] },
  { data: [0, -1, 2, 0, 0] }, [{ title: "x", edit: { documentChanges: [{ edits: [{ range: place }] }] } }],
  [{ title: 5, edit: { documentChanges: "all" } }], [{ range: { start: { line: -1, character: 1e99 } }, newText: "x" }],
  [{ range: place, newText: "x" }, { range: place }],
];
let asked = 0;

async function send(message) {
  if (how !== "split") return process.stdout.write(frame(message));
  for (const byte of frame(message)) {
    process.stdout.write(Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function answer({ id, method, params }) {
  if (method === "initialize") {
    if (how === "silent" || how === "echoes") return;
    if (how === "refuses") return send({ id, error: { code: -32600, message: "no" } });
    await send({ id, result: how === "bare" ? null : { capabilities } });
  } else if (method === "initialized") {
    if (how === "not JSON") process.stdout.write(frame("{\"jsonrpc\": "));
    if (how === "no length") process.stdout.write("X-Header: 1\r\n\r\n{}");
    if (how === "enormous") process.stdout.write("Content-Length: 99999999999\r\n\r\n{");
    if (how === "crashes") process.exit(3);
    if (how === "closes") process.stdout.end();
    if (how === "talks") {
      for (const message of ["[]", "{\"id\": {}, \"result\": 1}", "{\"id\": 77, \"error\": 5}", "{}",
        "{\"method\": 5, \"id\": null}", "{\"method\": \"textDocument/publishDiagnostics\"}"]) {
        process.stdout.write(frame(message));
      }
      await send({ id: "x", method: "client/registerCapability", params: {} });
      for (let count = 0; count < 200; count++) await send({ method: "window/showMessage", params: { type: 2, message: `${count % 50}` } });
      await send({ method: "window/showMessage", params: { message: {} } });
      await send({ method: "textDocument/publishDiagnostics", params: { uri: "file:///never-opened", diagnostics: [] } });
    }
  } else if (method === "textDocument/didOpen" && how !== "bare") {
    const { uri, version } = params.textDocument;
    const diagnostics = [null, {}, { range: { start: 1 } }, { range: place, message: "é😀", severity: 99, relatedInformation: [{}] }];
    await send({ method: "textDocument/publishDiagnostics", params: { uri, version: version - 1, diagnostics: [] } });
    await send({ method: "textDocument/publishDiagnostics", params: { uri, version, diagnostics } });
  } else if (method === "shutdown" && how === "stays") {
    return;
  } else if (method === "exit" && how !== "stays") {
    process.exit(0);
  } else if (method === "$/cancelRequest") {
    await send({ method: "window/showMessage", params: { type: 1, message: `cancelled ${typeof params.id}` } });
  } else if (id !== undefined && how !== "slow") {
    await send(method === "shutdown" ? { id, result: null } : { id, result: JUNK[asked++ % JUNK.length] });
  }
}

if (how === "echoes") process.stdin.pipe(process.stdout);
let input = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  input = Buffer.concat([input, chunk]);
  for (;;) {
    const match = /^Content-Length: (\d+)\r\n\r\n/.exec(input.toString("latin1", 0, 100));
    if (!match || input.length < match[0].length + Number(match[1])) return;
    const end = match[0].length + Number(match[1]);
    const message = JSON.parse(input.toString("utf8", match[0].length, end));
    input = input.subarray(end);
    answer(message);
  }
});
if (how === "stays") {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
} else if (how === "closes") {
  process.stdin.on("end", () => setInterval(() => {}, 1000));
}
