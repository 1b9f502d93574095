/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In place of libstdc++'s own <bits/c++config.h>, which says that instances of
 * its templates are ready in the library. Accesses in those go unseen. So the
 * program gets instances of its own of std::basic_string: -1 is for that one.
 * (Streams stay where they are: the standard ones are for all threads, and
 * what the library does so that they can be would look like data races.)
 */
#include_next <bits/c++config.h>

#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
