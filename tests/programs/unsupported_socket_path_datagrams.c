/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: datagrams whose address is a path
 */
/* Datagrams have names without files only. */
#include <sys/socket.h>
#include <sys/un.h>

int main(void)
{
    struct sockaddr_un address = {AF_UNIX, "unsupported_socket_path"};
    int end = socket(AF_UNIX, SOCK_DGRAM, 0);

    return bind(end, (struct sockaddr *)&address, sizeof address);
}
