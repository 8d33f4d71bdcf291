import PredicateFormat
import PredicatePlatform

/// How another program is started.
struct ProcessStart {
    /// What happens to a descriptor of the new process before the program runs.
    enum Descriptor {
        /// It becomes a copy of another one.
        case copy(Int32, of: Int32)
        case close(Int32)
        /// It becomes an opened file.
        case open(Int32, path: String, flags: Int32, mode: mode_t = 0)
    }

    /// The name of the program, and its arguments. Names of files are the strings of their bytes (`FileName`).
    var command: [String]
    /// The environment variables of the program; nil gives it those of this process.
    var variables: [String: String]?
    /// The path of the program; nil if its name is searched for on the path.
    var path: String?
    /// What happens to its descriptors, in this order.
    var descriptors: [Descriptor]
    /// The signals that have their usual effect. The command ignores closed pipes, and a program that it starts must
    /// not inherit that.
    var usualSignals = [SIGPIPE, SIGXFSZ]
    /// Whether it gets all signals, also those that this process blocks.
    var blocksNoSignals = false
    /// Whether it has its own process group.
    var hasOwnGroup = false

    /// Starts the program. Returns its process and 0, or the error number of the system.
    func start() -> (process: pid_t, failure: Int32) {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for descriptor in descriptors {
            switch descriptor {
            case .copy(let new, let old): posix_spawn_file_actions_adddup2(&actions, old, new)
            case .close(let number): posix_spawn_file_actions_addclose(&actions, number)
            case .open(let number, let path, let flags, let mode):
                posix_spawn_file_actions_addopen(&actions, number, path, flags, mode)
            }
        }
        var flags = Int32(POSIX_SPAWN_SETSIGDEF)
        var signals = sigset_t()
        sigemptyset(&signals)
        if blocksNoSignals {
            posix_spawnattr_setsigmask(&attributes, &signals)
            flags |= Int32(POSIX_SPAWN_SETSIGMASK)
        }
        for number in usualSignals { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        if hasOwnGroup {
            posix_spawnattr_setpgroup(&attributes, 0)
            flags |= Int32(POSIX_SPAWN_SETPGROUP)
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let arguments = Self.list(command)
        var own = Self.list(variables?.map { $0.key + "=" + $0.value } ?? [])
        defer { for text in arguments + own { free(text) } }
        var process = pid_t()
        let failure = own.withUnsafeMutableBufferPointer { own in
            let environment = variables == nil ? environ : own.baseAddress
            return if let path {
                posix_spawn(&process, path, &actions, &attributes, arguments, environment)
            } else {
                posix_spawnp(&process, command.first ?? "", &actions, &attributes, arguments, environment)
            }
        }
        return (process, failure)
    }

    /// The status as a shell has it, by what `waitpid` says: that of the program, or 128 and the signal that ended it.
    static func exitStatus(_ found: Int32) -> Int32 {
        let signal = found & 0x7F
        return signal == 0 ? (found >> 8) & 0xFF : 128 + signal
    }

    /// Copies of strings as C strings, and the end of their list.
    private static func list(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        let copies = texts.map { text in
            (FileName.bytes(text) + [0]).withUnsafeBytes { bytes in
                bytes.bindMemory(to: CChar.self).baseAddress.flatMap { strdup($0) }
            }
        }
        return copies + [nil]
    }
}
