/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A system call that is answered writes as the function of libc does. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct timespec now;

static void *read_it(void *unused)
{
    return now.tv_sec ? unused : NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, read_it, NULL);
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    pthread_join(thread, NULL);
    return 0;
}
