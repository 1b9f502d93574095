/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -fsanitize=address
 * verdict: error
 * error: memory
 * message: use after scope: read of 4 bytes, 4 bytes into pair, which has 8 bytes
 */
/* A variable is used after the block in which it is, if the other thread has not
 * put another in its place. One that is large comes and goes by calls. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static _Atomic(int *) chosen;
static int always[2];

static void come_and_go(void)
{
    for (int i = 0; i < 2; i++) {
        char large[1001], *volatile first = large;

        memset(first, i, sizeof large);
    }
}

static void *choose(void *unused)
{
    atomic_store(&chosen, always);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int result;

    come_and_go();
    {
        int pair[2] = {0};

        atomic_store(&chosen, pair);
        pthread_create(&thread, NULL, choose, NULL);
        result = chosen[1];
    }
    result |= atomic_load(&chosen)[1];
    pthread_join(thread, NULL);
    return result;
}
