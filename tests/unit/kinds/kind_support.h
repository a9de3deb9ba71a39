/* What the tests of single kinds share beyond ../support.h: plans, imports, mutilated and golden
 * images. */
#ifndef BLOOM_TESTS_KIND_SUPPORT_H
#define BLOOM_TESTS_KIND_SUPPORT_H

#include "images.h"

/* As many items as every kind can be planned for at any rate, and no test allocates; fewer where addresses have 32 bits. */
#define MANY_ITEMS (sizeof(size_t) < 8 ? (uint64_t)10000000 : (uint64_t)1000000000)

static inline bloom_geometry_t kind_plan_of(uint16_t kind, uint64_t expected_items, double fpr)
{
    bloom_geometry_t geometry = {.kind = kind, .expected_items = expected_items, .fpr = fpr};
    assert_int_equal(bloom_geometry_plan(&geometry), BLOOM_OK);
    return geometry;
}

static inline bloom_status_t kind_status_of(uint16_t kind, uint64_t expected_items, double fpr)
{
    bloom_geometry_t geometry = {.kind = kind, .expected_items = expected_items, .fpr = fpr};
    return bloom_geometry_plan(&geometry);
}

/* Every operation of a kind, whatever the payload says; for sanitizers and the few things that
 * always hold. */
static inline void kind_exercise(const bloom_filter_t *filter, uint64_t seed)
{
    const bloom_kind_t *kind = filter->kind;
    bloom_hash_t hashes[40];
    bool answers[COUNT_OF(hashes)];
    for (size_t i = 0; i < COUNT_OF(hashes); i++) {
        hashes[i] = random_hash(&seed);
        kind->prefetch(filter, hashes[i]);
        if (kind->add(filter, hashes[i], &private_context) != BLOOM_ADD_FULL) {
            assert_true(kind->contains(filter, hashes[i], &private_context));
        }
        if (kind->count_of != NULL) {
            assert_in_range(kind->count_of(filter, hashes[i], &private_context), 1, 15);
        }
        if (i % 2 == 0) {
            kind->remove(filter, hashes[i], &private_context);
        }
    }
    kind->contains_batch(filter, hashes, COUNT_OF(hashes), answers, &private_context);
    for (size_t i = 0; i < COUNT_OF(hashes); i++) {
        assert_int_equal(answers[i], kind->contains(filter, hashes[i], &private_context));
    }
    bloom_measurement_t measurement = filter_measure(filter);
    assert_true(measurement.used_units <= measurement.total_units);
    assert_true(measurement.fpr >= 0 && measurement.fpr <= 1 + 1e-12);
    assert_true(measurement.item_count >= 0);
}

/*
 * Images with changed bytes and matching checksums: refused, or safe to use. Returns how many were
 * taken, of `rounds` changed in the header's geometry and as many in the payload.
 */
static inline unsigned kind_fuzz_import(const bloom_filter_t *filter, unsigned rounds,
                                        uint64_t seed)
{
    size_t size_bytes;
    uint8_t *image = image_export(filter, &private_context, &size_bytes);
    uint8_t *changed = malloc(size_bytes);
    unsigned taken = 0;
    assert_non_null(changed);
    for (unsigned round = 0; round < 2 * rounds; round++) {
        memcpy(changed, image, size_bytes);
        unsigned changes = 1 + (unsigned)(random_next(&seed) % 4);
        for (unsigned c = 0; c < changes; c++) {
            /* geometry and parameters, or kind_state and payload */
            size_t offset = round % 2 == 0
                                ? 16 + (size_t)(random_next(&seed) % 112)
                                : 320 + (size_t)(random_next(&seed) % (size_bytes - 336));
            uint64_t how = random_next(&seed);
            unsigned byte = (unsigned)(how >> 8), old = changed[offset];
            changed[offset] = (uint8_t)(how % 3 == 0   ? byte
                                        : how % 3 == 1 ? old + byte % 5 - 2
                                                       : old ^ 1u << byte % 8);
        }
        image_seal_header(changed);
        image_seal(changed, size_bytes);
        bloom_filter_t imported;
        if (image_import(&imported, changed, size_bytes, filter->kind->id, &private_context) ==
            BLOOM_OK) {
            kind_exercise(&imported, round);
            filter_destroy(&imported);
            taken++;
        }
    }
    free(changed);
    free(image);
    return taken;
}

/* An empty filter with the provenance of golden images. */
static inline void golden_create(bloom_filter_t *filter, const bloom_geometry_t *geometry)
{
    filter_create(filter, geometry);
    bloom_image_write_header(filter->header, geometry, &golden_provenance, &public_key);
}

#endif
