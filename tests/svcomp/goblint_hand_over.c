/* SPDX-License-Identifier: Apache-2.0 */
/* A block is filled before its thread is there, and freed when it is joined. */
extern void abort(void);
#include <assert.h>
void reach_error()
{
    assert(0);
}
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

struct work {
    int left, right, sum;
};

void *add(void *arg)
{
    struct work *work = arg;

    work->sum = work->left + work->right;
    return work;
}

int main()
{
    pthread_t threads[2];
    void *done;

    for (int t = 0; t < 2; t++) {
        struct work *work = malloc(sizeof *work);

        if (!work)
            abort();
        work->left = t;
        work->right = 1;
        pthread_create(&threads[t], 0, add, work);
    }
    for (int t = 0; t < 2; t++) {
        pthread_join(threads[t], &done);
        __VERIFIER_assert(((struct work *)done)->sum == t + 1);
        free(done);
    }
    return 0;
}
