import Foundation

/// The functions that libFuzzer calls, one per target. Each must return for any bytes. A target also checks that
/// different ways to the same answer agree.
private let targets: [String: @Sendable ([UInt8]) -> Void] = [
    "budget": fuzzBudget,
    "columns": fuzzColumns,
    "documents": fuzzDocument,
    "edits": fuzzEdits,
    "messages": fuzzMessages,
    "predicate": fuzzPredicate,
    "records": fuzzRecords,
    "rules": fuzzRules,
]

/// Ends the run with a reason, which libFuzzer reports together with the bytes.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments?>,
    _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The target in the environment variable FUZZ_TARGET. It is not an argument, because libFuzzer runs the program again
/// with its own arguments.
private let target: @Sendable ([UInt8]) -> Void = {
    guard let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"], let chosen = targets[name] else {
        let names = targets.keys.sorted().joined(separator: ", ")
        FileHandle.standardError.write(Data("FUZZ_TARGET has to be one of \(names)\n".utf8))
        exit(64)
    }
    return chosen
}()

/// Runs the target once.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOnce(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

/// The entry point of a release build: runs libFuzzer's driver.
///
/// The package manager names the entry point of an executable after its target and expects it there. In a debug build
/// the linker takes libFuzzer's own main, which calls `LLVMFuzzerTestOneInput`.
@_cdecl("fuzz_main")
public func fuzzMain(_ argumentCount: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    var count = argumentCount
    var rest: Arguments? = arguments
    return runDriver(&count, &rest) { fuzzOnce($0, $1) }
}
