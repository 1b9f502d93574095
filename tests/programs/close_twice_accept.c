/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* A number is closed twice, while another thread's accept, in vain, takes the
 * lowest that is free, and gives it back. It may be this one: which is none of a
 * descriptor then. The first close is before that, in between, or later; the
 * second finds the same in any case. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int closed, unbound;

static void *accept_in_vain(void *arg)
{
    assert(accept(unbound, NULL, NULL) < 0 && errno == EINVAL);
    return arg;
}

int main(void)
{
    pthread_t t;

    closed = dup(0);
    unbound = socket(AF_UNIX, SOCK_STREAM, 0);
    pthread_create(&t, NULL, accept_in_vain, NULL);
    assert(!close(closed));
    assert(close(closed) && errno == EBADF);
    pthread_join(t, NULL);
    return 0;
}
