#if Files
import PredicateFiles
import PredicatePlatform
import PredicateRecords

/// The folder of a repository in which git keeps its files, as far as ignore files need it.
struct GitFolder {
    /// The folder that all work trees of the repository share.
    let common: String
    private let repository: String
    private let variables: [String: String]

    /// Finds the folder. A work tree and a submodule have a file `.git` that names it.
    ///
    /// - Parameters:
    ///   - repository: the folder with `.git`.
    ///   - variables: the environment variables.
    init(ofRepository repository: String, variables: [String: String]) {
        self.repository = repository
        self.variables = variables
        let path = FilePath.joined(repository, ".git")
        var folder = path
        if let line = Self.line(of: path), line.utf8.starts(with: "gitdir:".utf8) {
            folder = Self.path(Self.trimmed(line.dropFirst("gitdir:".count)), in: repository)
        }
        common = Self.line(of: FilePath.joined(folder, "commondir")).map { Self.path($0, in: folder) } ?? folder
    }

    /// The path of the patterns that the user ignores in all repositories; nil if there can be none.
    ///
    /// The last value of `core.excludesFile` counts, or else `git/ignore` in the folder of the user's settings.
    var userExcludes: String? {
        var value: String?
        for path in configurationPaths {
            guard let bytes = Self.bytes(of: path) else { continue }
            value = GitConfiguration(reading: bytes).excludesFile ?? value
        }
        guard let value else { return settingsFolder.map { $0 + "/git/ignore" } }
        if value.isEmpty { return nil }
        if value.utf8.starts(with: "~/".utf8) { return home.map { FilePath.joined($0, String(value.dropFirst(2))) } }
        return Self.path(value, in: repository)
    }

    /// The files of configuration, in the order in which later ones overrule earlier ones.
    private var configurationPaths: [String] {
        var paths: [String] = []
        let isWithoutSystem = variables["GIT_CONFIG_NOSYSTEM"].map { !["", "0", "false", "no", "off"].contains($0) }
        if isWithoutSystem != true { paths.append(variables["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig") }
        if let path = variables["GIT_CONFIG_GLOBAL"] {
            paths.append(path)
        } else {
            if let settingsFolder { paths.append(settingsFolder + "/git/config") }
            if let home { paths.append(FilePath.joined(home, ".gitconfig")) }
        }
        paths.append(FilePath.joined(common, "config"))
        return paths
    }

    private var home: String? { variables["HOME"].flatMap { $0.isEmpty ? nil : $0 } }

    private var settingsFolder: String? {
        if let folder = variables["XDG_CONFIG_HOME"], !folder.isEmpty { return folder }
        return home.map { FilePath.joined($0, ".config") }
    }

    // MARK: Files

    /// The bytes of a regular file; nil if there is none.
    private static func bytes(of path: String) -> [UInt8]? { try? FileBytes.read(path, .regular) }

    /// The only line of a small file; nil if there is none.
    private static func line(of path: String) -> String? {
        guard let bytes = bytes(of: path), bytes.count <= 8192 else { return nil }
        let line = trimmed(Substring(String(decoding: bytes, as: UTF8.self)))
        return line.isEmpty ? nil : line
    }

    private static func trimmed(_ text: Substring) -> String {
        let bytes = Array(text.utf8.drop { $0 <= 0x20 })
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    private static func path(_ path: String, in folder: String) -> String {
        path.utf8.first == UInt8(ascii: "/") ? path : FilePath.joined(folder, path)
    }
}

/// A file of git's configuration, as far as ignore files need it. Files that it includes are not read.
struct GitConfiguration {
    /// The value of `core.excludesFile`; nil if the file does not set it.
    private(set) var excludesFile: String?

    /// Reads a file. A line that is no setting is skipped.
    init(reading file: [UInt8]) {
        var offset = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var isCore = false
        while offset < file.count {
            let byte = file[offset]
            if byte <= 0x20 {
                offset += 1
            } else if byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") {
                offset = Self.lineEnd(file, offset)
            } else if byte == UInt8(ascii: "[") {
                let end = file[offset...].firstIndex { $0 == UInt8(ascii: "]") || $0 == 0x0A } ?? file.count
                isCore = String(decoding: file[(offset + 1)..<end], as: UTF8.self).lowercased() == "core"
                offset = min(end + 1, file.count)
            } else {
                let start = offset
                while offset < file.count, file[offset] > 0x20, file[offset] != UInt8(ascii: "=") { offset += 1 }
                let name = String(decoding: file[start..<offset], as: UTF8.self).lowercased()
                while offset < file.count, file[offset] == 0x20 || file[offset] == 0x09 { offset += 1 }
                guard offset < file.count, file[offset] == UInt8(ascii: "=") else {
                    offset = Self.lineEnd(file, offset)
                    continue
                }
                offset += 1
                let value = Self.value(file, &offset)
                if isCore, name == "excludesfile" { excludesFile = value }
            }
        }
    }

    private static func lineEnd(_ file: [UInt8], _ offset: Int) -> Int {
        file[offset...].firstIndex(of: 0x0A) ?? file.count
    }

    /// A value: quotes, escapes, a comment behind it, and a backslash that continues it on the next line.
    private static func value(_ file: [UInt8], _ offset: inout Int) -> String {
        var result: [UInt8] = []
        /// The bytes up to the last one that counts. Blanks at the end do not.
        var end = 0
        var isQuoted = false
        while offset < file.count, file[offset] == 0x20 || file[offset] == 0x09 { offset += 1 }
        while offset < file.count, file[offset] != 0x0A {
            let byte = file[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
                offset = lineEnd(file, offset)
                return String(decoding: result[..<end], as: UTF8.self)
            case UInt8(ascii: "\\"):
                if offset < file.count, file[offset] == 0x0D { offset += 1 }
                guard offset < file.count else { break }
                let escaped = file[offset]
                offset += 1
                switch escaped {
                case 0x0A: break
                case UInt8(ascii: "n"): result.append(0x0A)
                case UInt8(ascii: "t"): result.append(0x09)
                default: result.append(escaped)
                }
                end = result.count
            default:
                result.append(byte)
                if isQuoted || byte > 0x20 { end = result.count }
            }
        }
        return String(decoding: result[..<end], as: UTF8.self)
    }
}
#endif
