#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What libc reads and writes for the program is announced, as the table of
# accesses says: each row, and no byte more.
. "$(dirname "$0")/frame"

for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    run 0 python3 "$root/tests/libc/check.py" "$compiler"
done

# What the table does not know is told.
cat >unknown.c <<'END'
#include <argz.h>
int main(void)
{
    char *list = 0;
    size_t size = 0;
    return argz_add(&list, &size, "one");
}
END
run 3 "$MAZURKA" check unknown.c
prints 'not seen: argz_add (a function of libc'
