/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 * naive: 1
 */
/* Neighbours are not raced for, nor what creation and join order. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static unsigned char byte[4];
static int only_read = 3;

static void *set(void *arg)
{
    intptr_t i = (intptr_t)arg;
    int local[8];

    for (int k = 0; k < 8; k++)
        local[k] = only_read;
    byte[i] = (unsigned char)local[i];
    return NULL;
}

int main(void)
{
    pthread_t thread[4];

    byte[2] = 9;
    for (intptr_t i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, set, (void *)i);
    for (int i = 0; i < 4; i++) {
        pthread_join(thread[i], NULL);
        assert(byte[i]++ == 3);
    }
    return 0;
}
