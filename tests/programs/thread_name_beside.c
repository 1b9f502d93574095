/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* One thread gives another one a name while that asks for it. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_t first;

static void *give(void *unused)
{
    pthread_setname_np(first, "a");
    return unused;
}

int main(void)
{
    char name[16];
    pthread_t a;

    first = pthread_self();
    pthread_setname_np(first, "b");
    pthread_create(&a, NULL, give, NULL);
    pthread_getname_np(first, name, sizeof name);
    assert(name[0] == 'a');
    pthread_join(a, NULL);
    return 0;
}
