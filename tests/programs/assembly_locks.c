/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Locks as they are written by hand: by exchange, by compare-exchange with an
 * asm goto, by tickets. Each protects plain data. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static int exchanged, compared, counters[3];
static struct {
    unsigned short next, serving;
} tickets;

static void lock_by_exchange(void)
{
    int held = 1;

    __asm__ volatile("xchgl %0, %1"
                     : "+r"(held), "+m"(exchanged)
                     :
                     : "memory");
    mz_assume(!held);
}

static void unlock(int *lock)
{
    __asm__ volatile("movl $0, %0" : "=m"(*lock) : : "memory");
}

static void lock_by_comparison(void)
{
    __asm__ goto("lock; cmpxchgl %1, %0\n\tjnz %l[busy]"
                 :
                 : "m"(compared), "r"(1), "a"(0)
                 : "memory", "cc"
                 : busy);
    return;
busy:
    mz_assume(0);
}

static void lock_by_ticket(void)
{
    unsigned short ticket = 1;

    __asm__ volatile("lock; xaddw %0, %1"
                     : "+r"(ticket), "+m"(tickets.next)
                     :
                     : "memory", "cc");
    mz_await(tickets.serving, ==, ticket);
}

static void unlock_ticket(void)
{
    unsigned short next = tickets.serving + 1;

    __asm__ volatile("movw %1, %0"
                     : "=m"(tickets.serving)
                     : "r"(next)
                     : "memory");
}

static void *work(void *unused)
{
    lock_by_exchange();
    counters[0]++;
    unlock(&exchanged);
    lock_by_comparison();
    counters[1]++;
    unlock(&compared);
    lock_by_ticket();
    counters[2]++;
    unlock_ticket();
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    assert(counters[0] == 2 && counters[1] == 2 && counters[2] == 2);
    return 0;
}
