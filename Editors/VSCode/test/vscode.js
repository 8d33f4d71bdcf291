// As much of VS Code's API as the extension uses, without an editor. It keeps what the extension reports, for the tests.
"use strict";

const path = require("node:path");

class Emitter {
  listeners = new Set();
  event = (listener) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }
}

class Position {
  constructor(line, character) {
    if (!(line >= 0 && character >= 0)) throw new Error("a position is not negative");
    Object.assign(this, { line, character });
  }
  compareTo(other) {
    return this.line - other.line || this.character - other.character;
  }
}

class Range {
  constructor(start, end) {
    [this.start, this.end] = start.compareTo(end) <= 0 ? [start, end] : [end, start];
  }
  // As VS Code does it, and unlike the protocol.
  toJSON() {
    return [this.start, this.end];
  }
}

class Uri {
  constructor(scheme, path) {
    Object.assign(this, { scheme, path, fsPath: path });
  }
  static file = (path) => new Uri("file", path);
  toString() {
    const encoded = this.path.split("/").map(encodeURIComponent).join("/");
    return this.scheme === "file" ? `file://${encoded}` : `${this.scheme}:${encoded}`;
  }
}

class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
  static Empty = new CodeActionKind("");
  static QuickFix = new CodeActionKind("quickfix");
  static SourceFixAll = new CodeActionKind("source.fixAll");
}

/** A class that keeps the arguments of its constructor under names. */
const holder = (...names) => class {
  constructor(...values) {
    names.forEach((name, index) => { this[name] = values[index]; });
  }
};

class TextEdit extends holder("range", "newText") {
  static replace = (range, text) => new TextEdit(range, text);
}

class WorkspaceEdit {
  edits = new Map();
  set(uri, edits) {
    this.edits.set(uri.toString(), edits);
  }
}

class TextDocument {
  version = 1;
  constructor(uri, languageId, text) {
    Object.assign(this, { uri, languageId, text });
  }
  getText() {
    return this.text;
  }
  offsetAt({ line, character }) {
    const lines = this.text.split("\n");
    return lines.slice(0, line).reduce((sum, line) => sum + line.length + 1, 0) + Math.min(character, lines[line].length);
  }
  positionAt(offset) {
    const before = this.text.slice(0, offset).split("\n");
    return new Position(before.length - 1, before.at(-1).length);
  }
  /** Replaces ranges, the last first, so that each is where it was. Of two at one place, the second is the later one. */
  edit(...edits) {
    const ordered = edits.reverse().sort((a, b) => b.range.start.compareTo(a.range.start));
    for (const { range, newText } of ordered) {
      this.text = this.text.slice(0, this.offsetAt(range.start)) + newText + this.text.slice(this.offsetAt(range.end));
    }
    this.version += 1;
    const contentChanges = ordered.map(({ range, newText }) => ({ range, text: newText }));
    events.change.fire({ document: this, contentChanges });
  }
}

const events = Object.fromEntries(
  ["open", "close", "save", "change", "configuration", "folders"].map((name) => [name, new Emitter()]));

/** What the extension has registered and shown, and what the tests set. */
const state = {
  settings: {}, providers: {}, commands: {}, executed: [], messages: [], answers: [], log: [], watchers: [],
  diagnostics: new Map(), documents: [], folders: undefined,
};

const matches = (pattern, name) => new RegExp(`^${pattern
  .replace(/[.]/g, "\\.").replace(/\{([^}]*)\}/g, (_, names) => `(${names.replaceAll(",", "|")})`)
  .replace(/\*\*\//g, "(.*/)?").replace(/(?<![.)])\*/g, "[^/]*")}$`).test(name);

/** Registers something under a name, until it is disposed. */
function register(table, name, value) {
  table[name] = value;
  return { dispose: () => { if (table[name] === value) delete table[name]; } };
}
const provider = (name) => (selector, object, ...rest) => register(state.providers, name, { selector, ...object, rest });

async function show(kind, message, ...actions) {
  state.messages.push({ kind, message, actions });
  return state.answers.shift();
}

module.exports = {
  Position, Range, Uri, CodeActionKind, TextEdit, WorkspaceEdit, TextDocument, events, state,
  Diagnostic: holder("range", "message", "severity"),
  DiagnosticRelatedInformation: holder("location", "message"),
  Location: holder("uri", "range"),
  MarkdownString: holder("value"),
  Hover: holder("contents", "range"),
  CompletionItem: holder("label", "kind"),
  CompletionList: holder("items", "isIncomplete"),
  CodeAction: holder("title", "kind"),
  SemanticTokens: holder("data"),
  SemanticTokensLegend: holder("tokenTypes"),
  RelativePattern: holder("base", "pattern"),
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  version: "1.82.0",
  env: { appName: "a mock" },
  languages: {
    match: (selector, document) => selector.some((filter) =>
      filter.scheme === document.uri.scheme && (filter.language ?? document.languageId) === document.languageId
      && (!filter.pattern || matches(filter.pattern, document.uri.path))) ? 10 : 0,
    createDiagnosticCollection: () => ({
      set: (uri, diagnostics) => state.diagnostics.set(uri.toString(), diagnostics),
      delete: (uri) => state.diagnostics.delete(uri.toString()),
      dispose: () => state.diagnostics.clear(),
    }),
    registerCompletionItemProvider: provider("completion"),
    registerHoverProvider: provider("hover"),
    registerCodeActionsProvider: provider("actions"),
    registerDocumentFormattingEditProvider: provider("formatting"),
    registerDocumentRangeFormattingEditProvider: provider("rangeFormatting"),
    registerDocumentSemanticTokensProvider: provider("tokens"),
  },
  workspace: {
    getConfiguration: () => ({ get: (name) => state.settings[name] }),
    get workspaceFolders() { return state.folders; },
    get textDocuments() { return state.documents; },
    createFileSystemWatcher: (pattern) => {
      const made = [new Emitter(), new Emitter(), new Emitter()];
      const watcher = {
        pattern, change: made[0], onDidChange: made[0].event, onDidCreate: made[1].event, onDidDelete: made[2].event,
        dispose: () => state.watchers.splice(state.watchers.indexOf(watcher), 1),
      };
      state.watchers.push(watcher);
      return watcher;
    },
    onDidOpenTextDocument: events.open.event,
    onDidCloseTextDocument: events.close.event,
    onDidSaveTextDocument: events.save.event,
    onDidChangeTextDocument: events.change.event,
    onDidChangeConfiguration: events.configuration.event,
    onDidChangeWorkspaceFolders: events.folders.event,
  },
  window: {
    createOutputChannel: () => ({ appendLine: (line) => state.log.push(line), show() {}, dispose() {} }),
    showErrorMessage: (...parts) => show("error", ...parts),
    showWarningMessage: (...parts) => show("warning", ...parts),
  },
  commands: {
    registerCommand: (name, run) => register(state.commands, name, run),
    registerTextEditorCommand: (name, run) => register(state.commands, name, run),
    executeCommand: (...parts) => { state.executed.push(parts); },
  },
};
