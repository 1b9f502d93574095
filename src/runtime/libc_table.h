/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each function of libc and libm reads and writes through its arguments:
 * one row a function, in the words of libc_rules.h. An argument is told by its
 * place among those in integer registers (0 to 5): what is passed as a double
 * does not count, nor does a long double.
 *
 * A row alone defines and exports its function, which goes on to libc, unless
 * another file does. Functions that read and write nothing of the program's
 * have no row, and neither have those of memory.c and strings.c. What calls
 * back (qsort's comparator) is the program's own code and announces what it
 * does itself.
 *
 * Strings count as read to their end, but where a function stops earlier.
 */
#ifndef MZ_RUNTIME_LIBC_TABLE_H
#define MZ_RUNTIME_LIBC_TABLE_H

#include "runtime/libstdcxx_buffers.h"
#include "runtime/libstdcxx_filesystem.h"
#include "runtime/libstdcxx_streams.h"
#include "runtime/libstdcxx_table.h"

/* clang-format off */

#define MZ_LIBC_STRINGS(X)                                                    \
    X(strstr, R(0, TEXT), R(1, TEXT))                                         \
    X(strcasestr, R(0, TEXT), R(1, TEXT))                                     \
    X(strchrnul, R(0, CHRNUL(1)))                                             \
    X(rawmemchr, R(0, UP_TO_BYTE(1, NONE)))                                   \
    X(memrchr, R(0, ARG(2)))                                                  \
    X(memmem, R(0, ARG(1)), R(2, ARG(3)))                                     \
    X(memccpy, R(1, UP_TO_BYTE(2, 3)), W(0, TO_RESULT(3)))                    \
    X(memfrob, W(0, ARG(1)))                                                  \
    X(explicit_bzero, W(0, ARG(1)))                                           \
    X(__explicit_bzero_chk, W(0, ARG(1)))                                     \
    X(swab, R(0, ARG(2)), W(1, ARG(2)))                                       \
    X(strcasecmp, COMPARES(0, 1, NONE, 1))                                    \
    X(__strcasecmp, COMPARES(0, 1, NONE, 1))                                  \
    X(strcasecmp_l, COMPARES(0, 1, NONE, 1))                                  \
    X(strncasecmp, COMPARES(0, 1, 2, 1))                                      \
    X(strncasecmp_l, COMPARES(0, 1, 2, 1))                                    \
    X(strverscmp, R(0, TEXT), R(1, TEXT))                                     \
    X(strcoll, R(0, TEXT), R(1, TEXT))                                        \
    X(strcoll_l, R(0, TEXT), R(1, TEXT))                                      \
    X(__strcoll_l, R(0, TEXT), R(1, TEXT))                                    \
    X(strxfrm, R(1, TEXT), W(0, WITH_NUL(2)))                                 \
    X(strxfrm_l, R(1, TEXT), W(0, WITH_NUL(2)))                               \
    X(__strxfrm_l, R(1, TEXT), W(0, WITH_NUL(2)))                             \
    X(strspn, R(0, SPAN(1)), R(1, TEXT))                                      \
    X(strcspn, R(0, CSPAN(1)), R(1, TEXT))                                    \
    X(strpbrk, R(0, CSPAN(1)), R(1, TEXT))                                    \
    X(strsep, STRSEP(0, 1))                                                   \
    X(__strsep_g, STRSEP(0, 1))                                               \
    X(strtok_r, STRTOK_R(0, 1, 1))                                            \
    X(__strtok_r, STRTOK_R(0, 1, 1))                                          \
    X(strtok, CHANGES(STRTOK), STRTOK(0, 1))                                  \
    X(strfry, RW(0, TEXT))                                                    \
    X(strerror, CHANGES(STRERROR))                                            \
    X(strerror_l)                                                             \
    X(strerror_r, W(1, TEXT_IF_HERE(2)))                                      \
    X(__xpg_strerror_r, W(1, TEXT_IF_ZERO(2)))                                \
    X(strsignal, CHANGES(STRSIGNAL))                                          \
    X(argz_count, R(0, ARG(1)))                                               \
    X(argz_stringify, RW(0, ARG(1)))                                          \
    X(basename, R(0, TEXT))                                                   \
    X(__xpg_basename, CHANGES(BASENAME), RW(0, TEXT))                         \
    X(dirname, CHANGES(DIRNAME), RW(0, TEXT))                                 \
    X(fnmatch, R(0, TEXT), R(1, TEXT))                                        \
    X(rpmatch, R(0, TEXT))                                                    \
    X(getsubopt, RW(0, BYTES(8)), RW(AT(0), TEXT), R(1, STRINGS),             \
      W(2, BYTES(8)))

#define MZ_LIBC_WIDE(X)                                                       \
    X(wcslen, R(0, WIDE))                                                     \
    X(wcsnlen, R(0, WIDE_TO(1)))                                              \
    X(wcscpy, R(1, WIDE), W(0, COPY_OF(1)))                                   \
    X(wcpcpy, R(1, WIDE), W(0, COPY_OF(1)))                                   \
    X(__wcscpy_chk, R(1, WIDE), W(0, COPY_OF(1)))                             \
    X(__wcpcpy_chk, R(1, WIDE), W(0, COPY_OF(1)))                             \
    X(wcsncpy, R(1, WIDE_TO(2)), W(0, TIMES(2, 4)))                           \
    X(wcpncpy, R(1, WIDE_TO(2)), W(0, TIMES(2, 4)))                           \
    X(__wcsncpy_chk, R(1, WIDE_TO(2)), W(0, TIMES(2, 4)))                     \
    X(__wcpncpy_chk, R(1, WIDE_TO(2)), W(0, TIMES(2, 4)))                     \
    X(wcscat, R(0, WIDE), R(1, WIDE), APPENDS(0, 1, NONE))                    \
    X(__wcscat_chk, R(0, WIDE), R(1, WIDE), APPENDS(0, 1, NONE))              \
    X(wcsncat, R(0, WIDE), R(1, WIDE_TO(2)), APPENDS(0, 1, 2))                \
    X(__wcsncat_chk, R(0, WIDE), R(1, WIDE_TO(2)), APPENDS(0, 1, 2))          \
    X(wcscmp, COMPARES(0, 1, NONE, 4))                                        \
    X(wcsncmp, COMPARES(0, 1, 2, 4))                                          \
    X(wcscasecmp, COMPARES(0, 1, NONE, 4))                                    \
    X(wcscasecmp_l, COMPARES(0, 1, NONE, 4))                                  \
    X(wcsncasecmp, COMPARES(0, 1, 2, 4))                                      \
    X(wcsncasecmp_l, COMPARES(0, 1, 2, 4))                                    \
    X(wcscoll, R(0, WIDE), R(1, WIDE))                                        \
    X(wcscoll_l, R(0, WIDE), R(1, WIDE))                                      \
    X(__wcscoll_l, R(0, WIDE), R(1, WIDE))                                    \
    X(wcsxfrm, R(1, WIDE), W(0, WIDE_WITH_NUL(2)))                            \
    X(wcsxfrm_l, R(1, WIDE), W(0, WIDE_WITH_NUL(2)))                          \
    X(__wcsxfrm_l, R(1, WIDE), W(0, WIDE_WITH_NUL(2)))                        \
    X(wcschr, R(0, WIDE))                                                     \
    X(wcschrnul, R(0, WIDE))                                                  \
    X(wcsrchr, R(0, WIDE))                                                    \
    X(wcsstr, R(0, WIDE), R(1, WIDE))                                         \
    X(wcswcs, R(0, WIDE), R(1, WIDE))                                         \
    X(wcsspn, R(0, WIDE), R(1, WIDE))                                         \
    X(wcscspn, R(0, WIDE), R(1, WIDE))                                        \
    X(wcspbrk, R(0, WIDE), R(1, WIDE))                                        \
    X(wcstok, STRTOK_R(0, 1, 4))                                              \
    X(wcsdup, R(0, WIDE), W(RETURNED, WIDE))                                  \
    X(wcswidth, R(0, WIDE_TO(1)))                                             \
    X(wmemchr, R(0, TIMES(2, 4)))                                             \
    X(wmemcmp, R(0, TIMES(2, 4)), R(1, TIMES(2, 4)))                          \
    X(wmemcpy, R(1, TIMES(2, 4)), W(0, TIMES(2, 4)))                          \
    X(wmempcpy, R(1, TIMES(2, 4)), W(0, TIMES(2, 4)))                         \
    X(wmemmove, R(1, TIMES(2, 4)), W(0, TIMES(2, 4)))                         \
    X(__wmemcpy_chk, R(1, TIMES(2, 4)), W(0, TIMES(2, 4)))                    \
    X(__wmempcpy_chk, R(1, TIMES(2, 4)), W(0, TIMES(2, 4)))                   \
    X(__wmemmove_chk, R(1, TIMES(2, 4)), W(0, TIMES(2, 4)))                   \
    X(wmemset, W(0, TIMES(2, 4)))                                             \
    X(__wmemset_chk, W(0, TIMES(2, 4)))                                       \
    X(mblen, CHANGES(MULTIBYTE), R(0, RESULT(1)))                             \
    X(mbtowc, CHANGES(MULTIBYTE), R(1, RESULT(2)), W(0, BYTES(4)))            \
    X(wctomb, CHANGES(MULTIBYTE), W(0, RESULT(NONE)))                         \
    X(__wctomb_chk, CHANGES(MULTIBYTE), W(0, RESULT(NONE)))                   \
    X(mbrlen, CHANGES_IF_NULL(2, MULTIBYTE), R(0, RESULT(1)),                 \
      RW(2, BYTES(8)))                                                        \
    X(__mbrlen, CHANGES_IF_NULL(2, MULTIBYTE), R(0, RESULT(1)),               \
      RW(2, BYTES(8)))                                                        \
    X(mbrtowc, CHANGES_IF_NULL(3, MULTIBYTE), R(1, RESULT(2)),                \
      W(0, BYTES(4)), RW(3, BYTES(8)))                                        \
    X(__mbrtowc, CHANGES_IF_NULL(3, MULTIBYTE), R(1, RESULT(2)),              \
      W(0, BYTES(4)), RW(3, BYTES(8)))                                        \
    X(mbrtoc16, CHANGES_IF_NULL(3, MULTIBYTE), R(1, RESULT(2)),               \
      W(0, BYTES(2)), RW(3, BYTES(8)))                                        \
    X(mbrtoc32, CHANGES_IF_NULL(3, MULTIBYTE), R(1, RESULT(2)),               \
      W(0, BYTES(4)), RW(3, BYTES(8)))                                        \
    X(wcrtomb, CHANGES_IF_NULL(2, MULTIBYTE), W(0, RESULT(NONE)),             \
      RW(2, BYTES(8)))                                                        \
    X(__wcrtomb_chk, CHANGES_IF_NULL(2, MULTIBYTE),                           \
      W(0, RESULT(NONE)), RW(2, BYTES(8)))                                    \
    X(c16rtomb, CHANGES_IF_NULL(2, MULTIBYTE), W(0, RESULT(NONE)),            \
      RW(2, BYTES(8)))                                                        \
    X(c32rtomb, CHANGES_IF_NULL(2, MULTIBYTE), W(0, RESULT(NONE)),            \
      RW(2, BYTES(8)))                                                        \
    X(mbsinit, R(0, BYTES(8)))                                                \
    X(mbstowcs, R(1, TEXT), W(0, WIDE_WITH_NUL(2)))                           \
    X(__mbstowcs_chk, R(1, TEXT), W(0, WIDE_WITH_NUL(2)))                     \
    X(wcstombs, R(1, WIDE), W(0, WITH_NUL(2)))                                \
    X(__wcstombs_chk, R(1, WIDE), W(0, WITH_NUL(2)))                          \
    X(mbsrtowcs, CHANGES_IF_NULL(3, MULTIBYTE), R(1, BYTES(8)),               \
      R(AT(1), TEXT), W(1, IF_ARG(0, 8)), RW(3, BYTES(8)),                    \
      W(0, WIDE_WITH_NUL(2)))                                                 \
    X(__mbsrtowcs_chk, CHANGES_IF_NULL(3, MULTIBYTE), R(1, BYTES(8)),         \
      R(AT(1), TEXT), W(1, IF_ARG(0, 8)), RW(3, BYTES(8)),                    \
      W(0, WIDE_WITH_NUL(2)))                                                 \
    X(mbsnrtowcs, CHANGES_IF_NULL(4, MULTIBYTE), R(1, BYTES(8)),              \
      R(AT(1), TEXT_TO(2)), W(1, IF_ARG(0, 8)), RW(4, BYTES(8)),              \
      W(0, WIDE_WITH_NUL(3)))                                                 \
    X(wcsrtombs, CHANGES_IF_NULL(3, MULTIBYTE), R(1, BYTES(8)),               \
      R(AT(1), WIDE), W(1, IF_ARG(0, 8)), RW(3, BYTES(8)),                    \
      W(0, WITH_NUL(2)))                                                      \
    X(__wcsrtombs_chk, CHANGES_IF_NULL(3, MULTIBYTE), R(1, BYTES(8)),         \
      R(AT(1), WIDE), W(1, IF_ARG(0, 8)), RW(3, BYTES(8)),                    \
      W(0, WITH_NUL(2)))                                                      \
    X(wcsnrtombs, CHANGES_IF_NULL(4, MULTIBYTE), R(1, BYTES(8)),              \
      R(AT(1), WIDE_TO(2)), W(1, IF_ARG(0, 8)), RW(4, BYTES(8)),              \
      W(0, WITH_NUL(3)))                                                      \
    X(wctype, R(0, TEXT))                                                     \
    X(wctrans, R(0, TEXT))

/* Their last arguments are a base, or a locale. */
#define MZ_LIBC_NUMBERS(X)                                                    \
    X(atoi, DECIMAL(0))                                                       \
    X(atol, DECIMAL(0))                                                       \
    X(atoll, DECIMAL(0))                                                      \
    X(atof, FLOATING(0))                                                      \
    X(strtol, NUMBER(0), W(1, BYTES(8)))                                      \
    X(strtoll, NUMBER(0), W(1, BYTES(8)))                                     \
    X(strtoq, NUMBER(0), W(1, BYTES(8)))                                      \
    X(strtoul, NUMBER(0), W(1, BYTES(8)))                                     \
    X(strtoull, NUMBER(0), W(1, BYTES(8)))                                    \
    X(strtouq, NUMBER(0), W(1, BYTES(8)))                                     \
    X(strtoimax, NUMBER(0), W(1, BYTES(8)))                                   \
    X(strtoumax, NUMBER(0), W(1, BYTES(8)))                                   \
    X(strtol_l, NUMBER(0), W(1, BYTES(8)))                                    \
    X(strtoll_l, NUMBER(0), W(1, BYTES(8)))                                   \
    X(strtoul_l, NUMBER(0), W(1, BYTES(8)))                                   \
    X(strtoull_l, NUMBER(0), W(1, BYTES(8)))                                  \
    X(__strtol_internal, NUMBER(0), W(1, BYTES(8)))                           \
    X(__strtoll_internal, NUMBER(0), W(1, BYTES(8)))                          \
    X(__strtoul_internal, NUMBER(0), W(1, BYTES(8)))                          \
    X(__strtoull_internal, NUMBER(0), W(1, BYTES(8)))                         \
    X(__isoc23_strtol, NUMBER(0), W(1, BYTES(8)))                             \
    X(__isoc23_strtoll, NUMBER(0), W(1, BYTES(8)))                            \
    X(__isoc23_strtoul, NUMBER(0), W(1, BYTES(8)))                            \
    X(__isoc23_strtoull, NUMBER(0), W(1, BYTES(8)))                           \
    X(__isoc23_strtoimax, NUMBER(0), W(1, BYTES(8)))                          \
    X(__isoc23_strtoumax, NUMBER(0), W(1, BYTES(8)))                          \
    X(strtod, NUMBER(0), W(1, BYTES(8)))                                      \
    X(strtof, NUMBER(0), W(1, BYTES(8)))                                      \
    X(strtold, X87_NUMBER(0), W(1, BYTES(8)))                                 \
    X(strtod_l, NUMBER(0), W(1, BYTES(8)))                                    \
    X(strtof_l, NUMBER(0), W(1, BYTES(8)))                                    \
    X(strtold_l, X87_NUMBER(0), W(1, BYTES(8)))                               \
    X(__strtod_l, NUMBER(0), W(1, BYTES(8)))                                  \
    X(__strtof_l, NUMBER(0), W(1, BYTES(8)))                                  \
    X(__strtold_l, X87_NUMBER(0), W(1, BYTES(8)))                             \
    X(__strtod_internal, NUMBER(0), W(1, BYTES(8)))                           \
    X(__strtof_internal, NUMBER(0), W(1, BYTES(8)))                           \
    X(strtof32, NUMBER(0), W(1, BYTES(8)))                                    \
    X(strtof64, NUMBER(0), W(1, BYTES(8)))                                    \
    X(strtof32x, NUMBER(0), W(1, BYTES(8)))                                   \
    X(strtof64x, X87_NUMBER(0), W(1, BYTES(8)))                               \
    X(strtof128, NUMBER(0), W(1, BYTES(8)))                                   \
    X(wcstol, WIDE_NUMBER(0), W(1, BYTES(8)))                                 \
    X(wcstoll, WIDE_NUMBER(0), W(1, BYTES(8)))                                \
    X(wcstoul, WIDE_NUMBER(0), W(1, BYTES(8)))                                \
    X(wcstoull, WIDE_NUMBER(0), W(1, BYTES(8)))                               \
    X(wcstoimax, WIDE_NUMBER(0), W(1, BYTES(8)))                              \
    X(wcstoumax, WIDE_NUMBER(0), W(1, BYTES(8)))                              \
    X(wcstol_l, WIDE_NUMBER(0), W(1, BYTES(8)))                               \
    X(wcstoll_l, WIDE_NUMBER(0), W(1, BYTES(8)))                              \
    X(wcstoul_l, WIDE_NUMBER(0), W(1, BYTES(8)))                              \
    X(wcstoull_l, WIDE_NUMBER(0), W(1, BYTES(8)))                             \
    X(__wcstol_internal, WIDE_NUMBER(0), W(1, BYTES(8)))                      \
    X(__wcstoul_internal, WIDE_NUMBER(0), W(1, BYTES(8)))                     \
    X(__isoc23_wcstol, WIDE_NUMBER(0), W(1, BYTES(8)))                        \
    X(__isoc23_wcstoll, WIDE_NUMBER(0), W(1, BYTES(8)))                       \
    X(__isoc23_wcstoul, WIDE_NUMBER(0), W(1, BYTES(8)))                       \
    X(__isoc23_wcstoull, WIDE_NUMBER(0), W(1, BYTES(8)))                      \
    X(wcstod, WIDE_NUMBER(0), W(1, BYTES(8)))                                 \
    X(wcstof, WIDE_NUMBER(0), W(1, BYTES(8)))                                 \
    X(wcstold, WIDE_X87_NUMBER(0), W(1, BYTES(8)))                            \
    X(wcstod_l, WIDE_NUMBER(0), W(1, BYTES(8)))                               \
    X(wcstof_l, WIDE_NUMBER(0), W(1, BYTES(8)))                               \
    X(wcstold_l, WIDE_X87_NUMBER(0), W(1, BYTES(8)))                          \
    X(strfromd, R(2, TEXT), W(0, WITH_NUL(1)))                                \
    X(strfromf, R(2, TEXT), W(0, WITH_NUL(1)))                                \
    X(a64l, R(0, SHORT_TEXT(6)))                                              \
    X(l64a, CHANGES(L64A), W(RETURNED, TEXT))                                 \
    X(ecvt, CHANGES(ECVT), W(1, BYTES(4)), W(2, BYTES(4)),                    \
      W(RETURNED, TEXT))                                                      \
    X(fcvt, CHANGES(ECVT), W(1, BYTES(4)), W(2, BYTES(4)),                    \
      W(RETURNED, TEXT))                                                      \
    X(gcvt, CHANGES(ECVT), W(1, TEXT_IF_HERE(NONE)))                          \
    X(ecvt_r, W(1, BYTES(4)), W(2, BYTES(4)), W(3, TEXT_IF_ZERO(4)))          \
    X(fcvt_r, W(1, BYTES(4)), W(2, BYTES(4)), W(3, TEXT_IF_ZERO(4)))

#define MZ_LIBC_STDLIB(X)                                                     \
    X(qsort, RW(0, PRODUCT(1, 2)))                                            \
    X(qsort_r, RW(0, PRODUCT(1, 2)))                                          \
    X(lsearch, R(0, ARG(3)), RW(2, BYTES(8)), RW(RETURNED, ARG(3)))           \
    X(lfind, R(2, BYTES(8)))                                                  \
    X(tsearch, RW(1, BYTES(8)), RW(AT(1), BYTES(8)))                          \
    X(tdelete, RW(1, BYTES(8)), RW(AT(1), BYTES(8)))                          \
    X(tfind, R(1, BYTES(8)), R(AT(1), BYTES(8)))                              \
    X(twalk, R(0, BYTES(8)))                                                  \
    X(twalk_r, R(0, BYTES(8)))                                                \
    X(tdestroy, RW(0, BYTES(8)))                                              \
    X(hcreate, CHANGES(HSEARCH))                                              \
    X(hdestroy, CHANGES(HSEARCH))                                             \
    X(hsearch, CHANGES(HSEARCH))                                              \
    X(hcreate_r, W(1, BYTES(sizeof(struct hsearch_data))))                    \
    X(hdestroy_r, W(0, BYTES(sizeof(struct hsearch_data))))                   \
    X(hsearch_r, W(3, BYTES(8)), RW(4, BYTES(sizeof(struct hsearch_data))))   \
    X(insque, RW(0, BYTES(16)), RW(1, BYTES(16)))                             \
    X(remque, R(0, BYTES(16)))                                                \
    X(getenv, USES(ENVIRON), R(0, TEXT), R(RETURNED, TEXT))                   \
    X(system, USES(ENVIRON), R(0, TEXT))                                      \
    X(secure_getenv, USES(ENVIRON), R(0, TEXT), R(RETURNED, TEXT))            \
    X(setenv, CHANGES(ENVIRON), R(0, TEXT), R(1, TEXT))                       \
    X(unsetenv, CHANGES(ENVIRON), R(0, TEXT))                                 \
    X(putenv, CHANGES(ENVIRON), R(0, TEXT))                                   \
    X(clearenv, CHANGES(ENVIRON))                                             \
    X(realpath, R(0, TEXT), W(1, TEXT_IF_HERE(NONE)),                         \
      W(RETURNED, TEXT))                                                      \
    X(__realpath_chk, R(0, TEXT), W(1, TEXT_IF_HERE(NONE)),                   \
      W(RETURNED, TEXT))                                                      \
    X(canonicalize_file_name, R(0, TEXT), W(RETURNED, TEXT))                  \
    X(mktemp, RW(0, TEXT))                                                    \
    X(mkstemp, RW(0, TEXT))                                                   \
    X(mkstemp64, RW(0, TEXT))                                                 \
    X(mkstemps, RW(0, TEXT))                                                  \
    X(mkstemps64, RW(0, TEXT))                                                \
    X(mkostemp, RW(0, TEXT))                                                  \
    X(mkostemp64, RW(0, TEXT))                                                \
    X(mkostemps, RW(0, TEXT))                                                 \
    X(mkostemps64, RW(0, TEXT))                                               \
    X(mkdtemp, RW(0, TEXT))                                                   \
    X(tmpnam, CHANGES_IF_NULL(0, TMPNAM), W(0, TEXT_IF_HERE(NONE)),           \
      W(RETURNED, TEXT))                                                      \
    X(tmpnam_r, W(0, TEXT_IF_HERE(NONE)))                                     \
    X(tempnam, R(0, TEXT), R(1, TEXT), W(RETURNED, TEXT))                     \
    X(rand, CHANGES(RAND))                                                    \
    X(srand, CHANGES(RAND))                                                   \
    X(initstate, W(1, ARG(2)))                                                \
    X(setstate, R(0, BYTES(4)))                                               \
    X(rand_r, RW(0, BYTES(4)))                                                \
    X(random_r, RW(0, BYTES(sizeof(struct random_data))),                     \
      RANDOM_DRAWS(0), W(1, BYTES(4)))                                        \
    X(srandom_r, RW(1, BYTES(sizeof(struct random_data))), RANDOM_SEEDS(1))   \
    X(initstate_r, W(1, ARG(2)), RW(3, BYTES(sizeof(struct random_data))),    \
      RANDOM_LEAVES(3))                                                       \
    X(setstate_r, R(0, BYTES(4)), RW(1, BYTES(sizeof(struct random_data))),   \
      RANDOM_LEAVES(1))                                                       \
    X(drand48, CHANGES(DRAND48))                                              \
    X(lrand48, CHANGES(DRAND48))                                              \
    X(mrand48, CHANGES(DRAND48))                                              \
    X(srand48, CHANGES(DRAND48))                                              \
    X(seed48, CHANGES(DRAND48), R(0, BYTES(6)))                               \
    X(lcong48, CHANGES(DRAND48), R(0, BYTES(14)))                             \
    X(erand48, RW(0, BYTES(6)))                                               \
    X(nrand48, RW(0, BYTES(6)))                                               \
    X(jrand48, RW(0, BYTES(6)))                                               \
    X(drand48_r, RW(0, BYTES(24)), W(1, BYTES(8)))                            \
    X(lrand48_r, RW(0, BYTES(24)), W(1, BYTES(8)))                            \
    X(mrand48_r, RW(0, BYTES(24)), W(1, BYTES(8)))                            \
    X(erand48_r, RW(0, BYTES(6)), RW(1, BYTES(24)), W(2, BYTES(8)))           \
    X(nrand48_r, RW(0, BYTES(6)), RW(1, BYTES(24)), W(2, BYTES(8)))           \
    X(jrand48_r, RW(0, BYTES(6)), RW(1, BYTES(24)), W(2, BYTES(8)))           \
    X(srand48_r, W(1, BYTES(24)))                                             \
    X(seed48_r, R(0, BYTES(6)), W(1, BYTES(24)))                              \
    X(lcong48_r, R(0, BYTES(14)), W(1, BYTES(24)))                            \
    X(getopt, CHANGES(GETOPT), GETOPT_VARIABLES, R(1, INTS(0, 8)), R(2, TEXT)) \
    X(getopt_long, CHANGES(GETOPT), GETOPT_VARIABLES, R(1, INTS(0, 8)),       \
      R(2, TEXT), W(4, BYTES(4)))                                             \
    X(getopt_long_only, CHANGES(GETOPT), GETOPT_VARIABLES, R(1, INTS(0, 8)),  \
      R(2, TEXT), W(4, BYTES(4)))                                             \
    X(getloadavg, W(0, INTS(1, 8)))                                          \
    X(getrandom, W(0, ARG(1)))                                                \
    X(getentropy, W(0, ARG(1)))                                               \
    X(arc4random_buf, W(0, ARG(1)))                                           \
    X(wordexp, USES(ENVIRON), R(0, TEXT), W(1, BYTES(24)))                    \
    X(wordfree, RW(0, BYTES(24)))                                             \
    X(glob, R(0, TEXT), RW(3, BYTES(72)))                                     \
    X(glob64, R(0, TEXT), RW(3, BYTES(72)))                                   \
    X(globfree, RW(0, BYTES(72)))                                             \
    X(globfree64, RW(0, BYTES(72)))                                           \
    X(regcomp, W(0, BYTES(64)), R(1, TEXT))                                   \
    X(regexec, R(0, BYTES(64)), R(1, TEXT), W(3, TIMES(2, 8)))                \
    X(regerror, W(2, RESULT(3)))                                              \
    X(regfree, RW(0, BYTES(64)))                                              \
    X(iconv, OBJECT(0), RW(1, BYTES(8)), RW(2, BYTES(8)), RW(3, BYTES(8)),    \
      RW(4, BYTES(8)), R(AT(1), LEFT(2)), W(AT(3), LEFT(4)))                  \
    X(iconv_close, OBJECT(0))                                                 \
    X(iconv_open, R(0, TEXT), R(1, TEXT))                                     \
    X(frexp, W(0, BYTES(4)))                                                  \
    X(frexpf, W(0, BYTES(4)))                                                 \
    X(frexpl, W(0, BYTES(4)))                                                 \
    X(modf, W(0, BYTES(8)))                                                   \
    X(modff, W(0, BYTES(4)))                                                  \
    X(modfl, W(0, BYTES(10)))                                                 \
    X(sincos, W(0, BYTES(8)), W(1, BYTES(8)))                                 \
    X(sincosf, W(0, BYTES(4)), W(1, BYTES(4)))                                \
    X(sincosl, W(0, BYTES(10)), W(1, BYTES(10)))                              \
    X(remquo, W(0, BYTES(4)))                                                 \
    X(remquof, W(0, BYTES(4)))                                                \
    X(remquol, W(0, BYTES(4)))                                                \
    X(lgamma_r, W(0, BYTES(4)))                                               \
    X(lgammaf_r, W(0, BYTES(4)))                                              \
    X(lgammal_r, W(0, BYTES(4)))                                              \
    X(lgamma, CHANGES(SIGNGAM), W(MZ_SIGNGAM, BYTES(4)))                      \
    X(lgammaf, CHANGES(SIGNGAM), W(MZ_SIGNGAM, BYTES(4)))                     \
    X(lgammal, CHANGES(SIGNGAM), W(MZ_SIGNGAM, BYTES(4)))                     \
    X(gamma, CHANGES(SIGNGAM), W(MZ_SIGNGAM, BYTES(4)))                       \
    X(nan, R(0, TEXT))                                                        \
    X(nanf, R(0, TEXT))                                                       \
    X(nanl, R(0, TEXT))                                                       \
    X(fegetenv, W(0, BYTES(32)))                                              \
    X(feholdexcept, W(0, BYTES(32)))                                          \
    X(fegetexceptflag, W(0, BYTES(2)))                                        \
    X(fesetexceptflag, R(0, BYTES(2)))                                        \
    X(fesetenv, R(0, BYTES(32)))                                              \
    X(feupdateenv, R(0, BYTES(32)))

#define TM sizeof(struct tm)
#define MZ_LIBC_TIME(X)                                                       \
    X(time, W(0, BYTES(8)))                                                   \
    X(gettimeofday, W(0, BYTES(16)), W(1, BYTES(8)))                          \
    X(clock_gettime, W(1, BYTES(16)))                                         \
    X(clock_getres, W(1, BYTES(16)))                                          \
    X(timespec_get, W(0, BYTES(16)))                                          \
    X(times, W(0, BYTES(32)))                                                 \
    X(ftime, W(0, BYTES(16)))                                                 \
    X(getrusage, W(1, BYTES(144)))                                            \
    X(nanosleep, R(0, BYTES(16)))                                             \
    X(clock_nanosleep, R(2, BYTES(16)))                                       \
    X(thrd_sleep, R(0, BYTES(16)))                                            \
    X(pthread_getcpuclockid, W(1, BYTES(4)))                                  \
    X(clock_getcpuclockid, W(1, BYTES(4)))                                    \
    X(localtime, CHANGES(TIME), USES_TZ, R(0, BYTES(8)),                      \
      W(RETURNED, BYTES(TM)))                                                 \
    X(gmtime, CHANGES(TIME), R(0, BYTES(8)), W(RETURNED, BYTES(TM)))          \
    X(asctime, CHANGES(TIME), R(0, BYTES(TM)), W(RETURNED, TEXT))             \
    X(ctime, CHANGES(TIME), USES_TZ, R(0, BYTES(8)), W(RETURNED, TEXT))       \
    X(localtime_r, USES_TZ, R(0, BYTES(8)), W(1, BYTES(TM)))                  \
    X(gmtime_r, R(0, BYTES(8)), W(1, BYTES(TM)))                              \
    X(__gmtime_r, R(0, BYTES(8)), W(1, BYTES(TM)))                            \
    X(asctime_r, R(0, BYTES(TM)), W(1, TEXT_IF_HERE(NONE)))                   \
    X(ctime_r, USES_TZ, R(0, BYTES(8)), W(1, TEXT_IF_HERE(NONE)))             \
    X(mktime, USES_TZ, RW(0, BYTES(TM)))                                      \
    X(timelocal, USES_TZ, RW(0, BYTES(TM)))                                   \
    X(timegm, RW(0, BYTES(TM)))                                               \
    X(tzset, USES_TZ)                                                         \
    X(strftime, USES(ENVIRON), R(2, TEXT), R(3, BYTES(TM)),                   \
      W(0, WITH_NUL(1)))                                                      \
    X(strftime_l, USES(ENVIRON), R(2, TEXT), R(3, BYTES(TM)),                 \
      W(0, WITH_NUL(1)))                                                      \
    X(__strftime_l, USES(ENVIRON), R(2, TEXT), R(3, BYTES(TM)),               \
      W(0, WITH_NUL(1)))                                                      \
    X(wcsftime, USES(ENVIRON), R(2, WIDE), R(3, BYTES(TM)),                   \
      W(0, WIDE_WITH_NUL(1)))                                                 \
    X(wcsftime_l, USES(ENVIRON), R(2, WIDE), R(3, BYTES(TM)),                 \
      W(0, WIDE_WITH_NUL(1)))                                                 \
    X(__wcsftime_l, USES(ENVIRON), R(2, WIDE), R(3, BYTES(TM)),               \
      W(0, WIDE_WITH_NUL(1)))                                                 \
    X(strptime, R(0, TEXT), R(1, TEXT), RW(2, BYTES(TM)))                     \
    X(strptime_l, R(0, TEXT), R(1, TEXT), RW(2, BYTES(TM)))                   \
    X(getdate, CHANGES(GETDATE), W(MZ_GETDATE_ERR, BYTES(4)), R(0, TEXT),     \
      W(RETURNED, BYTES(TM)))                                                 \
    X(getdate_r, R(0, TEXT), W(1, BYTES(TM)))

#define MZ_LIBC_LOCALE(X)                                                     \
    X(setlocale, CHANGES(LOCALE), R(1, TEXT))                                 \
    X(newlocale, R(1, TEXT))                                                  \
    X(localeconv, CHANGES(LOCALE), W(RETURNED, BYTES(96)))                    \
    X(nl_langinfo, CHANGES(LOCALE))                                           \
    X(gettext, R(0, TEXT))                                                    \
    X(dgettext, R(0, TEXT), R(1, TEXT))                                       \
    X(dcgettext, R(0, TEXT), R(1, TEXT))                                      \
    X(ngettext, R(0, TEXT), R(1, TEXT))                                       \
    X(dngettext, R(0, TEXT), R(1, TEXT), R(2, TEXT))                          \
    X(textdomain, R(0, TEXT))                                                 \
    X(bindtextdomain, R(0, TEXT), R(1, TEXT))                                 \
    X(catopen, R(0, TEXT))                                                    \
    X(catgets, CHANGES(CATALOG), R(3, TEXT))                                  \
    X(dlerror, CHANGES(DLERROR))                                              \
    X(dlopen, R(0, TEXT))                                                     \
    X(dlsym, R(1, TEXT))                                                      \
    X(dladdr, W(1, IF_DONE(32)))

#define MZ_LIBC_STREAMS(X)                                                    \
    X(fopen, R(0, TEXT), R(1, TEXT))                                          \
    X(fopen64, R(0, TEXT), R(1, TEXT))                                        \
    X(fdopen, R(1, TEXT))                                                     \
    X(freopen, R(0, TEXT), R(1, TEXT), STREAM(2))                             \
    X(freopen64, R(0, TEXT), R(1, TEXT), STREAM(2))                           \
    X(fclose, CLOSES(0))                                                      \
    X(fflush, STREAM(0))                                                      \
    X(_flushlbf)                                                              \
    X(fflush_unlocked, UNLOCKED(0))                                           \
    X(__fpurge, STREAM(0))                                                    \
    X(fseek, STREAM(0))                                                       \
    X(fseeko, STREAM(0))                                                      \
    X(fseeko64, STREAM(0))                                                    \
    X(ftell, STREAM(0))                                                       \
    X(ftello, STREAM(0))                                                      \
    X(ftello64, STREAM(0))                                                    \
    X(rewind, STREAM(0))                                                      \
    X(fgetpos, STREAM(0), W(1, BYTES(16)))                                    \
    X(fgetpos64, STREAM(0), W(1, BYTES(16)))                                  \
    X(fsetpos, STREAM(0), R(1, BYTES(16)))                                    \
    X(fsetpos64, STREAM(0), R(1, BYTES(16)))                                  \
    X(feof, STREAM(0))                                                        \
    X(ferror, STREAM(0))                                                      \
    X(clearerr, STREAM(0))                                                    \
    X(fileno, STREAM(0))                                                      \
    X(feof_unlocked, UNLOCKED(0))                                             \
    X(ferror_unlocked, UNLOCKED(0))                                           \
    X(clearerr_unlocked, UNLOCKED(0))                                         \
    X(fileno_unlocked, UNLOCKED(0))                                           \
    X(setvbuf, STREAM(0), W(1, ARG(3)))                                       \
    X(setbuf, STREAM(0), W(1, BYTES(8192)))                                   \
    X(setbuffer, STREAM(0), W(1, ARG(2)))                                     \
    X(setlinebuf, STREAM(0))                                                  \
    X(flockfile, STREAM(0))                                                   \
    X(ftrylockfile, STREAM(0))                                                \
    X(funlockfile, STREAM(0))                                                 \
    X(fwide, STREAM(0))                                                       \
    X(__fbufsize, STREAM(0))                                                  \
    X(__fpending, STREAM(0))                                                  \
    X(__freading, STREAM(0))                                                  \
    X(__fwriting, STREAM(0))                                                  \
    X(__flbf, STREAM(0))                                                      \
    X(__fsetlocking, STREAM(0))                                               \
    X(fputc, STREAM(1))                                                       \
    X(putc, STREAM(1))                                                        \
    X(putw, STREAM(1))                                                        \
    X(putchar, STREAM(OUT))                                                   \
    X(fputwc, STREAM(1))                                                      \
    X(putwc, STREAM(1))                                                       \
    X(putwchar, STREAM(OUT))                                                  \
    X(fputc_unlocked, UNLOCKED(1))                                            \
    X(putc_unlocked, UNLOCKED(1))                                             \
    X(putchar_unlocked, UNLOCKED(OUT))                                        \
    X(fputwc_unlocked, UNLOCKED(1))                                           \
    X(putwc_unlocked, UNLOCKED(1))                                            \
    X(putwchar_unlocked, UNLOCKED(OUT))                                       \
    X(__overflow, UNLOCKED(0))                                                \
    X(puts, STREAM(OUT), R(0, TEXT))                                          \
    X(fputs, STREAM(1), R(0, TEXT))                                           \
    X(fputs_unlocked, UNLOCKED(1), R(0, TEXT))                                \
    X(fputws, STREAM(1), R(0, WIDE))                                          \
    X(fputws_unlocked, UNLOCKED(1), R(0, WIDE))                               \
    X(perror, R(0, TEXT))                                                     \
    X(psignal, R(1, TEXT))                                                    \
    X(fwrite, STREAM(3), R(0, PRODUCT(1, 2)))                                 \
    X(fwrite_unlocked, UNLOCKED(3), R(0, PRODUCT(1, 2)))                      \
    X(fread, STREAM(3), W(0, ITEMS(1, 2)))                                    \
    X(fread_unlocked, UNLOCKED(3), W(0, ITEMS(1, 2)))                         \
    X(__fread_chk, STREAM(4), W(0, ITEMS(2, 3)))                              \
    X(__fread_unlocked_chk, UNLOCKED(4), W(0, ITEMS(2, 3)))                   \
    X(fgetc, STREAM(0))                                                       \
    X(getc, STREAM(0))                                                        \
    X(_IO_getc, STREAM(0))                                                    \
    X(getw, STREAM(0))                                                        \
    X(getchar, STREAM(IN))                                                    \
    X(ungetc, STREAM(1))                                                      \
    X(fgetwc, STREAM(0))                                                      \
    X(getwc, STREAM(0))                                                       \
    X(getwchar, STREAM(IN))                                                   \
    X(ungetwc, STREAM(1))                                                     \
    X(fgetc_unlocked, UNLOCKED(0))                                            \
    X(getc_unlocked, UNLOCKED(0))                                             \
    X(getchar_unlocked, UNLOCKED(IN))                                         \
    X(fgetwc_unlocked, UNLOCKED(0))                                           \
    X(getwc_unlocked, UNLOCKED(0))                                            \
    X(getwchar_unlocked, UNLOCKED(IN))                                        \
    X(__uflow, UNLOCKED(0))                                                   \
    X(__underflow, UNLOCKED(0))                                               \
    X(fgets, STREAM(2), W(0, TEXT_IF_HERE(1)))                                \
    X(fgets_unlocked, UNLOCKED(2), W(0, TEXT_IF_HERE(1)))                     \
    X(__fgets_chk, STREAM(3), W(0, TEXT_IF_HERE(2)))                          \
    X(__fgets_unlocked_chk, UNLOCKED(3), W(0, TEXT_IF_HERE(2)))               \
    X(fgetws, STREAM(2), W(0, WIDE_IF_HERE(1)))                               \
    X(__fgetws_chk, STREAM(3), W(0, WIDE_IF_HERE(2)))                         \
    X(fgetws_unlocked, UNLOCKED(2), W(0, WIDE_IF_HERE(1)))                    \
    X(getline, STREAM(2), RW(0, BYTES(8)), RW(1, BYTES(8)),                   \
      W(AT(0), WITH_NUL(NONE)))                                               \
    X(getdelim, STREAM(3), RW(0, BYTES(8)), RW(1, BYTES(8)),                  \
      W(AT(0), WITH_NUL(NONE)))                                               \
    X(__getdelim, STREAM(3), RW(0, BYTES(8)), RW(1, BYTES(8)),                \
      W(AT(0), WITH_NUL(NONE)))                                               \
    X(remove, R(0, TEXT))                                                     \
    X(rename, R(0, TEXT), R(1, TEXT))                                         \
    X(ctermid, CHANGES_IF_NULL(0, CTERMID), W(0, TEXT_IF_HERE(NONE)))

/* What prints nowhere but to a stream takes its arguments as they are. */
#define MZ_LIBC_PRINTING(X)                                                   \
    X(printf, STREAM(OUT), PRINTF(0))                                         \
    X(vprintf, STREAM(OUT), VPRINTF(0, 1))                                    \
    X(__printf_chk, STREAM(OUT), PRINTF(1))                                   \
    X(__vprintf_chk, STREAM(OUT), VPRINTF(1, 2))                              \
    X(fprintf, STREAM(0), PRINTF(1))                                          \
    X(vfprintf, STREAM(0), VPRINTF(1, 2))                                     \
    X(__fprintf_chk, STREAM(0), PRINTF(2))                                    \
    X(__vfprintf_chk, STREAM(0), VPRINTF(2, 3))                               \
    X(dprintf, PRINTF(1))                                                     \
    X(vdprintf, VPRINTF(1, 2))                                                \
    X(__dprintf_chk, PRINTF(2))                                               \
    X(__vdprintf_chk, VPRINTF(2, 3))                                          \
    X(vsprintf, VPRINTF(1, 2), W(0, WITH_NUL(NONE)))                          \
    X(vsnprintf, VPRINTF(2, 3), W(0, WITH_NUL(1)))                            \
    X(__vsprintf_chk, VPRINTF(3, 4), W(0, WITH_NUL(NONE)))                    \
    X(__vsnprintf_chk, VPRINTF(4, 5), W(0, WITH_NUL(1)))                      \
    X(vasprintf, VPRINTF(1, 2), W(0, BYTES(8)), W(AT(0), WITH_NUL(NONE)))     \
    X(__vasprintf_chk, VPRINTF(2, 3), W(0, BYTES(8)),                         \
      W(AT(0), WITH_NUL(NONE)))                                               \
    X(syslog, PRINTF(1))                                                      \
    X(vsyslog, VPRINTF(1, 2))                                                 \
    X(__syslog_chk, PRINTF(2))                                                \
    X(__vsyslog_chk, VPRINTF(2, 3))                                           \
    X(err, PRINTF(1))                                                         \
    X(verr, VPRINTF(1, 2))                                                    \
    X(errx, PRINTF(1))                                                        \
    X(verrx, VPRINTF(1, 2))                                                   \
    X(warn, PRINTF(0))                                                        \
    X(vwarn, VPRINTF(0, 1))                                                   \
    X(warnx, PRINTF(0))                                                       \
    X(vwarnx, VPRINTF(0, 1))                                                  \
    X(error, PRINTF(2))                                                       \
    X(error_at_line, R(2, TEXT), PRINTF(4))                                   \
    X(wprintf, STREAM(OUT), WPRINTF(0))                                       \
    X(vwprintf, STREAM(OUT), VWPRINTF(0, 1))                                  \
    X(__wprintf_chk, STREAM(OUT), WPRINTF(1))                                 \
    X(__vwprintf_chk, STREAM(OUT), VWPRINTF(1, 2))                            \
    X(fwprintf, STREAM(0), WPRINTF(1))                                        \
    X(vfwprintf, STREAM(0), VWPRINTF(1, 2))                                   \
    X(__fwprintf_chk, STREAM(0), WPRINTF(2))                                  \
    X(__vfwprintf_chk, STREAM(0), VWPRINTF(2, 3))                             \
    X(vswprintf, VWPRINTF(2, 3), W(0, WIDE_WITH_NUL(1)))                      \
    X(__vswprintf_chk, VWPRINTF(4, 5), W(0, WIDE_WITH_NUL(1)))                \
    X(vsscanf, R(0, TEXT), VSCANF(1, 2))                                      \
    X(__isoc99_vsscanf, R(0, TEXT), VSCANF(1, 2))                             \
    X(__isoc23_vsscanf, R(0, TEXT), VSCANF(1, 2))                             \
    X(vswscanf, R(0, WIDE), VWSCANF(1, 2))                                    \
    X(__isoc99_vswscanf, R(0, WIDE), VWSCANF(1, 2))                           \
    X(vfscanf, STREAM(0), VSCANF(1, 2))                                       \
    X(__isoc99_vfscanf, STREAM(0), VSCANF(1, 2))                              \
    X(vscanf, STREAM(IN), VSCANF(0, 1))                                       \
    X(__isoc99_vscanf, STREAM(IN), VSCANF(0, 1))                              \
    X(vfwscanf, STREAM(0), VWSCANF(1, 2))                                     \
    X(__isoc99_vfwscanf, STREAM(0), VWSCANF(1, 2))                            \
    X(vwscanf, STREAM(IN), VWSCANF(0, 1))                                     \
    X(__isoc99_vwscanf, STREAM(IN), VWSCANF(0, 1))

/* Those whose results tell what was written; and what takes a va_list. */
#define MZ_LIBC_VARIADIC(X)                                                   \
    X(sprintf, vsprintf, PRINTF(1), W(0, WITH_NUL(NONE)))                     \
    X(snprintf, vsnprintf, PRINTF(2), W(0, WITH_NUL(1)))                      \
    X(__sprintf_chk, __vsprintf_chk, PRINTF(3), W(0, WITH_NUL(NONE)))         \
    X(__snprintf_chk, __vsnprintf_chk, PRINTF(4), W(0, WITH_NUL(1)))          \
    X(asprintf, vasprintf, PRINTF(1), W(0, BYTES(8)),                         \
      W(AT(0), WITH_NUL(NONE)))                                               \
    X(__asprintf_chk, __vasprintf_chk, PRINTF(2), W(0, BYTES(8)),             \
      W(AT(0), WITH_NUL(NONE)))                                               \
    X(swprintf, vswprintf, WPRINTF(2), W(0, WIDE_WITH_NUL(1)))                \
    X(__swprintf_chk, __vswprintf_chk, WPRINTF(4),                            \
      W(0, WIDE_WITH_NUL(1)))                                                 \
    X(sscanf, vsscanf, R(0, TEXT), SCANF(1))                                  \
    X(__isoc99_sscanf, __isoc99_vsscanf, R(0, TEXT), SCANF(1))                \
    X(__isoc23_sscanf, __isoc23_vsscanf, R(0, TEXT), SCANF(1))                \
    X(swscanf, vswscanf, R(0, WIDE), WSCANF(1))                               \
    X(__isoc99_swscanf, __isoc99_vswscanf, R(0, WIDE), WSCANF(1))             \
    X(fscanf, vfscanf, STREAM(0), SCANF(1))                                   \
    X(__isoc99_fscanf, __isoc99_vfscanf, STREAM(0), SCANF(1))                 \
    X(__isoc23_fscanf, __isoc23_vfscanf, STREAM(0), SCANF(1))                 \
    X(scanf, vscanf, STREAM(IN), SCANF(0))                                    \
    X(__isoc99_scanf, __isoc99_vscanf, STREAM(IN), SCANF(0))                  \
    X(__isoc23_scanf, __isoc23_vscanf, STREAM(IN), SCANF(0))                  \
    X(fwscanf, vfwscanf, STREAM(0), WSCANF(1))                                \
    X(__isoc99_fwscanf, __isoc99_vfwscanf, STREAM(0), WSCANF(1))              \
    X(wscanf, vwscanf, STREAM(IN), WSCANF(0))                                 \
    X(__isoc99_wscanf, __isoc99_vwscanf, STREAM(IN), WSCANF(0))

#define MZ_LIBC_DESCRIPTORS(X)                                                \
    X(open, R(0, TEXT))                                                       \
    X(open64, R(0, TEXT))                                                     \
    X(__open_2, R(0, TEXT))                                                   \
    X(__open64_2, R(0, TEXT))                                                 \
    X(openat, R(1, TEXT))                                                     \
    X(openat64, R(1, TEXT))                                                   \
    X(creat, R(0, TEXT))                                                      \
    X(creat64, R(0, TEXT))                                                    \
    X(read, W(1, RESULT(2)))                                                  \
    X(__read_chk, W(1, RESULT(2)))                                            \
    X(pread, W(1, RESULT(2)))                                                 \
    X(pread64, W(1, RESULT(2)))                                               \
    X(__pread_chk, W(1, RESULT(2)))                                           \
    X(__pread64_chk, W(1, RESULT(2)))                                         \
    X(readv, WRITES_VECTOR(1, INTS(2, 1)))                                    \
    X(preadv, WRITES_VECTOR(1, INTS(2, 1)))                                   \
    X(preadv64, WRITES_VECTOR(1, INTS(2, 1)))                                 \
    X(preadv2, WRITES_VECTOR(1, INTS(2, 1)))                                  \
    X(preadv64v2, WRITES_VECTOR(1, INTS(2, 1)))                               \
    X(write, R(1, ARG(2)))                                                    \
    X(pwrite, R(1, ARG(2)))                                                   \
    X(pwrite64, R(1, ARG(2)))                                                 \
    X(writev, READS_VECTOR(1, INTS(2, 1)))                                    \
    X(pwritev, READS_VECTOR(1, INTS(2, 1)))                                   \
    X(pwritev64, READS_VECTOR(1, INTS(2, 1)))                                 \
    X(pwritev2, READS_VECTOR(1, INTS(2, 1)))                                  \
    X(pwritev64v2, READS_VECTOR(1, INTS(2, 1)))                               \
    X(vmsplice, READS_VECTOR(1, ARG(2)))                                      \
    X(sendfile, RW(2, BYTES(8)))                                              \
    X(sendfile64, RW(2, BYTES(8)))                                            \
    X(copy_file_range, RW(1, BYTES(8)), RW(3, BYTES(8)))                      \
    X(splice, RW(1, BYTES(8)), RW(3, BYTES(8)))                               \
    X(eventfd_read, W(1, IF_OK(8)))                                           \
    X(timerfd_settime, R(2, BYTES(32)), W(3, IF_OK(32)))                      \
    X(timerfd_gettime, W(1, IF_OK(32)))                                       \
    X(pipe, W(0, IF_OK(8)))                                                   \
    X(pipe2, W(0, IF_OK(8)))                                                  \
    X(openpty, W(0, IF_OK(4)), W(1, IF_OK(4)), W(2, TEXT_IF_ZERO(NONE)))      \
    X(getdents64, W(1, RESULT(2)))                                            \
    X(poll, POLLS(0, ARG(1)))                                                 \
    X(__poll_chk, POLLS(0, ARG(1)))                                           \
    X(ppoll, POLLS(0, ARG(1)), R(2, BYTES(16)), R(3, BYTES(8)))               \
    X(__ppoll_chk, POLLS(0, ARG(1)), R(2, BYTES(16)), R(3, BYTES(8)))         \
    X(select, RW(1, BITS(0)), RW(2, BITS(0)), RW(3, BITS(0)),                 \
      RW(4, BYTES(16)))                                                       \
    X(pselect, RW(1, BITS(0)), RW(2, BITS(0)), RW(3, BITS(0)),                \
      R(4, BYTES(16)), R(5, BYTES(8)))                                        \
    X(epoll_ctl, R(3, BYTES(12)))                                             \
    X(epoll_wait, W(1, RESULT_TIMES(2, 12)))                                  \
    X(epoll_pwait, R(4, BYTES(8)), W(1, RESULT_TIMES(2, 12)))                 \
    X(epoll_pwait2, R(3, BYTES(16)), R(4, BYTES(8)),                          \
      W(1, RESULT_TIMES(2, 12)))                                              \
    X(stat, R(0, TEXT), W(1, IF_OK(144)))                                     \
    X(stat64, R(0, TEXT), W(1, IF_OK(144)))                                   \
    X(lstat, R(0, TEXT), W(1, IF_OK(144)))                                    \
    X(lstat64, R(0, TEXT), W(1, IF_OK(144)))                                  \
    X(fstat, W(1, IF_OK(144)))                                                \
    X(fstat64, W(1, IF_OK(144)))                                              \
    X(fstatat, R(1, TEXT), W(2, IF_OK(144)))                                  \
    X(fstatat64, R(1, TEXT), W(2, IF_OK(144)))                                \
    X(__xstat, R(1, TEXT), W(2, IF_OK(144)))                                  \
    X(__xstat64, R(1, TEXT), W(2, IF_OK(144)))                                \
    X(__lxstat, R(1, TEXT), W(2, IF_OK(144)))                                 \
    X(__lxstat64, R(1, TEXT), W(2, IF_OK(144)))                               \
    X(__fxstat, W(2, IF_OK(144)))                                             \
    X(__fxstat64, W(2, IF_OK(144)))                                           \
    X(__fxstatat, R(2, TEXT), W(3, IF_OK(144)))                               \
    X(__fxstatat64, R(2, TEXT), W(3, IF_OK(144)))                             \
    X(statx, R(1, TEXT), W(4, IF_OK(256)))                                    \
    X(statfs, R(0, TEXT), W(1, IF_OK(120)))                                   \
    X(statfs64, R(0, TEXT), W(1, IF_OK(120)))                                 \
    X(fstatfs, W(1, IF_OK(120)))                                              \
    X(fstatfs64, W(1, IF_OK(120)))                                            \
    X(statvfs, R(0, TEXT), W(1, IF_OK(112)))                                  \
    X(statvfs64, R(0, TEXT), W(1, IF_OK(112)))                                \
    X(fstatvfs, W(1, IF_OK(112)))                                             \
    X(fstatvfs64, W(1, IF_OK(112)))                                           \
    X(access, R(0, TEXT))                                                     \
    X(ftok, R(0, TEXT))                                                       \
    X(faccessat, R(1, TEXT))                                                  \
    X(euidaccess, R(0, TEXT))                                                 \
    X(eaccess, R(0, TEXT))                                                    \
    X(chmod, R(0, TEXT))                                                      \
    X(lchmod, R(0, TEXT))                                                     \
    X(fchmodat, R(1, TEXT))                                                   \
    X(chown, R(0, TEXT))                                                      \
    X(lchown, R(0, TEXT))                                                     \
    X(fchownat, R(1, TEXT))                                                   \
    X(chdir, R(0, TEXT))                                                      \
    X(mkdir, R(0, TEXT))                                                      \
    X(mkdirat, R(1, TEXT))                                                    \
    X(rmdir, R(0, TEXT))                                                      \
    X(unlink, R(0, TEXT))                                                     \
    X(unlinkat, R(1, TEXT))                                                   \
    X(link, R(0, TEXT), R(1, TEXT))                                           \
    X(linkat, R(1, TEXT), R(3, TEXT))                                         \
    X(symlink, R(0, TEXT), R(1, TEXT))                                        \
    X(symlinkat, R(0, TEXT), R(2, TEXT))                                      \
    X(renameat, R(1, TEXT), R(3, TEXT))                                       \
    X(renameat2, R(1, TEXT), R(3, TEXT))                                      \
    X(readlink, R(0, TEXT), W(1, RESULT(2)))                                  \
    X(__readlink_chk, R(0, TEXT), W(1, RESULT(2)))                            \
    X(readlinkat, R(1, TEXT), W(2, RESULT(3)))                                \
    X(__readlinkat_chk, R(1, TEXT), W(2, RESULT(3)))                          \
    X(truncate, R(0, TEXT))                                                   \
    X(truncate64, R(0, TEXT))                                                 \
    X(mkfifo, R(0, TEXT))                                                     \
    X(mkfifoat, R(1, TEXT))                                                   \
    X(mknod, R(0, TEXT))                                                      \
    X(mknodat, R(1, TEXT))                                                    \
    X(__xmknod, R(1, TEXT), R(3, BYTES(8)))                                   \
    X(__xmknodat, R(2, TEXT), R(4, BYTES(8)))                                 \
    X(utime, R(0, TEXT), R(1, BYTES(16)))                                     \
    X(utimes, R(0, TEXT), R(1, BYTES(32)))                                    \
    X(lutimes, R(0, TEXT), R(1, BYTES(32)))                                   \
    X(futimes, R(1, BYTES(32)))                                               \
    X(futimesat, R(1, TEXT), R(2, BYTES(32)))                                 \
    X(utimensat, R(1, TEXT), R(2, BYTES(32)))                                 \
    X(futimens, R(1, BYTES(32)))                                              \
    X(pathconf, R(0, TEXT))                                                   \
    X(getcwd, W(0, TEXT_IF_HERE(1)), W(RETURNED, TEXT))                       \
    X(__getcwd_chk, W(0, TEXT_IF_HERE(1)), W(RETURNED, TEXT))                 \
    X(getwd, W(0, TEXT_IF_HERE(NONE)))                                        \
    X(get_current_dir_name, W(RETURNED, TEXT))                                \
    X(getxattr, R(0, TEXT), R(1, TEXT), W(2, RESULT(3)))                      \
    X(lgetxattr, R(0, TEXT), R(1, TEXT), W(2, RESULT(3)))                     \
    X(fgetxattr, R(1, TEXT), W(2, RESULT(3)))                                 \
    X(listxattr, R(0, TEXT), W(1, RESULT(2)))                                 \
    X(llistxattr, R(0, TEXT), W(1, RESULT(2)))                                \
    X(flistxattr, W(1, RESULT(2)))                                            \
    X(setxattr, R(0, TEXT), R(1, TEXT), R(2, ARG(3)))                         \
    X(lsetxattr, R(0, TEXT), R(1, TEXT), R(2, ARG(3)))                        \
    X(fsetxattr, R(1, TEXT), R(2, ARG(3)))                                    \
    X(removexattr, R(0, TEXT), R(1, TEXT))                                    \
    X(lremovexattr, R(0, TEXT), R(1, TEXT))                                   \
    X(fremovexattr, R(1, TEXT))                                               \
    X(shm_open, R(0, TEXT))                                                   \
    X(shm_unlink, R(0, TEXT))                                                 \
    X(memfd_create, R(0, TEXT))                                               \
    X(mincore, W(2, PAGES(1)))                                                \
    X(opendir, R(0, TEXT))                                                    \
    X(readdir, OBJECT(0), W(RETURNED, BYTES(24)))                             \
    X(readdir64, OBJECT(0), W(RETURNED, BYTES(24)))                           \
    X(readdir_r, OBJECT(0), W(2, BYTES(8)), W(1, IF_OK(20)))                  \
    X(readdir64_r, OBJECT(0), W(2, BYTES(8)), W(1, IF_OK(20)))                \
    X(closedir, OBJECT(0))                                                    \
    X(rewinddir, OBJECT(0))                                                   \
    X(seekdir, OBJECT(0))                                                     \
    X(telldir, OBJECT(0))                                                     \
    X(dirfd, R(0, BYTES(4)))                                                  \
    X(scandir, R(0, TEXT), W(1, BYTES(8)))                                    \
    X(scandir64, R(0, TEXT), W(1, BYTES(8)))                                  \
    X(scandirat, R(1, TEXT), W(2, BYTES(8)))                                  \
    X(scandirat64, R(1, TEXT), W(2, BYTES(8)))                                \
    X(alphasort, R(0, BYTES(8)), R(1, BYTES(8)))                              \
    X(alphasort64, R(0, BYTES(8)), R(1, BYTES(8)))                            \
    X(versionsort, R(0, BYTES(8)), R(1, BYTES(8)))                            \
    X(ftw, CHANGES(FTW), R(0, TEXT))                                          \
    X(ftw64, CHANGES(FTW), R(0, TEXT))                                        \
    X(nftw, CHANGES(FTW), R(0, TEXT))                                         \
    X(nftw64, CHANGES(FTW), R(0, TEXT))                                       \
    X(fts_read, OBJECT(0))                                                    \
    X(fts_children, OBJECT(0))                                                \
    X(fts_close, OBJECT(0))                                                   \
    X(tcgetattr, W(1, IF_OK(60)))                                             \
    X(tcsetattr, R(2, BYTES(60)))                                             \
    X(cfmakeraw, RW(0, BYTES(60)))                                            \
    X(cfsetspeed, RW(0, BYTES(60)))                                           \
    X(cfsetispeed, RW(0, BYTES(60)))                                          \
    X(cfsetospeed, RW(0, BYTES(60)))                                          \
    X(cfgetispeed, R(0, BYTES(60)))                                           \
    X(cfgetospeed, R(0, BYTES(60)))                                           \
    X(ttyname, CHANGES(TTYNAME), W(RETURNED, TEXT))                           \
    X(ttyname_r, W(1, TEXT_IF_ZERO(2)))                                       \
    X(ptsname, CHANGES(PTSNAME), W(RETURNED, TEXT))                           \
    X(ptsname_r, W(1, TEXT_IF_ZERO(2)))                                       \
    X(__ttyname_r_chk, W(1, TEXT_IF_ZERO(2)))                                 \
    X(__ptsname_r_chk, W(1, TEXT_IF_ZERO(2)))

#define MZ_LIBC_SOCKETS(X)                                                    \
    X(socketpair, W(3, IF_OK(8)))                                             \
    X(bind, R(1, INTS(2, 1)))                                                 \
    X(connect, R(1, INTS(2, 1)))                                              \
    X(accept, RW(2, BYTES(4)), W(1, FILLED(2, 1)))                            \
    X(accept4, RW(2, BYTES(4)), W(1, FILLED(2, 1)))                           \
    X(getsockname, RW(2, BYTES(4)), W(1, FILLED(2, 1)))                       \
    X(getpeername, RW(2, BYTES(4)), W(1, FILLED(2, 1)))                       \
    X(getsockopt, RW(4, BYTES(4)), W(3, FILLED(4, 1)))                        \
    X(setsockopt, R(3, INTS(4, 1)))                                           \
    X(send, R(1, ARG(2)))                                                     \
    X(sendto, R(1, ARG(2)), R(4, INTS(5, 1)))                                 \
    X(sendmsg, READS_MESSAGE(1))                                              \
    X(sendmmsg, READS_MESSAGES(1, INTS(2, 1)))                                \
    X(recv, W(1, RESULT(2)))                                                  \
    X(__recv_chk, W(1, RESULT(2)))                                            \
    X(recvfrom, W(1, RESULT(2)), RW(5, BYTES(4)), W(4, FILLED(5, 1)))         \
    X(__recvfrom_chk, W(1, RESULT(2)))                                        \
    X(recvmsg, WRITES_MESSAGE(1))                                             \
    X(recvmmsg, WRITES_MESSAGES(1, INTS(2, 1)), RW(4, BYTES(16)))             \
    X(inet_aton, R(0, TEXT), W(1, IF_DONE(4)))                                \
    X(inet_addr, R(0, TEXT))                                                  \
    X(inet_network, R(0, TEXT))                                               \
    X(inet_ntoa, CHANGES(INET), W(RETURNED, TEXT))                            \
    X(inet_ntop, R(1, NET_ADDRESS(0)), W(2, TEXT_IF_HERE(3)))                 \
    X(inet_pton, R(1, TEXT), W(2, NET_ADDRESS(0)))                            \
    X(if_nametoindex, R(0, TEXT))                                             \
    X(if_indextoname, W(1, TEXT_IF_HERE(NONE)))                               \
    X(getifaddrs, W(0, IF_OK(8)))                                             \
    X(gethostname, W(0, TEXT_IF_ZERO(1)))                                     \
    X(__gethostname_chk, W(0, TEXT_IF_ZERO(1)))                               \
    X(getdomainname, W(0, TEXT_IF_ZERO(1)))                                   \
    X(__getdomainname_chk, W(0, TEXT_IF_ZERO(1)))                             \
    X(gethostbyname_r, R(0, TEXT), W(1, BYTES(32)), W(2, ARG(3)),             \
      W(4, BYTES(8)), W(5, BYTES(4)))                                         \
    X(gethostent, CHANGES(HOST))                                              \
    X(sethostent, CHANGES(HOST))                                              \
    X(endhostent, CHANGES(HOST))                                              \
    X(gethostbyname2, CHANGES(HOST), R(0, TEXT))                              \
    X(getnetbyname, CHANGES(NET), R(0, TEXT))                                 \
    X(getnetbyaddr, CHANGES(NET))                                             \
    X(getnetent, CHANGES(NET))                                                \
    X(setnetent, CHANGES(NET))                                                \
    X(endnetent, CHANGES(NET))                                                \
    X(getprotobyname, CHANGES(PROTO), R(0, TEXT), W(RETURNED, BYTES(24)),     \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(getprotobynumber, CHANGES(PROTO), W(RETURNED, BYTES(24)),               \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(getprotoent, CHANGES(PROTO), W(RETURNED, BYTES(24)),                    \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(setprotoent, CHANGES(PROTO))                                            \
    X(endprotoent, CHANGES(PROTO))                                            \
    X(getprotobyname_r, R(0, TEXT), W(1, BYTES(24)), W(2, ARG(3)),            \
      W(4, BYTES(8)))                                                         \
    X(getprotobynumber_r, W(1, BYTES(24)), W(2, ARG(3)), W(4, BYTES(8)))      \
    X(getservbyname, CHANGES(SERVICE), R(0, TEXT), R(1, TEXT),                \
      W(RETURNED, BYTES(32)), W(AT(RETURNED), REST_OF_BLOCK))                 \
    X(getservbyport, CHANGES(SERVICE), R(1, TEXT), W(RETURNED, BYTES(32)),    \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(getservent, CHANGES(SERVICE), W(RETURNED, BYTES(32)),                   \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(setservent, CHANGES(SERVICE))                                           \
    X(endservent, CHANGES(SERVICE))                                           \
    X(getservbyname_r, R(0, TEXT), R(1, TEXT), W(2, BYTES(32)),               \
      W(3, ARG(4)), W(5, BYTES(8)))                                           \
    X(getservbyport_r, R(1, TEXT), W(2, BYTES(32)), W(3, ARG(4)),             \
      W(5, BYTES(8)))

#define MZ_LIBC_ACCOUNTS(X)                                                   \
    X(getpwnam, CHANGES(PASSWD), R(0, TEXT), W(RETURNED, BYTES(48)),          \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(getpwuid, CHANGES(PASSWD), W(RETURNED, BYTES(48)),                      \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(getpwent, CHANGES(PASSWD), W(RETURNED, BYTES(48)),                      \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(setpwent, CHANGES(PASSWD))                                              \
    X(endpwent, CHANGES(PASSWD))                                              \
    X(getpwnam_r, R(0, TEXT), W(1, BYTES(48)), W(2, ARG(3)),                  \
      W(4, BYTES(8)))                                                         \
    X(getpwuid_r, W(1, BYTES(48)), W(2, ARG(3)), W(4, BYTES(8)))              \
    X(getpwent_r, CHANGES(PASSWD), W(0, BYTES(48)), W(1, ARG(2)),             \
      W(3, BYTES(8)))                                                         \
    X(fgetpwent, CHANGES(PASSWD), STREAM(0), W(RETURNED, BYTES(48)),          \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(fgetpwent_r, STREAM(0), W(1, BYTES(48)), W(2, ARG(3)),                  \
      W(4, BYTES(8)))                                                         \
    X(getgrnam, CHANGES(GROUP), R(0, TEXT), W(RETURNED, BYTES(32)),           \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(getgrgid, CHANGES(GROUP), W(RETURNED, BYTES(32)),                       \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(getgrent, CHANGES(GROUP), W(RETURNED, BYTES(32)),                       \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(setgrent, CHANGES(GROUP))                                               \
    X(endgrent, CHANGES(GROUP))                                               \
    X(getgrnam_r, R(0, TEXT), W(1, BYTES(32)), W(2, ARG(3)),                  \
      W(4, BYTES(8)))                                                         \
    X(getgrgid_r, W(1, BYTES(32)), W(2, ARG(3)), W(4, BYTES(8)))              \
    X(getgrent_r, CHANGES(GROUP), W(0, BYTES(32)), W(1, ARG(2)),              \
      W(3, BYTES(8)))                                                         \
    X(fgetgrent, CHANGES(GROUP), STREAM(0), W(RETURNED, BYTES(32)),           \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(fgetgrent_r, STREAM(0), W(1, BYTES(32)), W(2, ARG(3)),                  \
      W(4, BYTES(8)))                                                         \
    X(getgrouplist, R(0, TEXT), RW(3, BYTES(4)), W(2, FILLED(3, 4)))          \
    X(getspnam, CHANGES(SHADOW), R(0, TEXT), W(RETURNED, BYTES(72)),          \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(getspent, CHANGES(SHADOW), W(RETURNED, BYTES(72)),                      \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(setspent, CHANGES(SHADOW))                                              \
    X(endspent, CHANGES(SHADOW))                                              \
    X(getlogin, CHANGES(LOGIN), W(RETURNED, TEXT))                            \
    X(getlogin_r, W(0, TEXT_IF_ZERO(1)))                                      \
    X(__getlogin_r_chk, W(0, TEXT_IF_ZERO(1)))                                \
    X(cuserid, CHANGES_IF_NULL(0, LOGIN), W(0, TEXT_IF_HERE(NONE)))           \
    X(getgroups, W(1, RESULT_TIMES(0, 4)))                                    \
    X(__getgroups_chk, W(1, RESULT_TIMES(0, 4)))                              \
    X(getresuid, W(0, BYTES(4)), W(1, BYTES(4)), W(2, BYTES(4)))              \
    X(getresgid, W(0, BYTES(4)), W(1, BYTES(4)), W(2, BYTES(4)))              \
    X(getutxent, CHANGES(UTMP))                                               \
    X(setutxent, CHANGES(UTMP))                                               \
    X(endutxent, CHANGES(UTMP))                                               \
    X(getutxid, CHANGES(UTMP))                                                \
    X(getutxline, CHANGES(UTMP))                                              \
    X(pututxline, CHANGES(UTMP))                                              \
    X(getutent, CHANGES(UTMP))                                                \
    X(setutent, CHANGES(UTMP))                                                \
    X(endutent, CHANGES(UTMP))                                                \
    X(getmntent, CHANGES(MOUNT), STREAM(0), W(RETURNED, BYTES(40)),           \
      W(AT(RETURNED), REST_OF_BLOCK))                                         \
    X(getmntent_r, STREAM(0), W(1, BYTES(40)), W(2, ARG(3)))                  \
    X(hasmntopt, R(0, BYTES(40)), R(1, TEXT))                                 \
    X(getusershell, CHANGES(SHELL))                                           \
    X(setusershell, CHANGES(SHELL))                                           \
    X(endusershell, CHANGES(SHELL))

#define ATTR sizeof(pthread_attr_t)
#define MZ_LIBC_PROCESS(X)                                                    \
    X(uname, W(0, BYTES(390)))                                                \
    X(sysinfo, W(0, BYTES(112)))                                              \
    X(getrlimit, W(1, IF_OK(16)))                                             \
    X(getrlimit64, W(1, IF_OK(16)))                                           \
    X(setrlimit, R(1, BYTES(16)))                                             \
    X(setrlimit64, R(1, BYTES(16)))                                           \
    X(prlimit, R(2, BYTES(16)), W(3, IF_OK(16)))                              \
    X(prlimit64, R(2, BYTES(16)), W(3, IF_OK(16)))                            \
    X(getcpu, W(0, BYTES(4)), W(1, BYTES(4)))                                 \
    X(sched_getaffinity, W(2, ARG(1)))                                        \
    X(sched_setaffinity, R(2, ARG(1)))                                        \
    X(pthread_getaffinity_np, W(2, ARG(1)))                                   \
    X(pthread_setaffinity_np, R(2, ARG(1)))                                   \
    X(sched_getparam, W(1, IF_OK(4)))                                         \
    X(sched_setparam, R(1, BYTES(4)))                                         \
    X(sched_setscheduler, R(2, BYTES(4)))                                     \
    X(sched_rr_get_interval, W(1, IF_OK(16)))                                 \
    X(__sched_cpucount, R(1, ARG(0)))                                         \
    X(_setjmp, W(0, BYTES(72)))                                               \
    X(setjmp, W(0, BYTES(72)))                                                \
    X(__sigsetjmp, W(0, BYTES(72)))                                           \
    X(longjmp, R(0, BYTES(72)))                                               \
    X(_longjmp, R(0, BYTES(72)))                                              \
    X(siglongjmp, R(0, BYTES(72)))                                            \
    X(__longjmp_chk, R(0, BYTES(72)))                                         \
    X(getitimer, W(1, IF_OK(32)))                                             \
    X(setitimer, R(1, BYTES(32)), W(2, BYTES(32)))                            \
    X(timer_create, R(1, BYTES(16)), W(2, BYTES(8)))                          \
    X(timer_settime, R(2, BYTES(32)), W(3, BYTES(32)))                        \
    X(timer_gettime, W(1, BYTES(32)))                                         \
    X(posix_spawn_file_actions_init, W(0, BYTES(80)))                         \
    X(posix_spawn_file_actions_destroy, RW(0, BYTES(80)))                     \
    X(posix_spawn_file_actions_addopen, RW(0, BYTES(80)), R(2, TEXT))         \
    X(posix_spawn_file_actions_addclose, RW(0, BYTES(80)))                    \
    X(posix_spawn_file_actions_adddup2, RW(0, BYTES(80)))                     \
    X(posix_spawn_file_actions_addfchdir_np, RW(0, BYTES(80)))                \
    X(posix_spawn_file_actions_addclosefrom_np, RW(0, BYTES(80)))             \
    X(posix_spawn_file_actions_addtcsetpgrp_np, RW(0, BYTES(80)))             \
    X(posix_spawn_file_actions_addchdir_np, RW(0, BYTES(80)), R(1, TEXT))     \
    X(posix_spawnattr_init, W(0, BYTES(336)))                                 \
    X(posix_spawnattr_destroy, RW(0, BYTES(336)))                             \
    X(posix_spawnattr_setflags, RW(0, BYTES(336)))                            \
    X(posix_spawnattr_setpgroup, RW(0, BYTES(336)))                           \
    X(posix_spawnattr_setschedpolicy, RW(0, BYTES(336)))                      \
    X(posix_spawnattr_setsigmask, RW(0, BYTES(336)), R(1, BYTES(128)))        \
    X(posix_spawnattr_setsigdefault, RW(0, BYTES(336)), R(1, BYTES(128)))     \
    X(posix_spawnattr_getflags, R(0, BYTES(336)), W(1, BYTES(2)))             \
    X(__cmsg_nxthdr, R(0, BYTES(56)), R(1, BYTES(16)))                        \
    X(confstr, W(1, RESULT(2)))                                               \
    X(sigemptyset, W(0, BYTES(128)))                                          \
    X(sigfillset, W(0, BYTES(128)))                                           \
    X(sigaddset, RW(0, BYTES(8)))                                             \
    X(sigdelset, RW(0, BYTES(8)))                                             \
    X(sigismember, R(0, BYTES(8)))                                            \
    X(sigisemptyset, R(0, BYTES(8)))                                          \
    X(sigandset, R(1, BYTES(8)), R(2, BYTES(8)), W(0, BYTES(8)))              \
    X(sigorset, R(1, BYTES(8)), R(2, BYTES(8)), W(0, BYTES(8)))               \
    X(sigaction, R(1, BYTES(152)), W(2, BYTES(152)))                          \
    X(sigprocmask, R(1, BYTES(8)), W(2, BYTES(128)))                          \
    X(pthread_sigmask, R(1, BYTES(8)), W(2, BYTES(128)))                      \
    X(sigpending, W(0, BYTES(128)))                                           \
    X(sigaltstack, R(0, BYTES(24)), W(1, BYTES(24)))                          \
    X(backtrace, W(0, RESULT_TIMES(1, 8)))                                    \
    X(backtrace_symbols, R(0, INTS(1, 8)))                                    \
    X(backtrace_symbols_fd, R(0, INTS(1, 8)))                                 \
    X(process_vm_readv, WRITES_VECTOR(1, ARG(2)), R(3, TIMES(4, 16)))         \
    X(process_vm_writev, READS_VECTOR(1, ARG(2)), R(3, TIMES(4, 16)))         \
    X(pthread_getattr_np, W(1, BYTES(ATTR)))                                  \
    X(pthread_setname_np, R(1, TEXT))                                         \
    X(pthread_getname_np, W(1, BYTES(16)))                                    \
    X(pthread_attr_init, W(0, BYTES(ATTR)))                                   \
    X(pthread_attr_destroy, W(0, BYTES(ATTR)))                                \
    X(pthread_attr_setdetachstate, RW(0, BYTES(ATTR)))                        \
    X(pthread_attr_setguardsize, RW(0, BYTES(ATTR)))                          \
    X(pthread_attr_setinheritsched, RW(0, BYTES(ATTR)))                       \
    X(pthread_attr_setschedparam, RW(0, BYTES(ATTR)), R(1, BYTES(4)))         \
    X(pthread_attr_setschedpolicy, RW(0, BYTES(ATTR)))                        \
    X(pthread_attr_setscope, RW(0, BYTES(ATTR)))                              \
    X(pthread_attr_setstack, RW(0, BYTES(ATTR)))                              \
    X(pthread_attr_setstackaddr, RW(0, BYTES(ATTR)))                          \
    X(pthread_attr_setstacksize, RW(0, BYTES(ATTR)))                          \
    X(pthread_attr_setaffinity_np, RW(0, BYTES(ATTR)), R(2, ARG(1)))          \
    X(pthread_attr_getdetachstate, R(0, BYTES(ATTR)), W(1, BYTES(4)))         \
    X(pthread_attr_getguardsize, R(0, BYTES(ATTR)), W(1, BYTES(8)))           \
    X(pthread_attr_getinheritsched, R(0, BYTES(ATTR)), W(1, BYTES(4)))        \
    X(pthread_attr_getschedparam, R(0, BYTES(ATTR)), W(1, BYTES(4)))          \
    X(pthread_attr_getschedpolicy, R(0, BYTES(ATTR)), W(1, BYTES(4)))         \
    X(pthread_attr_getscope, R(0, BYTES(ATTR)), W(1, BYTES(4)))               \
    X(pthread_attr_getstack, R(0, BYTES(ATTR)), W(1, BYTES(8)),               \
      W(2, BYTES(8)))                                                         \
    X(pthread_attr_getstackaddr, R(0, BYTES(ATTR)), W(1, BYTES(8)))           \
    X(pthread_attr_getstacksize, R(0, BYTES(ATTR)), W(1, BYTES(8)))           \
    X(pthread_attr_getaffinity_np, R(0, BYTES(ATTR)), W(2, ARG(1)))           \
    X(pthread_attr_getsigmask_np, R(0, BYTES(ATTR)),                          \
      W(1, BYTES(sizeof(sigset_t))))                                          \
    X(pthread_getattr_default_np, W(0, BYTES(ATTR)))                          \
    X(pthread_getschedparam, W(1, BYTES(4)), W(2, BYTES(4)))                  \
    X(pthread_setschedparam, R(2, BYTES(4)))                                  \
    X(pthread_setcancelstate, W(1, BYTES(4)))                                 \
    X(pthread_setcanceltype, W(1, BYTES(4)))                                  \
    X(pthread_mutexattr_init, W(0, BYTES(4)))                                 \
    X(pthread_mutexattr_destroy, W(0, BYTES(4)))                              \
    X(pthread_mutexattr_settype, RW(0, BYTES(4)))                             \
    X(pthread_mutexattr_setkind_np, RW(0, BYTES(4)))                          \
    X(pthread_mutexattr_setpshared, RW(0, BYTES(4)))                          \
    X(pthread_mutexattr_setrobust, RW(0, BYTES(4)))                           \
    X(pthread_mutexattr_setprotocol, RW(0, BYTES(4)))                         \
    X(pthread_mutexattr_setprioceiling, RW(0, BYTES(4)))                      \
    X(pthread_mutexattr_gettype, R(0, BYTES(4)), W(1, BYTES(4)))              \
    X(pthread_mutexattr_getkind_np, R(0, BYTES(4)), W(1, BYTES(4)))           \
    X(pthread_mutexattr_getpshared, R(0, BYTES(4)), W(1, BYTES(4)))           \
    X(pthread_mutexattr_getrobust, R(0, BYTES(4)), W(1, BYTES(4)))            \
    X(pthread_mutexattr_getprotocol, R(0, BYTES(4)), W(1, BYTES(4)))          \
    X(pthread_mutexattr_getprioceiling, R(0, BYTES(4)), W(1, BYTES(4)))       \
    X(pthread_condattr_init, W(0, BYTES(4)))                                  \
    X(pthread_condattr_destroy, W(0, BYTES(4)))                               \
    X(pthread_condattr_setclock, RW(0, BYTES(4)))                             \
    X(pthread_condattr_setpshared, RW(0, BYTES(4)))                           \
    X(pthread_condattr_getclock, R(0, BYTES(4)), W(1, BYTES(4)))              \
    X(pthread_condattr_getpshared, R(0, BYTES(4)), W(1, BYTES(4)))            \
    X(pthread_rwlockattr_init, W(0, BYTES(8)))                                \
    X(pthread_rwlockattr_destroy, W(0, BYTES(8)))                             \
    X(pthread_rwlockattr_setpshared, RW(0, BYTES(8)))                         \
    X(pthread_rwlockattr_setkind_np, RW(0, BYTES(8)))                         \
    X(pthread_rwlockattr_getpshared, R(0, BYTES(8)), W(1, BYTES(4)))          \
    X(pthread_rwlockattr_getkind_np, R(0, BYTES(8)), W(1, BYTES(4)))          \
    X(pthread_barrierattr_init, W(0, BYTES(4)))                               \
    X(pthread_barrierattr_destroy, W(0, BYTES(4)))                            \
    X(pthread_barrierattr_setpshared, RW(0, BYTES(4)))                        \
    X(pthread_barrierattr_getpshared, R(0, BYTES(4)), W(1, BYTES(4)))

/* clang-format on */

#define MZ_LIBC_TABLE(X)   \
    MZ_LIBSTDCXX_TABLE(X)   \
    MZ_LIBSTDCXX_STREAMS(X) \
    MZ_LIBSTDCXX_BUFFERS(X) \
    MZ_LIBSTDCXX_FILESYSTEM(X) \
    MZ_LIBC_STRINGS(X)     \
    MZ_LIBC_WIDE(X)        \
    MZ_LIBC_NUMBERS(X)     \
    MZ_LIBC_STDLIB(X)      \
    MZ_LIBC_TIME(X)        \
    MZ_LIBC_LOCALE(X)      \
    MZ_LIBC_STREAMS(X)     \
    MZ_LIBC_PRINTING(X)    \
    MZ_LIBC_DESCRIPTORS(X) \
    MZ_LIBC_SOCKETS(X)     \
    MZ_LIBC_ACCOUNTS(X)    \
    MZ_LIBC_PROCESS(X)

#endif
