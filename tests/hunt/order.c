/* SPDX-License-Identifier: Apache-2.0 */
/* depth: 1 */
/* A thread uses what its creator sets only afterwards. One order does it: the
 * use before the setting. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, steps;

static void *use(void *unused)
{
    assert(ready);
    return unused;
}

int main(void)
{
    pthread_t user;

    pthread_create(&user, NULL, use, NULL);
    for (int i = 0; i < 20; i++)
        steps++;
    ready = 1;
    pthread_join(user, NULL);
    return 0;
}
