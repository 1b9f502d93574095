/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* fflush(NULL) writes to files, which others may look at before. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

static void *flush(void *unused)
{
    fflush(NULL);
    return unused;
}

int main(void)
{
    FILE *f = fopen("file", "w");
    struct stat status;
    pthread_t a;

    if (!f)
        return 1;
    fputs("text", f);
    pthread_create(&a, NULL, flush, NULL);
    stat("file", &status);
    assert(status.st_size == 4);
    pthread_join(a, NULL);
    return 0;
}
