/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The lock belongs to the open file description, which both threads use: it
 * keeps neither out. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int file, copy, counter;

static void *add(void *fd)
{
    flock(*(int *)fd, LOCK_EX);
    counter++;
    flock(*(int *)fd, LOCK_UN);
    return NULL;
}

int main(void)
{
    pthread_t a;

    file = open("flock_one_description.txt", O_RDWR | O_CREAT, 0600);
    copy = dup(file);
    pthread_create(&a, NULL, add, &copy);
    add(&file);
    pthread_join(a, NULL);
    return counter != 2;
}
