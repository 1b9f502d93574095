/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What compilers call in code with red zones (-fsanitize=address), where they
 * do not write the shadow themselves. The names are the interface between them
 * and AddressSanitizer's library, which is not linked.
 */
#include <unwind.h>

#include "runtime/forked.h"
#include "runtime/unwind.h"
#include "runtime/zones.h"

enum { ARRAY_ZONE = 32 }; /* bytes before and after an array */

/* ---- accesses ------------------------------------------------------------ */

/* Whoever calls has its frame from there on. */
#define CALLERS_STACK ((uint64_t)__builtin_dwarf_cfa())

static inline void check(uint64_t address, size_t size, enum mz_action action,
                         uint64_t pc, uint64_t stack)
{
    if (!mz_rt.zoned || !(mz_rt.active || mz_forked))
        return;
    if (MZ_UNLIKELY(address < stack))
        mz_zones_below(address, size, action, pc, stack);
    mz_zones_look(address, size, action, pc);
}

#define CHECK(address, size, action) \
    check(address, size, action, MZ_PC, CALLERS_STACK)

/*
 * What these find is known: gcc, which has put a variable into a register,
 * calls one of them where it has seen a use of it after its scope. The address
 * is that of another variable.
 */
static void report(uint64_t address, size_t size, enum mz_action action,
                   uint64_t pc)
{
    (void)address;
    if (mz_rt.supervised)
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_SCOPE_ENDED,
                                     .action = action,
                                     .pc = pc,
                                     .numbers = {size}});
}

#define REPORT(address, size, action) report(address, size, action, MZ_PC)

/* What `call` does with each access. */
#define OF_SIZE_AS(call, name, size, action) \
    MZ_EXPORT void name(uint64_t address);   \
    MZ_EXPORT void name(uint64_t address)    \
    {                                        \
        call(address, size, action);         \
    }

#define OF_RANGE_AS(call, name, action)                 \
    MZ_EXPORT void name(uint64_t address, size_t size); \
    MZ_EXPORT void name(uint64_t address, size_t size)  \
    {                                                   \
        call(address, size, action);                    \
    }

/* The second name is that with -fsanitize-recover: an error ends the execution
 * all the same. */
#define OF_SIZE(call, name, size, action)       \
    OF_SIZE_AS(call, name##size, size, action)  \
    OF_SIZE_AS(call, name##size##_noabort, size, action)

#define OF_RANGE(call, name, action)  \
    OF_RANGE_AS(call, name, action)   \
    OF_RANGE_AS(call, name##_noabort, action)

#define OF_EACH_SIZE(call, name, action) \
    OF_SIZE(call, name, 1, action)       \
    OF_SIZE(call, name, 2, action)       \
    OF_SIZE(call, name, 4, action)       \
    OF_SIZE(call, name, 8, action)       \
    OF_SIZE(call, name, 16, action)

OF_EACH_SIZE(CHECK, __asan_load, MZ_ACTION_READ)
OF_EACH_SIZE(CHECK, __asan_store, MZ_ACTION_WRITE)
OF_RANGE(CHECK, __asan_loadN, MZ_ACTION_READ)
OF_RANGE(CHECK, __asan_storeN, MZ_ACTION_WRITE)
OF_EACH_SIZE(REPORT, __asan_report_load, MZ_ACTION_READ)
OF_EACH_SIZE(REPORT, __asan_report_store, MZ_ACTION_WRITE)
OF_RANGE(REPORT, __asan_report_load_n, MZ_ACTION_READ)
OF_RANGE(REPORT, __asan_report_store_n, MZ_ACTION_WRITE)

/* ---- units --------------------------------------------------------------- */

MZ_EXPORT void __asan_init(void);
MZ_EXPORT void __asan_init(void)
{
    mz_zones_begin();
}

MZ_EXPORT void __asan_version_mismatch_check_v8(void);
MZ_EXPORT void __asan_version_mismatch_check_v8(void)
{
}

/* ---- globals ------------------------------------------------------------- */

static void lay(uint64_t start, uint64_t size, uint8_t value)
{
    mz_fill(mz_zone_shadow(start), value, size / MZ_ZONE_GRANULE);
}

static uint64_t down(uint64_t address)
{
    return address & -(uint64_t)MZ_ZONE_GRANULE;
}

static uint64_t up(uint64_t address)
{
    return down(address + MZ_ZONE_GRANULE - 1);
}

/* From `start` on, with what is left of its granule, up to `end`. */
static void lay_after(uint64_t start, uint64_t end, uint8_t value)
{
    if (start % MZ_ZONE_GRANULE)
        *mz_zone_shadow(start) = start % MZ_ZONE_GRANULE;
    lay(up(start), end - up(start), value);
}

/* Constructors come before main. */
MZ_EXPORT void __asan_register_globals(const struct mz_zoned_global *,
                                       uint64_t count);
MZ_EXPORT void __asan_register_globals(const struct mz_zoned_global *globals,
                                       uint64_t count)
{
    mz_zones_begin();
    for (uint64_t i = 0; i < count; i++)
        lay_after(globals[i].start + globals[i].size,
                  globals[i].start + globals[i].size_with_zone,
                  MZ_ZONE_GLOBAL);
    mz_zones_add(globals, count);
}

/* Our plugins leave out the destructors that call it: see mz_zones_unload. */
MZ_EXPORT void __asan_unregister_globals(const struct mz_zoned_global *,
                                         uint64_t count);
MZ_EXPORT void __asan_unregister_globals(const struct mz_zoned_global *globals,
                                         uint64_t count)
{
    (void)globals, (void)count;
}

/* Whether globals are used before they are initialised is not looked for. */
MZ_EXPORT void __asan_before_dynamic_init(const char *unit);
MZ_EXPORT void __asan_before_dynamic_init(const char *unit)
{
    (void)unit;
}

MZ_EXPORT void __asan_after_dynamic_init(void);
MZ_EXPORT void __asan_after_dynamic_init(void)
{
}

/* ---- variables of frames ------------------------------------------------- */

MZ_EXPORT void __asan_poison_stack_memory(uint64_t start, uint64_t size);
MZ_EXPORT void __asan_poison_stack_memory(uint64_t start, uint64_t size)
{
    lay(start, up(size), MZ_ZONE_ENDED);
}

MZ_EXPORT void __asan_unpoison_stack_memory(uint64_t start, uint64_t size);
MZ_EXPORT void __asan_unpoison_stack_memory(uint64_t start, uint64_t size)
{
    lay(start, down(size), 0);
    if (size % MZ_ZONE_GRANULE)
        *mz_zone_shadow(start + size) = size % MZ_ZONE_GRANULE;
}

/* clang sets bytes of the shadow so, which are many. */
#define SET_SHADOW(value)                                               \
    MZ_EXPORT void __asan_set_shadow_##value(void *, uint64_t size);    \
    MZ_EXPORT void __asan_set_shadow_##value(void *at, uint64_t size)   \
    {                                                                   \
        mz_fill(at, 0x##value, size);                                   \
    }

SET_SHADOW(00)
SET_SHADOW(f1)
SET_SHADOW(f2)
SET_SHADOW(f3)
SET_SHADOW(f5)
SET_SHADOW(f8)

MZ_EXPORT void __asan_alloca_poison(uint64_t start, uint64_t size);
MZ_EXPORT void __asan_alloca_poison(uint64_t start, uint64_t size)
{
    uint64_t end = start + size;
    uint64_t whole = (end + ARRAY_ZONE - 1) & -(uint64_t)ARRAY_ZONE;

    lay(start - ARRAY_ZONE, ARRAY_ZONE, MZ_ZONE_ARRAY_LEFT);
    lay_after(end, whole + ARRAY_ZONE, MZ_ZONE_ARRAY_RIGHT);
}

/* Arrays from the latest one up to what was there before. */
MZ_EXPORT void __asan_allocas_unpoison(uint64_t start, uint64_t end);
MZ_EXPORT void __asan_allocas_unpoison(uint64_t start, uint64_t end)
{
    if (start && start < end)
        lay(start, end - start, 0);
}

/* ---- frames that are left ------------------------------------------------ */

/* It is not known yet which frames are left. */
MZ_EXPORT void __asan_handle_no_return(void);
MZ_EXPORT void __asan_handle_no_return(void)
{
}

/*
 * The unwinder goes on in a frame after the frame's personality routine has set
 * where; routines do it for no other reason. (We do not answer for the routines
 * themselves: a program refers to them, and would be linked without the library
 * that has them.) The real one is looked up without a word to anybody: that is
 * no effect of the program's.
 */
MZ_EXPORT void mz_unwind_set_ip(struct _Unwind_Context *, _Unwind_Ptr);
MZ_EXPORT void mz_unwind_set_ip(struct _Unwind_Context *context, _Unwind_Ptr ip)
{
    static __typeof__(&_Unwind_SetIP) real_;

    if (MZ_UNLIKELY(!real_))
        real_ = (__typeof__(&_Unwind_SetIP))mz_real("_Unwind_SetIP");
    if (mz_rt.zoned && (mz_rt.active || mz_forked))
        mz_zones_left(mz_unwind_stack_pointer(context));
    real_(context, ip);
}

/* Our own copy of libgcc has that name, too; not this version (libmazurka.map),
 * which the libraries of languages ask for. */
__asm__(".symver mz_unwind_set_ip, _Unwind_SetIP@GCC_3.0");
