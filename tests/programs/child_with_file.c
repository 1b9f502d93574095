/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* A child and a thread use one open file: in which order is not explored. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int fd;

static void *run(void *unused)
{
    return system("printf A >&4") ? NULL : unused;
}

int main(void)
{
    pthread_t thread;
    char byte = 0;

    fd = dup2(memfd_create("shared", 0), 4);
    pthread_create(&thread, NULL, run, NULL);
    pread(fd, &byte, 1, 0);
    assert(byte != 'A');
    pthread_join(thread, NULL);
    return 0;
}
