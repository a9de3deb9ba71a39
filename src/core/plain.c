#include "core/plain.h"

#include <math.h>
#include <string.h>

#include "core/sizing.h"

#if BLOOM_HAVE_AVX2_DISPATCH
#include <immintrin.h>
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif
#endif

/*
 * Position i of an item in a block is the top 9 bits of a 32-bit product: half (i mod 2) of the
 * hash's high word times multiplier i. Independent multiplications, so that eight of them are one
 * vector instruction; measured against the rate of truly random positions in tests/unit.
 * Multipliers: the high halves of SplitMix64 from seed 0, made odd; 16 for each block.
 */
static const uint32_t multipliers[2 * BLOOM_BITS_PER_BLOCK_MAX] = {
    0xe220a839u, 0x6e789e6bu, 0x06c45d19u, 0xf88bb8a9u, 0x1b39896bu, 0x53cb9f0du, 0x2c829abfu, 0xc584133bu,
    0x3ee57891u, 0xf3b8488du, 0x657eecddu, 0xc2d326e1u, 0x8621a03fu, 0x8e1f7555u, 0xb54e0f17u, 0x84bb3f97u,
    0x7d29825du, 0xc3cf1711u, 0x3466e9a1u, 0xd81a8d2bu, 0xdb01602bu, 0xa9038a93u, 0xedf5f1d9u, 0x54496ad7u,
    0xdd7c01d5u, 0x935e82f1u, 0x69b82ebdu, 0x40d29eb5u, 0xa2f09dabu, 0xee521d7bu, 0xf16952efu, 0x377d35dfu,
};

BLOOM_INLINE uint32_t bit_position(uint64_t hash_high, const uint32_t *block_multipliers,
                                   uint32_t i)
{
    uint32_t half = (uint32_t)(i % 2 == 0 ? hash_high : hash_high >> 32);
    return (half * block_multipliers[i]) >> 23;
}

BLOOM_INLINE uint64_t first_block(uint64_t hash_low, uint64_t block_count)
{
    return bloom_multiply_high(hash_low, block_count);
}

/* Another block than the first, as if drawn anew: the bits that chose the first have no say in it. */
BLOOM_INLINE uint64_t second_block(uint64_t hash_low, uint64_t first, uint64_t block_count)
{
    uint64_t remixed = (hash_low ^ (hash_low >> 32)) * 0x9E3779B97F4A7C15u;
    remixed = (remixed ^ (remixed >> 29)) * 0xBF58476D1CE4E5B9u;
    uint64_t second = bloom_multiply_high(remixed, block_count - 1);
    return second + (second >= first);
}

BLOOM_INLINE bool block_contains(const uint64_t *block, const uint32_t *block_multipliers,
                                 uint32_t bits_per_block, uint64_t hash_high)
{
    uint64_t all = 1;
    for (uint32_t i = 0; i < bits_per_block; i++) {
        uint32_t position = bit_position(hash_high, block_multipliers, i);
        all &= bloom_le64(bloom_load_relaxed(block + position / 64)) >> (position % 64);
    }
    return (all & 1) != 0;
}

static bool contains_portable(const uint64_t *payload, uint64_t block_count,
                              uint32_t bits_per_block, uint32_t blocks_per_item,
                              bloom_hash_t hash)
{
    uint64_t first = first_block(hash.low, block_count);
    const uint64_t *block = payload + first * BLOOM_BLOCK_WORDS;
    if (blocks_per_item == 1) {
        return block_contains(block, multipliers, bits_per_block, hash.high);
    }
    const uint64_t *other =
        payload + second_block(hash.low, first, block_count) * BLOOM_BLOCK_WORDS;
    BLOOM_PREFETCH_READ(other);
    bool in_first = block_contains(block, multipliers, bits_per_block, hash.high);
    bool in_second = block_contains(other, multipliers + BLOOM_BITS_PER_BLOCK_MAX, bits_per_block,
                                    hash.high);
    return in_first & in_second;
}

#if BLOOM_HAVE_AVX2_DISPATCH
/* Lanes below bits_per_block hold 1, the others 0: their tests pass. Read from 16 - bits_per_block. */
static const uint32_t lane_ones[32] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

BLOOM_TARGET("avx2")
BLOOM_INLINE bool eight_set_avx2(__m256i low, __m256i high, __m256i hash_high,
                                 const uint32_t *lane_multipliers, const uint32_t *ones)
{
    __m256i product = _mm256_mullo_epi32(
        hash_high, _mm256_loadu_si256((const __m256i *)(const void *)lane_multipliers));
    /* product: bit 31 chooses the half of the block, 30..28 the word in it, 27..23 the bit */
    __m256i word_index = _mm256_srli_epi32(product, 28);
    __m256i words = _mm256_castps_si256(_mm256_blendv_ps(
        _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(low, word_index)),
        _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(high, word_index)),
        _mm256_castsi256_ps(product)));
    __m256i bit_index = _mm256_srli_epi32(_mm256_slli_epi32(product, 4), 27);
    __m256i bits = _mm256_sllv_epi32(
        _mm256_loadu_si256((const __m256i *)(const void *)ones), bit_index);
    return _mm256_testc_si256(words, bits) != 0;
}

BLOOM_TARGET("avx2")
BLOOM_INLINE bool block_contains_avx2(const uint64_t *block, const uint32_t *block_multipliers,
                                      uint32_t bits_per_block, __m256i hash_high)
{
    __m256i low = _mm256_load_si256((const __m256i *)(const void *)block);
    __m256i high = _mm256_load_si256((const __m256i *)(const void *)(block + 4));
    const uint32_t *ones = lane_ones + (16 - bits_per_block);
    bool all = eight_set_avx2(low, high, hash_high, block_multipliers, ones);
    if (bits_per_block > 8) {
        all &= eight_set_avx2(low, high, hash_high, block_multipliers + 8, ones + 8);
    }
    return all;
}

BLOOM_TARGET("avx2")
static bool contains_avx2(const uint64_t *payload, uint64_t block_count, uint32_t bits_per_block,
                          uint32_t blocks_per_item, bloom_hash_t hash)
{
    uint64_t first = first_block(hash.low, block_count);
    const uint64_t *block = payload + first * BLOOM_BLOCK_WORDS;
    __m256i hash_high = _mm256_set1_epi64x((long long)hash.high);
    if (blocks_per_item == 1) {
        return block_contains_avx2(block, multipliers, bits_per_block, hash_high);
    }
    const uint64_t *other =
        payload + second_block(hash.low, first, block_count) * BLOOM_BLOCK_WORDS;
    BLOOM_PREFETCH_READ(other);
    bool in_first = block_contains_avx2(block, multipliers, bits_per_block, hash_high);
    bool in_second = block_contains_avx2(other, multipliers + BLOOM_BITS_PER_BLOCK_MAX,
                                         bits_per_block, hash_high);
    return in_first & in_second;
}

static bool processor_has_avx2(void)
{
#if defined(_MSC_VER) && !defined(__clang__)
    int registers[4];
    __cpuid(registers, 0);
    if (registers[0] < 7) {
        return false;
    }
    __cpuid(registers, 1);
    bool os_saves_ymm = (registers[2] & (1 << 27)) != 0 && (_xgetbv(0) & 6) == 6;
    __cpuidex(registers, 7, 0);
    return os_saves_ymm && (registers[1] & (1 << 5)) != 0;
#else
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
#endif
}
#endif

bloom_plain_contains_t bloom_plain_contains = contains_portable;

void bloom_plain_select(bool is_portable)
{
    bloom_plain_contains = contains_portable;
#if BLOOM_HAVE_AVX2_DISPATCH
    if (!is_portable && processor_has_avx2()) {
        bloom_plain_contains = contains_avx2;
    }
#else
    (void)is_portable;
#endif
}

const char *bloom_plain_implementation(void)
{
    return bloom_plain_contains == contains_portable ? "portable" : "avx2";
}

static bool plain_contains(const bloom_filter_t *filter, bloom_hash_t hash,
                           const bloom_context_t *context)
{
    (void)context;
    return bloom_plain_contains(filter->payload, filter->unit_count, filter->bits_per_block,
                                filter->blocks_per_item, hash);
}

static void plain_prefetch(const bloom_filter_t *filter, bloom_hash_t hash)
{
    uint64_t first = first_block(hash.low, filter->unit_count);
    BLOOM_PREFETCH_READ(filter->payload + first * BLOOM_BLOCK_WORDS);
    if (filter->blocks_per_item == 2) {
        uint64_t second = second_block(hash.low, first, filter->unit_count);
        BLOOM_PREFETCH_READ(filter->payload + second * BLOOM_BLOCK_WORDS);
    }
}

static void plain_contains_batch(const bloom_filter_t *filter, const bloom_hash_t *hashes,
                                 size_t count, bool *answers, const bloom_context_t *context)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        plain_prefetch(filter, hashes[i]);
    }
    for (size_t i = 0; i < count; i++) {
        answers[i] = bloom_plain_contains(filter->payload, filter->unit_count,
                                          filter->bits_per_block, filter->blocks_per_item,
                                          hashes[i]);
    }
}

/* Sets the item's bits in one block; true if one of them was set by this very call. */
BLOOM_INLINE bool block_add(uint64_t *block, const uint32_t *block_multipliers,
                            uint32_t bits_per_block, uint64_t hash_high, bool is_shared)
{
    uint64_t fresh = 0;
    for (uint32_t i = 0; i < bits_per_block; i++) {
        uint32_t position = bit_position(hash_high, block_multipliers, i);
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

BLOOM_INLINE bool item_add(const bloom_filter_t *filter, bloom_hash_t hash, bool is_shared)
{
    uint64_t first = first_block(hash.low, filter->unit_count);
    bool fresh = block_add(filter->payload + first * BLOOM_BLOCK_WORDS, multipliers,
                           filter->bits_per_block, hash.high, is_shared);
    if (filter->blocks_per_item == 2) {
        uint64_t second = second_block(hash.low, first, filter->unit_count);
        fresh |= block_add(filter->payload + second * BLOOM_BLOCK_WORDS,
                           multipliers + BLOOM_BITS_PER_BLOCK_MAX, filter->bits_per_block,
                           hash.high, is_shared);
    }
    return fresh;
}

static bloom_add_result_t plain_add(const bloom_filter_t *filter, bloom_hash_t hash,
                                    const bloom_context_t *context)
{
    bool fresh = context->is_shared ? item_add(filter, hash, true) : item_add(filter, hash, false);
    return fresh ? BLOOM_ADD_NEW : BLOOM_ADD_PRESENT;
}

static bloom_status_t plain_plan(bloom_geometry_t *geometry)
{
    return bloom_sizing_plan(geometry, BLOOM_BLOCK_BYTES);
}

static bloom_status_t plain_check_geometry(const bloom_geometry_t *geometry)
{
    return bloom_sizing_check(geometry, BLOOM_BLOCK_BYTES);
}

static double plain_expected_fpr(const bloom_geometry_t *geometry, uint64_t item_count)
{
    return bloom_sizing_fpr(geometry->unit_count,
                            geometry->hash_count / geometry->blocks_per_item,
                            geometry->blocks_per_item, item_count);
}

static void plain_measure(const bloom_filter_t *filter, bloom_measurement_t *measurement,
                          const bloom_context_t *context)
{
    (void)context;
    /* how many blocks have how many bits set */
    uint64_t blocks_of_fill[BLOOM_BLOCK_BITS + 1] = {0};
    uint64_t set_bits = 0;
    const uint64_t *block = filter->payload;
    for (uint64_t b = 0; b < filter->unit_count; b++, block += BLOOM_BLOCK_WORDS) {
        unsigned fill = 0;
        for (unsigned w = 0; w < BLOOM_BLOCK_WORDS; w++) {
            fill += bloom_popcount64(bloom_load_relaxed(block + w));
        }
        blocks_of_fill[fill]++;
        set_bits += fill;
    }
    double sum = 0, sum_of_squares = 0, block_count = (double)filter->unit_count;
    for (unsigned fill = 1; fill <= BLOOM_BLOCK_BITS; fill++) {
        double hit = pow(fill / (double)BLOOM_BLOCK_BITS, filter->bits_per_block);
        sum += (double)blocks_of_fill[fill] * hit;
        sum_of_squares += (double)blocks_of_fill[fill] * hit * hit;
    }
    measurement->used_units = set_bits;
    measurement->total_units = filter->unit_count * BLOOM_BLOCK_BITS;
    measurement->item_count = bloom_sizing_items(filter->unit_count, filter->bits_per_block,
                                                 filter->blocks_per_item, set_bits);
    measurement->fpr = filter->blocks_per_item == 1
                           ? sum / block_count
                           : (sum * sum - sum_of_squares) / (block_count * (block_count - 1));
}

static void plain_merge(const bloom_filter_t *target, const bloom_filter_t *source,
                        const bloom_context_t *context)
{
    uint64_t word_count = target->unit_count * BLOOM_BLOCK_WORDS;
    for (uint64_t w = 0; w < word_count; w++) {
        uint64_t bits = bloom_load_relaxed(source->payload + w);
        if (!context->is_shared) {
            target->payload[w] |= bits;
        } else if ((bits & ~bloom_load_relaxed(target->payload + w)) != 0) {
            bloom_fetch_or_relaxed(target->payload + w, bits);
        }
    }
}

const bloom_kind_t bloom_plain_kind = {
    .id = BLOOM_KIND_PLAIN,
    .name = "bloom",
    .can_be_shared = true,
    .plan = plain_plan,
    .check_geometry = plain_check_geometry,
    .add = plain_add,
    .contains = plain_contains,
    .contains_batch = plain_contains_batch,
    .prefetch = plain_prefetch,
    .expected_fpr = plain_expected_fpr,
    .measure = plain_measure,
    .merge = plain_merge,
};
