/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 */
/* As flock_counter.c. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int files[2];

static void *add(void *file)
{
    int fd = *(int *)file;
    char number;

    assert(!flock(fd, LOCK_EX) && pread(fd, &number, 1, 0) == 1);
    number++;
    assert(pwrite(fd, &number, 1, 0) == 1 && !flock(fd, LOCK_UN));
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    char number = 0;

    for (int i = 0; i < 2; i++)
        files[i] = open("flock_interleaved.txt", O_RDWR | O_CREAT, 0600);
    assert(write(files[0], &number, 1) == 1);
    pthread_create(&a, NULL, add, &files[0]);
    pthread_create(&b, NULL, add, &files[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pread(files[0], &number, 1, 0) == 1 && number == 2);
    return 0;
}
