/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A file that was opened by one name and written to by another is one file:
 * before the write it is empty. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int by_old, by_new;

static void *put(void *unused)
{
    assert(pwrite(by_new, "a", 1, 0) == 1);
    return unused;
}

int main(void)
{
    pthread_t a;
    char c;

    by_old = open("file_renamed_open.txt", O_RDWR | O_CREAT, 0600);
    assert(!rename("file_renamed_open.txt", "file_renamed_open.new"));
    by_new = open("file_renamed_open.new", O_RDWR);
    pthread_create(&a, NULL, put, NULL);
    assert(pread(by_old, &c, 1, 0) <= 1);
    pthread_join(a, NULL);
    assert(pread(by_old, &c, 1, 0) == 1 && c == 'a');
    return 0;
}
