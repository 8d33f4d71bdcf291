/// A part of the command that a build may lack: the wing behind one or two traits.
enum BuildPart: String, CaseIterable, Sendable {
    case files, databases

    /// What its absence is called.
    var absence: String {
        switch self {
        case .files: "the trait Files is off"
        case .databases: "the traits SQLite and PostgreSQL are off"
        }
    }

    /// The sub-commands that it brings.
    var commandNames: [String] {
        switch self {
        case .files: ["lint", "test", "lsp"]
        case .databases: ["import", "sql"]
        }
    }
}

extension CommandFailure {
    /// The failure of something that this build of the command lacks.
    init(absent name: String, _ part: BuildPart) {
        self.init(.usage, "error: this build has no \(name) (\(part.absence)); `make` builds all of it")
    }
}
