/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory and string functions of libc, for the program and its libraries:
 * they do the same, and tell which bytes the program reads and writes.
 *
 * They are called before anything is initialised (by resolvers of IFUNCs,
 * even), and so use no thread-local storage, no other library, no work of a
 * constructor.
 *
 * Three ways:
 *   no execution runs          the plain thing
 *   an execution runs          the ranges are told first, then the plain thing
 *   plain accesses are visible (mz_rt.interleaving) each of up to 8 bytes, told
 *                              and done one by one: another thread may run
 *                              wherever it is told, so what is read counts from
 *                              then
 *
 * The exported names are assembler names only: for the compiler these functions
 * are not the built-in ones, which it might call from within their own loops.
 */
#include "runtime/heap.h"

void *__libc_malloc(size_t);
_Noreturn void __chk_fail(void);

#define INTERPOSE_AS(symbol, name)                                            \
    MZ_EXPORT extern __typeof__(interposed_##name) exported_##symbol __asm__( \
        #symbol) __attribute__((alias("interposed_" #name)));

#define INTERPOSE(type, name, ...)              \
    static type interposed_##name(__VA_ARGS__); \
    INTERPOSE_AS(name, name)                    \
    static type interposed_##name(__VA_ARGS__)

#define PC __builtin_return_address(0)
#define NOINLINE __attribute__((noinline))

/* Keeps a loop what it is: no call of memset and its like. */
#define A_LOOP() __asm__ volatile("" : : : "memory")

/* ---- bytes: the plain things --------------------------------------------- */

typedef uint16_t word2 __attribute__((may_alias, aligned(1)));
typedef uint32_t word4 __attribute__((may_alias, aligned(1)));
typedef uint64_t word8 __attribute__((may_alias, aligned(1)));
typedef uint64_t aligned8 __attribute__((may_alias));
typedef long long word16
    __attribute__((vector_size(16), may_alias, aligned(1)));

enum { STRING_MOVE = 1024, STRING_FILL = 512 };

/*
 * More than 64 bytes, from the start on, or from the end on. The ranges may
 * overlap: the 64 bytes that are written last are read first, and each step
 * reads all that it writes.
 */
static NOINLINE void move_up(char *to, const char *from, size_t size)
{
    const word16 *f = (const word16 *)(from + size);
    word16 a = f[-1], b = f[-2], c = f[-3], d = f[-4];
    word16 *t = (word16 *)to, *end = (word16 *)(to + size);

    f = (const word16 *)from;
    for (; size > 64; size -= 64, t += 4, f += 4) {
        word16 w = f[0], x = f[1], y = f[2], z = f[3];

        t[0] = w, t[1] = x, t[2] = y, t[3] = z;
        A_LOOP();
    }
    end[-1] = a, end[-2] = b, end[-3] = c, end[-4] = d;
}

static NOINLINE void move_down(char *to, const char *from, size_t size)
{
    const word16 *f = (const word16 *)from;
    word16 a = f[0], b = f[1], c = f[2], d = f[3];
    word16 *t = (word16 *)(to + size), *start = (word16 *)to;

    f = (const word16 *)(from + size);
    for (; size > 64; size -= 64, t -= 4, f -= 4) {
        word16 w = f[-1], x = f[-2], y = f[-3], z = f[-4];

        t[-1] = w, t[-2] = x, t[-3] = y, t[-4] = z;
        A_LOOP();
    }
    start[0] = a, start[1] = b, start[2] = c, start[3] = d;
}

static inline void move_long(char *to, const char *from, size_t size)
{
    uint64_t down = (uint64_t)from - (uint64_t)to;

    if (-down < size)
        move_down(to, from, size);
    else if (size < STRING_MOVE || down < 64) /* rep movsb hates to overlap */
        move_up(to, from, size);
    else
        mz_copy(to, from, size);
}

/* Both ends, read before they are written, meet in the middle. */
#define MOVE_ENDS(type)                                       \
    do {                                                      \
        type first = *(const type *)f;                        \
        type last = *(const type *)(f + size - sizeof(type)); \
                                                              \
        *(type *)t = first;                                   \
        *(type *)(t + size - sizeof(type)) = last;            \
    } while (0)

static inline void *move(void *to, const void *from, size_t size)
{
    char *t = to;
    const char *f = from;

    if (size <= 16) {
        if (size >= 8)
            MOVE_ENDS(word8);
        else if (size >= 4)
            MOVE_ENDS(word4);
        else if (size >= 2)
            MOVE_ENDS(word2);
        else if (size)
            *t = *f;
    } else if (size <= 32) {
        MOVE_ENDS(word16);
    } else if (size <= 64) {
        word16 second = ((const word16 *)f)[1];
        word16 third = *(const word16 *)(f + size - 32);

        MOVE_ENDS(word16);
        ((word16 *)t)[1] = second;
        *(word16 *)(t + size - 32) = third;
    } else {
        move_long(t, f, size);
    }
    return to;
}

static inline void fill_64(char *to, word16 bytes)
{
    word16 *t = (word16 *)to;

    t[0] = bytes, t[1] = bytes, t[2] = bytes, t[3] = bytes;
}

static inline void *fill(void *to, int byte, size_t size)
{
    char *t = to, *end = t + size;
    uint64_t bytes = 0x0101010101010101u * (uint8_t)byte;
    word16 both = {(long long)bytes, (long long)bytes};

    if (size >= STRING_FILL) {
        mz_fill(to, byte, size);
    } else if (size >= 64) {
        for (; end - t > 64; t += 64) {
            fill_64(t, both);
            A_LOOP();
        }
        fill_64(end - 64, both);
    } else if (size >= 16) {
        for (; end - t > 16; t += 16) {
            *(word16 *)t = both;
            A_LOOP();
        }
        *(word16 *)(end - 16) = both;
    } else if (size >= 8) {
        *(word8 *)t = bytes;
        *(word8 *)(end - 8) = bytes;
    } else if (size >= 4) {
        *(word4 *)t = (uint32_t)bytes;
        *(word4 *)(end - 4) = (uint32_t)bytes;
    } else if (size) {
        t[0] = end[-1] = t[size / 2] = (char)byte;
    }
    return to;
}

/* Has its lowest bit in the lowest byte of x that is zero. */
static inline uint64_t zero_byte(uint64_t x)
{
    return (x - 0x0101010101010101u) & ~x & 0x8080808080808080u;
}

/* Where the first byte is that equals one of the two; `size` if none does.
 * Reads aligned words, which cross no page; `size` may be SIZE_MAX. */
MZ_READS_WHOLE_WORDS
static inline size_t find(const char *in, size_t size, char byte, char other)
{
    const uint64_t one = 0x0101010101010101u * (uint8_t)byte;
    const uint64_t two = 0x0101010101010101u * (uint8_t)other;
    unsigned skip = (uint64_t)in % 8;
    const aligned8 *word = (const aligned8 *)(in - skip);
    uint64_t before = ((uint64_t)1 << skip * 8) - 1;
    size_t i = 8 - skip;
    uint64_t found;

    if (!size)
        return 0;
    found =
        zero_byte((*word ^ one) | before) | zero_byte((*word ^ two) | before);
    for (; !found && i < size; i += 8) {
        word++;
        found = zero_byte(*word ^ one) | zero_byte(*word ^ two);
        A_LOOP();
    }
    if (!found)
        return size;
    i = i - 8 + __builtin_ctzll(found) / 8;
    return i < size ? i : size;
}

/* `end`: a NUL in both strings ends the comparison as a difference does. */
enum stop { AT_SIZE, AT_NUL };

static inline bool word_is_readable(const char *p)
{
    return (uint64_t)p % MZ_PAGE <= MZ_PAGE - 8;
}

static inline bool differ_32(const char *a, const char *b)
{
    const word8 *x = (const word8 *)a, *y = (const word8 *)b;

    return (x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3]);
}

/* Where two ranges first differ, or end (AT_NUL); `size` if they do not. */
MZ_READS_WHOLE_WORDS
static inline size_t differ(const char *a, const char *b, size_t size,
                            enum stop stop)
{
    size_t i = 0;

    if (stop == AT_SIZE)
        while (size - i >= 32 && !differ_32(a + i, b + i))
            i += 32;
    while (i < size) {
        if (word_is_readable(a + i) && word_is_readable(b + i)) {
            uint64_t x = *(const word8 *)(a + i);
            uint64_t y = *(const word8 *)(b + i);
            uint64_t ends = stop == AT_NUL ? zero_byte(x) : 0;

            if ((x ^ y) | ends) {
                /* The lowest bit of any byte that is not zero will do. */
                i += __builtin_ctzll((x ^ y) | ends) / 8;
                return i < size ? i : size;
            }
            i += 8;
        } else if (a[i] != b[i] || (stop == AT_NUL && !a[i])) {
            return i;
        } else {
            i++;
        }
    }
    return size;
}

/* ---- plain accesses are visible: piece by piece -------------------------- */

/* Bytes up to the next multiple of 8, at most `size`. */
static size_t piece_at(const void *p, size_t size)
{
    size_t piece = 8 - (uint64_t)p % 8;

    return piece < size ? piece : size;
}

static void move_piece(char *to, const char *from, size_t size, void *pc)
{
    char bytes[8];

    mz_plain_read(from, size, pc);
    move(bytes, from, size);
    mz_plain_write(to, size, pc);
    move(to, bytes, size);
}

static MZ_COLD void *move_visibly(void *to, const void *from, size_t size,
                                  void *pc)
{
    char *t = to;
    const char *f = from;

    if ((uint64_t)t - (uint64_t)f >= size) {
        for (size_t i = 0, piece; i < size; i += piece) {
            piece = piece_at(t + i, size - i);
            move_piece(t + i, f + i, piece, pc);
        }
    } else {
        for (size_t piece; size; size -= piece) {
            piece = ((uint64_t)(t + size) - 1) % 8 + 1;
            piece = piece < size ? piece : size;
            move_piece(t + size - piece, f + size - piece, piece, pc);
        }
    }
    return to;
}

static MZ_COLD void *fill_visibly(void *to, int byte, size_t size, void *pc)
{
    char *t = to;

    for (size_t i = 0, piece; i < size; i += piece) {
        piece = piece_at(t + i, size - i);
        mz_plain_write(t + i, piece, pc);
        fill(t + i, byte, piece);
    }
    return to;
}

/* No byte behind the one that is looked for may be touched. */
static MZ_COLD size_t find_visibly(const char *in, size_t size, char byte,
                                   char other, void *pc)
{
    for (size_t i = 0, piece; i < size; i += piece) {
        size_t at;

        piece = piece_at(in + i, size - i);
        at = find(in + i, piece, byte, other);
        piece = at < piece ? at + 1 : piece;
        mz_plain_read(in + i, piece, pc);
        at = find(in + i, piece, byte, other);
        if (at < piece)
            return i + at;
    }
    return size;
}

/* The sign of the first difference: what is read is compared at once. */
static MZ_COLD int compare_visibly(const char *a, const char *b, size_t size,
                                   enum stop stop, void *pc)
{
    for (size_t i = 0, piece, at; i < size; i += piece) {
        char x[8], y[8];

        piece = piece_at(a + i, size - i);
        if (stop == AT_NUL) {
            at = differ(a + i, b + i, piece, AT_NUL);
            piece = at < piece ? at + 1 : piece;
        }
        mz_plain_read(a + i, piece, pc);
        move(x, a + i, piece);
        mz_plain_read(b + i, piece, pc);
        move(y, b + i, piece);
        at = differ(x, y, piece, stop);
        if (at < piece)
            return (uint8_t)x[at] - (uint8_t)y[at];
    }
    return 0;
}

/* ---- the accesses are told ----------------------------------------------- */

/* Without the reads: they have been told, or need not be. */
static inline void *told_store(void *to, const void *from, size_t size,
                               void *pc)
{
    if (MZ_UNLIKELY(mz_rt.active)) {
        if (mz_rt.interleaving)
            return move_visibly(to, from, size, pc);
        mz_plain_write(to, size, pc);
    }
    return move(to, from, size);
}

static inline void *told_move(void *to, const void *from, size_t size, void *pc)
{
    if (MZ_UNLIKELY(mz_rt.active) && !mz_rt.interleaving)
        mz_plain_read(from, size, pc);
    return told_store(to, from, size, pc);
}

static inline void *told_fill(void *to, int byte, size_t size, void *pc)
{
    if (MZ_UNLIKELY(mz_rt.active)) {
        if (mz_rt.interleaving)
            return fill_visibly(to, byte, size, pc);
        mz_plain_write(to, size, pc);
    }
    return fill(to, byte, size);
}

static inline size_t told_find(const char *in, size_t size, char byte,
                               char other, void *pc)
{
    size_t at;

    if (MZ_UNLIKELY(mz_rt.active) && mz_rt.interleaving)
        return find_visibly(in, size, byte, other, pc);
    at = find(in, size, byte, other);
    if (MZ_UNLIKELY(mz_rt.active))
        mz_plain_read(in, at < size ? at + 1 : size, pc);
    return at;
}

static inline size_t told_length(const char *text, void *pc)
{
    return told_find(text, SIZE_MAX, 0, 0, pc);
}

static inline int told_compare(const void *a, const void *b, size_t size,
                               enum stop stop, void *pc)
{
    const char *x = a, *y = b;
    size_t at;

    if (MZ_UNLIKELY(mz_rt.active) && mz_rt.interleaving)
        return compare_visibly(x, y, size, stop, pc);
    at = differ(x, y, size, stop);
    if (MZ_UNLIKELY(mz_rt.active)) {
        size_t seen = stop == AT_NUL && at < size ? at + 1 : size;

        mz_plain_read(x, seen, pc);
        mz_plain_read(y, seen, pc);
    }
    return at < size ? (uint8_t)x[at] - (uint8_t)y[at] : 0;
}

/* ---- memory -------------------------------------------------------------- */

/* glibc's memcpy moves, and there are programs that live on it. */
INTERPOSE(void *, memmove, void *to, const void *from, size_t size)
{
    return told_move(to, from, size, PC);
}

INTERPOSE_AS(memcpy, memmove)
INTERPOSE_AS(__tsan_memcpy, memmove)
INTERPOSE_AS(__tsan_memmove, memmove)

INTERPOSE(void *, mempcpy, void *to, const void *from, size_t size)
{
    return (char *)told_move(to, from, size, PC) + size;
}

INTERPOSE_AS(__mempcpy, mempcpy)

INTERPOSE(void, bcopy, const void *from, void *to, size_t size)
{
    told_move(to, from, size, PC);
}

INTERPOSE(void *, memset, void *to, int byte, size_t size)
{
    return told_fill(to, byte, size, PC);
}

INTERPOSE_AS(__tsan_memset, memset)

INTERPOSE(void, bzero, void *to, size_t size)
{
    told_fill(to, 0, size, PC);
}

INTERPOSE(int, memcmp, const void *a, const void *b, size_t size)
{
    return told_compare(a, b, size, AT_SIZE, PC);
}

INTERPOSE_AS(bcmp, memcmp)

INTERPOSE(void *, memchr, const void *in, int byte, size_t size)
{
    size_t at = told_find(in, size, (char)byte, (char)byte, PC);

    return at < size ? (char *)in + at : NULL;
}

/* ---- strings ------------------------------------------------------------- */

INTERPOSE(size_t, strlen, const char *text)
{
    return told_length(text, PC);
}

INTERPOSE(size_t, strnlen, const char *text, size_t size)
{
    return told_find(text, size, 0, 0, PC);
}

INTERPOSE(int, strcmp, const char *a, const char *b)
{
    return told_compare(a, b, SIZE_MAX, AT_NUL, PC);
}

INTERPOSE(int, strncmp, const char *a, const char *b, size_t size)
{
    return told_compare(a, b, size, AT_NUL, PC);
}

INTERPOSE(char *, strchr, const char *text, int byte)
{
    size_t at = told_find(text, SIZE_MAX, (char)byte, 0, PC);

    return text[at] == (char)byte ? (char *)text + at : NULL;
}

INTERPOSE_AS(index, strchr)

INTERPOSE(char *, strrchr, const char *text, int byte)
{
    const char *last = NULL;

    for (;; text++) {
        text += told_find(text, SIZE_MAX, (char)byte, 0, PC);
        if (*text == (char)byte)
            last = text;
        if (!*text)
            return (char *)last;
    }
}

INTERPOSE_AS(rindex, strrchr)

static inline char *copy_text(char *to, const char *from, void *pc)
{
    size_t length = told_length(from, pc);

    told_store(to, from, length + 1, pc);
    return to + length;
}

/* What strncpy and stpncpy write: `size` bytes, NULs behind the text. */
static inline char *copy_padded(char *to, const char *from, size_t size,
                                void *pc)
{
    size_t length = told_find(from, size, 0, 0, pc);

    told_store(to, from, length, pc);
    told_fill(to + length, 0, size - length, pc);
    return to + length;
}

/* At most `size` bytes of a text, and a NUL in any case. */
static inline char *copy_part(char *to, const char *from, size_t size, void *pc)
{
    size_t length = told_find(from, size, 0, 0, pc);

    told_store(to, from, length, pc);
    told_fill(to + length, 0, 1, pc);
    return to + length;
}

INTERPOSE(char *, strcpy, char *to, const char *from)
{
    copy_text(to, from, PC);
    return to;
}

INTERPOSE(char *, stpcpy, char *to, const char *from)
{
    return copy_text(to, from, PC);
}

INTERPOSE_AS(__stpcpy, stpcpy)

INTERPOSE(char *, strncpy, char *to, const char *from, size_t size)
{
    copy_padded(to, from, size, PC);
    return to;
}

INTERPOSE(char *, stpncpy, char *to, const char *from, size_t size)
{
    return copy_padded(to, from, size, PC);
}

INTERPOSE(char *, strcat, char *to, const char *from)
{
    copy_text(to + told_length(to, PC), from, PC);
    return to;
}

INTERPOSE(char *, strncat, char *to, const char *from, size_t size)
{
    copy_part(to + told_length(to, PC), from, size, PC);
    return to;
}

static char *new_text(const char *text, size_t size, void *pc)
{
    size_t length = told_find(text, size, 0, 0, pc);
    char *copy = mz_heap_serves()
                     ? mz_heap_allocate(length + 1, 16, (uint64_t)pc)
                     : __libc_malloc(length + 1);

    if (copy) {
        told_store(copy, text, length, pc);
        told_fill(copy + length, 0, 1, pc);
    }
    return copy;
}

INTERPOSE(char *, strdup, const char *text)
{
    return new_text(text, SIZE_MAX, PC);
}

INTERPOSE_AS(__strdup, strdup)

INTERPOSE(char *, strndup, const char *text, size_t size)
{
    return new_text(text, size, PC);
}

INTERPOSE_AS(__strndup, strndup)

/* ---- _FORTIFY_SOURCE: `room` is the size of the object written to -------- */

static MZ_COLD void too_small(const void *to, size_t size, size_t room,
                              const char *function, void *pc)
{
    if (mz_rt.active)
        mz_fail(&(struct mz_failure){
            .fault = MZ_FAULT_OBJECT_TOO_SMALL,
            .address = (uint64_t)to,
            .pc = (uint64_t)pc,
            .numbers = {size, room},
            .text = function,
        });
    __chk_fail();
}

#define CHECK_ROOM(size, function)                   \
    do {                                             \
        if (MZ_UNLIKELY((size) > room))              \
            too_small(to, size, room, function, PC); \
    } while (0)

INTERPOSE(void *, __memmove_chk, void *to, const void *from, size_t size,
          size_t room)
{
    CHECK_ROOM(size, "memmove");
    return told_move(to, from, size, PC);
}

INTERPOSE(void *, __memcpy_chk, void *to, const void *from, size_t size,
          size_t room)
{
    CHECK_ROOM(size, "memcpy");
    return told_move(to, from, size, PC);
}

INTERPOSE(void *, __mempcpy_chk, void *to, const void *from, size_t size,
          size_t room)
{
    CHECK_ROOM(size, "mempcpy");
    return (char *)told_move(to, from, size, PC) + size;
}

INTERPOSE(void *, __memset_chk, void *to, int byte, size_t size, size_t room)
{
    CHECK_ROOM(size, "memset");
    return told_fill(to, byte, size, PC);
}

INTERPOSE(char *, __strcpy_chk, char *to, const char *from, size_t room)
{
    CHECK_ROOM(find(from, SIZE_MAX, 0, 0) + 1, "strcpy");
    copy_text(to, from, PC);
    return to;
}

INTERPOSE(char *, __stpcpy_chk, char *to, const char *from, size_t room)
{
    CHECK_ROOM(find(from, SIZE_MAX, 0, 0) + 1, "stpcpy");
    return copy_text(to, from, PC);
}

INTERPOSE(char *, __strncpy_chk, char *to, const char *from, size_t size,
          size_t room)
{
    CHECK_ROOM(size, "strncpy");
    copy_padded(to, from, size, PC);
    return to;
}

INTERPOSE(char *, __stpncpy_chk, char *to, const char *from, size_t size,
          size_t room)
{
    CHECK_ROOM(size, "stpncpy");
    return copy_padded(to, from, size, PC);
}

INTERPOSE(char *, __strcat_chk, char *to, const char *from, size_t room)
{
    size_t length = told_length(to, PC);

    CHECK_ROOM(length + find(from, SIZE_MAX, 0, 0) + 1, "strcat");
    copy_text(to + length, from, PC);
    return to;
}

INTERPOSE(char *, __strncat_chk, char *to, const char *from, size_t size,
          size_t room)
{
    size_t length = told_length(to, PC);

    CHECK_ROOM(length + find(from, size, 0, 0) + 1, "strncat");
    copy_part(to + length, from, size, PC);
    return to;
}
