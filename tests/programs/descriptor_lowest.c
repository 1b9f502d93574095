/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Who opens a file first gets the lower number. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int lowest, numbers[2];

static void *take(void *number)
{
    *(int *)number = open("/dev/null", O_RDONLY);
    return NULL;
}

int main(void)
{
    pthread_t a;

    lowest = dup(0);
    close(lowest);
    pthread_create(&a, NULL, take, &numbers[1]);
    take(&numbers[0]);
    pthread_join(a, NULL);
    assert(numbers[0] + numbers[1] == 2 * lowest + 1);
    return 0;
}
