/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* getdate says in getdate_err, a variable that all can read, what was wrong. */
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static void *run(void *unused)
{
    getdate("some day");
    return unused;
}

int main(void)
{
    pthread_t thread;
    int wrong;

    pthread_create(&thread, NULL, run, NULL);
    wrong = getdate_err;
    pthread_join(thread, NULL);
    return wrong > 8;
}
