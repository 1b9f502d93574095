/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the program has libc read and write is announced as if the program did
 * it itself, as the table of accesses (libc_table.h) says: to the heap, to the
 * race detector, or, with --plain=interleave, as one visible operation.
 *
 * Where all that counts is what an execution does (--plain=check), what is only
 * known when the function has returned is announced then. A visible operation
 * needs to be announced before it is done; then the most that it may be counts.
 */
#ifndef MZ_RUNTIME_LIBC_ANNOUNCE_H
#define MZ_RUNTIME_LIBC_ANNOUNCE_H

#include <stdio.h>
#include <wchar.h>

#include "runtime/descriptor.h"
#include "runtime/libc_forward.h"
#include "runtime/libc_rules.h"

/* True: mz_announce_after must follow, and *real may have become the variant of
 * the function that takes a va_list. */
bool mz_announce_before(struct mz_call *, struct mz_forward *, void **real);
void mz_announce_after(struct mz_call *, struct mz_forward *);

/* In its place, where an exception leaves the function. */
void mz_announce_left(struct mz_call *, struct mz_forward *);

/*
 * For functions that are not forwarded but written out, when the program calls
 * (MZ_PROGRAM_CALLS): the first before the accesses; the other after them,
 * where there are rules that need the result.
 *
 *     MZ_ANNOUNCE(epoll_wait, fd, events, most, timeout);
 *     ...
 *     MZ_ANNOUNCE_RESULT(epoll_wait, ready, fd, events, most, timeout);
 */
#define MZ_ANNOUNCE(name, ...)                             \
    mz_announce(MZ_ANNOUNCED_ROW(name),                    \
                MZ_ANNOUNCED(__VA_ARGS__, 0, 0, 0, 0, 0, 0), MZ_PC)
#define MZ_ANNOUNCE_RESULT(name, result, ...)              \
    mz_announce_result(MZ_ANNOUNCED_ROW(name),             \
                       MZ_ANNOUNCED(__VA_ARGS__, 0, 0, 0, 0, 0, 0), MZ_PC, \
                       (uint64_t)(result))

/* The same of a call that has filled memory; its size, at an argument, was
 * `given` before. */
#define MZ_ANNOUNCE_FILLED(name, result, argument, given, ...)              \
    mz_announce_filled(MZ_ANNOUNCED_ROW(name),                              \
                       MZ_ANNOUNCED(__VA_ARGS__, 0, 0, 0, 0, 0, 0), MZ_PC,  \
                       (uint64_t)(result), argument, given)

/* The same of a call by a descriptor, with its turn. False: there is none. */
#define MZ_ANNOUNCE_IO(name, io, ...)                         \
    mz_announce_io(MZ_ANNOUNCED_ROW(name), io,                \
                   MZ_ANNOUNCED(__VA_ARGS__, 0, 0, 0, 0, 0, 0), MZ_PC)
bool mz_announce_io(struct mz_forward *, struct mz_io *,
                    const uint64_t arguments[6], uint64_t pc);

/* The same of a call by a path, with its turn. (What libc returns of its own
 * state is added to it by MZ_ANNOUNCE_RESULT.) */
#define MZ_ANNOUNCE_PATH(name, path, ...)                     \
    mz_announce_path(MZ_ANNOUNCED_ROW(name), path,            \
                     MZ_ANNOUNCED(__VA_ARGS__, 0, 0, 0, 0, 0, 0), MZ_PC)
void mz_announce_path(struct mz_forward *, const struct mz_io_path *,
                      const uint64_t arguments[6], uint64_t pc);
void mz_announce(struct mz_forward *, const uint64_t arguments[6], uint64_t pc);

/* The same, once more, of a call that has done something: it is not cancelled
 * any more. */
void mz_announce_rest(struct mz_forward *, const uint64_t arguments[6],
                      uint64_t pc);
void mz_announce_result(struct mz_forward *, const uint64_t arguments[6],
                        uint64_t pc, uint64_t result);
void mz_announce_filled(struct mz_forward *, const uint64_t arguments[6],
                        uint64_t pc, uint64_t result, unsigned argument,
                        uint64_t given);

#define MZ_ANNOUNCED(a, b, c, d, e, f, ...)                      \
    (const uint64_t[]){(uint64_t)(a), (uint64_t)(b), (uint64_t)(c), \
                       (uint64_t)(d), (uint64_t)(e), (uint64_t)(f)}
#define MZ_ANNOUNCED_ROW(name_)                            \
    ({                                                     \
        extern const struct mz_accesses mz_accesses_##name_ \
            __attribute__((visibility("hidden")));         \
        static struct mz_forward row_ = {                  \
            .name = #name_, .accesses = &mz_accesses_##name_}; \
        &row_;                                             \
    })

/* ---- for the rules that are written in C -------------------------------- */

/* A call whose accesses are being announced. */
struct mz_announcement {
    struct mz_call *call;
    struct mz_forward *row;
    bool is_after;      /* the function has returned */
    bool is_of_program; /* called by the program itself, no system library */
    bool is_counting;   /* nothing is announced yet, only counted */
    bool is_audit;      /* only the audit is told: of the most it may be */
    unsigned count;
};

/* `size` bytes; nothing where they cannot be of interest. */
void mz_announce_read(struct mz_announcement *, uint64_t, uint64_t size);
void mz_announce_write(struct mz_announcement *, uint64_t, uint64_t size);

/* As many bytes as may be written: no more of a heap block than there is. */
void mz_announce_at_most(struct mz_announcement *, uint64_t, uint64_t size);

/* The bytes of a text with its end, in characters of `width` bytes; no more
 * than `most` bytes. Fails if the program may not read there. */
uint64_t mz_announce_length(struct mz_announcement *, uint64_t text,
                            unsigned width, uint64_t most);

/* libc_states.c: a FILE, or what else one thread at a time may use. */
void mz_states_announce(struct mz_announcement *, const struct mz_rule *);
FILE *mz_states_stream(const struct mz_announcement *, unsigned argument);
/* A call is about to use the buffer that the program has given the stream. */
void mz_states_use_buffer(struct mz_announcement *, const FILE *);

void mz_states_random(struct mz_announcement *, const struct mz_rule *);

/* libstdcxx_streams.c */
void mz_streams_announce(struct mz_announcement *, const struct mz_rule *);
bool mz_libstdcxx_streams_have(uint64_t address); /* the standard ones */

/* Before and after a function that uses a standard stream: it may change its
 * state, which others may ask for. False: it uses none. And where that function
 * reads from stdin, after which it may do so. */
bool mz_streams_begin(const struct mz_announcement *);
void mz_streams_end(const struct mz_announcement *);
void mz_streams_input(struct mz_announcement *);

/* libc_formats.c */
void mz_formats_print(struct mz_announcement *, const struct mz_rule *);
void mz_formats_scan(struct mz_announcement *, const struct mz_rule *);

/* libc_texts.c */
void mz_texts_number(struct mz_announcement *, const struct mz_rule *);
void mz_texts_compare(struct mz_announcement *, const struct mz_rule *);
void mz_texts_strsep(struct mz_announcement *, const struct mz_rule *);
void mz_texts_strtok_r(struct mz_announcement *, const struct mz_rule *);
void mz_texts_strtok(struct mz_announcement *, const struct mz_rule *);
void mz_texts_append(struct mz_announcement *, const struct mz_rule *);
uint64_t mz_texts_find(struct mz_announcement *, uint64_t text, uint64_t byte,
                       uint64_t most, bool or_end);
size_t mz_texts_length(const char *, size_t most);
size_t mz_texts_wide_length(const wchar_t *, size_t most);
uint64_t mz_texts_span(struct mz_announcement *, uint64_t text, uint64_t set,
                       bool inside);

/* libc_vectors.c: lists of buffers, so many. */
void mz_vectors_announce(struct mz_announcement *, const struct mz_rule *,
                         uint64_t address, uint64_t count);

#endif
