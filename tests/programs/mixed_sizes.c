/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 * naive: 6
 */
/* Only accesses whose bytes overlap depend: the word with each byte. */
#include <pthread.h>
#include <stdint.h>

union {
    uint32_t word;
    uint8_t byte[4];
} u;

static void *store_word(void *unused)
{
    __atomic_store_n(&u.word, 0x01020304, __ATOMIC_SEQ_CST);
    return unused;
}

static void *store_byte(void *index)
{
    __atomic_store_n(&u.byte[(intptr_t)index], 9, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void)
{
    pthread_t word, low, high;

    pthread_create(&word, NULL, store_word, NULL);
    pthread_create(&low, NULL, store_byte, (void *)0);
    pthread_create(&high, NULL, store_byte, (void *)3);
    pthread_join(word, NULL);
    pthread_join(low, NULL);
    pthread_join(high, NULL);
    return 0;
}
