/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* What putenv was given is the environment: who changes the zone there does so
 * while another thread asks for it. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static char zone[] = "TZ=ABC3";

static void *ask(void *unused)
{
    tzset();
    return unused;
}

int main(void)
{
    pthread_t thread;

    putenv(zone);
    pthread_create(&thread, NULL, ask, NULL);
    zone[6] = '4';
    pthread_join(thread, NULL);
    return 0;
}
