/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: wordexp
 */
/* wordexp() reads the environment. */
#include <pthread.h>
#include <stdlib.h>
#include <wordexp.h>

static void *set(void *unused)
{
    setenv("NAME", "text", 1);
    return unused;
}

int main(void)
{
    wordexp_t words;
    pthread_t a;

    pthread_create(&a, NULL, set, NULL);
    if (!wordexp("$NAME", &words, 0))
        wordfree(&words);
    pthread_join(a, NULL);
    return 0;
}
