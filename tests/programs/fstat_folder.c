/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: assertion
 * executions: 2
 */
/* Who asks by a descriptor how many folders are in a folder, may do so before
 * another makes one there, or after it. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>

static void *make(void *arg)
{
    mkdir("fstat_folder.d/a", 0700);
    return arg;
}

int main(void)
{
    struct stat before, file;
    pthread_t t;
    int fd;

    assert(!mkdir("fstat_folder.d", 0700));
    fd = open("fstat_folder.d", O_RDONLY | O_DIRECTORY);
    assert(!fstat(fd, &before));
    pthread_create(&t, 0, make, 0);
    assert(!fstat(fd, &file));
    assert(file.st_nlink == before.st_nlink);
    pthread_join(t, 0);
    return 0;
}
