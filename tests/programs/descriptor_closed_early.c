/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* A descriptor is closed by one thread, and its number given to another file,
 * before a second has written by it. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int log_file;

static void *write_log(void *unused)
{
    write(log_file, "log", 3);
    return unused;
}

int main(void)
{
    pthread_t a;
    char c;
    int data;

    log_file = open("descriptor_closed_early.log", O_RDWR | O_CREAT, 0600);
    pthread_create(&a, NULL, write_log, NULL);
    close(log_file);
    data = open("descriptor_closed_early.data", O_RDWR | O_CREAT, 0600);
    pthread_join(a, NULL);
    assert(pread(data, &c, 1, 0) == 0);
    return 0;
}
