/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: pthread_cond_signal
 */
#include <pthread.h>

static pthread_cond_t is_ready = PTHREAD_COND_INITIALIZER;

int main(void)
{
    return pthread_cond_signal(&is_ready);
}
