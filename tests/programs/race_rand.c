/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: data race: not thread-safe: rand
 */
/* POSIX does not ask that rand be called by several threads at once. */
#include <pthread.h>
#include <stdlib.h>

static void *run(void *unused)
{
    return rand() < 0 ? unused : NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
