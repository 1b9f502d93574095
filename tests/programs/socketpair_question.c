/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A question and its answer: each waits for the other. */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *answer(void *unused)
{
    char number;

    assert(recv(ends[1], &number, 1, 0) == 1);
    number++;
    assert(send(ends[1], &number, 1, 0) == 1);
    return unused;
}

int main(void)
{
    pthread_t a;
    char number = 1;

    assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    pthread_create(&a, NULL, answer, NULL);
    assert(write(ends[0], &number, 1) == 1);
    assert(read(ends[0], &number, 1) == 1 && number == 2);
    pthread_join(a, NULL);
    return 0;
}
