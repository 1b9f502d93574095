/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: setlocale beside other threads
 */
/* The locale is read by many functions. */
#include <locale.h>
#include <pthread.h>

static void *call(void *unused)
{
    setlocale(LC_ALL, "C.UTF-8");
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, call, NULL);
    pthread_create(&b, NULL, call, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
