/* SPDX-License-Identifier: Apache-2.0 */
/* Choices of small types, in a thread and in main; those out of range abort. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

void assume_abort_if_not(int condition)
{
    if (!condition)
        abort();
}

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int least, most = 3;

void *raise_least(void *unused)
{
    unsigned char by = __VERIFIER_nondet_uchar();

    assume_abort_if_not(by <= 3);
    pthread_mutex_lock(&lock);
    if (least + by <= most)
        least += by;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main()
{
    pthread_t a;
    char by = __VERIFIER_nondet_char();

    assume_abort_if_not(by >= 0 && by <= 3);
    pthread_create(&a, 0, raise_least, 0);
    if (__VERIFIER_nondet_bool()) {
        pthread_mutex_lock(&lock);
        if (most - by >= least)
            most -= by;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(a, 0);
    if (least > most)
        reach_error();
    return 0;
}
