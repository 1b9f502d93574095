/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * mazurka: --dependence=rw
 */
/* A stream opened before main is at its second line in each execution. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *file;
static char line[200];
atomic_int x;

__attribute__((constructor)) static void open_early(void)
{
    file = fopen(__FILE__, "r");
    if (!file || !fgets(line, sizeof line, file) || !strstr(line, "SPDX"))
        abort();
}

static void *run(void *unused)
{
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    assert(strstr(line, "SPDX"));
    assert(fgets(line, sizeof line, file) && strstr(line, "verdict"));
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(fgets(line, sizeof line, file) && strstr(line, "executions"));
    assert(fseek(file, 0, SEEK_END) == 0 && ftell(file) > 1000);
    return 0;
}
