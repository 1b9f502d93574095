/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three threads that send one another signals, which have handlers. The argument
 * is what each of them does, and each handler, as handlers.py has it; what they
 * have seen is its exit status.
 */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, SIGNALS = 2 };

static atomic_uint words[2];
static sem_t tokens;
static pthread_t threads[THREADS];
static const char *code[THREADS + SIGNALS];
static unsigned results[THREADS];
static const int signals[SIGNALS] = {SIGUSR1, SIGUSR2};

static unsigned mask(int how, int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, signals[number]);
    return pthread_sigmask(how, &set, NULL);
}

/* Two characters each: what to do, and to which. */
static unsigned execute(const char *at)
{
    int number = at[1] - '0';

    switch (at[0]) {
    case 's':
        atomic_store(&words[number], 3);
        return 0;
    case 'l':
        return atomic_load(&words[number]);
    case 'a':
        return atomic_fetch_add(&words[number], 1);
    case 'c':
        return atomic_fetch_add(&words[!number], atomic_load(&words[number]));
    case 'j':
    case 'k':
        return pthread_kill(threads[number], signals[at[0] == 'j']);
    case 'b':
        return mask(SIG_BLOCK, number);
    case 'u':
        return mask(SIG_UNBLOCK, number);
    case 'w':
        return sem_wait(&tokens);
    default:
        return sem_post(&tokens);
    }
}

static void handle(int signal)
{
    for (const char *at = code[THREADS + (signal == SIGUSR2)];
         *at != ','; at += 2)
        execute(at);
}

static void *run(void *thread)
{
    long t = (long)thread;
    unsigned result = 0;

    for (const char *at = code[t]; *at != ','; at += 2)
        result = result * 7 + execute(at);
    results[t] = result;
    return NULL;
}

int main(int argc, char **argv)
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    unsigned all = 0;
    const char *at = argc > 1 ? argv[1] : ",,,,,";

    for (int i = 0; i < THREADS + SIGNALS; i++, at = strchr(at, ',') + 1)
        code[i] = at;
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &action, NULL);
    sem_init(&tokens, 0, 0);
    threads[0] = pthread_self();
    for (long t = 1; t < THREADS; t++)
        pthread_create(&threads[t], NULL, run, (void *)t);
    run((void *)0);
    for (int t = THREADS - 1; t > 0; t--) /* who may send is joined first */
        pthread_join(threads[t], NULL);
    for (int t = 0; t < THREADS; t++)
        all = all * 31 + results[t];
    exit(1 + (all * 31 + words[0] * 5 + words[1]) % 61);
}
