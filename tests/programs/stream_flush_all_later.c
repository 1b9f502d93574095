/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Whether fflush(NULL) finds something to write depends on who has put it into
 * a buffer before; the first time there is nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

static void *put(void *unused)
{
    FILE *f = fopen("file", "w");

    if (f)
        fputs("text", f);
    return unused;
}

int main(void)
{
    struct stat status;
    pthread_t a;

    pthread_create(&a, NULL, put, NULL);
    fflush(NULL);
    pthread_join(a, NULL);
    assert(stat("file", &status) || status.st_size == 0);
    return 0;
}
