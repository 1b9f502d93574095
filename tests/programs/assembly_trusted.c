/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --asm=trust
 * verdict: incomplete
 */
/* What is not understood, and trusted, leaves a doubt. */
#include <pthread.h>

static void *work(void *unused)
{
    __asm__ volatile(".byte 0x90");
    return unused;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, work, NULL);
    return pthread_join(other, NULL);
}
