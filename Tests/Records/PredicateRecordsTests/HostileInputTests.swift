import Foundation
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateRecords

/// Hostile input must give an error within seconds, on a small stack.
struct HostileInputTests {
    /// Runs a function on a thread with a stack of 512 KiB, and returns its result.
    private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
        let box = Box<Result>()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            box.value = body()
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
        return box.value
    }

    private final class Box<Value>: @unchecked Sendable { var value: Value? }

    struct Hostile: Sendable, CustomTestStringConvertible {
        var name: String
        var expected: String
        var text: @Sendable () -> [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ expected: String, _ text: @escaping @Sendable () -> [UInt8]) {
            self.name = name
            self.expected = expected
            self.text = text
        }
    }

    private static func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    @Test(arguments: [
        Hostile("lists", "record-too-deep 1:201") { Array((times("[", 100_000) + times("]", 100_000)).utf8) },
        Hostile("objects", "record-too-deep 1:1001") {
            Array((times("{\"a\":", 100_000) + "1" + times("}", 100_000)).utf8)
        },
        Hostile("both", "record-too-deep 1:501") { Array((times("[{\"\":", 100_000)).utf8) },
        Hostile("lists cut in the middle", "record-too-deep 1:201") { Array(times("[", 100_000).utf8) },
        Hostile("closing brackets", "bad-json 1:1") { Array(times("]", 1_000_000).utf8) },
        Hostile("commas", "bad-json 1:2") { Array(("[" + times(",", 1_000_000)).utf8) },
        Hostile("a list of lists cut off", "truncated 1:1000001") {
            Array(("[" + times("[],", 333_333)).utf8)
        },
        Hostile("a string without an end", "truncated 1:1000002") { Array(("\"" + times("a", 1_000_000)).utf8) },
        Hostile("backslashes", "truncated 1:1000002") { Array(("\"" + times("\\\\", 500_000)).utf8) },
        Hostile("zeros", "bad-json 1:1") { Array(times("0", 1_000_000).utf8) },
        Hostile("digits", "number-too-large 1:1") { Array(times("9", 1_000_000).utf8) },
        Hostile("minus signs", "bad-json 1:2") { Array(times("-", 1_000_000).utf8) },
        Hostile("NULs", "bad-json 1:1") { [UInt8](repeating: 0, count: 1_000_000) },
        Hostile("bytes of 0xFF", "invalid-utf8 1:1") { [UInt8](repeating: 0xFF, count: 1_000_000) },
        Hostile("stray bytes", "invalid-utf8 1:10") {
            Array("{\"a\":[1,\"".utf8).dropLast() + [0x22, 0xC3, 0x28] + Array("\"]}".utf8)
        },
        Hostile("keys", "truncated 1:688892") { Array(("{" + (0..<70_000).map { "\"\($0)\":1," }.joined()).utf8) },
        Hostile("one key again and again", "truncated 1:600002") { Array(("{" + times("\"a\":1,", 100_000)).utf8) },
        Hostile("blanks", "truncated 1:1000001") { Array(times(" ", 1_000_000).utf8) },
    ])
    func isAnErrorAtOnce(hostile: Hostile) {
        let text = hostile.text()
        let first = onSmallStack { timed { fault(text) } }
        #expect(first?.result == hostile.expected)
        #expect(first.map { $0.seconds < 2 } == true)
        #expect(onSmallStack { fault(text, strict: true) } != "fine")
        // The same as a file of any layout, and with a pointer into it.
        let stream = onSmallStack { records(.bytes(text), skippingBadLines: true) }
        #expect(stream?.last?.hasPrefix("! ") ?? text.allSatisfy { $0 == 0x20 } == true || stream == [])
        let pointed = onSmallStack {
            var options = RecordInputOptions()
            options.pointer = JSONPointer(["0", "a", "0"])
            return records(portions(of: text, size: 4096), options)
        }
        #expect(pointed?.allSatisfy { $0.hasPrefix("! ") } == true)
    }

    @Test func aHundredThousandLevelsInALineAmongOthers() {
        let deep = Self.times("[", 100_000)
        let text = "{\"a\":1}\n{\"b\":\(deep)}\n{\"c\":\(deep + Self.times("]", 100_000))}\n{\"a\":2}\n"
        let found = onSmallStack { records(.text(text), skippingBadLines: true) }
        #expect(
            found
                == ["{\"a\":1}", "! record-too-deep 2:206", "! record-too-deep 3:206", "{\"a\":2}"].map {
                    $0.replacingOccurrences(of: "206", with: "205")
                })
    }

    @Test func aHigherLimitIsKeptToOnASmallStack() {
        let text = Array((Self.times("[", 5000) + Self.times("]", 5000)).utf8)
        #expect(
            onSmallStack { text.withUnsafeBufferPointer { (try? JSONReader(maximumDepth: 5000).validate($0)) != nil } }
                == true)
    }

    @Test func everyCutOfARecordIsAnError() {
        let text = Array(#"{"name":"João \"x\" \ud83d\ude00","n":[-1.5e3,true,null,{}],"é":false}"#.utf8)
        #expect(fault(text) == "fine")
        for length in 0..<text.count { #expect(fault(Array(text.prefix(length))) != "fine", "\(length)") }
        for location in text.indices {
            var damaged = text
            damaged[location] = 0xFF
            #expect(fault(damaged) != "fine", "\(location)")
            damaged[location] = 0
            #expect(fault(damaged) != "fine", "\(location)")
        }
    }
}
