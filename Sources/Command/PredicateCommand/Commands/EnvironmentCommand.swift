import ArgumentParser

/// A sub-command that runs in a given environment.
protocol EnvironmentCommand: ParsableCommand {
    func run(in environment: CommandEnvironment) throws
}

extension EnvironmentCommand {
    func run() throws { try run(in: .process()) }
}
