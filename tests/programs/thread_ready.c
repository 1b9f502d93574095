/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 4
 *
 * A thread whose number was another's is created when the one that its creator
 * joins next has ended, perhaps. It begins before that join: what it does comes
 * before or after what the other has done. Two orders of `turn`, two of `count`.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn, count;

static void *nothing(void *argument)
{
    return argument;
}

/* So many that the next ones get their numbers. */
static void run_some(void)
{
    for (int i = 0; i < 4; i++) {
        pthread_t thread;

        pthread_create(&thread, NULL, nothing, NULL);
        pthread_join(thread, NULL);
    }
}

static void *take_turn(void *argument)
{
    turn++;
    count++;
    return argument;
}

static void *add(void *argument)
{
    count++;
    return argument;
}

static void *create(void *first)
{
    pthread_t second;

    run_some();
    turn++;
    pthread_create(&second, NULL, add, NULL);
    pthread_join(*(pthread_t *)first, NULL);
    pthread_join(second, NULL);
    return NULL;
}

int main(void)
{
    pthread_t first, creator;

    run_some();
    pthread_create(&first, NULL, take_turn, NULL);
    pthread_create(&creator, NULL, create, &first);
    pthread_join(creator, NULL);
    assert(count == 2);
}
