/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: pthread_attr_setsigmask_np
 */
/* A mask for a thread to come. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>

int main(void)
{
    pthread_attr_t attributes;
    sigset_t mask;

    sigemptyset(&mask);
    pthread_attr_init(&attributes);
    return pthread_attr_setsigmask_np(&attributes, &mask);
}
