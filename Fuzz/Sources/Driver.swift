import Foundation

/// The functions that libFuzzer calls, one per target. Each must return for any bytes. A target also checks that
/// different ways to the same answer agree.
private let targets: [String: @Sendable ([UInt8]) -> Void] = [
    "budget": fuzzBudget,
    "columns": fuzzColumns,
    "documents": fuzzDocument,
    "predicate": fuzzPredicate,
    "records": fuzzRecords,
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

nonisolated(unsafe) private var target: @Sendable ([UInt8]) -> Void = { _ in }

/// The entry point: runs libFuzzer's driver on the target in the environment variable FUZZ_TARGET. The target is not
/// an argument, because libFuzzer runs the program again with its own arguments.
///
/// The package manager names the entry point of an executable after its target and expects it there, but libFuzzer
/// would bring its own main. So this function calls its driver.
@_cdecl("fuzz_main")
public func fuzzMain(_ argumentCount: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    guard let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"], let chosen = targets[name] else {
        let names = targets.keys.sorted().joined(separator: ", ")
        FileHandle.standardError.write(Data("FUZZ_TARGET has to be one of \(names)\n".utf8))
        return 64
    }
    target = chosen
    var count = argumentCount
    var rest: Arguments? = arguments
    return runDriver(&count, &rest) { bytes, count in
        target(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }
}
