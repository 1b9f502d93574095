/* SPDX-License-Identifier: Apache-2.0 */
#include "base/format.h"

struct writer {
    char *out;
    size_t size, length;
};

static void put(struct writer *w, char c)
{
    if (w->length + 1 < w->size)
        w->out[w->length++] = c;
}

static void put_text(struct writer *w, const char *text)
{
    for (text = text ? text : "(null)"; *text; text++)
        put(w, *text);
}

static void put_number(struct writer *w, uint64_t value, unsigned base)
{
    char digits[24];
    int n = 0;

    do
        digits[n++] = "0123456789abcdef"[value % base];
    while (value /= base);
    while (n)
        put(w, digits[--n]);
}

static void put_signed(struct writer *w, int64_t value)
{
    if (value < 0)
        put(w, '-');
    put_number(w, value < 0 ? -(uint64_t)value : (uint64_t)value, 10);
}

size_t mz_format_list(char *out, size_t size, const char *f, va_list list)
{
    struct writer w = {out, size, 0};

    for (; *f; f++) {
        bool wide = f[0] == '%' && f[1] == 'l';

        if (*f != '%') {
            put(&w, *f);
            continue;
        }
        f += 1 + wide;
        if (*f == 's')
            put_text(&w, va_arg(list, const char *));
        else if (*f == 'c')
            put(&w, va_arg(list, int));
        else if (*f == 'd')
            put_signed(&w, wide ? va_arg(list, long) : va_arg(list, int));
        else if (*f == 'u' || *f == 'x')
            put_number(&w,
                       wide ? va_arg(list, unsigned long)
                            : va_arg(list, unsigned),
                       *f == 'u' ? 10 : 16);
        else if (*f == 'p')
            put_text(&w, "0x"), put_number(&w, va_arg(list, uint64_t), 16);
        else
            put(&w, *f);
    }
    if (size)
        out[w.length] = 0;
    return w.length;
}

size_t mz_format(char *out, size_t size, const char *format, ...)
{
    va_list list;
    size_t length;

    va_start(list, format);
    length = mz_format_list(out, size, format, list);
    va_end(list);
    return length;
}
