/*
 * How many blocks and bits a blocked filter needs. The classic formula underestimates blocked filters
 * (some blocks get more than their share), so the exact occupancy model is solved numerically.
 *
 * Model. n items go to B blocks independently: a block's load is binomial. An item throws j bits
 * (with repetition) into the 512 of a block. By inclusion and exclusion over the r positions of
 * a query that are still free, the chance that all j positions of an absent item are set is
 *
 *     g(n, B) = sum over r of a_r (1 - (1 - (1 - r/512)^j) / B')^n,    B' = B / blocks per item,
 *
 * where a_r collects (-1)^r C(i, r) over the number i of distinct positions among j. For one block
 * per item g is the exact expected rate; for two it is g^2, exact but for the slight negative
 * correlation of the two loads, which only lowers the rate.
 */
#ifndef BLOOM_CORE_SIZING_H
#define BLOOM_CORE_SIZING_H

#include "core/image.h"

/* Expected rate after item_count items; in [0, 1]. bits_per_block 1 to 16, blocks_per_item 1 or 2. */
double bloom_sizing_fpr(uint64_t block_count, uint32_t bits_per_block, uint32_t blocks_per_item,
                        uint64_t item_count);

/*
 * The smallest filter of blocks that keeps the rate at n items at or under p for the filter at hand, not
 * only on average. Fills in unit_count, payload_bytes, hash_count and blocks_per_item; unit_bytes is what a
 * block costs in the payload. BLOOM_ERROR_SIZE_RANGE if it cannot be addressed.
 */
bloom_status_t bloom_sizing_plan(bloom_geometry_t *geometry, uint64_t unit_bytes);

#define BLOOM_HASH_COUNT_MAX 32u

/* The same with at most hash_count_max, at least 2, hashes per item, at the price of more memory. */
bloom_status_t bloom_sizing_plan_within(bloom_geometry_t *geometry, uint64_t unit_bytes,
                                        uint32_t hash_count_max);

/*
 * Whether a shape read from an image is within bounds, adds up, and keeps the rate it promises.
 * Compares with the model, not with a new plan: libraries for logarithms differ in last digits.
 */
bloom_status_t bloom_sizing_check(const bloom_geometry_t *geometry, uint64_t unit_bytes);

/* How many distinct items explain set_bits of the filter's bits; the inverse of the expectation. */
double bloom_sizing_items(uint64_t block_count, uint32_t bits_per_block, uint32_t blocks_per_item,
                          uint64_t set_bits);

/* A kind of block: the model above with other numbers. */
typedef struct bloom_block_layout {
    uint32_t places;         /* bits or counters in a block, at most 512 */
    uint64_t unit_bytes;     /* what a block costs in the payload */
    double two_blocks_below; /* smaller rates than this take two blocks per item */
} bloom_block_layout_t;

/* The functions of the same names above, which are for blocks of 512 bits, for blocks of any layout. */
double bloom_sizing_layout_fpr(const bloom_block_layout_t *layout, uint64_t block_count,
                               uint32_t bits_per_block, uint32_t blocks_per_item,
                               uint64_t item_count);
bloom_status_t bloom_sizing_layout_plan(const bloom_block_layout_t *layout,
                                        bloom_geometry_t *geometry, uint32_t hash_count_max);
bloom_status_t bloom_sizing_layout_check(const bloom_block_layout_t *layout,
                                         const bloom_geometry_t *geometry);
double bloom_sizing_layout_items(const bloom_block_layout_t *layout, uint64_t block_count,
                                 uint32_t bits_per_block, uint32_t blocks_per_item,
                                 uint64_t set_places);

#endif
