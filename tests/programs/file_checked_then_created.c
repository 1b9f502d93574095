/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Whoever finds no file makes one: both may. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int made[2];

static void *make(void *which)
{
    if (access("file_checked_then_created.txt", F_OK)) {
        int file = open("file_checked_then_created.txt", O_WRONLY | O_CREAT,
                        0600);

        *(int *)which = file >= 0;
    }
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
