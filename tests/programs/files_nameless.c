/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Files that never had a name. The kernel calls them by a number that differs
 * from execution to execution: which thread opens first is one order, and which
 * writes first another, since all such files of a folder are one. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *write_one(void *letter)
{
    int file = open("/tmp", O_TMPFILE | O_RDWR, 0600);

    assert(file >= 0);
    assert(pwrite(file, letter, 1, 0) == 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, write_one, "a");
    pthread_create(&threads[1], NULL, write_one, "b");
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
