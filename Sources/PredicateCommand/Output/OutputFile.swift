import PredicatePlatform

import PredicateRecords

/// Why a file cannot be written, in words that follow its name.
struct OutputFileFailure: Error {
    /// The reason.
    var reason: String

    init(_ reason: String) { self.reason = reason }

    /// The reason that the system gives for the last call.
    static var system: OutputFileFailure { OutputFileFailure(String(cString: strerror(errno))) }
}

/// A file that is written: either all of it is there in the end, or it is what it was.
///
/// A regular file is written to a new one in the same folder, which takes its location when it is whole. Symbolic links are followed, and
/// the permissions stay. Pipes and devices are written directly.
final class OutputFile {
    /// The file as it was named.
    let path: String
    /// Where to write.
    let sink: OutputSink
    private let descriptor: Int32
    /// The new file and the one that it is for; nil where the file is written directly, and when all is over.
    private var replacement: (new: String, target: String)?
    private var isOpen = true

    /// Symbolic links that are followed; the system follows as many.
    private static let mostLinks = 40

    /// Begins to write a file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - inputs: files that may not be written.
    ///   - isPrivate: whether a file that is not there yet is for its owner alone.
    init(_ path: String, inputs: InputFiles = InputFiles(), isPrivate: Bool = false) throws(OutputFileFailure) {
        self.path = path
        var status = stat()
        let exists = stat(path, &status) == 0
        let isRegular = exists && status.st_mode & S_IFMT == S_IFREG
        if isRegular, inputs.contains(FileIdentity(status)) {
            throw OutputFileFailure("it is in use, and would be lost; another name is needed")
        }
        let target = try Self.target(of: path)
        // A file without a name of its own, as behind /dev/stdout, cannot be replaced.
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
            // Who may not give files away keeps the new one, without the rights of another owner.
            let isOwners = fchown(descriptor, status.st_uid, status.st_gid) == 0
            _ = fchmod(descriptor, status.st_mode & (isOwners ? 0o7777 : 0o777))
        }
        replacement = (new, target)
        sink = OutputSink(descriptor: descriptor)
    }

    deinit { abandon() }

    /// How many bytes have been written, after all have been flushed.
    var length: Int { max(0, Int(lseek(descriptor, 0, SEEK_CUR))) }

    /// Takes back what was written behind a length; what went to a pipe stays there.
    func takeBack(to length: Int) {
        _ = sink.discard()
        guard replacement != nil else { return }
        _ = ftruncate(descriptor, off_t(length))
        _ = lseek(descriptor, off_t(length), SEEK_SET)
    }

    /// Puts the file in its place.
    ///
    /// - Throws: where something could not be written. The file is then what it was.
    func complete() throws(OutputFileFailure) {
        guard isOpen else { return }
        defer { abandon() }
        do throws(OutputFailure) {
            try sink.flush()
        } catch {
            throw OutputFileFailure(error)
        }
        guard let (new, target) = replacement else { return }
        // A full disk may say so only now.
        guard fsync(descriptor) == 0 || errno == EINVAL, rename(new, target) == 0 else { throw .system }
        replacement = nil
    }

    /// Gives the file up, which stays what it was.
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

    // MARK: Names

    /// Where a path leads when all its symbolic links have been followed, also if nothing is there.
    private static func target(of path: String) throws(OutputFileFailure) -> String {
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

    /// The folder of a path with a slash behind it; empty for the one that we are in.
    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }

    private static func newName() -> String {
        ".predicate-" + String(getpid()) + "-" + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    private static func opened(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
}

extension OutputFileFailure {
    /// What a sink says.
    init(_ failure: OutputFailure) {
        switch failure {
        case .closed: self.init("nobody reads it")
        case .interrupted: self.init("interrupted")
        case .failed(let reason): self.init(reason)
        }
    }
}
