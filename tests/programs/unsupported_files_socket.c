/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: bind to a path
 */
/* The socket would stay in the file system. */
#include <sys/socket.h>
#include <sys/un.h>

int main(void)
{
    struct sockaddr_un address = {AF_UNIX, "unsupported_files_socket"};
    int end = socket(AF_UNIX, SOCK_STREAM, 0);

    return bind(end, (struct sockaddr *)&address, sizeof address);
}
