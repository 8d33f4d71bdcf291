import PredicatePlatform
import PredicateRecords

/// Reads whole files, up to the limit of what any reader takes.
package enum FileBytes {
    /// Why a file cannot be read.
    package struct Failure: Error, Hashable, Sendable {
        /// The reason, in words that follow the name of the file.
        package let reason: String

        static let notRegular = Failure(reason: "it is not a regular file")
        static let tooLarge = Failure(reason: "it has more than \(ConfigurationLimits.fileBytes >> 20) MiB")
        static let outside = Failure(
            reason: "it is outside of the given paths and of the repository; --follow-links reads it")
    }

    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - kind: what may be read besides regular files. A pipe that no program writes to is a failure.
    ///   - bounds: the folders that must hold the file, wherever links lead; nil for any.
    package static func read(
        _ path: String, _ kind: OpenedFile.Kind = .any, within bounds: FileBounds? = nil
    ) throws(Failure) -> [UInt8] {
        let file: OpenedFile
        do throws(OpenedFile.Failure) {
            file = try OpenedFile(path, kind)
        } catch {
            throw Failure(error)
        }
        defer { close(file.descriptor) }
        if let bounds, !bounds.contain(path, opened: file.descriptor) { throw .outside }
        return file.head + (try read(file.descriptor))
    }

    /// The bytes of an open file, from where it stands to its end.
    package static func read(_ descriptor: Int32) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var status = stat()
        if fstat(descriptor, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFREG, status.st_size > off_t(ConfigurationLimits.fileBytes) {
                throw .tooLarge
            }
            bytes.reserveCapacity(max(0, min(Int(status.st_size), ConfigurationLimits.fileBytes)) + 1)
        }
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        while true {
            let count = SystemCall.readBytes(descriptor, into: chunk)
            if count < 0 {
                if errno == EINTR { continue }
                throw .system
            }
            if count == 0 { return bytes }
            bytes += UnsafeRawBufferPointer(rebasing: chunk[..<count])
            if bytes.count > ConfigurationLimits.fileBytes {
                throw .tooLarge
            }
        }
    }
}

extension FileBytes.Failure {
    /// The system's reason for the last failure.
    fileprivate static var system: Self { Self(.system(errno)) }

    fileprivate init(_ failure: OpenedFile.Failure) {
        switch failure {
        case .system(EISDIR): self.init(reason: "it is a folder")
        case .system(let number): self.init(reason: String(cString: strerror(number)))
        case .notRegular: self = .notRegular
        case .silentPipe:
            self.init(reason: "no program writes to this pipe; start the program that writes to it first")
        }
    }
}

/// Paths as texts.
package enum FilePath {
    /// A path without `.` components, `..` behind a name, and repeated slashes; `.` if nothing is left.
    package static func normal(_ path: String) -> String {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else if part != ".." || !isAbsolute {
                parts.append(part)
            }
        }
        let joined = parts.joined(separator: "/")
        return isAbsolute ? "/" + joined : joined.isEmpty ? "." : joined
    }

    /// A name in a folder; an absolute path stays as it is.
    package static func joined(_ folder: String, _ name: String) -> String {
        if name.utf8.first == UInt8(ascii: "/") || folder.isEmpty { return name }
        return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
    }

    /// The folder of a path; `.` if it names none.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    /// The last component of a path.
    package static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// The absolute path of a file. Links in the path of its folder are followed; the name stays.
    package static func absolute(_ path: String) -> String {
        let folder = realFolder(folder(of: path))
        let name = name(of: path)
        if name == "." || name == ".." || name.isEmpty { return realFolder(path) }
        return joined(folder, name)
    }

    /// The absolute path of a folder without links; as far as it exists.
    package static func realFolder(_ path: String) -> String {
        if let real = FileSystem.realPath(path) { return real }
        if path.utf8.first == UInt8(ascii: "/") { return normal(path) }
        return normal(joined(currentFolder, path))
    }

    /// The current folder of the process.
    package static var currentFolder: String { FileSystem.currentFolder }

    /// The path that leads from a folder to a file; both are absolute and normal.
    package static func relative(_ path: String, to folder: String) -> String {
        let (parts, base) = (path.split(separator: "/"), folder.split(separator: "/"))
        let common = zip(parts, base).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        let up = Array(repeating: Substring(".."), count: base.count - common)
        let joined = (up + parts[common...]).joined(separator: "/")
        return joined.isEmpty ? "." : joined
    }
}
