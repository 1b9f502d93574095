/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */
#include "cli/nearest.h"

#include <stdio.h>
#include <string.h>

#include "cli/message.h"

enum { LONGEST = 48 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* How many letters were left out, added, or are others; two that have changed
 * places are one slip. Row i has the slips of the first i letters of one. */
static unsigned slips(const char *one, size_t m, const char *other, size_t n)
{
    unsigned rows[LONGEST + 1][LONGEST + 1];

    for (size_t i = 0; i <= m; i++)
        for (size_t j = 0; j <= n; j++) {
            if (!i || !j) {
                rows[i][j] = (unsigned)(i + j);
                continue;
            }
            rows[i][j] = least(rows[i - 1][j], rows[i][j - 1]) + 1;
            rows[i][j] = least(rows[i][j], rows[i - 1][j - 1] +
                                               (one[i - 1] != other[j - 1]));
            if (i > 1 && j > 1 && one[i - 1] == other[j - 2] &&
                one[i - 2] == other[j - 1])
                rows[i][j] = least(rows[i][j], rows[i - 2][j - 2] + 1);
        }
    return rows[m][n];
}

const char *mz_nearest(const char *word, size_t length,
                       const char *const *names)
{
    const char *nearest = NULL;
    unsigned fewest = 4; /* more are another name */

    if (length > LONGEST)
        return NULL;
    for (; *names; names++) {
        size_t size = strlen(*names);
        size_t longer = size > length ? size : length;
        unsigned count;

        if (size > LONGEST)
            continue;
        count = slips(word, length, *names, size);
        if (count < fewest && count <= (longer + 2) / 4) {
            fewest = count;
            nearest = *names;
        }
    }
    return nearest;
}

const char *mz_nearest_question(const char *word, size_t length,
                                const char *const *names)
{
    const char *nearest = mz_nearest(word, length, names);
    char *question;

    if (!nearest)
        return "";
    if (asprintf(&question, "; did you mean %s?", nearest) < 0)
        mz_out_of_memory();
    return question;
}
