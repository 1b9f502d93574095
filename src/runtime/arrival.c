/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/arrival.h"

#include <unwind.h>

/* What a function must preserve, as DWARF numbers it: rbx rbp r12 .. r15. */
static const int preserved[MZ_PRESERVED_REGISTERS] = {3, 6, 12, 13, 14, 15};

static _Unwind_Reason_Code read_frame(struct _Unwind_Context *context,
                                      void *argument)
{
    struct mz_arrival *arrival = argument;
    uint64_t pc = _Unwind_GetIP(context);

    if (mz_is_ours(pc))
        return _URC_NO_REASON;
    arrival->pc = pc;
    for (unsigned i = 0; i < MZ_PRESERVED_REGISTERS; i++)
        arrival->registers[i] = _Unwind_GetGR(context, preserved[i]);
    arrival->stack = _Unwind_GetCFA(context);
    return _URC_END_OF_STACK;
}

void mz_arrival_find(struct mz_arrival *arrival)
{
    bool was_active = mz_rt.active;

    *arrival = (struct mz_arrival){0};
    mz_rt.active = false; /* the unwinder's calls are not the program's */
    _Unwind_Backtrace(read_frame, arrival);
    mz_rt.active = was_active;
}
