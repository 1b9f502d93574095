#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Two threads get a descriptor each, or make a name: whoever is first gets the
# lower number, or the name. Both orders are explored, whatever the calls are.
. "$(dirname "$0")/../cli/frame"
cat >numbers.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

static const char *wanted; /* by the first thread; the second one opens */
static int numbers[2];
static char names[2][32] = {"aXXXXXX", "aXXXXXX"};

static int is(const char *name)
{
    return !strcmp(wanted, name);
}

static int last_of(const char *name)
{
    return name[strlen(name) - 1];
}

/* Calls that give a number. */
static int get(void)
{
    char name[] = "bXXXXXX", longer[] = "bXXXXXX.c";
    int pair[2];

    if (is("open"))
        return open("/dev/null", O_RDONLY);
    if (is("openat"))
        return openat(AT_FDCWD, ".", O_PATH);
    if (is("O_TMPFILE"))
        return open(".", O_TMPFILE | O_RDWR, 0600);
    if (is("creat"))
        return creat("b", 0600);
    if (is("fopen"))
        return fileno(fopen("/dev/null", "r"));
    if (is("opendir"))
        return dirfd(opendir("."));
    if (is("tmpfile"))
        return fileno(tmpfile());
    if (is("mkstemp"))
        return mkstemp(name);
    if (is("mkostemps"))
        return mkostemps(longer, 2, O_APPEND);
    if (is("shm_open"))
        return shm_open("/mazurka-numbers", O_RDWR | O_CREAT, 0600);
    if (is("memfd_create"))
        return memfd_create("b", 0);
    if (is("eventfd"))
        return eventfd(0, 0);
    if (is("epoll_create1"))
        return epoll_create1(0);
    if (is("inotify_init"))
        return inotify_init();
    if (is("timerfd_create"))
        return timerfd_create(CLOCK_MONOTONIC, 0);
    if (is("socket"))
        return socket(AF_UNIX, SOCK_STREAM, 0);
    if (is("dup"))
        return dup(0);
    if (is("F_DUPFD"))
        return fcntl(0, F_DUPFD, 3);
    if (is("popen"))
        return fileno(popen("true", "r"));
    if (is("posix_openpt"))
        return posix_openpt(O_RDWR);
    if (is("openpty"))
        return openpty(&pair[0], &pair[1], NULL, NULL, NULL) ? -1 : pair[0];
    if (is("pipe"))
        return pipe(pair) ? -1 : pair[0];
    abort();
}

/* Both threads make a name, or one makes what the other looks for. */
static int choose(int i)
{
    struct stat status;

    if (is("names of mkdtemp"))
        return last_of(mkdtemp(names[i]));
    if (is("names of mkstemp"))
        return mkstemp(names[i]) < 0 ? -1 : last_of(names[i]);
    if (is("names of mktemp"))
        return last_of(mktemp(names[i]));
    if (is("names of tmpnam_r"))
        return last_of(tmpnam_r(names[i]));
    if (is("names of tempnam"))
        return last_of(tempnam(".", "a"));
    if (is("names: O_EXCL"))
        return shm_open("/mazurka-names", O_RDWR | O_CREAT | O_EXCL, 0600);
    if (is("names: shm_unlink") && !i)
        return shm_unlink("/mazurka-names");
    if (is("names: shm_open") && !i)
        return shm_open("/mazurka-names", O_RDWR, 0600);
    if (is("names: stat") && !i)
        return stat("/dev/shm/mazurka-names", &status);
    return shm_open("/mazurka-names", O_RDWR | O_CREAT, 0600) < 0;
}

static void *first(void *unused)
{
    numbers[0] = strncmp(wanted, "names", 5) ? get() : choose(0);
    return unused;
}

static void *second(void *unused)
{
    numbers[1] = strncmp(wanted, "names", 5) ? open("/dev/zero", O_RDONLY)
                                             : choose(1);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t a, b;

    (void)argc;
    wanted = argv[1];
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (strncmp(wanted, "names:", 6))
        assert(*argv[2] == '<' ? numbers[0] < numbers[1]
                               : numbers[0] > numbers[1]);
    else
        assert(*argv[2] == '<' ? numbers[0] < 0 : numbers[0] >= 0);
    return 0;
}
END
run 0 "$MAZURKA" cc -O1 -g -pthread -o numbers numbers.c -lutil
for call in open openat O_TMPFILE creat fopen opendir tmpfile mkstemp \
    mkostemps shm_open memfd_create eventfd epoll_create1 inotify_init \
    timerfd_create socket dup F_DUPFD popen posix_openpt openpty pipe \
    'names of mkdtemp' 'names of mkstemp' 'names of mktemp' \
    'names of tmpnam_r' 'names of tempnam' 'names: O_EXCL' \
    'names: shm_unlink' 'names: shm_open' 'names: stat'; do
    for order in '<' '>'; do
        run 42 "$MAZURKA" check ./numbers -- "$call" "$order"
        prints 'assertion failed'
    done
done

# What comes by a pipe is read by two threads.
cat >input.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static char got[2];

static void *take(void *to)
{
    return read(STDIN_FILENO, to, 1) == 1 ? to : NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, take, &got[0]);
    take(&got[1]);
    pthread_join(thread, NULL);
    assert(got[0] < got[1]);
    return 0;
}
END
run 0 "$MAZURKA" cc -O1 -g -pthread -o input input.c
printf ab | "$MAZURKA" check ./input >.out 2>.err
[ $? = 42 ] || failed 'another status with a pipe'
prints 'assertion failed: got[0] < got[1]'
