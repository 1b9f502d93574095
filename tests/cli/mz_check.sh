#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mz_check: functions of a program that runs natively.
. "$(dirname "$0")/frame"

cat >tests.c <<'END'
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct box {
    int size;
    int *data;
};
static atomic_int n;
static int plain, set_ups, has_failed;
static jmp_buf framework;

static void *adds(void *own)
{
    int before = atomic_load(&n);

    atomic_store(&n, before + 1);
    return own;
}
static void *adds_at_once(void *own)
{
    (*(int *)own)++;
    atomic_fetch_add(&n, 1);
    return NULL;
}
static void *adds_plainly(void *own)
{
    plain++;
    return own;
}
static void twice(void *(*routine)(void *), void *first, void *second)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, routine, first);
    pthread_create(&t[1], NULL, routine, second);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
}
static void loses(void *unused)
{
    (void)unused;
    twice(adds, NULL, NULL);
    assert(n == 2);
}
/* Memory of before, of the heap and of main's stack, is there, and whatever is
 * done to it is undone. */
static void changes(void *argument)
{
    struct box *box = argument;
    int own[2] = {0};

    assert(set_ups == 1 && box->size == 3 && box->data[2] == 7);
    box->data = realloc(box->data, 100 * sizeof(int));
    assert(box->data[2] == 7);
    box->data[99] = 1;
    free(box->data);
    box->size = 0;
    set_ups++;
    twice(adds_at_once, &own[0], &own[1]);
    assert(n == 2 && own[0] == 1);
    printf("printed by the test\n");
}
static void races(void *unused)
{
    (void)unused;
    twice(adds_plainly, NULL, NULL);
}
static void overflows(void *argument)
{
    volatile int *block = malloc(3 * sizeof(int));

    (void)argument;
    block[3] = 1;
    free((void *)block);
}
static void leaks(void *unused)
{
    char *volatile block = malloc(10);

    (void)unused;
    memset(block, 0, 10);
    block = NULL;
}
static void jumps(void *unused)
{
    (void)unused;
    longjmp(framework, 1);
}
static void notes(void *unused)
{
    (void)unused;
    twice(adds, NULL, NULL);
    has_failed = n != 2;
}
static int failed(void)
{
    return has_failed;
}
static void none(void *unused)
{
    (void)unused;
}
static void exits(void *unused)
{
    (void)unused;
    exit(0);
}
static void assumes(void *unused)
{
    (void)unused;
    twice(adds_at_once, &plain, &plain);
    mz_assume(n == 3);
    assert(n == 4);
}

#define CHECK(test, argument, ...)                                         \
    printf(#test " %d\n",                                                  \
           mz_check(test, argument, &(struct mz_options){__VA_ARGS__}))

static void at_exit(void)
{
    printf("handler\n");
}

int main(int count, char **arguments)
{
    struct box box = {3, calloc(3, sizeof(int))};

    atexit(at_exit);
    signal(SIGUSR1, SIG_IGN); /* as frameworks do */
    box.data[2] = 7;
    set_ups++;
    printf("%s begins\n", count > 1 ? arguments[1] : "main");
    CHECK(loses, NULL, .name = "lost update");
    printf("%s", strstr(mz_report(), "n == 2") ? "" : "no report\n");
    CHECK(changes, &box);
    CHECK(races, NULL);
    CHECK(races, NULL, .plain = "ignore");
    CHECK(races, NULL, .expect = "data-race");
    CHECK(races, NULL, .expect = "deadlock");
    CHECK(none, NULL, .expect = "deadlock");
    CHECK(overflows, NULL, .quiet = 1);
    CHECK(leaks, NULL, .quiet = 1, .more = " --leaks ");
    CHECK(leaks, NULL);
    if (!setjmp(framework))
        CHECK(jumps, NULL);
    else
        printf("jumped\n");
    CHECK(notes, NULL, .failed = failed);
    CHECK(loses, NULL, .max_executions = 1);
    CHECK(changes, &box, .jobs = 2);
    CHECK(changes, &box, .algorithm = "optimal");
    CHECK(changes, &box, .more = "--isolation=fork --audit=all");
    CHECK(none, NULL, .plain = "nonsense");
    CHECK(exits, NULL);
    CHECK(assumes, NULL, .plain = "ignore");
    assert(mz_check(none, NULL, NULL) == MZ_CHECK_SAFE);
    printf("main ends: %d %d %d\n", atomic_load(&n), box.data[2], set_ups);
    free(box.data);
    return 0;
}
END
run 0 "$MAZURKA" cc -O1 -o tests tests.c
run 0 ./tests natively
cat >expected <<'END'
natively begins
loses 42
changes 0
races 42
races 0
races 0
races 42
none 42
overflows 42
leaks 42
leaks 0
jumps 42
notes 42
loses 3
changes 0
changes 0
changes 0
none 2
exits 0
assumes 3
main ends: 0 7 1
handler
END
diff expected .out || failed 'that was not expected'
says 'lost update: '
says 'assertion failed: n == 2'
says 'data race on plain'
says -- '--expect=deadlock: another error was found'
says -- '--expect=deadlock: no error was found'
says 'the test fails: its framework leaves it by a jump'
says 'the test framework has noted a failure'
says 'all executions explored, but none comes to its end: 0 executions, '
says -- '--plain=nonsense: choose check, interleave or ignore'

# A report is replayed by running the program up to that call.
replay=$(grep -m 1 -o '[^ ]*/tests-[^ ]*\.json' .err) || failed 'no report'
run 42 "$MAZURKA" replay "$replay"
prints 'assertion failed: n == 2'
prints 'natively begins'
MAZURKA_REPLAY=$replay run 42 ./tests other
prints 'assertion failed: n == 2'
prints 'natively begins'

# One of the calls alone.
run 0 "$MAZURKA" check --function=2 tests -- 2
prints 'no error'
run 42 "$MAZURKA" check --function=3 tests
prints 'data race on plain'
run 0 "$MAZURKA" check --function=3 --expect=data-race tests
run 42 "$MAZURKA" check --function=2 --expect=data-race tests
run 2 "$MAZURKA" check --function=50 tests
says 'ends before call 50 of mz_check'
run 2 "$MAZURKA" check tests
says 'unsupported: mz_check in a program that is checked as a whole'

# What libc has left in objects of the program.
cat >objects.c <<'END'
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t b;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static sem_t s;
static int flag, made;

static void make(void)
{
    made++;
}
static void *waits(void *own)
{
    pthread_mutex_lock(&m);
    while (!flag)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    sem_wait(&s);
    return own;
}
/* It waits: main has nothing else to wake it up by. */
static void use(void)
{
    pthread_t t;

    flag = 0;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, waits, NULL);
    flag = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    sem_post(&s);
    pthread_join(t, NULL);
}
static void uses(void *unused)
{
    (void)unused;
    use();
    pthread_once(&once, make);
    assert(made == 1 && pthread_getspecific(key) == &m);
    pthread_setspecific(key, &s);
}
static void waits_in_vain(void)
{
    struct timespec now = {0};

    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &now);
    pthread_mutex_unlock(&m);
}
static void begins_anew(void *unused)
{
    pthread_cond_init(&c, NULL);
    uses(unused);
}
static void writes(void *unused)
{
    (void)unused;
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
}
static void meets(void *unused)
{
    (void)unused;
    pthread_barrier_wait(&b);
}
static void calls(void *unused)
{
    (void)unused;
    printf("within: %d\n", mz_check(writes, NULL, NULL));
}
static void *checks(void *unused)
{
    printf("threads %d\n", mz_check(writes, NULL, NULL));
    return unused;
}

int main(void)
{
    pthread_t t;

    sem_init(&s, 0, 0);
    pthread_barrier_init(&b, NULL, 1);
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, &m);
    pthread_once(&once, make);
    printf("uses %d\n", mz_check(uses, NULL, NULL));
    waits_in_vain();
    printf("uses %d\n", mz_check(uses, NULL, NULL));
    printf("begins_anew %d\n", mz_check(begins_anew, NULL, NULL));
    printf("writes %d\n", mz_check(writes, NULL, NULL));
    writes(NULL);
    printf("writes %d\n", mz_check(writes, NULL, NULL));
    printf("meets %d\n", mz_check(meets, NULL, NULL));
    pthread_mutex_lock(&m);
    printf("locked %d\n", mz_check(writes, NULL, NULL));
    pthread_mutex_unlock(&m);
    printf("calls %d\n", mz_check(calls, NULL, NULL));
    pthread_create(&t, NULL, checks, NULL);
    pthread_join(t, NULL);
    printf("%s\n", pthread_getspecific(key) == &m ? "as before" : "changed");
    return 0;
}
END
run 0 "$MAZURKA" cc -O1 -o objects objects.c
run 0 ./objects
cat >expected <<'END'
uses 0
uses 2
begins_anew 0
writes 0
writes 2
meets 2
locked 2
calls 2
threads 2
as before
END
diff expected .out || failed 'that was not expected'
says 'that was used before mz_check'
says 'mz_check while a lock is held'
says 'mz_check in a program that is checked as a whole'
says 'mazurka: mz_check: other threads run'

# An exception that leaves the test, and the library's containers.
cat >cxx.cc <<'END'
#include <mazurka.h>
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

static std::mutex a, b;

static void deadlocks(void *)
{
    std::thread other([] {
        std::lock_guard<std::mutex> first(a), second(b);
    });
    {
        std::lock_guard<std::mutex> second(b), first(a);
    }
    other.join();
}
static void throws(void *)
{
    throw std::runtime_error("queue full");
}
static void appends(void *vector)
{
    auto &v = *static_cast<std::vector<int> *>(vector);
    std::thread other([&] { v.push_back(4); });

    other.join();
    v.push_back(5);
    if (v.size() != 5)
        throw 1;
}

int main()
{
    std::vector<int> v{1, 2, 3};

    std::printf("deadlocks %d\n", mz_check(deadlocks, nullptr, nullptr));
    std::printf("throws %d\n", mz_check(throws, nullptr, nullptr));
    std::printf("appends %d\n", mz_check(appends, &v, nullptr));
    std::printf("%zu\n", v.size());
    return 0;
}
END
run 0 "$MAZURKA" c++ -O1 -o cxx cxx.cc
run 0 ./cxx
printf 'deadlocks 42\nthrows 42\nappends 0\n3\n' >expected
diff expected .out || failed 'that was not expected'
says 'error: deadlock'

# What libc and the kernel keep: big blocks, which have a mapping each, the end
# of the heap, positions in files, and what becomes of children.
cat >kernel.c <<'END'
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <fenv.h>
#include <mazurka.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLOCKS = 5, SIZE = 100000 };
static char *big, *last[BLOCKS];
static atomic_int n;
static int file, ends[2];
static DIR *folder;

static void *adds(void *own)
{
    atomic_store(&n, atomic_load(&n) + 1);
    return own;
}
static void twice(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, adds, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}
static void frees(void *unused)
{
    assert(big[5] == 7 && last[BLOCKS - 1][SIZE - 1] == 7);
    twice();
    big[5] = last[BLOCKS - 1][SIZE - 1] = 8;
    free(big);
    for (int i = BLOCKS; i-- > 0;)
        free(last[i]);
    (void)unused;
}
static void frees_twice(void *unused)
{
    char *volatile block = big;

    (void)unused;
    free(block);
    free(block);
}
static void reads(void *unused)
{
    char c = 0;

    (void)unused;
    twice();
    assert(read(file, &c, 1) == 1 && c == 'a');
}
/* What one execution has taken out the next would miss. */
static void receives(void *unused)
{
    char c;

    (void)unused;
    twice();
    assert(recv(ends[0], &c, 1, MSG_DONTWAIT) != 1 || n == 2);
}
static void sends(void *unused)
{
    (void)unused;
    send(ends[0], "b", 1, 0);
}
static void lists(void *unused)
{
    (void)unused;
    twice();
    assert(readdir(folder));
}
static void never_waits(void *unused)
{
    (void)unused;
    twice();
    assert(!(fcntl(file, F_GETFL) & O_NONBLOCK));
    fcntl(file, F_SETFL, O_NONBLOCK);
}
/* What is raised is of the processor: the next execution finds it. */
static void raises(void *unused)
{
    (void)unused;
    twice();
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(FE_OVERFLOW);
    assert(fetestexcept(FE_OVERFLOW));
}
static void asks(void *unused)
{
    (void)unused;
    twice();
    assert(!fetestexcept(FE_OVERFLOW));
}
static void loses(void *unused)
{
    (void)unused;
    twice();
    assert(n == 2);
}
static void waits(int signal)
{
    (void)signal;
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ;
}

#define CHECK(test, ...)                                                   \
    printf(#test " %d\n",                                                  \
           mz_check(test, NULL,                                            \
                    &(struct mz_options){.quiet = 1, __VA_ARGS__}))

int main(void)
{
    struct sigaction action;
    char *volatile hole;

    printf("begins\n");
    hole = malloc(SIZE); /* for what mz_check allocates */
    for (int i = 0; i < BLOCKS; i++)
        last[i] = malloc(SIZE);
    free(hole);
    last[BLOCKS - 1][SIZE - 1] = 7;
    big = malloc(3000000);
    big[5] = 7;
    CHECK(frees);
    CHECK(frees_twice);
    file = open("letters", O_RDONLY);
    CHECK(reads);
    CHECK(reads);
    CHECK(reads, .algorithm = "optimal");
    folder = opendir(".");
    CHECK(lists);
    CHECK(lists);
    CHECK(never_waits);
    CHECK(never_waits);
    CHECK(raises);
    CHECK(asks);
    printf("position %ld\n", (long)lseek(file, 0, SEEK_CUR));
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    printf("sent %zd\n", write(ends[1], "a", 1));
    CHECK(receives);
    CHECK(sends);
    printf("received %zd\n", read(ends[0], &(char){0}, 1));
    CHECK(loses, .more = "--help");
    CHECK(loses, .more = "-V");
    CHECK(loses, .more = "-q --func=1");
    CHECK(loses, .more = "-h");
    signal(SIGCHLD, SIG_IGN);
    CHECK(loses);
    CHECK(reads);
    signal(SIGCHLD, waits);
    CHECK(loses);
    CHECK(reads);
    sigaction(SIGCHLD, NULL, &action);
    printf("%s\n", action.sa_handler == waits ? "as before" : "changed");
    return 0;
}
END
printf abc >letters
run 0 "$MAZURKA" cc -O1 -o kernel kernel.c -lm
run 0 ./kernel
cat >expected <<'END'
begins
frees 0
frees_twice 42
reads 0
reads 0
reads 0
lists 0
lists 0
never_waits 0
never_waits 0
raises 0
asks 2
position 0
sent 1
receives 2
sends 2
received 1
loses 2
loses 2
loses 2
loses 2
loses 42
reads 0
loses 42
reads 0
as before
END
diff expected .out || failed 'that was not expected'

# Pages next to what libc keeps of the thread are the program's.
cat >beside.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

enum { PAGE = 4096, PAGES = 16 };
static int *pages[2 * PAGES], count;
static atomic_int n;

static void *stores(void *own)
{
    n = 1;
    return own;
}
static void uses(void *unused)
{
    pthread_t t;

    (void)unused;
    pthread_create(&t, NULL, stores, NULL);
    n = 2;
    pthread_join(t, NULL);
    for (int i = 0; i < count; i++)
        assert(++*pages[i] == 1);
}
int main(void)
{
    uintptr_t here = (uintptr_t)pthread_self() / PAGE;

    for (uintptr_t page = here - PAGES; page < here + PAGES; page++) {
        void *start = (void *)(page * PAGE);

        if (mmap(start, PAGE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
                 0) == start)
            pages[count++] = start;
    }
    printf("%s pages\n", count ? "some" : "no");
    return mz_check(uses, NULL, NULL);
}
END
run 0 "$MAZURKA" cc -o beside beside.c
for _ in 1 2 3 4 5; do # where the pages are is another place each time
    run 0 ./beside
    ! grep -qx 'some pages' .out || break
done
grep -qx 'some pages' .out || failed 'no page there is free'

# A search that lasts says so while it does, be it quiet; one with a time limit
# does not.
write_endless endless.c
cat >lasts.c <<'END'
#include <mazurka.h>
#include <stdlib.h>

int adds(void);
static void lasts(void *unused)
{
    (void)unused;
    adds();
}
int main(void)
{
    const struct mz_options options = {
        .name = "four adders",
        .quiet = 1,
        .timeout = getenv("LIMITED") ? 0.2 : 0,
    };

    return mz_check(lasts, NULL, &options);
}
END
run 0 "$MAZURKA" cc -O1 -Dmain=adds -c endless.c
run 0 "$MAZURKA" cc -O1 lasts.c endless.o -o lasts
export MAZURKA_PATIENCE=0.1
LIMITED=1 run 3 ./lasts
silent
command='./lasts'
./lasts >.out 2>.err &
wait_until 60 grep -q ' executions, no end yet' .err ||
    failed 'does not tell that it explores still'
for process in $(cat /proc/$!/task/$!/children); do
    kill -INT "$process"
done
wait $! && failed 'ends as safe'
says 'mazurka: four adders: mz_check has explored for '
unset MAZURKA_PATIENCE

# Forty tests in a program: each is explored as if it were alone, C(10, 5) traces
# of two threads of five steps, and neither the program nor what explores has more
# memory after the last than after the first.
cat >forty.c <<'END'
#include <assert.h>
#include <malloc.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { TESTS = 40 };
static atomic_int n;
static void *steps(void *own)
{
    char *block = malloc(1000); /* lost each time */

    memset(block, 1, 1000);
    for (int i = 0; i < 5; i++)
        n++;
    return own;
}
static void test(void *expected)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, steps, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n == *(int *)expected);
}
struct memory {
    size_t allocated;
    long program, explorer; /* KB, at most */
};
static struct memory used(void)
{
    struct rusage own, children;

    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return (struct memory){mallinfo2().uordblks, own.ru_maxrss,
                           children.ru_maxrss};
}
int main(void)
{
    const struct mz_options options = {.more = "-v"};
    struct memory first = {0}, last;
    int expected = 10, right = 0;

    for (int i = 0; i < TESTS; i++) {
        right += mz_check(test, &expected, &options) == MZ_CHECK_SAFE &&
                 strstr(mz_report(),
                        ": no error, all executions explored: 252 ");
        if (i == 0)
            first = used();
    }
    last = used();
    printf("%d of %d; %zu %ld %ld, then %zu %ld %ld\n", right, TESTS,
           first.allocated, first.program, first.explorer, last.allocated,
           last.program, last.explorer);
    return right != TESTS || last.allocated > first.allocated + 1024 ||
           last.program > first.program + 500 ||
           last.explorer > first.explorer + 1000;
}
END
run 0 "$MAZURKA" cc -O1 forty.c -o forty
run 0 ./forty

# By another compiler a test that is left by a jump, or by an exception, does not
# pass, whatever the framework does then; nor does mz_check within a test.
cat >leaves.cc <<'END'
#include <mazurka.h>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>

static std::jmp_buf framework;

static void jumps(void *)
{
    std::longjmp(framework, 1);
}
static void throws(void *)
{
    throw 1;
}
static void exits(void *status)
{
    std::exit(status ? 1 : 0);
}
static void passes(void *)
{
}
static void calls(void *)
{
    (void)!mz_check(passes, nullptr, nullptr);
}
static void at_exit()
{
    std::printf("handler\n");
}
int main()
{
    std::atexit(at_exit);
    for (int i = 0; i < 2; i++)
        if (!setjmp(framework))
            std::printf("jumps %d\n", mz_check(jumps, nullptr, nullptr));
    try {
        std::printf("throws %d\n", mz_check(throws, nullptr, nullptr));
    } catch (int) {
    }
    std::printf("calls %d\n", mz_check(calls, nullptr, nullptr));
    std::printf("exits %d\n", mz_check(exits, nullptr, nullptr));
    std::printf("exits %d\n", mz_check(exits, framework, nullptr));
    std::printf("passes %d\n", mz_check(passes, nullptr, nullptr));
}
END
cat >expected <<'END'
jumps 42
jumps 42
throws 42
calls 2
exits 0
exits 42
passes 0
handler
END
build=$(dirname "$(readlink -f "$MAZURKA")")
run 0 g++ -I"$root/include" leaves.cc -o leaves \
    "$build/libmazurka-unchecked.a" -pthread
run 0 ./leaves
diff expected .out || failed 'that was not expected'
says 'the test is left by a jump or an exception'
says 'error: mz_check within a test'
says 'the test exits with status 1'

# What may go unseen, and how long an execution may be.
echo 'int other(void) { return 1; }' >other.c
cat >options.c <<'END'
#include <mazurka.h>
#include <stdatomic.h>
#include <stdio.h>

int other(void);
static atomic_int n;

static void test(void *unused)
{
    (void)unused;
    for (int i = 0; i < 9; i++)
        n += other();
}
int main(void)
{
    struct mz_options options = {.quiet = 1};

    printf("%d", mz_check(test, NULL, &options));
    options.trust = "libunknown.so,libother.so";
    printf(" %d", mz_check(test, NULL, &options));
    options.max_events = 9;
    printf(" %d", mz_check(test, NULL, &options));
    options.max_events = 8;
    printf(" %d\n", mz_check(test, NULL, &options));
    printf("%s", mz_report());
    return 0;
}
END
run 0 gcc -shared -fPIC other.c -o libother.so
run 0 "$MAZURKA" cc options.c -o options -L. -lother "-Wl,-rpath,$work"
run 0 ./options
prints 'stopped: an execution of more than 8 visible operations'
head -n 1 .out | grep -qx '3 0 0 3' || failed 'that was not expected'
