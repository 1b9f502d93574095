/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * mazurka: --dependence=rw
 */
/* A file is read in each execution anew, by stdio and by read into a
 * global buffer; descriptors come out the same. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FIRST_LINE "/* SPDX-License-Identifier: Apache-2.0 */\n"

static char line[200], buffer[3 * 4096];
static int descriptor;
atomic_int x;

static void *run(void *unused)
{
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    FILE *file = fopen(__FILE__, "r");
    pthread_t a, b;

    assert(file && descriptor == 0);
    descriptor = open(__FILE__, O_RDONLY);
    assert(descriptor == fileno(file) + 1);
    assert(buffer[0] == 0);
    assert(read(descriptor, buffer, sizeof buffer) > 100);
    assert(fgets(line, sizeof line, file) && !strcmp(line, FIRST_LINE));
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(fgets(line, sizeof line, file) && strstr(line, "verdict"));
    assert(!strncmp(buffer, FIRST_LINE, strlen(FIRST_LINE)));
    fclose(file); /* the descriptor stays open */
    return 0;
}
