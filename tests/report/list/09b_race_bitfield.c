/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

struct flags {
    unsigned open : 1;
    unsigned dirty : 1;
    unsigned locked : 1;
};

static struct flags file_flags;

static void *opener(void *arg) { file_flags.open = 1; return arg; }
static void *writer(void *arg) { file_flags.dirty = 1; return arg; }

int main(void)
{
    pthread_t x, y;
    pthread_create(&x, NULL, opener, NULL);
    pthread_create(&y, NULL, writer, NULL);
    pthread_join(x, NULL);
    pthread_join(y, NULL);
    return !(file_flags.open && file_flags.dirty);
}
