/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A write that changes nothing races like any other. It is done in one round
 * only, in which nothing is read that was not read before; and main can know
 * that the loop is over, and race with it, only if another round follows. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, go, out;
static int value;

static int read_now(atomic_int *of)
{
    return atomic_load_explicit(of, memory_order_relaxed);
}

static void write_now(atomic_int *of, int what)
{
    atomic_store_explicit(of, what, memory_order_relaxed);
}

static void *wait_for_it(void *unused)
{
    if (read_now(&go) || read_now(&flag))
        return unused;
    while (!read_now(&go))
        if (read_now(&flag) == 1)
            value = 0;
    write_now(&out, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int seen = 0;

    pthread_create(&thread, NULL, wait_for_it, NULL);
    write_now(&flag, 1);
    write_now(&flag, 2);
    write_now(&go, 1);
    if (read_now(&out))
        seen = value;
    pthread_join(thread, NULL);
    return seen;
}
