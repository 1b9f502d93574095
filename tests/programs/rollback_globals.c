/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* Globals, initialised or not, and static locals are rolled back. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static int zero, seven = 7;
static char text[20000] = "some text";
atomic_int x;

static int calls(void)
{
    static int count = 100;

    return ++count;
}

static void *run(void *unused)
{
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    assert(zero == 0 && seven == 7 && strcmp(text, "some text") == 0);
    assert(calls() == 101);
    zero = seven++;
    strcpy(text + sizeof text - 5, "end");
    text[0] = 'S';
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(zero == 7 && seven == 8 && calls() == 102);
    return 0;
}
