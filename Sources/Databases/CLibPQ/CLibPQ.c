// Loads libpq, and has a handler of SIGINT. The handler is in C because a handler may only call what is safe in a signal:
// PQcancel is, Swift's runtime is not.
#ifdef PostgreSQL
#include "CLibPQ.h"
#include <errno.h>
#include <signal.h>
#include <stddef.h>

// Package.swift links libpq on the other systems. They are untested, so they keep what is simplest.
#if defined(__linux__) && !defined(__ANDROID__)
#include <dlfcn.h>
#define LOADS_LIBPQ 1
#endif

CLibPQFunctions CLibPQLoadedFunctions;

const char *CLibPQLoad(const char *library, CLibPQFunctions *functions) {
    CLibPQFunctions found;
#ifdef LOADS_LIBPQ
    // All symbols are bound now, because a handler of signals calls PQcancel. They are local, so that the libraries which
    // libpq needs cannot take the place of others in the process.
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    const char *reason;
    if (handle == NULL) {
        reason = dlerror();
        return reason != NULL ? reason : library;
    }
    // A library that lacks a function stays loaded: closing it would free the reason.
#define FIND(name) \
    found.name = (__typeof__(&name))dlsym(handle, #name); \
    if (found.name == NULL) { \
        reason = dlerror(); \
        return reason != NULL ? reason : #name; \
    }
#else
    (void)library;
#define FIND(name) found.name = name;
#endif
    CLIBPQ_FUNCTIONS(FIND)
#undef FIND
    *functions = found;
    return NULL;
}

static PGcancel *volatile cancelled_connection;
static volatile sig_atomic_t was_interrupted;
static volatile sig_atomic_t is_installed;
static struct sigaction previous;

static void interrupt(int signal) {
    int error = errno;
    char message[256];
    PGcancel *cancel = cancelled_connection;
    (void)signal;
    was_interrupted = 1;
    if (cancel != NULL) (void)CLibPQ()->PQcancel(cancel, message, (int)sizeof message);
    errno = error;
}

void CLibPQCancelOnInterrupt(PGcancel *cancel) {
    struct sigaction action;
    was_interrupted = 0;
    cancelled_connection = cancel;
    if (is_installed) return;
    // Who started the process may want it to ignore the signal, as nohup does.
    if (sigaction(SIGINT, NULL, &previous) != 0 || previous.sa_handler == SIG_IGN) return;
    // Without SA_RESTART a call that waits returns. After one signal the default action, which ends the process, is back,
    // also while the handler still waits for a server that does not answer.
    action.sa_handler = interrupt;
    action.sa_flags = SA_RESETHAND | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGINT, &action, &previous) == 0) is_installed = 1;
}

void CLibPQEndCancelOnInterrupt(void) {
    if (is_installed) (void)sigaction(SIGINT, &previous, NULL);
    is_installed = 0;
    cancelled_connection = NULL;
}

int CLibPQWasInterrupted(void) { return was_interrupted; }
#endif
