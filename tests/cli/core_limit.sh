#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A program that crashes leaves no core, and has its own limit of that.
. "$(dirname "$0")/frame"

cat >limit.c <<'END'
#include <assert.h>
#include <stdlib.h>
#include <sys/resource.h>
int main(int argc, char **argv)
{
    struct rlimit limit;

    getrlimit(RLIMIT_CORE, &limit);
    assert(limit.rlim_cur == strtoul(argv[1], NULL, 10));
    assert(limit.rlim_max == strtoul(argv[2], NULL, 10));
    limit.rlim_cur = limit.rlim_max;
    assert(!setrlimit(RLIMIT_CORE, &limit));
    if (argc > 3)
        abort();
    return 0;
}
END
run 0 "$MAZURKA" cc limit.c -o limit
ulimit -Sc 0
[ "$(ulimit -Hc)" = 0 ] && exit 0 # nobody here can tell
ulimit -Hc 1000 # of 1024 bytes
ulimit -Sc 500
run 0 "$MAZURKA" check ./limit -- 512000 1024000
run 42 "$MAZURKA" check ./limit -- 512000 1024000 abort
prints 'abort called'
run 42 "$MAZURKA" replay "$(echo state/mazurka/*.json)"
[ -z "$(find . -name 'core*')" ] || failed 'a core was left'
nothing_left
