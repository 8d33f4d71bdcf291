#if SQLite
import GRDBSQLite

/// Why a database cannot be read or written.
package struct SQLiteFailure: Error, Hashable {
    /// What a caller can tell apart.
    package enum Kind: Hashable, Sendable {
        /// There is no such file, or it cannot be opened.
        case cannotOpen
        /// The file is not a database of SQLite, or it is encrypted.
        case notADatabase
        /// Another program holds a lock.
        case isLocked
        /// A program stopped while it wrote the file, and whoever may write the file must undo that.
        case needsRecovery
        /// Another program wrote the file while it was read.
        case changed
        /// A value exceeds `SQLiteConnection.valueBytes`.
        case tooLarge
        /// The memory for sorts exceeds `SQLiteConnection.memoryBytes`.
        case outOfMemory
        /// A statement over a view exceeds the limits of `SQLiteConnection.limitSteps`, which the message names.
        case endless
        /// The file or its folder cannot be written.
        case isReadOnly
        /// The disk is full.
        case isFull
        /// The read was interrupted.
        case interrupted
        /// A value breaks a rule of the table.
        case constraint
        /// Something else.
        case other
    }

    /// What a caller can tell apart.
    package var kind: Kind
    /// SQLite's own words.
    package var message: String

    /// The failure of a result code.
    init(code: Int32, message: String) {
        kind =
            switch code & 0xFF {
            // SQLITE_READONLY_ROLLBACK
            case SQLITE_READONLY where code >> 8 == 3: .needsRecovery
            // SQLITE_READONLY_RECOVERY, _CANTLOCK and _CANTINIT: a program is about to prepare the log, or must.
            case SQLITE_READONLY where [1, 2, 5].contains(code >> 8): .isLocked
            case SQLITE_TOOBIG: .tooLarge
            case SQLITE_NOMEM: .outOfMemory
            case SQLITE_CANTOPEN: .cannotOpen
            case SQLITE_NOTADB: .notADatabase
            case SQLITE_BUSY, SQLITE_LOCKED: .isLocked
            case SQLITE_READONLY: .isReadOnly
            case SQLITE_FULL: .isFull
            case SQLITE_INTERRUPT: .interrupted
            case SQLITE_CONSTRAINT: .constraint
            default: .other
            }
        self.message = message
    }

    /// A failure with its words.
    init(kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }
}
#endif
