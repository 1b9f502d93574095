/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The name that accept writes is read by another thread. */
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in name;
static int listener;

static void *take(void *unused)
{
    socklen_t length = sizeof name;

    close(accept(listener, (struct sockaddr *)&name, &length));
    return unused;
}

int main(void)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(4000)};
    int caller = socket(AF_INET, SOCK_STREAM, 0);
    pthread_t taker;

    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener = socket(AF_INET, SOCK_STREAM, 0);
    bind(listener, (struct sockaddr *)&here, sizeof here);
    listen(listener, 1);
    pthread_create(&taker, NULL, take, NULL);
    connect(caller, (struct sockaddr *)&here, sizeof here);
    int port = name.sin_port;
    pthread_join(taker, NULL);
    close(caller);
    close(listener);
    return port == 1;
}
