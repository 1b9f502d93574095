/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Messages of two threads stay apart, and come in their order (as in
 * pipe_two_writers.c). */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *put(void *text)
{
    assert(send(ends[1], text, 2, 0) == 2);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    char one[10], other[10];

    assert(!socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends));
    pthread_create(&a, NULL, put, "aa");
    pthread_create(&b, NULL, put, "bb");
    assert(recv(ends[0], one, 10, 0) == 2 && one[0] == one[1]);
    assert(recv(ends[0], other, 10, 0) == 2 && one[0] != other[0]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
