#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An element of a map is called by its key, as far as that is known: numbers
# (not of one byte), names of an enumeration, texts within their std::string.
. "$(dirname "$0")/frame"
cat >keys.cc <<'END'
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
enum Color { RED, GREEN };
struct Person {
    std::string name;
    mutable int age;
    bool operator<(const Person &other) const { return name < other.name; }
};
static std::map<Color, int> colors;
static std::map<char, long> letters;
static std::map<std::string, int> longer;
static std::unordered_map<std::string, short> words;
static std::multimap<short, int> shorts;
static std::set<Person> people;
static std::set<int *> pointers;
static int place;
static void work(int which)
{
    switch (which) {
    case 0: colors.begin()->second++; break;
    case 1: letters.begin()->second++; break;
    case 2: longer.begin()->second++; break;
    case 3: words.begin()->second++; break;
    case 4: shorts.begin()->second++; break;
    case 5: people.begin()->age++; break;
    default: (**pointers.begin())++;
    }
}
int main(int, char **argv)
{
    colors[GREEN] = letters['x'] = words["the"] = 1;
    shorts.insert({-3, 1});
    longer["a key that is too long for its own"] = 1;
    people.insert({"ann", 30});
    pointers.insert(&place);
    std::thread t(work, atoi(argv[1])), u(work, atoi(argv[1]));
    t.join();
    u.join();
}
END
run 0 "$MAZURKA" c++ -g keys.cc -o keys
which=0
while read -r name; do
    run 42 "$MAZURKA" check ./keys -- $((which++))
    line "keys\.cc:[0-9]+: error: data race on $name( \(in .*)?: read of .*"
done <<'END'
colors\[GREEN\]
letters\[\.\.\.\]
longer\[\.\.\.\]
words\["the"\]
shorts\[-3\]
age of an element of people
place
END
nothing_left
