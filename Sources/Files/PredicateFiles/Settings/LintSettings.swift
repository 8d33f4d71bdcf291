import PredicateCore
import PredicatePlatform

/// What `.predicate.yaml` says: which files are checked, as what, and how bad each message is.
///
/// Settings answer one question: what finds and checks the predicates of a path.
package struct LintSettings: Sendable {
    /// How bad a message is; `off` for one that is not reported.
    package enum Level: String, Hashable, Sendable, CaseIterable {
        case error
        case warning
        case off
    }

    /// What is said of some files. Later rules add to earlier ones or overrule them.
    package struct Rule: Sendable {
        /// The files; nil for all.
        package var paths: [SettingsGlob]?
        /// The only profiles of the files; nil leaves them as they are.
        package var profiles: [String]?
        /// Profiles that the files do not have.
        package var without: [String] = []
        /// Where predicates are, besides the places of the profiles.
        package var keys: [KeyPattern] = []
        /// The records of the predicates at `keys`. Without keys its fields are added to those of the profiles: of `profiles`, or else of
        /// all that are open.
        package var schema: RecordSchema?
        /// Models for source code.
        package var models: [DataModel] = []
        package var severity: [PredicateDiagnostic.Code: Level] = [:]

        /// A rule for all files that says nothing.
        package init() {}
    }

    /// The name of the file at the root of a tree.
    package static let fileName = ".predicate.yaml"

    /// The absolute path of the folder that paths are relative to; nil if there is no file of settings.
    package internal(set) var folder: String?
    /// All profiles: built-in ones, and those of the settings.
    package internal(set) var profiles = PredicateProfile.builtin
    package internal(set) var rules: [Rule] = []
    /// Files and folders that are left alone.
    package internal(set) var ignored: [SettingsGlob] = []
    /// The absolute path of the file of known findings.
    package internal(set) var baseline: String?
    /// The answers so far. Many files have the same rules.
    private let answers = Locked<[[Int]: LintChecks]>([:])

    /// Settings that say nothing.
    package init() {}

    /// The settings with a rule after all others, such as that of a command line.
    package func adding(_ rule: Rule, profiles: [PredicateProfile] = []) -> LintSettings {
        // The answers of the copy are its own.
        var settings = LintSettings()
        settings.folder = folder
        settings.profiles = self.profiles + profiles
        settings.rules = rules + [rule]
        settings.ignored = ignored
        settings.baseline = baseline
        return settings
    }

    /// The path of a file below the folder of the settings; nil if it is elsewhere.
    package func relativePath(_ path: String) -> String? { relativePath(ofAbsolute: FilePath.absolute(path)) }

    /// The same for an absolute path without links.
    package func relativePath(ofAbsolute path: String) -> String? {
        guard let folder else { return nil }
        let relative = FilePath.relative(path, to: folder)
        return relative == ".." || relative.utf8.starts(with: "../".utf8) ? nil : relative
    }

    /// Whether no file is left alone.
    package var ignoresNothing: Bool { ignored.isEmpty }

    /// Whether a file or folder is left alone.
    ///
    /// - Parameter path: the path below the folder of the settings.
    package func ignores(relative path: String) -> Bool { ignored.contains { $0.matches(path) } }

    /// What finds and checks the predicates of a file; nil if the file is left alone.
    ///
    /// - Parameters:
    ///   - path: the path of the file, relative to the current folder or absolute.
    ///   - library: the functions and operators that programs have, with an engine for MATCHES.
    package func checks(for path: String, _ library: PredicateLibrary) -> LintChecks? {
        checks(forRelative: relativePath(path), library)
    }

    /// The same for a path below the folder of the settings; nil for a file elsewhere, for which only rules without paths count.
    package func checks(forRelative path: String?, _ library: PredicateLibrary) -> LintChecks? {
        if let path, ignores(relative: path) { return nil }
        let fitting = rules.indices.filter { index in
            guard let paths = rules[index].paths else { return true }
            return path.map { path in paths.contains { $0.matches(path) } } ?? false
        }
        return answers.withLock { answers in
            if let known = answers[fitting] { return known }
            let checks = checks(fitting.map { rules[$0] }, library)
            answers[fitting] = checks
            return checks
        }
    }

    private func checks(_ rules: [Rule], _ library: PredicateLibrary) -> LintChecks {
        var profiles = profiles
        var sources = Set(Self.sourceProfiles)
        var generic: [PredicateProfile] = []
        var finder = PredicateFinder(profiles: [])
        var severity: [PredicateDiagnostic.Code: Level] = [:]
        for rule in rules {
            if let names = rule.profiles {
                // A later profile of a name replaces an earlier one.
                profiles = names.compactMap { name in self.profiles.last { sameCodePoints($0.name, name) } }
                sources = sources.union(Self.sourceProfiles).intersection(names)
            }
            profiles.removeAll { rule.without.containsName($0.name) }
            sources.subtract(rule.without)
            finder.models += rule.models
            severity.merge(rule.severity) { $1 }
            // Files of one predicate a line take the schema of the first generic profile.
            if !rule.keys.isEmpty || rule.schema != nil {
                generic.insert(.generic(rule.keys, schema: rule.schema), at: 0)
            }
        }
        for rule in rules where rule.keys.isEmpty {
            guard let schema = rule.schema else { continue }
            profiles = profiles.map { profile in
                let isMeant = rule.profiles.map { $0.containsName(profile.name) } ?? profile.isOpen
                return isMeant ? profile.adding(schema) ?? profile : profile
            }
        }
        finder.profiles = profiles + generic
        finder.ignoredProfiles = Set(Self.sourceProfiles).subtracting(sources)
        let types = generic.compactMap(\.schema)
        return LintChecks(
            finder, library: library, severity: severity,
            named: sources.contains(NamedFileChecker.profile) ? types : nil)
    }

    /// What finds predicates without a profile, by the names that `--list` shows.
    private static let sourceProfiles = ["coredata", NamedFileChecker.profile, "objc", "swift"]

    /// The names that a rule may use.
    package var profileNames: [String] {
        var names: [String] = []
        for name in profiles.map(\.name) + Self.sourceProfiles where !names.containsName(name) {
            names.append(name)
        }
        return names
    }
}

/// Finds and checks the predicates of a file, as settings say.
package struct LintChecks: Sendable {
    package let finder: PredicateFinder
    package let linter: PredicateLinter
    private let severity: [PredicateDiagnostic.Code: LintSettings.Level]
    /// What checks files of named predicates; nil if they are not recognised.
    private let named: NamedFileChecker?

    /// - Parameter types: the schemas that files of named predicates can name; nil if these files are not recognised.
    init(
        _ finder: PredicateFinder, library: PredicateLibrary,
        severity: [PredicateDiagnostic.Code: LintSettings.Level], named types: [RecordSchema]?
    ) {
        self.finder = finder
        self.severity = severity
        var linter = PredicateLinter(finder, library: library)
        linter.ignoredCodes = Set(severity.filter { $0.value == .off }.keys)
        self.linter = linter
        let ignored = linter.ignoredCodes
        named = types.map { NamedFileChecker(library: library, types: $0, ignoredCodes: ignored) }
    }

    /// What checks a file of named predicates; nil for other files.
    ///
    /// - Parameter isExpected: whether the file had named predicates before an edit.
    package func named(_ file: ConfigurationFile, isExpected: Bool = false) -> NamedFileChecker? {
        named.flatMap { $0.accepts(file, isExpected: isExpected) ? $0 : nil }
    }

    /// The predicates of a file, in its order.
    package func predicates(in file: ConfigurationFile) -> [FoundPredicate] {
        named(file)?.predicates(in: file) ?? finder.predicates(in: file)
    }

    /// The problems of a file, in its order, as bad as the settings say.
    package func findings(in file: ConfigurationFile) -> [LintFinding] {
        let findings = named(file)?.findings(in: file) ?? linter.findings(in: file)
        return severity.isEmpty ? findings : findings.compactMap(judged)
    }

    /// A problem, as bad as the settings say; nil if it is not reported.
    package func judged(_ finding: LintFinding) -> LintFinding? {
        switch severity[finding.diagnostic.code] {
        case nil: return finding
        case .off: return nil
        case .error: return LintFinding(diagnostic: finding.diagnostic.with(.error), predicate: finding.predicate)
        case .warning: return LintFinding(diagnostic: finding.diagnostic.with(.warning), predicate: finding.predicate)
        }
    }

    /// The bytes of a file with its predicates fixed; nil if nothing changes.
    package func fixed(_ file: ConfigurationFile) -> [UInt8]? { fixes(of: file)?.bytes }

    /// The edits that fix a file, and the bytes that it then has; nil if nothing changes.
    ///
    /// - Parameter isNamed: whether the file had named predicates before an edit.
    package func fixes(
        of file: ConfigurationFile, isNamed: Bool = false
    ) -> (edits: [FileFixer.Edit], bytes: [UInt8])? {
        if let named = named(file, isExpected: isNamed) { return named.fixes(of: file) }
        return FileFixer(linter, finder).fixes(of: file)
    }
}

extension PredicateDiagnostic {
    fileprivate func with(_ severity: Severity) -> PredicateDiagnostic {
        var diagnostic = self
        diagnostic.severity = severity
        return diagnostic
    }
}

/// A pattern of settings: which files and folders are meant.
///
/// As in `.gitignore`, a pattern without a slash fits a name at any depth, a pattern that fits a folder fits all in it, and a slash at its
/// end fits folders only.
package struct SettingsGlob: Hashable, Sendable {
    private let glob: PathGlob
    private let isPath: Bool
    private let isForFolders: Bool

    /// Reads a pattern.
    package init(_ text: String) throws(PathGlob.Failure) {
        var source = Substring(text)
        if source.utf8.starts(with: "./".utf8) { source = source.dropFirst(2) }
        isForFolders = source.utf8.last == UInt8(ascii: "/")
        if isForFolders { source = source.dropLast() }
        guard !source.isEmpty else { throw PathGlob.Failure(message: "the pattern is empty") }
        isPath = source.utf8.contains(UInt8(ascii: "/"))
        glob = try PathGlob(String(source))
    }

    /// Whether the file at a path, or a folder that holds it, is meant.
    package func matches(_ path: String) -> Bool {
        var end = path.utf8.startIndex
        while end != path.utf8.endIndex {
            let start = end
            end = path.utf8[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.utf8.endIndex
            let isFolder = end != path.utf8.endIndex
            if isFolder || !isForFolders, glob.matches(String(isPath ? path[..<end] : path[start..<end])) {
                return true
            }
            if isFolder { end = path.utf8.index(after: end) }
        }
        return false
    }
}
