#ifndef CLIBPQ_H
#define CLIBPQ_H
// Debian puts the header into a folder, Homebrew does not.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#endif

// On Linux, libpq is not linked: the first connection loads it. It needs some twenty other libraries (OpenSSL, LDAP,
// Kerberos). Every run of the command loaded them, and most runs do not speak to PostgreSQL: filtering a file of two
// records took 10.8 ms, and takes 7.3 ms now.
//
// So functions of libpq are called through a table of pointers. This is the list of all that are used; a row needs only
// the name, because the type is that of the declaration in libpq's header.
#define CLIBPQ_FUNCTIONS(FUNCTION) \
    FUNCTION(PQcancel) \
    FUNCTION(PQclear) \
    FUNCTION(PQconnectdbParams) \
    FUNCTION(PQconnectionNeedsPassword) \
    FUNCTION(PQconnectionUsedPassword) \
    FUNCTION(PQconninfoFree) \
    FUNCTION(PQconninfoParse) \
    FUNCTION(PQdb) \
    FUNCTION(PQerrorMessage) \
    FUNCTION(PQexec) \
    FUNCTION(PQexecParams) \
    FUNCTION(PQexecPrepared) \
    FUNCTION(PQfinish) \
    FUNCTION(PQfreeCancel) \
    FUNCTION(PQfreemem) \
    FUNCTION(PQftype) \
    FUNCTION(PQgetCancel) \
    FUNCTION(PQgetisnull) \
    FUNCTION(PQgetlength) \
    FUNCTION(PQgetResult) \
    FUNCTION(PQgetvalue) \
    FUNCTION(PQhost) \
    FUNCTION(PQnfields) \
    FUNCTION(PQntuples) \
    FUNCTION(PQparameterStatus) \
    FUNCTION(PQport) \
    FUNCTION(PQprepare) \
    FUNCTION(PQputCopyData) \
    FUNCTION(PQputCopyEnd) \
    FUNCTION(PQresultErrorField) \
    FUNCTION(PQresultStatus) \
    FUNCTION(PQserverVersion) \
    FUNCTION(PQsetNoticeProcessor) \
    FUNCTION(PQsocket) \
    FUNCTION(PQstatus) \
    FUNCTION(PQuser)

/// The functions of libpq, under their own names.
typedef struct {
#define CLIBPQ_MEMBER(name) __typeof__(&name) _Nonnull name;
    CLIBPQ_FUNCTIONS(CLIBPQ_MEMBER)
#undef CLIBPQ_MEMBER
} CLibPQFunctions;

/// The file of libpq. The number is that of its binary interface, which has not changed since PostgreSQL 8.2.
#define CLIBPQ_FILE "libpq.so.5"

/// Loads a library and finds the functions in it. On other systems than Linux libpq is linked, and the name is ignored.
///
/// Returns NULL, or why it is not usable: text of the system that is valid until the thread loads something else. Then
/// no function has changed.
const char *_Nullable CLibPQLoad(const char *_Nonnull library, CLibPQFunctions *_Nonnull functions);

// Exposed for the inline function below. Callers use that one.
extern CLibPQFunctions CLibPQLoadedFunctions;

/// Loads libpq for `CLibPQ()`. One thread calls it, once; returns as `CLibPQLoad`.
static inline const char *_Nullable CLibPQLoadOnce(void) { return CLibPQLoad(CLIBPQ_FILE, &CLibPQLoadedFunctions); }

/// The functions, which can be called after `CLibPQLoadOnce` succeeded. It is inline because there are several calls for
/// each value that is read.
static inline const CLibPQFunctions *_Nonnull CLibPQ(void) { return &CLibPQLoadedFunctions; }

/// From now on the first SIGINT cancels the statement that runs on the connection of `cancel`, and is remembered. A
/// second one ends the process. Only one connection at a time is cancelled so.
void CLibPQCancelOnInterrupt(PGcancel *_Nonnull cancel);

/// Restores what SIGINT did before. The cancelled object may be freed after this.
void CLibPQEndCancelOnInterrupt(void);

/// Whether SIGINT has arrived since `CLibPQCancelOnInterrupt`.
int CLibPQWasInterrupted(void);
#endif
