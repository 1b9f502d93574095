#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --fail: which calls fail, in which ways, how many; and what is said of those
# that were not met.
. "$(dirname "$0")/frame"

told() {
    python3 -ISc 'import json, sys
told = json.load(open(".out"))
print(*[told[name] for name in sys.argv[1:]])' "$@"
}
# explores EXECUTIONS OPTION... [-D...] FILE: so many by each algorithm, all
# without an error.
explores() {
    local executions=$1 options= defined=
    shift
    while [ $# -gt 1 ]; do
        case $1 in
        -D*) defined=$1 ;;
        *) options="$options $1" ;;
        esac
        shift
    done
    case $1 in
    *.c) "$MAZURKA" cc $defined -pthread -o program "$1" ;;
    *) cp "$1" program ;;
    esac
    for algorithm in naive dpor source optimal pop qpor; do
        run 0 "$MAZURKA" check --algorithm=$algorithm --format=json $options program
        [ "$(told executions)" = "$executions" ] ||
            failed "$(told executions) executions, not $executions"
    done
}

# Three calls: none fails, or one, or, with 2, two of them; three with any more.
cat >three.c <<'END'
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4), *q, *r;
    assert(p || errno == ENOMEM);
    q = calloc(2, 8);
    assert(q || errno == ENOMEM);
    if (posix_memalign((void **)&r, 64, 64))
        r = NULL;
    assert(!p + !q + !r <= MOST);
    free(p);
    free(q);
    free(r);
    return 0;
}
END
explores 1 -DMOST=0 three.c
explores 4 -DMOST=1 --fail=malloc three.c
explores 7 -DMOST=2 --fail=malloc:2 three.c
explores 8 -DMOST=3 --fail=malloc:3 three.c
explores 8 -DMOST=3 --fail=malloc:1000000 three.c
run 42 "$MAZURKA" check --fail=malloc:2 -DMOST=1 three.c
prints 'malloc fails (ENOMEM)'
run 42 "$MAZURKA" check --fail=malloc:2 -DMOST=1 --format=json \
    --output=found.json three.c
run 42 "$MAZURKA" replay found.json
prints 'malloc fails (ENOMEM)'
run 42 "$MAZURKA" check --fail=malloc:2 -DMOST=1 -j 2 three.c
run 0 "$MAZURKA" check --fail=malloc,read,mmap -DMOST=1 three.c
prints 'note: the program made no call that --fail=read lets fail'
prints 'note: the program made no call that --fail=mmap lets fail'
grep -q -- '--fail=malloc lets' .out && failed 'there were some'
run 0 "$MAZURKA" check --fail=malloc,read -j 2 --format=json -DMOST=1 three.c
[ "$(told failing_not_met)" = "['read']" ] || failed 'not told'

# realloc leaves the block as it is; nothing is leaked to the heap's owner.
cat >again.c <<'END'
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    char *p = malloc(1), *q;
    if (!p)
        return 0;
    *p = 7;
    q = realloc(p, 100);
    assert(q ? *q == 7 : *p == 7);
    free(q ? q : p);
    return 0;
}
END
explores 3 --fail=malloc again.c

# Each thread, at once; and threads that are not created.
cat >threads.c <<'END'
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
static void *run(void *unused)
{
    free(malloc(1));
    free(malloc(1));
    return unused;
}
int main(void)
{
    pthread_t t[2];
    int made[2];
    for (int i = 0; i < 2; i++) {
        made[i] = pthread_create(&t[i], NULL, run, NULL);
        assert(made[i] == 0 || made[i] == EAGAIN);
    }
    for (int i = 0; i < 2; i++)
        if (!made[i])
            pthread_join(t[i], NULL);
    return 0;
}
END
explores 9 --fail=malloc threads.c
explores 3 --fail=pthread_create threads.c
explores 4 --fail=pthread_create:2 threads.c
explores 15 --fail=malloc,pthread_create threads.c

# The number of a detached thread is another's later, which may fail as often.
cat >turns.c <<'END'
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static sem_t over;
static void *run(void *asks)
{
    if (asks) {
        free(malloc(1));
        free(malloc(1));
    }
    sem_post(&over);
    return NULL;
}
int main(void)
{
    pthread_t t;
    sem_init(&over, 0, 0);
    for (int i = 0; i < 8; i++) {
        pthread_create(&t, NULL, run, i == 0 || i >= 4 ? &over : NULL);
        pthread_detach(t);
        sem_wait(&over);
    }
    return 0;
}
END
explores 243 --fail=malloc turns.c

# Locks that are not made; what fails is no lock.
cat >locks.c <<'END'
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void)
{
    static pthread_mutex_t m;
    static pthread_cond_t c;
    int mutex = pthread_mutex_init(&m, NULL);
    int cond = pthread_cond_init(&c, NULL);
    assert((!mutex || mutex == ENOMEM) && (!cond || cond == ENOMEM));
    if (!mutex)
        pthread_mutex_lock(&m);
    return 0;
}
END
explores 3 --fail=pthread_mutex_init,pthread_cond_init locks.c
explores 4 --fail=pthread_mutex_init,pthread_cond_init:2 locks.c

# Files, and transfers: an error, a signal's, one byte.
cat >files.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void)
{
    char bytes[8];
    int ends[2], fd;
    ssize_t size;
    if (pipe(ends)) {
        assert(errno == EMFILE);
        return 0;
    }
    size = write(ends[1], "abcd", 4);
    assert(size == 4 || size == 1 ||
           (size < 0 && (errno == ENOSPC || errno == EINTR)));
    if (size > 0) {
        ssize_t got = read(ends[0], bytes, sizeof bytes);
        assert(got == size || got == 1 ||
               (got < 0 && (errno == EIO || errno == EINTR)));
        assert(got < 0 || !memcmp(bytes, "abcd", got));
    }
    fd = open("/dev/null", O_RDONLY);
    assert(fd >= 0 || errno == EMFILE);
    assert(fd < 0 || !close(fd));
    FILE *file = fopen("/dev/null", "r");
    assert(file || errno == EMFILE);
    assert(!file || !fclose(file));
    fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(fd >= 0 || errno == EMFILE);
    void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(page != MAP_FAILED || errno == ENOMEM);
    return 0;
}
END
explores 1 files.c
explores 2 --fail=pipe files.c
explores 4 --fail=write files.c
explores 4 --fail=read files.c
explores 2 --fail=open files.c
explores 2 --fail=fopen files.c
explores 2 --fail=socket files.c
explores 2 --fail=mmap files.c
explores 12 --fail=pipe,write,read,open,fopen,socket,mmap files.c

# new throws, or gives a null pointer; std::thread is a thread.
cat >throws.cc <<'END'
#include <cassert>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
int main()
{
    int failed = 0;
    try {
        auto p = std::make_unique<int>(1);
        assert(*p == 1);
    } catch (const std::bad_alloc &) {
        failed++;
    }
    int *q = new (std::nothrow) int(2);
    failed += !q;
    delete q;
    try {
        std::thread([] {}).join();
    } catch (const std::system_error &) {
        failed++;
    } catch (const std::bad_alloc &) {
        failed++;
    }
    assert(failed <= 1);
    return 0;
}
END
"$MAZURKA" c++ -o throws throws.cc
explores 4 --fail=new throws
explores 2 --fail=pthread_create throws

# A weak compare-exchange may fail with the value that it expects.
cat >weak.c <<'END'
#include <assert.h>
#include <stdatomic.h>
int main(void)
{
    static atomic_int x;
    int expected = 0, tries = 1;
    while (!atomic_compare_exchange_weak(&x, &expected, 1)) {
        assert(expected == 0);
        tries++;
    }
    assert(x == 1 && tries <= MOST);
    expected = 1;
    assert(atomic_compare_exchange_strong(&x, &expected, 2));
    return 0;
}
END
explores 1 -DMOST=1 weak.c
explores 2 -DMOST=2 --fail=compare_exchange_weak weak.c
explores 4 -DMOST=4 --fail=compare_exchange_weak:3 weak.c
run 42 "$MAZURKA" check --fail=compare_exchange_weak -DMOST=1 weak.c
prints 'compare_exchange_weak fails spuriously'
if command -v clang >/dev/null; then
    CC=clang run 0 "$MAZURKA" check --fail=compare_exchange_weak -DMOST=1 weak.c
    prints 'no call that --fail=compare_exchange_weak lets fail'
fi

for value in speed malloc, malloc:0 malloc:x malloc: , :2 malloc,,read; do
    refuses 2 'give names among malloc, new,' "$MAZURKA" check --fail=$value \
        three.c
done
nothing_left
