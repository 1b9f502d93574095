/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: pthread_setattr_default_np
 */
/* Attributes of all threads to come. */
#define _GNU_SOURCE
#include <pthread.h>

int main(void)
{
    pthread_attr_t attributes;

    pthread_attr_init(&attributes);
    return pthread_setattr_default_np(&attributes);
}
