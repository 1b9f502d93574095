/* SPDX-License-Identifier: Apache-2.0 */
#include "report/narrator_parts.h"

#include <stddef.h>
#include <string.h>

/* All that a name depends on: those of places in the file that is being told of
 * are shorter. */
struct question {
    const struct mz_region *region;
    const char *file;
    const struct mz_sight *sight;
    uint64_t address, bits;
    uint32_t size, kind;
};

static struct question question(const struct mz_narrator *n,
                                const struct mz_name_of *of)
{
    return (struct question){
        .region = n->report->region,
        .file = n->manner.file,
        .sight = of->seen.sight,
        .address = of->seen.address,
        .bits = of->bits,
        .size = of->seen.size,
        .kind = of->kind,
    };
}

enum mz_wording mz_narrator_name(
    const struct mz_narrator *n, const struct mz_name_of *of,
    void (*find)(const struct mz_narrator *, const struct mz_name_of *,
                 struct mz_name *),
    char out[MZ_PHRASE], size_t *brief)
{
    const struct question asked = question(n, of);
    const struct mz_name *name =
        mz_memo_find(n->names, &asked, sizeof asked, NULL);
    struct mz_name found;

    if (!name) {
        find(n, of, &found);
        mz_memo_keep(n->names, &asked, sizeof asked, &found,
                     offsetof(struct mz_name, text) + strlen(found.text) + 1);
        name = &found;
    }
    strcpy(out, name->text);
    if (brief)
        *brief = name->brief;
    return name->words;
}
