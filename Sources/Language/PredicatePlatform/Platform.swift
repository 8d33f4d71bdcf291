// What every platform gives under a name of its own, under one import: the C library with its threads, and the essentials of
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
