/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 */
/* Who sends by a stream whose other end was closed is sent a signal, unless he
 * says that he does not want it. */
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    int ends[2];

    assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    close(ends[1]);
    assert(send(ends[0], "a", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
    send(ends[0], "a", 1, 0);
    return 0;
}
