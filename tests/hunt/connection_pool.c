/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 2 */
/* A pool hands out the free connection it has read; the one that it has read
 * may be free again, with another owner meanwhile. Two orders, as in
 * aba_stack. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { CONNECTIONS = 2, NONE = -1 };

static atomic_int first_free, next_free[CONNECTIONS] = {1, NONE};
static atomic_int owner[CONNECTIONS];

static int acquire(int who)
{
    for (;;) {
        int c = first_free, next;

        if (c == NONE)
            return NONE;
        next = next_free[c];
        if (atomic_compare_exchange_strong(&first_free, &c, next)) {
            assert(!owner[c]);
            owner[c] = who;
            return c;
        }
    }
}

static void release(int c)
{
    int first = first_free;

    owner[c] = 0;
    do
        next_free[c] = first;
    while (!atomic_compare_exchange_strong(&first_free, &first, c));
}

static void *once(void *unused)
{
    acquire(1);
    acquire(1);
    return unused;
}

static void *by_turns(void *unused)
{
    int a = acquire(2), b = acquire(2);

    if (a != NONE && b != NONE)
        release(a);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, once, NULL);
    pthread_create(&b, NULL, by_turns, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
