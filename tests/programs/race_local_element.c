/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* The same as race_local_member.c, with an element that is not known when this
 * is compiled. */
#include <pthread.h>
#include <stddef.h>

static int *first;
static volatile int which = 2;

static void *read_all(void *unused)
{
    return first[0] + first[1] + first[2] + first[3] == 4 ? NULL : unused;
}

int main(void)
{
    int elements[4] = {1, 1, 1, 1}, i = which & 3;
    pthread_t thread;

    first = elements;
    pthread_create(&thread, NULL, read_all, NULL);
    elements[i]++;
    pthread_join(thread, NULL);
    return 0;
}
