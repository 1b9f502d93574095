/* SPDX-License-Identifier: Apache-2.0 */
/* Two characters side by side are two locations. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>

struct flags {
    char left, right;
};

struct flags flags;

void *set_left(void *unused)
{
    flags.left = 1;
    return 0;
}

void *set_right(void *unused)
{
    flags.right = 1;
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, set_left, 0);
    pthread_create(&b, 0, set_right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (flags.left != 1 || flags.right != 1)
        reach_error();
    return 0;
}
