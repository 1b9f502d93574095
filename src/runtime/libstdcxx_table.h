/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What functions of libstdc++ read and write, but for streams and files, which
 * have tables of their own: rows for the table of accesses (libc_table.h). What
 * is inline in its headers is the program's, and instrumented; these are the
 * functions that are only in the library, which announces nothing. Of virtual
 * ones the tables in the library lead here, too.
 *
 * As libstdc++ of gcc 12 exports them. A name that is longer than a line is
 * written in two parts.
 */
#ifndef MZ_RUNTIME_LIBSTDCXX_TABLE_H
#define MZ_RUNTIME_LIBSTDCXX_TABLE_H

#include "runtime/libstdcxx_streams.h"

/* clang-format off */

/* Exceptions with a text: where it is. */
#define MZ_LIBSTDCXX_EXCEPTIONS(X)                                            \
    X(_ZNSt11logic_errorC1EPKc, R(1, TEXT), W(0, BYTES(16)))                  \
    X(JOIN(_ZNSt11logic_errorC1ERKNSt7__cxx1112ba,                            \
           sic_stringIcSt11char_traitsIcESaIcEEE),                            \
      R(1, BYTES(16)), R(AT(1), STRING(1)), W(0, BYTES(16)))                  \
    X(_ZNSt11logic_errorC1ERKS_, R(1, BYTES(16)), W(0, BYTES(16)))            \
    X(_ZNSt11logic_errorC1EOS_, RW(1, BYTES(16)), W(0, BYTES(16)))            \
    X(_ZNSt11logic_errorC2EPKc, R(1, TEXT), W(0, BYTES(16)))                  \
    X(JOIN(_ZNSt11logic_errorC2ERKNSt7__cxx1112ba,                            \
           sic_stringIcSt11char_traitsIcESaIcEEE),                            \
      R(1, BYTES(16)), R(AT(1), STRING(1)), W(0, BYTES(16)))                  \
    X(_ZNSt11logic_errorC2ERKS_, R(1, BYTES(16)), W(0, BYTES(16)))            \
    X(_ZNSt11logic_errorC2EOS_, RW(1, BYTES(16)), W(0, BYTES(16)))            \
    X(_ZNSt11logic_erroraSERKS_, R(1, BYTES(16)), RW(0, BYTES(16)))           \
    X(_ZNSt11logic_erroraSEOS_, RW(1, BYTES(16)), RW(0, BYTES(16)))           \
    X(_ZNSt11logic_errorD0Ev, W(0, BYTES(16)))                                \
    X(_ZNSt11logic_errorD1Ev, W(0, BYTES(16)))                                \
    X(_ZNSt11logic_errorD2Ev, W(0, BYTES(16)))                                \
    X(_ZNKSt11logic_error4whatEv, R(0, BYTES(16)))                            \
    X(_ZNSt13runtime_errorC1EPKc, R(1, TEXT), W(0, BYTES(16)))                \
    X(JOIN(_ZNSt13runtime_errorC1ERKNSt7__cxx1112b,                           \
           asic_stringIcSt11char_traitsIcESaIcEEE),                           \
      R(1, BYTES(16)), R(AT(1), STRING(1)), W(0, BYTES(16)))                  \
    X(_ZNSt13runtime_errorC1ERKS_, R(1, BYTES(16)), W(0, BYTES(16)))          \
    X(_ZNSt13runtime_errorC1EOS_, RW(1, BYTES(16)), W(0, BYTES(16)))          \
    X(_ZNSt13runtime_errorC2EPKc, R(1, TEXT), W(0, BYTES(16)))                \
    X(JOIN(_ZNSt13runtime_errorC2ERKNSt7__cxx1112b,                           \
           asic_stringIcSt11char_traitsIcESaIcEEE),                           \
      R(1, BYTES(16)), R(AT(1), STRING(1)), W(0, BYTES(16)))                  \
    X(_ZNSt13runtime_errorC2ERKS_, R(1, BYTES(16)), W(0, BYTES(16)))          \
    X(_ZNSt13runtime_errorC2EOS_, RW(1, BYTES(16)), W(0, BYTES(16)))          \
    X(_ZNSt13runtime_erroraSERKS_, R(1, BYTES(16)), RW(0, BYTES(16)))         \
    X(_ZNSt13runtime_erroraSEOS_, RW(1, BYTES(16)), RW(0, BYTES(16)))         \
    X(_ZNSt13runtime_errorD0Ev, W(0, BYTES(16)))                              \
    X(_ZNSt13runtime_errorD1Ev, W(0, BYTES(16)))                              \
    X(_ZNSt13runtime_errorD2Ev, W(0, BYTES(16)))                              \
    X(_ZNKSt13runtime_error4whatEv, R(0, BYTES(16)))

/* Numbers to texts and back; hashes. */
#define MZ_LIBSTDCXX_NUMBERS(X)                                               \
    X(_ZSt10from_charsPKcS0_RfSt12chars_format,                               \
      R(0, PAST_RESULT(1)), W(2, IF_CONVERTED(4)))                            \
    X(_ZSt8to_charsPcS_f, W(0, UP_TO_RESULT(1)))                              \
    X(_ZSt8to_charsPcS_fSt12chars_format, W(0, UP_TO_RESULT(1)))              \
    X(_ZSt8to_charsPcS_fSt12chars_formati, W(0, UP_TO_RESULT(1)))             \
    X(_ZSt10from_charsPKcS0_RdSt12chars_format,                               \
      R(0, PAST_RESULT(1)), W(2, IF_CONVERTED(8)))                            \
    X(_ZSt8to_charsPcS_d, W(0, UP_TO_RESULT(1)))                              \
    X(_ZSt8to_charsPcS_dSt12chars_format, W(0, UP_TO_RESULT(1)))              \
    X(_ZSt8to_charsPcS_dSt12chars_formati, W(0, UP_TO_RESULT(1)))             \
    X(_ZSt10from_charsPKcS0_ReSt12chars_format,                               \
      R(0, PAST_RESULT(1)), W(2, IF_CONVERTED(16)))                           \
    X(_ZSt8to_charsPcS_e, W(0, UP_TO_RESULT(1)))                              \
    X(_ZSt8to_charsPcS_eSt12chars_format, W(0, UP_TO_RESULT(1)))              \
    X(_ZSt8to_charsPcS_eSt12chars_formati, W(0, UP_TO_RESULT(1)))             \
    X(_ZSt11_Hash_bytesPKvmm, R(0, ARG(1)))                                   \
    X(_ZSt15_Fnv_hash_bytesPKvmm, R(0, ARG(1)))

/* Objects that one thread at a time may change. */
#define MZ_LIBSTDCXX_OBJECTS(X)                                               \
    X(_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv, R(0, BYTES(8)))      \
    X(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv, R(0, BYTES(8)))    \
    X(_ZNSt15__exception_ptr13exception_ptrC1EPv, W(0, BYTES(8)))             \
    X(_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE,            \
      R(0, BYTES(8)))                                                         \
    X(_ZNKSt12__basic_fileIcE7is_openEv, R(0, BYTES(16)))                     \
    X(_ZNSt12__basic_fileIcED1Ev, W(0, BYTES(16)))                            \
    X(_ZNSt12__basic_fileIcED2Ev, W(0, BYTES(16)))                            \
    X(__dynamic_cast, R(0, BYTES(8)))                                         \
    X(_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm,              \
      RW(0, BYTES(16)))                                                       \
    X(_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm,                   \
      RW(0, BYTES(16)))                                                       \
    X(JOIN(_ZNSt6thread15_M_start_threadESt10unique_pt,                       \
           rINS_6_StateESt14default_deleteIS1_EEPFvvE),                       \
      W(0, BYTES(8)), RW(1, BYTES(8)))                                        \
    X(_ZNSt6thread4joinEv, R(0, BYTES(8)), W(0, AFTERWARDS(8)))               \
    X(_ZNSt6thread6detachEv, RW(0, BYTES(8)))                                 \
    X(JOIN(_ZSt25notify_all_at_thread_exitRSt18condition_variable,            \
           St11unique_lockISt5mutexE),                                        \
      RW(1, BYTES(16)))                                                       \
    X(_ZNKSt3_V214error_category10equivalentERKSt10error_codei,               \
      R(1, BYTES(16)))                                                        \
    X(_ZNKSt3_V214error_category10equivalentEiRKSt15error_condition,          \
      R(2, BYTES(16)))                                                        \
    X(_ZNKSt3_V214error_category23default_error_conditionEi)                  \
    X(_ZNSt13__future_base12_Result_baseC2Ev, W(0, BYTES(16)))                \
    X(_ZNSt13__future_base12_Result_baseD2Ev, W(0, BYTES(16)))                \
    X(JOIN(_ZNSt13random_device7_M_initERKNSt7__cxx1112,                      \
           basic_stringIcSt11char_traitsIcESaIcEEE),                          \
      R(1, BYTES(16)), R(AT(1), STRING(1)), W(0, BYTES(24)))                  \
    X(_ZNSt13random_device7_M_finiEv, RW(0, BYTES(24)))                       \
    X(_ZNKSt13random_device13_M_getentropyEv, R(0, BYTES(24)))                \
    X(_ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm,                 \
      RW(0, BYTES(64)))                                                       \
    X(_ZNSt3pmr25monotonic_buffer_resource18_M_release_buffersEv,             \
      RW(0, BYTES(64)))                                                       \
    X(_ZNSt3pmr26synchronized_pool_resource11do_allocateEmm,                  \
      R(0, BYTES(8)))                                                         \
    X(_ZNSt3pmr26synchronized_pool_resource13do_deallocateEPvmm,              \
      R(0, BYTES(8)))                                                         \
    X(_ZNSt3pmr26synchronized_pool_resource7releaseEv, R(0, BYTES(8)))        \
    X(JOIN(_ZNSt3pmr26synchronized_pool_resourceC1E,                          \
           RKNS_12pool_optionsEPNS_15memory_resourceE),                       \
      W(0, BYTES(136)))                                                       \
    X(JOIN(_ZNSt3pmr26synchronized_pool_resourceC2E,                          \
           RKNS_12pool_optionsEPNS_15memory_resourceE),                       \
      W(0, BYTES(136)))                                                       \
    X(_ZNSt3pmr26synchronized_pool_resourceD1Ev, W(0, BYTES(136)))            \
    X(_ZNSt3pmr26synchronized_pool_resourceD2Ev, W(0, BYTES(136)))            \
    X(_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm,                \
      W(0, BYTES(72)))                                                        \
    X(_ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm,            \
      W(0, BYTES(72)))                                                        \
    X(_ZNSt3pmr28unsynchronized_pool_resource7releaseEv, W(0, BYTES(72)))     \
    X(JOIN(_ZNSt3pmr28unsynchronized_pool_resourceC1E,                        \
           RKNS_12pool_optionsEPNS_15memory_resourceE),                       \
      W(0, BYTES(72)))                                                        \
    X(JOIN(_ZNSt3pmr28unsynchronized_pool_resourceC2E,                        \
           RKNS_12pool_optionsEPNS_15memory_resourceE),                       \
      W(0, BYTES(72)))                                                        \
    X(_ZNSt3pmr28unsynchronized_pool_resourceD1Ev, W(0, BYTES(72)))           \
    X(_ZNSt3pmr28unsynchronized_pool_resourceD2Ev, W(0, BYTES(72)))

/* Locales; a facet reads and writes where it is told to. */
#define MZ_LIBSTDCXX_LOCALES(X)                                               \
    X(_ZNSt6localeC1Ev, W(0, BYTES(8)))                                       \
    X(_ZNSt6localeC1ERKS_, R(1, BYTES(8)), W(0, BYTES(8)))                    \
    X(_ZNSt6localeC1EPKc, R(1, TEXT), W(0, BYTES(8)))                         \
    X(_ZNSt6localeC1ERKS_S1_i,                                                \
      R(1, BYTES(8)), R(2, BYTES(8)), W(0, BYTES(8)))                         \
    X(_ZNSt6localeC1ERKS_PKci, R(1, BYTES(8)), R(2, TEXT), W(0, BYTES(8)))    \
    X(_ZNSt6localeD1Ev, W(0, BYTES(8)))                                       \
    X(_ZNSt6localeC2Ev, W(0, BYTES(8)))                                       \
    X(_ZNSt6localeC2ERKS_, R(1, BYTES(8)), W(0, BYTES(8)))                    \
    X(_ZNSt6localeC2EPKc, R(1, TEXT), W(0, BYTES(8)))                         \
    X(_ZNSt6localeC2ERKS_S1_i,                                                \
      R(1, BYTES(8)), R(2, BYTES(8)), W(0, BYTES(8)))                         \
    X(_ZNSt6localeC2ERKS_PKci, R(1, BYTES(8)), R(2, TEXT), W(0, BYTES(8)))    \
    X(_ZNSt6localeD2Ev, W(0, BYTES(8)))                                       \
    X(_ZNSt6localeaSERKS_, R(1, BYTES(8)), RW(0, BYTES(8)))                   \
    X(_ZNSt6locale6globalERKS_, R(1, BYTES(8)), W(0, BYTES(8)))               \
    X(_ZNKSt6localeeqERKS_, R(0, BYTES(8)), R(1, BYTES(8)))                   \
    X(_ZNKSt6locale4nameB5cxx11Ev, R(1, BYTES(8)))                            \
    X(_ZSt9use_facetISt5ctypeIcEERKT_RKSt6locale, R(0, BYTES(8)))             \
    X(_ZSt9has_facetISt5ctypeIcEEbRKSt6locale, R(0, BYTES(8)))                \
    X(_ZSt9use_facetINSt7__cxx117collateIcEEERKT_RKSt6locale,                 \
      R(0, BYTES(8)))                                                         \
    X(_ZSt9has_facetINSt7__cxx117collateIcEEEbRKSt6locale, R(0, BYTES(8)))    \
    X(_ZSt9use_facetINSt7__cxx118numpunctIcEEERKT_RKSt6locale,                \
      R(0, BYTES(8)))                                                         \
    X(_ZSt9has_facetINSt7__cxx118numpunctIcEEEbRKSt6locale, R(0, BYTES(8)))   \
    X(JOIN(_ZSt9use_facetINSt7__cxx118time_getIcSt19istreambu,                \
           f_iteratorIcSt11char_traitsIcEEEEERKT_RKSt6locale),                \
      R(0, BYTES(8)))                                                         \
    X(JOIN(_ZSt9has_facetINSt7__cxx118time_getIcSt19istream,                  \
           buf_iteratorIcSt11char_traitsIcEEEEEbRKSt6locale),                 \
      R(0, BYTES(8)))                                                         \
    X(JOIN(_ZSt9use_facetISt8time_putIcSt19ostreambuf_it,                     \
           eratorIcSt11char_traitsIcEEEERKT_RKSt6locale),                     \
      R(0, BYTES(8)))                                                         \
    X(JOIN(_ZSt9has_facetISt8time_putIcSt19ostreambuf_,                       \
           iteratorIcSt11char_traitsIcEEEEbRKSt6locale),                      \
      R(0, BYTES(8)))                                                         \
    X(_ZNKSt5ctypeIcE10do_tolowerEPcPKc, OWN_CALLS, RW(1, TO(2)))             \
    X(_ZNKSt5ctypeIcE10do_toupperEPcPKc, OWN_CALLS, RW(1, TO(2)))             \
    X(_ZNKSt5ctypeIcE8do_widenEPKcS2_Pc,                                      \
      OWN_CALLS, R(1, TO(2)), W(3, BETWEEN(1, 2)))                            \
    X(_ZNKSt5ctypeIcE9do_narrowEPKcS2_cPc,                                    \
      OWN_CALLS, R(1, TO(2)), W(4, BETWEEN(1, 2)))                            \
    X(JOIN(_ZNKSt8time_putIcSt19ostreambuf_iteratorIcSt11c,                   \
           har_traitsIcEEE3putES3_RSt8ios_basecPK2tmPKcSB_),                  \
      OWN_CALLS, CXX_BUFFER(1), R(5, BYTES(56)), R(STACK(0), TO(STACK(1))))   \
    X(JOIN(_ZNKSt7__cxx118time_getIcSt19istreambuf_iteratorIcSt11char_t,      \
           raitsIcEEE3getES4_S4_RSt8ios_baseRSt12_Ios_IostateP2tmPKcSD_),     \
      OWN_CALLS, CXX_BUFFER(1), RW(STACK(0), BYTES(4)),                       \
      RW(STACK(1), BYTES(56)), R(STACK(2), TO(STACK(3))))                     \
    X(_ZNKSt7__cxx117collateIcE7compareEPKcS3_S3_S3_,                         \
      OWN_CALLS, R(1, TO(2)), R(3, TO(4)))                                    \
    X(_ZNKSt7__cxx117collateIcE10do_compareEPKcS3_S3_S3_,                     \
      OWN_CALLS, R(1, TO(2)), R(3, TO(4)))                                    \
    X(_ZNKSt7__cxx117collateIcE9transformEPKcS3_, OWN_CALLS, R(2, TO(3)))     \
    X(_ZNKSt7__cxx117collateIcE12do_transformEPKcS3_,                         \
      OWN_CALLS, R(2, TO(3)))                                                 \
    X(_ZNKSt7__cxx117collateIcE4hashEPKcS3_, OWN_CALLS, R(1, TO(2)))          \
    X(_ZNKSt7__cxx117collateIcE7do_hashEPKcS3_, OWN_CALLS, R(1, TO(2)))

/* clang-format on */

#define MZ_LIBSTDCXX_TABLE(X) \
    MZ_LIBSTDCXX_EXCEPTIONS(X) \
    MZ_LIBSTDCXX_NUMBERS(X) \
    MZ_LIBSTDCXX_OBJECTS(X) \
    MZ_LIBSTDCXX_LOCALES(X)

#endif
