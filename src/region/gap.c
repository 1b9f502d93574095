/* SPDX-License-Identifier: Apache-2.0 */
#include "region/gap.h"

#include "base/format.h"
#include "base/text.h"

const char *const mz_gap_names[MZ_GAP_KINDS] = {
    [MZ_GAP_NONE] = "",
#define X(kind, sentence) [MZ_GAP_##kind] = #kind,
    MZ_GAPS(X)
#undef X
};

static const char *const sentences[MZ_GAP_KINDS] = {
    [MZ_GAP_NONE] = "",
#define X(kind, sentence) [MZ_GAP_##kind] = sentence,
    MZ_GAPS(X)
#undef X
};

void mz_gap_clean(struct mz_gap *gap)
{
    if (gap->kind >= MZ_GAP_KINDS)
        gap->kind = MZ_GAP_NONE;
    gap->child[sizeof gap->child - 1] = '\0';
    gap->text[sizeof gap->text - 1] = '\0';
}

/* A parameter, of which the row has the name between braces. Returns what
 * follows it there. */
static const char *put(const struct mz_gap *gap, const char *name, char *out,
                       size_t size)
{
    int64_t number;

    if (*name < '0' || *name >= '0' + MZ_GAP_NUMBERS) {
        mz_format(out, size, "%s", gap->text);
        return name + sizeof "text}" - 1;
    }
    number = gap->numbers[*name - '0'];
    if (name[1] == '}') {
        mz_format(out, size, "%ld", number);
        return name + 2;
    }
    mz_format(out, size, "%ld byte%s", number, number == 1 ? "" : "s");
    return name + sizeof "0 bytes}" - 1;
}

void mz_gap_sentence(const struct mz_gap *gap, char out[MZ_GAP_SENTENCE])
{
    const char *at = sentences[gap->kind];
    size_t length = 0;

    out[0] = '\0';
    if (gap->child[0])
        length = mz_format(out, MZ_GAP_SENTENCE,
                           "%s: what a child process does: ", gap->child);
    while (*at && length + 1 < MZ_GAP_SENTENCE) {
        if (*at == '{') {
            at = put(gap, at + 1, out + length, MZ_GAP_SENTENCE - length);
            length += mz_text_length(out + length);
            continue;
        }
        out[length++] = *at++;
        out[length] = '\0';
    }
}
