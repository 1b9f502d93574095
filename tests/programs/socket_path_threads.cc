/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* A server and a client, by a path that the server removes when it has accepted,
 * whatever the client does meanwhile. */
#include <cassert>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

static const sockaddr_un name = {AF_UNIX, "socket_path_threads.s"};

static void add(int number)
{
    int end = socket(AF_UNIX, SOCK_STREAM, 0);

    assert(!connect(end, (const sockaddr *)&name, sizeof name));
    assert(write(end, &number, sizeof number) == sizeof number);
    assert(!close(end));
}

static int received(int listening)
{
    int number = 0, end = accept(listening, nullptr, nullptr);

    assert(end >= 0);
    assert(read(end, &number, sizeof number) == sizeof number);
    assert(!close(end));
    return number;
}

int main()
{
    int listening = socket(AF_UNIX, SOCK_STREAM, 0);

    assert(!bind(listening, (const sockaddr *)&name, sizeof name));
    assert(!listen(listening, 2));
    std::thread client(add, 3);
    assert(received(listening) == 3);
    assert(!unlink(name.sun_path) && access(name.sun_path, F_OK));
    client.join();
    return 0;
}
