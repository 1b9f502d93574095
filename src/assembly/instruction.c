/* SPDX-License-Identifier: Apache-2.0 */
#include "assembly/instruction.h"

#include <ctype.h>
#include <string.h>

#include "base/base.h"

/* ---- words --------------------------------------------------------------- */

/* Copies the word at *text in lower case, and goes behind it. */
static bool take_word(const char **text, char *out, size_t size)
{
    size_t length = 0;

    while (**text == ' ')
        ++*text;
    for (; **text && **text != ' '; ++*text) {
        if (length + 1 == size)
            return false;
        out[length++] = (char)tolower((unsigned char)**text);
    }
    out[length] = '\0';
    return true;
}

static bool take_prefix(struct mz_instruction *i, const char *word)
{
    static const struct {
        const char *name;
        bool locks;
        enum mz_repeat repeat;
    } prefixes[] = {
        {.name = "lock", .locks = true},
        {.name = "rep", .repeat = MZ_REPEAT_EQUAL},
        {.name = "repe", .repeat = MZ_REPEAT_EQUAL},
        {.name = "repz", .repeat = MZ_REPEAT_EQUAL},
        {.name = "repne", .repeat = MZ_REPEAT_UNEQUAL},
        {.name = "repnz", .repeat = MZ_REPEAT_UNEQUAL},
        {.name = "bnd"},
        {.name = "notrack"},
        {.name = "xacquire"},
        {.name = "xrelease"},
        {.name = "{vex}"},
        {.name = "{evex}"},
    };

    for (size_t n = 0; n < MZ_COUNT(prefixes); n++)
        if (!strcmp(word, prefixes[n].name)) {
            i->locks |= prefixes[n].locks;
            if (prefixes[n].repeat)
                i->repeat = prefixes[n].repeat;
            return true;
        }
    return false;
}

/* ---- operands ------------------------------------------------------------ */

/* `%fs:` and its kin in front. Flat segments mean nothing. */
static bool take_segment(struct mz_operand *o, const char **text)
{
    const char *colon = *text + 3;

    if (**text != '%' || strlen(*text) < 4 || *colon != ':')
        return true;
    if ((*text)[1] == 'g' || (*text)[2] != 's')
        return false;
    o->is_local = (*text)[1] == 'f';
    *text = colon + 1;
    return true;
}

/* A register of an address, at `at`. Those of 32 bits, and the vectors of a
 * gather, make other addresses than lea does. */
static bool read_address_register(struct mz_operand *o, const char *at)
{
    char name[8] = "";
    size_t length = strcspn(at, ",) ");
    struct mz_register found;

    if (length >= sizeof name)
        return false;
    memcpy(name, at, length);
    if (!strcmp(name, "%rsp"))
        o->is_on_stack = true;
    return !strcmp(name, "%rip") ||
           (mz_register_find(name, &found) &&
            found.class == MZ_REGISTER_GENERAL && found.size == 8);
}

static bool read_base(struct mz_operand *o)
{
    const char *at = strrchr(o->text, '(');

    if (!at)
        return !strchr(o->text, '%');
    while ((at = strchr(at, '%'))) {
        if (!read_address_register(o, at))
            return false;
        at++;
    }
    return true;
}

static bool read_memory(struct mz_operand *o, const char *text,
                        const char **why)
{
    o->kind = MZ_OPERAND_MEMORY;
    if (!take_segment(o, &text)) {
        *why = "a segment";
        return false;
    }
    memmove(o->text, text, strlen(text) + 1);
    if (!read_base(o)) {
        *why = "this way of addressing";
        return false;
    }
    return true;
}

static bool read_operand(struct mz_operand *o, const char **why)
{
    char *text = o->text;

    if (*text == '*') {
        o->is_indirect = true;
        memmove(text, text + 1, strlen(text));
    }
    if (*text == '$') {
        o->kind = MZ_OPERAND_IMMEDIATE;
        memmove(text, text + 1, strlen(text));
        return true;
    }
    if (*text == '%' && mz_register_find(text, &o->reg)) {
        o->kind = MZ_OPERAND_REGISTER;
        return true;
    }
    return read_memory(o, text, why);
}

/* Up to a comma that is in no brackets. */
static const char *end_of_operand(const char *text)
{
    unsigned depth = 0;

    for (; *text && (depth || *text != ','); text++) {
        if (*text == '"' || *text == '\'')
            return NULL;
        depth += *text == '(' || *text == '{';
        depth -= depth && (*text == ')' || *text == '}');
    }
    return text;
}

/* Without {...}, of which it is only told that they are there. */
static void cut_masks(struct mz_instruction *i, char *text)
{
    char *brace = strchr(text, '{');

    if (brace) {
        i->is_masked = true;
        *brace = '\0';
    }
    for (size_t length = strlen(text); length && text[length - 1] == ' ';)
        text[--length] = '\0';
}

static bool take_operand(struct mz_instruction *i, const char **text,
                         const char **why)
{
    struct mz_operand *o = &i->operands[i->operand_count];
    const char *end;

    *text += strspn(*text, " ");
    end = end_of_operand(*text);
    if (!end || i->operand_count == MZ_MAX_OPERANDS ||
        end - *text >= MZ_MAX_OPERAND) {
        *why = "its operands";
        return false;
    }
    memcpy(o->text, *text, (size_t)(end - *text));
    *text = *end ? end + 1 : end;
    cut_masks(i, o->text);
    if (!o->text[0])
        return true;
    i->operand_count++;
    return read_operand(o, why);
}

bool mz_instruction_parse(struct mz_instruction *i, const char *text,
                          const char **why)
{
    *i = (struct mz_instruction){.name = ""};
    *why = NULL;
    do {
        i->name[0] = '\0';
        if (!take_word(&text, i->name, sizeof i->name)) {
            *why = "its name";
            return false;
        }
    } while (i->name[0] && take_prefix(i, i->name));
    while (*text && !*why)
        take_operand(i, &text, why);
    return !*why;
}

const struct mz_operand *mz_instruction_memory(const struct mz_instruction *i)
{
    for (unsigned n = i->operand_count; n-- > 0;)
        if (i->operands[n].kind == MZ_OPERAND_MEMORY)
            return &i->operands[n];
    return NULL;
}

const struct mz_operand *mz_instruction_last(const struct mz_instruction *i)
{
    return i->operand_count ? &i->operands[i->operand_count - 1] : NULL;
}
