/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A client with a path of its own asks a server, which replies to the path that
 * the question came from. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { CLIENTS = 1 };

static const struct sockaddr_un server = {AF_UNIX, "datagram_path.replies"};

static int open_at(const struct sockaddr_un *address)
{
    int end = socket(AF_UNIX, SOCK_DGRAM, 0);

    assert(!bind(end, (const struct sockaddr *)address, sizeof *address));
    return end;
}

static void *ask(void *number)
{
    struct sockaddr_un own = {.sun_family = AF_UNIX};
    char question = '0' + (long)number, reply;
    int end;

    snprintf(own.sun_path, sizeof own.sun_path, "datagram_path.%c", question);
    end = open_at(&own);
    assert(!connect(end, (const struct sockaddr *)&server, sizeof server));
    assert(send(end, &question, 1, 0) == 1);
    assert(recv(end, &reply, 1, 0) == 1 && reply == question + 1);
    return NULL;
}

int main(void)
{
    int end = open_at(&server);
    pthread_t threads[CLIENTS];

    for (long i = 0; i < CLIENTS; i++)
        pthread_create(&threads[i], NULL, ask, (void *)i);
    for (int i = 0; i < CLIENTS; i++) {
        struct sockaddr_un from;
        socklen_t length = sizeof from;
        char text;

        assert(recvfrom(end, &text, 1, 0, (struct sockaddr *)&from, &length) ==
               1);
        assert(from.sun_path[strlen("datagram_path.")] == text);
        text++;
        assert(sendto(end, &text, 1, 0, (struct sockaddr *)&from, length) == 1);
    }
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
