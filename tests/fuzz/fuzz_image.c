/*
 * Any bytes at all, imported: what bloom_image_check() accepts must be safe to use and must answer consistently.
 * Aborts if not. README.md says how to build and run it.
 *
 * Checksums would stop a fuzzer at once, and so would the length, so every input is also tried with its
 * checksums repaired, and cut or extended to the length it claims.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "core/hash.h"
#include "core/image.h"
#include "core/kind.h"
#include "core/plain.h"
#include "reference.h"

#define IMAGE_BYTES_MAX ((uint64_t)1 << 16)
#define PROBES 64

#define REQUIRE(condition)                                                          \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                \
        }                                                                           \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes);

static const bloom_hash_key_t public_key = {.is_public = true};
static const bloom_context_t context = {.is_shared = false,
                                        .monotonic_us = (uint64_t)1000 * 1000000};

/* Hashes that reach both ends of the filter, then some that depend on the image. */
static void choose_hashes(bloom_hash_t hashes[PROBES], const uint8_t *image, size_t size_bytes)
{
    bloom_hash_t state = bloom_hash(&public_key, image, size_bytes);
    for (unsigned i = 0; i < PROBES; i++) {
        bloom_hash_t ends = {i % 2 != 0 ? UINT64_MAX : 0, i % 4 >= 2 ? UINT64_MAX : 0};
        state = bloom_hash(&public_key, &state, sizeof state);
        hashes[i] = i < 4 ? ends : state;
    }
}

static void require_alike(const bloom_filter_t *filter, const uint8_t *image,
                          const bloom_hash_t hashes[PROBES])
{
    bool answers[PROBES];
    filter->kind->contains_batch(filter, hashes, PROBES, answers, &context);
    for (unsigned i = 0; i < PROBES; i++) {
        filter->kind->prefetch(filter, hashes[i]);
        REQUIRE(filter->kind->contains(filter, hashes[i], &context) == answers[i]);
        if (filter->kind->id == BLOOM_KIND_PLAIN) {
            REQUIRE(bloom_plain_contains_portable(filter->payload, filter->unit_count,
                                                  filter->bits_per_block, filter->blocks_per_item,
                                                  hashes[i]) == answers[i]);
            REQUIRE(reference_contains(image, hashes[i].low, hashes[i].high) == answers[i]);
        }
    }
}

static void require_sane_measurement(const bloom_filter_t *filter)
{
    bloom_measurement_t measurement;
    filter->kind->measure(filter, &measurement, &context);
    REQUIRE(measurement.used_units <= measurement.total_units);
    REQUIRE(measurement.fpr >= 0 && measurement.fpr <= 1 + 1e-9);
    REQUIRE(measurement.item_count >= 0 && isfinite(measurement.item_count));
    if (filter->kind->expected_fpr != NULL) {
        double expected =
            filter->kind->expected_fpr(&filter->geometry, filter->geometry.expected_items);
        REQUIRE(expected >= 0 && expected <= 1);
    }
}

static void require_exports(const bloom_filter_t *filter)
{
    size_t size_bytes = (size_t)bloom_export_bytes(&filter->geometry);
    size_t covered = size_bytes - BLOOM_TRAILER_BYTES;
    uint8_t *image = malloc(size_bytes);
    bloom_header_t header;
    bloom_checksum_t checksum;
    bloom_geometry_t geometry;
    bloom_provenance_t provenance;
    REQUIRE(image != NULL);
    bloom_image_export_header(&header, filter->header);
    memcpy(image, &header, sizeof header);
    memcpy(image + sizeof header, filter->payload, (size_t)filter->geometry.payload_bytes);
    bloom_checksum_init(&checksum);
    bloom_checksum_update(&checksum, image, covered);
    bloom_checksum_final(&checksum, image + covered);
    REQUIRE(bloom_image_check(image, size_bytes, filter->kind->id, &public_key, &geometry,
                              &provenance) == BLOOM_OK);
    REQUIRE(bloom_geometry_is_compatible(&geometry, &filter->geometry));
    REQUIRE(geometry.expected_items == filter->geometry.expected_items);
    REQUIRE(geometry.payload_bytes == filter->geometry.payload_bytes);
    free(image);
}

/* Makes room for one layer more, if there is none, as the extension does: in a copy. False: it is too large for that here. */
static bool grow(bloom_filter_t *filter)
{
    uint32_t used = filter->kind->layer_count(filter->header);
    bloom_geometry_t resized;
    if (filter->kind->resize(&filter->geometry, used + 1, &resized) != BLOOM_OK ||
        bloom_image_bytes(&resized) > IMAGE_BYTES_MAX) {
        return false;
    }
    size_t old_bytes = (size_t)filter->geometry.payload_bytes;
    if (resized.payload_bytes <= old_bytes) {
        REQUIRE(filter->kind->grow(filter, used, &context) == BLOOM_OK);
        return true;
    }
    uint8_t *base = aligned_alloc(BLOOM_CACHE_LINE_BYTES, (size_t)bloom_image_bytes(&resized));
    REQUIRE(base != NULL);
    memcpy(base, filter->header, BLOOM_HEADER_BYTES);
    bloom_image_resize_header((bloom_header_t *)(void *)base, &resized);
    memcpy(base + BLOOM_HEADER_BYTES, filter->payload, old_bytes);
    memset(base + BLOOM_HEADER_BYTES + old_bytes, 0, (size_t)resized.payload_bytes - old_bytes);
    free(filter->header);
    bloom_filter_open(filter, base, &resized);
    REQUIRE(filter->kind->grow(filter, used, &context) == BLOOM_OK);
    return true;
}

/* Does with the image what the extension does with one that it has imported. */
static void use(const uint8_t *image, size_t size_bytes, const bloom_geometry_t *geometry)
{
    size_t used_bytes = (size_t)bloom_image_bytes(geometry);
    REQUIRE(size_bytes == bloom_export_bytes(geometry));
    void *base = aligned_alloc(BLOOM_CACHE_LINE_BYTES, used_bytes);
    REQUIRE(base != NULL);
    memcpy(base, image, used_bytes);

    bloom_filter_t filter;
    bloom_hash_t hashes[PROBES];
    bloom_filter_open(&filter, base, geometry);
    choose_hashes(hashes, image, size_bytes);
    if (filter.kind->check_state == NULL ||
        filter.kind->check_state(&filter, &context) == BLOOM_OK) {
        if (filter.kind->resume != NULL) {
            filter.kind->resume(&filter, &context);
        }
        require_alike(&filter, image, hashes);
        require_sane_measurement(&filter);
        if (filter.kind->merge != NULL && filter.kind->id == BLOOM_KIND_PLAIN) {
            filter.kind->merge(&filter, &filter, &context);
            REQUIRE(memcmp(filter.payload, image + BLOOM_HEADER_BYTES,
                           (size_t)geometry->payload_bytes) == 0);
        }
        for (unsigned i = 0; i < PROBES; i++) {
            bool was_present = filter.kind->contains(&filter, hashes[i], &context);
            bloom_add_result_t result = filter.kind->add(&filter, hashes[i], &context);
            while (result == BLOOM_ADD_GROW && grow(&filter)) {
                result = filter.kind->add(&filter, hashes[i], &context);
            }
            if (result == BLOOM_ADD_NEW || result == BLOOM_ADD_PRESENT) {
                REQUIRE(result == BLOOM_ADD_PRESENT || !was_present);
                REQUIRE(filter.kind->contains(&filter, hashes[i], &context));
            }
            if (filter.kind->count_of != NULL) {
                REQUIRE(filter.kind->count_of(&filter, hashes[i], &context) <= 15);
            }
        }
        require_sane_measurement(&filter);
        require_exports(&filter);
        for (unsigned i = 0; filter.kind->remove != NULL && i < PROBES; i++) {
            filter.kind->remove(&filter, hashes[i], &context);
        }
        require_sane_measurement(&filter);
    }
    free(filter.header);
}

static void import(const uint8_t *image, size_t size_bytes)
{
    bloom_geometry_t geometry;
    bloom_provenance_t provenance;
    bloom_status_t status =
        bloom_image_check(image, size_bytes, BLOOM_KIND_ANY, &public_key, &geometry, &provenance);
    REQUIRE(strcmp(bloom_status_text(status), "unknown error") != 0);
    if (status == BLOOM_OK) {
        use(image, size_bytes, &geometry);
    }
}

/* In memory of its own of exactly its size, so that a read beyond it is noticed. */
static void import_repaired(const uint8_t *data, size_t size_bytes, size_t wanted_bytes)
{
    if (wanted_bytes < BLOOM_HEADER_BYTES + BLOOM_TRAILER_BYTES) {
        return;
    }
    uint8_t *image = calloc(1, wanted_bytes);
    REQUIRE(image != NULL);
    memcpy(image, data, size_bytes < wanted_bytes ? size_bytes : wanted_bytes);

    size_t header_covered = offsetof(bloom_header_t, header_checksum);
    size_t covered = wanted_bytes - BLOOM_TRAILER_BYTES;
    uint64_t header_checksum = bloom_le64(XXH3_64bits(image, header_covered));
    memcpy(image + header_covered, &header_checksum, sizeof header_checksum);
    XXH128_canonical_t trailer;
    XXH128_canonicalFromHash(&trailer, XXH3_128bits(image, covered));
    memcpy(image + covered, &trailer, sizeof trailer);
    import(image, wanted_bytes);
    free(image);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    bloom_plain_select(false);
    import(data, size_bytes);
    import_repaired(data, size_bytes, size_bytes);
    if (size_bytes >= BLOOM_HEADER_BYTES) {
        uint64_t claimed = reference_number(data + offsetof(bloom_header_t, payload_bytes), 8);
        if (claimed <= IMAGE_BYTES_MAX) {
            import_repaired(data, size_bytes,
                            (size_t)claimed + BLOOM_HEADER_BYTES + BLOOM_TRAILER_BYTES);
        }
    }
    return 0;
}
