/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: sending to a socket of the internet that was closed
 */
/* What is sent then is lost, and nobody is told. */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    int end = socket(AF_INET, SOCK_STREAM, 0);

    address.sin_port = htons(5000);
    assert(!bind(listener, (struct sockaddr *)&address, sizeof address));
    assert(!listen(listener, 1));
    assert(!connect(end, (struct sockaddr *)&address, sizeof address));
    close(accept(listener, NULL, NULL));
    write(end, "a", 1);
    return 0;
}
