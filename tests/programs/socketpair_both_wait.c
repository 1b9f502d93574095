/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 2 threads wait for data on a socket
 * executions: 1
 */
/* Each waits for the other to begin. */
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *talk(void *end)
{
    char c;

    read(*(int *)end, &c, 1);
    write(*(int *)end, &c, 1);
    return NULL;
}

int main(void)
{
    pthread_t a;

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        return 1;
    pthread_create(&a, NULL, talk, &ends[1]);
    talk(&ends[0]);
    pthread_join(a, NULL);
    return 0;
}
