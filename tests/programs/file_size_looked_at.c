/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* A look at a file by its name is before, between or after two writes by a
 * descriptor. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int file;

static void *write_two(void *unused)
{
    assert(write(file, "a", 1) == 1 && write(file, "b", 1) == 1);
    return unused;
}

int main(void)
{
    struct stat status;
    pthread_t a;

    file = open("file_size_looked_at.txt", O_WRONLY | O_CREAT, 0600);
    pthread_create(&a, NULL, write_two, NULL);
    assert(!stat("file_size_looked_at.txt", &status) && status.st_size <= 2);
    pthread_join(a, NULL);
    return 0;
}
