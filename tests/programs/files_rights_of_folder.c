/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* The rights of a folder are changed while another thread looks at them. */
#include <assert.h>
#include <pthread.h>
#include <sys/stat.h>

static void *close_it(void *arg)
{
    assert(!chmod("made", 0700));
    return arg;
}

int main(void)
{
    struct stat status;
    pthread_t t;

    assert(!mkdir("made", 0755) && !chmod("made", 0755));
    pthread_create(&t, 0, close_it, 0);
    assert(!stat("made", &status) && (status.st_mode & 0777) == 0755);
    pthread_join(t, 0);
    return 0;
}
