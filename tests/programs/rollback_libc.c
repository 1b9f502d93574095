/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* What libc remembers is rolled back: rand, strtok, getenv, atexit. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

atomic_int x;
static int first_rand;

__attribute__((constructor)) static void draw(void)
{
    srand(42);
    first_rand = rand();
    srand(42);
}

static void *run(void *unused)
{
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&x, 1);
    return unused;
}

int main(void)
{
    static char words[] = "one two three";
    pthread_t a, b;

    assert(rand() == first_rand);
    assert(strcmp(strtok(words, " "), "one") == 0);
    assert(getenv("MAZURKA_TEST_VARIABLE") == NULL);
    setenv("MAZURKA_TEST_VARIABLE", "set", 1);
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(strcmp(strtok(NULL, " "), "two") == 0);
    assert(strcmp(getenv("MAZURKA_TEST_VARIABLE"), "set") == 0);
    rand();
    return 0;
}
