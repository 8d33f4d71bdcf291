import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// The thread on which recursive work runs.
@Suite struct DeepStackTests {
    /// The stack size of a thread in bytes, the levels of the work, and whether it runs on that thread.
    struct Case: CustomTestStringConvertible {
        var stackSize: Int
        var levels: Int
        var isHere: Bool
        var testDescription: String { "\(levels) levels on \(stackSize >> 10) KiB" }
    }

    static let cases = [
        Case(stackSize: 512 << 10, levels: 1, isHere: true),
        Case(stackSize: 512 << 10, levels: DeepStack.shallow, isHere: true),
        Case(stackSize: 512 << 10, levels: DeepStack.shallow + 1, isHere: false),
        Case(stackSize: 512 << 10, levels: 200, isHere: false),
        Case(stackSize: 16 << 20, levels: DeepStack.shallow + 1, isHere: true),
        Case(stackSize: 16 << 20, levels: 200, isHere: true),
        Case(stackSize: 16 << 20, levels: 2000, isHere: false),
    ]

    @Test(arguments: cases) func runsWhereThereIsRoom(example: Case) {
        final class Answer: @unchecked Sendable { var isHere = [Bool]() }
        let answer = Answer()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let own = Thread.current
            // The second call uses the stored bounds of the thread's stack.
            for _ in 0..<2 { answer.isHere.append(DeepStack.run(levels: example.levels) { Thread.current === own }) }
            done.signal()
        }
        thread.stackSize = example.stackSize
        thread.start()
        done.wait()
        #expect(answer.isHere == [example.isHere, example.isHere])
    }
}
