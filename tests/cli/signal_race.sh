#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Plain data that a thread and the handler of a signal from another thread use:
# a data race where the handler might have come earlier, and else none.
. "$(dirname "$0")/frame"
cat >cases.c <<'END'
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int x;
static struct {
    short one, other;
} halves;
static volatile sig_atomic_t flag;
static atomic_int counter;
static _Alignas(64) atomic_int told; /* by itself */
static _Alignas(64) int end_of_told;
static pthread_t main_thread;
static sem_t sem;

static void writes_x(int s) { (void)s; x = 1; }
static void reads_x(int s) { (void)s; if (x == 7) abort(); }
static void writes_flag(int s) { (void)s; flag = 1; }
static void writes_other(int s) { (void)s; halves.other = 1; }
static void counts(int s) { (void)s; counter++; }

static void reads_if_told(int s) { (void)s; if (told && x == 7) abort(); }
static void reads_if_flag(int s) { (void)s; if (flag && x == 7) abort(); }

static void handle(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};

    sigaction(SIGUSR1, &action, NULL);
}
static void mask(int how)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(how, &set, NULL);
}
static void *sends(void *p) { pthread_kill(main_thread, SIGUSR1); return p; }
static void *sends_twice(void *p) { sends(p); return sends(p); }
static void *nothing(void *p) { counter++; return p; }
static pthread_t begin(void *(*function)(void *))
{
    pthread_t t;

    pthread_create(&t, 0, function, 0);
    return t;
}
static void end(pthread_t t) { pthread_join(t, 0); }

/* ---- they race ---- */
static void both_write(void)
{
    handle(writes_x);
    pthread_t t = begin(sends);
    x = 2;
    end(t);
}
static void one_reads(void)
{
    handle(reads_x);
    pthread_t t = begin(sends);
    x = 2;
    end(t);
}
/* The signal was sent by who has not seen the access, whoever else has. */
static void seen_by_another(void)
{
    handle(writes_x);
    pthread_t t = begin(sends);
    x = 2;
    pthread_t u = begin(nothing);
    end(t);
    end(u);
}

/* A volatile variable orders nothing. */
static void told_by_volatile(void)
{
    handle(reads_if_flag);
    pthread_t t = begin(sends);
    x = 2;
    flag = 1;
    end(t);
}

/* ---- they do not ---- */
static void told_by_atomic(void)
{
    handle(reads_if_told);
    pthread_t t = begin(sends);
    x = 2 + end_of_told;
    told = 1;
    end(t);
}
static void before_creation(void)
{
    handle(writes_x);
    x = 2;
    end(begin(sends));
}
static void of_blocked(void)
{
    handle(writes_x);
    mask(SIG_BLOCK);
    pthread_t t = begin(sends);
    x = 2;
    mask(SIG_UNBLOCK);
    end(t);
}
static void before_handler(void)
{
    handle(counts);
    pthread_t t = begin(sends);
    x = 2;
    handle(writes_x);
    end(t);
}
static void within_suspend(void)
{
    sigset_t none;

    sigemptyset(&none);
    handle(writes_x);
    mask(SIG_BLOCK);
    pthread_t t = begin(sends);
    while (!x)
        sigsuspend(&none);
    end(t);
}
static void handlers_alone(void)
{
    handle(writes_x);
    end(begin(sends_twice));
}
static void other_bytes(void)
{
    handle(writes_other);
    pthread_t t = begin(sends);
    halves.one = 2;
    end(t);
}
static void of_volatile(void)
{
    handle(writes_flag);
    pthread_t t = begin(sends);
    if (flag)
        counter++;
    end(t);
}
static void to_itself(void)
{
    handle(writes_x);
    pthread_t t = begin(nothing);
    x = 2;
    pthread_kill(pthread_self(), SIGUSR1);
    end(t);
}
static void after_lock_step(void)
{
    handle(writes_x);
    sem_init(&sem, 0, 0);
    pthread_t t = begin(sends);
    end(t);
    x = 2;
}
static void atomics(void)
{
    handle(counts);
    pthread_t t = begin(sends);
    counter++;
    end(t);
}
static void of_timer(void)
{
    struct itimerspec once = {.it_value = {0, 1000000}};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGUSR1};
    timer_t timer;

    handle(writes_x);
    mask(SIG_BLOCK);
    pthread_t t = begin(nothing);
    mask(SIG_UNBLOCK);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &once, NULL);
    x = 2;
    end(t);
}

#define CASE(name) {#name, name}
static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    CASE(both_write), CASE(one_reads), CASE(seen_by_another),
    CASE(told_by_volatile), CASE(told_by_atomic),
    CASE(before_creation), CASE(of_blocked), CASE(before_handler),
    CASE(within_suspend), CASE(handlers_alone), CASE(other_bytes),
    CASE(of_volatile), CASE(to_itself), CASE(after_lock_step), CASE(atomics),
    CASE(of_timer),
};
int main(int argc, char **argv)
{
    main_thread = pthread_self();
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        if (argc > 1 && !strcmp(argv[1], cases[i].name))
            return cases[i].run(), 0;
    return 1;
}
END
run 0 "$MAZURKA" cc cases.c -o cases
for name in both_write one_reads seen_by_another told_by_volatile; do
    run 42 "$MAZURKA" check cases -- $name
    prints 'a handler may come amid whatever its thread does'
    run 0 "$MAZURKA" check --isolation=fork --expect=data-race cases -- $name
    run 42 "$MAZURKA" replay
done
# 0: it is seen to be as good as at the thread's next operation. 3: not all
# orders are seen, which is no error.
for name in told_by_atomic after_lock_step atomics within_suspend to_itself; do
    run 0 "$MAZURKA" check cases -- $name
done
for name in handlers_alone of_blocked before_creation before_handler other_bytes \
    of_volatile of_timer; do
    run 3 "$MAZURKA" check cases -- $name
done
nothing_left
