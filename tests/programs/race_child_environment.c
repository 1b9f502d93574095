/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* What putenv was given is the environment of a child, too. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static char variable[] = "STATUS=3";

static void *change(void *unused)
{
    variable[7] = '4';
    return unused;
}

int main(void)
{
    pthread_t thread;

    putenv(variable);
    pthread_create(&thread, NULL, change, NULL);
    system("exit $STATUS");
    pthread_join(thread, NULL);
    return 0;
}
