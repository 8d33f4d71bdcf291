import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// All wings of the command, which its entry registers. Suites that ask the command without `predicate(_:)` begin with it.
let registeredWings: Void = {
    CommandWing.files.register()
    #if SQLite
    CommandWing.sqlite.register()
    #endif
    #if PostgreSQL
    CommandWing.postgreSQL.register()
    #endif
}()

/// Runs a command line in the test process, as on a terminal of 80 columns without colour.
func predicate(_ arguments: [String]) -> CommandResult {
    registeredWings
    let environment = CommandEnvironment(output: OutputSink(), errors: OutputSink())
    let status = PredicateTool.run(arguments, in: environment)
    return CommandResult(status: status, output: environment.output.text, messages: environment.errors.text)
}

/// Runs `predicate filter` in the test process.
func filter(_ arguments: String...) -> CommandResult { filter(arguments: arguments) }

/// Runs `predicate filter` in the test process.
func filter(arguments: [String]) -> CommandResult { predicate(["filter"] + arguments) }
