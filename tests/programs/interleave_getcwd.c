/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: assertion
 */
/* The name of the old folder, written over what the other thread has written
 * before it goes to another. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static char name[32];

static void *ask(void *unused)
{
    return getcwd(name, sizeof name) ? unused : NULL;
}

static void *overwrite_and_go(void *unused)
{
    name[0] = 'x';
    return chdir("/usr") ? NULL : unused;
}

int main(void)
{
    pthread_t asking, other;

    if (chdir("/"))
        return 1;
    pthread_create(&other, NULL, overwrite_and_go, NULL);
    pthread_create(&asking, NULL, ask, NULL);
    pthread_join(asking, NULL);
    pthread_join(other, NULL);
    assert(name[0] != '/' || name[1]);
    return 0;
}
