/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 13
 */
/*
 * Two threads, A and B, have two turns each. Where a thread was woken up and the
 * other one begins to wait before it takes the mutex, it has woken up before
 * that or after it: 2, told as *.
 *
 * A has had its first turn, and B waits or it does not:
 *     B waits: either A takes the mutex first and waits *, then B has its turn,
 *     then as below: 2 * 3; or B takes it first: 2 * 1
 *     B does not: A takes it first and waits, then B, then as below: 3; or B
 *     takes it first: 2 * 1
 * As below: A is woken up for its last turn; B takes the mutex first and waits
 * *, or A does: 2 + 1. (If A did not wait, B waits first or not: 2.)
 */
#include <pthread.h>

enum { TURNS = 2 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_next = PTHREAD_COND_INITIALIZER;
static int turn;

static void play(int own)
{
    for (int i = 0; i < TURNS; i++) {
        pthread_mutex_lock(&m);
        while (turn % 2 != own)
            pthread_cond_wait(&is_next, &m);
        turn++;
        pthread_cond_signal(&is_next);
        pthread_mutex_unlock(&m);
    }
}

static void *other(void *unused)
{
    play(1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, other, NULL);
    play(0);
    pthread_join(thread, NULL);
    return 0;
}
