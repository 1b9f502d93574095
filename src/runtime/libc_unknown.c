/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of libc and libstdc++ that the program calls and that nothing is
 * known of: they have no row in the table of accesses, none of their own files,
 * and are not among those that read and write nothing of the program's. What
 * they do is not seen, and the verdict says so.
 *
 * They are found among what the program and its own libraries refer to: what is
 * known of is libmazurka.so's, what is not leads straight into libc or
 * libstdc++. Those that it asks for by dlsym are judged then (libc_loader.c).
 */
#define _GNU_SOURCE
#include "runtime/libc_unknown.h"
#include "base/text.h"

#include <dlfcn.h>
#include <link.h>

#include "runtime/cancel.h"
#include "runtime/libc_family.h"
#include "runtime/libc_loader.h"
#include "runtime/libc_owners.h"
#include "runtime/libc_timezone.h"
#include "runtime/libstdcxx_known.h"

/* clang-format off */

/* What they access is libc's own, or their arguments are no pointers, or (as
 * for free) others tell what they do. */
#define HARMLESS(X)                                                           \
    X(__ctype_b_loc) X(__ctype_tolower_loc) X(__ctype_toupper_loc)            \
    X(__ctype_get_mb_cur_max) X(__errno_location) X(__h_errno_location)       \
    X(__libc_current_sigrtmin) X(__libc_current_sigrtmax) X(__fdelt_chk)      \
    X(__fdelt_warn) X(__tls_get_addr) X(__sched_cpualloc)                     \
    X(__sched_cpufree)                                                        \
    X(__isinf) X(__isinff) X(__isinfl) X(__isnan) X(__isnanf) X(__isnanl)     \
    X(__finite) X(__finitef) X(__finitel) X(__signbit) X(__signbitf)          \
    X(__signbitl) X(isinf) X(isinff) X(isinfl) X(isnan) X(isnanf) X(isnanl)   \
    X(finite) X(finitef) X(finitel) X(copysign) X(copysignf) X(copysignl)     \
    X(ldexp) X(ldexpf) X(ldexpl) X(scalbn) X(scalbnf) X(scalbnl)              \
    X(abs) X(labs) X(llabs) X(imaxabs) X(div) X(ldiv) X(lldiv) X(imaxdiv)     \
    X(ffs) X(ffsl) X(ffsll) X(difftime)                                       \
    X(isalnum) X(isalpha) X(isascii) X(isblank) X(iscntrl) X(isdigit)         \
    X(isgraph) X(islower) X(isprint) X(ispunct) X(isspace) X(isupper)         \
    X(isxdigit) X(tolower) X(toupper) X(toascii) X(_tolower) X(_toupper)      \
    X(isalnum_l) X(isalpha_l) X(isblank_l) X(iscntrl_l) X(isdigit_l)          \
    X(isgraph_l) X(islower_l) X(isprint_l) X(ispunct_l) X(isspace_l)          \
    X(isupper_l) X(isxdigit_l) X(tolower_l) X(toupper_l)                      \
    X(iswalnum) X(iswalpha) X(iswblank) X(iswcntrl) X(iswdigit)               \
    X(iswgraph) X(iswlower) X(iswprint) X(iswpunct) X(iswspace)               \
    X(iswupper) X(iswxdigit) X(iswctype) X(towlower) X(towupper)              \
    X(towctrans) X(btowc) X(wctob) X(wcwidth)                                 \
    X(htonl) X(htons) X(ntohl) X(ntohs)                                       \
    X(bsearch)                                                                \
    X(getpagesize) X(getauxval) X(getuid) X(geteuid)         \
    X(getgid) X(getegid) X(getpgid) X(getpgrp) X(getsid)       \
    X(sync) X(fchmod) X(fchown) X(ftruncate) X(ftruncate64) X(fallocate)      \
    X(fallocate64) X(posix_fallocate) X(posix_fallocate64) X(flock) X(lockf)  \
    X(lockf64) X(eventfd_write)                                               \
    X(mallopt) X(malloc_trim) X(mallinfo) X(mallinfo2) X(malloc_stats)        \
    X(dl_iterate_phdr)                                                        \
    X(_dl_find_object)                                                        \
    X(freelocale) X(duplocale) X(uselocale) X(catclose)                       \
    X(freeaddrinfo) X(freeifaddrs) X(if_freenameindex) X(if_nameindex)        \
    X(gnu_get_libc_version) X(gnu_get_libc_release) X(gai_strerror)           \
    X(hstrerror) X(strerrorname_np) X(strerrordesc_np)                        \
    X(sigabbrev_np) X(sigdescr_np) X(gnu_dev_major)                           \
    X(gnu_dev_minor) X(gnu_dev_makedev) X(gethostid)                          \
    X(__freadable) X(__fwritable)                                             \
    X(sched_get_priority_max) X(sched_get_priority_min)                       \
    X(pthread_self) X(pthread_equal) X(pthread_yield) X(pthread_atfork)       \
    X(thrd_current) X(thrd_equal)                                             \
    X(__libc_start_main) X(__cxa_finalize)                                    \
    X(__cyg_profile_func_enter) X(__cyg_profile_func_exit)                    \
    X(__pthread_cleanup_routine) X(__libc_single_threaded)

/* clang-format on */

static bool is_harmless(const char *name)
{
#define X(known) #known,
    static const char *const names[] = {HARMLESS(X)};
#undef X

    for (unsigned i = 0; i < MZ_COUNT(names); i++)
        if (mz_text_equals(names[i], name))
            return true;
    return false;
}

static void note(const char *name, const char *library, uint64_t address)
{
    struct mz_unseen item = {
        .kind = MZ_UNSEEN_FUNCTION,
        .reason = MZ_UNSEEN_UNKNOWN_ACCESSES,
        .library = address,
    };

    mz_format(item.name, sizeof item.name, "%s", name);
    mz_format(item.detail, sizeof item.detail, "%s", library);
    mz_unseen_note(&mz_rt.region->unseen, &item);
}

/* ---- what a module refers to --------------------------------------------- */

struct module {
    uint64_t bias;
    const ElfW(Sym) *symbols;
    const char *names;
    const ElfW(Rela) *tables[2];
    uint64_t sizes[2]; /* bytes */
};

static void read_dynamic(struct module *m, const ElfW(Dyn) *d)
{
    for (; d->d_tag != DT_NULL; d++) {
        uint64_t value = d->d_un.d_val;

        /* The dynamic linker has made addresses of them. */
        if (d->d_tag == DT_SYMTAB)
            m->symbols = (const void *)value;
        else if (d->d_tag == DT_STRTAB)
            m->names = (const void *)value;
        else if (d->d_tag == DT_JMPREL)
            m->tables[0] = (const void *)value;
        else if (d->d_tag == DT_PLTRELSZ)
            m->sizes[0] = value;
        else if (d->d_tag == DT_RELA)
            m->tables[1] = (const void *)value;
        else if (d->d_tag == DT_RELASZ)
            m->sizes[1] = value;
    }
}

/* A table of libstdc++ that nobody writes to, and that is not the way to any
 * function? Those of virtual functions are no constants before relocation. */
static bool is_table(uint64_t address)
{
    return mz_owners_constant(address) && !mz_owners_code(address);
}

void mz_libc_unknown_judge(const char *name, uint64_t address)
{
    if (mz_owners_libc_code(address) && !is_harmless(name))
        note(name, "libc", address);
    else if (mz_owners_libstdcxx(address) && !is_table(address) &&
             !mz_libstdcxx_knows(name))
        note(name, "libstdc++", address);
}

/* A variable, or a table of virtual functions, of which the program has the
 * only copy: whose was it? */
static void judge_copied(const char *name)
{
    void *library;

    if (!mz_text_begins(name, "_Z") || mz_libstdcxx_knows(name))
        return;
    library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (library)
        mz_libc_unknown_judge(name, (uint64_t)dlsym(library, name));
}

static void look_at(const struct module *m, const ElfW(Rela) *r)
{
    const ElfW(Sym) *symbol = &m->symbols[ELF64_R_SYM(r->r_info)];
    unsigned type = ELF64_R_TYPE(r->r_info);
    const char *name = m->names + symbol->st_name;

    if (MZ_RELOCATES_COPY(type))
        judge_copied(name);
    else if (MZ_RELOCATES_ADDRESS(type) && symbol->st_shndx == SHN_UNDEF)
        mz_libc_unknown_judge(name, *(const uint64_t *)(m->bias + r->r_offset));
    mz_timezone_note_variable(name);
    if (mz_text_equals(name, "pthread_cancel"))
        mz_cancel_note_call();
    if (mz_text_equals(name, "dlopen"))
        mz_libc_loader_note_call();
}

static void look_through(const struct dl_phdr_info *info)
{
    struct module m = {.bias = info->dlpi_addr};

    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            read_dynamic(&m, (const void *)(m.bias +
                                            info->dlpi_phdr[i].p_vaddr));
    if (!m.symbols || !m.names)
        return;
    for (int t = 0; t < 2; t++) {
        uint64_t count = m.tables[t] ? m.sizes[t] / sizeof *m.tables[t] : 0;

        for (uint64_t i = 0; i < count; i++)
            look_at(&m, &m.tables[t][i]);
    }
}

void mz_libc_unknown_snapshot(void)
{
    mz_modules_own(look_through);
}
