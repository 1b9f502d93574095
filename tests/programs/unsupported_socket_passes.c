/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: sending descriptors
 */
/* What the number means that is received is not known. */
#include <assert.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr header;
    } control = {0};
    char c = 'x';
    struct iovec data = {&c, 1};
    struct msghdr message = {
        .msg_iov = &data,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    int ends[2], passed = 1;

    assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof passed);
    memcpy(CMSG_DATA(&control.header), &passed, sizeof passed);
    return sendmsg(ends[0], &message, 0) < 0;
}
