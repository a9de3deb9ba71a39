#include "core/counting.h"

#include <math.h>

#include "core/block.h"
#include "core/plain.h"
#include "core/sizing.h"

/*
 * Blocks of 128 places are filled more unevenly than those of 512: with one block per item, p =
 * 0.01 costs 12 % more than in theory, with two blocks 2 %. Both lines are fetched at the same
 * time.
 */
static const bloom_block_layout_t layout = {BLOOM_COUNTING_PLACES, BLOOM_BLOCK_BYTES, 0.05};

#define COUNTERS_PER_WORD 16u
#define COUNTER_BITS 4u
#define LOWEST_BITS 0x1111111111111111u /* bit 0 of each counter of a word */

static bloom_status_t counting_plan(bloom_geometry_t *geometry)
{
    return bloom_sizing_layout_plan(&layout, geometry, BLOOM_HASH_COUNT_MAX);
}

static bloom_status_t counting_check_geometry(const bloom_geometry_t *geometry)
{
    for (size_t i = 0; i < BLOOM_KIND_WORDS; i++) {
        if (geometry->kind_parameters[i] != 0) { /* no options */
            return BLOOM_ERROR_GEOMETRY;
        }
    }
    return bloom_sizing_layout_check(&layout, geometry);
}

/* The low bit of every counter that is not zero. */
BLOOM_INLINE uint64_t nonzero_counters(uint64_t counters)
{
    counters |= counters >> 1;
    counters |= counters >> 2;
    return counters & LOWEST_BITS;
}

BLOOM_INLINE uint32_t place_of(uint64_t hash_high, const uint32_t *block_multipliers, uint32_t i)
{
    return bloom_block_bit(hash_high, block_multipliers, i) /
           (BLOOM_BLOCK_BITS / BLOOM_COUNTING_PLACES);
}

typedef struct counter {
    uint64_t *word;
    uint32_t shift;
} counter_t;

/*
 * An item's counters, one by one: going through a block's words instead would mispredict a branch at most of those that
 * hold one. Positions may coincide; such a counter counts the item once.
 */
typedef struct item_counters {
    counter_t list[2 * BLOOM_BITS_PER_BLOCK_MAX];
    uint32_t count;
} item_counters_t;

BLOOM_INLINE void find_in_block(item_counters_t *counters, uint64_t *block,
                                const uint32_t *block_multipliers, uint32_t places,
                                uint64_t hash_high)
{
    uint64_t seen[BLOOM_COUNTING_PLACES / 64] = {0, 0};
    for (uint32_t i = 0; i < places; i++) {
        uint32_t place = place_of(hash_high, block_multipliers, i);
        uint64_t bit = (uint64_t)1 << (place % 64);
        if ((seen[place / 64] & bit) == 0) {
            seen[place / 64] |= bit;
            counters->list[counters->count++] = (counter_t){
                block + place / COUNTERS_PER_WORD, place % COUNTERS_PER_WORD * COUNTER_BITS};
        }
    }
}

BLOOM_INLINE void find_counters(item_counters_t *counters, const bloom_filter_t *filter,
                                bloom_hash_t hash)
{
    uint64_t first = bloom_block_first(hash.low, filter->unit_count);
    uint64_t *block = filter->payload + first * BLOOM_BLOCK_WORDS;
    uint64_t *other = NULL;
    BLOOM_PREFETCH_READ(block);
    if (filter->blocks_per_item == 2) {
        other = filter->payload +
                bloom_block_second(hash.low, first, filter->unit_count) * BLOOM_BLOCK_WORDS;
        BLOOM_PREFETCH_READ(other);
    }
    counters->count = 0;
    find_in_block(counters, block, bloom_block_multipliers, filter->bits_per_block, hash.high);
    if (other != NULL) {
        find_in_block(counters, other, bloom_block_multipliers + BLOOM_BITS_PER_BLOCK_MAX,
                      filter->bits_per_block, hash.high);
    }
}

BLOOM_INLINE unsigned value_in(uint64_t word, uint32_t shift)
{
    return (unsigned)(word >> shift) & BLOOM_COUNTER_MAX;
}

/* Replaces *word, if it still is *seen, else puts what it is into *seen; both in host byte order.
 */
BLOOM_INLINE bool replace_word(uint64_t *word, uint64_t *seen, uint64_t desired, bool is_shared)
{
    if (!is_shared) {
        *word = bloom_le64(desired);
        return true;
    }
    uint64_t found = bloom_le64(*seen);
    bool is_replaced = bloom_compare_exchange_relaxed(word, &found, bloom_le64(desired));
    *seen = bloom_le64(found);
    return is_replaced;
}

/* Increments a counter unless it is saturated; true if it was zero. */
BLOOM_INLINE bool increment(counter_t counter, bool is_shared)
{
    uint64_t seen = bloom_le64(bloom_load_relaxed(counter.word));
    do {
        if (value_in(seen, counter.shift) == BLOOM_COUNTER_MAX) {
            return false;
        }
    } while (!replace_word(counter.word, &seen, seen + ((uint64_t)1 << counter.shift), is_shared));
    return value_in(seen, counter.shift) == 0;
}

/* Decrements a counter unless it is saturated; false and nothing changed if it is zero. */
BLOOM_INLINE bool decrement(counter_t counter, bool is_shared)
{
    uint64_t seen = bloom_le64(bloom_load_relaxed(counter.word));
    do {
        unsigned value = value_in(seen, counter.shift);
        if (value == 0 || value == BLOOM_COUNTER_MAX) {
            return value != 0;
        }
    } while (!replace_word(counter.word, &seen, seen - ((uint64_t)1 << counter.shift), is_shared));
    return true;
}

BLOOM_INLINE bool add_item(const bloom_filter_t *filter, bloom_hash_t hash, bool is_shared)
{
    item_counters_t counters;
    bool is_fresh = false;
    find_counters(&counters, filter, hash);
    for (uint32_t i = 0; i < counters.count; i++) {
        is_fresh |= increment(counters.list[i], is_shared);
    }
    return is_fresh;
}

/* Adds of one item go through its counters in the same order: the first to increment one that was
 * zero knows it. */
static bloom_add_result_t counting_add(const bloom_filter_t *filter, bloom_hash_t hash,
                                       const bloom_context_t *context)
{
    bool fresh = context->is_shared ? add_item(filter, hash, true) : add_item(filter, hash, false);
    return fresh ? BLOOM_ADD_NEW : BLOOM_ADD_PRESENT;
}

/* Borrows from bit 63 if the counter is zero. */
BLOOM_INLINE uint64_t zeros_in_block(const uint64_t *block, const uint32_t *block_multipliers,
                                     uint32_t places, uint64_t hash_high)
{
    uint64_t borrows = 0;
    for (uint32_t i = 0; i < places; i++) {
        uint32_t place = place_of(hash_high, block_multipliers, i);
        uint64_t word = bloom_le64(bloom_load_relaxed(block + place / COUNTERS_PER_WORD));
        borrows |= (uint64_t)value_in(word, place % COUNTERS_PER_WORD * COUNTER_BITS) - 1;
    }
    return borrows >> 63;
}

/* Whether no counter of an item is zero; `key` is what zeros() takes for the hash's high word. */
#define ITEM_IS_CONTAINED(zeros, key)                                                   \
    uint64_t first = bloom_block_first(hash.low, filter->unit_count);                   \
    const uint64_t *block = filter->payload + first * BLOOM_BLOCK_WORDS;                \
    if (filter->blocks_per_item == 1) {                                                 \
        return zeros(block, bloom_block_multipliers, filter->bits_per_block, key) == 0; \
    }                                                                                   \
    uint64_t second = bloom_block_second(hash.low, first, filter->unit_count);          \
    const uint64_t *other = filter->payload + second * BLOOM_BLOCK_WORDS;               \
    BLOOM_PREFETCH_READ(other);                                                         \
    return (zeros(block, bloom_block_multipliers, filter->bits_per_block, key) |        \
            zeros(other, bloom_block_multipliers + BLOOM_BITS_PER_BLOCK_MAX,            \
                  filter->bits_per_block, key)) == 0;

BLOOM_INLINE bool contains_portable(const bloom_filter_t *filter,
                                    bloom_hash_t hash){ITEM_IS_CONTAINED(zeros_in_block, hash.high)}

#if BLOOM_HAVE_AVX2_DISPATCH
/* Not 0 if one of the lanes that `ones` marks has a counter that is zero. */
BLOOM_TARGET("avx2")
BLOOM_INLINE uint64_t zeros_in_eight_avx2(__m256i low, __m256i high, __m256i hash_high,
                                          const uint32_t *lane_multipliers, const uint32_t *ones)
{
    __m256i product = _mm256_mullo_epi32(
        hash_high, _mm256_loadu_si256((const __m256i *)(const void *)lane_multipliers));
    __m256i words = bloom_block_words_avx2(low, high, product);
    /* bits 27..25 choose the counter in a half word */
    __m256i shift = _mm256_and_si256(_mm256_srli_epi32(product, 23), _mm256_set1_epi32(28));
    __m256i values =
        _mm256_and_si256(_mm256_srlv_epi32(words, shift), _mm256_set1_epi32(BLOOM_COUNTER_MAX));
    __m256i is_zero = _mm256_cmpeq_epi32(values, _mm256_setzero_si256());
    return !_mm256_testz_si256(is_zero, _mm256_loadu_si256((const __m256i *)(const void *)ones));
}

BLOOM_TARGET("avx2")
BLOOM_INLINE uint64_t zeros_in_block_avx2(const uint64_t *block, const uint32_t *block_multipliers,
                                          uint32_t places, __m256i hash_high)
{
    __m256i low = _mm256_load_si256((const __m256i *)(const void *)block);
    __m256i high = _mm256_load_si256((const __m256i *)(const void *)(block + 4));
    const uint32_t *ones = bloom_block_lane_ones + (24 - places);
    uint64_t zeros = zeros_in_eight_avx2(low, high, hash_high, block_multipliers, ones);
    if (BLOOM_UNLIKELY(places > 8)) {
        zeros |= zeros_in_eight_avx2(low, high, hash_high, block_multipliers + 8, ones + 8);
    }
    return zeros;
}

BLOOM_TARGET("avx2")
BLOOM_INLINE bool contains_avx2(const bloom_filter_t *filter, bloom_hash_t hash)
{
    __m256i hash_high = bloom_block_key_avx2(hash.high);
    ITEM_IS_CONTAINED(zeros_in_block_avx2, hash_high)
}

BLOOM_TARGET("avx2")
static bool contains_one_avx2(const bloom_filter_t *filter, bloom_hash_t hash)
{
    return contains_avx2(filter, hash);
}
#endif

static bool item_is_contained(const bloom_filter_t *filter, bloom_hash_t hash)
{
#if BLOOM_HAVE_AVX2_DISPATCH
    if (bloom_plain_contains != bloom_plain_contains_portable) {
        return contains_one_avx2(filter, hash);
    }
#endif
    return contains_portable(filter, hash);
}

static bool counting_contains(const bloom_filter_t *filter, bloom_hash_t hash,
                              const bloom_context_t *context)
{
    (void)context;
    return item_is_contained(filter, hash);
}

static void counting_prefetch(const bloom_filter_t *filter, bloom_hash_t hash)
{
    uint64_t first = bloom_block_first(hash.low, filter->unit_count);
    BLOOM_PREFETCH_READ(filter->payload + first * BLOOM_BLOCK_WORDS);
    if (filter->blocks_per_item == 2) {
        uint64_t second = bloom_block_second(hash.low, first, filter->unit_count);
        BLOOM_PREFETCH_READ(filter->payload + second * BLOOM_BLOCK_WORDS);
    }
}

/* The whole group's cache misses first, then the tests. */
#define CONTAINS_BATCH(contains)                  \
    for (size_t i = 0; i < count; i++) {          \
        counting_prefetch(filter, hashes[i]);     \
    }                                             \
    for (size_t i = 0; i < count; i++) {          \
        answers[i] = contains(filter, hashes[i]); \
    }

static void contains_batch_portable(const bloom_filter_t *filter, const bloom_hash_t *hashes,
                                    size_t count, bool *answers)
{
    CONTAINS_BATCH(contains_portable)
}

#if BLOOM_HAVE_AVX2_DISPATCH
BLOOM_TARGET("avx2")
static void contains_batch_avx2(const bloom_filter_t *filter, const bloom_hash_t *hashes,
                                size_t count, bool *answers)
{
    CONTAINS_BATCH(contains_avx2)
}
#endif

static void counting_contains_batch(const bloom_filter_t *filter, const bloom_hash_t *hashes,
                                    size_t count, bool *answers, const bloom_context_t *context)
{
    (void)context;
#if BLOOM_HAVE_AVX2_DISPATCH
    if (bloom_plain_contains != bloom_plain_contains_portable) {
        contains_batch_avx2(filter, hashes, count, answers);
        return;
    }
#endif
    contains_batch_portable(filter, hashes, count, answers);
}

static unsigned counting_count_of(const bloom_filter_t *filter, bloom_hash_t hash,
                                  const bloom_context_t *context)
{
    (void)context;
    item_counters_t counters;
    unsigned least = BLOOM_COUNTER_MAX;
    find_counters(&counters, filter, hash);
    for (uint32_t i = 0; i < counters.count; i++) {
        counter_t counter = counters.list[i];
        unsigned value = value_in(bloom_le64(bloom_load_relaxed(counter.word)), counter.shift);
        least = value < least ? value : least;
    }
    return least;
}

/*
 * Every counter is at least the number of live items that have it, so a removal of an item that is
 * in meets no zero on its way; one that does was of an item that another removal took away
 * meanwhile, and is taken back. Counters that were saturated still are, so incrementing them again
 * is no change.
 */
BLOOM_INLINE bool remove_item(const bloom_filter_t *filter, bloom_hash_t hash, bool is_shared)
{
    item_counters_t counters;
    find_counters(&counters, filter, hash);
    for (uint32_t i = 0; i < counters.count; i++) {
        if (!decrement(counters.list[i], is_shared)) {
            while (i-- > 0) {
                increment(counters.list[i], is_shared);
            }
            return false;
        }
    }
    return true;
}

static bool counting_remove(const bloom_filter_t *filter, bloom_hash_t hash,
                            const bloom_context_t *context)
{
    if (!item_is_contained(filter, hash)) {
        return false;
    }
    return context->is_shared ? remove_item(filter, hash, true) : remove_item(filter, hash, false);
}

static double counting_expected_fpr(const bloom_geometry_t *geometry, uint64_t item_count)
{
    return bloom_sizing_layout_fpr(&layout, geometry->unit_count,
                                   geometry->hash_count / geometry->blocks_per_item,
                                   geometry->blocks_per_item, item_count);
}

static void counting_measure(const bloom_filter_t *filter, bloom_measurement_t *measurement,
                             const bloom_context_t *context)
{
    (void)context;
    uint64_t blocks_of_fill[BLOOM_COUNTING_PLACES + 1] = {0};
    uint64_t used = 0;
    const uint64_t *block = filter->payload;
    for (uint64_t b = 0; b < filter->unit_count; b++, block += BLOOM_BLOCK_WORDS) {
        unsigned fill = 0;
        for (unsigned w = 0; w < BLOOM_BLOCK_WORDS; w++) {
            fill += bloom_popcount64(nonzero_counters(bloom_load_relaxed(block + w)));
        }
        blocks_of_fill[fill]++;
        used += fill;
    }
    double sum = 0, sum_of_squares = 0, block_count = (double)filter->unit_count;
    for (unsigned fill = 1; fill <= BLOOM_COUNTING_PLACES; fill++) {
        double hit = pow(fill / (double)BLOOM_COUNTING_PLACES, filter->bits_per_block);
        sum += (double)blocks_of_fill[fill] * hit;
        sum_of_squares += (double)blocks_of_fill[fill] * hit * hit;
    }
    measurement->used_units = used;
    measurement->total_units = filter->unit_count * BLOOM_COUNTING_PLACES;
    measurement->item_count = bloom_sizing_layout_items(
        &layout, filter->unit_count, filter->bits_per_block, filter->blocks_per_item, used);
    measurement->fpr = filter->blocks_per_item == 1
                           ? sum / block_count
                           : (sum * sum - sum_of_squares) / (block_count * (block_count - 1));
}

/* The sums of the counters of two words, at most 15 each. */
BLOOM_INLINE uint64_t add_words(uint64_t a, uint64_t b)
{
    uint64_t sums = 0;
    for (unsigned shift = 0; shift <= 4; shift += 4) { /* every other counter, each in a byte */
        uint64_t sum = (a >> shift & 0x0f0f0f0f0f0f0f0fu) + (b >> shift & 0x0f0f0f0f0f0f0f0fu);
        uint64_t carries = sum >> 4 & 0x0101010101010101u;
        sums |= ((sum | carries * BLOOM_COUNTER_MAX) & 0x0f0f0f0f0f0f0f0fu) << shift;
    }
    return sums;
}

static void counting_merge(const bloom_filter_t *target, const bloom_filter_t *source,
                           const bloom_context_t *context)
{
    uint64_t word_count = target->unit_count * BLOOM_BLOCK_WORDS;
    for (uint64_t w = 0; w < word_count; w++) {
        uint64_t counters = bloom_le64(bloom_load_relaxed(source->payload + w));
        if (counters != 0) {
            uint64_t seen = bloom_le64(bloom_load_relaxed(target->payload + w));
            while (!replace_word(target->payload + w, &seen, add_words(seen, counters),
                                 context->is_shared)) {
            }
        }
    }
}

const bloom_kind_t bloom_counting_kind = {
    .id = BLOOM_KIND_COUNTING,
    .name = "counting",
    .can_be_shared = true,
    .plan = counting_plan,
    .check_geometry = counting_check_geometry,
    .add = counting_add,
    .contains = counting_contains,
    .contains_batch = counting_contains_batch,
    .prefetch = counting_prefetch,
    .remove = counting_remove,
    .count_of = counting_count_of,
    .expected_fpr = counting_expected_fpr,
    .measure = counting_measure,
    .merge = counting_merge,
};
