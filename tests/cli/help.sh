#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --help, --version, the list of algorithms, and that the man page knows every
# option and command.
. "$(dirname "$0")/frame"
for question in --version version -V; do
    run 0 "$MAZURKA" $question
    [ "$(cat .out)" = 'mazurka 0.1.0' ] || failed 'another version'
done
run 0 "$MAZURKA" check --version && prints 'mazurka 0.1.0'
run 0 "$MAZURKA" algorithms
prints naive
prints source
for question in --help -h help; do
    run 0 "$MAZURKA" $question
    prints 'mazurka check'
    prints 'mazurka replay'
done
for topic in check replay; do
    run 0 "$MAZURKA" $topic --help
    prints Usage
    run 0 "$MAZURKA" help $topic
    prints Usage
done
run 0 "$MAZURKA" help cc && prints Usage

man="$root/docs/mazurka.1"
run 0 "$MAZURKA" check --help
for option in $(grep -o -- '--[a-z-]*' .out | sort -u); do
    grep -q -- "$(echo "$option" | sed 's/-/\\\\-/g')" "$man" ||
        failed "the man page does not know $option"
done
for option in $(grep -o '^\.BR* \\-\\-[a-z\\-]*' "$man" |
    sed 's/.* //; s/\\//g' | sort -u); do
    [ "$option" = --gdb ] || [ "$option" = --keep-files ] ||
        [ "$option" = --at ] || [ "$option" = --error ] ||
        [ "$option" = --completion ] ||
        prints "$option"
done
# Each option has a group, and the man page has the same groups.
grep '^ [A-Z].*:$' .out | sed 's/^ //; s/:$//' >headings
sed -n '/^\.SH OPTIONS/,/^\.SH EXIT/s/^\.SS //p' "$man" |
    diff headings - | grep -v '^[0-9a]*$\|> Of mazurka replay' &&
    failed 'the man page has other groups of options'
[ "$(wc -l <headings)" -ge 5 ] || failed 'no groups'
# In each group they stand in the same order.
grep -oE '^(  -.,|     ) --[a-z-]+' .out | sed 's/.* --/--/' |
    grep -v -- '--help\|--version' >in_help
awk '/^\.SS Of mazurka replay/ {exit} /^\.SS How long/ {on = 1}
    on && after {print} {after = $0 == ".TP"}' "$man" |
    grep -o '\\-\\-[a-z\\-]*' | sed 's/\\//g' |
    diff in_help - || failed 'the man page has another order of options'
! sed '/^ [A-Z].*:$/,$d' .out | grep '^ *-' ||
    failed 'an option in no group'

run 0 "$MAZURKA" --help
for name in $(grep -o 'mazurka [a-z+]*' .out | sed 's/mazurka //' | sort -u); do
    grep -q "mazurka $name" "$man" || failed "the man page does not know $name"
    "$MAZURKA" help "$name" >>all_help 2>&1 || failed "no help of $name"
done
! cat .out all_help | grep '.\{81\}' || failed 'help wider than 80 columns'
if command -v man >/dev/null; then
    man --warnings -E UTF-8 -l -Tutf8 -Z "$man" >/dev/null 2>.err ||
        failed 'man fails'
    [ ! -s .err ] || failed 'the man page is not well-formed'
fi
nothing_left
