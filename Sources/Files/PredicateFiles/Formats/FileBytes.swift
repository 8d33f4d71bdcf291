import PredicateCore
import PredicatePlatform
import PredicateRecords

/// Reads whole files, up to the limit of what any reader takes.
package enum FileBytes {
    /// Why a file cannot be read.
    package struct Failure: Error, Hashable, Sendable {
        /// The reason, in words that follow the name of the file.
        package let reason: String

        /// A reason in such words.
        package init(reason: String) { self.reason = reason }

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
        let file = try OpenedFile.Failure.translating(try OpenedFile(path, kind)) { Failure($0) }
        defer { close(file.descriptor) }
        if let bounds, !bounds.contain(path, opened: file.descriptor) { throw .outside }
        return file.head + (try read(file.descriptor))
    }

    /// The bytes of an open file, from its position to its end.
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
        case .system(let number): self.init(reason: Errno.text(number))
        case .notRegular: self = .notRegular
        case .silentPipe:
            self.init(reason: "no program writes to this pipe; start the program that writes to it first")
        }
    }
}

/// Paths as strings.
package enum FilePath {
    /// A path without `.` components, `..` after a name, and repeated slashes; `.` if nothing is left.
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
        return normal(joined(FileSystem.currentFolder, path))
    }

    /// The path that leads from a folder to a file; both are absolute and normal.
    package static func relative(_ path: String, to folder: String) -> String {
        let (parts, base) = (path.split(separator: "/"), folder.split(separator: "/"))
        let common = zip(parts, base).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        let up = Array(repeating: Substring(".."), count: base.count - common)
        let joined = (up + parts[common...]).joined(separator: "/")
        return joined.isEmpty ? "." : joined
    }
}

/// The bytes of a text file. They are checked once to be UTF-8, so that no piece of them needs a separate check.
package struct UTF8File: Sendable {
    /// All bytes, with a byte order mark if there is one.
    package let bytes: [UInt8]
    /// The offset after the byte order mark; 0 if there is none.
    package let start: Int

    /// Checks the encoding and the size of a file.
    package init(_ file: [UInt8]) throws(ConfigurationError) {
        guard file.count <= ConfigurationLimits.fileBytes else {
            throw ConfigurationError("the file is larger than \(ConfigurationLimits.fileBytes >> 20) MiB", at: 0)
        }
        if let other = Self.otherEncoding(of: file) {
            throw ConfigurationError("the file is \(other); only UTF-8 can be read", at: 0)
        }
        if let offset = file.firstInvalidUTF8 {
            throw ConfigurationError("the file is not UTF-8", at: offset)
        }
        bytes = file
        start = file.byteOrderMarkCount
    }

    /// Bytes of the file.
    package var count: Int { bytes.count }

    /// The byte at an offset; nil outside of the file.
    package subscript(_ offset: Int) -> UInt8? { offset >= 0 && offset < bytes.count ? bytes[offset] : nil }

    /// The text of a range, clipped to the file.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
    }

    /// Whether the bytes of a word are at an offset.
    package func has(_ word: StaticString, at offset: Int) -> Bool {
        guard word.hasPointerRepresentation, offset >= 0, word.utf8CodeUnitCount <= bytes.count - offset else {
            return false
        }
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        return bytes[offset..<offset + expected.count].elementsEqual(expected)
    }

    /// The code point at an offset, and its bytes; nil after the end and within a code point.
    package func codePoint(at offset: Int) -> (code: UInt32, length: Int)? {
        guard let byte = self[offset] else { return nil }
        if byte < 0x80 { return (UInt32(byte), 1) }
        return bytes.withUnsafeBufferPointer { UTF8Text.decode($0, at: offset) }.map { ($0.code, $0.length) }
    }

    /// The name of the encoding of a file that is not UTF-8 by its first bytes; nil if it may be UTF-8.
    ///
    /// Formats of text begin with ASCII, so a zero next to the first byte shows UTF-16 without a byte order mark.
    private static func otherEncoding(of file: [UInt8]) -> String? {
        let first = Array(file.prefix(4))
        if first == [0, 0, 0xFE, 0xFF] || first == [0xFF, 0xFE, 0, 0] { return "UTF-32" }
        if first.starts(with: [0xFE, 0xFF]) || first.starts(with: [0xFF, 0xFE]) { return "UTF-16" }
        guard first.count == 4 else { return nil }
        let zeros = first.map { $0 == 0 }
        switch zeros {
        case [true, false, true, false], [false, true, false, true]: return "UTF-16"
        case [true, true, true, false], [false, true, true, true]: return "UTF-32"
        default: return nil
        }
    }
}
