/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* A thread that alone uses a pipe sets O_NONBLOCK, beside another thread, in
 * each execution. (Executions: two updates by each of two threads.) */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int x;
static int ends[2];

static void *reader(void *unused)
{
    char byte;

    atomic_fetch_add(&x, 1);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    assert(read(ends[0], &byte, 1) == -1 && errno == EAGAIN);
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    if (pipe(ends))
        return 0;
    pthread_create(&thread, NULL, reader, NULL);
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&x, 1);
    pthread_join(thread, NULL);
    return 0;
}
