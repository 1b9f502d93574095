/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 * executions: 2
 */
/* Who holds the stream takes two characters, before or after another thread's
 * one. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *take_two(void *unused)
{
    int first, second;

    flockfile(file);
    first = getc_unlocked(file);
    second = getc_unlocked(file);
    funlockfile(file);
    assert(second == first + 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int c;

    file = tmpfile();
    fputs("abc", file);
    rewind(file);
    pthread_create(&thread, NULL, take_two, NULL);
    c = fgetc(file);
    pthread_join(thread, NULL);
    assert(c == 'a' || c == 'c');
    return 0;
}
