/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forms of access against plain accesses of another thread:
 *
 *     PROGRAM                        lists the forms
 *     PROGRAM alone                  all of them, without another thread
 *     PROGRAM FORM OPPONENT FILE     one, by number; or '': one chosen by
 *                                    mz_choose, so that a search sees all
 *
 * The opponent accesses the `source` (what the form reads), the `target` (what
 * it writes), or `both`. Each execution tells in the file that it begins, and
 * when it ends, its outcome. Of a form that
 *
 *   READs   bit 0 and 1: it saw what the opponent has written to the first,
 *           to the last byte (in that order): 0 before, 3 after, 2 between
 *   WRITEs  the opponent read what the form had written to the first, to the
 *           last byte (in that order): 0 before, 3 after, 1 between
 *   COPIEs  0 before, 1 after the opponent has written to the source and then
 *           to the target, 2 between
 *   CHANGEs (reads, then writes) 0 before, 1 after, 2 between
 *   TOUCHes it need only race: nothing is told by what is in pointers
 */
#ifndef MZ_TESTS_COMPILERS_FORM_H
#define MZ_TESTS_COMPILERS_FORM_H

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum kind { READ, WRITE, COPY, CHANGE, TOUCH };

struct form {
    const char *name;
    enum kind kind;
    int (*run)(void); /* READ: the outcome */
    void *source, *target;
    unsigned last;    /* byte of the opponent's last access */
    int before;       /* WRITE: what is in all bytes before */
    int torn;         /* may be done in part when the opponent runs */
};

/* Opaque to the compiler. */
extern volatile int always_zero;
static inline unsigned long variable(unsigned long number)
{
    return number + always_zero;
}

/* The outcome of a read, by what is in a private copy. */
#define SEEN(copy, last) seen(&(copy), last)
static inline __attribute__((always_inline)) int seen(const void *copy,
                                                      unsigned last)
{
    const unsigned char *bytes = (const unsigned char *)copy;

    return (bytes[0] ? 1 : 0) | (bytes[last] ? 2 : 0);
}

#endif
