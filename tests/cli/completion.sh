#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What bash and zsh complete: each option of --help, and the values of those
# that have some.
. "$(dirname "$0")/frame"
run 0 "$MAZURKA" help --completion=bash
bash -n .out || failed 'bash does not understand it'
cp .out completion.bash
. ./completion.bash

# offers WANTED WORDS...: so it does for the last of the words, which are
# broken at each =, as bash does.
offers() {
    local wanted=$1 words
    shift
    command="complete: $*"
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _mazurka
    printf '%s\n' "${COMPREPLY[@]-}" >.out
    if [ -n "$wanted" ]; then
        grep -qxF -- "$wanted" .out || failed "does not offer $wanted"
    else
        [ -z "$(cat .out)" ] || failed 'offers something'
    fi
}
for name in $("$MAZURKA" --help | grep -o '^  mazurka [a-z+]*' | cut -c11-); do
    offers "$name" mazurka ''
    offers "$name" mazurka help ''
done
"$MAZURKA" check --help >help
# As help has them: '  -j, --jobs=N|auto   ...'.
grep -oE '^ +(-., )?--[a-z-]+=?' help >options
[ "$(wc -l <options)" -gt 40 ] || failed 'too few options in the help'
run 0 "$MAZURKA" help --completion=zsh
cp .out completion.zsh
while read -r first second; do
    option=${second:-$first}
    for word in $option ${second:+${first%,}}; do
        case $word in -h | -V) continue ;; esac
        offers "$word" mazurka check -
        offers "$word" mazurka hunt -
        [ "$word" = --version ] ||
            grep -qF -- "'$word" completion.zsh ||
            grep -qF -- "'*$word" completion.zsh || failed "zsh: no $word"
    done
done <options
for algorithm in $("$MAZURKA" algorithms --format=json |
    python3 -ISc 'import json, sys
print(*(one["name"] for one in json.load(sys.stdin)))'); do
    offers "$algorithm" mazurka check --algorithm = ''
    offers "$algorithm" mazurka check ok.c --algorithm ''
done
# All values that the help names: those in lower case are typed as they are.
while IFS='=|' read -r option values; do
    for value in ${values//|/ }; do
        [[ $value == *[A-Z]* ]] ||
            offers "$value" mazurka check "$option" = ''
    done
done < <(grep -oE -e '--[a-z-]+=[^ ]*\|[^ ]*' help)
offers rc11 mazurka check --memory-model = ''
offers interleave mazurka check --plain = int
offers auto mazurka check -j ''
offers deadlock mazurka check --expect = ''
offers --keep-going mazurka check --plain = check ok.c --keep
# The same of the commands that have few.
for name in replay report algorithms; do
    "$MAZURKA" $name --help | grep -oE '^ +(-., )?--[a-z-]+=?' >options
    [ "$(wc -l <options)" -gt 1 ] || failed "too few options of $name"
    sed -n "/^    $name)/,/;;/p" completion.zsh >part
    while read -r first second; do
        for word in ${second:-$first} ${second:+${first%,}}; do
            [ "$word" != -h ] || continue
            offers "$word" mazurka $name -
            grep -qF -- "'$word" part || failed "zsh: no $word of $name"
        done
    done <options
done
offers '' mazurka check ./program -- --ke # the program's own
offers '' mazurka check --output = ''     # files
if command -v zsh >/dev/null; then
    command='zsh -n'
    zsh -n completion.zsh >.out 2>.err || failed 'zsh does not understand it'
fi
refuses 2 'choose bash or zsh' "$MAZURKA" help --completion=fish
nothing_left
