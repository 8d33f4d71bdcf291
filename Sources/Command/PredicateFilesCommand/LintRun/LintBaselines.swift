#if Command && Files
import PredicateFiles
import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// The findings that are known, and those that are recorded, of a run of `predicate lint`.
struct LintBaselines {
    /// A baseline in use.
    private struct Used {
        /// What is left of it.
        var rest: LintBaseline
        let folder: String
        /// The paths of the files that were checked, relative to the folder.
        var checked: Set<ExactName> = []
    }

    /// The baselines that were read, by their absolute paths.
    private var used: [ExactName: Used] = [:]
    /// What is recorded, and for which file.
    private var recorded = LintBaseline()
    private let target: String?

    /// No baseline.
    ///
    /// - Parameter target: the file that findings are recorded for; nil if known ones are left out instead.
    /// - Throws: if the file would be lost. Only a baseline is replaced, and an empty file, so that no slip costs another file.
    init(recordingFor target: String?) throws(CommandFailure) {
        self.target = target
        if let target { _ = try Self.replaceable(target) }
    }

    /// The contents of the file that is replaced; nil if there is none.
    private static func replaceable(_ target: String) throws(CommandFailure) -> [UInt8]? {
        guard FileIdentity(path: target) != nil else { return nil }
        let shown = SafeText.plain(target)
        let bytes = try FileBytes.Failure.translating(try FileBytes.read(target, .regular)) {
            CommandFailure(.inputOutput, "error: cannot write `\(shown)`: \($0.reason)")
        }
        guard bytes.isEmpty || (try? LintBaseline(reading: bytes)) != nil else {
            throw CommandFailure(
                .usage,
                "error: --write-baseline: `\(shown)` exists and is not a baseline, so it is not replaced; choose another name"
            )
        }
        return bytes
    }

    /// The findings of a file that are not known. If findings are recorded, all are.
    ///
    /// - Parameters:
    ///   - file: the absolute path of the file.
    ///   - baseline: the path of the baseline; nil if there is none.
    ///   - kind: what the baseline may be besides a regular file.
    mutating func unknown(
        _ findings: [LintFinding], of file: String, by baseline: String?, _ kind: OpenedFile.Kind
    ) throws(CommandFailure) -> [LintFinding] {
        if let target {
            let folder = FilePath.realFolder(FilePath.folder(of: target))
            let path = FilePath.relative(file, to: folder)
            recorded.add(findings, file: path)
            return []
        }
        guard let baseline else { return findings }
        var used: Used
        if let known = self.used[ExactName(baseline)] { used = known } else { used = try Self.read(baseline, kind) }
        let path = FilePath.relative(file, to: used.folder)
        used.checked.insert(ExactName(path))
        let unknown = used.rest.take(findings, file: path)
        self.used[ExactName(baseline)] = used
        return unknown
    }

    private static func read(_ path: String, _ kind: OpenedFile.Kind) throws(CommandFailure) -> Used {
        let shown = SafeText.plain(path)
        let bytes: [UInt8]
        do throws(FileBytes.Failure) {
            bytes = try FileBytes.read(path, kind)
        } catch {
            let hint = FileSystem.status(path) == nil ? "; --write-baseline makes it" : ""
            throw CommandFailure(.noInput, "error: the baseline `\(shown)`: \(error.reason)\(hint)")
        }
        let rest = try ConfigurationError.translating(try LintBaseline(reading: bytes)) {
            CommandFailure(lintError: $0, in: bytes, path)
        }
        return Used(rest: rest, folder: FilePath.realFolder(FilePath.folder(of: path)))
    }

    /// Writes what was recorded, and tells so; otherwise tells which known findings are gone.
    func finish(_ environment: CommandEnvironment) throws(CommandFailure) {
        if let target {
            // Another file may have come there since the beginning.
            let old = try Self.replaceable(target)
            try OutputFileFailure.translating(
                try OutputFile.write(Array(recorded.text.utf8), to: target, replacing: old)
            ) {
                CommandFailure(.inputOutput, "error: cannot write `\(SafeText.plain(target))`: \($0.reason)")
            }
            environment.say(
                "note: `\(SafeText.plain(target))` has \(Plural.of(recorded.count, "finding")) of "
                    + Plural.of(recorded.fileCount, "file"))
            return
        }
        for (path, used) in used.sorted(by: { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }) {
            // Only files that were checked, and those that exist no more, are known to have lost a finding.
            let gone = used.rest.count { file in
                used.checked.contains(ExactName(file)) || !FileSystem.allows(F_OK, FilePath.joined(used.folder, file))
            }
            if gone > 0 {
                environment.say(
                    "note: \(Plural.of(gone, "finding")) of the baseline `\(SafeText.plain(path.text))` "
                        + (gone == 1 ? "is" : "are") + " gone; --write-baseline records what is left")
            }
        }
    }
}

extension CommandFailure {
    /// The failure for a file that cannot be used, with its place.
    init(lintError error: ConfigurationError, in bytes: [UInt8], _ path: String) {
        let position = SourcePosition(of: error.offset, in: ConfigurationFile.text(of: bytes))
        let place = "\(SafeText.plain(path)):\(position.line):\(position.column)"
        self.init(.data, "\(place): error: \(SafeText.plain(error.message))")
    }
}
#endif
