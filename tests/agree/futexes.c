/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A random program of three threads that wait, wake up, requeue and change at
 * two futexes; the argument is its number. What they were answered is its exit
 * status. Masks are 1, 2 and all bits.
 */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 3, LENGTH = 3 };

struct instruction {
    int kind, word, number;
    unsigned mask;
};

static atomic_uint words[2];
static struct instruction code[THREADS][LENGTH];
static unsigned lengths[THREADS], results[THREADS];

static unsigned random_below(unsigned *state, unsigned bound)
{
    *state = *state * 1103515245 + 12345;
    return (*state >> 16) % bound;
}

static void write_code(unsigned seed)
{
    static const unsigned masks[] = {1, 2, FUTEX_BITSET_MATCH_ANY};
    static const int kinds[2][8] = {{0, 0, 1, 1, 1, 1, 3, 4},
                                    {2, 3, 4, 4, 5, 5, 6, 7}};
    unsigned state = seed * 2654435761u + 1;
    unsigned mask_count = random_below(&state, 2) ? 3 : 1;

    for (int t = 0; t < THREADS; t++) {
        lengths[t] = t == 2 ? LENGTH : 1 + (random_below(&state, 4) == 3);
        for (unsigned i = 0; i < lengths[t]; i++) {
            struct instruction *at = &code[t][i];

            at->kind = kinds[t == 2][random_below(&state, 8)];
            at->word = random_below(&state, 3) / 2;
            at->number = random_below(&state, 2) ? INT_MAX
                                                 : (int)random_below(&state, 2);
            at->mask = masks[2 - random_below(&state, mask_count)];
        }
    }
}

static long execute(const struct instruction *i)
{
    static const struct timespec now;
    atomic_uint *word = &words[i->word], *other = &words[!i->word];

    switch (i->kind) {
    case 0:
        return syscall(SYS_futex, word, FUTEX_WAIT_BITSET, 0, NULL, NULL,
                       i->mask);
    case 1:
        return syscall(SYS_futex, word, FUTEX_WAIT_BITSET, 0, &now, NULL,
                       i->mask);
    case 2:
        return syscall(SYS_futex, word, FUTEX_WAKE_BITSET, i->number, NULL,
                       NULL, i->mask);
    case 3:
        return atomic_fetch_add(word, 1);
    case 4:
        return syscall(SYS_futex, word, FUTEX_REQUEUE, i->number,
                       (void *)(long)INT_MAX, other, 0);
    case 5:
        return syscall(SYS_futex, word, FUTEX_CMP_REQUEUE, i->number,
                       (void *)(long)INT_MAX, other, 0);
    case 6:
        return syscall(SYS_futex, word, FUTEX_WAKE_OP, i->number,
                       (void *)(long)i->number, other,
                       FUTEX_OP(FUTEX_OP_ADD, 1, FUTEX_OP_CMP_EQ, 0));
    default:
        return *word;
    }
}

static void *run(void *thread)
{
    long t = (long)thread;

    for (unsigned i = 0; i < lengths[t]; i++) {
        errno = 0;
        results[t] = results[t] * 7 + execute(&code[t][i]) + errno % 5;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    unsigned all = 0;

    write_code(argc > 1 ? atoi(argv[1]) : 0);
    for (long t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, run, (void *)t);
    for (int t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        all = all * 31 + results[t];
    }
    exit(1 + all % 199);
}
