#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A library without instrumentation that has locks of its own, of atomics and
# futexes, as GLib has: what its calls may order is no error, and is told; what
# no call lies between is an error all the same.
. "$(dirname "$0")/frame"

cat >own.c <<'END'
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
/* 0: free, 1: locked, 2: somebody may wait. */
void own_lock(int *word)
{
    int was = 0;
    if (__atomic_compare_exchange_n(word, &was, 1, 0, __ATOMIC_ACQUIRE,
                                    __ATOMIC_RELAXED))
        return;
    while (__atomic_exchange_n(word, 2, __ATOMIC_ACQUIRE))
        syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 2, 0, 0, 0);
}
void own_unlock(int *word)
{
    if (__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) == 2)
        syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}
/* One place, and who takes waits for what is there. */
static int lock, filled;
static void *place;
void own_push(void *what)
{
    own_lock(&lock);
    place = what;
    own_unlock(&lock);
    __atomic_store_n(&filled, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &filled, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}
void *own_pop(void)
{
    void *what;
    while (!__atomic_load_n(&filled, __ATOMIC_ACQUIRE))
        syscall(SYS_futex, &filled, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
    own_lock(&lock);
    what = place;
    own_unlock(&lock);
    return what;
}
/* Calls it back, and has a word for that it has; without a system call. */
static int once;
void own_once(void (*begin)(void))
{
    if (__atomic_load_n(&once, __ATOMIC_ACQUIRE) == 2)
        return;
    begin();
    __atomic_store_n(&once, 2, __ATOMIC_RELEASE);
}
/* A lock of libc's that is made when it is first used, as GRWLock is. */
static pthread_rwlock_t *made;
static pthread_rwlock_t *get(void)
{
    pthread_rwlock_t *is = __atomic_load_n(&made, __ATOMIC_ACQUIRE), *old = 0;
    if (is)
        return is;
    is = malloc(sizeof *is);
    pthread_rwlock_init(is, 0);
    if (__atomic_compare_exchange_n(&made, &old, is, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return is;
    free(is);
    return old;
}
void own_write(void)
{
    pthread_rwlock_wrlock(get());
}
void own_end(void)
{
    pthread_rwlock_unlock(get());
}
/* A thread that runs a function of the program's, and what it returns. */
struct job {
    int (*function)(int);
    int value, done;
};
static void *run(void *argument)
{
    struct job *job = argument;
    job->value = job->function(job->value);
    __atomic_store_n(&job->done, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &job->done, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    return 0;
}
struct job *own_begin(int (*function)(int), int value)
{
    struct job *job = malloc(sizeof *job);
    pthread_t t;
    *job = (struct job){function, value, 0};
    pthread_create(&t, 0, run, job);
    pthread_detach(t);
    return job;
}
void own_await(struct job *job)
{
    while (!__atomic_load_n(&job->done, __ATOMIC_ACQUIRE))
        syscall(SYS_futex, &job->done, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
}
/* The other halves are in the program. */
int own_see(_Atomic int *word)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}
void own_tell(_Atomic int *word)
{
    __atomic_store_n(word, 1, __ATOMIC_RELEASE);
}
/* Used before main begins. */
static pthread_rwlock_t early = PTHREAD_RWLOCK_INITIALIZER;
__attribute__((constructor)) static void use_early(void)
{
    pthread_rwlock_wrlock(&early);
    pthread_rwlock_unlock(&early);
}
void own_early(void)
{
    pthread_rwlock_wrlock(&early);
    pthread_rwlock_unlock(&early);
}
END
# With calls in tail position, which seem to come from the program.
gcc -O2 -shared -fPIC own.c -o libown.so
cat >own.h <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void own_lock(int *), own_unlock(int *), own_push(void *), *own_pop(void);
void own_once(void (*)(void)), own_write(void), own_end(void), own_early(void);
struct job *own_begin(int (*)(int), int);
void own_await(struct job *);
int own_see(_Atomic int *);
void own_tell(_Atomic int *);
END

# checked STATUS NAME [OPTION...]: of NAME.c, with the library.
checked() {
    local status=$1 name=$2
    shift 2
    run "$status" "$MAZURKA" check -O1 "$@" "$name.c" ./libown.so
}

lacks() {
    contains "$work/.out" "$1" && failed "stdout says: $1"
    return 0
}

# One thread or two, and main, which run `run`.
two() {
    cat own.h - >"$1.c" <<END
static int n;
$2
static void *run(void *unused)
{
    $3
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    $4
    return 0;
}
END
}

two lock 'static int word;' 'own_lock(&word); n++; own_unlock(&word);' \
    'assert(n == 2);'
checked 3 lock
prints 'all executions explored, but not everything was seen'
prints 'not seen: order of write of 4 bytes to n by main'
prints 'a data race with the other one, unless calls of code without instr'
# That it does not matter what is not seen says nothing of what it orders.
checked 3 lock --trust=libown.so --trust=all
checked 3 lock --algorithm=source
checked 3 lock -j 2
checked 3 lock --algorithm=random --max-executions=20

two once 'static void begin(void) { n = 7; }' \
    'own_once(begin); assert(n == 7);' ''
checked 3 once
two made '' 'own_write(); n++; own_end();' 'assert(n == 2);'
checked 3 made
two early '' 'own_early();' ''
checked 3 early

cat own.h - >queue.c <<'END'
static void *run(void *unused)
{
    int *number = malloc(sizeof *number);
    *number = 7;
    own_push(number);
    return unused;
}
int main(void)
{
    pthread_t t;
    int *number;
    pthread_create(&t, 0, run, 0);
    number = own_pop();
    assert(*number == 7);
    free(number);
    pthread_join(t, 0);
    return 0;
}
END
checked 3 queue
cat own.h - >job.c <<'END'
static int result;
static int work(int value)
{
    result = value + 1;
    return value;
}
int main(void)
{
    struct job *job = own_begin(work, 1);
    own_await(job);
    assert(result == 2);
    free(job);
    return 0;
}
END
checked 3 job

# Half of it in the program, inlined from a header, say; which may not suffice.
for half in see tell neither; do
    cat own.h - >$half.c <<END
#include <stdatomic.h>
enum { neither, see, tell, half = $half };
static atomic_int word, turns;
static int n;
static void *run(void *unused)
{
    n = 7;
    if (half == tell)
        own_tell(&word);
    atomic_store_explicit(&turns, 1, memory_order_relaxed);
    if (half == see)
        atomic_store_explicit(&word, 1, memory_order_release);
    return unused;
}
int main(void)
{
    pthread_t t;
    int seen;
    own_see(&word);
    pthread_create(&t, 0, run, 0);
    seen = half == see
               ? atomic_load_explicit(&word, memory_order_relaxed) &&
                     own_see(&word)
               : atomic_load_explicit(&turns, memory_order_relaxed) &&
                     (half == neither ||
                      atomic_load_explicit(&word, memory_order_acquire));
    if (seen)
        assert(n == 7);
    pthread_join(t, 0);
    return 0;
}
END
done
checked 3 see
prints 'not seen: order of write of 4 bytes to n by main'
checked 3 see --memory-model=rc11
checked 3 tell
checked 3 tell --memory-model=rc11
checked 42 neither
checked 42 neither --memory-model=rc11

# What no call lies between is an error, whatever is called before and after;
# and its replay shows it.
two beside 'static int word, m; static _Atomic int turns;' \
    'own_lock(&word); n++; own_unlock(&word); turns++; m++; turns++;
    own_lock(&word); own_unlock(&word);' ''
checked 42 beside --format=json --output=beside.json
run 42 "$MAZURKA" check -O1 beside.c ./libown.so
prints 'data race on m'
lacks 'is not instrumented, so if it orders'
run 42 "$MAZURKA" replay beside.json
# Who waits within it is not where the thread is that goes on. (What it does by
# atomics that release may be a half of what a library orders.)
cat own.h - >hold.c <<'END'
#include <stdatomic.h>
static int word, other, m;
static _Atomic int turns;
static void *run(void *unused)
{
    atomic_fetch_add_explicit(&turns, 1, memory_order_relaxed);
    own_lock(&other);
    own_unlock(&other);
    m = 1;
    own_lock(&word);
    own_unlock(&word);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    own_lock(&word);
    atomic_fetch_add_explicit(&turns, 1, memory_order_relaxed);
    m++;
    own_unlock(&word);
    pthread_join(t, 0);
    return 0;
}
END
checked 42 hold
# Without a call of it there is nothing to be told.
two none '' 'n++;' ''
checked 42 none
lacks 'order of'
# An error of another kind is one.
two wrong 'static int word;' 'own_lock(&word); n++; own_unlock(&word);' \
    'assert(n == 3);'
checked 42 wrong
prints 'assertion'

# What threads do next hangs by what is not seen, so that it cannot be foreseen.
two first 'static int word; static _Atomic int a, b;' \
    'int mine; own_lock(&word); mine = n++; own_unlock(&word);
    if (mine) a++; else b++; own_lock(&word); own_unlock(&word); a++;' ''
checked 3 first
