/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/*
 * What a thread is born with is what its creator has, at the time: the time
 * that has passed, the signals that are blocked. Nothing is left of what threads
 * had in the last execution, nor of what others have come to have meanwhile: that
 * they cannot be cancelled, handlers, routines that are run once.
 *
 * Two threads exchange one variable: 2 executions.
 */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int last;

static long milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void sleep_for(long milliseconds)
{
    const struct timespec time = {milliseconds / 1000,
                                  milliseconds % 1000 * 1000000};

    nanosleep(&time, NULL);
}

static int blocked(void)
{
    sigset_t set;

    pthread_sigmask(SIG_SETMASK, NULL, &set);
    return sigismember(&set, SIGUSR1);
}

static void expect_enabled(void)
{
    int old;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
}

static void leave(void)
{
    pthread_exit(NULL);
}

static void count(void *counter)
{
    ++*(int *)counter;
}

static void *begin(void *number)
{
    pthread_once_t once = PTHREAD_ONCE_INIT;
    int handled = 0;

    expect_enabled();
    assert(!blocked());
    atomic_exchange(&last, *(int *)number);
    sleep_for(5000);
    pthread_cleanup_push(count, &handled);
    pthread_once(&once, leave);
    pthread_cleanup_pop(0);
    return NULL;
}

static void *begin_late(void *start)
{
    expect_enabled();
    assert(blocked());
    assert(milliseconds() == *(long *)start + 70);
    return NULL;
}

static void block(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int main(void)
{
    pthread_t thread[2], late;
    int number[2] = {1, 2};
    long start;

    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, begin, &number[i]);
    assert(!blocked());
    expect_enabled();
    start = milliseconds();
    block();
    sleep_for(70);
    pthread_create(&late, NULL, begin_late, &start);
    pthread_join(late, NULL);
    assert(milliseconds() == start + 70);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    assert(milliseconds() >= start + 5000 - 70);
    return 0;
}
