// What every platform gives under its own name, under one import: the C library with its threads, and the essentials of
// Foundation. Files of the other targets import this module instead of choosing among the names.

#if canImport(Darwin)
@_exported import Darwin
#elseif canImport(Glibc)
@_exported import Glibc
#elseif canImport(Musl)
@_exported import Musl
#elseif canImport(Android)
@_exported import Android
#elseif canImport(WinSDK)
@_exported import WinSDK
@_exported import ucrt
#endif

#if canImport(FoundationEssentials)
@_exported import FoundationEssentials
#else
@_exported import Foundation
#endif

/// Calls of the system under separate names, for types that have members named like the system's functions.
package enum SystemCall {
    /// Opens a file; the descriptor is negative after a failure, and `errno` says which.
    package static func openFile(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
        open(path, flags, mode)
    }

    /// Reads the available bytes, at most the size of the buffer: 0 at the end, negative after a failure.
    package static func readBytes(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        read(descriptor, buffer.baseAddress, buffer.count)
    }

    /// Writes bytes, and returns how many; negative after a failure.
    package static func writeBytes(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        write(descriptor, bytes.baseAddress, bytes.count)
    }

    /// Gives a file another name, and replaces the file of that name; negative after a failure.
    package static func renameFile(_ path: UnsafePointer<CChar>, to other: UnsafePointer<CChar>) -> Int32 {
        rename(path, other)
    }
}
