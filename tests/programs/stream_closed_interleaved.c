/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* To close a stream is one event: when another thread comes after it the
 * descriptor's number is free. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *make(void *unused)
{
    FILE *f = fopen("file", "wx");

    if (f)
        fclose(f);
    return unused;
}

int main(void)
{
    pthread_t a;
    FILE *f;

    pthread_create(&a, NULL, make, NULL);
    f = fopen("file", "r");
    assert(!f || fileno(f) > 3);
    pthread_join(a, NULL);
    return 0;
}
