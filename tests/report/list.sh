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

# How often a function fits a stack depends on how libmazurka.so was compiled.
plainly() {
    sed -E 's/, [0-9.]+ s(, with [^,]*)?$/, N s\1/; s/0x[0-9a-f]{4,}/ADDRESS/g
        s/\b(19|20)[0-9]{2} (steps|more times)/some 2000 \2/
        s/\+ADDRESS/+OFFSET/; s/^[^ ]*mazurka replay [^ ]*$/mazurka replay REPORT/'
}

# So does, in ml.c, after how many rounds it is seen that a loop waits.
rounds() {
    case $1 in
    ml.c)
        sed -E 's/^(interleaving \()[45] /\1some /; s/^ {4}[2-5]  /    N  /' |
            uniq
        ;;
    *) cat ;;
    esac
}

# What no report says by default of a program that has its source: an address, a
# name or a file of a library's own, the number of a byte of something.
internal='ADDRESS|OFFSET|0x[0-9a-f]{4}|/usr/|\.so\b|\b_[A-Z_]|\b__|byte [0-9]+ of'

wrong=0
for program in *.c *.cc; do
    text=${program%.*}.txt
    options=$(sed -n '1,3s/^\/\* mazurka: \(.*\) \*\/$/\1/p' "$program")
    # shellcheck disable=SC2086
    "$MAZURKA" check $options "$program" >"$work/.out" 2>"$work/.err" </dev/null
    status=$?
    { plainly <"$work/.out" | rounds "$program"; cat "$work/.err"; echo "status $status"; } >"$text"
    if grep -nE "$internal" "$text" >difference; then
        echo "$program: this is internal:"
        cat difference
        wrong=1
    fi
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
