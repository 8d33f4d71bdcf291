#ifndef CLIBPQ_H
#define CLIBPQ_H
// Debian puts the header into a folder, Homebrew does not.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#endif

/// From now on the first SIGINT cancels the statement that runs on the connection of `cancel`, and is remembered. A
/// second one ends the process. Only one connection at a time is cancelled so.
void CLibPQCancelOnInterrupt(PGcancel *cancel);

/// Restores what SIGINT did before. The cancelled object may be freed after this.
void CLibPQEndCancelOnInterrupt(void);

/// Whether SIGINT has arrived since `CLibPQCancelOnInterrupt`.
int CLibPQWasInterrupted(void);
#endif
