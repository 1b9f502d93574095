/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Two threads each have the file open, read a number, and write one more: one
 * update may be lost. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *add(void *unused)
{
    int file = open("file_lost_update.txt", O_RDWR);
    char number;

    assert(file >= 0 && pread(file, &number, 1, 0) == 1);
    number++;
    assert(pwrite(file, &number, 1, 0) == 1 && !close(file));
    return unused;
}

int main(void)
{
    int file = open("file_lost_update.txt", O_RDWR | O_CREAT | O_TRUNC, 0600);
    pthread_t a, b;
    char number = 0;

    assert(write(file, &number, 1) == 1);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pread(file, &number, 1, 0) == 1);
    assert(number == 2);
    return 0;
}
