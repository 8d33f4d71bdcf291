import Foundation
import Testing

@testable import PredicateFormat

/// Where recursive work is run.
@Suite struct DeepStackTests {
    /// The stack of a thread, the levels of the work, and whether the thread has room for them.
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
            // What a thread knows of its stack is asked once, and holds the second time.
            for _ in 0..<2 { answer.isHere.append(DeepStack.run(levels: example.levels) { Thread.current === own }) }
            done.signal()
        }
        thread.stackSize = example.stackSize
        thread.start()
        done.wait()
        #expect(answer.isHere == [example.isHere, example.isHere])
    }
}
