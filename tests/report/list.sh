#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The reports of the programs in list/, word for word: NAME.txt is what is to be
# printed of NAME.c or NAME.cc, on 100 columns, and the exit status. Only times,
# addresses and the name of the saved report are taken out. WRITE=1 in the
# environment writes these texts anew, to be looked at: git diff.
. "$(dirname "$0")/frame"
export COLUMNS=100
mkdir list
cp "$here"/list/*.c "$here"/list/*.cc list
cd list || exit 1

plainly() {
    sed -E 's/, [0-9.]+ s$/, N s/; s/0x[0-9a-f]{4,}/ADDRESS/g
        s/\+ADDRESS/+OFFSET/; s/^[^ ]*mazurka replay [^ ]*$/mazurka replay REPORT/'
}

wrong=0
for program in *.c *.cc; do
    text=${program%.*}.txt
    options=$(sed -n '1,3s/^\/\* mazurka: \(.*\) \*\/$/\1/p' "$program")
    # shellcheck disable=SC2086
    "$MAZURKA" check $options "$program" >"$work/.out" 2>"$work/.err" </dev/null
    status=$?
    { plainly <"$work/.out"; cat "$work/.err"; echo "status $status"; } >"$text"
    [ -z "${WRITE:-}" ] || cp "$text" "$here/list/"
    diff "$here/list/$text" "$text" >difference && continue
    echo "$program (<: as it should be, >: as it is):"
    cat difference
    wrong=1
done
[ "$wrong" -eq 0 ] || exit 1
[ "$(ls "$here"/list/*.txt | wc -l)" -eq "$(ls ./*.c ./*.cc | wc -l)" ] ||
    failed 'a text without its program'
nothing_left
