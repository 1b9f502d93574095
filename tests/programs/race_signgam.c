/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -lm
 * verdict: error
 * error: data-race
 */
/* lgamma says in signgam, a variable that all can read, which sign it was. */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>

static volatile double x = -0.5;
static double result;

static void *run(void *unused)
{
    result = lgamma(x);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int sign;

    pthread_create(&thread, NULL, run, NULL);
    sign = signgam;
    pthread_join(thread, NULL);
    return sign > 1;
}
