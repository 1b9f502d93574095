/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: rewinddir of a folder in which files were changed
 */
/* Another thread has made a file there, or has not yet. */
#include <dirent.h>
#include <pthread.h>
#include <sys/stat.h>

static void *make(void *unused)
{
    mkdir("made", 0777);
    return unused;
}

int main(void)
{
    DIR *folder = opendir(".");
    pthread_t other;

    pthread_create(&other, NULL, make, NULL);
    rewinddir(folder);
    pthread_join(other, NULL);
    return 0;
}
