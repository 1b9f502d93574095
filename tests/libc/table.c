/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cases of cases.h, one an execution, chosen by mz_choose:
 *
 *     table race FROM TO    each must be a race: with the first of the bytes,
 *                           then with the last
 *     table clean FROM TO   none may be: with the byte behind, and, of what is
 *                           only read, with reads
 */
#define _GNU_SOURCE
#include <argz.h>
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fenv.h>
#include <fnmatch.h>
#include <glob.h>
#include <getopt.h>
#include <grp.h>
#include <iconv.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <math.h>
#include <mazurka.h>
#include <net/if.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <utmpx.h>
#include <wchar.h>
#include <wctype.h>

char *dirname(char *);
char *__xpg_basename(char *);
int __xpg_strerror_r(int, char *, size_t);
#define gnu_basename(path) basename(path)

static _Alignas(16) char a[1024], b[1024], state[80];
static _Alignas(16) wchar_t v[64], w[64];
static char *words[4], *heap;
static int numbers[16], fd;
static size_t items, sizes[4];
static void *tree, *links[3][4];
static struct hsearch_data table;
static struct random_data random_data;
static struct drand48_data drand;
static struct tm moment;
static struct iovec lists[4];
static struct msghdr message;
static struct pollfd polled[4];
static struct passwd account;
static struct group group;
static struct utsname uts;
static socklen_t length;
static mbstate_t shift;
static regex_t regex;
static iconv_t converter;
static locale_t c_locale;
static FILE *stream;
static DIR *directory;

static void set(char *to, const char *text)
{
    memcpy(to, text, strlen(text) + 1);
}

static void wset(wchar_t *to, const wchar_t *text)
{
    while ((*to++ = *text++))
        continue;
}

static int by_number(const void *one, const void *other)
{
    (void)one, (void)other;
    return 0;
}

static int by_number_r(const void *one, const void *other, void *unused)
{
    (void)unused;
    return by_number(one, other);
}

static int by_byte(const void *one, const void *other)
{
    return (one > other) - (one < other);
}

static void *nothing(void *unused)
{
    return unused;
}

static int having(const char *text)
{
    int file = memfd_create("file", 0);

    (void)!write(file, text, strlen(text));
    lseek(file, 0, SEEK_SET);
    return file;
}

static FILE *holding(const char *text)
{
    return fdopen(having(text), "r");
}

static void by_list(int which, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    switch (which) {
    case 1: vprintf(format, list); break;
    case 2: vfprintf(stdout, format, list); break;
    case 3: vdprintf(1, format, list); break;
    case 4: vsprintf(a, format, list); break;
    case 5: vsnprintf(a, 64, format, list); break;
    case 6: (void)!vasprintf(&words[0], format, list); break;
    case 7: vsscanf("one", format, list); break;
    case 8: (void)!vfscanf(stream, format, list); break;
    }
    va_end(list);
}

/* ---- the cases ----------------------------------------------------------- */

static int chosen, races, last;
static volatile char sink;
static __thread volatile long result;
#define USE(call) (result = (long)(call)) /* else it might be left out */

enum { BASE = __COUNTER__ };
#define NUMBER (__COUNTER__ - BASE - 1)

static void prepare(int which)
{
    switch (which) {
#define READS(name, before, call, at, size) case NUMBER: (void)(before); break;
#define WRITES(name, before, call, at, size) case NUMBER: (void)(before); break;
#define READS_PART READS
#define UNSAFE(name, before, call) case NUMBER: (void)(before); break;
#define UNSAFE_WITH(name, before, call, other) case NUMBER: (void)(before); break;
#include "cases.h"
    }
}
#undef READS
#undef READS_PART
#undef WRITES
#undef UNSAFE
#undef UNSAFE_WITH

enum { COUNT = __COUNTER__ - BASE - 1, BASE_2 = __COUNTER__ };
#undef NUMBER
#define NUMBER (__COUNTER__ - BASE_2 - 1)

static void call(int which)
{
    switch (which) {
#define READS(name, before, call, at, size) case NUMBER: (void)(call); break;
#define WRITES(name, before, call, at, size) case NUMBER: (void)(call); break;
#define READS_PART READS
#define UNSAFE(name, before, call) case NUMBER: (void)(call); break;
#define UNSAFE_WITH(name, before, call, other) case NUMBER: (void)(call); break;
#include "cases.h"
    }
}
#undef READS
#undef READS_PART
#undef WRITES
#undef UNSAFE
#undef UNSAFE_WITH

enum { BASE_3 = __COUNTER__ };
#undef NUMBER
#define NUMBER (__COUNTER__ - BASE_3 - 1)
/* The other thread: a race, on a line of its own in cases.h. */
#define FIRST(at) ((volatile char *)(at))[0]
#define LAST(at, size) ((volatile char *)(at))[(size) - 1]

static void race(int which)
{
    switch (which) {
#define READS(name, before, call, at, size)        \
    case NUMBER:                                   \
        if (last) LAST(at, size) = LAST(at, size); \
        else FIRST(at) = FIRST(at);                \
        break;
#define WRITES(name, before, call, at, size)       \
    case NUMBER:                                   \
        if (last) sink = LAST(at, size);           \
        else sink = FIRST(at);                     \
        break;
#define READS_PART READS
#define UNSAFE(name, before, call) case NUMBER: (void)(call); break;
#define UNSAFE_WITH(name, before, call, other) case NUMBER: (void)(other); break;
#include "cases.h"
    }
}
#undef READS
#undef READS_PART
#undef WRITES
#undef UNSAFE
#undef UNSAFE_WITH

enum { BASE_4 = __COUNTER__ };
#undef NUMBER
#define NUMBER (__COUNTER__ - BASE_4 - 1)

/* The other thread: no race, with the byte behind; reads of what is read. */
static void leave_alone(int which)
{
    switch (which) {
#define READS(name, before, call, at, size)        \
    case NUMBER:                                   \
        if (last) LAST(at, (size) + 1) = 0;        \
        else sink = FIRST(at);                     \
        break;
#define WRITES(name, before, call, at, size)       \
    case NUMBER: LAST(at, (size) + 1) = 0; break;
#define READS_PART(name, before, call, at, size) case NUMBER: break;
#define UNSAFE(name, before, call) case NUMBER: break;
#define UNSAFE_WITH(name, before, call, other) case NUMBER: break;
#include "cases.h"
    }
}

/* ---- the threads --------------------------------------------------------- */

static void *caller(void *unused)
{
    call(chosen);
    return unused;
}

static void *toucher(void *unused)
{
    if (races)
        race(chosen);
    else
        leave_alone(chosen);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t one, other;
    int from, to;

    if (argc < 4)
        return printf("%d\n", COUNT), 0;
    races = argv[1][0] == 'r';
    from = atoi(argv[2]);
    to = atoi(argv[3]);
    chosen = from + (int)mz_choose(to - from);
    last = (int)mz_choose(2);
    uname(&uts);
    c_locale = newlocale(LC_ALL_MASK, "C", NULL);
    prepare(chosen);
    pthread_create(&one, NULL, caller, NULL);
    pthread_create(&other, NULL, toucher, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
