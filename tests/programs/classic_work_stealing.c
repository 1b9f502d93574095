/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 17
 */
/* Work stealing as in Cilk-5 (Frigo, Leiserson and Randall, 1998; the protocol
 * THE). The owner takes tasks from the tail without the lock, unless a thief may
 * be about to take the same one from the head. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { TASKS = 2 };

static atomic_int head, tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done[TASKS]; /* how often */

static bool is_empty(void)
{
    return head > tail;
}

/* Of the owner: is there a task left, which is at the tail now? */
static bool take(void)
{
    bool is_there;

    tail--;
    if (!is_empty())
        return true;
    tail++;
    pthread_mutex_lock(&lock);
    tail--;
    is_there = !is_empty();
    if (!is_there)
        tail++;
    pthread_mutex_unlock(&lock);
    return is_there;
}

/* Which task; -1: none. */
static int steal(void)
{
    int task = -1;

    pthread_mutex_lock(&lock);
#ifdef BROKEN
    if (head < tail)
        task = head++;
#else
    head++;
    if (is_empty())
        head--;
    else
        task = head - 1;
#endif
    pthread_mutex_unlock(&lock);
    return task;
}

static void *run(void *unused)
{
    int task = steal();

    if (task >= 0)
        done[task]++;
    return unused;
}

int main(void)
{
    pthread_t thief;

    tail = TASKS;
    pthread_create(&thief, NULL, run, NULL);
    while (take())
        done[tail]++;
    pthread_join(thief, NULL);
    for (int task = 0; task < TASKS; task++)
        assert(done[task] == 1);
    return 0;
}
