/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 */
/* As pipe_two_writers.c: to wait and to read are two events here, and another
 * thread may be faster. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *put(void *letter)
{
    assert(write(ends[1], letter, 1) == 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    char text[2];

    assert(!pipe(ends));
    pthread_create(&a, NULL, put, "a");
    pthread_create(&b, NULL, put, "b");
    assert(read(ends[0], text, 1) == 1 && read(ends[0], text + 1, 1) == 1);
    assert(text[0] + text[1] == 'a' + 'b');
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
