/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* What stat writes is overwritten before the file is gone: the call is one step
 * with the memory that it fills, so that the file is still there then. */
#include <assert.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static struct stat status;
static int result;

static void *look(void *unused)
{
    result = stat("file", &status);
    return unused;
}

static void *overwrite_and_remove(void *unused)
{
    status.st_size = 5;
    unlink("file");
    return unused;
}

int main(void)
{
    pthread_t looking, other;

    if (mknod("file", S_IFREG | 0600, 0))
        return 1;
    pthread_create(&looking, NULL, look, NULL);
    pthread_create(&other, NULL, overwrite_and_remove, NULL);
    pthread_join(looking, NULL);
    pthread_join(other, NULL);
    assert(result || status.st_size);
    return 0;
}
