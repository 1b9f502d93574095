/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Who asks for the value without the control may come too early. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
int value;

static void prepare(void)
{
    value = 1;
}

static void *use(void *unused)
{
    pthread_once(&once, prepare);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int found;

    pthread_create(&thread, NULL, use, NULL);
    found = value;
    pthread_join(thread, NULL);
    return found > 1;
}
