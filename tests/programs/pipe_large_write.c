/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A write of more than there is room for goes on when some was read. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

enum { PAGE = 4096 };

static int ends[2];
static char pages[3 * PAGE];

static void *put(void *unused)
{
    assert(write(ends[1], pages, sizeof pages) == sizeof pages);
    return unused;
}

int main(void)
{
    static char got[PAGE];
    pthread_t a;

    assert(!pipe(ends) && fcntl(ends[1], F_SETPIPE_SZ, PAGE) == PAGE);
    pthread_create(&a, NULL, put, NULL);
    for (int i = 0; i < 3; i++)
        assert(read(ends[0], got, PAGE) == PAGE);
    pthread_join(a, NULL);
    return 0;
}
