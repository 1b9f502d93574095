/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* O_EXCL: one of two makes the file, whoever comes first. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int made[2];

static void *make(void *which)
{
    *(int *)which =
        open("file_created_once.txt", O_WRONLY | O_CREAT | O_EXCL, 0600) >= 0;
    return NULL;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, NULL, make, &made[1]);
    make(&made[0]);
    pthread_join(a, NULL);
    assert(made[0] + made[1] == 1);
    return 0;
}
