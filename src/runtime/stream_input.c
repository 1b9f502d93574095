/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/stream_input.h"

#include <unistd.h>

#include "base/text.h"
#include "runtime/bytes.h"
#include "runtime/libc_family.h"
#include "runtime/runtime.h"

enum { AT_END = 0x10, IN_BACKUP = 0x100 }; /* flags of a FILE, glibc's */

/* Arguments: of a line, its size; of pieces, size and number; of what a
 * character ends, that character. */
enum shape { LINE, PIECES, DELIMITED, WHOLE_LINE, WORD };

static const struct {
    const char *function;
    uint8_t shape, first;
} inputs[] = {
    {"fgets", LINE, 1},
    {"fgets_unlocked", LINE, 1},
    {"__fgets_chk", LINE, 2},
    {"__fgets_unlocked_chk", LINE, 2},
    {"fread", PIECES, 1},
    {"fread_unlocked", PIECES, 1},
    {"__fread_chk", PIECES, 2},
    {"__fread_unlocked_chk", PIECES, 2},
    {"getline", WHOLE_LINE, 0},
    {"getdelim", DELIMITED, 2},
    {"__getdelim", DELIMITED, 2},
    {"getw", WORD, 0},
};

static struct mz_wanted wanted_by(enum shape shape, const uint64_t *a)
{
    switch (shape) {
    case LINE:
        return (struct mz_wanted){(int)*a > 1 ? (int)*a - 1 : 0, '\n'};
    case PIECES:
        return (struct mz_wanted){a[0] * a[1], EOF};
    case DELIMITED:
        return (struct mz_wanted){UINT64_MAX, (unsigned char)*a};
    case WHOLE_LINE:
        return (struct mz_wanted){UINT64_MAX, '\n'};
    case WORD:
        break;
    }
    return (struct mz_wanted){sizeof(int), EOF};
}

struct mz_wanted mz_input_wanted(const char *function,
                                 const uint64_t *arguments)
{
    for (unsigned i = 0; i < MZ_COUNT(inputs); i++)
        if (mz_text_equals(function, inputs[i].function))
            return wanted_by(inputs[i].shape, arguments + inputs[i].first);
    return (struct mz_wanted){1, EOF};
}

bool mz_input_is_there(const FILE *stream, struct mz_wanted wanted)
{
    const char *from = stream->_IO_read_ptr;
    uint64_t count = stream->_IO_read_end - from;

    if (stream->_flags & (AT_END | IN_BACKUP) || stream->_mode > 0)
        return true;
    return count >= wanted.bytes ||
           (wanted.last != EOF &&
            mz_bytes_find(from, count, wanted.last, wanted.last) < count);
}

/* What was read already is given up. */
static void make_room(FILE *stream)
{
    uint64_t count = stream->_IO_read_end - stream->_IO_read_ptr;

    mz_move(stream->_IO_buf_base, stream->_IO_read_ptr, count);
    stream->_IO_read_base = stream->_IO_read_ptr = stream->_IO_buf_base;
    stream->_IO_read_end = stream->_IO_buf_base + count;
}

static bool fill_up(FILE *stream)
{
    int64_t count;

    make_room(stream);
    if (stream->_IO_read_end == stream->_IO_buf_end)
        return false;
    count = MZ_REAL(read)(stream->_fileno, stream->_IO_read_end,
                          stream->_IO_buf_end - stream->_IO_read_end);
    if (count > 0)
        stream->_IO_read_end += count;
    return count > 0;
}

int __underflow(FILE *);

bool mz_input_fill(FILE *stream)
{
    mz_descriptor_moves(stream->_fileno);
    mz_snapshot_touch(stream->_IO_buf_base,
                      stream->_IO_buf_end - stream->_IO_buf_base);
    return stream->_IO_read_ptr < stream->_IO_read_end
               ? fill_up(stream)
               : MZ_REAL(__underflow)(stream) != EOF;
}
