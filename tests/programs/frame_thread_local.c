/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: a thread-local variable of a thread that has ended
 */
#include <pthread.h>

static _Thread_local int mine;

static void *lend(void *unused)
{
    (void)unused;
    mine = 1;
    return &mine;
}

int main(void)
{
    pthread_t thread;
    void *lent;

    pthread_create(&thread, NULL, lend, NULL);
    pthread_join(thread, &lent);
    return *(int *)lent - 1;
}
