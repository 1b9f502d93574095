/* SPDX-License-Identifier: Apache-2.0 */
#include "report/sha256.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, WORDS = 8 };

/* The first 32 bits of the fractional parts of the cube roots of the first 64
 * primes, and of the square roots of the first eight. */
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static const uint32_t beginning[WORDS] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static uint32_t rotate(uint32_t word, unsigned bits)
{
    return word >> bits | word << (32 - bits);
}

static void expand(const unsigned char *block, uint32_t schedule[ROUNDS])
{
    for (unsigned i = 0; i < 16; i++)
        schedule[i] = (uint32_t)block[4 * i] << 24 |
                      (uint32_t)block[4 * i + 1] << 16 |
                      (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (unsigned i = 16; i < ROUNDS; i++) {
        uint32_t early = schedule[i - 15], late = schedule[i - 2];

        schedule[i] = schedule[i - 16] + schedule[i - 7] +
                      (rotate(early, 7) ^ rotate(early, 18) ^ early >> 3) +
                      (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10);
    }
}

static void add_block(uint32_t hash[WORDS], const unsigned char *block)
{
    uint32_t schedule[ROUNDS], w[WORDS];

    expand(block, schedule);
    memcpy(w, hash, sizeof w);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t a = w[0], e = w[4];
        uint32_t one = w[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
                       ((e & w[5]) ^ (~e & w[6])) + constants[i] + schedule[i];
        uint32_t two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) +
                       ((a & w[1]) ^ (a & w[2]) ^ (w[1] & w[2]));

        memmove(w + 1, w, (WORDS - 1) * sizeof *w);
        w[4] += one;
        w[0] = one + two;
    }
    for (unsigned i = 0; i < WORDS; i++)
        hash[i] += w[i];
}

/* The bytes after the last whole block, a bit that ends them, and their length
 * in bits: one block or two. */
static size_t pad(unsigned char last[2 * BLOCK], const unsigned char *rest,
                  size_t left, uint64_t bits)
{
    size_t size = left + 9 > BLOCK ? 2 * BLOCK : BLOCK;

    memset(last, 0, 2 * BLOCK);
    if (left)
        memcpy(last, rest, left);
    last[left] = 0x80;
    for (unsigned i = 0; i < 8; i++)
        last[size - 1 - i] = bits >> 8 * i;
    return size;
}

void mz_sha256(const void *bytes, size_t size, char text[MZ_SHA256_TEXT])
{
    const unsigned char *at = bytes;
    unsigned char last[2 * BLOCK];
    uint32_t hash[WORDS];
    size_t left = size, padded;

    memcpy(hash, beginning, sizeof hash);
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK)
        add_block(hash, at);
    padded = pad(last, at, left, (uint64_t)size * 8);
    for (size_t i = 0; i < padded; i += BLOCK)
        add_block(hash, last + i);
    for (unsigned i = 0; i < WORDS; i++)
        sprintf(text + 8 * i, "%08x", hash[i]);
}
