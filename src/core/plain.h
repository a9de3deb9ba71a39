/*
 * The plain filter: blocks of 512 bits, one cache line each. An item sets k bits in one block, or,
 * where p < 0.001, k/2 bits in each of two blocks (Putze, Sanders, Singler, "Cache-, Hash- and
 * Space-Efficient Bloom Filters", 2007, with the sizing of src/core/sizing.h).
 *
 * Kept apart from the table of operations for callers in a hurry: these functions may be called
 * directly when the kind is known.
 */
#ifndef BLOOM_CORE_PLAIN_H
#define BLOOM_CORE_PLAIN_H

#include "core/block.h"
#include "core/kind.h"

extern const bloom_kind_t bloom_plain_kind;

typedef bool (*bloom_plain_contains_t)(const uint64_t *payload, uint64_t block_count,
                                       uint32_t bits_per_block, uint32_t blocks_per_item,
                                       bloom_hash_t hash);

/* The fastest implementation for this processor, chosen by bloom_plain_select(). */
extern bloom_plain_contains_t bloom_plain_contains;

/* The one that runs anywhere. */
bool bloom_plain_contains_portable(const uint64_t *payload, uint64_t block_count,
                                   uint32_t bits_per_block, uint32_t blocks_per_item,
                                   bloom_hash_t hash);

/*
 * Chooses implementations for this processor; call once, before threads start. With is_portable
 * the baseline ones are taken, for tests and comparisons.
 */
void bloom_plain_select(bool is_portable);

/*
 * Measures block_count blocks of 512 bits, each stride_words after the one before; for all kinds that are
 * laid out in blocks.
 */
void bloom_blocks_measure(const uint64_t *blocks, uint64_t block_count, uint64_t stride_words,
                          uint32_t bits_per_block, uint32_t blocks_per_item,
                          bloom_measurement_t *measurement);

/* "avx2" or "portable". */
const char *bloom_plain_implementation(void);

#endif
