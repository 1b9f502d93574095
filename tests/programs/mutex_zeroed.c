/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Static initialisers and pthread_mutex_init alike, in memory of any kind. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    char name[3];
    pthread_mutex_t m;
    int balance;
};

static void *deposit(void *arg)
{
    struct account *account = arg;

    pthread_mutex_lock(&account->m);
    account->balance++;
    pthread_mutex_unlock(&account->m);
    return NULL;
}

int main(void)
{
    struct account *account = calloc(1, sizeof *account);
    pthread_t a, b;

    pthread_mutex_init(&account->m, NULL);
    pthread_create(&a, NULL, deposit, account);
    pthread_create(&b, NULL, deposit, account);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(account->balance == 2);
    pthread_mutex_destroy(&account->m);
    free(account);
    return 0;
}
