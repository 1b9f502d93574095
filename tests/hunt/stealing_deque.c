/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 3 */
/* A work-stealing deque whose owner takes the last item without asking whether
 * a thief is at it. Three orders: the thief looks after the items came, and
 * before the owner takes the last, which looks before the thief swaps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ITEMS = 3 };

static atomic_int top, bottom, items[ITEMS], taken[ITEMS];

static void take(int item)
{
    assert(!taken[item]++);
}

static void *own(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        items[i] = i;
        bottom = i + 1;
    }
    for (int i = 0; i < ITEMS; i++) {
        int b = bottom - 1;

        bottom = b;
        if (b < top) {
            bottom = b + 1;
            break;
        }
        take(items[b]); /* if it is the last one, top has to be swapped */
    }
    return unused;
}

static void *steal(void *unused)
{
    int t = top;

    if (t < bottom) {
        int item = items[t];

        if (atomic_compare_exchange_strong(&top, &t, t + 1))
            take(item);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, own, NULL);
    pthread_create(&b, NULL, steal, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
