/* SPDX-License-Identifier: Apache-2.0 */
/*
 * More functions of libstdc++ that work on a stream or on its buffer: those
 * that make, end, move and swap one, and all of buffers, virtual ones too, to
 * which the tables in the library lead. What the library calls so itself is
 * part of what the program has called, and was announced as that.
 *
 * As libstdc++ of gcc 12 exports them; see libstdcxx_streams.h.
 */
#ifndef MZ_RUNTIME_LIBSTDCXX_BUFFERS_H
#define MZ_RUNTIME_LIBSTDCXX_BUFFERS_H

#include "runtime/libstdcxx_streams.h"

/* clang-format off */

#define MZ_LIBSTDCXX_BUFFERS(X)                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE4fileEv,          \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE4syncEv,          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE5uflowEv,         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE6xsgetnEPcl,      \
      OWN_CALLS, CXX_BUFFER(0), W(1, RESULT(2)))                              \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE6xsputnEPKcl,     \
      OWN_CALLS, CXX_BUFFER(0), R(1, ARG(2)))                                 \
    X(JOIN(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_trait,                 \
           sIcEE7seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode),                 \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsI,               \
           cEE7seekposESt4fposI11__mbstate_tESt13_Ios_Openmode),              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE8overflowEi,      \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE9pbackfailEi,     \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE9underflowEv,     \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEC1EOS3_,          \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEC1EP8_IO_FILE,    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEC2EOS3_,          \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEC2EP8_IO_FILE,    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEED0Ev,             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEED1Ev,             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEaSEOS3_,          \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEE4fileEv,          \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEE4syncEv,          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEE5uflowEv,         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEE6xsgetnEPwl,      \
      OWN_CALLS, CXX_BUFFER(0), W(1, RESULT_TIMES(2, 4)))                     \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEE6xsputnEPKwl,     \
      OWN_CALLS, CXX_BUFFER(0), R(1, TIMES(2, 4)))                            \
    X(JOIN(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_trait,                 \
           sIwEE7seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode),                 \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsI,               \
           wEE7seekposESt4fposI11__mbstate_tESt13_Ios_Openmode),              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEE8overflowEj,      \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEE9pbackfailEj,     \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEE9underflowEv,     \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEEC1EOS3_,          \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEEC1EP8_IO_FILE,    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEEC2EOS3_,          \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEEC2EP8_IO_FILE,    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEED0Ev,             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEED1Ev,             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZN9__gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEEaSEOS3_,          \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNKRSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv,       \
      OWN_CALLS, CXX_BUFFER_READ(1))                                          \
    X(_ZNKRSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE3strEv,       \
      OWN_CALLS, CXX_BUFFER_READ(1))                                          \
    X(_ZNKRSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv,    \
      OWN_CALLS, CXX_STREAM_READ(1))                                          \
    X(_ZNKRSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEE3strEv,    \
      OWN_CALLS, CXX_STREAM_READ(1))                                          \
    X(_ZNKRSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE3strEv,   \
      OWN_CALLS, CXX_STREAM_READ(1))                                          \
    X(_ZNKRSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEE3strEv,   \
      OWN_CALLS, CXX_STREAM_READ(1))                                          \
    X(_ZNKRSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv,   \
      OWN_CALLS, CXX_STREAM_READ(1))                                          \
    X(_ZNKRSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEE3strEv,   \
      OWN_CALLS, CXX_STREAM_READ(1))                                          \
    X(_ZNKSi6sentrycvbEv, OWN_CALLS, R(0, BYTES(1)))                          \
    X(_ZNKSo6sentrycvbEv, OWN_CALLS, R(0, BYTES(1)))                          \
    X(_ZNKSt13basic_filebufIcSt11char_traitsIcEE7is_openEv,                   \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt13basic_filebufIwSt11char_traitsIwEE7is_openEv,                   \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt13basic_fstreamIcSt11char_traitsIcEE5rdbufEv,                     \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt13basic_fstreamIcSt11char_traitsIcEE7is_openEv,                   \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt13basic_fstreamIwSt11char_traitsIwEE5rdbufEv,                     \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt13basic_fstreamIwSt11char_traitsIwEE7is_openEv,                   \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt13basic_istreamIwSt11char_traitsIwEE6sentrycvbEv,                 \
      OWN_CALLS, R(0, BYTES(1)))                                              \
    X(_ZNKSt13basic_ostreamIwSt11char_traitsIwEE6sentrycvbEv,                 \
      OWN_CALLS, R(0, BYTES(1)))                                              \
    X(_ZNKSt14basic_ifstreamIcSt11char_traitsIcEE5rdbufEv,                    \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt14basic_ifstreamIcSt11char_traitsIcEE7is_openEv,                  \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt14basic_ifstreamIwSt11char_traitsIwEE5rdbufEv,                    \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt14basic_ifstreamIwSt11char_traitsIwEE7is_openEv,                  \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt14basic_ofstreamIcSt11char_traitsIcEE5rdbufEv,                    \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt14basic_ofstreamIcSt11char_traitsIcEE7is_openEv,                  \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt14basic_ofstreamIwSt11char_traitsIwEE5rdbufEv,                    \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt14basic_ofstreamIwSt11char_traitsIwEE7is_openEv,                  \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt15basic_streambufIcSt11char_traitsIcEE4gptrEv,                    \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt15basic_streambufIcSt11char_traitsIcEE4pptrEv,                    \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt15basic_streambufIcSt11char_traitsIcEE5ebackEv,                   \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt15basic_streambufIcSt11char_traitsIcEE5egptrEv,                   \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt15basic_streambufIcSt11char_traitsIcEE5epptrEv,                   \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt15basic_streambufIcSt11char_traitsIcEE5pbaseEv,                   \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt15basic_streambufIcSt11char_traitsIcEE6getlocEv,                  \
      OWN_CALLS, CXX_BUFFER_READ(1))                                          \
    X(_ZNKSt15basic_streambufIwSt11char_traitsIwEE4gptrEv,                    \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt15basic_streambufIwSt11char_traitsIwEE4pptrEv,                    \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt15basic_streambufIwSt11char_traitsIwEE5ebackEv,                   \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt15basic_streambufIwSt11char_traitsIwEE5egptrEv,                   \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt15basic_streambufIwSt11char_traitsIwEE5epptrEv,                   \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt15basic_streambufIwSt11char_traitsIwEE5pbaseEv,                   \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt15basic_streambufIwSt11char_traitsIwEE6getlocEv,                  \
      OWN_CALLS, CXX_BUFFER_READ(1))                                          \
    X(JOIN(_ZNKSt7__cxx1115basic_stringbufIcSt11,                             \
           char_traitsIcESaIcEE13get_allocatorEv),                            \
      OWN_CALLS, CXX_BUFFER_READ(1))                                          \
    X(_ZNKSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE4viewEv,       \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(JOIN(_ZNKSt7__cxx1115basic_stringbufIwSt11,                             \
           char_traitsIwESaIwEE13get_allocatorEv),                            \
      OWN_CALLS, CXX_BUFFER_READ(1))                                          \
    X(_ZNKSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE4viewEv,       \
      OWN_CALLS, CXX_BUFFER_READ(0))                                          \
    X(_ZNKSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE4viewEv,    \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE5rdbufEv,   \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEE4viewEv,    \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEE5rdbufEv,   \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE4viewEv,   \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE5rdbufEv,  \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEE4viewEv,   \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEE5rdbufEv,  \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE4viewEv,   \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE5rdbufEv,  \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEE4viewEv,   \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNKSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEE5rdbufEv,  \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNOSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv,        \
      OWN_CALLS, CXX_BUFFER(1))                                               \
    X(_ZNOSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE3strEv,        \
      OWN_CALLS, CXX_BUFFER(1))                                               \
    X(_ZNOSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv,     \
      OWN_CALLS, CXX_STREAM(1))                                               \
    X(_ZNOSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEE3strEv,     \
      OWN_CALLS, CXX_STREAM(1))                                               \
    X(_ZNOSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE3strEv,    \
      OWN_CALLS, CXX_STREAM(1))                                               \
    X(_ZNOSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEE3strEv,    \
      OWN_CALLS, CXX_STREAM(1))                                               \
    X(_ZNOSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv,    \
      OWN_CALLS, CXX_STREAM(1))                                               \
    X(_ZNOSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEE3strEv,    \
      OWN_CALLS, CXX_STREAM(1))                                               \
    X(_ZNSd4swapERSd, OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                \
    X(_ZNSdC1EOSd, OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                   \
    X(_ZNSdC1EPSt15basic_streambufIcSt11char_traitsIcEE,                      \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSdC1Ev, OWN_CALLS, CXX_BUFFER(0))                                    \
    X(_ZNSdC2EOSd, OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                   \
    X(_ZNSdC2EPSt15basic_streambufIcSt11char_traitsIcEE,                      \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSdC2Ev, OWN_CALLS, CXX_BUFFER(0))                                    \
    X(_ZNSdD0Ev, OWN_CALLS, CXX_STREAM(0))                                    \
    X(_ZNSdD1Ev, OWN_CALLS, CXX_STREAM(0))                                    \
    X(_ZNSdD2Ev, OWN_CALLS, CXX_STREAM(0))                                    \
    X(_ZNSdaSEOSd, OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                   \
    X(_ZNSi4swapERSi, OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                \
    X(_ZNSi6sentryC1ERSib, OWN_CALLS, CXX_STREAM(1), W(0, BYTES(1)))          \
    X(_ZNSi6sentryC2ERSib, OWN_CALLS, CXX_STREAM(1), W(0, BYTES(1)))          \
    X(_ZNSiC1EOSi, OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                   \
    X(_ZNSiC1EPSt15basic_streambufIcSt11char_traitsIcEE,                      \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSiC1Ev, OWN_CALLS, CXX_BUFFER(0))                                    \
    X(_ZNSiC2EOSi, OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                   \
    X(_ZNSiC2EPSt15basic_streambufIcSt11char_traitsIcEE,                      \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSiC2Ev, OWN_CALLS, CXX_BUFFER(0))                                    \
    X(_ZNSiD0Ev, OWN_CALLS, CXX_STREAM(0))                                    \
    X(_ZNSiD1Ev, OWN_CALLS, CXX_STREAM(0))                                    \
    X(_ZNSiD2Ev, OWN_CALLS, CXX_STREAM(0))                                    \
    X(_ZNSiaSEOSi, OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                   \
    X(_ZNSo4swapERSo, OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                \
    X(_ZNSo6sentryC1ERSo, OWN_CALLS, CXX_STREAM(1), W(0, BYTES(16)))          \
    X(_ZNSo6sentryC2ERSo, OWN_CALLS, CXX_STREAM(1), W(0, BYTES(16)))          \
    X(_ZNSo6sentryD1Ev, OWN_CALLS, R(0, BYTES(16)))                           \
    X(_ZNSo6sentryD2Ev, OWN_CALLS, R(0, BYTES(16)))                           \
    X(_ZNSoC1EOSo, OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                   \
    X(_ZNSoC1EPSt15basic_streambufIcSt11char_traitsIcEE,                      \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSoC1ERSd, OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                   \
    X(_ZNSoC1Ev, OWN_CALLS, CXX_BUFFER(0))                                    \
    X(_ZNSoC2EOSo, OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                   \
    X(_ZNSoC2EPSt15basic_streambufIcSt11char_traitsIcEE,                      \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSoC2ERSd, OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                   \
    X(_ZNSoC2Ev, OWN_CALLS, CXX_BUFFER(0))                                    \
    X(_ZNSoD0Ev, OWN_CALLS, CXX_STREAM(0))                                    \
    X(_ZNSoD1Ev, OWN_CALLS, CXX_STREAM(0))                                    \
    X(_ZNSoD2Ev, OWN_CALLS, CXX_STREAM(0))                                    \
    X(_ZNSoaSEOSo, OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                   \
    X(_ZThn16_NSdD0Ev, OWN_CALLS, CXX_IOS(0))                                 \
    X(_ZThn16_NSdD1Ev, OWN_CALLS, CXX_IOS(0))                                 \
    X(_ZThn16_NSt14basic_iostreamIwSt11char_traitsIwEED0Ev,                   \
      OWN_CALLS, CXX_IOS(0))                                                  \
    X(_ZThn16_NSt14basic_iostreamIwSt11char_traitsIwEED1Ev,                   \
      OWN_CALLS, CXX_IOS(0))                                                  \
    X(_ZTv0_n24_NSdD0Ev, OWN_CALLS, CXX_IOS(0))                               \
    X(_ZTv0_n24_NSdD1Ev, OWN_CALLS, CXX_IOS(0))                               \
    X(_ZTv0_n24_NSiD0Ev, OWN_CALLS, CXX_IOS(0))                               \
    X(_ZTv0_n24_NSiD1Ev, OWN_CALLS, CXX_IOS(0))                               \
    X(_ZTv0_n24_NSoD0Ev, OWN_CALLS, CXX_IOS(0))                               \
    X(_ZTv0_n24_NSoD1Ev, OWN_CALLS, CXX_IOS(0))                               \
    X(_ZTv0_n24_NSt13basic_istreamIwSt11char_traitsIwEED0Ev,                  \
      OWN_CALLS, CXX_IOS(0))                                                  \
    X(_ZTv0_n24_NSt13basic_istreamIwSt11char_traitsIwEED1Ev,                  \
      OWN_CALLS, CXX_IOS(0))                                                  \
    X(_ZTv0_n24_NSt13basic_ostreamIwSt11char_traitsIwEED0Ev,                  \
      OWN_CALLS, CXX_IOS(0))                                                  \
    X(_ZTv0_n24_NSt13basic_ostreamIwSt11char_traitsIwEED1Ev,                  \
      OWN_CALLS, CXX_IOS(0))                                                  \
    X(_ZTv0_n24_NSt14basic_iostreamIwSt11char_traitsIwEED0Ev,                 \
      OWN_CALLS, CXX_IOS(0))                                                  \
    X(_ZTv0_n24_NSt14basic_iostreamIwSt11char_traitsIwEED1Ev,                 \
      OWN_CALLS, CXX_IOS(0))                                                  \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE13_M_set_bufferEl,             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt13basic_filebufIcSt11char_trait,                              \
           sIcEE14_M_get_ext_posER11__mbstate_t),                             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE15_M_create_pbackEv,           \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE16_M_destroy_pbackEv,          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE19_M_terminate_outputEv,       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE22_M_convert_to_externalEPcl,  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt13basic_filebufIcSt11char_trait,                              \
           sIcEE26_M_destroy_internal_bufferEv),                              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt13basic_filebufIcSt11char_trait,                              \
           sIcEE27_M_allocate_internal_bufferEv),                             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE4swapERS2_,                    \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE4syncEv,                       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE5imbueERKSt6locale,            \
      OWN_CALLS, CXX_BUFFER(0), R(1, BYTES(8)))                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE6setbufEPcl,                   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE6xsgetnEPcl,                   \
      OWN_CALLS, CXX_BUFFER(0), W(1, RESULT(2)))                              \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE6xsputnEPKcl,                  \
      OWN_CALLS, CXX_BUFFER(0), R(1, ARG(2)))                                 \
    X(JOIN(_ZNSt13basic_filebufIcSt11char_traitsIcE,                          \
           E7_M_seekElSt12_Ios_Seekdir11__mbstate_t),                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt13basic_filebufIcSt11char_traitsIcEE7,                        \
           seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode),                       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt13basic_filebufIcSt11char_traitsIcEE7see,                     \
           kposESt4fposI11__mbstate_tESt13_Ios_Openmode),                     \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE8overflowEi,                   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE9pbackfailEi,                  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE9showmanycEv,                  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEE9underflowEv,                  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEEC1EOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEEC2EOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEEC2Ev,                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEED0Ev,                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEED1Ev,                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEED2Ev,                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIcSt11char_traitsIcEEaSEOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE13_M_set_bufferEl,             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt13basic_filebufIwSt11char_trait,                              \
           sIwEE14_M_get_ext_posER11__mbstate_t),                             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE15_M_create_pbackEv,           \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE16_M_destroy_pbackEv,          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE19_M_terminate_outputEv,       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE22_M_convert_to_externalEPwl,  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt13basic_filebufIwSt11char_trait,                              \
           sIwEE26_M_destroy_internal_bufferEv),                              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt13basic_filebufIwSt11char_trait,                              \
           sIwEE27_M_allocate_internal_bufferEv),                             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE4swapERS2_,                    \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE4syncEv,                       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE5imbueERKSt6locale,            \
      OWN_CALLS, CXX_BUFFER(0), R(1, BYTES(8)))                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE6setbufEPwl,                   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE6xsgetnEPwl,                   \
      OWN_CALLS, CXX_BUFFER(0), W(1, RESULT_TIMES(2, 4)))                     \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE6xsputnEPKwl,                  \
      OWN_CALLS, CXX_BUFFER(0), R(1, TIMES(2, 4)))                            \
    X(JOIN(_ZNSt13basic_filebufIwSt11char_traitsIwE,                          \
           E7_M_seekElSt12_Ios_Seekdir11__mbstate_t),                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt13basic_filebufIwSt11char_traitsIwEE7,                        \
           seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode),                       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt13basic_filebufIwSt11char_traitsIwEE7see,                     \
           kposESt4fposI11__mbstate_tESt13_Ios_Openmode),                     \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE8overflowEj,                   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE9pbackfailEj,                  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE9showmanycEv,                  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEE9underflowEv,                  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEEC1EOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEEC2EOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEEC2Ev,                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEED2Ev,                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_filebufIwSt11char_traitsIwEEaSEOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEE4swapERS2_,                    \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEE7is_openEv,                    \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEEC1EOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEEC2EOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEEC2EPKcSt13_Ios_Openmode,       \
      OWN_CALLS, CXX_BUFFER(0), R(2, TEXT))                                   \
    X(JOIN(_ZNSt13basic_fstreamIcSt11char_traitsIcEEC2ERKNSt7__,              \
           cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode),                 \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), STRING(2)))         \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEEC2Ev,                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEED2Ev,                          \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt13basic_fstreamIcSt11char_traitsIcEEaSEOS2_,                       \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEE4swapERS2_,                    \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEE7is_openEv,                    \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEEC1EOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEEC2EOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEEC2EPKcSt13_Ios_Openmode,       \
      OWN_CALLS, CXX_BUFFER(0), R(2, TEXT))                                   \
    X(JOIN(_ZNSt13basic_fstreamIwSt11char_traitsIwEEC2ERKNSt7__,              \
           cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode),              \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), STRING(2)))         \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEEC2Ev,                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEED2Ev,                          \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt13basic_fstreamIwSt11char_traitsIwEEaSEOS2_,                       \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE4swapERS2_,                    \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE6sentryC1ERS2_b,               \
      OWN_CALLS, CXX_STREAM(1), W(0, BYTES(1)))                               \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEE6sentryC2ERS2_b,               \
      OWN_CALLS, CXX_STREAM(1), W(0, BYTES(1)))                               \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEEC1EOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt13basic_istreamIwSt11char_trai,                               \
           tsIwEEC1EPSt15basic_streambufIwS1_E),                              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEEC1Ev,                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEEC2EOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(JOIN(_ZNSt13basic_istreamIwSt11char_trai,                               \
           tsIwEEC2EPSt15basic_streambufIwS1_E),                              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEEC2Ev,                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEED2Ev,                          \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt13basic_istreamIwSt11char_traitsIwEEaSEOS2_,                       \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE4swapERS2_,                    \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE6sentryC1ERS2_,                \
      OWN_CALLS, CXX_STREAM(1), W(0, BYTES(16)))                              \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE6sentryC2ERS2_,                \
      OWN_CALLS, CXX_STREAM(1), W(0, BYTES(16)))                              \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE6sentryD1Ev,                   \
      OWN_CALLS, R(0, BYTES(16)))                                             \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEE6sentryD2Ev,                   \
      OWN_CALLS, R(0, BYTES(16)))                                             \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEEC1EOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt13basic_ostreamIwSt11char_trai,                               \
           tsIwEEC1EPSt15basic_streambufIwS1_E),                              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEEC1ERSt14basic_iostreamIwS1_E,  \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEEC1Ev,                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEEC2EOS2_,                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(JOIN(_ZNSt13basic_ostreamIwSt11char_trai,                               \
           tsIwEEC2EPSt15basic_streambufIwS1_E),                              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEEC2ERSt14basic_iostreamIwS1_E,  \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEEC2Ev,                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEED2Ev,                          \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt13basic_ostreamIwSt11char_traitsIwEEaSEOS2_,                       \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEE4swapERS2_,                   \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEE7is_openEv,                   \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC1EOS2_,                      \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC2EOS2_,                      \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC2EPKcSt13_Ios_Openmode,      \
      OWN_CALLS, CXX_BUFFER(0), R(2, TEXT))                                   \
    X(JOIN(_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC2ERKNSt7__,             \
           cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode),                 \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), STRING(2)))         \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC2Ev,                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEED2Ev,                         \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEEaSEOS2_,                      \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEE4swapERS2_,                   \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEE7is_openEv,                   \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEEC1EOS2_,                      \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEEC2EOS2_,                      \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEEC2EPKcSt13_Ios_Openmode,      \
      OWN_CALLS, CXX_BUFFER(0), R(2, TEXT))                                   \
    X(JOIN(_ZNSt14basic_ifstreamIwSt11char_traitsIwEEC2ERKNSt7__,             \
           cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode),              \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), STRING(2)))         \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEEC2Ev,                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEED2Ev,                         \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt14basic_ifstreamIwSt11char_traitsIwEEaSEOS2_,                      \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt14basic_iostreamIwSt11char_traitsIwEE4swapERS2_,                   \
      OWN_CALLS, CXX_IOS(0), CXX_IOS(1))                                      \
    X(_ZNSt14basic_iostreamIwSt11char_traitsIwEEC1EOS2_,                      \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt14basic_iostreamIwSt11char_trai,                              \
           tsIwEEC1EPSt15basic_streambufIwS1_E),                              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt14basic_iostreamIwSt11char_traitsIwEEC1Ev,                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt14basic_iostreamIwSt11char_traitsIwEEC2EOS2_,                      \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt14basic_iostreamIwSt11char_trai,                              \
           tsIwEEC2EPSt15basic_streambufIwS1_E),                              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt14basic_iostreamIwSt11char_traitsIwEEC2Ev,                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt14basic_iostreamIwSt11char_traitsIwEED0Ev, OWN_CALLS, CXX_IOS(0))  \
    X(_ZNSt14basic_iostreamIwSt11char_traitsIwEED1Ev, OWN_CALLS, CXX_IOS(0))  \
    X(_ZNSt14basic_iostreamIwSt11char_traitsIwEED2Ev, OWN_CALLS, CXX_IOS(0))  \
    X(_ZNSt14basic_iostreamIwSt11char_traitsIwEEaSEOS2_,                      \
      OWN_CALLS, CXX_IOS(0), CXX_IOS(1))                                      \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEE4swapERS2_,                   \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEE7is_openEv,                   \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1EOS2_,                      \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC2EOS2_,                      \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC2EPKcSt13_Ios_Openmode,      \
      OWN_CALLS, CXX_BUFFER(0), R(2, TEXT))                                   \
    X(JOIN(_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC2ERKNSt7__,             \
           cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode),                 \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), STRING(2)))         \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC2Ev,                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEED2Ev,                         \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEEaSEOS2_,                      \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEE4swapERS2_,                   \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEE7is_openEv,                   \
      OWN_CALLS, CXX_STREAM_READ(0))                                          \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEEC1EOS2_,                      \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEEC2EOS2_,                      \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEEC2EPKcSt13_Ios_Openmode,      \
      OWN_CALLS, CXX_BUFFER(0), R(2, TEXT))                                   \
    X(JOIN(_ZNSt14basic_ofstreamIwSt11char_traitsIwEEC2ERKNSt7__,             \
           cxx1112basic_stringIcS0_IcESaIcEEESt13_Ios_Openmode),              \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), STRING(2)))         \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEEC2Ev,                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEED2Ev,                         \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt14basic_ofstreamIwSt11char_traitsIwEEaSEOS2_,                      \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt15basic_streambufIcSt11char_traitsIcEE10,                     \
           pubseekoffElSt12_Ios_SeekdirSt13_Ios_Openmode),                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt15basic_streambufIcSt11char_traitsIcEE10pub,                  \
           seekposESt4fposI11__mbstate_tESt13_Ios_Openmode),                  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE12__safe_gbumpEl,            \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE12__safe_pbumpEl,            \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE4setgEPcS3_S3_,              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE4setpEPcS3_,                 \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE4swapERS2_,                  \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE4syncEv,                     \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE5gbumpEi,                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE5imbueERKSt6locale,          \
      OWN_CALLS, CXX_BUFFER(0), R(1, BYTES(8)))                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE5pbumpEi,                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE5sgetcEv,                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE5sgetnEPcl,                  \
      OWN_CALLS, CXX_BUFFER(0), W(1, RESULT(2)))                              \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE5sputcEc,                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE5sputnEPKcl,                 \
      OWN_CALLS, CXX_BUFFER(0), R(1, ARG(2)))                                 \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE5uflowEv,                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE6sbumpcEv,                   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE6setbufEPcl,                 \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE6snextcEv,                   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE6stosscEv,                   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE6xsgetnEPcl,                 \
      OWN_CALLS, CXX_BUFFER(0), W(1, RESULT(2)))                              \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE6xsputnEPKcl,                \
      OWN_CALLS, CXX_BUFFER(0), R(1, ARG(2)))                                 \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE7pubsyncEv,                  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt15basic_streambufIcSt11char_traitsIcEE7,                      \
           seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode),                       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt15basic_streambufIcSt11char_traitsIcEE7se,                    \
           ekposESt4fposI11__mbstate_tESt13_Ios_Openmode),                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE7sungetcEv,                  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE8in_availEv,                 \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE8overflowEi,                 \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE8pubimbueERKSt6locale,       \
      OWN_CALLS, CXX_BUFFER(1), R(2, BYTES(8)))                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE9pbackfailEi,                \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE9pubsetbufEPcl,              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE9showmanycEv,                \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE9sputbackcEc,                \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEE9underflowEv,                \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEEC1ERKS2_,                    \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEEC1Ev,                        \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEEC2ERKS2_,                    \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEEC2Ev,                        \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEED0Ev,                        \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEED1Ev,                        \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEED2Ev,                        \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIcSt11char_traitsIcEEaSERKS2_,                    \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt15basic_streambufIwSt11char_traitsIwEE10,                     \
           pubseekoffElSt12_Ios_SeekdirSt13_Ios_Openmode),                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt15basic_streambufIwSt11char_traitsIwEE10pub,                  \
           seekposESt4fposI11__mbstate_tESt13_Ios_Openmode),                  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE12__safe_gbumpEl,            \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE12__safe_pbumpEl,            \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE4setgEPwS3_S3_,              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE4setpEPwS3_,                 \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE4swapERS2_,                  \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE4syncEv,                     \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE5gbumpEi,                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE5imbueERKSt6locale,          \
      OWN_CALLS, CXX_BUFFER(0), R(1, BYTES(8)))                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE5pbumpEi,                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE5sgetcEv,                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE5sgetnEPwl,                  \
      OWN_CALLS, CXX_BUFFER(0), W(1, RESULT_TIMES(2, 4)))                     \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE5sputcEw,                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE5sputnEPKwl,                 \
      OWN_CALLS, CXX_BUFFER(0), R(1, TIMES(2, 4)))                            \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE5uflowEv,                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE6sbumpcEv,                   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE6setbufEPwl,                 \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE6snextcEv,                   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE6stosscEv,                   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE6xsgetnEPwl,                 \
      OWN_CALLS, CXX_BUFFER(0), W(1, RESULT_TIMES(2, 4)))                     \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE6xsputnEPKwl,                \
      OWN_CALLS, CXX_BUFFER(0), R(1, TIMES(2, 4)))                            \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE7pubsyncEv,                  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt15basic_streambufIwSt11char_traitsIwEE7,                      \
           seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode),                       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt15basic_streambufIwSt11char_traitsIwEE7se,                    \
           ekposESt4fposI11__mbstate_tESt13_Ios_Openmode),                    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE7sungetcEv,                  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE8in_availEv,                 \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE8overflowEj,                 \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE8pubimbueERKSt6locale,       \
      OWN_CALLS, CXX_BUFFER(1), R(2, BYTES(8)))                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE9pbackfailEj,                \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE9pubsetbufEPwl,              \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE9showmanycEv,                \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE9sputbackcEw,                \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEE9underflowEv,                \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEEC1ERKS2_,                    \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEEC1Ev,                        \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEEC2ERKS2_,                    \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEEC2Ev,                        \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEED0Ev,                        \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEED1Ev,                        \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEED2Ev,                        \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt15basic_streambufIwSt11char_traitsIwEEaSERKS2_,                    \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11ch,                            \
           ar_traitsIcESaIcEE15_M_update_egptrEv),                            \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_traits,                   \
           IcESaIcEE17_M_stringbuf_initESt13_Ios_Openmode),                   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE4swapERS4_,     \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE6setbufEPcl,    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE7_M_syncEPcmm,  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcE,                \
           SaIcEE7seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode),                \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESa,              \
           IcEE7seekposESt4fposI11__mbstate_tESt13_Ios_Openmode),             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11,                              \
           char_traitsIcESaIcEE8_M_pbumpEPcS5_l),                             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE8overflowEi,    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE9pbackfailEi,   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE9showmanycEv,   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE9underflowEv,   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1EOS4_,        \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_tr,                       \
           aitsIcESaIcEEC1EOS4_ONS4_14__xfer_bufptrsE),                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC1EOS4_RKS3_,   \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_trai,                     \
           tsIcESaIcEEC1EOS4_RKS3_ONS4_14__xfer_bufptrsE),                    \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESa,              \
           IcEEC2EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),             \
      OWN_CALLS, CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))         \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2EOS4_,        \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_tr,                       \
           aitsIcESaIcEEC2EOS4_ONS4_14__xfer_bufptrsE),                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2EOS4_RKS3_,   \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_trai,                     \
           tsIcESaIcEEC2EOS4_RKS3_ONS4_14__xfer_bufptrsE),                    \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaI,             \
           cEEC2ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),             \
      OWN_CALLS, CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), STRING(1)))         \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2ERKS3_,       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11ch,                            \
           ar_traitsIcESaIcEEC2ESt13_Ios_Openmode),                           \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIcSt11char_,                         \
           traitsIcESaIcEEC2ESt13_Ios_OpenmodeRKS3_),                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEC2Ev,           \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEED0Ev,           \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEED1Ev,           \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEED2Ev,           \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEaSEOS4_,        \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11ch,                            \
           ar_traitsIwESaIwEE15_M_update_egptrEv),                            \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_traits,                   \
           IwESaIwEE17_M_stringbuf_initESt13_Ios_Openmode),                   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE4swapERS4_,     \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE6setbufEPwl,    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE7_M_syncEPwmm,  \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwE,                \
           SaIwEE7seekoffElSt12_Ios_SeekdirSt13_Ios_Openmode),                \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESa,              \
           IwEE7seekposESt4fposI11__mbstate_tESt13_Ios_Openmode),             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11,                              \
           char_traitsIwESaIwEE8_M_pbumpEPwS5_l),                             \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE8overflowEj,    \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE9pbackfailEj,   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE9showmanycEv,   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEE9underflowEv,   \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEC1EOS4_,        \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_tr,                       \
           aitsIwESaIwEEC1EOS4_ONS4_14__xfer_bufptrsE),                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEC1EOS4_RKS3_,   \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_trai,                     \
           tsIwESaIwEEC1EOS4_RKS3_ONS4_14__xfer_bufptrsE),                    \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESa,              \
           IwEEC2EONS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),             \
      OWN_CALLS, CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), WIDE_STRING(1)))    \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEC2EOS4_,        \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_tr,                       \
           aitsIwESaIwEEC2EOS4_ONS4_14__xfer_bufptrsE),                       \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEC2EOS4_RKS3_,   \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_trai,                     \
           tsIwESaIwEEC2EOS4_RKS3_ONS4_14__xfer_bufptrsE),                    \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaI,             \
           wEEC2ERKNS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),             \
      OWN_CALLS, CXX_BUFFER(0), R(1, BYTES(16)), R(AT(1), WIDE_STRING(1)))    \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEC2ERKS3_,       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11ch,                            \
           ar_traitsIwESaIwEEC2ESt13_Ios_Openmode),                           \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1115basic_stringbufIwSt11char_,                         \
           traitsIwESaIwEEC2ESt13_Ios_OpenmodeRKS3_),                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEC2Ev,           \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEED0Ev,           \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEED1Ev,           \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEED2Ev,           \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1115basic_stringbufIwSt11char_traitsIwESaIwEEaSEOS4_,        \
      OWN_CALLS, CXX_BUFFER(0), CXX_BUFFER(1))                                \
    X(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE4swapERS4_,  \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC1EOS4_,     \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcES,            \
           aIcEEC2EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),            \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), STRING(2)))         \
    X(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC2EOS4_,     \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcES,            \
           aIcEEC2ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),           \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), STRING(2)))         \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIcSt11c,                          \
           har_traitsIcESaIcEEC2ESt13_Ios_Openmode),                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIcSt11cha,                        \
           r_traitsIcESaIcEEC2ESt13_Ios_OpenmodeRKS3_),                       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC2Ev,        \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEED2Ev,        \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEaSEOS4_,     \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEE4swapERS4_,  \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEEC1EOS4_,     \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwES,            \
           aIwEEC2EONS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),            \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), WIDE_STRING(2)))    \
    X(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEEC2EOS4_,     \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwES,            \
           aIwEEC2ERKNS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),           \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), WIDE_STRING(2)))    \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIwSt11c,                          \
           har_traitsIwESaIwEEC2ESt13_Ios_Openmode),                          \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1118basic_stringstreamIwSt11cha,                        \
           r_traitsIwESaIwEEC2ESt13_Ios_OpenmodeRKS3_),                       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEEC2Ev,        \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEED2Ev,        \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt7__cxx1118basic_stringstreamIwSt11char_traitsIwESaIwEEaSEOS4_,     \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamI,                               \
           cSt11char_traitsIcESaIcEE4swapERS4_),                              \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC1EOS4_,    \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcE,            \
           SaIcEEC2EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),           \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), STRING(2)))         \
    X(_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC2EOS4_,    \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcES,           \
           aIcEEC2ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),           \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), STRING(2)))         \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIcSt11,                          \
           char_traitsIcESaIcEEC2ESt13_Ios_Openmode),                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIcSt11cha,                       \
           r_traitsIcESaIcEEC2ESt13_Ios_OpenmodeRKS3_),                       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC2Ev,       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEED2Ev,       \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEaSEOS4_,    \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamI,                               \
           wSt11char_traitsIwESaIwEE4swapERS4_),                              \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEEC1EOS4_,    \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwE,            \
           SaIwEEC2EONS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),           \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), WIDE_STRING(2)))    \
    X(_ZNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEEC2EOS4_,    \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwES,           \
           aIwEEC2ERKNS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),           \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), WIDE_STRING(2)))    \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIwSt11,                          \
           char_traitsIwESaIwEEC2ESt13_Ios_Openmode),                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1119basic_istringstreamIwSt11cha,                       \
           r_traitsIwESaIwEEC2ESt13_Ios_OpenmodeRKS3_),                       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEEC2Ev,       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEED2Ev,       \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt7__cxx1119basic_istringstreamIwSt11char_traitsIwESaIwEEaSEOS4_,    \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamI,                               \
           cSt11char_traitsIcESaIcEE4swapERS4_),                              \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1EOS4_,    \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcE,            \
           SaIcEEC2EONS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),           \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), STRING(2)))         \
    X(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC2EOS4_,    \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcES,           \
           aIcEEC2ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode),           \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), STRING(2)))         \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIcSt11,                          \
           char_traitsIcESaIcEEC2ESt13_Ios_Openmode),                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIcSt11cha,                       \
           r_traitsIcESaIcEEC2ESt13_Ios_OpenmodeRKS3_),                       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC2Ev,       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEED2Ev,       \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEaSEOS4_,    \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamI,                               \
           wSt11char_traitsIwESaIwEE4swapERS4_),                              \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEEC1EOS4_,    \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(1))                                \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwE,            \
           SaIwEEC2EONS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),           \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), WIDE_STRING(2)))    \
    X(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEEC2EOS4_,    \
      OWN_CALLS, CXX_BUFFER(0), CXX_STREAM(2))                                \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwES,           \
           aIwEEC2ERKNS_12basic_stringIwS2_S3_EESt13_Ios_Openmode),           \
      OWN_CALLS, CXX_BUFFER(0), R(2, BYTES(16)), R(AT(2), WIDE_STRING(2)))    \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIwSt11,                          \
           char_traitsIwESaIwEEC2ESt13_Ios_Openmode),                         \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(JOIN(_ZNSt7__cxx1119basic_ostringstreamIwSt11cha,                       \
           r_traitsIwESaIwEEC2ESt13_Ios_OpenmodeRKS3_),                       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEEC2Ev,       \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEED2Ev,       \
      OWN_CALLS, CXX_STREAM(0))                                               \
    X(_ZNSt7__cxx1119basic_ostringstreamIwSt11char_traitsIwESaIwEEaSEOS4_,    \
      OWN_CALLS, CXX_STREAM(0), CXX_STREAM(1))                                \
    X(_ZNSt8ios_base13_M_grow_wordsEib, OWN_CALLS, W(0, BYTES(216)))          \
    X(_ZNSt8ios_base17_M_call_callbacksENS_5eventE,                           \
      OWN_CALLS, W(0, BYTES(216)))                                            \
    X(_ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi,                  \
      OWN_CALLS, W(0, BYTES(216)))                                            \
    X(_ZNSt8ios_base20_M_dispose_callbacksEv, OWN_CALLS, W(0, BYTES(216)))    \
    X(_ZNSt8ios_base5imbueERKSt6locale, OWN_CALLS, W(1, BYTES(216)))          \
    X(_ZNSt8ios_base7_M_initEv, OWN_CALLS, W(0, BYTES(216)))                  \
    X(_ZNSt8ios_baseC1Ev, OWN_CALLS, W(0, BYTES(216)))                        \
    X(_ZNSt8ios_baseC2Ev, OWN_CALLS, W(0, BYTES(216)))                        \
    X(_ZNSt8ios_baseD0Ev, OWN_CALLS, W(0, BYTES(216)))                        \
    X(_ZNSt8ios_baseD1Ev, OWN_CALLS, W(0, BYTES(216)))                        \
    X(_ZNSt8ios_baseD2Ev, OWN_CALLS, W(0, BYTES(216)))                        \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE15_M_cache_localeERKSt6locale,      \
      OWN_CALLS, CXX_IOS(0), R(1, BYTES(8)))                                  \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE4moveEOS2_,                         \
      OWN_CALLS, CXX_IOS(0), CXX_IOS(1))                                      \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE4moveERS2_,                         \
      OWN_CALLS, CXX_IOS(0), CXX_IOS(1))                                      \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEE4swapERS2_,                         \
      OWN_CALLS, CXX_IOS(0), CXX_IOS(1))                                      \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEEC1EPSt15basic_streambufIcS1_E,      \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEEC1Ev, OWN_CALLS, CXX_BUFFER(0))     \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEEC2EPSt15basic_streambufIcS1_E,      \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEEC2Ev, OWN_CALLS, CXX_BUFFER(0))     \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEED0Ev, OWN_CALLS, CXX_IOS(0))        \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEED1Ev, OWN_CALLS, CXX_IOS(0))        \
    X(_ZNSt9basic_iosIcSt11char_traitsIcEED2Ev, OWN_CALLS, CXX_IOS(0))        \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE15_M_cache_localeERKSt6locale,      \
      OWN_CALLS, CXX_IOS(0), R(1, BYTES(8)))                                  \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE4moveEOS2_,                         \
      OWN_CALLS, CXX_IOS(0), CXX_IOS(1))                                      \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE4moveERS2_,                         \
      OWN_CALLS, CXX_IOS(0), CXX_IOS(1))                                      \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEE4swapERS2_,                         \
      OWN_CALLS, CXX_IOS(0), CXX_IOS(1))                                      \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEEC1EPSt15basic_streambufIwS1_E,      \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEEC1Ev, OWN_CALLS, CXX_BUFFER(0))     \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEEC2EPSt15basic_streambufIwS1_E,      \
      OWN_CALLS, CXX_BUFFER(0))                                               \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEEC2Ev, OWN_CALLS, CXX_BUFFER(0))     \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEED0Ev, OWN_CALLS, CXX_IOS(0))        \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEED1Ev, OWN_CALLS, CXX_IOS(0))        \
    X(_ZNSt9basic_iosIwSt11char_traitsIwEED2Ev, OWN_CALLS, CXX_IOS(0))        \
    X(JOIN(_ZStlsIdcSt11char_traitsIcEERSt13basi,                             \
           c_ostreamIT0_T1_ES6_RKSt7complexIT_E),                             \
      CXX_STREAM(0), R(1, BYTES(16)))                                         \
    X(JOIN(_ZStlsIdwSt11char_traitsIwEERSt13basi,                             \
           c_ostreamIT0_T1_ES6_RKSt7complexIT_E),                             \
      CXX_STREAM(0), R(1, BYTES(16)))                                         \
    X(JOIN(_ZStlsIecSt11char_traitsIcEERSt13basi,                             \
           c_ostreamIT0_T1_ES6_RKSt7complexIT_E),                             \
      CXX_STREAM(0), R(1, BYTES(32)))                                         \
    X(JOIN(_ZStlsIewSt11char_traitsIwEERSt13basi,                             \
           c_ostreamIT0_T1_ES6_RKSt7complexIT_E),                             \
      CXX_STREAM(0), R(1, BYTES(32)))                                         \
    X(JOIN(_ZStlsIfcSt11char_traitsIcEERSt13basi,                             \
           c_ostreamIT0_T1_ES6_RKSt7complexIT_E),                             \
      CXX_STREAM(0), R(1, BYTES(8)))                                          \
    X(JOIN(_ZStlsIfwSt11char_traitsIwEERSt13basi,                             \
           c_ostreamIT0_T1_ES6_RKSt7complexIT_E),                             \
      CXX_STREAM(0), R(1, BYTES(8)))                                          \
    X(JOIN(_ZStrsIdcSt11char_traitsIcEERSt13bas,                              \
           ic_istreamIT0_T1_ES6_RSt7complexIT_E),                             \
      CXX_STREAM(0), W(1, BYTES(16)))                                         \
    X(JOIN(_ZStrsIdwSt11char_traitsIwEERSt13bas,                              \
           ic_istreamIT0_T1_ES6_RSt7complexIT_E),                             \
      CXX_STREAM(0), W(1, BYTES(16)))                                         \
    X(JOIN(_ZStrsIecSt11char_traitsIcEERSt13bas,                              \
           ic_istreamIT0_T1_ES6_RSt7complexIT_E),                             \
      CXX_STREAM(0), W(1, BYTES(32)))                                         \
    X(JOIN(_ZStrsIewSt11char_traitsIwEERSt13bas,                              \
           ic_istreamIT0_T1_ES6_RSt7complexIT_E),                             \
      CXX_STREAM(0), W(1, BYTES(32)))                                         \
    X(JOIN(_ZStrsIfcSt11char_traitsIcEERSt13bas,                              \
           ic_istreamIT0_T1_ES6_RSt7complexIT_E),                             \
      CXX_STREAM(0), W(1, BYTES(8)))                                          \
    X(JOIN(_ZStrsIfwSt11char_traitsIwEERSt13bas,                              \
           ic_istreamIT0_T1_ES6_RSt7complexIT_E),                             \
      CXX_STREAM(0), W(1, BYTES(8)))

/* clang-format on */

#endif
