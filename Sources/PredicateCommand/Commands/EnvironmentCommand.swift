import ArgumentParser

/// A sub-command that is told where it reads and writes.
protocol EnvironmentCommand: ParsableCommand {
    func run(in environment: CommandEnvironment) throws
}

extension EnvironmentCommand {
    func run() throws { try run(in: .process()) }
}
