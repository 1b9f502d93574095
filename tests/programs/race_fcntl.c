/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* fcntl() writes to what it is given, for some commands. */
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static struct flock lock;

static void *read_type(void *unused)
{
    return lock.l_type == F_UNLCK ? unused : NULL;
}

int main(void)
{
    int file = open("/dev/null", O_RDWR);
    pthread_t thread;

    lock.l_type = F_WRLCK;
    pthread_create(&thread, NULL, read_type, NULL);
    fcntl(file, F_GETLK, &lock);
    pthread_join(thread, NULL);
    close(file);
    return 0;
}
