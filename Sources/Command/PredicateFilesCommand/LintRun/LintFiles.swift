#if Command && Files
import PredicateFiles
import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// The files of a `predicate lint`: those that are named, and those in folders.
struct LintFiles {
    /// A file to look at.
    struct File {
        /// The path, as it was given or found.
        let path: String
        /// The absolute path of its folder, without links.
        let folder: String
        /// Whether the user named it, rather than a folder that holds it.
        let isNamed: Bool

        /// The absolute path. The file itself may be a link.
        var absolutePath: String { FilePath.joined(folder, FilePath.name(of: path)) }
    }

    /// What a walk takes.
    struct Options {
        /// Whether git is asked which files it ignores.
        var usesIgnoreFiles = true
        /// Whether files and folders are taken whose names begin with a dot.
        var includesHidden = false
        /// Whether links are followed out of the named folders.
        var followsLinks = false
        /// The environment variables for git.
        var variables = ["GIT_CONFIG_NOSYSTEM": "1"]
        /// Whether settings leave a folder or a file alone.
        var isIgnored: (_ absolutePath: String, _ folder: String) -> Bool = { _, _ in false }
    }

    /// The files in order.
    private(set) var files: [File] = []
    private(set) var failures: [LintFailure] = []
    /// The folders that hold all files that are not named; nil if links are followed anywhere.
    let bounds: FileBounds?
    /// The paths of links that lead out of the bounds, and are not followed.
    private(set) var outerLinks: [String] = []
    /// Repositories that git could not be asked about. None of their files is ignored.
    private(set) var gitFailures: [GitListing.Failure] = []
    private let options: Options
    /// Folders that have been entered: a link may lead back.
    private var entered: Set<FileIdentity> = []
    /// The files, which links may lead to.
    private var found: Set<FileIdentity> = []
    private var paths: Set<ExactName> = []
    /// Links in folders, which are followed at the end: a file has the path without a link if there is one.
    private var links: [(path: String, folder: String, depth: Int)] = []
    /// How often git may be asked yet: a tree may hold any number of repositories.
    private var questions = 1000

    /// Folders that hold what others built or fetched.
    private static let skipped: Set<String> = ["node_modules", "Pods", "Carthage", "DerivedData", "build"]
    /// Folders in folders.
    private static let depth = 100

    init(_ roots: [String], _ options: Options = Options()) {
        self.options = options
        bounds = options.followsLinks ? nil : FileBounds(roots)
        var named: [(path: String, isFolder: Bool)] = []
        for root in roots {
            guard let status = FileSystem.status(root) else {
                failures.append(LintFailure(path: root, reason: Errno.text(errno)))
                continue
            }
            switch status.st_mode & S_IFMT {
            case S_IFREG: named.append((root, false))
            case S_IFDIR: named.append((root, true))
            default: failures.append(LintFailure(path: root, reason: "it is neither a file nor a folder"))
            }
        }
        // A named file is looked at even if a folder would leave it out.
        for root in named where !root.isFolder {
            let folder = FilePath.realFolder(FilePath.folder(of: root.path))
            take(File(path: root.path, folder: folder, isNamed: true))
        }
        for root in named where root.isFolder {
            // The current folder may have been removed, and then it has no path.
            guard let folder = FileSystem.realPath(root.path) else {
                failures.append(LintFailure(path: root.path, reason: Errno.text(errno)))
                continue
            }
            // A named folder is looked at even if git ignores all of it.
            let listing = listing(ofFolder: folder)
            enter(root.path, folder, listing?.isEmpty == true ? nil : listing, depth: 0)
        }
        followLinks()
    }

    private mutating func take(_ file: File) {
        guard paths.insert(ExactName(file.path)).inserted else { return }
        if let identity = FileIdentity(path: file.path) { found.insert(identity) }
        files.append(file)
    }

    // MARK: Folders

    private mutating func enter(_ path: String, _ folder: String, _ listing: GitListing?, depth: Int) {
        guard depth < Self.depth, let status = FileSystem.status(path), entered.insert(FileIdentity(status)).inserted
        else { return }
        guard let names = FileSystem.names(in: path) else {
            failures.append(LintFailure(path: path, reason: Errno.text(errno)))
            return
        }
        // Another repository begins here, for which the files above mean nothing.
        let listing = depth > 0 && names.contains(".git") ? self.listing(ofFolder: folder) : listing
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            if Self.skipped.contains(name) || name == ".git" { continue }
            if name.utf8.first == UInt8(ascii: "."), !options.includesHidden { continue }
            visit(FilePath.joined(path, name), FilePath.joined(folder, name), folder, listing, depth: depth)
        }
    }

    private mutating func visit(
        _ path: String, _ absolute: String, _ folder: String, _ listing: GitListing?, depth: Int
    ) {
        guard let status = FileSystem.status(path, followsLinks: false) else { return }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFDIR || kind == S_IFREG || kind == S_IFLNK,
            listing?.contains(absolute) ?? true, !options.isIgnored(absolute, folder)
        else { return }
        switch kind {
        case S_IFDIR: enter(path, absolute, listing, depth: depth + 1)
        case S_IFREG:
            if status.st_size <= off_t(ConfigurationLimits.fileBytes) {
                take(File(path: path, folder: folder, isNamed: false))
            }
        default: links.append((path, folder, depth))
        }
    }

    // MARK: Links

    /// Follows the links of folders, each target once. A link to a folder that holds the link itself leads back, and is not followed. A
    /// link out of the bounds is not followed, because whoever wrote a tree could have its reader print or change any file.
    private mutating func followLinks() {
        var next = 0
        // A folder that a link leads to may hold more of them.
        while next < links.count {
            let link = links[next]
            next += 1
            guard let status = FileSystem.status(link.path) else { continue }
            if let bounds, !bounds.contain(link.path) {
                if [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { outerLinks.append(link.path) }
                continue
            }
            switch status.st_mode & S_IFMT {
            case S_IFREG:
                guard status.st_size <= off_t(ConfigurationLimits.fileBytes), !found.contains(FileIdentity(status))
                else { continue }
                take(File(path: link.path, folder: link.folder, isNamed: false))
            case S_IFDIR:
                let folder = FilePath.realFolder(link.path)
                let above = folder == "/" ? folder : folder + "/"
                if (link.folder + "/").utf8.starts(with: above.utf8) { continue }
                enter(link.path, folder, listing(ofFolder: folder), depth: link.depth + 1)
            default: continue
            }
        }
    }

    // MARK: Ignored files

    /// What git lists below a folder; nil if nothing says which of its files are ignored.
    private mutating func listing(ofFolder folder: String) -> GitListing? {
        guard options.usesIgnoreFiles, questions > 0 else { return nil }
        questions -= 1
        do throws(GitListing.Failure) {
            return try GitListing(ofFolder: folder, variables: options.variables)
        } catch {
            gitFailures.append(error)
            return nil
        }
    }
}
#endif
