#include "core/plain.h"

#include <math.h>
#include <string.h>

#include "core/sizing.h"

#if BLOOM_HAVE_AVX2_DISPATCH && defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

bool bloom_plain_contains_portable(const uint64_t *payload, uint64_t block_count,
                                   uint32_t bits_per_block, uint32_t blocks_per_item,
                                   bloom_hash_t hash)
{
    return bloom_blocks_contain(payload, block_count, bits_per_block, blocks_per_item, hash);
}

#if BLOOM_HAVE_AVX2_DISPATCH
BLOOM_TARGET("avx2")
static bool contains_avx2(const uint64_t *payload, uint64_t block_count, uint32_t bits_per_block,
                          uint32_t blocks_per_item, bloom_hash_t hash)
{
    return bloom_blocks_contain_avx2(payload, block_count, bits_per_block, blocks_per_item, hash);
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

bloom_plain_contains_t bloom_plain_contains = bloom_plain_contains_portable;

void bloom_plain_select(bool is_portable)
{
    bloom_plain_contains = bloom_plain_contains_portable;
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
    return bloom_plain_contains == bloom_plain_contains_portable ? "portable" : "avx2";
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
    uint64_t first = bloom_block_first(hash.low, filter->unit_count);
    BLOOM_PREFETCH_READ(filter->payload + first * BLOOM_BLOCK_WORDS);
    if (filter->blocks_per_item == 2) {
        uint64_t second = bloom_block_second(hash.low, first, filter->unit_count);
        BLOOM_PREFETCH_READ(filter->payload + second * BLOOM_BLOCK_WORDS);
    }
}

/* The whole group's cache misses first, then the tests. */
#define CONTAINS_BATCH(contains)                                                           \
    for (size_t i = 0; i < count; i++) {                                                   \
        plain_prefetch(filter, hashes[i]);                                                 \
    }                                                                                      \
    for (size_t i = 0; i < count; i++) {                                                   \
        answers[i] = contains(filter->payload, filter->unit_count, filter->bits_per_block, \
                              filter->blocks_per_item, hashes[i]);                         \
    }

static void contains_batch_portable(const bloom_filter_t *filter, const bloom_hash_t *hashes,
                                    size_t count, bool *answers)
{
    CONTAINS_BATCH(bloom_blocks_contain)
}

#if BLOOM_HAVE_AVX2_DISPATCH
BLOOM_TARGET("avx2")
static void contains_batch_avx2(const bloom_filter_t *filter, const bloom_hash_t *hashes,
                                size_t count, bool *answers)
{
    CONTAINS_BATCH(bloom_blocks_contain_avx2)
}
#endif

static void plain_contains_batch(const bloom_filter_t *filter, const bloom_hash_t *hashes,
                                 size_t count, bool *answers, const bloom_context_t *context)
{
    (void)context;
#if BLOOM_HAVE_AVX2_DISPATCH
    if (bloom_plain_contains == contains_avx2) {
        contains_batch_avx2(filter, hashes, count, answers);
        return;
    }
#endif
    contains_batch_portable(filter, hashes, count, answers);
}

/* Sets the item's bits in one block; true if one of them was set by this very call. */
BLOOM_INLINE bool block_add(uint64_t *block, const uint32_t *block_multipliers,
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

BLOOM_INLINE bool item_add(const bloom_filter_t *filter, bloom_hash_t hash, bool is_shared)
{
    uint64_t first = bloom_block_first(hash.low, filter->unit_count);
    bool fresh = block_add(filter->payload + first * BLOOM_BLOCK_WORDS, bloom_block_multipliers,
                           filter->bits_per_block, hash.high, is_shared);
    if (filter->blocks_per_item == 2) {
        uint64_t second = bloom_block_second(hash.low, first, filter->unit_count);
        fresh |= block_add(filter->payload + second * BLOOM_BLOCK_WORDS,
                           bloom_block_multipliers + BLOOM_BITS_PER_BLOCK_MAX,
                           filter->bits_per_block, hash.high, is_shared);
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
    for (size_t i = 0; i < BLOOM_KIND_WORDS; i++) {
        if (geometry->kind_parameters[i] != 0) { /* the plain kind has no options */
            return BLOOM_ERROR_GEOMETRY;
        }
    }
    return bloom_sizing_check(geometry, BLOOM_BLOCK_BYTES);
}

static double plain_expected_fpr(const bloom_geometry_t *geometry, uint64_t item_count)
{
    return bloom_sizing_fpr(geometry->unit_count, geometry->hash_count / geometry->blocks_per_item,
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
