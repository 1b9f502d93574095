/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/hooked.h"

#include <dlfcn.h>

#include "runtime/code.h"
#include "runtime/function.h"

enum {
    CALL = 0xe8,         /* call rel32 */
    CALL_LENGTH = 5,
    CALL_POINTER = 0x15, /* call *rel32(%rip), after 0xff */
    JUMP = 0x25,         /* jmp *rel32(%rip), the same */
    JUMP_LENGTH = 6,
    PLT_ENTRY = 16,      /* bytes, among them such a jump */
};

static int32_t number_at(uint64_t address)
{
    int32_t number;

    mz_copy(&number, (const void *)address, sizeof number);
    return number;
}

static bool is_hook(uint64_t address)
{
    static const char prefix[] = "__tsan_";
    Dl_info info;

    return mz_code_at(address) == MZ_CODE_OURS &&
           dladdr((void *)address, &info) && info.dli_sname &&
           !mz_compare(info.dli_sname, prefix, sizeof prefix - 1);
}

/* Where the code leads that is, or may be, a jump or call through a pointer:
 * `second` is its second byte. 0: nowhere. */
static uint64_t through_pointer(uint64_t at, uint8_t second)
{
    const uint8_t *code = (const uint8_t *)at;
    uint64_t slot = at + JUMP_LENGTH + number_at(at + 2), to;

    return code[0] == 0xff && code[1] == second && slot % sizeof to == 0 &&
                   mz_fault_read(slot, &to)
               ? to
               : 0;
}

static uint64_t through_table(uint64_t entry)
{
    uint64_t to = 0;

    for (uint64_t at = entry; !to && at + JUMP_LENGTH <= entry + PLT_ENTRY;
         at++)
        to = through_pointer(at, JUMP);
    return to;
}

/* Any byte may seem to begin a call: what it seems to call must be code of the
 * same module. */
static bool calls_hook(uint64_t at, uint64_t pc)
{
    uint64_t to = at + CALL_LENGTH + number_at(at + 1);

    if (is_hook(through_pointer(at, CALL_POINTER)))
        return true;
    return *(const uint8_t *)at == CALL && mz_code_same_module(to, pc) &&
           mz_code_same_module(to + PLT_ENTRY, pc) &&
           is_hook(through_table(to));
}

bool mz_hooked_has(uint64_t pc)
{
    struct mz_function f;

    if (!mz_function_find(pc, &f))
        return true;
    for (uint64_t at = f.start; at + JUMP_LENGTH <= f.start + f.size; at++)
        if (calls_hook(at, pc))
            return true;
    return false;
}
