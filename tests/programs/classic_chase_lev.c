/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The deque of Chase and Lev (2005), for work stealing: its owner puts and takes
 * at one end, thieves steal at the other. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { SIZE = 4, TASKS = 2 };

static atomic_int top, bottom;
static atomic_int tasks[SIZE];
static atomic_int done[TASKS + 1]; /* how often */

static void put(int task)
{
    int b = atomic_load(&bottom);

    atomic_store(&tasks[b % SIZE], task);
    atomic_store(&bottom, b + 1);
}

/* 0: there is none. */
static int take(void)
{
    int b = atomic_load(&bottom) - 1, t, task;

    atomic_store(&bottom, b);
    t = atomic_load(&top);
    if (b < t) {
        atomic_store(&bottom, t);
        return 0;
    }
    task = atomic_load(&tasks[b % SIZE]);
#ifndef BROKEN
    if (b > t)
        return task;
    if (!atomic_compare_exchange_strong(&top, &t, t + 1))
        task = 0;
    atomic_store(&bottom, b + 1);
#endif
    return task;
}

static int steal(void)
{
    int t = atomic_load(&top), b = atomic_load(&bottom), task;

    if (t >= b)
        return 0;
    task = atomic_load(&tasks[t % SIZE]);
    return atomic_compare_exchange_strong(&top, &t, t + 1) ? task : 0;
}

static void *run(void *unused)
{
    atomic_fetch_add(&done[steal()], 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    for (int task = 1; task <= TASKS; task++)
        put(task);
    for (int task = 1; task <= TASKS; task++)
        atomic_fetch_add(&done[take()], 1);
    pthread_join(thread, NULL);
    for (int task = 1; task <= TASKS; task++)
        assert(done[task] == 1);
    return 0;
}
