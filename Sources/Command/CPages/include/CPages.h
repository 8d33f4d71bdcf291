#ifndef CPAGES_H
#define CPAGES_H

#include <stddef.h>

/// A page of `Documentation`, the pages of help, or a script of a shell, that the command contains.
typedef struct {
    /// The path below `Documentation` or `CPages`, without `.md`; null after the last page.
    const char *name;
    /// UTF-8, without a zero at the end.
    const char *text;
    size_t count;
} EmbeddedPage;

/// The page with an index, in the order of the reference: first the messages, then the language, the help and the scripts.
EmbeddedPage embeddedPage(size_t index);

/// The job of `predicate filter --from spark:`, in Python.
EmbeddedPage embeddedSparkJob(void);

#endif
