/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 * executions: 3
 */
/* The destructor of a global writes before, between and after the read and the
 * write of a thread that main has left behind. */
#include <pthread.h>

static int count;

struct Last {
    ~Last()
    {
        count = -1;
    }
};

static Last last;

static void *increment(void *unused)
{
    count++;
    return unused;
}

int main()
{
    pthread_t thread;

    pthread_create(&thread, nullptr, increment, nullptr);
    pthread_detach(thread);
    return 0;
}
