/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 */
/* Who holds a stream's lock holds it while it prints, too, and may lock it
 * again. Others' calls wait: three that use the stream come in six orders. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int lines;

static void *print(void *unused)
{
    flockfile(stdout);
    lines++;
    printf("line %d", lines);
    flockfile(stdout);
    putchar_unlocked('\n');
    funlockfile(stdout);
    lines++;
    funlockfile(stdout);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, print, NULL);
    puts("main");
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(lines == 4);
    return 0;
}
