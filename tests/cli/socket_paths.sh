#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Paths of sockets belong to an execution: no file is left. Those of other
# processes are refused, and all where files are shared.
. "$(dirname "$0")/frame"

cat >server.c <<'END'
#include <assert.h>
#include <sys/socket.h>
#include <sys/un.h>
int main(int count, char **arguments)
{
    struct sockaddr_un name = {AF_UNIX, "made"};
    struct sockaddr_un other = {AF_UNIX, "outside"};
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(!bind(end, (struct sockaddr *)&name, sizeof name));
    if (count > 1)
        connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&other,
                sizeof other);
    return 0;
}
END
"$MAZURKA" cc server.c -o server || failed 'does not compile'

for isolation in process fork; do
    run 0 "$MAZURKA" check --isolation=$isolation ./server
    [ ! -e made ] || failed 'a socket was left'
done
run 2 "$MAZURKA" check --share-files ./server
says 'unsupported: the path of a socket with --share-files'

python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("outside")'
run 2 "$MAZURKA" check ./server -- connect
says 'unsupported: connect to a socket of another process'

# One that is there has the name.
mv outside made
run 42 "$MAZURKA" check ./server
[ -S made ] || failed 'the socket that was there is gone'
