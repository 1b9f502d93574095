/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=10
 * verdict: incomplete
 */
/* Joins are events that nobody chooses; they count for the limit, too. */
#include <pthread.h>

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    for (int i = 0; i < 30; i++) {
        pthread_t thread;

        pthread_create(&thread, NULL, nothing, NULL);
        pthread_join(thread, NULL);
    }
    return 0;
}
