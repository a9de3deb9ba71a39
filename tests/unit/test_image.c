/* Images: that nothing wrong is ever read. What is written, byte by byte, is for test_format.c. */
#include "items.h"
#include "reference.h"

typedef struct image {
    uint8_t *bytes;
    size_t size_bytes;
    bloom_geometry_t geometry;
} image_t;

enum { ITEMS = 40 };

static image_t image_create(double fpr, const bloom_hash_key_t *key)
{
    image_t image = {.geometry = plan_of(ITEMS, fpr)};
    bloom_filter_t filter;
    filter_create_with_key(&filter, &image.geometry, key);
    for (uint64_t i = 0; i < ITEMS; i++) {
        filter_add(&filter, item_hash(item_decimal, key, i));
    }
    image.bytes = filter_export(&filter, &image.size_bytes);
    filter_destroy(&filter);
    return image;
}

static bloom_status_t check(const void *bytes, size_t size_bytes, uint16_t kind)
{
    bloom_geometry_t geometry;
    bloom_provenance_t provenance;
    return bloom_image_check(bytes, size_bytes, kind, &public_key, &geometry, &provenance);
}

static bloom_status_t check_image(const image_t *image)
{
    return check(image->bytes, image->size_bytes, BLOOM_KIND_ANY);
}

/*
 * An image that is accepted must be safe to use as it is: opened, queried, added to, measured, in memory of
 * exactly its size, so that sanitizers see any excess. Returns whether it holds all items.
 */
static bool has_all_items(const image_t *image)
{
    bloom_geometry_t geometry;
    bloom_provenance_t provenance;
    assert_int_equal(bloom_image_check(image->bytes, image->size_bytes, BLOOM_KIND_PLAIN,
                                       &public_key, &geometry, &provenance),
                     BLOOM_OK);
    assert_int_equal(image->size_bytes, bloom_export_bytes(&geometry));
    void *base = aligned_alloc(BLOOM_CACHE_LINE_BYTES, (size_t)bloom_image_bytes(&geometry));
    assert_non_null(base);
    memcpy(base, image->bytes, (size_t)bloom_image_bytes(&geometry));
    bloom_filter_t filter;
    bloom_filter_open(&filter, base, &geometry);
    bool has_all = true;
    for (uint64_t i = 0; i < ITEMS; i++) {
        bloom_hash_t hash = item_hash(item_decimal, &public_key, i);
        has_all = has_all && filter_contains(&filter, hash);
        assert_int_equal(filter_contains(&filter, hash),
                         reference_contains(image->bytes, hash.low, hash.high));
    }
    uint64_t random = 1;
    for (unsigned i = 0; i < 100; i++) {
        filter_add(&filter, random_hash(&random));
    }
    bloom_measurement_t measurement = filter_measure(&filter);
    assert_true(measurement.fpr >= 0 && measurement.fpr <= 1 + 1e-12);
    filter_destroy(&filter);
    return has_all;
}

static const double fprs[] = {0.25, 0.01, 1e-6};

static void an_image_is_read_back(void **state)
{
    (void)state;
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        image_t image = image_create(fprs[f], &public_key);
        bloom_geometry_t geometry;
        bloom_provenance_t provenance;
        assert_int_equal(bloom_image_check(image.bytes, image.size_bytes, BLOOM_KIND_PLAIN,
                                           &public_key, &geometry, &provenance),
                         BLOOM_OK);
        assert_int_equal(geometry.kind, BLOOM_KIND_PLAIN);
        assert_int_equal(geometry.expected_items, ITEMS);
        assert_true(geometry.fpr == fprs[f]);
        assert_int_equal(geometry.unit_count, image.geometry.unit_count);
        assert_int_equal(geometry.payload_bytes, image.geometry.payload_bytes);
        assert_int_equal(geometry.hash_count, image.geometry.hash_count);
        assert_int_equal(geometry.blocks_per_item, image.geometry.blocks_per_item);
        assert_true(bloom_geometry_is_compatible(&geometry, &image.geometry));
        assert_int_equal(provenance.generation, 1);
        assert_int_equal(provenance.created_at_us, 1700000000000000);
        assert_true(has_all_items(&image));
        free(image.bytes);
    }
}

static void an_export_holds_no_native_words(void **state)
{
    (void)state;
    bloom_geometry_t geometry = plan_of(10, 0.01);
    bloom_provenance_t provenance = {.generation = 1};
    bloom_header_t header, copy;
    bloom_image_write_header(&header, &geometry, &provenance, &public_key);
    memset((uint8_t *)&header + offsetof(bloom_header_t, state), 0xa5,
           sizeof header - offsetof(bloom_header_t, state));
    memset(&copy, 0x11, sizeof copy);
    bloom_image_export_header(&copy, &header);
    const uint8_t *from = (const uint8_t *)&header, *to = (const uint8_t *)&copy;
    for (unsigned i = 0; i < sizeof copy; i++) {
        bool is_exported = i < 192 || (i >= 320 && i < 384);
        assert_int_equal(to[i], is_exported ? from[i] : 0);
    }
}

static void an_export_ends_with_the_checksum_of_the_rest(void **state)
{
    (void)state;
    image_t image = image_create(0.01, &public_key);
    XXH128_hash_t digest = XXH3_128bits(image.bytes, image.size_bytes - 16);
    const uint8_t *trailer = image.bytes + image.size_bytes - 16;
    for (unsigned b = 0; b < 8; b++) {
        assert_int_equal(trailer[b], digest.high64 >> (56 - 8 * b) & 0xff);
        assert_int_equal(trailer[8 + b], digest.low64 >> (56 - 8 * b) & 0xff);
    }
    free(image.bytes);
}

static void every_flipped_bit_is_noticed(void **state)
{
    (void)state;
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        image_t image = image_create(fprs[f], &public_key);
        for (size_t i = 0; i < image.size_bytes; i++) {
            for (unsigned bit = 0; bit < 8; bit++) {
                image.bytes[i] = (uint8_t)(image.bytes[i] ^ 1u << bit);
                assert_int_not_equal(check_image(&image), BLOOM_OK);
                image.bytes[i] = (uint8_t)(image.bytes[i] ^ 1u << bit);
            }
        }
        assert_int_equal(check_image(&image), BLOOM_OK);
        free(image.bytes);
    }
}

/* As someone would who repairs the checksums: what is still accepted must be harmless. */
static void every_header_byte_changed_under_right_checksums_is_refused_or_harmless(void **state)
{
    (void)state;
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        image_t image = image_create(fprs[f], &public_key);
        uint8_t *original = malloc(image.size_bytes);
        assert_non_null(original);
        memcpy(original, image.bytes, image.size_bytes);
        unsigned accepted = 0;
        for (size_t i = 0; i < BLOOM_HEADER_BYTES; i++) {
            for (unsigned change = 1; change < 256; change++) {
                image.bytes[i] = (uint8_t)(original[i] ^ change);
                if (i < 184 || i >= 192) {
                    image_seal_header(image.bytes);
                }
                image_seal(image.bytes, image.size_bytes);
                if (check_image(&image) == BLOOM_OK) {
                    /* n and p, where it comes from, and words that mean nothing here: no bit moves */
                    bool is_inert = (i >= 24 && i < 40) || (i >= 128 && i < 168) || i >= 192;
                    /* another k that keeps the rate: only the checksums could tell, and they were forged */
                    bool moves_bits = i >= 56 && i < 64;
                    assert_true(is_inert || moves_bits);
                    assert_true(has_all_items(&image) || moves_bits);
                    accepted++;
                }
                memcpy(image.bytes, original, image.size_bytes);
            }
        }
        assert_true(accepted > 0);
        free(original);
        free(image.bytes);
    }
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        image_t image = image_create(fprs[f], &public_key);
        for (size_t size_bytes = 0; size_bytes < image.size_bytes; size_bytes++) {
            /* memory of just that size, so that sanitizers notice a read past it */
            uint8_t *part = malloc(size_bytes + (size_bytes == 0));
            assert_non_null(part);
            memcpy(part, image.bytes, size_bytes);
            assert_int_equal(check(part, size_bytes, BLOOM_KIND_ANY),
                             size_bytes == 0 ? BLOOM_ERROR_NOT_AN_IMAGE : BLOOM_ERROR_TRUNCATED);
            if (size_bytes > BLOOM_HEADER_BYTES + BLOOM_TRAILER_BYTES) {
                image_seal(part, size_bytes);
                assert_int_equal(check(part, size_bytes, BLOOM_KIND_ANY), BLOOM_ERROR_TRUNCATED);
            }
            free(part);
        }
        free(image.bytes);
    }
}

static void every_extension_is_refused(void **state)
{
    (void)state;
    image_t image = image_create(0.01, &public_key);
    for (size_t more = 1; more < 200; more++) {
        uint8_t *longer = calloc(1, image.size_bytes + more);
        assert_non_null(longer);
        memcpy(longer, image.bytes, image.size_bytes);
        assert_int_equal(check(longer, image.size_bytes + more, BLOOM_KIND_ANY),
                         BLOOM_ERROR_TRAILING_BYTES);
        image_seal(longer, image.size_bytes + more);
        assert_int_equal(check(longer, image.size_bytes + more, BLOOM_KIND_ANY),
                         BLOOM_ERROR_TRAILING_BYTES);
        free(longer);
    }
    free(image.bytes);
}

static void foreign_bytes_are_not_images(void **state)
{
    (void)state;
    uint8_t zeros[2000] = {0};
    assert_int_equal(check(zeros, sizeof zeros, BLOOM_KIND_ANY), BLOOM_ERROR_NOT_AN_IMAGE);
    assert_int_equal(check("", 0, BLOOM_KIND_ANY), BLOOM_ERROR_NOT_AN_IMAGE);
    assert_int_equal(check("\x89", 1, BLOOM_KIND_ANY), BLOOM_ERROR_TRUNCATED);
    assert_int_equal(check("\x89PNG\r\n\x1a\n", 8, BLOOM_KIND_ANY), BLOOM_ERROR_NOT_AN_IMAGE);
    /* what text transfer makes of it */
    assert_int_equal(check("\x09"
                           "BLOOM\r\n",
                           8, BLOOM_KIND_ANY),
                     BLOOM_ERROR_NOT_AN_IMAGE);
    assert_int_equal(check("\x89"
                           "BLOOM\n",
                           7, BLOOM_KIND_ANY),
                     BLOOM_ERROR_NOT_AN_IMAGE);
    uint64_t random = 1;
    for (unsigned i = 0; i < 1000; i++) {
        for (size_t b = 0; b < sizeof zeros; b++) {
            zeros[b] = (uint8_t)random_next(&random);
        }
        assert_int_equal(check(zeros, sizeof zeros, BLOOM_KIND_ANY), BLOOM_ERROR_NOT_AN_IMAGE);
    }
}

static void put(uint8_t *bytes, size_t offset, uint64_t value, size_t size_bytes)
{
    for (size_t i = 0; i < size_bytes; i++) {
        bytes[offset + i] = (uint8_t)(value >> (8 * i));
    }
}

static bloom_status_t check_changed(size_t offset, uint64_t value, size_t size_bytes)
{
    image_t image = image_create(0.01, &public_key);
    put(image.bytes, offset, value, size_bytes);
    image_seal_header(image.bytes);
    image_seal(image.bytes, image.size_bytes);
    bloom_status_t status = check_image(&image);
    free(image.bytes);
    return status;
}

static void other_versions_kinds_and_keys_are_told_apart(void **state)
{
    (void)state;
    assert_int_equal(check_changed(8, 0, 2), BLOOM_ERROR_FORMAT_VERSION);
    assert_int_equal(check_changed(8, 2, 2), BLOOM_ERROR_FORMAT_VERSION);
    assert_int_equal(check_changed(8, 0x0100, 2),
                     BLOOM_ERROR_FORMAT_VERSION); /* 1, high byte first */
    assert_int_equal(check_changed(10, 0, 2), BLOOM_ERROR_UNKNOWN_KIND);
    assert_int_equal(check_changed(10, 999, 2), BLOOM_ERROR_UNKNOWN_KIND);
    assert_int_equal(check_changed(40, 1, 8), BLOOM_ERROR_HASH_KEY);

    image_t image = image_create(0.01, &public_key);
    assert_int_equal(check(image.bytes, image.size_bytes, BLOOM_KIND_PLAIN), BLOOM_OK);
    assert_int_equal(check(image.bytes, image.size_bytes, BLOOM_KIND_CUCKOO),
                     BLOOM_ERROR_OTHER_KIND);
    bloom_hash_key_t secret = secret_key(3), other = secret_key(4);
    bloom_geometry_t geometry;
    bloom_provenance_t provenance;
    assert_int_equal(bloom_image_check(image.bytes, image.size_bytes, BLOOM_KIND_ANY, &secret,
                                       &geometry, &provenance),
                     BLOOM_ERROR_HASH_KEY);
    free(image.bytes);

    image = image_create(0.01, &secret);
    assert_int_equal(check_image(&image), BLOOM_ERROR_HASH_KEY);
    assert_int_equal(bloom_image_check(image.bytes, image.size_bytes, BLOOM_KIND_ANY, &other,
                                       &geometry, &provenance),
                     BLOOM_ERROR_HASH_KEY);
    assert_int_equal(bloom_image_check(image.bytes, image.size_bytes, BLOOM_KIND_ANY, &secret,
                                       &geometry, &provenance),
                     BLOOM_OK);
    free(image.bytes);
}

/* A newer version is called that even if its checksums are computed in another way. */
static void a_newer_version_is_not_called_damaged(void **state)
{
    (void)state;
    image_t image = image_create(0.01, &public_key);
    put(image.bytes, 8, 2, 2);
    assert_int_equal(check_image(&image), BLOOM_ERROR_FORMAT_VERSION);
    free(image.bytes);
}

static void claims_beyond_bounds_are_refused_before_anything_is_read(void **state)
{
    (void)state;
    const uint64_t giants[] = {0,
                               3,
                               UINT32_MAX,
                               (uint64_t)1 << 40,
                               (uint64_t)1 << 47,
                               ((uint64_t)1 << 58) + 1,
                               (uint64_t)INT64_MAX,
                               UINT64_MAX - 63,
                               UINT64_MAX - 511,
                               UINT64_MAX};
    for (size_t g = 0; g < COUNT_OF(giants); g++) {
        assert_int_equal(check_changed(16, giants[g], 8), BLOOM_ERROR_GEOMETRY); /* payload_bytes */
        assert_int_equal(check_changed(48, giants[g], 8), BLOOM_ERROR_GEOMETRY); /* unit_count */

        image_t image = image_create(0.01, &public_key);
        put(image.bytes, 48, giants[g], 8);
        put(image.bytes, 16, giants[g] * 64, 8); /* they agree, or do modulo 2^64 */
        image_seal_header(image.bytes);
        image_seal(image.bytes, image.size_bytes);
        bloom_status_t status = check_image(&image);
        assert_true(status == BLOOM_ERROR_GEOMETRY || status == BLOOM_ERROR_TRUNCATED);
        free(image.bytes);
    }
    const uint64_t hash_counts[] = {0, 1, 17, 32, 33, 64, 255, 256, (uint64_t)1 << 31, UINT32_MAX};
    for (size_t h = 0; h < COUNT_OF(hash_counts); h++) {
        assert_int_equal(check_changed(56, hash_counts[h], 4), BLOOM_ERROR_GEOMETRY);
    }
    const uint64_t per_item[] = {0, 3, 4, 255, 256, UINT32_MAX};
    for (size_t p = 0; p < COUNT_OF(per_item); p++) {
        assert_int_equal(check_changed(60, per_item[p], 4), BLOOM_ERROR_GEOMETRY);
    }
    assert_int_equal(check_changed(12, 0, 4), BLOOM_ERROR_GEOMETRY); /* header_bytes */
    assert_int_equal(check_changed(12, 1024, 4), BLOOM_ERROR_GEOMETRY);
    assert_int_equal(check_changed(24, 0, 8), BLOOM_ERROR_GEOMETRY); /* expected_items */
    assert_int_equal(check_changed(24, UINT64_MAX, 8), BLOOM_ERROR_GEOMETRY);
    assert_int_equal(check_changed(24, 10 * ITEMS, 8),
                     BLOOM_ERROR_GEOMETRY); /* more than it holds at 1 % */
    assert_int_equal(check_changed(128, 0, 8), BLOOM_ERROR_GEOMETRY); /* generation */
    assert_int_equal(check_changed(168, 1, 8), BLOOM_ERROR_GEOMETRY); /* reserved */
    assert_int_equal(check_changed(176, 1, 8), BLOOM_ERROR_GEOMETRY);
    assert_int_equal(check_changed(64, 1, 8),
                     BLOOM_ERROR_GEOMETRY); /* parameters this kind has not */
    assert_int_equal(check_changed(120, 1, 8), BLOOM_ERROR_GEOMETRY);
    assert_int_equal(check_changed(192, 1, 8), BLOOM_OK); /* what readers ignore */
}

static void rates_that_are_none_are_refused(void **state)
{
    (void)state;
    const uint64_t bits[] = {0,
                             0x8000000000000000 /* -0 */,
                             0x3ff0000000000000 /* 1 */,
                             0x7ff0000000000000 /* inf */,
                             0xfff0000000000000,
                             0x7ff8000000000000 /* NaN */,
                             0x7ff0000000000001,
                             0xffffffffffffffff,
                             1 /* denormal */,
                             0x3e112e0be826d694 /* just below 1e-9 */,
                             0x3fe0000000000001 /* just above 0.5 */,
                             0xbf847ae147ae147b /* -0.01 */};
    for (size_t b = 0; b < COUNT_OF(bits); b++) {
        assert_int_equal(check_changed(32, bits[b], 8), BLOOM_ERROR_GEOMETRY);
    }
}

static void images_need_no_alignment(void **state)
{
    (void)state;
    image_t image = image_create(1e-6, &public_key);
    uint8_t *room = malloc(image.size_bytes + 64);
    assert_non_null(room);
    for (size_t offset = 0; offset < 64; offset++) {
        memcpy(room + offset, image.bytes, image.size_bytes);
        assert_int_equal(check(room + offset, image.size_bytes, BLOOM_KIND_PLAIN), BLOOM_OK);
    }
    free(room);
    free(image.bytes);
}

static void checking_changes_nothing(void **state)
{
    (void)state;
    image_t image = image_create(0.01, &public_key);
    uint8_t *before = malloc(image.size_bytes);
    assert_non_null(before);
    memcpy(before, image.bytes, image.size_bytes);
    check_image(&image);
    assert_memory_equal(before, image.bytes, image.size_bytes);
    free(before);
    free(image.bytes);
}

static void every_status_has_its_own_text(void **state)
{
    (void)state;
    for (int a = BLOOM_OK; a <= BLOOM_ERROR_FULL; a++) {
        const char *text = bloom_status_text((bloom_status_t)a);
        assert_non_null(text);
        assert_string_not_equal(text, "unknown error");
        for (int b = BLOOM_OK; b < a; b++) {
            assert_string_not_equal(text, bloom_status_text((bloom_status_t)b));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_image_is_read_back),
        cmocka_unit_test(an_export_holds_no_native_words),
        cmocka_unit_test(an_export_ends_with_the_checksum_of_the_rest),
        cmocka_unit_test(every_flipped_bit_is_noticed),
        cmocka_unit_test(every_header_byte_changed_under_right_checksums_is_refused_or_harmless),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_extension_is_refused),
        cmocka_unit_test(foreign_bytes_are_not_images),
        cmocka_unit_test(other_versions_kinds_and_keys_are_told_apart),
        cmocka_unit_test(a_newer_version_is_not_called_damaged),
        cmocka_unit_test(claims_beyond_bounds_are_refused_before_anything_is_read),
        cmocka_unit_test(rates_that_are_none_are_refused),
        cmocka_unit_test(images_need_no_alignment),
        cmocka_unit_test(checking_changes_nothing),
        cmocka_unit_test(every_status_has_its_own_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
