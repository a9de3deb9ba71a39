/*
 * Images of kinds that have a state of their own: exported with it, imported as callers of the core import
 * them, damaged at random, and read from tests/golden.
 */
#ifndef BLOOM_TESTS_KINDS_IMAGES_H
#define BLOOM_TESTS_KINDS_IMAGES_H

#include "../items.h"

/* As bloom_plain_select() for this processor; ThreadSanitizer takes vector loads beside atomic writes for races. */
static inline void select_implementation(void)
{
#if defined(__SANITIZE_THREAD__)
    bloom_plain_select(true);
#else
    bloom_plain_select(false);
#endif
}

static const bloom_provenance_t golden_provenance = {.generation = 3,
                                                     .created_at_us = 1700000000000001,
                                                     .rebuilt_at_us = 1700000360000002,
                                                     .rebuild_count = 2,
                                                     .last_rebuild_us = 1500003};

/* i in decimal, then i mod 300 times "x", as in the plain kind's golden images. */
static inline bloom_hash_t golden_hash(uint64_t i)
{
    uint8_t bytes[ITEM_BYTES_MAX];
    size_t size_bytes = item_put_decimal(bytes, i);
    size_t suffix_bytes = (size_t)(i % 300);
    memset(bytes + size_bytes, 'x', suffix_bytes);
    return bloom_hash(&public_key, bytes, size_bytes + suffix_bytes);
}

/* To be freed; without unused room. */
static inline uint8_t *image_export(const bloom_filter_t *filter, const bloom_context_t *context,
                                    size_t *size_bytes)
{
    bloom_header_t header;
    bloom_geometry_t geometry;
    bloom_filter_export_header(filter, &header, &geometry, context);
    *size_bytes = (size_t)bloom_export_bytes(&geometry);
    uint8_t *image = malloc(*size_bytes);
    assert_non_null(image);
    memcpy(image, &header, sizeof header);
    memcpy(image + sizeof header, filter->payload, (size_t)geometry.payload_bytes);
    image_seal(image, *size_bytes);
    return image;
}

/* On BLOOM_OK *filter is to be given to filter_destroy(). */
static inline bloom_status_t image_import(bloom_filter_t *filter, const uint8_t *image,
                                          size_t size_bytes, uint16_t kind,
                                          const bloom_context_t *context)
{
    bloom_geometry_t geometry;
    bloom_provenance_t provenance;
    bloom_status_t status =
        bloom_image_check(image, size_bytes, kind, &public_key, &geometry, &provenance);
    if (status != BLOOM_OK) {
        return status;
    }
    void *base = aligned_alloc(BLOOM_CACHE_LINE_BYTES, (size_t)bloom_image_bytes(&geometry));
    assert_non_null(base);
    memcpy(base, image, (size_t)bloom_image_bytes(&geometry));
    bloom_filter_open(filter, base, &geometry);
    if (filter->kind->check_state != NULL) {
        status = filter->kind->check_state(filter, context);
    }
    if (status != BLOOM_OK) {
        filter_destroy(filter);
    }
    return status;
}

/* Changes one field or byte, then seals the image again, as one who wants to do harm would. */
static inline void image_damage(uint8_t *image, size_t size_bytes, uint64_t *random)
{
    static const uint64_t extremes[] = {0,  1,   2,          15,         16,
                                        17, 255, UINT32_MAX, UINT64_MAX, (uint64_t)1 << 63};
    uint64_t choice = random_next(random);
    /* header words, then the first of the payload, most; any byte sometimes */
    size_t words = 16 + 16;
    size_t word = (size_t)(choice % words);
    size_t offset = word < 16 ? (word < 8 ? 64 + 8 * word : 8 * (word - 8))
                              : (word < 24 ? 320 + 8 * (word - 16) : 512 + 8 * (word - 24));
    switch (choice >> 32 & 3) {
    case 0:
        memcpy(image + offset, &extremes[choice >> 40 & 7], 8);
        break;
    case 1:
        image[offset + (choice >> 40 & 7)] ^= (uint8_t)(1u << (choice >> 48 & 7));
        break;
    case 2:
        image[offset + (choice >> 40 & 7)] += (uint8_t)(choice >> 48);
        break;
    default:
        image[(choice >> 20) % size_bytes] ^= (uint8_t)(choice >> 56);
        break;
    }
    image_seal_header(image);
    image_seal(image, size_bytes);
}

/* Relative to where `file`, of tests/unit/kinds, was compiled. To be freed. */
static inline uint8_t *golden_read(const char *file, const char *name, size_t *size_bytes)
{
    enum { FILE_BYTES_MAX = 100000 };
    static const char here[] = "tests/unit/kinds/";
    char path[4096];
    const char *base = strrchr(file, '/') != NULL ? strrchr(file, '/') + 1 : file;
    int root_bytes = (int)(strlen(file) - strlen(base)) - (int)(sizeof here - 1);
    snprintf(path, sizeof path, "%.*stests/golden/v1/%s.bloom", root_bytes < 0 ? 0 : root_bytes,
             file, name);
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        fail_msg("cannot read %s (run from where the tests were compiled)", path);
    }
    uint8_t *bytes = calloc(1, FILE_BYTES_MAX);
    assert_non_null(bytes);
    *size_bytes = fread(bytes, 1, FILE_BYTES_MAX, stream);
    fclose(stream);
    return bytes;
}

/* A kind's golden image number g as it is written today, to be freed, with its name; NULL: there are no more. */
typedef uint8_t *(*golden_writer_t)(size_t g, const char **name, size_t *size_bytes);

/* Each is, byte for byte, what the first release of the format wrote, and readable. */
static inline void assert_goldens(golden_writer_t write)
{
    const char *name;
    size_t golden_bytes, size_bytes;
    uint8_t *image;
    for (size_t g = 0; (image = write(g, &name, &size_bytes)) != NULL; g++) {
        uint8_t *golden = golden_read(__FILE__, name, &golden_bytes);
        assert_int_equal(size_bytes, golden_bytes);
        assert_memory_equal(image, golden, size_bytes);
        bloom_filter_t imported;
        assert_int_equal(
            image_import(&imported, golden, golden_bytes, BLOOM_KIND_ANY, &private_context),
            BLOOM_OK);
        filter_destroy(&imported);
        free(golden);
        free(image);
    }
}

/* Into a directory, never over old ones. Returns the program's status. */
static inline int goldens_store(golden_writer_t write, const char *directory)
{
    const char *name;
    size_t size_bytes;
    uint8_t *image;
    for (size_t g = 0; (image = write(g, &name, &size_bytes)) != NULL; g++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.bloom", directory, name);
        FILE *file = fopen(path, "wbx");
        if (file == NULL || fwrite(image, 1, size_bytes, file) != size_bytes || fclose(file) != 0) {
            perror(path);
            free(image);
            return EXIT_FAILURE;
        }
        free(image);
    }
    return EXIT_SUCCESS;
}

#endif
