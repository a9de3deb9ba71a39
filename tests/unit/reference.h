/*
 * A second implementation of where an item's bits go, written from src/core/FORMAT.md byte by byte and
 * sharing nothing with src/core. What it says of an image must be what the core says, on machines of any
 * byte order.
 */
#ifndef BLOOM_TESTS_REFERENCE_H
#define BLOOM_TESTS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
