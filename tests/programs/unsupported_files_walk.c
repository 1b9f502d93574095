/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: nftw after files were changed
 */
/* nftw reads folders by calls of libc's own, which do not see private files. */
#define _GNU_SOURCE
#include <ftw.h>
#include <sys/stat.h>

static int visit(const char *path, const struct stat *status, int kind,
                 struct FTW *walk)
{
    (void)path, (void)status, (void)kind, (void)walk;
    return 0;
}

int main(void)
{
    mkdir("unsupported_files_walk", 0700);
    return nftw(".", visit, 8, 0);
}
