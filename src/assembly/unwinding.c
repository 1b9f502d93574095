/* SPDX-License-Identifier: Apache-2.0 */
#include "assembly/unwinding.h"

#include <string.h>

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static bool names_rsp(const char *text)
{
    text += strcspn(text, " \t");
    text += strspn(text, " \t");
    return starts(text, "%rsp") ||
           (text[0] == '7' && !strchr("0123456789", text[1]));
}

static void remember(struct mz_unwinding *u)
{
    if (u->depth < MZ_MAX_REMEMBERED)
        u->remembered[u->depth] = u->is_by_rsp;
    u->depth++;
}

static void restore(struct mz_unwinding *u)
{
    if (u->depth && --u->depth < MZ_MAX_REMEMBERED)
        u->is_by_rsp = u->remembered[u->depth];
}

void mz_unwinding_note(struct mz_unwinding *u, const char *text)
{
    if (starts(text, ".cfi_startproc"))
        *u = (struct mz_unwinding){.is_open = true, .is_by_rsp = true};
    else if (starts(text, ".cfi_endproc"))
        u->is_open = false;
    else if (starts(text, ".cfi_def_cfa_register") ||
             (starts(text, ".cfi_def_cfa") && strchr(" \t", text[12])))
        u->is_by_rsp = names_rsp(text);
    else if (starts(text, ".cfi_escape")) /* a formula: that of a frame that is
                                             aligned, which has a register */
        u->is_by_rsp = false;
    else if (starts(text, ".cfi_remember_state"))
        remember(u);
    else if (starts(text, ".cfi_restore_state"))
        restore(u);
}
