#if Command
import ArgumentParser
import PredicateFormat

/// What a wing adds to the command. The entry registers the wings of a build before the command runs.
package struct CommandWing: Sendable {
    /// The part of the command that it is.
    let part: BuildPart
    /// Its sub-commands, in the order of help.
    let commands: @Sendable () -> [any EnvironmentCommand.Type]
    /// Gives other parts of the command what they ask of it.
    let provide: @Sendable () -> Void

    private static let wings = Locked<[CommandWing]>([])

    /// The wings of this build.
    static var registered: [CommandWing] { wings.withLock { $0 } }

    /// Adds the wing to the command.
    package func register() {
        provide()
        Self.wings.withLock { wings in
            if !wings.contains(where: { $0.part == part }) { wings.append(self) }
        }
    }

    /// The sub-commands of a part of the command; none if this build lacks it.
    static func commands(of part: BuildPart) -> [any EnvironmentCommand.Type] {
        registered.first { $0.part == part }?.commands() ?? []
    }

    /// The parts that this build lacks.
    static var lacking: [BuildPart] {
        BuildPart.allCases.filter { part in !registered.contains { $0.part == part } }
    }

    /// The failure for a sub-command that this build lacks, also after `help`; nil for other lines.
    static func failure(for arguments: [String]) -> CommandFailure? {
        guard let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first,
            let part = lacking.first(where: { $0.commandNames.contains(word) })
        else { return nil }
        return CommandFailure(absent: "`predicate \(word)`", part)
    }
}
#endif
