/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* What is written after something was sent is not. */
#include <pthread.h>
#include <unistd.h>

static int ends[2], data;

static void *put(void *unused)
{
    write(ends[1], "", 1);
    data = 1;
    return unused;
}

int main(void)
{
    pthread_t a;
    char c;

    if (pipe(ends))
        return 1;
    pthread_create(&a, NULL, put, NULL);
    read(ends[0], &c, 1);
    data++;
    pthread_join(a, NULL);
    return data == 3;
}
