/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What was written before something is sent is seen by who receives it. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], data;

static void *put(void *unused)
{
    data = 1;
    assert(write(ends[1], "", 1) == 1);
    return unused;
}

int main(void)
{
    pthread_t a;
    char c;

    assert(!pipe(ends));
    pthread_create(&a, NULL, put, NULL);
    assert(read(ends[0], &c, 1) == 1 && data == 1);
    pthread_join(a, NULL);
    return 0;
}
