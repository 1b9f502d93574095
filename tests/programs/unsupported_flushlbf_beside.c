/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: _flushlbf beside other threads
 */
/* It writes to streams that others use. */
#include <stdio_ext.h>
#include <pthread.h>

static void *call(void *unused)
{
    _flushlbf();
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
