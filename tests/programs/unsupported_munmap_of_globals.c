/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: munmap of what was not mapped by the program since main began
 */
/* Natively the write is a crash; it would not be one if the pages stayed. */
#include <sys/mman.h>

enum { PAGE = 4096 };

static _Alignas(PAGE) char global[3 * PAGE];

int main(void)
{
    char *map = mmap(0, 3 * PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (map == MAP_FAILED || munmap(map, PAGE))
        return 1;
    if (munmap(map, 2 * PAGE)) /* of these the first is there no more */
        return 1;
    munmap(global + PAGE, PAGE);
    global[PAGE] = 1;
    return 0;
}
