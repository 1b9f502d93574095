/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Two connect and one accepts twice: who of the two is first, and whether the
 * first is accepted before the second connects. */
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un address = {AF_UNIX, "\0two_clients"};
static int clients[2];

static void *greet(void *number)
{
    int end = clients[(long)number];

    assert(!connect(end, (struct sockaddr *)&address, sizeof address));
    assert(write(end, number ? "b" : "a", 1) == 1);
    return NULL;
}

int main(void)
{
    int listener = socket(AF_UNIX, SOCK_STREAM, 0), ends[2];
    pthread_t a, b;
    char text[2];

    assert(!bind(listener, (struct sockaddr *)&address, sizeof address));
    assert(!listen(listener, 2));
    for (int i = 0; i < 2; i++)
        clients[i] = socket(AF_UNIX, SOCK_STREAM, 0);
    pthread_create(&a, NULL, greet, (void *)0);
    pthread_create(&b, NULL, greet, (void *)1);
    for (int i = 0; i < 2; i++)
        ends[i] = accept(listener, NULL, NULL);
    for (int i = 0; i < 2; i++)
        assert(read(ends[i], &text[i], 1) == 1);
    assert(text[0] + text[1] == 'a' + 'b');
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
