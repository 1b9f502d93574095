/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The entry that a std::filesystem::recursive_directory_iterator is at lies in
 * memory that only libstdc++ knows the way to. What moves the iterator writes
 * there.
 */
#include "runtime/libc_forward.h"
#include "runtime/plain.h"

/* What the names of its functions begin with; names are whole before the macros
 * of others take them. */
#define MEMBER(name) \
    _ZNSt10filesystem7__cxx1128recursive_directory_iterator##name
#define FORWARD(name, before) MZ_FORWARD(name, before)

/* operator*, and the size of what it returns. */
void *_ZNKSt10filesystem7__cxx1128recursive_directory_iteratordeEv(
    const void *iterator);
enum { ENTRY_SIZE = 48 };

static void entry_changes(struct mz_call *call, const struct mz_forward *row)
{
    const uint64_t *iterator = (const uint64_t *)call->arguments[0];
    void *entry;

    (void)row;
    if (!*iterator) /* it is at the end */
        return;
    entry = MZ_REAL(
        _ZNKSt10filesystem7__cxx1128recursive_directory_iteratordeEv)(iterator);
    mz_plain_write(entry, ENTRY_SIZE, (void *)call->caller);
}

FORWARD(MEMBER(ppEv), entry_changes)
FORWARD(MEMBER(9incrementERSt10error_code), entry_changes)
FORWARD(MEMBER(3popEv), entry_changes)
FORWARD(MEMBER(3popERSt10error_code), entry_changes)
