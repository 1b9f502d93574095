/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: getaddrinfo
 */
/* Whose address a name has is for others to say. */
#include <netdb.h>
#include <stddef.h>

int main(void)
{
    struct addrinfo *found;

    return getaddrinfo("www.example.org", "80", NULL, &found);
}
