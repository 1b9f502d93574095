/* SPDX-License-Identifier: Apache-2.0 */
#include "report/narrator_parts.h"

#include <stdlib.h>
#include <string.h>

#include "symbols/names.h"

static uint64_t content_at(const struct mz_block_note *block, unsigned offset,
                           unsigned size)
{
    uint64_t bits = 0;

    memcpy(&bits, block->content + offset, size);
    return bits;
}

/* A std::string that has its text in itself: where its length is, its pointer
 * lies before, and the text behind. */
static void add_own_text(const struct mz_block_note *block, unsigned length_at,
                         struct mz_phrase *phrase)
{
    uint64_t length = content_at(block, length_at, 8);

    if (length_at < 8 || length_at + 24 > sizeof block->content ||
        length > 15 ||
        content_at(block, length_at - 8, 8) != block->address + length_at + 8)
        return;
    mz_phrase_add(phrase, "\"%.*s\"", (int)length,
                  (const char *)block->content + length_at + 8);
}

/* Whether a part of a node is the key, or the length of one: a map's is called
 * that, a set's is all of the element, whose type is given. */
static bool is_key(const struct mz_narrator *n,
                   const struct mz_block_part *part, const char *element,
                   bool *is_length)
{
    static const char FIRST[] = "first";
    char text[MZ_PHRASE / 2];
    const char *rest = text;
    bool is_first;

    if (!mz_symbols_member(n->symbols, part, text, sizeof text))
        return false;
    is_first = !strncmp(text, FIRST, sizeof FIRST - 1);
    if (is_first)
        rest += sizeof FIRST - 1 + (text[sizeof FIRST - 1] == '.');
    *is_length = !strcmp(rest, "size()");
    if (is_first || *is_length)
        return *is_length ? is_first || !strcmp(element, "std::string")
                          : !*rest;
    return !*rest &&
           mz_symbols_member_type(n->symbols, part, text, sizeof text) &&
           !strcmp(text, element);
}

/* False: it is to be sought elsewhere. */
static bool add_key_at(const struct mz_narrator *n,
                       const struct mz_block_note *block, unsigned offset,
                       unsigned size, const char *element,
                       struct mz_phrase *phrase)
{
    struct mz_block_part part =
        mz_narrator_part(n, block, block->address + offset, size);
    char text[MZ_PHRASE / 2];
    bool is_length;

    if (!is_key(n, &part, element, &is_length))
        return false;
    if (is_length) {
        add_own_text(block, offset, phrase);
        return true;
    }
    if (!mz_symbols_member_value(n->symbols, &part,
                                 content_at(block, offset, size), text,
                                 sizeof text) ||
        !*text || !strncmp(text, "0x", 2))
        return false;
    mz_phrase_add(phrase, "%s", text);
    return true;
}

static void seek_key(const struct mz_narrator *n,
                     const struct mz_block_note *block, const char *element,
                     struct mz_phrase *phrase)
{
    for (unsigned size = 8; size; size /= 2)
        for (unsigned at = 0;
             at + size <= sizeof block->content && at + size <= block->size;
             at += size)
            if (add_key_at(n, block, at, size, element, phrase))
                return;
}

/* `7`, `"ann"`: of what is a map's, or a set's; empty: that is not known. */
static const char *key_of(const struct mz_narrator *n,
                          const struct mz_block_note *block)
{
    struct mz_block_birth *birth = mz_narrator_birth(n, block);
    struct mz_block_part part = mz_narrator_part(n, block, block->address, 0);
    char type[MZ_PHRASE / 2], key[MZ_PHRASE / 8];
    struct mz_phrase phrase = mz_phrase_in(key, sizeof key);
    size_t length = 0;

    if (birth->key)
        return birth->key;
    if (!block->freed_pc &&
        mz_symbols_block_type(n->symbols, &part, type, sizeof type))
        length = mz_names_keyed(type);
    if (length) {
        type[length] = '\0';
        seek_key(n, block, type, &phrase);
    }
    birth->key = strdup(key);
    return birth->key ? birth->key : "";
}

/* `table[7].hits in main`, `the element "ann" of names`, or where the key is
 * not known `table[...]`, `an element of jobs`: what a container has in its
 * nodes, by how these are reached. */
static void add_element_of(const char *container, const char *member,
                           const char *key, struct mz_phrase *phrase)
{
    static const char VALUE[] = "second";
    size_t length;

    mz_names_scope(container, &length);
    if (!strncmp(member, VALUE, sizeof VALUE - 1))
        mz_phrase_add(phrase, "%.*s[%s]%s%s", (int)length, container,
                      *key ? key : "...", member + sizeof VALUE - 1,
                      container + length);
    else
        mz_phrase_add(phrase, "%s%s%s%s of %s", member, *member ? " of " : "",
                      *key ? "the element " : "an element", key, container);
}

bool mz_seen_element(const struct mz_narrator *n, const struct mz_seen *seen,
                     const struct mz_block_note *block, struct mz_way *way,
                     char out[MZ_PHRASE])
{
    struct mz_seen node = {block->address, 0, seen->sight};
    struct mz_block_part part =
        mz_narrator_part(n, block, seen->address, seen->size);
    char name[MZ_PHRASE], text[MZ_PHRASE / 2];
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);

    if (!mz_symbols_block_type(n->symbols, &part, text, sizeof text) ||
        !mz_names_is_node(text) || !mz_seen_way(n, &node, way, name) ||
        !mz_names_node(name) ||
        !mz_symbols_member(n->symbols, &part, text, sizeof text))
        return false;
    add_element_of(name + mz_names_node(name), text, key_of(n, block), &phrase);
    return true;
}
