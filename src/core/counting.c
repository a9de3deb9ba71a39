#include "core/counting.h"

#include <math.h>

#include "core/block.h"
#include "core/sizing.h"

/*
 * Blocks of 128 places are filled more unevenly than those of 512: with one block per item, p =
 * 0.01 costs 12 % more than in theory, with two blocks 2 %. Both lines are fetched at the same
 * time.
 */
static const bloom_block_layout_t layout = {BLOOM_COUNTING_PLACES, BLOOM_BLOCK_BYTES, 0.05};

#define COUNTERS_PER_WORD 16u
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

/* The low bit of every counter that is saturated. */
BLOOM_INLINE uint64_t saturated_counters(uint64_t counters)
{
    counters &= counters >> 1;
    counters &= counters >> 2;
    return counters & LOWEST_BITS;
}

/*
 * An item's counters in one block: the low bit of each. Positions may coincide; such a counter
 * counts the item once.
 */
typedef struct block_places {
    uint64_t *words;
    uint64_t ones[BLOOM_BLOCK_WORDS];
} block_places_t;

BLOOM_INLINE uint32_t place_of(uint64_t hash_high, const uint32_t *block_multipliers, uint32_t i)
{
    return bloom_block_bit(hash_high, block_multipliers, i) /
           (BLOOM_BLOCK_BITS / BLOOM_COUNTING_PLACES);
}

BLOOM_INLINE void find_in_block(block_places_t *places, const bloom_filter_t *filter,
                                uint64_t block, const uint32_t *block_multipliers,
                                uint64_t hash_high)
{
    places->words = filter->payload + block * BLOOM_BLOCK_WORDS;
    for (unsigned w = 0; w < BLOOM_BLOCK_WORDS; w++) {
        places->ones[w] = 0;
    }
    for (uint32_t i = 0; i < filter->bits_per_block; i++) {
        uint32_t place = place_of(hash_high, block_multipliers, i);
        places->ones[place / COUNTERS_PER_WORD] |= (uint64_t)1 << (place % COUNTERS_PER_WORD * 4);
    }
}

/* Fills places[0 .. blocks_per_item - 1]. */
BLOOM_INLINE void find_places(block_places_t places[2], const bloom_filter_t *filter,
                              bloom_hash_t hash)
{
    uint64_t first = bloom_block_first(hash.low, filter->unit_count);
    find_in_block(&places[0], filter, first, bloom_block_multipliers, hash.high);
    if (filter->blocks_per_item == 2) {
        uint64_t second = bloom_block_second(hash.low, first, filter->unit_count);
        BLOOM_PREFETCH_READ(filter->payload + second * BLOOM_BLOCK_WORDS);
        find_in_block(&places[1], filter, second,
                      bloom_block_multipliers + BLOOM_BITS_PER_BLOCK_MAX, hash.high);
    }
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

/* Increments the counters of a word; returns those that were zero. */
BLOOM_INLINE uint64_t increment(uint64_t *word, uint64_t ones, bool is_shared)
{
    uint64_t seen = bloom_le64(bloom_load_relaxed(word));
    while (!replace_word(word, &seen, seen + (ones & ~saturated_counters(seen)), is_shared)) {
    }
    return ones & ~nonzero_counters(seen);
}

/* Decrements the counters of a word, saturated ones excepted; false and nothing changed if one is
 * zero. */
BLOOM_INLINE bool decrement(uint64_t *word, uint64_t ones, bool is_shared)
{
    uint64_t seen = bloom_le64(bloom_load_relaxed(word));
    do {
        if ((ones & ~nonzero_counters(seen)) != 0) {
            return false;
        }
    } while (!replace_word(word, &seen, seen - (ones & ~saturated_counters(seen)), is_shared));
    return true;
}

BLOOM_INLINE bool add_item(const bloom_filter_t *filter, bloom_hash_t hash, bool is_shared)
{
    block_places_t places[2];
    uint64_t fresh = 0;
    find_places(places, filter, hash);
    for (uint32_t b = 0; b < filter->blocks_per_item; b++) {
        for (unsigned w = 0; w < BLOOM_BLOCK_WORDS; w++) {
            if (places[b].ones[w] != 0) {
                fresh |= increment(places[b].words + w, places[b].ones[w], is_shared);
            }
        }
    }
    return fresh != 0;
}

/* Adds of one item go through its words in the same order: the first to increment one that was zero
 * knows it. */
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
        borrows |= (word >> (place % COUNTERS_PER_WORD * 4) & BLOOM_COUNTER_MAX) - 1;
    }
    return borrows >> 63;
}

BLOOM_INLINE bool item_is_contained(const bloom_filter_t *filter, bloom_hash_t hash)
{
    uint64_t first = bloom_block_first(hash.low, filter->unit_count);
    const uint64_t *block = filter->payload + first * BLOOM_BLOCK_WORDS;
    if (filter->blocks_per_item == 1) {
        return zeros_in_block(block, bloom_block_multipliers, filter->bits_per_block, hash.high) ==
               0;
    }
    const uint64_t *other =
        filter->payload +
        bloom_block_second(hash.low, first, filter->unit_count) * BLOOM_BLOCK_WORDS;
    BLOOM_PREFETCH_READ(other);
    uint64_t zeros =
        zeros_in_block(block, bloom_block_multipliers, filter->bits_per_block, hash.high);
    zeros |= zeros_in_block(other, bloom_block_multipliers + BLOOM_BITS_PER_BLOCK_MAX,
                            filter->bits_per_block, hash.high);
    return zeros == 0;
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

static void counting_contains_batch(const bloom_filter_t *filter, const bloom_hash_t *hashes,
                                    size_t count, bool *answers, const bloom_context_t *context)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        counting_prefetch(filter, hashes[i]);
    }
    for (size_t i = 0; i < count; i++) {
        answers[i] = item_is_contained(filter, hashes[i]);
    }
}

static unsigned counting_count_of(const bloom_filter_t *filter, bloom_hash_t hash,
                                  const bloom_context_t *context)
{
    (void)context;
    block_places_t places[2];
    unsigned least = BLOOM_COUNTER_MAX;
    find_places(places, filter, hash);
    for (uint32_t b = 0; b < filter->blocks_per_item; b++) {
        for (unsigned w = 0; w < BLOOM_BLOCK_WORDS; w++) {
            uint64_t word = bloom_le64(bloom_load_relaxed(places[b].words + w));
            for (uint64_t ones = places[b].ones[w]; ones != 0; ones >>= 4, word >>= 4) {
                unsigned counter = (unsigned)(word & BLOOM_COUNTER_MAX);
                if ((ones & 1) != 0 && counter < least) {
                    least = counter;
                }
            }
        }
    }
    return least;
}

/*
 * Every counter is at least the number of live items that have it, so a removal of an item that is
 * in meets no zero on its way; one that does was of an item that another removal took away
 * meanwhile, and is taken back. Counters that were saturated still are, so incrementing them again
 * is no change.
 */
static bool counting_remove(const bloom_filter_t *filter, bloom_hash_t hash,
                            const bloom_context_t *context)
{
    if (!item_is_contained(filter, hash)) {
        return false;
    }
    block_places_t places[2];
    find_places(places, filter, hash);
    uint32_t word_count = filter->blocks_per_item * BLOOM_BLOCK_WORDS;
    for (uint32_t w = 0; w < word_count; w++) {
        const block_places_t *block = &places[w / BLOOM_BLOCK_WORDS];
        uint64_t ones = block->ones[w % BLOOM_BLOCK_WORDS];
        if (ones == 0 ||
            decrement(block->words + w % BLOOM_BLOCK_WORDS, ones, context->is_shared)) {
            continue;
        }
        while (w-- > 0) {
            block = &places[w / BLOOM_BLOCK_WORDS];
            ones = block->ones[w % BLOOM_BLOCK_WORDS];
            if (ones != 0) {
                increment(block->words + w % BLOOM_BLOCK_WORDS, ones, context->is_shared);
            }
        }
        return false;
    }
    return true;
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
