// Makes reads and writes of a program fail for the files of one folder. Loaded with LD_PRELOAD.
//
//   FAULT_FOLDER   only files below this path are affected
//   FAULT_NAME     and of these only files whose name contains this
//   FAULT          short       reads and writes handle a few bytes at a time
//                  eintr       a signal interrupts every other call before it does anything
//                  eio@N       reading the byte at N fails
//                  cut@N       the file is cut to N bytes when a read reaches that offset
//                  full@N      writing more than N bytes to a file fails, as on a full disk
//                  sync        the disk turns out to be full when the file is synchronized
//                  rename      every rename fails, in any folder
//                  kill@N      the process is killed before the call number N, from 1, that changes the folder or a file in it
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { FEW = 7 };

static atomic_uint calls;
static const char *folder, *name, *fault;
static long long place = -1;

__attribute__((constructor)) static void start(void) {
    folder = getenv("FAULT_FOLDER");
    name = getenv("FAULT_NAME");
    fault = getenv("FAULT");
    const char *at = fault == NULL ? NULL : strchr(fault, '@');
    if (at != NULL) place = atoll(at + 1);
}

static int is(const char *kind) { return fault != NULL && strncmp(fault, kind, strlen(kind)) == 0; }

// Gets the path of an affected regular file; returns 0 for all others.
static int concerns(int descriptor, char path[PATH_MAX]) {
    char link[64];
    struct stat status;
    if (fault == NULL || folder == NULL) return 0;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    if (strncmp(path, folder, strlen(folder)) != 0) return 0;
    return name == NULL || strstr(strrchr(path, '/'), name) != NULL;
}

// Counts a call that changes something, and kills the process before the one that is chosen.
static void change(void) {
    if (is("kill") && (long long)atomic_fetch_add(&calls, 1) + 1 == place) kill(getpid(), SIGKILL);
}

// The same for a path. Relative ones start from the folder.
static void change_at(const char *path) {
    if (is("kill") && folder != NULL && (path[0] != '/' || strncmp(path, folder, strlen(folder)) == 0)) change();
}

static void change_in(int descriptor) {
    char path[PATH_MAX];
    if (is("kill") && concerns(descriptor, path)) change();
}

// The number of bytes that a read from an offset may return, or -1 with an error.
static ssize_t allowed(const char *path, off_t from, size_t count) {
    if (is("short")) return count < FEW ? (ssize_t)count : FEW;
    if (is("eintr") && atomic_fetch_add(&calls, 1) % 2 == 0) {
        errno = EINTR;
        return -1;
    }
    if (is("eio") && (long long)from + (long long)count > place) {
        if (from < place) return (ssize_t)(place - from);
        errno = EIO;
        return -1;
    }
    if (is("cut") && (long long)from + (long long)count > place && truncate(path, place) != 0) abort();
    return (ssize_t)count;
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    static ssize_t (*next)(int, void *, size_t);
    char path[PATH_MAX];
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "read");
    if (!concerns(descriptor, path)) return next(descriptor, bytes, count);
    ssize_t some = allowed(path, lseek(descriptor, 0, SEEK_CUR), count);
    return some < 0 ? some : next(descriptor, bytes, (size_t)some);
}

static ssize_t read_at(int descriptor, void *bytes, size_t count, off_t from) {
    static ssize_t (*next)(int, void *, size_t, off_t);
    char path[PATH_MAX];
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "pread64");
    if (!concerns(descriptor, path)) return next(descriptor, bytes, count, from);
    ssize_t some = allowed(path, from, count);
    return some < 0 ? some : next(descriptor, bytes, (size_t)some, from);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t from) { return read_at(descriptor, bytes, count, from); }
ssize_t pread64(int descriptor, void *bytes, size_t count, off_t from) { return read_at(descriptor, bytes, count, from); }

// The number of bytes that a write at an offset may take, or -1 with an error.
static ssize_t writable(off_t at, size_t count) {
    if (is("short")) return count < FEW ? (ssize_t)count : FEW;
    if (is("eintr") && atomic_fetch_add(&calls, 1) % 2 == 0) {
        errno = EINTR;
        return -1;
    }
    if (!is("full")) return (ssize_t)count;
    long long room = place - (long long)at;
    if (room <= 0 && count > 0) {
        errno = ENOSPC;
        return -1;
    }
    return (long long)count > room ? (ssize_t)room : (ssize_t)count;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    static ssize_t (*next)(int, const void *, size_t);
    char path[PATH_MAX];
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "write");
    change_in(descriptor);
    if (!concerns(descriptor, path)) return next(descriptor, bytes, count);
    ssize_t some = writable(lseek(descriptor, 0, SEEK_CUR), count);
    return some < 0 ? some : next(descriptor, bytes, (size_t)some);
}

static ssize_t write_at(int descriptor, const void *bytes, size_t count, off_t at) {
    static ssize_t (*next)(int, const void *, size_t, off_t);
    char path[PATH_MAX];
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "pwrite64");
    if (!concerns(descriptor, path)) return next(descriptor, bytes, count, at);
    ssize_t some = writable(at, count);
    return some < 0 ? some : next(descriptor, bytes, (size_t)some, at);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t at) { return write_at(descriptor, bytes, count, at); }
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t at) { return write_at(descriptor, bytes, count, at); }

static int synchronize(const char *call, int descriptor) {
    int (*next)(int);
    char path[PATH_MAX];
    *(void **)&next = dlsym(RTLD_NEXT, call);
    change_in(descriptor);
    if (is("sync") && concerns(descriptor, path)) {
        errno = ENOSPC;
        return -1;
    }
    return next(descriptor);
}

int fsync(int descriptor) { return synchronize("fsync", descriptor); }
int fdatasync(int descriptor) { return synchronize("fdatasync", descriptor); }

int rename(const char *from, const char *to) {
    static int (*next)(const char *, const char *);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "rename");
    change_at(to);
    if (is("rename")) {
        errno = EIO;
        return -1;
    }
    return next(from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    static int (*next)(int, const char *, int, const char *, unsigned);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "renameat2");
    change_at(to);
    if (is("rename")) {
        errno = EIO;
        return -1;
    }
    return next(from_folder, from, to_folder, to, flags);
}

int open(const char *path, int flags, ...) {
    static int (*next)(const char *, int, ...);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "open");
    va_list rest;
    va_start(rest, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if ((flags & (O_CREAT | O_TRUNC)) != 0) change_at(path);
    return next(path, flags, mode);
}

int unlink(const char *path) {
    static int (*next)(const char *);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "unlink");
    change_at(path);
    return next(path);
}

int mkdir(const char *path, mode_t mode) {
    static int (*next)(const char *, mode_t);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "mkdir");
    change_at(path);
    return next(path, mode);
}

int rmdir(const char *path) {
    static int (*next)(const char *);
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "rmdir");
    change_at(path);
    return next(path);
}
