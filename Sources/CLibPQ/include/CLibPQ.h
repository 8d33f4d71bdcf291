#ifndef CLIBPQ_H
#define CLIBPQ_H
// Debian puts the header into a folder, Homebrew does not.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#endif
#endif
