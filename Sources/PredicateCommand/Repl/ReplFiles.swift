#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import PredicateFormat

/// Files that a session writes.
enum ReplFiles {
    /// Opens a file for writing.
    ///
    /// - Parameters:
    ///   - appending: whether what is there stays.
    ///   - isPrivate: whether nobody else may read it.
    static func open(_ path: String, appending: Bool = false, isPrivate: Bool = false) throws(ReplFailure) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (appending ? O_APPEND : O_TRUNC)
        #if canImport(Darwin)
            let descriptor = Darwin.open(path, flags, isPrivate ? 0o600 : 0o644)
        #elseif canImport(Musl)
            let descriptor = Musl.open(path, flags, isPrivate ? 0o600 : 0o644)
        #else
            let descriptor = Glibc.open(path, flags, isPrivate ? 0o600 : 0o644)
        #endif
        guard descriptor >= 0 else {
            throw ReplFailure("cannot write `\(SafeText.plain(path))`: \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    /// Writes a text to a file.
    static func write(_ text: String, to path: String, appending: Bool = false, isPrivate: Bool = false)
        throws(ReplFailure)
    {
        let descriptor = try open(path, appending: appending, isPrivate: isPrivate)
        defer { close(descriptor) }
        let sink = OutputSink(descriptor: descriptor)
        do throws(OutputFailure) {
            try sink.write(text)
            try sink.flush()
        } catch {
            throw failure(error, path)
        }
    }

    /// What is said where a file cannot be written.
    static func failure(_ failure: OutputFailure, _ path: String) -> ReplFailure {
        switch failure {
        case .closed: ReplFailure("cannot write `\(SafeText.plain(path))`: nobody reads it")
        case .interrupted: .interrupted
        case .failed(let reason): ReplFailure("cannot write `\(SafeText.plain(path))`: \(reason)")
        }
    }

    /// Makes the folder that a file is to be in, for the user alone.
    static func makeFolder(of path: String) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        try? FileManager.default.createDirectory(
            atPath: String(path[..<slash]), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    /// A path with the user's home for a `~` at its start.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] else {
            return path
        }
        return home + path.dropFirst()
    }

    /// The names in a folder in order, folders with a slash behind them.
    static func names(in folder: String) -> [String] {
        let path = folder.isEmpty ? "." : expanded(folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().map { name in
            var status = stat()
            let isFolder = stat(path + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            return isFolder ? name + "/" : name
        }
    }
}

/// A file that records are written to.
final class ReplOutputFile {
    /// The file as it was named.
    let path: String
    private let descriptor: Int32
    /// Where to write.
    let sink: OutputSink

    /// Opens a file, which loses what it held.
    ///
    /// - Parameter shouldStop: asked while records are written; true ends the writing.
    init(_ path: String, shouldStop: (() -> Bool)? = nil) throws(ReplFailure) {
        self.path = path
        descriptor = try ReplFiles.open(ReplFiles.expanded(path))
        sink = OutputSink(descriptor: descriptor)
        sink.shouldStop = shouldStop
    }

    deinit {
        try? sink.flush()
        close(descriptor)
    }
}
