/* A layer between a program and its files: it notes every write to a SQLite database and its log, and every time that
   the disk is told to make sure of them. When the power goes, only what was made sure of is certain.

   Loaded with LD_PRELOAD; UNSYNCED names the folder of the database. The notes go to the file "notes" in there:
   (what, which file, where or how long, how much, number of the note), then the bytes. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITTEN = 1, CUT = 2, SYNCED = 3, REMOVED = 4 };
enum { MOST_FILES = 4096, SLOWLY = 30000 /* microseconds */ };

struct note {
    uint32_t what, file;
    uint64_t at, size, number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static signed char file_of[MOST_FILES]; /* by descriptor: 1 the database, 2 its log */
static int notes = -1;
static pid_t notes_of;
static uint64_t numbered;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Which file a path is: 1 the database, 2 its log, 0 none of ours. */
static int known(const char *path)
{
    const char *folder = getenv("UNSYNCED");
    size_t length = folder ? strlen(folder) : 0, all = path ? strlen(path) : 0;
    if (!length || all <= length || strncmp(path, folder, length) || path[length] != '/')
        return 0;
    if (all > 3 && !strcmp(path + all - 3, ".db"))
        return 1;
    return all > 7 && !strcmp(path + all - 7, ".db-wal") ? 2 : 0;
}

static int file(int descriptor)
{
    return descriptor >= 0 && descriptor < MOST_FILES ? file_of[descriptor] : 0;
}

static void note(uint32_t what, int which, uint64_t at, const void *data, uint64_t size)
{
    struct iovec parts[2];
    struct note made = {what, (uint32_t)which, at, size, 0};
    pthread_mutex_lock(&lock);
    if (notes < 0 || notes_of != getpid()) {
        char path[4096];
        snprintf(path, sizeof path, "%s/notes", getenv("UNSYNCED"));
        notes = REAL(open)(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        notes_of = getpid();
    }
    made.number = ++numbered;
    parts[0].iov_base = &made;
    parts[0].iov_len = sizeof made;
    parts[1].iov_base = (void *)data;
    parts[1].iov_len = data ? size : 0;
    if (writev(notes, parts, 2) != (ssize_t)(sizeof made + parts[1].iov_len))
        abort();
    pthread_mutex_unlock(&lock);
}

static int opened(int descriptor, const char *path)
{
    if (descriptor >= 0 && descriptor < MOST_FILES)
        file_of[descriptor] = (signed char)known(path);
    else if (descriptor >= MOST_FILES && known(path))
        abort();
    return descriptor;
}

#define OPEN(name)                                                     \
    int name(const char *path, int flags, ...)                         \
    {                                                                  \
        va_list more;                                                  \
        va_start(more, flags);                                         \
        mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;    \
        va_end(more);                                                  \
        return opened(REAL(name)(path, flags, mode), path);            \
    }
OPEN(open)
OPEN(open64)

int close(int descriptor)
{
    if (descriptor >= 0 && descriptor < MOST_FILES)
        file_of[descriptor] = 0;
    return REAL(close)(descriptor);
}

ssize_t write(int descriptor, const void *data, size_t size)
{
    off_t at = file(descriptor) ? lseek(descriptor, 0, SEEK_CUR) : 0;
    ssize_t done = REAL(write)(descriptor, data, size);
    if (done > 0 && file(descriptor))
        note(WRITTEN, file(descriptor), (uint64_t)at, data, (uint64_t)done);
    return done;
}

#define PWRITE(name, offset)                                                                \
    ssize_t name(int descriptor, const void *data, size_t size, offset at)                  \
    {                                                                                       \
        ssize_t done = REAL(name)(descriptor, data, size, at);                              \
        if (done > 0 && file(descriptor))                                                   \
            note(WRITTEN, file(descriptor), (uint64_t)at, data, (uint64_t)done);            \
        return done;                                                                        \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define TRUNCATE(name, offset)                                            \
    int name(int descriptor, offset length)                               \
    {                                                                     \
        int done = REAL(name)(descriptor, length);                        \
        if (!done && file(descriptor))                                    \
            note(CUT, file(descriptor), (uint64_t)length, NULL, 0);       \
        return done;                                                      \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

/* Certain is what was written before this began. The disk takes its time, so that the power often goes meanwhile. */
#define SYNC(name)                                                        \
    int name(int descriptor)                                              \
    {                                                                     \
        pthread_mutex_lock(&lock);                                        \
        uint64_t before = numbered;                                       \
        pthread_mutex_unlock(&lock);                                      \
        if (file(descriptor))                                             \
            usleep(SLOWLY);                                               \
        int done = REAL(name)(descriptor);                                \
        if (!done && file(descriptor))                                    \
            note(SYNCED, file(descriptor), before, NULL, 0);              \
        return done;                                                      \
    }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path)
{
    int done = REAL(unlink)(path);
    if (!done && known(path))
        note(REMOVED, known(path), 0, NULL, 0);
    return done;
}
