/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --leaks
 * verdict: safe
 * executions: 2
 */
/* Blocks that are never freed, and yet not lost: each is known to somebody when
 * the process ends. What libc keeps is its own. The thread that waits fills
 * `shared` before main looks at it, or after that. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { BIG = 1 << 20 };

static char *global, *inside, **large;
static _Thread_local char *local;
static pthread_key_t key;
static sem_t never;
static _Atomic(char *) shared;
static char *at_exit;

/* It waits for good: its frame, and its own variables, are there to the end. */
static void *wait(void *unused)
{
    char *in_frame = malloc(1);

    memset(in_frame, 0, 1);
    local = malloc(2);
    pthread_setspecific(key, malloc(3));
    atomic_store(&shared, malloc(4));
    sem_wait(&never);
    free(in_frame);
    return unused;
}

/* Nobody has asked for it yet. */
static void *result(void *unused)
{
    (void)unused;
    return malloc(5);
}

static void free_at_exit(void)
{
    free(at_exit);
}

static __attribute__((noinline, noreturn)) void end(char *mine)
{
    mine[0] = 1;
    exit(atomic_load(&shared) == (char *)1);
}

int main(void)
{
    pthread_t waits, returns;
    char *mine = malloc(6);
    char **mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    sem_init(&never, 0, 0);
    pthread_key_create(&key, NULL);
    global = malloc(0);
    inside = (char *)malloc(100) + 99;
    large = calloc(BIG, sizeof *large);
    large[BIG - 1] = malloc(7);
    local = malloc(8);
    pthread_setspecific(key, malloc(9));
    mapped[10] = malloc(10);
    at_exit = malloc(11);
    atexit(free_at_exit);
    putenv(strdup("LEAK=none"));
    fprintf(fopen("/dev/null", "w"), "kept in a buffer");
    pthread_create(&waits, NULL, wait, NULL);
    pthread_create(&returns, NULL, result, NULL);
    end(mine);
    free(mine);
}
