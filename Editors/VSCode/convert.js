// What the server answers, as VS Code's objects. A part that is not what the protocol says is left out.
"use strict";

const vscode = require("vscode");

const list = (value) => (Array.isArray(value) ? value.filter((item) => item !== null && typeof item === "object") : []);
const text = (value) => (typeof value === "string" ? value : undefined);
const some = (values) => values.filter((value) => value !== undefined);

function position(value) {
  const { line, character } = value ?? {};
  return Number.isInteger(line) && Number.isInteger(character) && line >= 0 && character >= 0
    ? new vscode.Position(line, character) : undefined;
}

function range(value) {
  const start = position(value?.start);
  const end = position(value?.end);
  return start && end && new vscode.Range(start, end);
}

/** Markdown, in which neither commands nor HTML are allowed. */
function markdown(value) {
  const contents = text(value) ?? text(value?.value);
  return contents === undefined ? undefined : new vscode.MarkdownString(contents);
}

function diagnostic(value, document) {
  const place = range(value.range);
  if (!place) return undefined;
  const severities = [vscode.DiagnosticSeverity.Error, vscode.DiagnosticSeverity.Warning,
    vscode.DiagnosticSeverity.Information, vscode.DiagnosticSeverity.Hint];
  const made = new vscode.Diagnostic(
    place, text(value.message) ?? "", severities[value.severity - 1] ?? vscode.DiagnosticSeverity.Error);
  made.source = text(value.source);
  made.code = text(value.code);
  made.relatedInformation = some(list(value.relatedInformation).map((related) => {
    const there = range(related.location?.range);
    return there && new vscode.DiagnosticRelatedInformation(
      new vscode.Location(document.uri, there), text(related.message) ?? "");
  }));
  return made;
}

const diagnostics = (value, document) => some(list(value).map((item) => diagnostic(item, document)));

function edit(value) {
  const place = range(value?.range);
  const replacement = text(value?.newText);
  return place && replacement !== undefined ? vscode.TextEdit.replace(place, replacement) : undefined;
}

/** All edits, or none: a part of them would make another text. */
function edits(value) {
  const made = list(value).map(edit);
  return made.includes(undefined) ? [] : made;
}

const hover = (value) => markdown(value?.contents) && new vscode.Hover(markdown(value.contents), range(value.range));

/** A candidate of completion; its documentation may come later. */
function completion(value) {
  const made = edit(value.textEdit);
  if (!made || text(value.label) === undefined) return undefined;
  // The protocol counts the kinds from 1, VS Code from 0.
  const item = new vscode.CompletionItem(value.label, Number.isInteger(value.kind) ? value.kind - 1 : undefined);
  item.range = made.range;
  item.insertText = made.newText;
  item.detail = text(value.detail);
  item.documentation = markdown(value.documentation);
  item.sortText = text(value.sortText);
  item.filterText = text(value.filterText);
  item.additionalTextEdits = edits(value.additionalTextEdits);
  return item;
}

/** The actions for a document, as it is now. Those for an earlier version are left out. */
function actions(value, document) {
  return some(list(value).map((action) => {
    const changes = list(action.edit?.documentChanges);
    const made = changes.map((change) => edits(change.edits));
    const fits = changes.every(({ textDocument }, index) =>
      made[index].length > 0 && textDocument?.uri === document.uri.toString()
      && textDocument.version === document.version);
    if (changes.length === 0 || !fits || text(action.title) === undefined) return undefined;
    const kind = (text(action.kind) ?? "").split(".").reduce((kind, part) => kind.append(part), vscode.CodeActionKind.Empty);
    const shown = new vscode.CodeAction(action.title, kind);
    shown.edit = new vscode.WorkspaceEdit();
    shown.edit.set(document.uri, made.flat());
    shown.isPreferred = action.isPreferred === true;
    shown.diagnostics = diagnostics(action.diagnostics, document);
    return shown;
  }));
}

/** Colours; nothing for a file without predicates, so that another extension may colour it. */
function tokens(value) {
  const data = value?.data;
  if (!Array.isArray(data) || data.length === 0 || data.length % 5 !== 0) return undefined;
  return data.every((number) => Number.isInteger(number) && number >= 0)
    ? new vscode.SemanticTokens(Uint32Array.from(data)) : undefined;
}

module.exports = { actions, completion, diagnostics, edits, hover, list, markdown, text, tokens };
