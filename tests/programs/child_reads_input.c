/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* A child and a thread read of one input, each a part. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void *run(void *unused)
{
    return system("read a; read b; test \"$a\" != 2") ? NULL : unused;
}

int main(void)
{
    int fd = memfd_create("input", 0);
    pthread_t thread;
    char line[2];

    if (fd < 0 || write(fd, "1\n2\n3\n", 6) != 6 || lseek(fd, 0, SEEK_SET))
        return 0;
    dup2(fd, 0);
    close(fd);
    pthread_create(&thread, NULL, run, NULL);
    if (read(0, line, 2) != 2)
        return 0;
    pthread_join(thread, NULL);
    return 0;
}
