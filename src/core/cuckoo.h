/*
 * The cuckoo filter (Fan, Andersen, Kaminsky, Mitzenmacher, "Cuckoo Filter: Practically Better Than Bloom", 2014): a
 * table of buckets of four fingerprints. An item's fingerprint lies in one of two buckets, each of which can be had from
 * the other and the fingerprint, so that fingerprints can be moved to make room. Less memory than counters; a hard
 * capacity.
 *
 * Each add stores a fingerprint, also of an item already present, so that removes balance adds: at most eight of
 * one item. Not for shared storage: while a fingerprint moves, a lookup that has seen the one bucket before and the
 * other after the move would miss an item that was there all the time, and making it wait or repeat would let a stopped
 * or killed writer hold it up.
 */
#ifndef BLOOM_CORE_CUCKOO_H
#define BLOOM_CORE_CUCKOO_H

#include "core/kind.h"

#define BLOOM_CUCKOO_SLOTS 4u /* of a bucket */
/* Bits of a fingerprint. Fewer than 6 leave a fingerprint too few places to move to. */
#define BLOOM_CUCKOO_BITS_MIN 6u
#define BLOOM_CUCKOO_BITS_MAX 33u
/* The same item can be in this often. */
#define BLOOM_CUCKOO_COPIES_MAX 8u

extern const bloom_kind_t bloom_cuckoo_kind;

#endif
