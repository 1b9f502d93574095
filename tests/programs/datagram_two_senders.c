/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Two send, and one receives twice: who of the two is first, and whether the
 * first is received before the second is sent. */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un address = {AF_UNIX, "\0two_senders"};
static int ends[2];

static void *put(void *number)
{
    assert(sendto(ends[(long)number], number ? "b" : "a", 1, 0,
                  (struct sockaddr *)&address, sizeof address) == 1);
    return NULL;
}

int main(void)
{
    int server = socket(AF_UNIX, SOCK_DGRAM, 0);
    pthread_t a, b;
    char text[2];

    assert(!bind(server, (struct sockaddr *)&address, sizeof address));
    for (int i = 0; i < 2; i++)
        ends[i] = socket(AF_UNIX, SOCK_DGRAM, 0);
    pthread_create(&a, NULL, put, (void *)0);
    pthread_create(&b, NULL, put, (void *)1);
    for (int i = 0; i < 2; i++)
        assert(recv(server, &text[i], 1, 0) == 1);
    assert(text[0] + text[1] == 'a' + 'b');
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
