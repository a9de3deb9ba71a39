/*
 * Where an item goes in a filter of blocks: which blocks, which positions in them, and the test of all of them
 * at once. Shared by the kinds that are laid out in blocks, and inlined, since these few instructions are
 * what a lookup costs.
 *
 * Position i of an item in a block is the top 9 bits of a 32-bit product: half (i mod 2) of the hash's high
 * word times multiplier i. The products are independent, so that eight of them are one vector instruction;
 * tests/unit measures the rate against that of truly random positions.
 */
#ifndef BLOOM_CORE_BLOCK_H
#define BLOOM_CORE_BLOCK_H

#include "core/compiler.h"
#include "core/hash_key.h"

#if BLOOM_HAVE_AVX2_DISPATCH
#include <immintrin.h>
#endif

#define BLOOM_BLOCK_BITS 512u
#define BLOOM_BLOCK_BYTES 64u
#define BLOOM_BLOCK_WORDS 8u
#define BLOOM_BITS_PER_BLOCK_MAX 16u

/* The high halves of SplitMix64 from seed 0, made odd; the first 16 for an item's first block. */
extern const uint32_t bloom_block_multipliers[2 * BLOOM_BITS_PER_BLOCK_MAX];

/* Position i (0 to 15) of an item, 0 to 511; block_multipliers are the first or second 16. */
BLOOM_INLINE uint32_t bloom_block_bit(uint64_t hash_high, const uint32_t *block_multipliers,
                                      uint32_t i)
{
    uint32_t half = (uint32_t)(i % 2 == 0 ? hash_high : hash_high >> 32);
    return (half * block_multipliers[i]) >> 23;
}

/* The first block of an item, 0 to block_count - 1. */
BLOOM_INLINE uint64_t bloom_block_first(uint64_t hash_low, uint64_t block_count)
{
    return bloom_multiply_high(hash_low, block_count);
}

/* Another block than the first, as if drawn anew: the bits that chose the first have no say in it. */
BLOOM_INLINE uint64_t bloom_block_second(uint64_t hash_low, uint64_t first, uint64_t block_count)
{
    uint64_t remixed = (hash_low ^ (hash_low >> 32)) * 0x9E3779B97F4A7C15u;
    remixed = (remixed ^ (remixed >> 29)) * 0xBF58476D1CE4E5B9u;
    uint64_t second = bloom_multiply_high(remixed, block_count - 1);
    return second + (second >= first);
}

/* Whether the first bits_per_block positions of an item are all set. */
BLOOM_INLINE bool bloom_block_contains(const uint64_t *block, const uint32_t *block_multipliers,
                                       uint32_t bits_per_block, uint64_t hash_high)
{
    uint64_t all = 1;
    for (uint32_t i = 0; i < bits_per_block; i++) {
        uint32_t position = bloom_block_bit(hash_high, block_multipliers, i);
        all &= bloom_le64(bloom_load_relaxed(block + position / 64)) >> (position % 64);
    }
    return (all & 1) != 0;
}

/* Whether an item's positions are all set in all of its blocks. */
BLOOM_INLINE bool bloom_blocks_contain(const uint64_t *payload, uint64_t block_count,
                                       uint32_t bits_per_block, uint32_t blocks_per_item,
                                       bloom_hash_t hash)
{
    uint64_t first = bloom_block_first(hash.low, block_count);
    const uint64_t *block = payload + first * BLOOM_BLOCK_WORDS;
    if (blocks_per_item == 1) {
        return bloom_block_contains(block, bloom_block_multipliers, bits_per_block, hash.high);
    }
    const uint64_t *other =
        payload + bloom_block_second(hash.low, first, block_count) * BLOOM_BLOCK_WORDS;
    BLOOM_PREFETCH_READ(other);
    bool in_first = bloom_block_contains(block, bloom_block_multipliers, bits_per_block, hash.high);
    bool in_second = bloom_block_contains(other, bloom_block_multipliers + BLOOM_BITS_PER_BLOCK_MAX,
                                          bits_per_block, hash.high);
    return in_first & in_second;
}

/* Sets an item's bits in one block; true if one of them was set by this very call. */
BLOOM_INLINE bool bloom_block_add(uint64_t *block, const uint32_t *block_multipliers,
                                  uint32_t bits_per_block, uint64_t hash_high, bool is_shared)
{
    uint64_t fresh = 0;
    for (uint32_t i = 0; i < bits_per_block; i++) {
        uint32_t position = bloom_block_bit(hash_high, block_multipliers, i);
        uint64_t bit = bloom_le64((uint64_t)1 << (position % 64));
        uint64_t *word = block + position / 64;
        if (is_shared) {
            /* look first: an item already present must not take the line from its readers */
            if ((bloom_load_relaxed(word) & bit) == 0) {
                fresh |= ~bloom_fetch_or_relaxed(word, bit) & bit;
            }
        } else {
            fresh |= ~*word & bit;
            *word |= bit;
        }
    }
    return fresh != 0;
}

/* Sets an item's bits in all of its blocks; true if one of them was set by this very call. */
BLOOM_INLINE bool bloom_blocks_add(uint64_t *payload, uint64_t block_count, uint32_t bits_per_block,
                                   uint32_t blocks_per_item, bloom_hash_t hash, bool is_shared)
{
    uint64_t first = bloom_block_first(hash.low, block_count);
    bool is_fresh = bloom_block_add(payload + first * BLOOM_BLOCK_WORDS, bloom_block_multipliers,
                                    bits_per_block, hash.high, is_shared);
    if (blocks_per_item == 2) {
        uint64_t second = bloom_block_second(hash.low, first, block_count);
        is_fresh |= bloom_block_add(payload + second * BLOOM_BLOCK_WORDS,
                                    bloom_block_multipliers + BLOOM_BITS_PER_BLOCK_MAX,
                                    bits_per_block, hash.high, is_shared);
    }
    return is_fresh;
}

#if BLOOM_HAVE_AVX2_DISPATCH
/*
 * Lanes below bits_per_block hold 1, the others 0: their tests pass. Read from 24 - bits_per_block: with the zeros
 * in front, eight lanes lie in one cache line for up to 8 bits.
 */
extern const uint32_t bloom_block_lane_ones[40];

/* A hash's high word in every pair of lanes. */
BLOOM_TARGET("avx2")
BLOOM_INLINE __m256i bloom_block_key_avx2(uint64_t hash_high)
{
    __m128i high = _mm_cvtsi64_si128((long long)hash_high);
#if defined(__GNUC__)
    __asm__("" : "+x"(high)); /* gcc's generic tuning would broadcast through the stack */
#endif
    return _mm256_broadcastq_epi64(high);
}

/* For each lane the half word of the block that its product chooses: bit 31 the half, 30..28 the word in it. */
BLOOM_TARGET("avx2")
BLOOM_INLINE __m256i bloom_block_words_avx2(__m256i low, __m256i high, __m256i product)
{
    __m256i word_index = _mm256_srli_epi32(product, 28);
    return _mm256_castps_si256(
        _mm256_blendv_ps(_mm256_castsi256_ps(_mm256_permutevar8x32_epi32(low, word_index)),
                         _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(high, word_index)),
                         _mm256_castsi256_ps(product)));
}

BLOOM_TARGET("avx2")
BLOOM_INLINE bool bloom_block_eight_avx2(__m256i low, __m256i high, __m256i hash_high,
                                         const uint32_t *lane_multipliers, const uint32_t *ones)
{
    __m256i product = _mm256_mullo_epi32(
        hash_high, _mm256_loadu_si256((const __m256i *)(const void *)lane_multipliers));
    __m256i words = bloom_block_words_avx2(low, high, product);
    /* bits 27..23 choose the bit in it */
    __m256i bit_index = _mm256_srli_epi32(_mm256_slli_epi32(product, 4), 27);
    __m256i bits =
        _mm256_sllv_epi32(_mm256_loadu_si256((const __m256i *)(const void *)ones), bit_index);
    return _mm256_testc_si256(words, bits) != 0;
}

BLOOM_TARGET("avx2")
BLOOM_INLINE bool bloom_block_contains_avx2(const uint64_t *block,
                                            const uint32_t *block_multipliers,
                                            uint32_t bits_per_block, __m256i hash_high)
{
    __m256i low = _mm256_load_si256((const __m256i *)(const void *)block);
    __m256i high = _mm256_load_si256((const __m256i *)(const void *)(block + 4));
    const uint32_t *ones = bloom_block_lane_ones + (24 - bits_per_block);
    bool all = bloom_block_eight_avx2(low, high, hash_high, block_multipliers, ones);
    if (BLOOM_UNLIKELY(bits_per_block > 8)) { /* p < 0.002 */
        all &= bloom_block_eight_avx2(low, high, hash_high, block_multipliers + 8, ones + 8);
    }
    return all;
}

/* The same on processors with AVX2; bit for bit the same answers. */
BLOOM_TARGET("avx2")
BLOOM_INLINE bool bloom_blocks_contain_avx2(const uint64_t *payload, uint64_t block_count,
                                            uint32_t bits_per_block, uint32_t blocks_per_item,
                                            bloom_hash_t hash)
{
    uint64_t first = bloom_block_first(hash.low, block_count);
    const uint64_t *block = payload + first * BLOOM_BLOCK_WORDS;
    __m256i hash_high = bloom_block_key_avx2(hash.high);
    if (blocks_per_item == 1) {
        return bloom_block_contains_avx2(block, bloom_block_multipliers, bits_per_block, hash_high);
    }
    const uint64_t *other =
        payload + bloom_block_second(hash.low, first, block_count) * BLOOM_BLOCK_WORDS;
    BLOOM_PREFETCH_READ(other);
    bool in_first =
        bloom_block_contains_avx2(block, bloom_block_multipliers, bits_per_block, hash_high);
    bool in_second = bloom_block_contains_avx2(
        other, bloom_block_multipliers + BLOOM_BITS_PER_BLOCK_MAX, bits_per_block, hash_high);
    return in_first & in_second;
}
#endif

#endif
