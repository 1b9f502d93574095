/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: unsupported
 * message: a standard stream of C++ that fails, with --plain=interleave
 */
/* What is read where std::cin does without stdio is another event, also where
 * the call ends by an exception. */
#define WITH_STDIO false
#include "cxx_race_stream_throws.cc"
