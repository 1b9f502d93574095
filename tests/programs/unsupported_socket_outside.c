/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: connecting to an address that is not this machine's loopback
 */
/* Who is there, and what he sends, nobody could know. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    int end = socket(AF_INET, SOCK_STREAM, 0);

    address.sin_addr.s_addr = htonl(0xc0000201);
    address.sin_port = htons(80);
    return connect(end, (struct sockaddr *)&address, sizeof address);
}
