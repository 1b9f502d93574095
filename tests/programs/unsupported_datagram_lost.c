/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: sending a datagram to a port that nobody has bound
 */
/* It would be lost, and the next call may be told, or not. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(void)
{
    struct sockaddr_in to = {.sin_family = AF_INET};
    int end = socket(AF_INET, SOCK_DGRAM, 0);

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(9999);
    sendto(end, "a", 1, 0, (struct sockaddr *)&to, sizeof to);
    return 0;
}
