/*
 * A second implementation of reading an image and of the hash key, written from src/core/FORMAT.md and sharing
 * nothing with src/core but xxhash. What it says of an image must be what the core says, on machines of any
 * byte order.
 */
#ifndef BLOOM_TESTS_REFERENCE_H
#define BLOOM_TESTS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static const uint32_t reference_multipliers[2][16] = {
    {0xe220a839, 0x6e789e6b, 0x06c45d19, 0xf88bb8a9, 0x1b39896b, 0x53cb9f0d, 0x2c829abf, 0xc584133b,
     0x3ee57891, 0xf3b8488d, 0x657eecdd, 0xc2d326e1, 0x8621a03f, 0x8e1f7555, 0xb54e0f17,
     0x84bb3f97},
    {0x7d29825d, 0xc3cf1711, 0x3466e9a1, 0xd81a8d2b, 0xdb01602b, 0xa9038a93, 0xedf5f1d9, 0x54496ad7,
     0xdd7c01d5, 0x935e82f1, 0x69b82ebd, 0x40d29eb5, 0xa2f09dab, 0xee521d7b, 0xf16952ef,
     0x377d35df},
};

static inline uint64_t reference_number(const uint8_t *bytes, unsigned size_bytes)
{
    uint64_t number = 0;
    for (unsigned i = size_bytes; i > 0; i--) {
        number = number << 8 | bytes[i - 1];
    }
    return number;
}

/* The high 64 bits of the product, by long multiplication. */
static inline uint64_t reference_multiply_high(uint64_t a, uint64_t b)
{
    uint64_t a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
    uint64_t carry = ((a0 * b0) >> 32) + ((a0 * b1) & 0xffffffff) + ((a1 * b0) & 0xffffffff);
    return a1 * b1 + ((a0 * b1) >> 32) + ((a1 * b0) >> 32) + (carry >> 32);
}

/* Numbers of the item's bits in the payload, in the order of FORMAT.md; hash_count of them. */
static inline void reference_bits(uint64_t hash_low, uint64_t hash_high, uint64_t block_count,
                                  unsigned hash_count, unsigned blocks_per_item, uint64_t *bits)
{
    uint64_t blocks[2] = {reference_multiply_high(hash_low, block_count), 0};
    if (blocks_per_item == 2) {
        uint64_t x = (hash_low ^ (hash_low >> 32)) * 0x9E3779B97F4A7C15;
        x = (x ^ (x >> 29)) * 0xBF58476D1CE4E5B9;
        blocks[1] = reference_multiply_high(x, block_count - 1);
        if (blocks[1] >= blocks[0]) {
            blocks[1]++;
        }
    }
    unsigned bits_per_block = hash_count / blocks_per_item;
    for (unsigned b = 0; b < blocks_per_item; b++) {
        for (unsigned i = 0; i < bits_per_block; i++) {
            uint64_t half = i % 2 == 0 ? hash_high & 0xffffffff : hash_high >> 32;
            uint64_t product = half * reference_multipliers[b][i] & 0xffffffff;
            *bits++ = blocks[b] * 512 + (product >> 23);
        }
    }
}

/* Whether the item might be present, from the bytes of an exported image. */
static inline bool reference_contains(const uint8_t *image, uint64_t hash_low, uint64_t hash_high)
{
    uint64_t bits[32];
    unsigned hash_count = (unsigned)reference_number(image + 56, 4);
    reference_bits(hash_low, hash_high, reference_number(image + 48, 8), hash_count,
                   (unsigned)reference_number(image + 60, 4), bits);
    bool all = true;
    for (unsigned i = 0; i < hash_count; i++) {
        all = all && (image[512 + bits[i] / 8] >> (bits[i] % 8) & 1) != 0;
    }
    return all;
}

/* SHA-256 (FIPS 180-4) of at most 183 bytes. */
static inline void reference_sha256(const uint8_t *bytes, size_t size_bytes, uint8_t digest[32])
{
    static const uint32_t constants[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
        0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
        0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
        0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
        0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2};
    uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint8_t padded[192] = {0};
    size_t padded_bytes = (size_bytes + 8) / 64 * 64 + 64;
    memcpy(padded, bytes, size_bytes);
    padded[size_bytes] = 0x80;
    padded[padded_bytes - 1] = (uint8_t)(size_bytes * 8);
    padded[padded_bytes - 2] = (uint8_t)(size_bytes * 8 >> 8);
#define ROTATED(x, count) ((x) >> (count) | (x) << (32 - (count)))
    for (const uint8_t *chunk = padded; chunk < padded + padded_bytes; chunk += 64) {
        uint32_t w[64], v[8];
        for (unsigned i = 0; i < 16; i++) {
            w[i] = (uint32_t)chunk[4 * i] << 24 | (uint32_t)chunk[4 * i + 1] << 16 |
                   (uint32_t)chunk[4 * i + 2] << 8 | chunk[4 * i + 3];
        }
        for (unsigned i = 16; i < 64; i++) {
            uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + (ROTATED(a, 7) ^ ROTATED(a, 18) ^ a >> 3) + w[i - 7] +
                   (ROTATED(b, 17) ^ ROTATED(b, 19) ^ b >> 10);
        }
        memcpy(v, hash, sizeof v);
        for (unsigned i = 0; i < 64; i++) {
            uint32_t t1 = v[7] + (ROTATED(v[4], 6) ^ ROTATED(v[4], 11) ^ ROTATED(v[4], 25)) +
                          ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + w[i];
            uint32_t t2 = (ROTATED(v[0], 2) ^ ROTATED(v[0], 13) ^ ROTATED(v[0], 22)) +
                          ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            memmove(v + 1, v, 7 * sizeof *v);
            v[0] = t1 + t2;
            v[4] += t1;
        }
        for (unsigned i = 0; i < 8; i++) {
            hash[i] += v[i];
        }
    }
#undef ROTATED
    for (unsigned i = 0; i < 32; i++) {
        digest[i] = (uint8_t)(hash[i / 4] >> (24 - i % 4 * 8));
    }
}

/* Of a passphrase of 1 to 160 bytes. */
static inline void reference_key(const char *passphrase, uint8_t secret[192], uint64_t *fingerprint)
{
    uint8_t bytes[192] = "bloom secret", digest[32];
    size_t size_bytes = strlen(passphrase);
    memcpy(bytes + 13, passphrase, size_bytes);
    for (uint8_t i = 0; i < 6; i++) {
        bytes[12] = i;
        reference_sha256(bytes, 13 + size_bytes, secret + 32 * i);
    }
    memcpy(bytes, "bloom fingerprint", 17);
    memcpy(bytes + 17, passphrase, size_bytes);
    reference_sha256(bytes, 17 + size_bytes, digest);
    *fingerprint = reference_number(digest, 8);
}

#endif
