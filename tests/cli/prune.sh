#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Reports that are kept: the oldest go, by their number and by their size, but
# not one that is in use, nor other files.
. "$(dirname "$0")/frame"
write_wrong wrong.c
kept=$XDG_STATE_HOME/mazurka
mkdir -p "$kept"

# old NUMBER AGE SIZE: a report of so many minutes ago.
old() {
    local file
    file=$kept/old-$(printf %016x "$1").json
    truncate -s "$3" "$file"
    touch -d "2020-01-01 12:00 $2 minutes ago" "$file"
}
count() {
    ls "$kept" | grep -c '^old-'
}

for i in $(seq 0 104); do
    old "$i" "$i" 10
done
touch -d '2010-01-01' "$kept/notes.json" "$kept/old-1.json" "$kept/mine-z.txt"
mkdir "$kept/old-00000000000000ff.json"
exec 9<"$kept/old-$(printf %016x 103).json"
flock -s 9 || failed 'no lock'
run 42 "$MAZURKA" check wrong.c
last=$(tail -n 1 .out)
[ -s "${last##* }" ] || failed 'the new one is gone'
for name in notes.json old-1.json mine-z.txt old-00000000000000ff.json \
    "old-$(printf %016x 103).json" "old-$(printf %016x 98).json"; do
    [ -e "$kept/$name" ] || failed "$name is gone"
done
for i in 99 102 104; do
    [ ! -e "$kept/old-$(printf %016x $i).json" ] || failed "$i is there"
done
exec 9<&-
run 42 "$MAZURKA" check wrong.c
[ ! -e "$kept/old-$(printf %016x 103).json" ] || failed '103 is there still'

# By their size: the youngest that have room together stay.
rm -r "$kept"/old-*
for i in 1 2 3 4; do
    old "$i" "$i" 30M
done
run 42 "$MAZURKA" check wrong.c
[ "$(count)" -eq 3 ] || failed 'not three of four'
[ ! -e "$kept/old-$(printf %016x 4).json" ] || failed 'not the oldest is gone'

# A replay holds what it reads: this one waits for us to read its output.
cat >long.c <<'END'
#include <assert.h>
#include <stdio.h>
int main(void)
{
    for (int i = 0; i < 100000; i++)
        puts("output");
    fflush(stdout);
    assert(0);
}
END
run 42 "$MAZURKA" check --watchdog=0 long.c
held=$(tail -n 1 .out)
held=${held##* }
touch -d 2001-01-01 "$held"
exec 8< <("$MAZURKA" replay "$held" 2>&1)
read -r line <&8
[ "$line" = output ] || failed "not its output: $line"
run 42 "$MAZURKA" check wrong.c
[ "$(count)" -eq 3 ] || failed 'not three of four'
[ -e "$held" ] || failed 'what is replayed is gone'
for i in 6 7 8 9; do
    old "$i" 0 30M
done
run 42 "$MAZURKA" check wrong.c
[ -e "$held" ] || failed 'what is replayed is gone'
cat <&8 >.out
exec 8<&-
prints 'error: assertion failed'
old 10 0 30M
run 42 "$MAZURKA" check wrong.c
[ ! -e "$held" ] || failed 'it is there still'
nothing_left
