/* SPDX-License-Identifier: Apache-2.0 */
#include "history/seen.h"

enum {
    BUCKETS = 1 << 18,
    WORDS = 1 << 20,
    MOST_WORDS = 2 + 3 * MZ_MAX_CALLS, /* of a record */
};

void mz_history_seen_init(struct mz_history_seen *seen, struct mz_arena *arena)
{
    seen->buckets = mz_arena_take(arena, BUCKETS * sizeof *seen->buckets);
    seen->words = mz_arena_take(arena, WORDS * sizeof *seen->words);
    seen->word_count = 0;
}

/* All of a record, as words. Returns how many. */
static uint32_t flatten(uint32_t columns, const struct mz_record *r,
                        uint64_t *words)
{
    uint32_t count = 0;

    words[count++] = (uint64_t)columns << 32 | r->count;
    for (uint32_t i = 0; i < r->count; i++) {
        words[count++] = r->states[i];
        words[count++] = (uint64_t)r->results[i];
        words[count++] = (uint64_t)r->ended[i] << 32 | r->begun[i];
    }
    return count;
}

bool mz_history_seen_has(const struct mz_history_seen *seen, uint32_t columns,
                         const struct mz_record *r, uint32_t *place)
{
    uint64_t words[MOST_WORDS], hash = 0;
    uint32_t count = flatten(columns, r, words);

    for (uint32_t i = 0; i < count; i++)
        hash = mz_hash_word(hash, words[i]);
    for (*place = hash % BUCKETS; seen->buckets[*place];
         *place = (*place + 1) % BUCKETS)
        if (!mz_compare(seen->words + seen->buckets[*place] - 1, words,
                        count * sizeof *words))
            return true;
    return false;
}

void mz_history_seen_add(struct mz_history_seen *seen, uint32_t columns,
                         const struct mz_record *r, uint32_t place)
{
    uint64_t *words = seen->words + seen->word_count;

    /* A word is the least that a record has, so that buckets stay free. */
    if (seen->word_count + 2 * MOST_WORDS > WORDS)
        return;
    seen->buckets[place] = seen->word_count + 1;
    seen->word_count += flatten(columns, r, words);
}
