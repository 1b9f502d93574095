/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Reads that do not move the position, looks at the file, and reads by
 * descriptors of their own, at positions of their own. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int shared, own[2];

static void *look(void *which)
{
    struct stat status;
    char c;

    assert(pread(shared, &c, 1, 1) == 1 && c == 'b');
    assert(!fstat(shared, &status) && status.st_size == 2);
    assert(read(*(int *)which, &c, 1) == 1 && c == 'a');
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    shared = open("file_reads_commute.txt", O_RDWR | O_CREAT, 0600);
    assert(write(shared, "ab", 2) == 2);
    own[0] = open("file_reads_commute.txt", O_RDONLY);
    own[1] = open("file_reads_commute.txt", O_RDONLY);
    pthread_create(&a, NULL, look, &own[0]);
    pthread_create(&b, NULL, look, &own[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
