/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t got;
static int log_lines;

static void on_usr1(int sig) { (void)sig; got = 1; log_lines++; }

static void *worker(void *arg)
{
    for (int i = 0; i < 3 && !got; i++)
        log_lines++;
    return arg;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, on_usr1);
    pthread_create(&t, NULL, worker, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
