#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whoever is killed, and in whatever phase of keeping a search, it goes on to the
# same counts; a file that cannot be written leaves the one before. Moments are
# told by how often it was kept, not by a clock.
. "$(dirname "$0")/frame"
compared='verdict executions blocked assume_blocked loop_blocked deadlocked '
compared+='events events_run'
RANDOM=19

# Loaded into the supervisor alone: as a step of keeping the search is met for the
# N-th time (KILL_AT=STEP:N), it is killed, or (KILL_AT=worker:N) a worker of
# its, as the file is there.
cat >killer.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char step[32];
static int left, is_named, drafts;
__attribute__((constructor)) static void begin(void)
{
    sscanf(getenv("KILL_AT"), "%31[^:]:%d", step, &left);
    is_named = getenv("NAMED") != NULL;
    unsetenv("LD_PRELOAD");
    unsetenv("KILL_AT");
    unsetenv("NAMED");
}
/* Then there is a file `killed`. */
static int is_met(const char *what)
{
    if (strcmp(what, step) || --left)
        return 0;
    close(creat("killed", 0666));
    return 1;
}
static void meet(const char *what)
{
    if (is_met(what))
        kill(getpid(), SIGKILL);
}
/* The child that runs the program; 0: there is none. */
static int child_of(int process)
{
    char path[64], name[64] = "";
    int child = 0, found = 0;
    FILE *children, *comm;

    snprintf(path, sizeof path, "/proc/%d/task/%d/children", process, process);
    children = fopen(path, "r");
    while (children && !found && fscanf(children, "%d", &child) == 1) {
        snprintf(path, sizeof path, "/proc/%d/comm", child);
        comm = fopen(path, "r");
        if (comm && fgets(name, sizeof name, comm) && !strcmp(name, "program\n"))
            found = child;
        if (comm)
            fclose(comm);
    }
    if (children)
        fclose(children);
    return found;
}
/* The next process begins meanwhile; or there is none: then next time. */
static void kill_worker(void)
{
    for (int tries = 0; tries < 500; tries++) {
        int crew = child_of(getpid()), worker = crew ? child_of(crew) : 0;

        if (worker && !kill(worker, SIGKILL))
            return;
        usleep(1000);
    }
    left = 1;
    unlink("killed");
}
int open(const char *path, int flags, ...)
{
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    int is_draft = (flags & O_TMPFILE) == O_TMPFILE;
    va_list more;
    unsigned mode;

    va_start(more, flags);
    mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, unsigned) : 0;
    va_end(more);
    if (is_draft && is_named) {
        errno = EOPNOTSUPP;
        return -1;
    }
    if ((is_draft || flags & O_EXCL) && drafts++) /* the first is a trial */
        meet("open");
    return real(path, flags, mode);
}
int fsync(int file)
{
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync"), status;

    meet("fsync");
    status = real(file);
    meet("synced");
    return status;
}
ssize_t pwrite(int file, const void *bytes, size_t size, off_t at)
{
    ssize_t (*real)(int, const void *, size_t, off_t) =
        dlsym(RTLD_NEXT, "pwrite");

    if (!at) /* the head, when all else is written */
        meet("write");
    return real(file, bytes, size, at);
}
int rename(const char *from, const char *to)
{
    int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
    int status;

    meet("rename");
    status = real(from, to);
    meet("renamed");
    if (is_met("worker"))
        kill_worker();
    return status;
}
END
cc -shared -fPIC -o killer.so killer.c || failed 'no compiler'
built -DN=15 "$root/bench/programs/lastzero.c" -o program
run 0 "$MAZURKA" check --format=json ./program
whole=$(figures $compared)
is_whole() {
    [ "$(figures $compared)" = "$whole" ] || failed "not $whole"
}

# kept_until STATUS STEP N WORD...: it is kept as often as can be; where that is
# less than N times (the machine is busy), the last time will do.
kept_until() {
    local expected=$1 step=$2 times=$3 status=0
    shift 3
    while :; do
        command="KILL_AT=$step:$times $*"
        { # what the shell says of who is killed
            (exec env KILL_AT="$step:$times" LD_PRELOAD=./killer.so "$@" \
                "$MAZURKA" check -j2 --format=json --checkpoint=kept:0.001 \
                ./program >.out 2>.err </dev/null)
            status=$?
        } 2>/dev/null
        wait_until 20 alone || failed 'something still runs'
        [ $status -eq 0 ] && [ ! -e killed ] && [ $times -gt 1 ] || break
        times=$((times - 1))
    done
    [ $status -eq "$expected" ] && [ -e killed ] ||
        failed "exit status $status"
    rm killed
    [ -e kept ] || [ $times -eq 1 ] || [ $status -eq 0 ] ||
        failed 'the file before is gone'
}
resumes() {
    [ -e kept ] || return 0
    run 0 "$MAZURKA" resume -j$((1 + RANDOM % 3)) --format=json \
        --timeout=999 --checkpoint=kept kept
    is_whole
    set -- kept*
    [ "$*" = 'kept*' ] || failed "it is over, and left: $*"
    resumed=$((resumed + 1))
}
resumed=0
for step in open write fsync synced rename renamed; do
    kept_until 137 $step $((2 + RANDOM % 4))
    resumes
    rm -f kept*
done
kept_until 137 write $((2 + RANDOM % 4)) NAMED=1 # where all files have names
resumes
rm -f kept*
[ $resumed -gt 3 ] || failed "only $resumed were resumed"
kept_until 137 fsync 1 # there is none before
[ ! -e kept ] || failed 'what was not written is kept'
for i in 1 2; do
    kept_until 0 worker $((1 + RANDOM % 4))
    is_whole
done

# Stopped before anything was run; and kept while work spreads and as it ends.
# (Where the machine is busy the limit may be met later.)
for i in {1..20}; do
    run 3 "$MAZURKA" check --timeout=0.000001 --format=json --checkpoint=kept \
        ./program
    [ "$(field executions)" -ne 0 ] || break
done
[ "$(field executions)" -eq 0 ] && [ -e kept ] || failed 'not before it began'
resumes
built -DN=8 "$root/bench/programs/lastzero.c" -o program
run 0 "$MAZURKA" check --format=json ./program
whole=$(figures $compared)
run 0 "$MAZURKA" check -j3 --format=json --checkpoint=kept:0.001 ./program
is_whole

# There is no room, at the end or before, or the folder cannot be written: a line
# says so, and the file stays.
if unshare -m true 2>/dev/null; then
    mkdir small
    write_endless endless.c
    built endless.c -o endless
    run 3 "$MAZURKA" check --max-executions=9 --checkpoint=first ./endless
    cat >in_small.sh <<'END'
size=$(stat -c %s first)
mount -t tmpfs -o size=$((size * 3 / 2)) none small && cp first small/kept ||
    exit 99
[ "$1" != ro ] || mount -o remount,ro small || exit 99
"$MAZURKA" resume --max-executions=99999999 --timeout=0.6 "${@:2}" \
    small/kept >.out 2>.err
status=$?
cmp small/kept first || exit 98
exit $status
END
    export MAZURKA
    in_small() { # in_small STATUS TEXT MODE WORD...
        local status=0
        command="in a small folder, $3: ${*:4}"
        unshare -m bash in_small.sh "${@:3}" || status=$?
        [ $status -eq "$1" ] || failed "exit status $status"
        sort -u .err | grep -v '^mazurka: cannot write small/kept: '"$2\$" &&
            failed 'says something else'
        says "cannot write small/kept: $2"
    }
    in_small 3 'No space left on device' rw
    in_small 3 'No space left on device' rw --checkpoint=small/kept:0.05
    in_small 2 'Read-only file system' ro
fi
nothing_left
