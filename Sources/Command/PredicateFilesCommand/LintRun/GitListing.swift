#if Command && Files
import PredicateFiles
import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// The files below a folder that git does not ignore: those that it tracks, and those that none of its ignore files names.
///
/// Git itself is asked, and its answer only filters a walk. In an untrusted repository, git starts no other program and
/// changes nothing: there is no monitor of files, no hook and no transport. Its time and its output are limited.
struct GitListing {
    /// Git could not be asked.
    struct Failure: Error {
        /// The folder that it was asked about.
        let folder: String
        let reason: String
    }

    /// The bytes of the absolute path of the folder, with a slash.
    private let prefix: Int
    /// The paths below the folder: of files, of links, and of folders that hold them.
    private var paths: Set<ExactName> = []

    /// Ignore files that git is told to read in addition. Unlike `.gitignore`, they also leave out files that git tracks.
    private static let ignoreFiles = [".ignore", ".predicateignore"]

    /// Asks git about a folder; nil if it is in no repository.
    ///
    /// - Parameters:
    ///   - folder: an absolute path without links.
    ///   - variables: the environment variables for git.
    init?(ofFolder folder: String, variables: [String: String]) throws(Failure) {
        guard let folders = Self.foldersUpToRepository(from: folder) else { return nil }
        prefix = folder == "/" ? 1 : folder.utf8.count + 1
        let git = Git(folder: folder, variables: variables)
        var listed = Set(try git.list("--cached", "--others", "--exclude-standard"))
        for name in Self.ignoreFiles {
            let isAbove = folders.contains { FileSystem.allows(F_OK, FilePath.joined($0, name)) }
            guard isAbove || listed.contains(where: { sameCodePoints(FilePath.name(of: $0.text), name) }) else {
                continue
            }
            listed.subtract(try git.list("--cached", "--others", "--ignored", "--exclude-per-directory=" + name))
        }
        for path in listed {
            var path = path.text
            // A repository in this one has a slash at its end.
            if path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
            while paths.insert(ExactName(path)).inserted, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
                path = String(path[..<slash])
            }
        }
    }

    /// Whether git lists nothing at all.
    var isEmpty: Bool { paths.isEmpty }

    /// Whether git lists a file, or something in a folder.
    ///
    /// - Parameter path: an absolute path below the folder.
    func contains(_ path: String) -> Bool {
        paths.contains(ExactName(String(decoding: path.utf8.dropFirst(prefix), as: UTF8.self)))
    }

    /// A folder and those above it up to the root of its repository; nil if it is in none.
    private static func foldersUpToRepository(from folder: String) -> [String]? {
        var folders = [folder]
        while !FileSystem.allows(F_OK, FilePath.joined(folders[folders.count - 1], ".git")) {
            let above = FilePath.folder(of: folders[folders.count - 1])
            if above == folders[folders.count - 1] { return nil }
            folders.append(above)
        }
        return folders
    }
}

/// Runs `git ls-files`.
private struct Git {
    let folder: String
    let variables: [String: String]

    private static let limits = ChildProcess.Limits(outputBytes: 256 << 20, time: .seconds(20))

    /// The paths that git lists, relative to the folder.
    func list(_ options: String...) throws(GitListing.Failure) -> [ExactName] {
        // What a hook sets for its own repository does not hold for the folder.
        var variables = variables.filter { name, _ in
            !name.utf8.starts(with: "GIT_".utf8) || name.utf8.starts(with: "GIT_CONFIG_".utf8)
                || name == "GIT_EXEC_PATH"
        }
        variables["GIT_OPTIONAL_LOCKS"] = "0"
        variables["GIT_TERMINAL_PROMPT"] = "0"
        variables["GIT_NO_LAZY_FETCH"] = "1"
        variables["GIT_ALLOW_PROTOCOL"] = "none"
        let settings = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]
        let command = ["git", "-C", folder] + settings + ["ls-files", "-z"]
        let git = ChildProcess(command: command + options, variables: variables, limits: Self.limits)
        switch git.run(input: "") {
        case .ended(0, let output, _):
            return output.split(separator: 0).map { ExactName(FileName.text($0)) }
        case .ended(let status, _, let messages):
            let reason = messages.textLines.first { !$0.isEmpty } ?? "status \(status)"
            throw GitListing.Failure(folder: folder, reason: reason)
        case .notFound: throw GitListing.Failure(folder: folder, reason: "there is no program `git`")
        case .failed(let reason): throw GitListing.Failure(folder: folder, reason: reason)
        }
    }
}
#endif
