/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 */
/* Each execution finds no log, and so does the first when it is begun anew:
 * because more threads are needed than there are, and because the plain `lines`
 * could race. Two threads that lock a mutex twice: 4! / (2! 2!) orders. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void append(const char *line)
{
    FILE *log = fopen("files_log.txt", "a");

    assert(log && ftell(log) == lines * 5);
    assert(fputs(line, log) >= 0 && !fclose(log));
    lines++;
}

static void *run(void *line)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        append(line);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    char text[5 * 5 + 1] = "";
    pthread_t a, b;
    FILE *log;

    assert(access("files_log.txt", F_OK) == -1);
    append("main\n");
    pthread_create(&a, NULL, run, "one.\n");
    pthread_create(&b, NULL, run, "two.\n");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    log = fopen("files_log.txt", "r");
    assert(log && fread(text, 1, sizeof text, log) == 25);
    assert(!strncmp(text, "main\n", 5) && lines == 5);
    fclose(log);
    return 0;
}
