import PredicatePlatform

import PredicateRecords

/// The reason why a file cannot be written, in words that follow its name.
struct OutputFileFailure: Error {
    /// The reason.
    var reason: String

    init(_ reason: String) { self.reason = reason }

    /// The system's reason for the last failure.
    static var system: OutputFileFailure { OutputFileFailure(String(cString: strerror(errno))) }
}

/// An output file. In the end it is either complete, or the old file is unchanged.
///
/// A regular file is written to a new file in the same folder, which replaces it when it is complete. Symbolic links
/// are followed, and the permissions stay. Pipes and devices are written directly.
final class OutputFile {
    /// The path as given.
    let path: String
    /// The sink for the contents.
    let sink: OutputSink
    private let descriptor: Int32
    /// The path of the new file and its target; nil if the file is written directly, and at the end.
    private var replacement: (new: String, target: String)?
    private var isOpen = true

    /// The maximum number of symbolic links to follow, as in the system.
    private static let mostLinks = 40

    /// Begins to write a file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - inputs: files that must not be written.
    ///   - isPrivate: whether a new file is only accessible to its owner.
    init(_ path: String, inputs: InputFiles = InputFiles(), isPrivate: Bool = false) throws(OutputFileFailure) {
        self.path = path
        var status = stat()
        let exists = stat(path, &status) == 0
        let isRegular = exists && status.st_mode & S_IFMT == S_IFREG
        if isRegular, inputs.contains(FileIdentity(status)) {
            throw OutputFileFailure("it is in use and would be lost; choose another name")
        }
        let target = try Self.target(of: path)
        // A file that its path does not reach, such as the target of /dev/stdout, cannot be replaced.
        let isReachable = isRegular && FileIdentity(path: target) == FileIdentity(status)
        guard !exists || isReachable else {
            descriptor = Self.opened(path, O_WRONLY | O_TRUNC | O_CLOEXEC, 0)
            guard descriptor >= 0 else { throw .system }
            sink = OutputSink(descriptor: descriptor)
            return
        }
        if exists, access(target, W_OK) != 0 { throw .system }
        let new = Self.folder(of: target) + Self.newName()
        descriptor = Self.opened(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate || exists ? 0o600 : 0o644)
        guard descriptor >= 0 else { throw .system }
        if exists {
            // Without permission to change the owner, the new file belongs to the current user, and gets no set-ID
            // bits.
            let isOwners = fchown(descriptor, status.st_uid, status.st_gid) == 0
            _ = fchmod(descriptor, status.st_mode & (isOwners ? 0o7777 : 0o777))
        }
        replacement = (new, target)
        sink = OutputSink(descriptor: descriptor)
    }

    deinit { abandon() }

    /// The number of bytes written. Valid after a flush.
    var length: Int { max(0, Int(lseek(descriptor, 0, SEEK_CUR))) }

    /// Removes the output after a length. Output to a pipe cannot be removed.
    func takeBack(to length: Int) {
        _ = sink.discard()
        guard replacement != nil else { return }
        _ = ftruncate(descriptor, off_t(length))
        _ = lseek(descriptor, off_t(length), SEEK_SET)
    }

    /// Replaces the old file.
    ///
    /// - Throws: if writing failed. The old file is then unchanged.
    func complete() throws(OutputFileFailure) {
        guard isOpen else { return }
        defer { abandon() }
        do throws(OutputFailure) {
            try sink.flush()
        } catch {
            throw OutputFileFailure(error)
        }
        guard let (new, target) = replacement else { return }
        // A full disk may be reported only now.
        guard fsync(descriptor) == 0 || errno == EINVAL, rename(new, target) == 0 else { throw .system }
        replacement = nil
    }

    /// Removes the new file. The old file is unchanged.
    func abandon() {
        guard isOpen else { return }
        isOpen = false
        _ = close(descriptor)
        if let new = replacement?.new { _ = unlink(new) }
        replacement = nil
    }

    /// Writes a whole file.
    static func write(
        _ text: String, to path: String, inputs: InputFiles = InputFiles(), isPrivate: Bool = false
    ) throws(OutputFileFailure) {
        let file = try OutputFile(path, inputs: inputs, isPrivate: isPrivate)
        do throws(OutputFailure) {
            try file.sink.write(text)
        } catch {
            throw OutputFileFailure(error)
        }
        try file.complete()
    }

    /// Writes a whole file of bytes.
    static func write(_ bytes: [UInt8], to path: String) throws(OutputFileFailure) {
        let file = try OutputFile(path)
        do throws(OutputFailure) {
            try file.sink.write(bytes)
        } catch {
            throw OutputFileFailure(error)
        }
        try file.complete()
    }

    // MARK: Names

    /// The target of a path after following all symbolic links, even if it does not exist.
    static func target(of path: String) throws(OutputFileFailure) -> String {
        var target = path
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        for _ in 0..<mostLinks {
            let count = readlink(target, &buffer, buffer.count - 1)
            if count < 0 { return target }
            let link = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            target = link.hasPrefix("/") ? link : folder(of: target) + link
        }
        throw OutputFileFailure(String(cString: strerror(ELOOP)))
    }

    /// The folder of a path with a slash after it; empty for the current folder.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }

    /// A name that no other file has.
    static func newName() -> String {
        ".predicate-" + String(getpid()) + "-" + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    private static func opened(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
}

extension OutputFileFailure {
    /// The failure of a sink, in words.
    init(_ failure: OutputFailure) {
        switch failure {
        case .closed: self.init("nobody reads it")
        case .interrupted: self.init("interrupted")
        case .failed(let reason): self.init(reason)
        }
    }
}
