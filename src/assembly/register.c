/* SPDX-License-Identifier: Apache-2.0 */
#include "assembly/register.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* In order of size: 8, 4, 2, 1 bytes; then the second byte. */
static const char *const general[][5] = {
    {"%rax", "%eax", "%ax", "%al", "%ah"},
    {"%rbx", "%ebx", "%bx", "%bl", "%bh"},
    {"%rcx", "%ecx", "%cx", "%cl", "%ch"},
    {"%rdx", "%edx", "%dx", "%dl", "%dh"},
    {"%rsi", "%esi", "%si", "%sil", ""},
    {"%rdi", "%edi", "%di", "%dil", ""},
    {"%rbp", "%ebp", "%bp", "%bpl", ""},
    {"%rsp", "%esp", "%sp", "%spl", ""},
    {"%r8", "%r8d", "%r8w", "%r8b", "%r8l"},
    {"%r9", "%r9d", "%r9w", "%r9b", "%r9l"},
    {"%r10", "%r10d", "%r10w", "%r10b", "%r10l"},
    {"%r11", "%r11d", "%r11w", "%r11b", "%r11l"},
    {"%r12", "%r12d", "%r12w", "%r12b", "%r12l"},
    {"%r13", "%r13d", "%r13w", "%r13b", "%r13l"},
    {"%r14", "%r14d", "%r14w", "%r14b", "%r14l"},
    {"%r15", "%r15d", "%r15w", "%r15b", "%r15l"},
};

static bool find_general(const char *name, struct mz_register *found)
{
    for (unsigned i = 0; i < MZ_COUNT(general); i++)
        for (unsigned j = 0; j < 5; j++)
            if (!strcmp(general[i][j], name)) {
                found->class = j == 4 && i < 4 ? MZ_REGISTER_HIGH
                                               : MZ_REGISTER_GENERAL;
                found->size = j == 4 ? 1 : 8 >> j;
                found->wide = general[i][0];
                return true;
            }
    return false;
}

static bool is_numbered(const char *name, const char *stem)
{
    size_t length = strlen(stem);
    char *end;

    return !strncmp(name, stem, length) &&
           isdigit((unsigned char)name[length]) &&
           (strtoul(name + length, &end, 10), !*end);
}

static bool find_vector(const char *name, struct mz_register *found)
{
    static const struct {
        const char *stem;
        unsigned size;
    } kinds[] = {{"%mm", 8}, {"%xmm", 16}, {"%ymm", 32}, {"%zmm", 64}};

    for (unsigned i = 0; i < MZ_COUNT(kinds); i++)
        if (is_numbered(name, kinds[i].stem)) {
            found->class = MZ_REGISTER_VECTOR;
            found->size = kinds[i].size;
            return true;
        }
    return false;
}

static bool is_other(const char *name)
{
    static const char *const names[] = {"%cs", "%ds", "%es",
                                        "%fs", "%gs", "%ss"};

    for (unsigned i = 0; i < MZ_COUNT(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return is_numbered(name, "%k") || !strncmp(name, "%st", 3);
}

bool mz_register_find(const char *name, struct mz_register *found)
{
    *found = (struct mz_register){.class = MZ_REGISTER_OTHER};
    return find_general(name, found) || find_vector(name, found) ||
           is_other(name);
}
