import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Runs a command line in the test process, as on a terminal of 80 columns without colour.
func predicate(_ arguments: [String]) -> CommandResult {
    let environment = CommandEnvironment(output: OutputSink(), errors: OutputSink())
    let status = PredicateTool.run(arguments, in: environment)
    return CommandResult(status: status, output: environment.output.text, messages: environment.errors.text)
}

/// Runs `predicate filter` in the test process.
func filter(_ arguments: String...) -> CommandResult { filter(arguments: arguments) }

/// Runs `predicate filter` in the test process.
func filter(arguments: [String]) -> CommandResult { predicate(["filter"] + arguments) }
