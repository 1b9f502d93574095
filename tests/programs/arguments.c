/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -- one 'two words' -3
 * verdict: safe
 * executions: 2
 */
/* Arguments reach main, in every execution. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

atomic_int x;

static void *run(void *unused)
{
    atomic_store(&x, 1);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;

    assert(argc == 4 && argv[4] == NULL);
    assert(strcmp(argv[1], "one") == 0);
    assert(strcmp(argv[2], "two words") == 0);
    assert(strcmp(argv[3], "-3") == 0);
    argv[1][0] = 'O';
    argv[2] = NULL;
    pthread_create(&thread, NULL, run, NULL);
    atomic_store(&x, 2);
    pthread_join(thread, NULL);
    return 0;
}
