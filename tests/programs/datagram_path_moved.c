/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A socket is connected to another socket, not to its path: whoever binds that
 * later is not sent to. */
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct sockaddr_un path = {AF_UNIX, "datagram_path.moved"};

static int open_there(void)
{
    int end = socket(AF_UNIX, SOCK_DGRAM, 0);

    assert(!bind(end, (const struct sockaddr *)&path, sizeof path));
    return end;
}

int main(void)
{
    int first = open_there(), client = socket(AF_UNIX, SOCK_DGRAM, 0), second;
    char text;

    assert(!connect(client, (const struct sockaddr *)&path, sizeof path));
    assert(!unlink(path.sun_path));
    second = open_there();
    assert(send(client, "a", 1, 0) == 1);
    assert(recv(first, &text, 1, 0) == 1 && text == 'a');
    assert(sendto(client, "c", 1, 0, (const struct sockaddr *)&path,
                  sizeof path) == 1);
    assert(recv(second, &text, 1, 0) == 1 && text == 'c');
    assert(!close(first));
    assert(send(client, "b", 1, 0) == -1 && errno == ECONNREFUSED);
    return 0;
}
