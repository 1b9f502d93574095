/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From addresses of a process that is gone to the terms of its source: code
 * addresses to call frames, data addresses to expressions, values to literals.
 *
 * Knows only the modules that the process had loaded, and trusts none of it:
 * a file that has vanished or makes no sense yields poorer names, never an
 * error. Whatever a lookup returns lives until mz_symbols_close. Everything is
 * read on first need; for one thread at a time.
 *
 *     symbols ── image (one ELF file) ── outline (who encloses whom in a unit)
 *        lines: address to frames          names: qualified names
 *        objects: address to variable      members: the way down into it
 *        values: bits to literals          sources: file names and their text
 *        allocation: types of heap blocks  locals: what frames hold
 *        expressions: by which variable    shortening: names of C++
 *        a frame reaches some bytes        memo: answers, once they are found
 */
#ifndef MZ_SYMBOLS_SYMBOLS_H
#define MZ_SYMBOLS_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mz_symbols;

struct mz_module {
    const char *path; /* absolute, the main program's too */
    uint64_t bias;    /* dlpi_addr: where it was, less where it was linked */
};

struct mz_frame {
    const char *function; /* `Class::method`, `qsort`, `libx.so+0x12`, `0x12` */
    const char *module;   /* its file without the folder, or NULL */
    const char *file;     /* as the user would write it, or NULL */
    unsigned line;        /* from 1; 0: not known */
    unsigned column;      /* likewise */
    bool is_of_system;    /* of a library in /lib or /usr/lib, which may have
                             any names of files */
};

/* The main program comes first. Copies the list. NULL: there is no memory. */
struct mz_symbols *mz_symbols_open(const struct mz_module *modules,
                                   size_t count);
void mz_symbols_close(struct mz_symbols *); /* may be NULL */

/* A file, relative to the current directory or absolute, as frames name it. */
const char *mz_symbols_file(struct mz_symbols *, const char *path);

/*
 * The frames at `pc`, the innermost first: the functions inlined there, then
 * the one they are inlined into. `pc` lies in the instruction meant, so for a
 * return address pass it less 1. Writes at least one frame (if `max` is not 0)
 * and returns how many.
 */
size_t mz_symbols_frames(struct mz_symbols *, uint64_t pc, struct mz_frame *out,
                         size_t max);

/* Where the function is defined whose first instruction is at `pc`: its name
 * there, rather than the line of the brace after it. False: none is known to
 * be. */
bool mz_symbols_function_at(struct mz_symbols *, uint64_t pc,
                            struct mz_frame *out);

/*
 * The `size` bytes at `address` as the source calls them: `queue[3].lock`,
 * `ns::Class::member`, `count in f` (static in f). What the library wraps
 * around a value is not shown: `x`, not `x._M_i`; a lock is one thing. Several
 * elements are `a[2..5]`, several bit-fields `s.{a,b}`, other parts `s+12`.
 * `size` 0 means whatever is there. Without debug information the ELF symbol,
 * then the module stands in. False, and `out` empty, for an address in none.
 */
bool mz_symbols_object(struct mz_symbols *, uint64_t address, unsigned size,
                       char *out, size_t out_size);

/*
 * The bits read from, or written to, that object as a literal of its type:
 * `-1`, `RED`, `true`, `97 'a'`, `0.5`, `NULL`, `&queue[3]`. False, and `out`
 * empty, if its type is not known or has no literals.
 */
bool mz_symbols_value(struct mz_symbols *, uint64_t address, unsigned size,
                      uint64_t bits, char *out, size_t out_size);

/* Some bytes of a heap block. */
struct mz_block_part {
    const uint64_t *callers; /* code addresses, in the call that allocated it
                                and in those around it, inner ones first */
    size_t caller_count;
    uint64_t block_size;
    uint64_t offset;
    unsigned size; /* 0: whatever is there */
};

/*
 * Likewise of heap blocks, whose type is guessed from the line that allocates
 * them: `[2].lock`, `count[3]`; empty for a block of one number. False: it is
 * not known.
 */
bool mz_symbols_member(struct mz_symbols *, const struct mz_block_part *,
                       char *out, size_t out_size);
bool mz_symbols_member_value(struct mz_symbols *, const struct mz_block_part *,
                             uint64_t bits, char *out, size_t out_size);

/* The type of the block, `struct node`, `int[5]`, and of a part of it. */
bool mz_symbols_block_type(struct mz_symbols *, const struct mz_block_part *,
                           char *out, size_t out_size);
bool mz_symbols_member_type(struct mz_symbols *, const struct mz_block_part *,
                            char *out, size_t out_size);

/* A frame of a call stack, in the midst of a call: what its function's local
 * variables are found by. */
struct mz_local_frame {
    uint64_t pc;  /* in the instruction that calls */
    uint64_t sp;  /* the stack in use begins there */
    uint64_t cfa; /* what it was before the function was called */
    uint64_t registers[16]; /* as DWARF numbers them; */
    uint32_t known;         /* a bit each: these are known */
};

/* A register of it, or 8 aligned bytes and which of them is meant. */
struct mz_local_place {
    bool is_register;
    unsigned reg; /* as DWARF numbers it */
    uint64_t address;
};

/*
 * The local variable that is there, or the part of it: `n in wait_for`. Of its
 * bits, which are among `bits`, the value is a literal of its type, or empty.
 * False: it is not known.
 */
bool mz_symbols_local(struct mz_symbols *, const struct mz_local_frame *,
                      const struct mz_local_place *, char *out,
                      size_t out_size);
bool mz_symbols_local_value(struct mz_symbols *, const struct mz_local_frame *,
                            const struct mz_local_place *, uint64_t bits,
                            char *out, size_t out_size);

/* A pointer in a heap block. */
struct mz_link {
    uint64_t address, value;
};

/* A place that holds the address `pointer`, and some bytes behind that; or
 * behind the last of pointers, each of which lies behind the one before. */
struct mz_pointed {
    const struct mz_local_frame *frame; /* NULL: the place is an address in a
                                           variable that is none of a frame */
    const struct mz_local_place *place;
    uint64_t pointer;
    const struct mz_link *links;
    unsigned link_count;
    uint64_t address;
    bool is_direct; /* only by a variable that is a pointer, no part of one */
    unsigned size; /* 0: whatever is there; MZ_ALL_OF_IT: the block that the
                      pointer is of, which it is called by: `q` */
};

#define MZ_ALL_OF_IT UINT32_MAX

/*
 * How the frame's variables reach those bytes: `q->tail`; with `is_full` also
 * of which function they are: `q->tail in enqueue`. Their bits as a literal of
 * their type; that type. False: it is not known.
 */
bool mz_symbols_reached(struct mz_symbols *, const struct mz_pointed *,
                        bool is_full, char *out, size_t out_size);
bool mz_symbols_reached_value(struct mz_symbols *, const struct mz_pointed *,
                              uint64_t bits, char *out, size_t out_size);
bool mz_symbols_reached_type(struct mz_symbols *, const struct mz_pointed *,
                             char *out, size_t out_size);

/* What of a thread-local variable of the main program some bytes are, at this
 * distance from the thread pointer; their bits as a literal of their type; and
 * what begins there, the variable rather than its first member. */
bool mz_symbols_thread_local(struct mz_symbols *, int64_t distance,
                             unsigned size, char *out, size_t out_size);
bool mz_symbols_thread_local_value(struct mz_symbols *, int64_t distance,
                                   unsigned size, uint64_t bits, char *out,
                                   size_t out_size);
bool mz_symbols_thread_local_part(struct mz_symbols *, int64_t distance,
                                  char *out, size_t out_size);

/* Adds the name of a C++ type, as std::type_info has it: `St9exception`. */
struct mz_phrase;
void mz_symbols_add_type_name(const char *mangled, struct mz_phrase *);

/* A line, from 1, of a file that mz_symbols_frames named; NULL if not there. */
const char *mz_symbols_source_line(struct mz_symbols *, const char *file,
                                   unsigned line);

#endif
