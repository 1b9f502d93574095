/* SPDX-License-Identifier: Apache-2.0 */
/* A ring of three cells: the rounds are sent, and those of the receiver are
 * others. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

enum { CELLS = 3, ROUNDS = 3 };

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int ring[CELLS], first, next, may_send = 1, may_receive;

void put(int value)
{
    ring[next] = value;
    next = (next + 1) % CELLS;
}

int take()
{
    int value = ring[first];

    first = (first + 1) % CELLS;
    return value;
}

void *sender(void *unused)
{
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_lock(&lock);
        if (may_send) {
            put(k);
            may_send = 0;
            may_receive = 1;
        }
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

void *receiver(void *unused)
{
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_lock(&lock);
        if (may_receive) {
            __VERIFIER_assert(take() == k);
            may_receive = 0;
            may_send = 1;
        }
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, sender, 0);
    pthread_create(&b, 0, receiver, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
