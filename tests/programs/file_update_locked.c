/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Who is first is all that there is to explore: what is done to the file is
 * done under the lock. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused)
{
    char number;
    int file;

    pthread_mutex_lock(&lock);
    file = open("file_update_locked.txt", O_RDWR);
    assert(file >= 0 && read(file, &number, 1) == 1);
    number++;
    assert(pwrite(file, &number, 1, 0) == 1 && !close(file));
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    int file = open("file_update_locked.txt", O_RDWR | O_CREAT, 0600);
    pthread_t a, b;
    char number = 0;

    assert(write(file, &number, 1) == 1);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pread(file, &number, 1, 0) == 1 && number == 2);
    return 0;
}
