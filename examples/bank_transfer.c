/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two transfers between two accounts, in opposite directions. Each locks the
 * account it takes from, then the one it gives to. Run a million times, this
 * may never fail; yet if both get their first lock, neither gets its second.
 *
 *     $ mazurka check examples/bank_transfer.c
 *     examples/bank_transfer.c:49: error: deadlock: 2 threads wait for a ...
 *
 *     blocked threads:
 *       main.1 (rent) waits for mutex bob.lock, held by main.2 (refund) ...
 *         at examples/bank_transfer.c:49 in execute
 *       main.2 (refund) waits for mutex alice.lock, held by main.1 (rent) ...
 *         at examples/bank_transfer.c:49 in execute
 *       main waits for the end of main.1 (rent)
 *         at examples/bank_transfer.c:68 in main
 *
 *     interleaving (4 steps, 2 context switches, 1 preemption):
 *            main.1 (rent)    main.2 (refund)
 *         3  lock alice.lock                   examples/bank_transfer.c:48 ...
 *            -- preempted --
 *         4                   lock bob.lock    examples/bank_transfer.c:48 ...
 *
 * The remedy is to lock in an order that does not depend on the direction: the
 * account with the smaller address first, say.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct transfer {
    struct account *from, *to;
    int amount;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account bob = {PTHREAD_MUTEX_INITIALIZER, 50};

static void *execute(void *arg)
{
    struct transfer *transfer = arg;

    pthread_mutex_lock(&transfer->from->lock);
    pthread_mutex_lock(&transfer->to->lock);
    if (transfer->from->balance >= transfer->amount) {
        transfer->from->balance -= transfer->amount;
        transfer->to->balance += transfer->amount;
    }
    pthread_mutex_unlock(&transfer->to->lock);
    pthread_mutex_unlock(&transfer->from->lock);
    return NULL;
}

int main(void)
{
    struct transfer rent = {&alice, &bob, 70}, refund = {&bob, &alice, 20};
    pthread_t paying, refunding;

    pthread_create(&paying, NULL, execute, &rent);
    pthread_setname_np(paying, "rent");
    pthread_create(&refunding, NULL, execute, &refund);
    pthread_setname_np(refunding, "refund");
    pthread_join(paying, NULL);
    pthread_join(refunding, NULL);
    assert(alice.balance + bob.balance == 150);
    return 0;
}
