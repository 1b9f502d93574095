/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: pthread_once
 */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void prepare(void)
{
}

int main(void)
{
    return pthread_once(&once, prepare);
}
