/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: mremap
 */
/* mremap of nothing gives the same pages a second address. */
#define _GNU_SOURCE
#include <sys/mman.h>

enum { PAGE = 4096 };

int main(void)
{
    char *one = mmap(0, PAGE, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    char *other = mremap(one, 0, PAGE, MREMAP_MAYMOVE);

    *one = 1;
    return other != MAP_FAILED && *other == 1 ? 0 : 1;
}
