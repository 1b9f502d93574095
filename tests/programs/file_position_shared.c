/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 */
/* Three reads by one description, of which two threads have descriptors of
 * their own (dup): their order, 3!. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int files[3];
static char read_by[3];

static void *take(void *which)
{
    int i = *(int *)which;

    assert(read(files[i], &read_by[i], 1) == 1);
    return NULL;
}

int main(void)
{
    int numbers[] = {0, 1, 2};
    pthread_t a, b;

    files[0] = open("file_position_shared.txt", O_RDWR | O_CREAT, 0600);
    assert(write(files[0], "abc", 3) == 3 && !lseek(files[0], 0, SEEK_SET));
    files[1] = dup(files[0]);
    files[2] = fcntl(files[0], F_DUPFD, 100);
    assert(files[2] >= 100);
    pthread_create(&a, NULL, take, &numbers[1]);
    pthread_create(&b, NULL, take, &numbers[2]);
    take(&numbers[0]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(read_by[0] + read_by[1] + read_by[2] == 'a' + 'b' + 'c');
    assert(read_by[0] != read_by[1] && read_by[1] != read_by[2]);
    return 0;
}
