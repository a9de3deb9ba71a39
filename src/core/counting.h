/*
 * The counting filter: the plain filter with a 4-bit counter in the place of each bit, so that
 * items can be removed (Fan, Cao, Almeida, Broder, "Summary Cache", 2000). A block of 128 counters
 * is one cache line; an item has k counters in one block, or, where p < 0.05, k/2 in each of two
 * blocks.
 *
 * Counters saturate at 15 and stay there: what such a counter has lost track of, it must remember
 * for ever. A removal of an item that is not in the filter takes away what belongs to others.
 */
#ifndef BLOOM_CORE_COUNTING_H
#define BLOOM_CORE_COUNTING_H

#include "core/kind.h"

/* Counters in a block. */
#define BLOOM_COUNTING_PLACES 128u
#define BLOOM_COUNTER_MAX 15u

extern const bloom_kind_t bloom_counting_kind;

#endif
