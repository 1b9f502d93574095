/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of libstdc++ that work on a stream, or on the buffer of one,
 * narrow or wide: rows for the table of accesses (libc_table.h). They are in
 * the library, which announces nothing; the stream as a whole counts as read or
 * written. The standard streams may be used by all threads at once. To write a
 * number, or to read one, is to read the stream's format, too, and to write
 * text its width, which manipulators set.
 *
 * As libstdc++ of gcc 12 exports them: `nm -D libstdc++.so.6`. A name that is
 * longer than a line is written in two parts.
 */
#ifndef MZ_RUNTIME_LIBSTDCXX_STREAMS_H
#define MZ_RUNTIME_LIBSTDCXX_STREAMS_H

#define JOIN(a, b) a##b
#define JOIN3(a, b, c) a##b##c

/* clang-format off */

#define MZ_LIBSTDCXX_STREAMS(X)                                               \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEE10exceptionsEv, CXX_IOS_READ(0))   \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEE3badEv, CXX_IOS_READ(0))           \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEE3eofEv, CXX_IOS_READ(0))           \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEE3tieEv, CXX_IOS_READ(0))           \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEE4failEv, CXX_IOS_READ(0))          \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEE4fillEv, CXX_IOS_READ(0))          \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEE4goodEv, CXX_IOS_READ(0))          \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEE5rdbufEv, CXX_IOS_READ(0))         \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEE5widenEc, CXX_IOS_READ(0))         \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEE6narrowEcc, CXX_IOS_READ(0))       \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEE7rdstateEv, CXX_IOS_READ(0))       \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEEcvPvEv, CXX_IOS_READ(0))           \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEEcvbEv, CXX_IOS_READ(0))            \
    X(_ZNKSt9basic_iosIcSt11char_traitsIcEEntEv, CXX_IOS_READ(0))             \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEE10exceptionsEv, CXX_IOS_READ(0))   \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEE3badEv, CXX_IOS_READ(0))           \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEE3eofEv, CXX_IOS_READ(0))           \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEE3tieEv, CXX_IOS_READ(0))           \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEE4failEv, CXX_IOS_READ(0))          \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEE4fillEv, CXX_IOS_READ(0))          \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEE4goodEv, CXX_IOS_READ(0))          \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEE5rdbufEv, CXX_IOS_READ(0))         \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEE5widenEc, CXX_IOS_READ(0))         \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEE6narrowEwc, CXX_IOS_READ(0))       \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEE7rdstateEv, CXX_IOS_READ(0))       \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEEcvPvEv, CXX_IOS_READ(0))           \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEEcvbEv, CXX_IOS_READ(0))            \
    X(_ZNKSt9basic_iosIwSt11char_traitsIwEEntEv, CXX_IOS_READ(0))             \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEEC1Ev, CXX_BUFFER(0))           \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEEC1Ev, CXX_BUFFER(0))           \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode,       \
      CXX_BUFFER(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt13basic_fstreamIcSt11char_traitsIcEEC1ERKNSt7__,              \
           cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode),                 \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEEC1Ev, CXX_BUFFER(0))           \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEEC1EPKcSt13_Ios_Openmode,       \
      CXX_BUFFER(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt13basic_fstreamIwSt11char_traitsIwEEC1ERKNSt7__,              \
           cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode),              \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEEC1Ev, CXX_BUFFER(0))           \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode,      \
      CXX_BUFFER(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC1ERKNSt7__,             \
           cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode),                 \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC1Ev, CXX_BUFFER(0))          \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEEC1EPKcSt13_Ios_Openmode,      \
      CXX_BUFFER(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt14basic_ifstreamIwSt11char_traitsIwEEC1ERKNSt7__,             \
           cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode),              \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEEC1Ev, CXX_BUFFER(0))          \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode,      \
      CXX_BUFFER(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1ERKNSt7__,             \
           cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode),                 \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1Ev, CXX_BUFFER(0))          \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEEC1EPKcSt13_Ios_Openmode,      \
      CXX_BUFFER(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt14basic_ofstreamIwSt11char_traitsIwEEC1ERKNSt7__,             \
           cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode),              \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEEC1Ev, CXX_BUFFER(0))          \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESa,              \
           IcEEC1EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),             \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaI,             \
           cEEC1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),             \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1ERKS3_,       \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11ch,                            \
           ar_traitsIcESaIcEEC1ESt13_Ios_Openmode),                           \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_,                         \
           traitsIcESaIcEEC1ESt13_Ios_OpenmodeRKS3_),                         \
      CXX_BUFFER(0))                                                          \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1Ev,           \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESa,              \
           IwEEC1EONS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),             \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaI,             \
           wEEC1ERKNS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),             \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), WIDE_STRING(1)))               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEC1ERKS3_,       \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11ch,                            \
           ar_traitsIwESaIwEEC1ESt13_Ios_Openmode),                           \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_,                         \
           traitsIwESaIwEEC1ESt13_Ios_OpenmodeRKS3_),                         \
      CXX_BUFFER(0))                                                          \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEC1Ev,           \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcES,            \
           aIcEEC1EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),            \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcES,            \
           aIcEEC1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),           \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIcSt11c,                          \
           har_traitsIcESaIcEEC1ESt13_Ios_Openmode),                          \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIcSt11cha,                        \
           r_traitsIcESaIcEEC1ESt13_Ios_OpenmodeRKS3_),                       \
      CXX_BUFFER(0))                                                          \
    X(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC1Ev,        \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwES,            \
           aIwEEC1EONS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),            \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwES,            \
           aIwEEC1ERKNS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),           \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), WIDE_STRING(1)))               \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIwSt11c,                          \
           har_traitsIwESaIwEEC1ESt13_Ios_Openmode),                          \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIwSt11cha,                        \
           r_traitsIwESaIwEEC1ESt13_Ios_OpenmodeRKS3_),                       \
      CXX_BUFFER(0))                                                          \
    X(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEEC1Ev,        \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcE,            \
           SaIcEEC1EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),           \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcES,           \
           aIcEEC1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),           \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIcSt11,                          \
           char_traitsIcESaIcEEC1ESt13_Ios_Openmode),                         \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIcSt11cha,                       \
           r_traitsIcESaIcEEC1ESt13_Ios_OpenmodeRKS3_),                       \
      CXX_BUFFER(0))                                                          \
    X(_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC1Ev,       \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwE,            \
           SaIwEEC1EONS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),           \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwES,           \
           aIwEEC1ERKNS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),           \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), WIDE_STRING(1)))               \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIwSt11,                          \
           char_traitsIwESaIwEEC1ESt13_Ios_Openmode),                         \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIwSt11cha,                       \
           r_traitsIwESaIwEEC1ESt13_Ios_OpenmodeRKS3_),                       \
      CXX_BUFFER(0))                                                          \
    X(_ZNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEEC1Ev,       \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcE,            \
           SaIcEEC1EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),           \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcES,           \
           aIcEEC1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),           \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIcSt11,                          \
           char_traitsIcESaIcEEC1ESt13_Ios_Openmode),                         \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIcSt11cha,                       \
           r_traitsIcESaIcEEC1ESt13_Ios_OpenmodeRKS3_),                       \
      CXX_BUFFER(0))                                                          \
    X(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1Ev,       \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwE,            \
           SaIwEEC1EONS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),           \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwES,           \
           aIwEEC1ERKNS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),           \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), WIDE_STRING(1)))               \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIwSt11,                          \
           char_traitsIwESaIwEEC1ESt13_Ios_Openmode),                         \
      CXX_BUFFER(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIwSt11cha,                       \
           r_traitsIwESaIwEEC1ESt13_Ios_OpenmodeRKS3_),                       \
      CXX_BUFFER(0))                                                          \
    X(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEEC1Ev,       \
      CXX_BUFFER(0))                                                          \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE10exceptionsESt12_Ios_Iostate,      \
      CXX_IOS(0))                                                             \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE11_M_setstateESt12_Ios_Iostate,     \
      CXX_IOS(0))                                                             \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE3tieEPSo, CXX_IOS(0))               \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE4fillEc, CXX_IOS(0))                \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE4initEPSt15basic_streambufIcS1_E,   \
      CXX_IOS(0))                                                             \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate,            \
      CXX_IOS(0))                                                             \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE5imbueERKSt6locale,                 \
      CXX_IOS(1), R(2, BYTES(8)))                                             \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE5rdbufEPSt15basic_streambufIcS1_E,  \
      CXX_IOS(0))                                                             \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE7copyfmtERKS2_, CXX_IOS(0))         \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE8setstateESt12_Ios_Iostate,         \
      CXX_IOS(0))                                                             \
    X(JOIN(_ZNSt9basic_iosIcSt11char_traitsIcEE9,                             \
           set_rdbufEPSt15basic_streambufIcS1_E),                             \
      CXX_IOS(0))                                                             \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE10exceptionsESt12_Ios_Iostate,      \
      CXX_IOS(0))                                                             \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE11_M_setstateESt12_Ios_Iostate,     \
      CXX_IOS(0))                                                             \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE3tieEPSt13basic_ostreamIwS1_E,      \
      CXX_IOS(0))                                                             \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE4fillEw, CXX_IOS(0))                \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE4initEPSt15basic_streambufIwS1_E,   \
      CXX_IOS(0))                                                             \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE5clearESt12_Ios_Iostate,            \
      CXX_IOS(0))                                                             \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE5imbueERKSt6locale,                 \
      CXX_IOS(1), R(2, BYTES(8)))                                             \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE5rdbufEPSt15basic_streambufIwS1_E,  \
      CXX_IOS(0))                                                             \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE7copyfmtERKS2_, CXX_IOS(0))         \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE8setstateESt12_Ios_Iostate,         \
      CXX_IOS(0))                                                             \
    X(JOIN(_ZNSt9basic_iosIwSt11char_traitsIwEE9,                             \
           set_rdbufEPSt15basic_streambufIwS1_E),                             \
      CXX_IOS(0))                                                             \
    X(_ZNKSi6gcountEv, CXX_STREAM_READ(0))                                    \
    X(_ZNKSt13basic_istreamIwSt11char_traitsIwEE6gcountEv,                    \
      CXX_STREAM_READ(0))                                                     \
    X(_ZNKSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv,        \
      CXX_BUFFER_READ(1))                                                     \
    X(_ZNKSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE3strEv,        \
      CXX_BUFFER_READ(1))                                                     \
    X(_ZNKSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv,     \
      CXX_STREAM_READ(1))                                                     \
    X(_ZNKSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEE3strEv,     \
      CXX_STREAM_READ(1))                                                     \
    X(_ZNKSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE3strEv,    \
      CXX_STREAM_READ(1))                                                     \
    X(_ZNKSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEE3strEv,    \
      CXX_STREAM_READ(1))                                                     \
    X(_ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv,    \
      CXX_STREAM_READ(1))                                                     \
    X(_ZNKSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEE3strEv,    \
      CXX_STREAM_READ(1))                                                     \
    X(_ZNSi10_M_extractIPvEERSiRT_, CXX_NUMBER(0), W(1, BYTES(8)))            \
    X(_ZNSi10_M_extractIbEERSiRT_, CXX_NUMBER(0), W(1, BYTES(1)))             \
    X(_ZNSi10_M_extractIdEERSiRT_, CXX_NUMBER(0), W(1, BYTES(8)))             \
    X(_ZNSi10_M_extractIeEERSiRT_, CXX_NUMBER(0), W(1, BYTES(16)))            \
    X(_ZNSi10_M_extractIfEERSiRT_, CXX_NUMBER(0), W(1, BYTES(4)))             \
    X(_ZNSi10_M_extractIjEERSiRT_, CXX_NUMBER(0), W(1, BYTES(4)))             \
    X(_ZNSi10_M_extractIlEERSiRT_, CXX_NUMBER(0), W(1, BYTES(8)))             \
    X(_ZNSi10_M_extractImEERSiRT_, CXX_NUMBER(0), W(1, BYTES(8)))             \
    X(_ZNSi10_M_extractItEERSiRT_, CXX_NUMBER(0), W(1, BYTES(2)))             \
    X(_ZNSi10_M_extractIxEERSiRT_, CXX_NUMBER(0), W(1, BYTES(8)))             \
    X(_ZNSi10_M_extractIyEERSiRT_, CXX_NUMBER(0), W(1, BYTES(8)))             \
    X(_ZNSi3getEPcl, CXX_STREAM(0), W(1, ARG(2)))                             \
    X(_ZNSi3getEPclc, CXX_STREAM(0), W(1, ARG(2)))                            \
    X(_ZNSi3getERSt15basic_streambufIcSt11char_traitsIcEE,                    \
      CXX_STREAM(0), CXX_BUFFER(1))                                           \
    X(_ZNSi3getERSt15basic_streambufIcSt11char_traitsIcEEc,                   \
      CXX_STREAM(0), CXX_BUFFER(1))                                           \
    X(_ZNSi3getERc, CXX_STREAM(0), W(1, BYTES(1)))                            \
    X(_ZNSi3getEv, CXX_STREAM(0))                                             \
    X(_ZNSi4peekEv, CXX_STREAM(0))                                            \
    X(_ZNSi4readEPcl, CXX_STREAM(0), W(1, ARG(2)))                            \
    X(_ZNSi4syncEv, CXX_STREAM(0))                                            \
    X(_ZNSi5seekgESt4fposI11__mbstate_tE, CXX_STREAM(0))                      \
    X(_ZNSi5seekgElSt12_Ios_Seekdir, CXX_STREAM(0))                           \
    X(_ZNSi5tellgEv, CXX_STREAM(0))                                           \
    X(_ZNSi5ungetEv, CXX_STREAM(0))                                           \
    X(_ZNSi6ignoreEl, CXX_STREAM(0))                                          \
    X(_ZNSi6ignoreEli, CXX_STREAM(0))                                         \
    X(_ZNSi6ignoreEv, CXX_STREAM(0))                                          \
    X(_ZNSi7getlineEPcl, CXX_STREAM(0), W(1, ARG(2)))                         \
    X(_ZNSi7getlineEPclc, CXX_STREAM(0), W(1, ARG(2)))                        \
    X(_ZNSi7putbackEc, CXX_STREAM(0))                                         \
    X(_ZNSi8readsomeEPcl, CXX_STREAM(0), W(1, ARG(2)))                        \
    X(_ZNSirsEPFRSiS_E, CXX_STREAM(0))                                        \
    X(_ZNSirsEPFRSt8ios_baseS0_E, CXX_STREAM(0))                              \
    X(_ZNSirsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E, CXX_STREAM(0))        \
    X(_ZNSirsEPSt15basic_streambufIcSt11char_traitsIcEE,                      \
      CXX_STREAM(0), CXX_BUFFER(1))                                           \
    X(_ZNSirsERPv, CXX_NUMBER(0), W(1, BYTES(8)))                             \
    X(_ZNSirsERb, CXX_NUMBER(0), W(1, BYTES(1)))                              \
    X(_ZNSirsERd, CXX_NUMBER(0), W(1, BYTES(8)))                              \
    X(_ZNSirsERe, CXX_NUMBER(0), W(1, BYTES(16)))                             \
    X(_ZNSirsERf, CXX_NUMBER(0), W(1, BYTES(4)))                              \
    X(_ZNSirsERi, CXX_NUMBER(0), W(1, BYTES(4)))                              \
    X(_ZNSirsERj, CXX_NUMBER(0), W(1, BYTES(4)))                              \
    X(_ZNSirsERl, CXX_NUMBER(0), W(1, BYTES(8)))                              \
    X(_ZNSirsERm, CXX_NUMBER(0), W(1, BYTES(8)))                              \
    X(_ZNSirsERs, CXX_NUMBER(0), W(1, BYTES(2)))                              \
    X(_ZNSirsERt, CXX_NUMBER(0), W(1, BYTES(2)))                              \
    X(_ZNSirsERx, CXX_NUMBER(0), W(1, BYTES(8)))                              \
    X(_ZNSirsERy, CXX_NUMBER(0), W(1, BYTES(8)))                              \
    X(_ZNSo3putEc, CXX_STREAM(0))                                             \
    X(_ZNSo5flushEv, CXX_STREAM(0))                                           \
    X(_ZNSo5seekpESt4fposI11__mbstate_tE, CXX_STREAM(0))                      \
    X(_ZNSo5seekpElSt12_Ios_Seekdir, CXX_STREAM(0))                           \
    X(_ZNSo5tellpEv, CXX_STREAM(0))                                           \
    X(_ZNSo5writeEPKcl, CXX_STREAM(0), R(1, ARG(2)))                          \
    X(_ZNSo8_M_writeEPKcl, CXX_STREAM(0), R(1, ARG(2)))                       \
    X(_ZNSo9_M_insertIPKvEERSoT_, CXX_NUMBER(0))                              \
    X(_ZNSo9_M_insertIbEERSoT_, CXX_NUMBER(0))                                \
    X(_ZNSo9_M_insertIdEERSoT_, CXX_NUMBER(0))                                \
    X(_ZNSo9_M_insertIeEERSoT_, CXX_NUMBER(0))                                \
    X(_ZNSo9_M_insertIlEERSoT_, CXX_NUMBER(0))                                \
    X(_ZNSo9_M_insertImEERSoT_, CXX_NUMBER(0))                                \
    X(_ZNSo9_M_insertIxEERSoT_, CXX_NUMBER(0))                                \
    X(_ZNSo9_M_insertIyEERSoT_, CXX_NUMBER(0))                                \
    X(_ZNSolsEDn, CXX_STREAM(0))                                              \
    X(_ZNSolsEPFRSoS_E, CXX_STREAM(0))                                        \
    X(_ZNSolsEPFRSt8ios_baseS0_E, CXX_STREAM(0))                              \
    X(_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E, CXX_STREAM(0))        \
    X(_ZNSolsEPKv, CXX_NUMBER(0))                                             \
    X(_ZNSolsEPSt15basic_streambufIcSt11char_traitsIcEE,                      \
      CXX_STREAM(0), CXX_BUFFER(1))                                           \
    X(_ZNSolsEb, CXX_NUMBER(0))                                               \
    X(_ZNSolsEd, CXX_NUMBER(0))                                               \
    X(_ZNSolsEe, CXX_NUMBER(0))                                               \
    X(_ZNSolsEf, CXX_NUMBER(0))                                               \
    X(_ZNSolsEi, CXX_NUMBER(0))                                               \
    X(_ZNSolsEj, CXX_NUMBER(0))                                               \
    X(_ZNSolsEl, CXX_NUMBER(0))                                               \
    X(_ZNSolsEm, CXX_NUMBER(0))                                               \
    X(_ZNSolsEs, CXX_NUMBER(0))                                               \
    X(_ZNSolsEt, CXX_NUMBER(0))                                               \
    X(_ZNSolsEx, CXX_NUMBER(0))                                               \
    X(_ZNSolsEy, CXX_NUMBER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode,    \
      CXX_BUFFER(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt13basic_filebufIcSt11char_traitsIcEE4openERKNSt7__,           \
           cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode),                 \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE5closeEv, CXX_BUFFER(0))       \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE4openEPKcSt13_Ios_Openmode,    \
      CXX_BUFFER(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt13basic_filebufIwSt11char_traitsIwEE4openERKNSt7__,           \
           cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode),              \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE5closeEv, CXX_BUFFER(0))       \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEED0Ev, CXX_BUFFER(0))           \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEED1Ev, CXX_BUFFER(0))           \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode,    \
      CXX_STREAM(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt13basic_fstreamIcSt11char_traitsIcEE4openERKNSt7__,           \
           cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode),                 \
      CXX_STREAM(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEE5closeEv, CXX_STREAM(0))       \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEED0Ev, CXX_STREAM(0))           \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEED1Ev, CXX_STREAM(0))           \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEE4openEPKcSt13_Ios_Openmode,    \
      CXX_STREAM(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt13basic_fstreamIwSt11char_traitsIwEE4openERKNSt7__,           \
           cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode),              \
      CXX_STREAM(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEE5closeEv, CXX_STREAM(0))       \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEED0Ev, CXX_STREAM(0))           \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEED1Ev, CXX_STREAM(0))           \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE10_M_extractIPvEERS2_RT_,      \
      CXX_NUMBER(0), W(1, BYTES(8)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE10_M_extractIbEERS2_RT_,       \
      CXX_NUMBER(0), W(1, BYTES(1)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE10_M_extractIdEERS2_RT_,       \
      CXX_NUMBER(0), W(1, BYTES(8)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE10_M_extractIeEERS2_RT_,       \
      CXX_NUMBER(0), W(1, BYTES(16)))                                         \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE10_M_extractIfEERS2_RT_,       \
      CXX_NUMBER(0), W(1, BYTES(4)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE10_M_extractIjEERS2_RT_,       \
      CXX_NUMBER(0), W(1, BYTES(4)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE10_M_extractIlEERS2_RT_,       \
      CXX_NUMBER(0), W(1, BYTES(8)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE10_M_extractImEERS2_RT_,       \
      CXX_NUMBER(0), W(1, BYTES(8)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE10_M_extractItEERS2_RT_,       \
      CXX_NUMBER(0), W(1, BYTES(2)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE10_M_extractIxEERS2_RT_,       \
      CXX_NUMBER(0), W(1, BYTES(8)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE10_M_extractIyEERS2_RT_,       \
      CXX_NUMBER(0), W(1, BYTES(8)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE3getEPwl,                      \
      CXX_STREAM(0), W(1, TIMES(2, 4)))                                       \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE3getEPwlw,                     \
      CXX_STREAM(0), W(1, TIMES(2, 4)))                                       \
    X(JOIN(_ZNSt13basic_istreamIwSt11char_trait,                              \
           sIwEE3getERSt15basic_streambufIwS1_E),                             \
      CXX_STREAM(0))                                                          \
    X(JOIN(_ZNSt13basic_istreamIwSt11char_traits,                             \
           IwEE3getERSt15basic_streambufIwS1_Ew),                             \
      CXX_STREAM(0))                                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE3getERw,                       \
      CXX_STREAM(0), W(1, BYTES(4)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE3getEv, CXX_STREAM(0))         \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE4peekEv, CXX_STREAM(0))        \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE4readEPwl,                     \
      CXX_STREAM(0), W(1, TIMES(2, 4)))                                       \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE4syncEv, CXX_STREAM(0))        \
    X(JOIN(_ZNSt13basic_istreamIwSt11char_trai,                               \
           tsIwEE5seekgESt4fposI11__mbstate_tE),                              \
      CXX_STREAM(0))                                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE5seekgElSt12_Ios_Seekdir,      \
      CXX_STREAM(0))                                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE5tellgEv, CXX_STREAM(0))       \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE5ungetEv, CXX_STREAM(0))       \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE6ignoreEl, CXX_STREAM(0))      \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE6ignoreElj, CXX_STREAM(0))     \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE6ignoreEv, CXX_STREAM(0))      \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE7getlineEPwl,                  \
      CXX_STREAM(0), W(1, TIMES(2, 4)))                                       \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE7getlineEPwlw,                 \
      CXX_STREAM(0), W(1, TIMES(2, 4)))                                       \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE7putbackEw, CXX_STREAM(0))     \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE8readsomeEPwl,                 \
      CXX_STREAM(0), W(1, TIMES(2, 4)))                                       \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEED0Ev, CXX_STREAM(0))           \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEED1Ev, CXX_STREAM(0))           \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsEPFRS2_S3_E, CXX_STREAM(0))  \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsEPFRSt8ios_baseS4_E,         \
      CXX_STREAM(0))                                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsEPFRSt9basic_iosIwS1_ES5_E,  \
      CXX_STREAM(0))                                                          \
    X(JOIN(_ZNSt13basic_istreamIwSt11char_trai,                               \
           tsIwEErsEPSt15basic_streambufIwS1_E),                              \
      CXX_STREAM(0))                                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERPv,                        \
      CXX_NUMBER(0), W(1, BYTES(8)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERb,                         \
      CXX_NUMBER(0), W(1, BYTES(1)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERd,                         \
      CXX_NUMBER(0), W(1, BYTES(8)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERe,                         \
      CXX_NUMBER(0), W(1, BYTES(16)))                                         \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERf,                         \
      CXX_NUMBER(0), W(1, BYTES(4)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERi,                         \
      CXX_NUMBER(0), W(1, BYTES(4)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERj,                         \
      CXX_NUMBER(0), W(1, BYTES(4)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERl,                         \
      CXX_NUMBER(0), W(1, BYTES(8)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERm,                         \
      CXX_NUMBER(0), W(1, BYTES(8)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERs,                         \
      CXX_NUMBER(0), W(1, BYTES(2)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERt,                         \
      CXX_NUMBER(0), W(1, BYTES(2)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERx,                         \
      CXX_NUMBER(0), W(1, BYTES(8)))                                          \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEErsERy,                         \
      CXX_NUMBER(0), W(1, BYTES(8)))                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE3putEw, CXX_STREAM(0))         \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE5flushEv, CXX_STREAM(0))       \
    X(JOIN(_ZNSt13basic_ostreamIwSt11char_trai,                               \
           tsIwEE5seekpESt4fposI11__mbstate_tE),                              \
      CXX_STREAM(0))                                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE5seekpElSt12_Ios_Seekdir,      \
      CXX_STREAM(0))                                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE5tellpEv, CXX_STREAM(0))       \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE5writeEPKwl,                   \
      CXX_STREAM(0), R(1, TIMES(2, 4)))                                       \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE8_M_writeEPKwl,                \
      CXX_STREAM(0), R(1, TIMES(2, 4)))                                       \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE9_M_insertIPKvEERS2_T_,        \
      CXX_NUMBER(0))                                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE9_M_insertIbEERS2_T_,          \
      CXX_NUMBER(0))                                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE9_M_insertIdEERS2_T_,          \
      CXX_NUMBER(0))                                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE9_M_insertIeEERS2_T_,          \
      CXX_NUMBER(0))                                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE9_M_insertIlEERS2_T_,          \
      CXX_NUMBER(0))                                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE9_M_insertImEERS2_T_,          \
      CXX_NUMBER(0))                                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE9_M_insertIxEERS2_T_,          \
      CXX_NUMBER(0))                                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE9_M_insertIyEERS2_T_,          \
      CXX_NUMBER(0))                                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEED0Ev, CXX_STREAM(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEED1Ev, CXX_STREAM(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEDn, CXX_STREAM(0))          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEPFRS2_S3_E, CXX_STREAM(0))  \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEPFRSt8ios_baseS4_E,         \
      CXX_STREAM(0))                                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEPFRSt9basic_iosIwS1_ES5_E,  \
      CXX_STREAM(0))                                                          \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEPKv, CXX_NUMBER(0))         \
    X(JOIN(_ZNSt13basic_ostreamIwSt11char_trai,                               \
           tsIwEElsEPSt15basic_streambufIwS1_E),                              \
      CXX_STREAM(0), CXX_BUFFER(1))                                           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEb, CXX_NUMBER(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEd, CXX_NUMBER(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEe, CXX_NUMBER(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEf, CXX_NUMBER(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEi, CXX_NUMBER(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEj, CXX_NUMBER(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEl, CXX_NUMBER(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEm, CXX_NUMBER(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEs, CXX_NUMBER(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEt, CXX_NUMBER(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEx, CXX_NUMBER(0))           \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEy, CXX_NUMBER(0))           \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode,   \
      CXX_STREAM(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt14basic_ifstreamIcSt11char_traitsIcEE4openERKNS,              \
           t7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode),             \
      CXX_STREAM(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEE5closeEv, CXX_STREAM(0))      \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEED0Ev, CXX_STREAM(0))          \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEED1Ev, CXX_STREAM(0))          \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEE4openEPKcSt13_Ios_Openmode,   \
      CXX_STREAM(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt14basic_ifstreamIwSt11char_traitsIwEE4openERKNSt7__,          \
           cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode),              \
      CXX_STREAM(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEE5closeEv, CXX_STREAM(0))      \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEED0Ev, CXX_STREAM(0))          \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEED1Ev, CXX_STREAM(0))          \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode,   \
      CXX_STREAM(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt14basic_ofstreamIcSt11char_traitsIcEE4openERKNS,              \
           t7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode),             \
      CXX_STREAM(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEE5closeEv, CXX_STREAM(0))      \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEED0Ev, CXX_STREAM(0))          \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEED1Ev, CXX_STREAM(0))          \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEE4openEPKcSt13_Ios_Openmode,   \
      CXX_STREAM(0), R(1, TEXT))                                              \
    X(JOIN(_ZNSt14basic_ofstreamIwSt11char_traitsIwEE4openERKNSt7__,          \
           cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode),              \
      CXX_STREAM(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEE5closeEv, CXX_STREAM(0))      \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEED0Ev, CXX_STREAM(0))          \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEED1Ev, CXX_STREAM(0))          \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_trai,                     \
           tsIcESaIcEE3strEONS_12basic_stringIcS2_S3_EE),                     \
      CXX_BUFFER(0), RW(1, BYTES(32)))                                        \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_trai,                     \
           tsIcESaIcEE3strERKNS_12basic_stringIcS2_S3_EE),                    \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_trai,                     \
           tsIwESaIwEE3strEONS_12basic_stringIwS2_S3_EE),                     \
      CXX_BUFFER(0), RW(1, BYTES(32)))                                        \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_trai,                     \
           tsIwESaIwEE3strERKNS_12basic_stringIwS2_S3_EE),                    \
      CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), WIDE_STRING(1)))               \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIcSt11char_tr,                    \
           aitsIcESaIcEE3strEONS_12basic_stringIcS2_S3_EE),                   \
      CXX_STREAM(0), RW(1, BYTES(32)))                                        \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIcSt11char_tra,                   \
           itsIcESaIcEE3strERKNS_12basic_stringIcS2_S3_EE),                   \
      CXX_STREAM(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEED0Ev,        \
      CXX_STREAM(0))                                                          \
    X(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEED1Ev,        \
      CXX_STREAM(0))                                                          \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIwSt11char_tr,                    \
           aitsIwESaIwEE3strEONS_12basic_stringIwS2_S3_EE),                   \
      CXX_STREAM(0), RW(1, BYTES(32)))                                        \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIwSt11char_tra,                   \
           itsIwESaIwEE3strERKNS_12basic_stringIwS2_S3_EE),                   \
      CXX_STREAM(0), R(1, BYTES(16)), R(AT(1), WIDE_STRING(1)))               \
    X(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEED0Ev,        \
      CXX_STREAM(0))                                                          \
    X(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEED1Ev,        \
      CXX_STREAM(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIcSt11char_tr,                   \
           aitsIcESaIcEE3strEONS_12basic_stringIcS2_S3_EE),                   \
      CXX_STREAM(0), RW(1, BYTES(32)))                                        \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIcSt11char_tr,                   \
           aitsIcESaIcEE3strERKNS_12basic_stringIcS2_S3_EE),                  \
      CXX_STREAM(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEED0Ev,       \
      CXX_STREAM(0))                                                          \
    X(_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEED1Ev,       \
      CXX_STREAM(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIwSt11char_tr,                   \
           aitsIwESaIwEE3strEONS_12basic_stringIwS2_S3_EE),                   \
      CXX_STREAM(0), RW(1, BYTES(32)))                                        \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIwSt11char_tr,                   \
           aitsIwESaIwEE3strERKNS_12basic_stringIwS2_S3_EE),                  \
      CXX_STREAM(0), R(1, BYTES(16)), R(AT(1), WIDE_STRING(1)))               \
    X(_ZNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEED0Ev,       \
      CXX_STREAM(0))                                                          \
    X(_ZNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEED1Ev,       \
      CXX_STREAM(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_tr,                   \
           aitsIcESaIcEE3strEONS_12basic_stringIcS2_S3_EE),                   \
      CXX_STREAM(0), RW(1, BYTES(32)))                                        \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_tr,                   \
           aitsIcESaIcEE3strERKNS_12basic_stringIcS2_S3_EE),                  \
      CXX_STREAM(0), R(1, BYTES(16)), R(AT(1), STRING(1)))                    \
    X(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEED0Ev,       \
      CXX_STREAM(0))                                                          \
    X(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEED1Ev,       \
      CXX_STREAM(0))                                                          \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_tr,                   \
           aitsIwESaIwEE3strEONS_12basic_stringIwS2_S3_EE),                   \
      CXX_STREAM(0), RW(1, BYTES(32)))                                        \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_tr,                   \
           aitsIwESaIwEE3strERKNS_12basic_stringIwS2_S3_EE),                  \
      CXX_STREAM(0), R(1, BYTES(16)), R(AT(1), WIDE_STRING(1)))               \
    X(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEED0Ev,       \
      CXX_STREAM(0))                                                          \
    X(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEED1Ev,       \
      CXX_STREAM(0))                                                          \
    X(JOIN(_ZSt16__ostream_insertIcSt11char_traits,                           \
           IcEERSt13basic_ostreamIT_T0_ES6_PKS3_l),                           \
      CXX_TEXT(0), R(1, ARG(2)))                                              \
    X(JOIN(_ZSt16__ostream_insertIwSt11char_traits,                           \
           IwEERSt13basic_ostreamIT_T0_ES6_PKS3_l),                           \
      CXX_TEXT(0), R(1, TIMES(2, 4)))                                         \
    X(_ZSt2wsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_,               \
      CXX_STREAM(0))                                                          \
    X(_ZSt2wsIwSt11char_traitsIwEERSt13basic_istreamIT_T0_ES6_,               \
      CXX_STREAM(0))                                                          \
    X(_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_,             \
      CXX_STREAM(0))                                                          \
    X(_ZSt4endlIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_,             \
      CXX_STREAM(0))                                                          \
    X(_ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_,             \
      CXX_STREAM(0))                                                          \
    X(_ZSt4endsIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_,             \
      CXX_STREAM(0))                                                          \
    X(_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_,            \
      CXX_STREAM(0))                                                          \
    X(_ZSt5flushIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_,            \
      CXX_STREAM(0))                                                          \
    X(JOIN(_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_ist,              \
           reamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE),             \
      CXX_STREAM(0), RW(1, BYTES(32)), W(AT(1), STRING(1)))                   \
    X(JOIN(_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istre,            \
           amIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_),            \
      CXX_STREAM(0), RW(1, BYTES(32)), W(AT(1), STRING(1)))                   \
    X(JOIN(_ZSt7getlineIwSt11char_traitsIwESaIwEERSt13basic_ist,              \
           reamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE),             \
      CXX_STREAM(0), RW(1, BYTES(32)), W(AT(1), WIDE_STRING(1)))              \
    X(JOIN(_ZSt7getlineIwSt11char_traitsIwESaIwEERSt13basic_istre,            \
           amIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_),            \
      CXX_STREAM(0), RW(1, BYTES(32)), W(AT(1), WIDE_STRING(1)))              \
    X(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKa,                \
      CXX_TEXT(0), R(1, TEXT))                                                \
    X(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc,                \
      CXX_TEXT(0), R(1, TEXT))                                                \
    X(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKh,                \
      CXX_TEXT(0), R(1, TEXT))                                                \
    X(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a, CXX_TEXT(0))     \
    X(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c, CXX_TEXT(0))     \
    X(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h, CXX_TEXT(0))     \
    X(JOIN(_ZStlsIcSt11char_traitsIcEERSt13basi,                              \
           c_ostreamIT_T0_ES6_St12_Setiosflags),                              \
      CXX_FLAGS(0))                                                           \
    X(JOIN(_ZStlsIcSt11char_traitsIcEERSt13basi,                              \
           c_ostreamIT_T0_ES6_St13_Setprecision),                             \
      CXX_PRECISION(0))                                                       \
    X(JOIN(_ZStlsIcSt11char_traitsIcEERSt13basic_,                            \
           ostreamIT_T0_ES6_St14_Resetiosflags),                              \
      CXX_FLAGS(0))                                                           \
    X(_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St5_Setw,        \
      CXX_WIDTH(0))                                                           \
    X(_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St8_Setbase,     \
      CXX_FLAGS(0))                                                           \
    X(JOIN(_ZStlsIcSt11char_traitsIcEERSt13basi,                              \
           c_ostreamIT_T0_ES6_St8_SetfillIS3_E),                              \
      CXX_FILL(0))                                                            \
    X(JOIN(_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostream,                \
           IT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE),                \
      CXX_TEXT(0), R(1, BYTES(16)))                                           \
    X(_ZStlsIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_PKS3_,           \
      CXX_TEXT(0), R(1, WIDE))                                                \
    X(_ZStlsIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_PKc,             \
      CXX_TEXT(0), R(1, TEXT))                                                \
    X(_ZStlsIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_S3_,             \
      CXX_TEXT(0))                                                            \
    X(JOIN(_ZStlsIwSt11char_traitsIwEERSt13basi,                              \
           c_ostreamIT_T0_ES6_St12_Setiosflags),                              \
      CXX_FLAGS(0))                                                           \
    X(JOIN(_ZStlsIwSt11char_traitsIwEERSt13basi,                              \
           c_ostreamIT_T0_ES6_St13_Setprecision),                             \
      CXX_PRECISION(0))                                                       \
    X(JOIN(_ZStlsIwSt11char_traitsIwEERSt13basic_,                            \
           ostreamIT_T0_ES6_St14_Resetiosflags),                              \
      CXX_FLAGS(0))                                                           \
    X(_ZStlsIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_St5_Setw,        \
      CXX_WIDTH(0))                                                           \
    X(_ZStlsIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_St8_Setbase,     \
      CXX_FLAGS(0))                                                           \
    X(JOIN(_ZStlsIwSt11char_traitsIwEERSt13basi,                              \
           c_ostreamIT_T0_ES6_St8_SetfillIS3_E),                              \
      CXX_FILL(0))                                                            \
    X(_ZStlsIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_c,               \
      CXX_TEXT(0))                                                            \
    X(JOIN(_ZStlsIwSt11char_traitsIwESaIwEERSt13basic_ostream,                \
           IT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE),                \
      CXX_TEXT(0), R(1, BYTES(16)))                                           \
    X(_ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_Pa,                 \
      CXX_STREAM(0), W(1, BYTES(1)))                                          \
    X(_ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_Ph,                 \
      CXX_STREAM(0), W(1, BYTES(1)))                                          \
    X(_ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_Ra,                 \
      CXX_STREAM(0), W(1, BYTES(1)))                                          \
    X(_ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_Rh,                 \
      CXX_STREAM(0), W(1, BYTES(1)))                                          \
    X(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_PS3_,            \
      CXX_STREAM(0), W(1, BYTES(1)))                                          \
    X(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_,            \
      CXX_STREAM(0), W(1, BYTES(1)))                                          \
    X(JOIN(_ZStrsIcSt11char_traitsIcEERSt13basi,                              \
           c_istreamIT_T0_ES6_St12_Setiosflags),                              \
      CXX_FLAGS(0))                                                           \
    X(JOIN(_ZStrsIcSt11char_traitsIcEERSt13basi,                              \
           c_istreamIT_T0_ES6_St13_Setprecision),                             \
      CXX_PRECISION(0))                                                       \
    X(JOIN(_ZStrsIcSt11char_traitsIcEERSt13basic_,                            \
           istreamIT_T0_ES6_St14_Resetiosflags),                              \
      CXX_FLAGS(0))                                                           \
    X(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_St5_Setw,        \
      CXX_WIDTH(0))                                                           \
    X(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_St8_Setbase,     \
      CXX_FLAGS(0))                                                           \
    X(JOIN(_ZStrsIcSt11char_traitsIcEERSt13basi,                              \
           c_istreamIT_T0_ES6_St8_SetfillIS3_E),                              \
      CXX_FILL(0))                                                            \
    X(JOIN(_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istrea,                 \
           mIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE),                \
      CXX_STREAM(0), RW(1, BYTES(32)), W(AT(1), STRING(1)))                   \
    X(_ZStrsIwSt11char_traitsIwEERSt13basic_istreamIT_T0_ES6_PS3_,            \
      CXX_STREAM(0), W(1, BYTES(4)))                                          \
    X(_ZStrsIwSt11char_traitsIwEERSt13basic_istreamIT_T0_ES6_RS3_,            \
      CXX_STREAM(0), W(1, BYTES(4)))                                          \
    X(JOIN(_ZStrsIwSt11char_traitsIwEERSt13basi,                              \
           c_istreamIT_T0_ES6_St12_Setiosflags),                              \
      CXX_FLAGS(0))                                                           \
    X(JOIN(_ZStrsIwSt11char_traitsIwEERSt13basi,                              \
           c_istreamIT_T0_ES6_St13_Setprecision),                             \
      CXX_PRECISION(0))                                                       \
    X(JOIN(_ZStrsIwSt11char_traitsIwEERSt13basic_,                            \
           istreamIT_T0_ES6_St14_Resetiosflags),                              \
      CXX_FLAGS(0))                                                           \
    X(_ZStrsIwSt11char_traitsIwEERSt13basic_istreamIT_T0_ES6_St5_Setw,        \
      CXX_WIDTH(0))                                                           \
    X(_ZStrsIwSt11char_traitsIwEERSt13basic_istreamIT_T0_ES6_St8_Setbase,     \
      CXX_FLAGS(0))                                                           \
    X(JOIN(_ZStrsIwSt11char_traitsIwEERSt13basi,                              \
           c_istreamIT_T0_ES6_St8_SetfillIS3_E),                              \
      CXX_FILL(0))                                                            \
    X(JOIN(_ZStrsIwSt11char_traitsIwESaIwEERSt13basic_istrea,                 \
           mIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE),                \
      CXX_STREAM(0), RW(1, BYTES(32)), W(AT(1), WIDE_STRING(1)))

/* clang-format on */

#endif
