// Tests of the extension as it is packed, with a mock of the editor and with the real server:
//
//     PREDICATE=.build/release/predicate node --test Editors/VSCode/test/extension.test.js
//
// Without PREDICATE, the command in .build/release is taken, or that in .build/debug.
"use strict";

const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { after, afterEach, beforeEach, describe, test } = require("node:test");
const vscode = require("./vscode");

const root = path.resolve(__dirname, "../../..");
const built = ["release", "debug"].map((kind) => path.join(root, ".build", kind, "predicate"));
const predicate = path.resolve(process.env.PREDICATE ?? built.find((file) => fs.existsSync(file)) ?? "predicate");
const bad = path.join(__dirname, "server.js");

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "predicate-vscode-"));
after(() => fs.rmSync(folder, { recursive: true }));
const pack = (name) => {
  execFileSync("python3", [path.join(__dirname, "../pack.py"), path.join(folder, name)]);
  return fs.readFileSync(path.join(folder, name));
};
const packed = pack("predicate.vsix");
execFileSync("python3", ["-m", "zipfile", "-e", path.join(folder, "predicate.vsix"), folder]);
const extensionPath = path.join(folder, "extension");

const resolve = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => (name === "vscode" ? require.resolve("./vscode") : resolve(name, ...rest));
const extension = require(extensionPath);
const { FrameReader, limits } = require(path.join(extensionPath, "connection"));

const { events, state } = vscode;
const YAML = `conditional_items:
- condition: "hostname == 'é😀' AND os_vers CONTAIN '14'"
- condition: machine_type=="laptop"
- condition: board-id == "x"  # 😀
`;
const CONTAIN = YAML.split("\n")[1].indexOf("CONTAIN");
const WRONG = [[1, CONTAIN, CONTAIN + 7, "unknown-operator", 0], [3, 13, 21, "unknown-field", 1]];
const none = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
const at = (line, character) => new vscode.Position(line, character);
const span = (line, from, to) => new vscode.Range(at(line, from), at(line, to));

async function until(what, holds) {
  for (const start = Date.now(); Date.now() - start < 15_000;) {
    const value = holds();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail(`${what}: ${JSON.stringify({ messages: state.messages, log: state.log.slice(-5) })}`);
}

function open(name, text, languageId = "yaml", scheme = "file") {
  const document = new vscode.TextDocument(new vscode.Uri(scheme, name), languageId, text);
  state.documents.push(document);
  events.open.fire(document);
  return document;
}

let context;
function start(settings) {
  state.settings = settings;
  context = { subscriptions: [], extensionPath };
  extension.activate(context);
}
const ready = () => until("the server starts", () => state.providers.hover);
const found = (document) => (state.diagnostics.get(document.uri.toString()) ?? [])
  .map(({ range, code, severity }) => [range.start.line, range.start.character, range.end.character, code, severity])
  .sort((a, b) => a[0] - b[0]);
const shows = (document, wanted) =>
  until(`diagnostics ${JSON.stringify(wanted)}`, () => JSON.stringify(found(document)) === JSON.stringify(wanted));
const says = (pattern) => until(`a message like ${pattern}`, () => state.messages.find(({ message }) => pattern.test(message)));
/** The processes of a command that this process has started. */
const children = () => execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" })
  .split("\n").filter((line) => / lsp$/.test(line)).map((line) => Number(line.trim().split(" ")[0]));

beforeEach(() => {
  Object.assign(state, { messages: [], answers: [], log: [], executed: [], documents: [], folders: undefined });
  Object.assign(extension.patience, { restarts: 5, firstDelay: 10, healthyAfter: 60_000 });
  Object.assign(limits, { start: 15_000, end: 2_000 });
  delete process.env.MISBEHAVIOUR;
});
afterEach(async () => {
  await extension.deactivate();
  context?.subscriptions.forEach((part) => part.dispose());
  await until("no process is left", () => children().length === 0);
  const left = [...Object.keys(state.providers), ...Object.keys(state.commands), ...state.diagnostics.keys(), ...state.watchers];
  assert.deepEqual(left, []);
  assert.deepEqual(Object.values(events).map(({ listeners }) => listeners.size), [0, 0, 0, 0, 0, 0]);
});

describe("the package", () => {
  test("is the same each time, and has every file that its manifest names", () => {
    assert.ok(packed.equals(pack("again.vsix")));
    const { contributes, main, version } = JSON.parse(fs.readFileSync(path.join(extensionPath, "package.json"), "utf8"));
    const named = [main, "README.md", "LICENSE.txt", ...contributes.grammars.map((grammar) => grammar.path),
      ...contributes.languages.flatMap(({ configuration }) => configuration ?? [])];
    for (const name of named) assert.ok(fs.existsSync(path.join(extensionPath, name)), name);
    const swift = fs.readFileSync(path.join(root, "Sources/Language/PredicateCore/Vocabulary/PredicateLibrary.swift"), "utf8");
    assert.ok(swift.includes(`version = "${version}"`), "the version is that of the command");
    assert.ok(fs.readFileSync(path.join(folder, "extension.vsixmanifest"), "utf8").includes(`Version="${version}"`));
  });

  test("stays small", () => {
    const lines = fs.readdirSync(extensionPath).filter((name) => name.endsWith(".js"))
      .map((name) => fs.readFileSync(path.join(extensionPath, name), "utf8").split("\n").length - 1);
    assert.ok(lines.reduce((sum, count) => sum + count) <= 600, `${lines}`);
  });

  test("registers the commands of its manifest", async () => {
    const { contributes } = JSON.parse(fs.readFileSync(path.join(extensionPath, "package.json"), "utf8"));
    process.env.MISBEHAVIOUR = "bare";
    start({ command: bad });
    await ready();
    assert.deepEqual(Object.keys(state.commands).sort(), contributes.commands.map(({ command }) => command).sort());
  });
});

describe("frames", () => {
  const read = (chunks) => {
    const bodies = [];
    const reader = new FrameReader((body) => bodies.push(body.toString()));
    for (const chunk of chunks) reader.append(Buffer.from(chunk));
    return bodies;
  };
  const frame = (text, more = "") => `Content-Length: ${Buffer.byteLength(text)}\r\n${more}\r\n${text}`;

  test("are put together from any pieces", () => {
    const stream = Buffer.from(frame("{}") + frame("é😀") + frame("") + frame("x", "Content-Type: a\r\n"));
    const wanted = ["{}", "é😀", "", "x"];
    assert.deepEqual(read([stream]), wanted);
    for (let size = 1; size < 40; size++) {
      const pieces = [];
      for (let index = 0; index < stream.length; index += size) pieces.push(stream.subarray(index, index + size));
      assert.deepEqual(read(pieces), wanted, `in pieces of ${size}`);
    }
    assert.deepEqual(read(["content-length:3 \r\n\r\nabc", "A: b\r\nCONTENT-LENGTH: 1\r\n\r\n", "d"]), ["abc", "d"]);
  });

  test("that are large are joined once", () => {
    const body = "x".repeat(30 << 20);
    const stream = Buffer.from(frame(body));
    const pieces = [];
    for (let index = 0; index < stream.length; index += 4096) pieces.push(stream.subarray(index, index + 4096));
    const begun = Date.now();
    assert.equal(read(pieces)[0].length, body.length);
    assert.ok(Date.now() - begun < 5_000);
  });

  test("that are none are an error", () => {
    const header = (value) => [`Content-Length: ${value}\r\n\r\n`];
    for (const value of ["-1", "0x10", "1e3", "", "9".repeat(30), String((64 << 20) + 1), "5 5"]) {
      assert.throws(() => read(header(value)), undefined, value);
    }
    assert.throws(() => read(["\r\n\r\n"]));
    assert.throws(() => read(["X: 1\r\n\r\n"]));
    assert.throws(() => read(["y\n".repeat(5_000)]));
    assert.throws(() => read(Array(9_000).fill("y")));
  });
});

describe("with the real server", () => {
  test("a session", async () => {
    start({ command: predicate });
    const document = open("/manifests/é manifest.yaml", YAML);
    await shows(document, WRONG);
    const { actions, completion, formatting, hover, tokens } = state.providers;

    const shown = await hover.provideHover(document, at(2, 15), none);
    assert.match(shown.contents.value, /^`machine_type`: a string/);
    assert.equal(await hover.provideHover(document, at(0, 3), none), undefined);

    const fixes = await actions.provideCodeActions(document, span(1, CONTAIN, CONTAIN + 7), {}, none);
    assert.deepEqual(fixes.map(({ title, kind, isPreferred }) => [title, kind.value, isPreferred]).slice(0, 1),
      [["Replace `CONTAIN` by `CONTAINS`", "quickfix", true]]);
    const all = await actions.provideCodeActions(
      document, span(0, 0, 0), { only: vscode.CodeActionKind.SourceFixAll }, none);
    assert.deepEqual(all.map(({ kind }) => kind.value), ["source.fixAll.predicate"]);
    document.edit(...fixes[0].edit.edits.get(document.uri.toString()));
    await shows(document, WRONG.slice(1));
    assert.match(document.text, /os_vers CONTAINS '14'/);

    // Two changes at once, as two cursors make them, behind characters of several units.
    document.edit({ range: span(1, CONTAIN, CONTAIN + 8), newText: "CONTAIN" }, { range: span(3, 13, 21), newText: "board_id" });
    await shows(document, WRONG.slice(0, 1));
    document.edit({ range: span(1, CONTAIN, CONTAIN + 7), newText: "CONTAINS" });
    await shows(document, []);

    document.edit({ range: span(4, 0, 0), newText: "- condition: machine_t" });
    const list = await completion.provideCompletionItems(document, at(4, 22), none);
    assert.deepEqual(list.items.map(({ label, insertText, kind }) => [label, insertText, kind]), [["machine_type", "machine_type", 4]]);
    document.edit({ range: list.items[0].range, newText: list.items[0].insertText });
    document.edit({ range: span(4, 25, 25), newText: " BEGINS" });
    const operators = await completion.provideCompletionItems(document, at(4, 32), none);
    const item = operators.items.find(({ label }) => label === "BEGINSWITH");
    const before = item.documentation?.value.length ?? 0;
    await completion.resolveCompletionItem(item, none);
    assert.ok(item.documentation.value.length > before, "the reference is longer than the sentence");
    assert.ok(completion.rest.includes("@") && completion.rest.includes("$"));

    const { data } = await tokens.provideDocumentSemanticTokens(document, none);
    assert.ok(data instanceof Uint32Array && data.length >= 40 && data.length % 5 === 0);
    assert.ok(tokens.rest[0].tokenTypes.includes("keyword"));
    const plain = open("/manifests/plain.yaml", "a: b\n");
    assert.equal(await tokens.provideDocumentSemanticTokens(plain, none), undefined, "others may colour this file");

    // The command formats what the file has of predicates; the formatter is only for files of predicates.
    assert.deepEqual([...new Set(formatting.selector.map(({ language }) => language))], ["predicate"]);
    await state.commands["predicate.format"]({
      document,
      edit: async (change) => {
        const edits = [];
        change({ replace: (range, newText) => edits.push({ range, newText }) });
        document.edit(...edits);
      },
    });
    assert.match(document.text, /- condition: machine_type == "laptop"\n/);
    const own = open("Untitled-1", "a=='x'&&b  >2\n", "predicate", "untitled");
    const edits = await formatting.provideDocumentFormattingEdits(own, {}, none);
    own.edit(...edits);
    assert.equal(own.text, "a == 'x' AND b > 2\n");
    assert.ok(await state.providers.rangeFormatting.provideDocumentRangeFormattingEdits(own, span(0, 0, 3), {}, none));

    document.edit({ range: span(0, 0, 0), newText: "- : [\n" });
    await until("an unreadable file", () => found(document).length > 0);
    events.close.fire(document);
    assert.deepEqual(found(document), []);
    assert.equal(await hover.provideHover(document, at(2, 15), none), undefined);
    assert.deepEqual(state.messages, []);
    await extension.deactivate();
    assert.deepEqual(state.log, [], "the server has ended without a word");
  });

  test("files without an extension, and files of others", async () => {
    start({ command: predicate });
    await ready();
    const plist = `<?xml version="1.0"?>\n<plist version="1.0"><dict><key>conditional_items</key><array><dict><key>condition</key>
<string>os_vers CONTAIN "14"</string></dict></array></dict></plist>\n`;
    const manifest = open("/manifests/site_default", plist, "xml");
    await until("diagnostics", () => found(manifest).some(([line, , , code]) => line === 2 && code === "unknown-operator"));
    const other = open("/git/x.yaml", YAML, "yaml", "git");
    const text = open("/notes.txt", YAML, "plaintext");
    assert.equal(await state.providers.hover.provideHover(other, at(2, 15), none), undefined);
    assert.equal(await state.providers.hover.provideHover(text, at(2, 15), none), undefined);
  });

  test("settings, and files that they name", async () => {
    const workspace = fs.mkdtempSync(path.join(folder, "workspace $& "));
    state.folders = [{ uri: vscode.Uri.file(workspace) }];
    const schema = (name) => JSON.stringify(
      { type: "object", properties: { [name]: { type: "integer" } }, additionalProperties: false });
    fs.writeFileSync(path.join(workspace, "records.json"), schema("age"));
    fs.symlinkSync(predicate, path.join(workspace, "a command"));
    start({ command: "${workspaceFolder}/a command", keys: ["rule"], schema: "records.json" });
    const document = open(path.join(workspace, "rules.yaml"), "rule: agee > 3\n");
    await shows(document, [[0, 6, 10, "unknown-field", 0]]);
    // The schema changes on the disk.
    fs.writeFileSync(path.join(workspace, "records.json"), schema("agee"));
    const watcher = state.watchers.find(({ pattern }) => pattern.pattern?.startsWith("records.json"));
    assert.equal(watcher.pattern.base.path, workspace);
    watcher.change.fire();
    await shows(document, []);
    // Settings of the folder, when they are saved.
    fs.writeFileSync(path.join(workspace, ".predicate.yaml"), "files:\n- paths: '*.yaml'\n  without: editor\n");
    state.settings = { command: predicate, keys: ["other"] };
    document.edit({ range: span(0, 0, 4), newText: "other" });
    document.edit({ range: span(0, 7, 7), newText: "= " });
    events.configuration.fire({ affectsConfiguration: (name) => name === "predicate" });
    await until("the new key", () => found(document).length > 0);
    events.configuration.fire({ affectsConfiguration: () => false });
    state.settings = { command: predicate, schema: "missing.json", keys: ["other"] };
    await state.commands["predicate.restart"]();
    await says(/missing\.json/);
  });

  test("after any edits, the server has the editor's text", async () => {
    start({ command: predicate });
    await ready();
    // A small generator, so that each run makes the same edits.
    let seed = 7;
    const below = (count) => { seed = (seed * 48271) % 2147483647; return seed % count; };
    const pieces = ["a ==", "\n", "\r\n", "😀", "é", "'", "\"", "CONTAIN", " AND ", "x", "", "b IN {1, 2", ": "];
    for (let round = 0; round < 12; round++) {
      const document = open(`/edited ${round}.predicates`, "a CONTAIN 'é😀' AND b=1\r\nc ==\n".repeat(10), "predicate");
      for (let count = 0; count < 40; count++) {
        // An editor keeps both halves of a character, and of a line end, together.
        const whole = (cut) => (
          /[\uDC00-\uDFFF]/.test(document.text[cut] ?? "") || document.text.slice(cut - 1, cut + 1) === "\r\n" ? cut - 1 : cut);
        const cuts = [0, 1, 2, 3].map(() => whole(below(document.text.length + 1))).sort((a, b) => a - b);
        const edit = (from, to) => ({
          range: new vscode.Range(document.positionAt(from), document.positionAt(whole(Math.min(to, from + 3)))),
          newText: pieces[below(pieces.length)],
        });
        document.edit(...(cuts[1] < cuts[2] && below(3) === 0 ? [edit(cuts[0], cuts[1]), edit(cuts[2], cuts[3])] : [edit(cuts[0], cuts[1])]));
      }
      const copy = open(`/copy ${round}.predicates`, document.text, "predicate");
      const tokens = await state.providers.tokens.provideDocumentSemanticTokens(copy, none);
      assert.ok(tokens.data.length >= 50);
      await until("both have the same diagnostics", () => found(copy).length > 0 && JSON.stringify(found(document)) === JSON.stringify(found(copy)));
      assert.deepEqual(await state.providers.tokens.provideDocumentSemanticTokens(document, none), tokens);
    }
  });

  test("a server that is killed starts again, and gets the documents as they are", async () => {
    start({ command: predicate });
    const document = open("/manifests/manifest.yaml", YAML);
    await shows(document, WRONG);
    const [first] = await until("a process", () => children());
    process.kill(first, "SIGKILL");
    await until("diagnostics are removed", () => found(document).length === 0);
    document.edit({ range: span(1, CONTAIN, CONTAIN + 7), newText: "CONTAINS" });
    await shows(document, WRONG.slice(1));
    assert.deepEqual(state.messages, []);
    assert.match(state.log.join("\n"), /SIGKILL/);
    // Several restarts at once leave one server.
    await Promise.all([1, 2, 3].map(() => state.commands["predicate.restart"]()));
    await shows(document, WRONG.slice(1));
    assert.equal(children().length, 1);
    for (let times = 0; times < 5; times++) {
      process.kill((await until("a process", () => children()[0] && state.providers.hover && children()))[0], "SIGKILL");
      await until("it has ended", () => !state.providers.hover);
    }
    await ready();
    process.kill(children()[0], "SIGKILL");
    state.answers.push("Restart");
    const { message, actions } = await says(/ended 6 times/);
    assert.match(message, /SIGKILL/);
    assert.deepEqual(actions, ["Restart", "Settings", "Show Log"]);
    await shows(document, WRONG.slice(1));
  });
});

describe("without a good server", () => {
  test("a command that is missing: what to do, and a start when the setting is right", async () => {
    state.answers.push("How to Install");
    start({ command: "/no/such/predicate" });
    await says(/Cannot start `\/no\/such\/predicate`/);
    await until("the page", () => state.executed.length > 0);
    assert.equal(state.executed[0][0], "markdown.showPreview");
    assert.ok(fs.existsSync(state.executed[0][1].fsPath));
    state.answers.push("Settings");
    state.settings = { command: __filename };
    events.configuration.fire({ affectsConfiguration: () => true });
    await until("the settings", () => state.executed.length > 1);
    assert.deepEqual(state.executed[1], ["workbench.action.openSettings", "predicate.command"]);
    state.settings = { command: predicate };
    events.configuration.fire({ affectsConfiguration: () => true });
    await ready();
    assert.equal(state.messages.length, 2);
  });

  for (const [command, reason] of [
    ["false", /status 1/], ["cat", /No such file/], ["yes", /header/], ["a\0b", /Cannot start/], ["/", /Cannot start/], [7, /Cannot start/],
  ]) {
    test(`a command that is no server: ${JSON.stringify(command)}`, async () => {
      start({ command });
      await says(reason);
      assert.equal(state.messages.length, 1);
    });
  }

  for (const [how, reason] of [
    ["silent", /does not answer/], ["refuses", /start: no$/], ["echoes", /no method initialize/],
  ]) {
    test(`a server that does not start: ${how}`, async () => {
      process.env.MISBEHAVIOUR = how;
      // Only a silent server is waited for in vain: on a busy machine a program may take seconds to start.
      if (how === "silent") limits.start = 500;
      limits.end = 300;
      start({ command: bad });
      await says(reason);
    });
  }

  for (const [how, reason] of [
    ["crashes", /status 3/], ["not JSON", /JSON/], ["no length", /Content-Length/], ["enormous", /99999999999 bytes/],
    ["closes", /ended/],
  ]) {
    test(`a server that breaks: ${how}`, async () => {
      process.env.MISBEHAVIOUR = how;
      extension.patience.restarts = 1;
      limits.end = 300;
      start({ command: bad });
      assert.match((await says(/ended 2 times/)).message, reason);
    });
  }

  test("a server that talks nonsense and much", async () => {
    process.env.MISBEHAVIOUR = "talks";
    start({ command: bad });
    await ready();
    const document = open("/a.yaml", "abc\n");
    await until("diagnostics", () => state.diagnostics.get(document.uri.toString()));
    assert.deepEqual(found(document), [[0, 0, 3, undefined, 0]]);
    assert.equal(state.messages.length, 20);
  });

  test("frames in pieces of one byte", async () => {
    process.env.MISBEHAVIOUR = "split";
    start({ command: bad });
    const document = open("/a.yaml", "abc\n");
    await shows(document, [[0, 0, 3, undefined, 0]]);
    assert.equal(state.diagnostics.get(document.uri.toString())[0].message, "é😀");
  });

  test("answers that are not what was asked", async () => {
    process.env.MISBEHAVIOUR = "junk";
    start({ command: bad });
    await ready();
    const document = open("/a.predicates", "abc\n", "predicate");
    const { actions, completion, formatting, hover, rangeFormatting, tokens } = state.providers;
    // Each request meets each answer once.
    for (let round = 0; round < 17; round++) {
      const list = await completion.provideCompletionItems(document, at(0, 1), none);
      if (list) assert.deepEqual(list.items, []);
      await hover.provideHover(document, at(0, 1), none);
      assert.deepEqual(await actions.provideCodeActions(document, span(0, 0, 1), {}, none) ?? [], []);
      const edits = [
        ...await formatting.provideDocumentFormattingEdits(document, {}, none) ?? [],
        ...await rangeFormatting.provideDocumentRangeFormattingEdits(document, span(0, 0, 1), {}, none) ?? []];
      assert.deepEqual(edits, [], "all edits of an answer, or none");
      assert.equal(await tokens.provideDocumentSemanticTokens(document, none), undefined);
    }
    assert.deepEqual(state.messages, []);
  });

  test("a request that is cancelled, or that the server's end leaves open", async () => {
    process.env.MISBEHAVIOUR = "slow";
    start({ command: bad });
    await ready();
    const document = open("/a.yaml", "abc\n");
    let cancel;
    const token = { isCancellationRequested: false, onCancellationRequested: (act) => { cancel = act; return { dispose() {} }; } };
    const asked = state.providers.hover.provideHover(document, at(0, 1), token);
    cancel();
    assert.equal(await asked, undefined);
    await says(/cancelled number/);
    assert.equal(await state.providers.hover.provideHover(document, at(0, 1), { ...token, isCancellationRequested: true }), undefined);
    const left = state.providers.hover.provideHover(document, at(0, 1), none);
    process.kill(children()[0], "SIGKILL");
    assert.equal(await left, undefined);
    assert.equal(state.log.filter((line) => line.includes("hover")).length, 0);
    limits.end = 200;
  });

  test("a server that offers nothing", async () => {
    process.env.MISBEHAVIOUR = "bare";
    start({ command: bad });
    await ready();
    assert.equal(state.providers.tokens, undefined);
  });

  test("a server that does not want to end is ended", async () => {
    process.env.MISBEHAVIOUR = "stays";
    limits.end = 200;
    start({ command: bad });
    await ready();
    const begun = Date.now();
    await extension.deactivate();
    await until("it has ended", () => children().length === 0);
    assert.ok(Date.now() - begun < 5_000);
  });
});
