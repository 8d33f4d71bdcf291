#if Command
import PredicatePlatform
import PredicateCommand

StandardDescriptors.open()
// A reader that has gone is an error of `write`, not a signal: `| head` ends the command quietly.
signal(SIGPIPE, SIG_IGN)
// So is a limit on the size of files, as a full disk is, and what was begun is taken back.
signal(SIGXFSZ, SIG_IGN)
#if Files
CommandWing.files.register()
#endif
#if SQLite
CommandWing.sqlite.register()
#endif
#if PostgreSQL
CommandWing.postgreSQL.register()
#endif
exit(PredicateTool.run(PredicateTool.arguments, in: .process()))
#else
@preconcurrency import PredicatePlatform
// `swift build` alone builds this, for it builds every target.
fputs("error: this build has no command (its trait Command is off); `make` builds all of it\n", stderr)
exit(69)
#endif
