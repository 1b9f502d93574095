/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --volatile=atomic
 * verdict: safe
 */
/* Peterson's lock of volatile variables, as one wrote it before C11. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static volatile char wants[2];
static volatile long turn, inside;

static void *work(void *number)
{
    long me = (long)number;

    wants[me] = 1;
    turn = 1 - me;
    mz_assume(!wants[1 - me] || turn == me);
    assert(++inside == 1);
    inside--;
    wants[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, work, (void *)1);
    work((void *)0);
    return pthread_join(other, NULL);
}
