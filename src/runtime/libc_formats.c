/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Formats of printf and scanf: which of their arguments are pointers, and how
 * much is read and written there. Conversions are collected first; then their
 * arguments are taken in order, as positions (%1$s) may have it.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

enum { MAX_CONVERSIONS = 64, NO_NUMBER = -1 };

enum type { UNUSED, INT, LONG, DOUBLE, LONG_DOUBLE };

/* What stands between % and the letter says how wide an argument is. */
enum length { PLAIN, CHAR, SHORT, WORD, LONG_WORD };

struct conversion {
    unsigned letter;
    enum length length;
    bool suppressed;      /* scanf: %*d */
    bool allocates;       /* scanf: %ms */
    int width, precision; /* a number; NO_NUMBER */
    int precision_from;   /* the argument that says so; NO_NUMBER */
    int argument;
};

struct format {
    const char *at;   /* where it is read */
    unsigned width;   /* bytes of a character: 1 or 4 */
    bool is_scan;
    int next;         /* argument without a position */
    int argument_count;
    uint8_t types[MAX_CONVERSIONS];
    uint64_t values[MAX_CONVERSIONS];
    unsigned count;
    struct conversion conversions[MAX_CONVERSIONS];
};

/* ---- reading it --------------------------------------------------------- */

static unsigned character(const struct format *f)
{
    return f->width == 1 ? *(const unsigned char *)f->at
                         : *(const uint32_t *)f->at;
}

static bool take(struct format *f, unsigned c)
{
    if (character(f) != c)
        return false;
    f->at += f->width;
    return true;
}

static int number(struct format *f)
{
    int value = NO_NUMBER;

    for (; character(f) - '0' < 10; f->at += f->width)
        value = (value > 0 ? value : 0) * 10 + (int)(character(f) - '0');
    return value;
}

static int add_argument(struct format *f, int position, enum type type)
{
    int i = position > 0 ? position - 1 : f->next++;

    if (i >= MAX_CONVERSIONS)
        mz_unsupported(FORMAT);
    f->types[i] = type;
    if (i >= f->argument_count)
        f->argument_count = i + 1;
    return i;
}

/* A number, or `*`, or `*3$`: then the argument is told. */
static int number_or_argument(struct format *f, int *from)
{
    const char *start;
    int position;

    *from = NO_NUMBER;
    if (!take(f, '*'))
        return number(f);
    start = f->at;
    position = number(f);
    if (position <= 0 || !take(f, '$')) {
        f->at = start;
        position = 0;
    }
    *from = add_argument(f, position, INT);
    return NO_NUMBER;
}

static bool take_flag(struct format *f)
{
    return take(f, '-') || take(f, '+') || take(f, ' ') || take(f, '#') ||
           take(f, '0') || take(f, '\'') || take(f, 'I');
}

static enum length take_length(struct format *f)
{
    if (take(f, 'h'))
        return take(f, 'h') ? CHAR : SHORT;
    if (take(f, 'l'))
        return take(f, 'l') ? LONG_WORD : WORD;
    if (take(f, 'q') || take(f, 'L'))
        return LONG_WORD;
    if (take(f, 'j') || take(f, 'z') || take(f, 'Z') || take(f, 't'))
        return WORD;
    return PLAIN;
}

static enum type type_of(const struct format *f, const struct conversion *c)
{
    switch (c->letter) {
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X':
        return f->is_scan || c->length >= WORD ? LONG : INT;
    case 'c': case 'C':
        return f->is_scan ? LONG : INT;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
    case 'a': case 'A':
        return f->is_scan                  ? LONG
               : c->length == LONG_WORD    ? LONG_DOUBLE
                                           : DOUBLE;
    case 's': case 'S': case 'p': case 'n':
        return LONG;
    case '[':
        return f->is_scan ? LONG : UNUSED;
    default:
        return UNUSED;
    }
}

/* `%[^]x]`: up to the bracket that ends it. */
static void skip_set(struct format *f)
{
    take(f, '^');
    take(f, ']');
    while (character(f) && !take(f, ']'))
        f->at += f->width;
}

static int take_position(struct format *f)
{
    const char *start = f->at;
    int position = number(f);

    if (position > 0 && take(f, '$'))
        return position;
    f->at = start;
    return 0;
}

static void read_printf(struct format *f, struct conversion *c)
{
    int unused;

    while (take_flag(f))
        continue;
    c->width = number_or_argument(f, &unused);
    if (take(f, '.')) {
        c->precision = number_or_argument(f, &c->precision_from);
        if (c->precision == NO_NUMBER && c->precision_from == NO_NUMBER)
            c->precision = 0;
    }
    c->length = take_length(f);
}

static void read_scanf(struct format *f, struct conversion *c)
{
    c->suppressed = take(f, '*');
    while (take(f, '\'') || take(f, 'I'))
        continue;
    c->width = number(f);
    c->allocates = take(f, 'm');
    c->length = take_length(f);
}

/* What follows a `%`. */
static void read_conversion(struct format *f)
{
    struct conversion c = {.width = NO_NUMBER, .precision = NO_NUMBER,
                           .precision_from = NO_NUMBER};
    int position;
    enum type type;

    if (take(f, '%'))
        return;
    position = take_position(f);
    if (f->is_scan)
        read_scanf(f, &c);
    else
        read_printf(f, &c);
    c.letter = character(f);
    f->at += c.letter ? f->width : 0;
    type = type_of(f, &c);
    if (c.letter == '[' && f->is_scan)
        skip_set(f);
    if (type == UNUSED || f->count == MAX_CONVERSIONS)
        return;
    if (!c.suppressed)
        c.argument = add_argument(f, position, type);
    f->conversions[f->count++] = c;
}

static void take_values(struct format *f, va_list list)
{
    for (int i = 0; i < f->argument_count; i++)
        switch ((enum type)f->types[i]) {
        case UNUSED:
        case INT:
            f->values[i] = va_arg(list, int);
            break;
        case LONG:
            f->values[i] = va_arg(list, uint64_t);
            break;
        case DOUBLE:
            va_arg(list, double);
            break;
        case LONG_DOUBLE:
            va_arg(list, long double);
            break;
        }
}

static void read_format(struct format *f, const struct mz_announcement *a)
{
    va_list list;

    while (character(f)) {
        if (take(f, '%'))
            read_conversion(f);
        else
            f->at += f->width;
    }
    va_copy(list, a->call->kept);
    take_values(f, list);
    va_end(list);
}

static unsigned integer_size(const struct conversion *c)
{
    static const uint8_t sizes[] = {4, 1, 2, 8, 8};

    return sizes[c->length];
}

static bool is_wide(const struct conversion *c)
{
    return c->letter == 'S' || c->letter == 'C' || c->length == WORD;
}

/* Announces the format itself; false: there is none. */
static bool begin(struct mz_announcement *a, const struct mz_rule *rule,
                  struct format *f)
{
    uint64_t text = a->call->arguments[rule->argument];

    f->width = rule->y;
    f->at = (const char *)text;
    if (!text)
        return false;
    mz_announce_read(a, text,
                     mz_announce_length(a, text, f->width, UINT64_MAX));
    read_format(f, a);
    return true;
}

/* ---- printf ------------------------------------------------------------- */

static void print_text(struct mz_announcement *a, const struct format *f,
                       const struct conversion *c)
{
    uint64_t text = f->values[c->argument], most = UINT64_MAX;
    int precision = c->precision_from == NO_NUMBER
                        ? c->precision
                        : (int)f->values[c->precision_from];
    unsigned width = is_wide(c) ? 4 : 1;

    if (precision >= 0)
        most = (uint64_t)precision * width;
    mz_announce_read(a, text, mz_announce_length(a, text, width, most));
}

void mz_formats_print(struct mz_announcement *a, const struct mz_rule *rule)
{
    struct format f = {.is_scan = false};

    if (!begin(a, rule, &f))
        return;
    for (unsigned i = 0; i < f.count; i++) {
        const struct conversion *c = &f.conversions[i];

        if (c->letter == 's' || c->letter == 'S')
            print_text(a, &f, c);
        else if (c->letter == 'n')
            mz_announce_write(a, f.values[c->argument], integer_size(c));
    }
}

/* ---- scanf -------------------------------------------------------------- */

/* Of a text without a width, where it must be announced before. */
enum { SCANNED_MOST = 1024 };

static bool is_text(const struct conversion *c)
{
    return c->letter == 's' || c->letter == 'S' || c->letter == '[';
}

static unsigned scanned_size(const struct conversion *c)
{
    bool is_long = c->length >= WORD;

    switch (c->letter) {
    case 'c': case 'C':
        return (c->width > 0 ? c->width : 1) * (is_wide(c) ? 4 : 1);
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': case 'n':
        return integer_size(c);
    case 'p':
        return sizeof(void *);
    default:
        return c->length == LONG_WORD ? sizeof(long double) : is_long ? 8 : 4;
    }
}

/* As much as there is to scan, if that is a text. */
static uint64_t scanned_most(struct mz_announcement *a, unsigned width)
{
    if (a->row->accesses->rules[0].verb != MZ_VERB_READS)
        return SCANNED_MOST;
    return mz_announce_length(a, a->call->arguments[0], width, UINT64_MAX);
}

static void scan_text(struct mz_announcement *a, const struct conversion *c,
                      uint64_t text)
{
    unsigned width = is_wide(c) ? 4 : 1;
    uint64_t most;

    if (a->is_after) {
        mz_announce_write(a, text,
                          mz_announce_length(a, text, width, UINT64_MAX));
        return;
    }
    most = c->width > 0 ? (uint64_t)c->width * width + width
                        : scanned_most(a, width);
    mz_announce_at_most(a, text, most);
}

/* What it allocates is written, too. */
static void scan_allocated(struct mz_announcement *a,
                           const struct conversion *c, uint64_t place)
{
    mz_announce_write(a, place, sizeof(void *));
    if (a->is_after && place && is_text(c))
        scan_text(a, c, *(const uint64_t *)place);
}

static void scan_one(struct mz_announcement *a, const struct format *f,
                     const struct conversion *c)
{
    uint64_t to = f->values[c->argument];

    if (c->allocates)
        scan_allocated(a, c, to);
    else if (is_text(c))
        scan_text(a, c, to);
    else
        mz_announce_write(a, to, scanned_size(c));
}

void mz_formats_scan(struct mz_announcement *a, const struct mz_rule *rule)
{
    int left = a->is_after ? (int)a->call->result : MAX_CONVERSIONS;
    struct format f = {.is_scan = true};

    if (!begin(a, rule, &f))
        return;
    for (unsigned i = 0; i < f.count; i++) {
        const struct conversion *c = &f.conversions[i];

        if (c->suppressed)
            continue;
        if (left <= 0 && !(c->letter == 'n' && left == 0))
            break;
        scan_one(a, &f, c);
        left -= c->letter != 'n';
    }
}
