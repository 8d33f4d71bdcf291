// Starts `predicate lsp` for the files that it knows, and shows what it says.
"use strict";

const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const { Connection, limits, within } = require("./connection");
const convert = require("./convert");

/** The files of some languages, or with some extensions: many property lists have none. */
const files = (languages, pattern) =>
  [...languages.map((language) => ({ scheme: "file", language })), { scheme: "file", pattern }];
const OWN = ["file", "untitled"].map((scheme) => ({ scheme, language: "predicate" }));
// VS Code takes the colours of one extension for a file. For source code that is not this one.
const COLOURED = [...OWN, ...files(
  ["xml", "yaml", "json", "jsonc", "toml"], "**/*.{plist,recipe,pkginfo,mobileconfig,yaml,yml,json,jsonc,toml}")];
const FILES = [...COLOURED, ...files(
  ["swift", "objective-c", "objective-cpp", "shellscript"], "**/*.{swift,m,mm,h,sh,bash,zsh}")];

/** How a server that ends is started again. Tests wait less. */
const patience = { restarts: 5, firstDelay: 1_000, healthyAfter: 60_000 };

const ACTION_KINDS = { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } };
const CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  workspace: { workspaceEdit: { documentChanges: true } },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, versionSupport: true },
    completion: { completionItem: { documentationFormat: ["markdown"] } },
    hover: { contentFormat: ["markdown"] },
    codeAction: { codeActionLiteralSupport: ACTION_KINDS, isPreferredSupport: true },
  },
};

/** The settings: the command, and what is sent to the server. */
function settings() {
  const values = vscode.workspace.getConfiguration("predicate");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  let command = String(values.get("command") || "predicate");
  if (command.startsWith("~/")) command = path.join(os.homedir(), command.slice(2));
  if (folder) command = command.replace("${workspaceFolder}", () => folder);
  const names = ["keys", "schema", "models", "profiles"].filter((name) => values.get(name)?.length > 0);
  return { command, options: Object.fromEntries(names.map((name) => [name, values.get(name)])), folder };
}

/** A range as the protocol writes it. VS Code's own JSON of a range is a list. */
const plain = ({ start, end }) => ({ start, end });

/** A server, from its start to its end. */
class Session {
  started = Date.now();
  isReady = false;
  documents = new Map();
  shown = new Set();
  diagnostics = vscode.languages.createDiagnosticCollection("predicate");
  parts = [this.diagnostics];

  constructor({ command, options, folder }, log, ended) {
    this.log = log;
    this.connection = new Connection(command, ["lsp"], {
      notification: (method, params) => this.notification(method, params),
      log: (line) => log.appendLine(line),
      end: (reason) => {
        this.dispose();
        ended(this, reason);
      },
    });
    this.initialize(options, folder).catch((error) => this.connection.fail(error.message));
  }

  async initialize(options, folder) {
    const result = await within(limits.start, this.connection.request("initialize", {
      processId: process.pid,
      clientInfo: { name: vscode.env.appName, version: vscode.version },
      rootUri: folder ? vscode.Uri.file(folder).toString() : null,
      capabilities: CAPABILITIES,
      initializationOptions: options,
    }));
    if (this.connection.hasEnded) return;
    this.connection.notify("initialized", {});
    this.isReady = true;
    this.follow(options, folder);
    this.offer(result?.capabilities ?? {});
  }

  /** Tells the server what happens to documents and settings. */
  follow(options, folder) {
    const { workspace } = vscode;
    const changed = () => this.connection.notify("workspace/didChangeWatchedFiles", { changes: [] });
    const patterns = ["**/.predicate.yaml"];
    for (const name of [options.schema ?? [], options.models ?? []].flat().map(String)) {
      const { dir, base } = path.parse(path.resolve(folder ?? os.homedir(), name));
      patterns.push(new vscode.RelativePattern(vscode.Uri.file(dir), `${base}{,/**}`));
    }
    for (const pattern of patterns) {
      const watcher = workspace.createFileSystemWatcher(pattern);
      this.parts.push(watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed), watcher.onDidDelete(changed));
    }
    this.parts.push(
      workspace.onDidOpenTextDocument((document) => this.open(document)),
      workspace.onDidCloseTextDocument((document) => this.close(document)),
      workspace.onDidSaveTextDocument((document) => this.tell("textDocument/didSave", document)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0) return;
        const changes = contentChanges.map(({ range, text }) => ({ range: plain(range), text }));
        this.tell("textDocument/didChange", document, { contentChanges: changes });
      }));
    workspace.textDocuments.forEach((document) => this.open(document));
  }

  open(document) {
    const uri = document.uri.toString();
    if (this.documents.has(uri) || vscode.languages.match(FILES, document) === 0) return;
    this.documents.set(uri, document);
    this.connection.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: document.languageId, version: document.version, text: document.getText() },
    });
  }

  close(document) {
    this.tell("textDocument/didClose", document);
    this.documents.delete(document.uri.toString());
    this.diagnostics.delete(document.uri);
  }

  tell(method, document, params) {
    const uri = document.uri.toString();
    if (!this.documents.has(uri)) return;
    this.connection.notify(method, { textDocument: { uri, version: document.version }, ...params });
  }

  notification(method, params) {
    if (method === "textDocument/publishDiagnostics") {
      const document = this.documents.get(params.uri);
      // Diagnostics of a text that has changed since would be in wrong places. Others are on their way.
      if (!document || (Number.isInteger(params.version) && params.version < document.version)) return;
      this.diagnostics.set(document.uri, convert.diagnostics(params.diagnostics, document));
    } else if (method === "window/showMessage") {
      const message = convert.text(params.message);
      if (message === undefined || this.shown.has(message) || this.shown.size >= 20) return;
      this.shown.add(message);
      params.type === 1 ? vscode.window.showErrorMessage(message) : vscode.window.showWarningMessage(message);
    }
  }

  /** What the server answers about a document, converted; undefined if it is not open, or if there is no answer. */
  async ask(method, document, params, token, converted) {
    const uri = document.uri.toString();
    if (!this.documents.has(uri)) return undefined;
    return this.request(method, { textDocument: { uri }, ...params }, token, converted);
  }

  async request(method, params, token, converted) {
    try {
      return converted(await this.connection.request(method, params, token));
    } catch (error) {
      if (!error.isCancelled) this.log.appendLine(`${method}: ${error.message}`);
      return undefined;
    }
  }

  /** Registers what the server can do. */
  offer(offered) {
    const { languages } = vscode;
    const items = new WeakMap();
    const triggers = offered.completionProvider?.triggerCharacters;
    this.parts.push(
      languages.registerCompletionItemProvider(FILES, {
        provideCompletionItems: (document, position, token) =>
          this.ask("textDocument/completion", document, { position }, token, (answer) => {
            const found = convert.list(answer?.items).map((value) => [convert.completion(value), value]);
            const usable = found.filter(([item]) => item !== undefined);
            usable.forEach(([item, value]) => items.set(item, value));
            return new vscode.CompletionList(usable.map(([item]) => item), answer?.isIncomplete === true);
          }),
        resolveCompletionItem: async (item, token) => {
          const value = items.get(item);
          const documentation = value?.data && await this.request(
            "completionItem/resolve", value, token, (answer) => convert.markdown(answer?.documentation));
          if (documentation) item.documentation = documentation;
          return item;
        },
      }, ...(Array.isArray(triggers) ? triggers.filter((trigger) => typeof trigger === "string") : [])),
      languages.registerHoverProvider(FILES, {
        provideHover: (document, position, token) =>
          this.ask("textDocument/hover", document, { position }, token, convert.hover),
      }),
      languages.registerCodeActionsProvider(FILES, {
        provideCodeActions: (document, range, { only }, token) =>
          this.ask("textDocument/codeAction", document, {
            range: plain(range), context: { diagnostics: [], only: only && [only.value] },
          }, token, (answer) => convert.actions(answer, document)),
      }, {
        providedCodeActionKinds: [
          vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.SourceFixAll.append("predicate")],
      }),
      // In other languages a second formatter would make VS Code ask which one to use. There is a command for them.
      languages.registerDocumentFormattingEditProvider(OWN, {
        provideDocumentFormattingEdits: (document, _, token) =>
          this.ask("textDocument/formatting", document, { options: {} }, token, convert.edits),
      }),
      languages.registerDocumentRangeFormattingEditProvider(OWN, {
        provideDocumentRangeFormattingEdits: (document, range, _, token) =>
          this.ask("textDocument/rangeFormatting", document, { range: plain(range), options: {} }, token, convert.edits),
      }));
    const types = offered.semanticTokensProvider?.legend?.tokenTypes;
    if (!Array.isArray(types) || !types.every((type) => typeof type === "string")) return;
    this.parts.push(languages.registerDocumentSemanticTokensProvider(COLOURED, {
      provideDocumentSemanticTokens: (document, token) =>
        this.ask("textDocument/semanticTokens/full", document, {}, token, convert.tokens),
    }, new vscode.SemanticTokensLegend(types)));
  }

  dispose() {
    for (const part of this.parts.splice(0)) part.dispose();
    this.documents.clear();
  }

  stop() {
    this.dispose();
    return this.connection.close();
  }
}

/** Keeps a server running: starts it, again if it ends, and with other settings. */
class Supervisor {
  log = vscode.window.createOutputChannel("Predicates");
  failures = 0;

  constructor(context) {
    this.readme = vscode.Uri.file(path.join(context.extensionPath, "README.md"));
    context.subscriptions.push(
      this.log,
      vscode.commands.registerCommand("predicate.restart", () => this.restart()),
      vscode.commands.registerTextEditorCommand("predicate.format", (editor) => this.format(editor)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("predicate")) this.restart();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.restart()));
    this.start();
  }

  start() {
    const given = settings();
    this.command = given.command;
    this.session = new Session(given, this.log, (session, reason) => this.ended(session, reason));
  }

  async restart() {
    this.failures = 0;
    await this.stop();
    // Another restart may have been faster.
    if (!this.session) this.start();
  }

  async stop() {
    clearTimeout(this.timer);
    const session = this.session;
    this.session = undefined;
    await session?.stop();
  }

  ended(session, reason) {
    if (session !== this.session) return;
    this.session = undefined;
    this.log.appendLine(`${this.command} lsp: ${reason.message}`);
    if (reason.isMissing) {
      return this.offerHelp(
        `Cannot start \`${this.command}\`: it is not installed, not in the PATH, or not executable.`, "How to Install");
    }
    if (!session.isReady) return this.offerHelp(`\`${this.command} lsp\` does not start: ${reason.message}`, "Restart");
    if (Date.now() - session.started > patience.healthyAfter) this.failures = 0;
    if (this.failures >= patience.restarts) {
      return this.offerHelp(`\`${this.command} lsp\` ended ${this.failures + 1} times: ${reason.message}`, "Restart");
    }
    this.timer = setTimeout(() => this.start(), patience.firstDelay * 2 ** this.failures++);
  }

  async offerHelp(message, action) {
    const choice = await vscode.window.showErrorMessage(message, action, "Settings", "Show Log");
    if (choice === "Settings") vscode.commands.executeCommand("workbench.action.openSettings", "predicate.command");
    else if (choice === "Show Log") this.log.show();
    else if (choice === "Restart") this.restart();
    else if (choice) vscode.commands.executeCommand("markdown.showPreview", this.readme);
  }

  /** Formats the predicates of a file, and nothing else in it. */
  async format(editor) {
    const { document, document: { version } } = editor;
    const edits = await this.session?.ask("textDocument/formatting", document, { options: {} }, undefined, convert.edits);
    if (!edits || document.version !== version) return;
    await editor.edit((builder) => edits.forEach(({ range, newText }) => builder.replace(range, newText)));
  }
}

let supervisor;
exports.activate = (context) => { supervisor = new Supervisor(context); };
exports.deactivate = () => supervisor?.stop();
exports.patience = patience;
