/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* A loop whose second round copies elsewhere than the first: to be there again
 * is not to be in the same state. So the second may find what the first did, and
 * go on. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static char data[24];
static volatile size_t size = sizeof data;
static atomic_int place = 1;

static void *look(void *unused)
{
    char found[2][sizeof data] = {{0}, {7}}, *where = found[0];
    size_t all = size;
    int next;

    (void)unused;
    do {
        memcpy(where, data, all);
        next = atomic_load(&place);
        where = found[next];
    } while (next < 2);
    return (void *)(long)found[1][0];
}

int main(void)
{
    pthread_t t;
    void *second;

    pthread_create(&t, 0, look, 0);
    data[0] = 1;
    atomic_store(&place, 2);
    pthread_join(t, &second);
    assert(second != 0);
}
