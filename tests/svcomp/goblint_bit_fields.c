/* SPDX-License-Identifier: Apache-2.0 */
/* Two bit-fields side by side are one location: two locks, one for each, do not
 * protect it. */
#include <pthread.h>

struct flags {
    unsigned left : 4;
    unsigned right : 4;
};

pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t right_lock = PTHREAD_MUTEX_INITIALIZER;
struct flags flags;

void *set_left(void *unused)
{
    pthread_mutex_lock(&left_lock);
    flags.left = 1;
    pthread_mutex_unlock(&left_lock);
    return 0;
}

void *set_right(void *unused)
{
    pthread_mutex_lock(&right_lock);
    flags.right = 1;
    pthread_mutex_unlock(&right_lock);
    return 0;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, 0, set_left, 0);
    pthread_create(&b, 0, set_right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
