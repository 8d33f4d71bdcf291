// Starts `predicate lsp` for the files that it knows.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const files = "**/*.{plist,recipe,pkginfo,mobileconfig,yaml,yml,json,jsonc,toml,swift,m,mm,h,sh,bash,zsh,predicates}";

let client;

exports.activate = function () {
  const settings = workspace.getConfiguration("predicate");
  const options = {};
  for (const name of ["keys", "schema", "models"]) {
    const value = settings.get(name);
    if (value && value.length > 0) options[name] = value;
  }
  client = new LanguageClient(
    "predicate",
    "Predicates",
    { command: settings.get("command", "predicate"), args: ["lsp"] },
    {
      documentSelector: [
        { scheme: "file", pattern: files },
        { scheme: "file", pattern: "**/*.xcdatamodel/contents" },
      ],
      initializationOptions: options,
    });
  return client.start();
};

exports.deactivate = function () {
  return client && client.stop();
};
