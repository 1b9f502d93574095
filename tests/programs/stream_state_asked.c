/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: exit
 * executions: 2
 */
/* What a stream has in its buffer depends on who has written to it before. */
#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>

static FILE *file;

static void *put(void *unused)
{
    fputs("text", file);
    return unused;
}

int main(void)
{
    size_t pending;
    pthread_t a;

    file = fopen("file", "w");
    if (!file)
        return 1;
    pthread_create(&a, NULL, put, NULL);
    pending = __fpending(file);
    pthread_join(a, NULL);
    return pending ? 2 : 3;
}
