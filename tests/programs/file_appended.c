/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Two writes at the end of a file that is open twice: their order. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int files[2];

static void *append(void *unused)
{
    assert(write(files[1], "b", 1) == 1);
    return unused;
}

int main(void)
{
    pthread_t a;
    char text[3];

    for (int i = 0; i < 2; i++)
        files[i] = open("file_appended.txt", O_RDWR | O_APPEND | O_CREAT, 0600);
    pthread_create(&a, NULL, append, NULL);
    assert(write(files[0], "a", 1) == 1);
    pthread_join(a, NULL);
    assert(pread(files[0], text, 3, 0) == 2 && text[0] != text[1]);
    return 0;
}
