/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* There is room for one page: who writes the second one waits until the first
 * was read. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

enum { PAGE = 4096 };

static int ends[2];
static char page[PAGE];

static void *put(void *unused)
{
    for (int i = 0; i < 2; i++)
        assert(write(ends[1], page, PAGE) == PAGE);
    return unused;
}

int main(void)
{
    static char got[PAGE];
    pthread_t a;

    assert(!pipe(ends) && fcntl(ends[1], F_SETPIPE_SZ, PAGE) == PAGE);
    pthread_create(&a, NULL, put, NULL);
    for (int i = 0; i < 2; i++)
        assert(read(ends[0], got, PAGE) == PAGE);
    pthread_join(a, NULL);
    return 0;
}
