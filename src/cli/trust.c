/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/trust.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "symbols/names.h"

/* `libx.a` is, and so is `libx.a(y.o)`, and a whole path. */
static bool is_named(const char *name, const char *word, size_t length)
{
    if (length == 3 && !strncmp(word, "all", 3))
        return true;
    for (size_t i = length; i-- > 0;)
        if (word[i] == '/') {
            word += i + 1;
            length -= i + 1;
            break;
        }
    return length && !strncmp(name, word, length) &&
           (!name[length] || name[length] == '(');
}

static bool is_trusted(const char *name, const char *names)
{
    while (*names) {
        size_t length = strcspn(names, ",");

        if (is_named(name, names, length))
            return true;
        names += length + (names[length] == ',');
    }
    return false;
}

/* The last that begins below it. */
static const char *module_of(const struct mz_region *region, uint64_t pc)
{
    const struct mz_module_note *found = NULL;

    for (uint32_t i = 0; i < region->module_count; i++) {
        const struct mz_module_note *module = &region->modules[i];

        if (module->bias <= pc && (!found || module->bias >= found->bias))
            found = module;
    }
    return found ? mz_text_last_part(found->path) : "";
}

/* The unit whose code it is, or else the module. */
static const char *code_at(const struct mz_region *region, uint64_t pc)
{
    const struct mz_unseen_list *list = &region->unseen;

    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].kind == MZ_UNSEEN_UNIT && list->items[i].pc <= pc &&
            pc < list->items[i].address)
            return list->items[i].name;
    return module_of(region, pc);
}

/* By its name, or that of the code whose access it is, or of the library that
 * this code has called. */
static bool is_item_trusted(const struct mz_region *region,
                            const struct mz_unseen *item, const char *names)
{
    return item->kind != MZ_UNSEEN_ORDER &&
           (is_trusted(item->name, names) ||
            (item->kind == MZ_UNSEEN_ACCESS &&
             is_trusted(code_at(region, item->pc), names)) ||
            (item->library &&
             is_trusted(module_of(region, item->library), names)));
}

/* A function of C++, as users know it. */
static void name_function(struct mz_unseen *item)
{
    char *name = mz_names_demangle(item->name);

    if (name)
        snprintf(item->name, sizeof item->name, "%s", name);
    free(name);
}

void mz_trust_apply(struct mz_region *region, const char *names)
{
    struct mz_unseen_list *list = &region->unseen;

    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].library)
            name_function(&list->items[i]);
    if (!names)
        return;
    for (uint32_t i = 0; i < list->count; i++)
        list->items[i].is_trusted =
            is_item_trusted(region, &list->items[i], names);
    list->trusts_all = is_trusted("", names);
}
