/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Two bind sockets to one path: whoever is first has it, in either order. The
 * file is gone before the next execution, or nobody would have it there. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

static const struct sockaddr_un name = {AF_UNIX, "socket_path_in_use.s"};
static int ends[2], won[2];

static void *take_name(void *arg)
{
    int i = *(int *)arg;

    won[i] = !bind(ends[i], (const struct sockaddr *)&name, sizeof name);
    assert(won[i] || errno == EADDRINUSE);
    return arg;
}

int main(void)
{
    int numbers[] = {0, 1};
    struct stat file;
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        ends[i] = socket(AF_UNIX, SOCK_STREAM, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, take_name, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(won[0] + won[1] == 1);
    assert(!stat(name.sun_path, &file) && S_ISSOCK(file.st_mode));
    return 0;
}
