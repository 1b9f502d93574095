/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The language of the table of accesses (libc_table.h): what a function of libc
 * reads and writes through its arguments, as rules that libc_announce.c
 * interprets. A rule is a verb, the argument that it is about, and a size:
 *
 *     X(strtoul, NUMBER(0), W(1, BYTES(8)))
 *
 * Nothing is done for an argument that is NULL. Sizes of the second kind are
 * known when the function has returned; where the accesses must be announced
 * before (--plain=interleave), the most it may be is taken for them.
 */
#ifndef MZ_RUNTIME_LIBC_RULES_H
#define MZ_RUNTIME_LIBC_RULES_H

#include "base/base.h"

enum mz_verb {
    MZ_VERB_END,
    MZ_VERB_READS,
    MZ_VERB_WRITES,
    MZ_VERB_READS_VECTOR,   /* the iovecs at the argument, so many: size */
    MZ_VERB_WRITES_VECTOR,  /* the same, as many bytes as the result says */
    MZ_VERB_READS_MESSAGE,  /* a struct msghdr, and what it points to */
    MZ_VERB_WRITES_MESSAGE,
    MZ_VERB_READS_MESSAGES, /* so many struct mmsghdr */
    MZ_VERB_WRITES_MESSAGES,
    MZ_VERB_POLLS,          /* so many struct pollfd */
    MZ_VERB_STREAM,         /* a FILE, which locks itself */
    MZ_VERB_UNLOCKED,       /* a FILE, by a function that does not lock it */
    MZ_VERB_CLOSES,         /* a FILE, for ever */
    MZ_VERB_OBJECT,         /* something that one thread at a time may use */
    MZ_VERB_CXX_STREAM,     /* of libstdc++, with its buffer; y: how */
    MZ_VERB_CXX_IOS,        /* its base basic_ios; the same */
    MZ_VERB_CXX_BUFFER,     /* of such a stream; the same */
    MZ_VERB_USES,           /* state of libc: enum mz_libc_state */
    MZ_VERB_CHANGES,        /* the same */
    MZ_VERB_PRINTF,         /* a format; its arguments begin after it */
    MZ_VERB_VPRINTF,        /* a format; x: the argument that is its va_list */
    MZ_VERB_SCANF,
    MZ_VERB_VSCANF,
    MZ_VERB_OWN_CALLS,      /* the rest is for calls by the program alone, not
                               for those within a library */
    MZ_VERB_NUMBER,         /* a text that begins with a number */
    MZ_VERB_COMPARES,       /* two texts, up to where they differ */
    MZ_VERB_APPENDS,        /* the wide text x to another, at most y of it */
    MZ_VERB_STRSEP,         /* the text at a char **, and that */
    MZ_VERB_STRTOK_R,       /* the same, or a text of its own */
    MZ_VERB_STRTOK,         /* the same, where strtok is */
    MZ_VERB_RANDOM_DRAWS,   /* of the numbers that a struct random_data has, */
    MZ_VERB_RANDOM_SEEDS,   /*   those that a draw uses; all; the word before */
    MZ_VERB_RANDOM_LEAVES,  /*   them, which tells how many there are */
};

/* How a stream of C++ is used: only read; by its format, or its width; or one
 * part of its format is set. */
enum { MZ_CXX_READ = 1, MZ_CXX_NUMBER, MZ_CXX_TEXT, MZ_CXX_WIDTH,
       MZ_CXX_PRECISION, MZ_CXX_FLAGS, MZ_CXX_FILL };

/* An argument may be given as what it points to, or be the result. */
enum { MZ_AT_POINTER = 0x80, MZ_RETURNED = 6, MZ_NO_ARGUMENT = 7,
       MZ_OUT = 8, MZ_IN = 9, /* streams that are not arguments */
       MZ_OPTARG = 10, MZ_OPTIND, MZ_OPTERR, MZ_OPTOPT, /* getopt's */
       MZ_SIGNGAM = 14, MZ_GETDATE_ERR, /* lgamma's, getdate's */
       MZ_TZ,                  /* the text of that variable */
       MZ_ON_STACK = 32 };    /* and above: the first word there, and others */

enum mz_size {
    MZ_SIZE_BYTES,    /* y */
    MZ_SIZE_ARGUMENT, /* argument x, times y */
    MZ_SIZE_INT,      /* the same, of an int; nothing if it is negative */
    MZ_SIZE_PRODUCT,  /* argument x times argument y */
    MZ_SIZE_IF,       /* y bytes, if argument x is not NULL */
    MZ_SIZE_PAGES,    /* a byte for each page of argument x bytes */
    MZ_SIZE_NET,      /* of an address of the family x */
    MZ_SIZE_BITS,     /* as many bits as argument x says, in words */
    MZ_SIZE_TEXT,     /* characters of y bytes, the NUL with them */
    MZ_SIZE_TEXT_TO,  /* no more than argument x says */
    MZ_SIZE_SHORT,    /* a text of at most y bytes */
    MZ_SIZE_COPY,     /* as the wide text at argument x */
    MZ_SIZE_CHAR,     /* up to the byte x, or the end of the text */
    MZ_SIZE_SPAN,     /* up to the first byte that is not in the text x */
    MZ_SIZE_CSPAN,    /* up to the first one that is */
    MZ_SIZE_FOUND,    /* up to the byte x, which argument y bytes may have */
    MZ_SIZE_STRINGS,  /* a NULL-terminated list of texts, and these */
    MZ_SIZE_TO,       /* up to the address that argument x is */
    MZ_SIZE_BETWEEN,  /* as many bytes as from argument x up to argument y */
    MZ_SIZE_STRING,   /* the content of the std::basic_string at argument x, in
                         characters of y bytes */
    MZ_SIZE_AFTER,    /* from here on: known when the function has returned */
    MZ_SIZE_LEFT = MZ_SIZE_AFTER, /* from where a pointer was to where it is,
                                     at most the size_t at argument x */
    MZ_SIZE_FILLED,   /* the uint32_t at argument x, as it was, as it is */
    MZ_SIZE_RESULT,   /* result * y, at most argument x * y */
    MZ_SIZE_ITEMS,    /* result * argument x, at most argument x * argument y */
    MZ_SIZE_WITH_NUL, /* (result + 1) * y, at most argument x * y */
    MZ_SIZE_IF_ZERO,  /* a text, if the result is 0; at most argument x */
    MZ_SIZE_IF_HERE,  /* a text, if the result is its address; the same */
    MZ_SIZE_TO_RESULT, /* up to the result, or argument x if it is NULL */
    MZ_SIZE_IF_DONE,  /* y bytes, if the result is not 0 */
    MZ_SIZE_IF_CHILD, /* y bytes, if the result is above 0 */
    MZ_SIZE_IF_OK,    /* y bytes, if the result is 0 */
    MZ_SIZE_UP_TO_RESULT, /* which is an address, no higher than argument x; y
                             bytes more, if that is not reached */
    MZ_SIZE_IF_CONVERTED, /* y bytes, if the second word of the result is
                             std::errc() */
    MZ_SIZE_AFTERWARDS,   /* y bytes */
    MZ_SIZE_REST,         /* up to the end of the heap block */
};

/* Who tells where a number ends: the function itself, one that returns a long
 * double, strtol, strtod. */
enum mz_number {
    MZ_NUMBER_OWN,
    MZ_NUMBER_X87,
    MZ_NUMBER_DECIMAL,
    MZ_NUMBER_FLOATING,
};

struct mz_rule {
    uint8_t verb;     /* enum mz_verb */
    uint8_t argument;
    uint8_t size;     /* enum mz_size */
    uint8_t x;
    uint16_t y;
};

struct mz_accesses {
    const char *variant;    /* takes a va_list in place of `...` */
    struct mz_rule rules[]; /* up to MZ_VERB_END */
};

/* Things inside of libc that POSIX (2.9.1) does not protect from threads. */
#define MZ_LIBC_STATES(X)                                                  \
    X(RAND) X(STRTOK) X(TIME) X(ENVIRON) X(STRERROR) X(STRSIGNAL)          \
    X(LOCALE) X(PASSWD) X(GROUP) X(SHADOW) X(HOST) X(NET) X(PROTO)         \
    X(SERVICE) X(DRAND48) X(BASENAME) X(DIRNAME) X(GETOPT) X(HSEARCH)      \
    X(INET) X(TMPNAM) X(TTYNAME) X(PTSNAME) X(SIGNGAM) X(L64A) X(ECVT)     \
    X(LOGIN) X(GETDATE) X(UTMP) X(FTW) X(MULTIBYTE) X(CTERMID) X(CATALOG)  \
    X(DLERROR) X(MOUNT) X(SHELL)

enum mz_libc_state {
#define X(state) MZ_STATE_##state,
    MZ_LIBC_STATES(X)
#undef X
        MZ_STATE_COUNT
};

/* ---- the words of the table --------------------------------------------- */

#ifdef MZ_LIBC_TABLE_WORDS

#define R(a, ...) {MZ_VERB_READS, a, __VA_ARGS__}
#define W(a, ...) {MZ_VERB_WRITES, a, __VA_ARGS__}
#define RW(a, ...) R(a, __VA_ARGS__), W(a, __VA_ARGS__)
#define AT(a) ((a) | MZ_AT_POINTER)
#define RETURNED MZ_RETURNED
#define NONE MZ_NO_ARGUMENT

#define BYTES(n) MZ_SIZE_BYTES, 0, n
#define ARG(i) MZ_SIZE_ARGUMENT, i, 1
#define TIMES(i, n) MZ_SIZE_ARGUMENT, i, n
#define PRODUCT(i, j) MZ_SIZE_PRODUCT, i, j
#define INTS(i, n) MZ_SIZE_INT, i, n
#define IF_ARG(i, n) MZ_SIZE_IF, i, n
#define PAGES(i) MZ_SIZE_PAGES, i, 0
#define NET_ADDRESS(family) MZ_SIZE_NET, family, 0
#define BITS(i) MZ_SIZE_BITS, i, 0
#define TEXT MZ_SIZE_TEXT, MZ_NO_ARGUMENT, 1
#define TEXT_TO(i) MZ_SIZE_TEXT_TO, i, 1
#define WIDE MZ_SIZE_TEXT, MZ_NO_ARGUMENT, 4
#define WIDE_TO(i) MZ_SIZE_TEXT_TO, i, 4
#define SHORT_TEXT(n) MZ_SIZE_SHORT, 0, n
#define COPY_OF(i) MZ_SIZE_COPY, i, 4
#define CHRNUL(i) MZ_SIZE_CHAR, i, 0
#define SPAN(set) MZ_SIZE_SPAN, set, 1
#define CSPAN(set) MZ_SIZE_CSPAN, set, 1
#define UP_TO_BYTE(i, size) MZ_SIZE_FOUND, i, size
#define STRINGS MZ_SIZE_STRINGS, 0, 0
#define TO(i) MZ_SIZE_TO, i, 0
#define BETWEEN(i, j) MZ_SIZE_BETWEEN, i, j
#define STRING(i) MZ_SIZE_STRING, i, 1
#define WIDE_STRING(i) MZ_SIZE_STRING, i, 4
#define UP_TO_RESULT(i) MZ_SIZE_UP_TO_RESULT, i, 0
#define PAST_RESULT(i) MZ_SIZE_UP_TO_RESULT, i, 1
#define IF_CONVERTED(n) MZ_SIZE_IF_CONVERTED, 0, n
#define AFTERWARDS(n) MZ_SIZE_AFTERWARDS, 0, n
#define REST_OF_BLOCK MZ_SIZE_REST, 0, 0
#define STACK(i) ((i) + MZ_ON_STACK)
#define OWN_CALLS {MZ_VERB_OWN_CALLS, 0, BYTES(0)}
#define LEFT(i) MZ_SIZE_LEFT, i, 0
#define FILLED(i, n) MZ_SIZE_FILLED, i, n
#define TO_RESULT(i) MZ_SIZE_TO_RESULT, i, 0
#define IF_CHILD(n) MZ_SIZE_IF_CHILD, 0, n
#define RESULT(i) MZ_SIZE_RESULT, i, 1
#define RESULT_TIMES(i, n) MZ_SIZE_RESULT, i, n
#define ITEMS(unit, count) MZ_SIZE_ITEMS, unit, count
#define WITH_NUL(i) MZ_SIZE_WITH_NUL, i, 1
#define WIDE_WITH_NUL(i) MZ_SIZE_WITH_NUL, i, 4
#define TEXT_IF_ZERO(i) MZ_SIZE_IF_ZERO, i, 1
#define TEXT_IF_HERE(i) MZ_SIZE_IF_HERE, i, 1
#define WIDE_IF_HERE(i) MZ_SIZE_IF_HERE, i, 4
#define IF_DONE(n) MZ_SIZE_IF_DONE, 0, n
#define IF_OK(n) MZ_SIZE_IF_OK, 0, n

#define READS_VECTOR(a, count) {MZ_VERB_READS_VECTOR, a, count}
#define WRITES_VECTOR(a, count) {MZ_VERB_WRITES_VECTOR, a, count}
#define READS_MESSAGE(a) {MZ_VERB_READS_MESSAGE, a, BYTES(0)}
#define WRITES_MESSAGE(a) {MZ_VERB_WRITES_MESSAGE, a, BYTES(0)}
#define READS_MESSAGES(a, count) {MZ_VERB_READS_MESSAGES, a, count}
#define WRITES_MESSAGES(a, count) {MZ_VERB_WRITES_MESSAGES, a, count}
#define POLLS(a, count) {MZ_VERB_POLLS, a, count}
#define STREAM(a) {MZ_VERB_STREAM, a, BYTES(0)}
#define UNLOCKED(a) {MZ_VERB_UNLOCKED, a, BYTES(0)}
#define CLOSES(a) {MZ_VERB_CLOSES, a, BYTES(0)}
#define OUT MZ_OUT
#define IN MZ_IN
#define OBJECT(a) {MZ_VERB_OBJECT, a, BYTES(0)}
#define CXX_STREAM(a) {MZ_VERB_CXX_STREAM, a, BYTES(0)}
#define CXX_STREAM_READ(a) {MZ_VERB_CXX_STREAM, a, BYTES(1)}
#define CXX_NUMBER(a) {MZ_VERB_CXX_STREAM, a, BYTES(MZ_CXX_NUMBER)}
#define CXX_TEXT(a) {MZ_VERB_CXX_STREAM, a, BYTES(MZ_CXX_TEXT)}
#define CXX_WIDTH(a) {MZ_VERB_CXX_STREAM, a, BYTES(MZ_CXX_WIDTH)}
#define CXX_PRECISION(a) {MZ_VERB_CXX_STREAM, a, BYTES(MZ_CXX_PRECISION)}
#define CXX_FLAGS(a) {MZ_VERB_CXX_STREAM, a, BYTES(MZ_CXX_FLAGS)}
#define CXX_FILL(a) {MZ_VERB_CXX_STREAM, a, BYTES(MZ_CXX_FILL)}
#define CXX_IOS(a) {MZ_VERB_CXX_IOS, a, BYTES(0)}
#define CXX_IOS_READ(a) {MZ_VERB_CXX_IOS, a, BYTES(1)}
#define CXX_BUFFER(a) {MZ_VERB_CXX_BUFFER, a, BYTES(0)}
#define CXX_BUFFER_READ(a) {MZ_VERB_CXX_BUFFER, a, BYTES(1)}
#define USES(state) {MZ_VERB_USES, MZ_STATE_##state, BYTES(0)}
#define CHANGES(state) {MZ_VERB_CHANGES, MZ_STATE_##state, BYTES(0)}
#define CHANGES_IF_NULL(i, state) {MZ_VERB_CHANGES, MZ_STATE_##state, ARG(i)}
#define PRINTF(format) {MZ_VERB_PRINTF, format, MZ_SIZE_BYTES, 0, 1}
#define VPRINTF(format, list) {MZ_VERB_VPRINTF, format, MZ_SIZE_BYTES, list, 1}
#define SCANF(format) {MZ_VERB_SCANF, format, MZ_SIZE_AFTER, 0, 1}
#define VSCANF(format, list) {MZ_VERB_VSCANF, format, MZ_SIZE_AFTER, list, 1}
#define WPRINTF(format) {MZ_VERB_PRINTF, format, MZ_SIZE_BYTES, 0, 4}
#define VWPRINTF(format, list) {MZ_VERB_VPRINTF, format, MZ_SIZE_BYTES, list, 4}
#define WSCANF(format) {MZ_VERB_SCANF, format, MZ_SIZE_AFTER, 0, 4}
#define VWSCANF(format, list) {MZ_VERB_VSCANF, format, MZ_SIZE_AFTER, list, 4}
#define NUMBER(a) {MZ_VERB_NUMBER, a, MZ_SIZE_BYTES, MZ_NUMBER_OWN, 1}
#define WIDE_NUMBER(a) {MZ_VERB_NUMBER, a, MZ_SIZE_BYTES, MZ_NUMBER_OWN, 4}
#define X87_NUMBER(a) {MZ_VERB_NUMBER, a, MZ_SIZE_BYTES, MZ_NUMBER_X87, 1}
#define WIDE_X87_NUMBER(a) {MZ_VERB_NUMBER, a, MZ_SIZE_BYTES, MZ_NUMBER_X87, 4}
#define DECIMAL(a) {MZ_VERB_NUMBER, a, MZ_SIZE_BYTES, MZ_NUMBER_DECIMAL, 1}
#define FLOATING(a) {MZ_VERB_NUMBER, a, MZ_SIZE_BYTES, MZ_NUMBER_FLOATING, 1}
#define COMPARES(a, b, most, width) \
    {MZ_VERB_COMPARES, (a) << 4 | (b), MZ_SIZE_BYTES, most, width}
#define APPENDS(a, from, most) \
    {MZ_VERB_APPENDS, a, MZ_SIZE_TEXT, from, most}
#define STRSEP(a, set) {MZ_VERB_STRSEP, a, MZ_SIZE_BYTES, set, 0}
#define STRTOK_R(text, set, width) \
    {MZ_VERB_STRTOK_R, text, MZ_SIZE_BYTES, set, width}
#define STRTOK(text, set) {MZ_VERB_STRTOK, text, MZ_SIZE_BYTES, set, 1}
#define RANDOM_DRAWS(a) {MZ_VERB_RANDOM_DRAWS, a, BYTES(0)}
#define RANDOM_SEEDS(a) {MZ_VERB_RANDOM_SEEDS, a, BYTES(0)}
#define RANDOM_LEAVES(a) {MZ_VERB_RANDOM_LEAVES, a, BYTES(0)}
#define USES_TZ USES(ENVIRON), R(MZ_TZ, TEXT)
#define GETOPT_VARIABLES                                         \
    W(MZ_OPTARG, BYTES(8)), RW(MZ_OPTIND, BYTES(4)), R(MZ_OPTERR, BYTES(4)), \
        W(MZ_OPTOPT, BYTES(4))

#endif
#endif
