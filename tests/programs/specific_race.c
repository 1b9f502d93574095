/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Destructors run in their threads, beside those that go on. */
#include <pthread.h>

static pthread_key_t key;
int counter;

static void count(void *unused)
{
    (void)unused;
    counter++;
}

static void *run(void *unused)
{
    pthread_setspecific(key, &key);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_key_create(&key, count);
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return counter == 7;
}
