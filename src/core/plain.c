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

static bloom_add_result_t plain_add(const bloom_filter_t *filter, bloom_hash_t hash,
                                    const bloom_context_t *context)
{
    bool fresh = bloom_blocks_add(filter->payload, filter->unit_count, filter->bits_per_block,
                                  filter->blocks_per_item, hash, context->is_shared);
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

void bloom_blocks_measure(const uint64_t *blocks, uint64_t block_count, uint64_t stride_words,
                          uint32_t bits_per_block, uint32_t blocks_per_item,
                          bloom_measurement_t *measurement)
{
    /* how many blocks have how many bits set */
    uint64_t blocks_of_fill[BLOOM_BLOCK_BITS + 1] = {0};
    uint64_t set_bits = 0;
    const uint64_t *block = blocks;
    for (uint64_t b = 0; b < block_count; b++, block += stride_words) {
        unsigned fill = 0;
        for (unsigned w = 0; w < BLOOM_BLOCK_WORDS; w++) {
            fill += bloom_popcount64(bloom_load_relaxed(block + w));
        }
        blocks_of_fill[fill]++;
        set_bits += fill;
    }
    double sum = 0, sum_of_squares = 0, count = (double)block_count;
    for (unsigned fill = 1; fill <= BLOOM_BLOCK_BITS; fill++) {
        double hit = pow(fill / (double)BLOOM_BLOCK_BITS, bits_per_block);
        sum += (double)blocks_of_fill[fill] * hit;
        sum_of_squares += (double)blocks_of_fill[fill] * hit * hit;
    }
    measurement->used_units = set_bits;
    measurement->total_units = block_count * BLOOM_BLOCK_BITS;
    measurement->item_count =
        bloom_sizing_items(block_count, bits_per_block, blocks_per_item, set_bits);
    measurement->fpr =
        blocks_per_item == 1 ? sum / count : (sum * sum - sum_of_squares) / (count * (count - 1));
}

static void plain_measure(const bloom_filter_t *filter, bloom_measurement_t *measurement,
                          const bloom_context_t *context)
{
    (void)context;
    bloom_blocks_measure(filter->payload, filter->unit_count, BLOOM_BLOCK_WORDS,
                         filter->bits_per_block, filter->blocks_per_item, measurement);
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
