/* SPDX-License-Identifier: Apache-2.0 */
/* Lamport's fast mutex, but who finds another's x does not wait until that one
 * has made up its mind. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

int x, y, b[3], inside;

void enter(int me)
{
start:
    b[me] = 1;
    x = me;
    if (y != 0) {
        b[me] = 0;
        while (y != 0)
            ;
        goto start;
    }
    y = me;
    if (x != me) {
        b[me] = 0;
        if (y != me) {
            while (y != 0)
                ;
            goto start;
        }
    }
    inside = me;
    if (inside != me)
        reach_error();
    y = 0;
    b[me] = 0;
}

void *one(void *unused)
{
    enter(1);
    return 0;
}

void *two(void *unused)
{
    enter(2);
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
