/*
 * The image format is a promise to other releases and other programs: src/core/FORMAT.md says what is written,
 * and the images in tests/golden/v1 are read and written today as they were when the format was made.
 *
 * `test_format write DIRECTORY` writes the golden images: for the next version's, never over old ones.
 */
#include "items.h"
#include "reference.h"

/* Relative to where this file was compiled. */
static const char *source_path(const char *path)
{
    static char joined[4096];
    static const char here[] = "tests/unit/test_format.c";
    size_t root_bytes = sizeof __FILE__ - sizeof here;
    snprintf(joined, sizeof joined, "%.*s%s", (int)root_bytes, __FILE__, path);
    return joined;
}

/* The whole file and a NUL after it, to be freed. */
static uint8_t *read_file(const char *path, size_t *size_bytes)
{
    enum { FILE_BYTES_MAX = 100000 };
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_msg("cannot read %s (run from where the tests were compiled)", path);
    }
    uint8_t *bytes = calloc(1, FILE_BYTES_MAX);
    assert_non_null(bytes);
    *size_bytes = fread(bytes, 1, FILE_BYTES_MAX - 1, file);
    fclose(file);
    return bytes;
}

/* FORMAT.md's table of the header. */
typedef struct field {
    unsigned offset, size_bytes;
    char name[32];
} field_t;

static field_t fields[64];
static size_t field_count;

static int read_format(void **state)
{
    (void)state;
    size_t size_bytes;
    char *text = (char *)read_file(source_path("src/core/FORMAT.md"), &size_bytes);
    bool is_header = false;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        field_t field;
        if (strncmp(line, "## ", 3) == 0) {
            is_header = strcmp(line, "## Header") == 0;
        }
        if (is_header &&
            sscanf(line, "| %u | %u | %31s |", &field.offset, &field.size_bytes, field.name) == 3) {
            assert_true(field_count < COUNT_OF(fields));
            fields[field_count++] = field;
        }
    }
    free(text);
    return 0;
}

static const field_t *field_named(const char *name)
{
    for (size_t i = 0; i < field_count; i++) {
        if (strcmp(fields[i].name, name) == 0) {
            return &fields[i];
        }
    }
    fail_msg("FORMAT.md has no field %s", name);
    return NULL;
}

/* A number of up to 8 bytes, where FORMAT.md says it is. */
static uint64_t number_in(const uint8_t *image, const char *name)
{
    const field_t *field = field_named(name);
    return reference_number(image + field->offset, field->size_bytes);
}

static void assert_zero_in(const uint8_t *image, const char *name)
{
    const field_t *field = field_named(name);
    for (unsigned i = 0; i < field->size_bytes; i++) {
        assert_int_equal(image[field->offset + i], 0);
    }
}

static void documented_fields_cover_the_header(void **state)
{
    (void)state;
    unsigned offset = 0;
    for (size_t i = 0; i < field_count; i++) {
        assert_int_equal(fields[i].offset, offset);
        offset += fields[i].size_bytes;
    }
    assert_int_equal(offset, 512);
}

static void fields_are_written_where_the_document_says(void **state)
{
    (void)state;
    bloom_geometry_t geometry = shape_of(0xb0b1b2, 9, 2);
    geometry.expected_items = 0x0102030405060708;
    geometry.fpr = 1e-6;
    for (unsigned i = 0; i < BLOOM_KIND_WORDS; i++) {
        geometry.kind_parameters[i] = 0xc0 + i;
    }
    bloom_provenance_t provenance = {.generation = 0x1112131415161718,
                                     .created_at_us = 0x2122232425262728,
                                     .rebuilt_at_us = 0x3132333435363738,
                                     .rebuild_count = 0x4142434445464748,
                                     .last_rebuild_us = 0x5152535455565758};
    bloom_hash_key_t key = secret_key(9);
    bloom_header_t header;
    memset(&header, 0xee, sizeof header);
    bloom_image_write_header(&header, &geometry, &provenance, &key);
    const uint8_t *image = (const uint8_t *)&header;

    assert_memory_equal(image + field_named("magic")->offset,
                        "\x89"
                        "BLOOM\r\n",
                        8);
    assert_int_equal(number_in(image, "format_version"), 1);
    assert_int_equal(number_in(image, "kind"), 1);
    assert_int_equal(number_in(image, "header_bytes"), 512);
    assert_int_equal(number_in(image, "payload_bytes"), 64 * 0xb0b1b2);
    assert_int_equal(number_in(image, "expected_items"), 0x0102030405060708);
    assert_int_equal(number_in(image, "fpr_bits"), 0x3eb0c6f7a0b5ed8d);
    assert_int_equal(number_in(image, "key_fingerprint"), key.fingerprint);
    assert_int_equal(number_in(image, "unit_count"), 0xb0b1b2);
    assert_int_equal(number_in(image, "hash_count"), 18);
    assert_int_equal(number_in(image, "blocks_per_item"), 2);
    for (unsigned i = 0; i < BLOOM_KIND_WORDS; i++) {
        const uint8_t *words = image + field_named("kind_parameters")->offset;
        assert_int_equal(reference_number(words + 8 * i, 8), 0xc0 + i);
    }
    assert_int_equal(number_in(image, "generation"), provenance.generation);
    assert_int_equal(number_in(image, "created_at_us"), provenance.created_at_us);
    assert_int_equal(number_in(image, "rebuilt_at_us"), provenance.rebuilt_at_us);
    assert_int_equal(number_in(image, "rebuild_count"), provenance.rebuild_count);
    assert_int_equal(number_in(image, "last_rebuild_us"), provenance.last_rebuild_us);
    assert_zero_in(image, "reserved");
    assert_int_equal(number_in(image, "header_checksum"), XXH3_64bits(image, 184));
    assert_zero_in(image, "state");
    assert_zero_in(image, "statistics");
    assert_zero_in(image, "kind_state");
    assert_zero_in(image, "process");
}

static void multipliers_are_those_of_the_document(void **state)
{
    (void)state;
    size_t size_bytes, found = 0;
    uint64_t split_mix = 0;
    char *text = (char *)read_file(source_path("src/core/FORMAT.md"), &size_bytes);
    for (const char *next = strstr(text, "M, for the first block:"); next != NULL;) {
        next = strstr(next, "0x");
        if (next != NULL && found < 32) {
            uint32_t documented = (uint32_t)strtoul(next, NULL, 16);
            assert_int_equal(documented, reference_multipliers[found / 16][found % 16]);
            assert_int_equal(documented, bloom_block_multipliers[found]);
            assert_int_equal(documented, random_next(&split_mix) >> 32 | 1);
            found++;
            next += 2;
        } else {
            next = NULL;
        }
    }
    assert_int_equal(found, 32);
    free(text);
}

static bloom_hash_key_t key_of(const char *passphrase)
{
    bloom_hash_key_t key = {.is_public = passphrase == NULL};
    if (passphrase != NULL) {
        reference_key(passphrase, key.secret, &key.fingerprint);
    }
    return key;
}

/* Against `printf 'bloom secret\0hunter2' | sha256sum` and the like. */
static void keys_derive_as_the_document_says(void **state)
{
    (void)state;
    bloom_hash_key_t key = key_of("hunter2");
    const uint8_t first[8] = {0xc0, 0x7d, 0x48, 0x7e, 0xc7, 0xa1, 0x9b, 0xd7},
                  last[8] = {0xe6, 0x2c, 0x2a, 0x2e, 0x0a, 0xd5, 0x1f, 0x8d};
    assert_memory_equal(key.secret, first, sizeof first);
    assert_memory_equal(key.secret + 184, last, sizeof last);
    assert_int_equal(key.fingerprint, 0x7a99e45676efe547);
}

/* What tests/golden/v1/README.md lists. */
static const struct golden {
    const char *name;
    uint64_t expected_items;
    double fpr;
    uint64_t item_count;
    const char *passphrase; /* NULL: the public key */
    uint32_t hash_count, blocks_per_item;
} goldens[] = {
    {"plain-1-0.5", 1, 0.5, 1, NULL, 1, 1},
    {"plain-400-0.25", 400, 0.25, 400, NULL, 1, 1},
    {"plain-400-0.01", 400, 0.01, 400, NULL, 5, 1},
    {"plain-400-0.01-empty", 400, 0.01, 0, NULL, 5, 1},
    {"plain-400-0.01-key", 400, 0.01, 400, "correct horse battery staple", 5, 1},
    {"plain-2000-0.001", 2000, 0.001, 2000, NULL, 8, 1},
    {"plain-400-1e-4", 400, 1e-4, 400, NULL, 10, 2},
    {"plain-400-1e-6", 400, 1e-6, 400, NULL, 14, 2},
    {"plain-400-1e-6-key", 400, 1e-6, 400, "correct horse battery staple", 14, 2},
    {"plain-400-1e-9", 400, 1e-9, 400, NULL, 24, 2},
    {"plain-5-1e-6", 5, 1e-6, 5, NULL, 5, 1},
};

static const bloom_provenance_t golden_provenance = {.generation = 3,
                                                     .created_at_us = 1700000000000001,
                                                     .rebuilt_at_us = 1700000360000002,
                                                     .rebuild_count = 2,
                                                     .last_rebuild_us = 1500003};

/* i in decimal, then i mod 300 times "x": XXH3 has another way for every range of lengths. */
static size_t item_golden(uint8_t bytes[ITEM_BYTES_MAX], uint64_t i)
{
    size_t digit_count = item_put_decimal(bytes, i), letter_count = (size_t)(i % 300);
    memset(bytes + digit_count, 'x', letter_count);
    return digit_count + letter_count;
}

static uint8_t *golden_write(const struct golden *golden, size_t *size_bytes)
{
    bloom_hash_key_t key = key_of(golden->passphrase);
    bloom_geometry_t geometry = plan_of(golden->expected_items, golden->fpr);
    bloom_filter_t filter;
    filter_create_with_key(&filter, &geometry, &key);
    bloom_image_write_header(filter.header, &geometry, &golden_provenance, &key);
    for (uint64_t i = 0; i < golden->item_count; i++) {
        filter_add(&filter, item_hash(item_golden, &key, i));
    }
    uint8_t *image = filter_export(&filter, size_bytes);
    filter_destroy(&filter);
    return image;
}

static uint8_t *golden_read(const struct golden *golden, size_t *size_bytes)
{
    char path[256];
    snprintf(path, sizeof path, "tests/golden/v1/%s.bloom", golden->name);
    return read_file(source_path(path), size_bytes);
}

static void golden_images_are_written_today_byte_for_byte(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(goldens); g++) {
        size_t golden_bytes, size_bytes;
        uint8_t *golden = golden_read(&goldens[g], &golden_bytes);
        uint8_t *image = golden_write(&goldens[g], &size_bytes);
        assert_int_equal(size_bytes, golden_bytes);
        assert_memory_equal(image, golden, size_bytes);
        free(image);
        free(golden);
    }
}

static void golden_images_are_read_and_have_all_their_items(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT_OF(goldens); g++) {
        bloom_hash_key_t key = key_of(goldens[g].passphrase);
        size_t size_bytes;
        uint8_t *image = golden_read(&goldens[g], &size_bytes);
        bloom_geometry_t geometry;
        bloom_provenance_t provenance;
        assert_int_equal(
            bloom_image_check(image, size_bytes, BLOOM_KIND_PLAIN, &key, &geometry, &provenance),
            BLOOM_OK);
        assert_int_equal(geometry.expected_items, goldens[g].expected_items);
        assert_true(geometry.fpr == goldens[g].fpr);
        assert_int_equal(geometry.hash_count, goldens[g].hash_count);
        assert_int_equal(geometry.blocks_per_item, goldens[g].blocks_per_item);
        assert_int_equal(geometry.unit_count, number_in(image, "unit_count"));
        assert_memory_equal(&provenance, &golden_provenance, sizeof provenance);

        void *base = aligned_alloc(BLOOM_CACHE_LINE_BYTES, (size_t)bloom_image_bytes(&geometry));
        assert_non_null(base);
        memcpy(base, image, (size_t)bloom_image_bytes(&geometry));
        bloom_filter_t filter;
        bloom_filter_open(&filter, base, &geometry);
        uint64_t present = 0;
        for (uint64_t i = 0; i < 4000; i++) {
            bloom_hash_t hash = item_hash(item_golden, &key, i);
            bool is_present = filter_contains(&filter, hash);
            assert_int_equal(is_present, reference_contains(image, hash.low, hash.high));
            assert_true(is_present || i >= goldens[g].item_count);
            present += is_present;
        }
        double expected = (double)goldens[g].item_count + 4000 * goldens[g].fpr;
        assert_at_most(present, 1.3 * expected + 3);
        filter_destroy(&filter);
        free(image);
    }
}

static void golden_images_are_refused_under_another_key(void **state)
{
    (void)state;
    const bloom_hash_key_t keys[] = {public_key, key_of("correct horse battery staple"),
                                     key_of("correct horse battery stapl")};
    for (size_t g = 0; g < COUNT_OF(goldens); g++) {
        size_t size_bytes, accepted = 0;
        uint8_t *image = golden_read(&goldens[g], &size_bytes);
        for (size_t k = 0; k < COUNT_OF(keys); k++) {
            bloom_geometry_t geometry;
            bloom_provenance_t provenance;
            bloom_status_t status = bloom_image_check(image, size_bytes, BLOOM_KIND_ANY, &keys[k],
                                                      &geometry, &provenance);
            assert_true(status == BLOOM_OK || status == BLOOM_ERROR_HASH_KEY);
            accepted += status == BLOOM_OK;
        }
        assert_int_equal(accepted, 1);
        free(image);
    }
}

static int write_goldens(const char *directory)
{
    for (size_t g = 0; g < COUNT_OF(goldens); g++) {
        char path[4096];
        size_t size_bytes;
        uint8_t *image = golden_write(&goldens[g], &size_bytes);
        snprintf(path, sizeof path, "%s/%s.bloom", directory, goldens[g].name);
        FILE *file = fopen(path, "wbx");
        if (file == NULL || fwrite(image, 1, size_bytes, file) != size_bytes || fclose(file) != 0) {
            perror(path);
            return EXIT_FAILURE;
        }
        free(image);
    }
    return EXIT_SUCCESS;
}

int main(int argument_count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documented_fields_cover_the_header),
        cmocka_unit_test(fields_are_written_where_the_document_says),
        cmocka_unit_test(multipliers_are_those_of_the_document),
        cmocka_unit_test(keys_derive_as_the_document_says),
        cmocka_unit_test(golden_images_are_written_today_byte_for_byte),
        cmocka_unit_test(golden_images_are_read_and_have_all_their_items),
        cmocka_unit_test(golden_images_are_refused_under_another_key),
    };
    bloom_plain_select(false);
    if (argument_count == 3 && strcmp(arguments[1], "write") == 0) {
        return write_goldens(arguments[2]);
    }
    return cmocka_run_group_tests(tests, read_format, NULL);
}
