/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* What a thread writes in its rounds is there from the first one on, in words
 * and in a structure; in between it is something else, which nobody sees. The
 * flag is there at once, or not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static volatile struct {
    char state;
    short waits;
    long times[3];
} seen;

static void *wait_for_it(void *unused)
{
    while (!atomic_load(&flag)) {
        seen.state = 'b';
        seen.waits++;
        seen.times[2] = 5;
        seen.state = 'w';
        seen.waits--;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait_for_it, NULL);
    atomic_store(&flag, 1);
    pthread_join(thread, NULL);
    assert(seen.waits == 0);
    return 0;
}
