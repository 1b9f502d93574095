#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What libc reads and writes for the program is announced, as the table of
# accesses says: each row, and no byte more.
. "$(dirname "$0")/frame"

for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    run 0 python3 "$root/tests/libc/check.py" "$compiler"
done
