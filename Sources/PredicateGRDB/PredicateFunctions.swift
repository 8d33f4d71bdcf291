#if SQLite
import GRDB
#endif
