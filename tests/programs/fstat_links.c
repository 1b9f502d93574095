/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: assertion
 * executions: 2
 */
/* Who asks by a descriptor how many names a file has, may do so before another
 * removes its only one, or after it. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static void *cut(void *arg)
{
    unlink("fstat_links.txt");
    return arg;
}

int main(void)
{
    int fd = open("fstat_links.txt", O_CREAT | O_RDWR, 0600);
    struct stat file;
    pthread_t t;

    pthread_create(&t, 0, cut, 0);
    assert(!fstat(fd, &file));
    assert(file.st_nlink == 1);
    pthread_join(t, 0);
    return 0;
}
