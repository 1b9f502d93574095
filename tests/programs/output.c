/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 6
 */
/* Output goes nowhere, and its buffers are rolled back. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

atomic_int x;

static void *run(void *unused)
{
    printf("about to write\n");
    atomic_fetch_add(&x, 1);
    fprintf(stderr, "%d\n", atomic_fetch_add(&x, 1));
    assert(write(STDOUT_FILENO, "!\n", 2) == 2);
    return unused;
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
