/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <unwind.h>

#include "runtime/descriptor.h"
#include "runtime/failing.h"
#include "runtime/libc_announce.h"
#include "runtime/libc_forward.h"

_Static_assert(offsetof(struct mz_runtime, active) == 0 &&
                   offsetof(struct mz_forward, real) == 0 &&
                   offsetof(struct mz_call, vectors) == 48 &&
                   offsetof(struct mz_call, result) == 176 &&
                   offsetof(struct mz_call, row) == 192 &&
                   offsetof(struct mz_call, frame) == 480 &&
                   offsetof(struct mz_call, stack) == 496,
               "as forward_x86_64.S has it");
_Static_assert(sizeof(struct mz_forward) == 72, "MZ_FORWARD_SIZE");

/* Rows that are made when they are wanted, and of what they are
 * (MZ_FORWARD_ENTRY_ABOUT): the linker tells where these sections begin. */
MZ_HIDDEN extern struct mz_forward __start_mz_forward_rows[];
MZ_HIDDEN extern const struct mz_forward_about __start_mz_forward_abouts[];

/* After the call of the function, in mz_forward_enter. */
MZ_HIDDEN extern const char mz_forward_called[];

_Unwind_Reason_Code mz_forward_left(int version, _Unwind_Action,
                                    _Unwind_Exception_Class,
                                    struct _Unwind_Exception *,
                                    struct _Unwind_Context *);

static void nowhere(void)
{
}

static long left(void)
{
    errno = EINTR;
    return -1;
}

static MZ_COLD void make(struct mz_forward *row)
{
    const struct mz_forward_about *about =
        &__start_mz_forward_abouts[row - __start_mz_forward_rows];

    row->accesses =
        (const void *)((const char *)&about->accesses + about->accesses);
    row->name = (const char *)&about->name + about->name;
}

struct mz_forward_way mz_forward_prepare(struct mz_call *call,
                                         struct mz_forward *row)
{
    struct mz_forward_way way = {row->real, false};
    bool looks;
    void *fails;

    if (MZ_UNLIKELY(!row->name))
        make(row);
    if (!row->real)
        way.real = row->real = mz_real(row->name);
    if (!mz_rt.active || mz_is_ours(call->caller))
        return way;
    looks = row->turn && mz_forward_may_look(call, row);
    if (!looks)
        mz_effect_note();
    if (MZ_UNLIKELY(mz_rt.cancelling))
        mz_forward_may_cancel(row, call->caller);
    if (MZ_UNLIKELY(mz_failing_asked) && (fails = mz_forward_fails(call, row)))
        return (struct mz_forward_way){fails, false};
    call->due = (row->after ? MZ_FORWARD_AFTER : 0) |
                (looks ? MZ_FORWARD_LOOKS : 0);
    if (row->turn)
        row->turn(call, row);
    call->due &= ~MZ_FORWARD_LOOKS;
    if (MZ_UNLIKELY(call->due & MZ_FORWARD_LEFT))
        return (struct mz_forward_way){left, false};
    if (row->accesses && mz_announce_before(call, row, &way.real))
        call->due |= MZ_FORWARD_ANNOUNCES;
    if (row->turn && !(call->due & MZ_FORWARD_ENDS_BLOCK))
        mz_io_end();
    if (row->before)
        row->before(call, row);
    if (MZ_UNLIKELY(call->due & MZ_FORWARD_NOWHERE))
        way.real = nowhere;
    way.returns = call->due & ~MZ_FORWARD_NOWHERE;
    return way;
}

void mz_forward_finish(struct mz_call *call)
{
    if (mz_rt.active && call->due & MZ_FORWARD_ANNOUNCES)
        mz_announce_after(call, call->row);
    if (mz_rt.active && call->due & MZ_FORWARD_AFTER)
        call->row->after(call, call->row);
}

/* The unwinder's personality routine of mz_forward_enter, in which the function
 * may have been called, or not yet: its thread may end before. Of what has come
 * of it nothing is known but what it has left behind. */
_Unwind_Reason_Code mz_forward_left(int version, _Unwind_Action actions,
                                    _Unwind_Exception_Class class,
                                    struct _Unwind_Exception *exception,
                                    struct _Unwind_Context *context)
{
    /* Where the stack of what was called begins. */
    struct mz_call *call =
        (struct mz_call *)(_Unwind_GetCFA(context) + MZ_CALL_COPIED);

    (void)version, (void)class, (void)exception;
    if (actions & _UA_CLEANUP_PHASE && mz_rt.active &&
        _Unwind_GetIP(context) == (uint64_t)mz_forward_called &&
        call->due & MZ_FORWARD_ANNOUNCES)
        mz_announce_left(call, call->row);
    return _URC_CONTINUE_UNWIND;
}
