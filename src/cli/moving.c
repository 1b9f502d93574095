/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* mremap, pread */
#include "cli/moving.h"

#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arch/arch.h"
#include "arch/traced.h"
#include "base/base.h"

/* Without randomisation: a program that may lie anywhere, of no alignment, and
 * the end of the loader; where programs are that may. */
#define PROGRAM 0x555555554000u
#define LOADER_END 0x7ffff7fff000u
#define FIRST_PROGRAM 0x550000000000u
#define LAST_PROGRAM 0x570000000000u

enum { MOST_RANGES = 64, MOST_HEADERS = 64, MOST_WORDS = 1 << 20 };

struct range {
    uint64_t start, end;
    uint64_t delta; /* it is to be moved by that */
    char path[512]; /* empty: it has none */
};

struct moving {
    pid_t child;
    int memory; /* of the child: /proc/.../mem */
    mz_traced at_exec;
    uint64_t vector; /* where the kernel says what it has mapped */
    uint64_t headers, loader; /* an address of the program, of the loader */
    bool is_in_the_way;       /* something, of where they are to be */
    uint32_t count;
    struct range ranges[MOST_RANGES];
};

static bool read_word(const struct moving *m, uint64_t at, uint64_t *word)
{
    return pread(m->memory, word, sizeof *word, (off_t)at) == sizeof *word;
}

static bool write_word(const struct moving *m, uint64_t at, uint64_t word)
{
    return pwrite(m->memory, &word, sizeof word, (off_t)at) == sizeof word;
}

/* ---- what there is ------------------------------------------------------- */

/* Behind the arguments and the environment. */
static bool find_vector(struct moving *m)
{
    uint64_t at = mz_traced_sp(&m->at_exec) + sizeof(uint64_t), word;
    unsigned ends = 0;

    for (unsigned i = 0; i < MOST_WORDS && ends < 2; i++) {
        if (!read_word(m, at, &word))
            return false;
        ends += !word;
        at += sizeof word;
    }
    m->vector = at;
    return ends == 2;
}

/* Where in the vector the value is of that type. 0: it has none. */
static uint64_t place_of(const struct moving *m, uint64_t type)
{
    uint64_t at = m->vector, found;

    while (read_word(m, at, &found) && found != AT_NULL) {
        if (found == type)
            return at + sizeof found;
        at += 2 * sizeof found;
    }
    return 0;
}

static bool know(const struct moving *m, uint64_t type, uint64_t *value)
{
    uint64_t at = place_of(m, type);

    return at && read_word(m, at, value);
}

static bool read_ranges(struct moving *m)
{
    char path[64], line[1024];
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/maps", m->child);
    file = fopen(path, "re");
    if (!file)
        return false;
    while (m->count < MOST_RANGES && fgets(line, sizeof line, file)) {
        struct range *r = &m->ranges[m->count];

        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %*s %*s %*s %511[^\n]",
                   &r->start, &r->end, r->path) >= 2)
            m->count++;
    }
    fclose(file);
    return m->count < MOST_RANGES;
}

static struct range *range_of(struct moving *m, uint64_t address)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (m->ranges[i].start <= address && address < m->ranges[i].end)
            return &m->ranges[i];
    return NULL;
}

/* Of the file at that address, and the zeros behind it: from the first to the
 * last. False: there is none. */
static bool find_file(struct moving *m, uint64_t address, struct range **first,
                      struct range **last)
{
    struct range *r = range_of(m, address), *end = m->ranges + m->count;

    if (!r || r->path[0] != '/')
        return false;
    *first = *last = r;
    while (*first > m->ranges && !strcmp((*first)[-1].path, r->path))
        --*first;
    while (*last + 1 < end && (!strcmp((*last)[1].path, r->path) ||
                               (!(*last)[1].path[0] &&
                                (*last)[1].start == (*last)->end)))
        ++*last;
    return true;
}

/* ---- where it is to be --------------------------------------------------- */

static uint64_t alignment_of_program(const struct moving *m)
{
    uint64_t at = m->headers, count, most = MZ_PAGE;
    Elf64_Phdr header;

    if (!know(m, AT_PHNUM, &count) || count > MOST_HEADERS)
        return 0;
    for (; count--; at += sizeof header) {
        if (pread(m->memory, &header, sizeof header, (off_t)at) !=
            sizeof header)
            return 0;
        if (header.p_type == PT_LOAD && header.p_align > most)
            most = header.p_align;
    }
    return most;
}

/* Is nothing there but what is to be moved? */
static bool is_free(const struct moving *m, uint64_t start, uint64_t end)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (m->ranges[i].start < end && start < m->ranges[i].end)
            return false;
    return true;
}

/* False: something is in the way. */
static bool plan(struct moving *m, struct range *first, struct range *last,
                 uint64_t start)
{
    uint64_t delta = start - first->start;

    m->is_in_the_way = delta && !is_free(m, start, last->end + delta);
    if (m->is_in_the_way)
        return false;
    for (struct range *r = first; r <= last; r++)
        r->delta = delta;
    return true;
}

static bool plan_loader(struct moving *m)
{
    struct range *first, *last;

    return find_file(m, m->loader, &first, &last) &&
           plan(m, first, last, LOADER_END - (last->end - first->start));
}

static bool plan_program(struct moving *m)
{
    uint64_t alignment = alignment_of_program(m);
    struct range *first, *last;

    if (!alignment || !find_file(m, m->headers, &first, &last))
        return false;
    return first->start < FIRST_PROGRAM || first->start >= LAST_PROGRAM ||
           plan(m, first, last, PROGRAM & -alignment);
}

/* ---- moving -------------------------------------------------------------- */

static bool step(const struct moving *m)
{
    int status;

    return !ptrace(PTRACE_SINGLESTEP, m->child, NULL, NULL) &&
           waitpid(m->child, &status, __WALL) == m->child &&
           WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP;
}

/* By a call of its own, for which `pc` has the instruction. */
static bool move(const struct moving *m, const struct range *r, uint64_t pc)
{
    mz_traced t = m->at_exec;
    uint64_t to = r->start + r->delta;

    mz_traced_prepare(&t, pc, SYS_mremap);
    *mz_traced_argument(&t, 0) = r->start;
    *mz_traced_argument(&t, 1) = *mz_traced_argument(&t, 2) = r->end - r->start;
    *mz_traced_argument(&t, 3) = MREMAP_MAYMOVE | MREMAP_FIXED;
    *mz_traced_argument(&t, 4) = to;
    return mz_traced_store(&t, m->child) && step(m) &&
           mz_traced_load(&t, m->child) &&
           (uint64_t)mz_traced_result(&t) == to;
}

/* What holds the instruction last. */
static bool move_all(struct moving *m, struct range *here, uint64_t pc)
{
    uint64_t word, at = pc + here->delta;

    if (!read_word(m, pc, &word) ||
        !write_word(m, pc, mz_traced_with_call(word)))
        return false;
    for (uint32_t i = 0; i < m->count; i++)
        if (m->ranges[i].delta && &m->ranges[i] != here &&
            !move(m, &m->ranges[i], pc))
            return false;
    if (here->delta && !move(m, here, pc))
        return false;
    mz_traced_set_pc(&m->at_exec, at);
    return write_word(m, at, word) && mz_traced_store(&m->at_exec, m->child);
}

static bool correct(const struct moving *m, uint64_t type, uint64_t delta)
{
    uint64_t at = place_of(m, type), value;

    return at && read_word(m, at, &value) && write_word(m, at, value + delta);
}

static void move_where_it_is_free(struct moving *m)
{
    uint64_t pc = mz_traced_pc(&m->at_exec), by_program, by_loader;
    struct range *here;

    if (!find_vector(m) || !know(m, AT_PHDR, &m->headers) ||
        !know(m, AT_BASE, &m->loader) || !read_ranges(m) ||
        !plan_loader(m) || !plan_program(m))
        return;
    here = range_of(m, pc);
    by_program = range_of(m, m->headers)->delta;
    by_loader = range_of(m, m->loader)->delta;
    if (!here || (!by_program && !by_loader))
        return;
    if (!correct(m, AT_PHDR, by_program) || !correct(m, AT_ENTRY, by_program) ||
        !correct(m, AT_BASE, by_loader) || !move_all(m, here, pc))
        kill(m->child, SIGKILL); /* one half of it is elsewhere */
}

bool mz_moving_move(pid_t child)
{
    static struct moving m;
    char path[64];

    m = (struct moving){.child = child};
    snprintf(path, sizeof path, "/proc/%d/mem", child);
    m.memory = open(path, O_RDWR | O_CLOEXEC);
    if (m.memory < 0)
        return true;
    if (mz_traced_load(&m.at_exec, child))
        move_where_it_is_free(&m);
    close(m.memory);
    return !m.is_in_the_way;
}
