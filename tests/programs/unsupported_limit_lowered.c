/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: setrlimit that lowers limit 7
 */
/* The search could come up against it, too. */
#include <sys/resource.h>

int main(void)
{
    struct rlimit limit;

    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 3;
    return setrlimit(RLIMIT_NOFILE, &limit);
}
