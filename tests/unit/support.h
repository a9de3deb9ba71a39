/*
 * What the unit tests share: filters in their own memory, keys, items and random numbers from fixed
 * seeds. Every tests/unit/test_*.c is a program of its own, linked with all of src/core.
 */
#ifndef BLOOM_TESTS_SUPPORT_H
#define BLOOM_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/block.h"
#include "core/checksum.h"
#include "core/hash.h"
#include "core/image.h"
#include "core/kind.h"
#include "core/plain.h"
#include "core/sizing.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* Fails naming both numbers: cmocka's own assertions know integers only. */
#define assert_at_most(value, limit)                                                               \
    do {                                                                                           \
        double checked_value = (double)(value), checked_limit = (double)(limit);                   \
        if (!(checked_value <= checked_limit)) {                                                   \
            fail_msg("%s = %.9g exceeds %s = %.9g", #value, checked_value, #limit, checked_limit); \
        }                                                                                          \
    } while (0)

static const bloom_context_t private_context = {.is_shared = false};
static const bloom_context_t shared_context = {.is_shared = true};
static const bloom_hash_key_t public_key = {.is_public = true};

static inline uint64_t random_next(uint64_t *seed)
{
    uint64_t z = (*seed += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline bloom_hash_t random_hash(uint64_t *seed)
{
    bloom_hash_t hash;
    hash.low = random_next(seed);
    hash.high = random_next(seed);
    return hash;
}

/* A key as good as one derived from a secret. */
static inline bloom_hash_key_t secret_key(uint64_t seed)
{
    bloom_hash_key_t key = {.is_public = false};
    for (size_t i = 0; i < sizeof key.secret; i += 8) {
        uint64_t word = random_next(&seed);
        memcpy(key.secret + i, &word, sizeof word);
    }
    key.fingerprint = random_next(&seed);
    return key;
}

static inline bloom_geometry_t plan_of(uint64_t expected_items, double fpr)
{
    bloom_geometry_t geometry = {
        .kind = BLOOM_KIND_PLAIN, .expected_items = expected_items, .fpr = fpr};
    assert_int_equal(bloom_geometry_plan(&geometry), BLOOM_OK);
    return geometry;
}

/* A shape chosen by hand. */
static inline bloom_geometry_t shape_of(uint64_t block_count, uint32_t bits_per_block,
                                        uint32_t blocks_per_item)
{
    bloom_geometry_t geometry = {
        .kind = BLOOM_KIND_PLAIN,
        .expected_items = 1,
        .fpr = 0.5,
        .unit_count = block_count,
        .payload_bytes = block_count * BLOOM_BLOCK_BYTES,
        .hash_count = bits_per_block * blocks_per_item,
        .blocks_per_item = blocks_per_item,
    };
    return geometry;
}

static inline void filter_clear(bloom_filter_t *filter)
{
    memset(filter->payload, 0, (size_t)filter->geometry.payload_bytes);
}

/* Empty; to be given to filter_destroy(). */
static inline void filter_create_with_key(bloom_filter_t *filter, const bloom_geometry_t *geometry,
                                          const bloom_hash_key_t *key)
{
    bloom_provenance_t provenance = {.generation = 1, .created_at_us = 1700000000000000};
    void *base = aligned_alloc(BLOOM_CACHE_LINE_BYTES, (size_t)bloom_image_bytes(geometry));
    assert_non_null(base);
    bloom_image_write_header(base, geometry, &provenance, key);
    bloom_filter_open(filter, base, geometry);
    filter_clear(filter);
}

static inline void filter_create(bloom_filter_t *filter, const bloom_geometry_t *geometry)
{
    filter_create_with_key(filter, geometry, &public_key);
}

static inline void filter_destroy(bloom_filter_t *filter)
{
    free(filter->header);
    filter->header = NULL;
}

/* What add() promises to return: whether the item was new. */
static inline bool filter_add(const bloom_filter_t *filter, bloom_hash_t hash)
{
    return filter->kind->add(filter, hash, &private_context) == BLOOM_ADD_NEW;
}

static inline bool filter_contains(const bloom_filter_t *filter, bloom_hash_t hash)
{
    return filter->kind->contains(filter, hash, &private_context);
}

static inline bloom_measurement_t filter_measure(const bloom_filter_t *filter)
{
    bloom_measurement_t measurement;
    filter->kind->measure(filter, &measurement, &private_context);
    return measurement;
}

/* Recomputes the trailer of an exported image of size_bytes bytes. */
static inline void image_seal(uint8_t *image, size_t size_bytes)
{
    bloom_checksum_t checksum;
    bloom_checksum_init(&checksum);
    bloom_checksum_update(&checksum, image, size_bytes - BLOOM_TRAILER_BYTES);
    bloom_checksum_final(&checksum, image + size_bytes - BLOOM_TRAILER_BYTES);
}

/* Recomputes the header's checksum, whatever the rest says. */
static inline void image_seal_header(uint8_t *image)
{
    uint64_t checksum = bloom_le64(XXH3_64bits(image, offsetof(bloom_header_t, header_checksum)));
    memcpy(image + offsetof(bloom_header_t, header_checksum), &checksum, sizeof checksum);
}

/* The exported image, to be freed; *size_bytes gets its length. */
static inline uint8_t *filter_export(const bloom_filter_t *filter, size_t *size_bytes)
{
    *size_bytes = (size_t)bloom_export_bytes(&filter->geometry);
    uint8_t *image = malloc(*size_bytes);
    bloom_header_t header;
    assert_non_null(image);
    bloom_image_export_header(&header, filter->header);
    memcpy(image, &header, sizeof header);
    memcpy(image + sizeof header, filter->payload, (size_t)filter->geometry.payload_bytes);
    image_seal(image, *size_bytes);
    return image;
}

#endif
