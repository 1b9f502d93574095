/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 252
 */
/* Two threads use thread-local storage in few executions only, one of them
 * while the other one goes on: each has its own. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { ADDITIONS = 5 };

static atomic_int counter;
static _Thread_local int mine[1000];

static void use(int number)
{
    mine[number]++;
    errno = number;
}

static void check(int number)
{
    assert(mine[number] == 1);
    assert(errno == number);
    for (int i = 0; i < 1000; i++)
        assert(i == number || !mine[i]);
}

static void *run(void *is_main)
{
    int number = is_main ? 1 : 2, before[ADDITIONS];

    before[0] = atomic_fetch_add(&counter, 1);
    if (before[0] == 3)
        use(number);
    for (int i = 1; i < ADDITIONS; i++)
        before[i] = atomic_fetch_add(&counter, 1);
    if (before[2] == 2 && before[3] > 3) /* the other one began at 3 */
        use(number);
    else if (before[0] != 3)
        return NULL;
    check(number);
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    run(&thread);
    pthread_join(thread, NULL);
    assert(!mine[2] && errno != 2);
    return 0;
}
