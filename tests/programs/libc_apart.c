/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Two threads that each call libc on data of their own, next to one another,
 * and what libc itself protects: streams, the heap, reading the environment. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char texts[2][8];
static struct tm times[2];
static int numbers[2][4] = {{3, 1, 2, 0}, {7, 5, 6, 4}};

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void *run(void *argument)
{
    int i = *(int *)argument;
    time_t zero = 0;
    char *rest, *end;

    snprintf(texts[i], sizeof texts[i], "%d,%dxx", i, 11);
    assert(!strcmp(strtok_r(texts[i], ",", &rest), i ? "1" : "0"));
    assert(strtol(rest, &end, 10) == 11 && !strcmp(end, "xx"));
    gmtime_r(&zero, &times[i]);
    strftime(texts[i], sizeof texts[i], "%Y", &times[i]);
    qsort(numbers[i], 4, sizeof numbers[i][0], by_number);
    assert(numbers[i][0] == 4 * i);
    printf("%s %s\n", texts[i], getenv("HOME") ? "" : "homeless");
    assert(sscanf(texts[i], "%d", &numbers[i][0]) == 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int one = 0, other = 1;

    pthread_create(&a, NULL, run, &one);
    pthread_create(&b, NULL, run, &other);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    fclose(stdout);
    return 0;
}
