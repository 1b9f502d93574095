/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What becomes of a path: it stays when its socket is closed, and nobody else
 * gets it until it is removed; who listens goes on without it; and it may be
 * renamed, or have other names. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int status_of(int (*call)(int, const struct sockaddr *, socklen_t),
                     int end, const char *path)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};

    strcpy(name.sun_path, path);
    return call(end, (struct sockaddr *)&name, sizeof name) ? errno : 0;
}

static int new_end(int type)
{
    return socket(AF_UNIX, type, 0);
}

static int server(const char *path)
{
    int end = new_end(SOCK_STREAM);

    assert(!status_of(bind, end, path) && !listen(end, 4));
    return end;
}

static void talk(int listening, const char *path)
{
    int client = new_end(SOCK_STREAM), end;
    struct sockaddr_un name;
    socklen_t length = sizeof name;
    char byte = 'a';

    assert(!status_of(connect, client, path));
    end = accept(listening, (struct sockaddr *)&name, &length);
    assert(end >= 0 && length == sizeof(sa_family_t));
    assert(write(client, "b", 1) == 1 && read(end, &byte, 1) == 1);
    assert(byte == 'b');
    assert(!close(client) && !close(end));
}

int main(void)
{
    int first = server("again.s"), second;

    talk(first, "again.s");
    talk(first, "./again.s");
    assert(status_of(bind, new_end(SOCK_STREAM), "again.s") == EADDRINUSE);
    assert(status_of(connect, new_end(SOCK_SEQPACKET), "again.s") ==
           EPROTOTYPE);
    assert(!link("again.s", "other.s") && !rename("again.s", "new.s"));
    talk(first, "other.s");
    talk(first, "new.s");
    assert(status_of(connect, new_end(SOCK_STREAM), "again.s") == ENOENT);
    assert(!unlink("new.s") && !unlink("other.s"));
    second = server("new.s");
    talk(second, "new.s");
    assert(!close(second));
    assert(status_of(connect, new_end(SOCK_STREAM), "new.s") == ECONNREFUSED);
    assert(status_of(bind, new_end(SOCK_STREAM), "new.s") == EADDRINUSE);
    assert(status_of(bind, new_end(SOCK_STREAM), "none/new.s") == ENOENT);
    assert(status_of(connect, new_end(SOCK_STREAM), "/") == ECONNREFUSED);
    return 0;
}
