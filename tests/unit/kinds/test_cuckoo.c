/*
 * The cuckoo filter against an exact multiset; full tables, moves, images, rate and memory.
 * `test_cuckoo write DIRECTORY` writes its golden images.
 */
#include "kind_support.h"

#include "../reference.h"
#include "core/cuckoo.h"

#include <math.h>

static bloom_geometry_t table_shape(uint64_t bucket_count, uint32_t bits)
{
    uint64_t buckets_per_line = 128 / bits;
    bloom_geometry_t geometry = {
        .kind = BLOOM_KIND_CUCKOO,
        .expected_items = 1,
        .fpr = 0.5,
        .unit_count = bucket_count,
        .payload_bytes = (bucket_count + buckets_per_line - 1) / buckets_per_line * 64,
        .hash_count = 2,
        .blocks_per_item = 2,
    };
    geometry.kind_parameters[0] = bits;
    return geometry;
}

static void create_table(bloom_filter_t *filter, uint64_t bucket_count, uint32_t bits)
{
    bloom_geometry_t geometry = table_shape(bucket_count, bits);
    filter_create(filter, &geometry);
}

static void create_planned(bloom_filter_t *filter, uint64_t expected_items, double fpr)
{
    bloom_geometry_t geometry = kind_plan_of(BLOOM_KIND_CUCKOO, expected_items, fpr);
    filter_create(filter, &geometry);
}

static bloom_add_result_t cuckoo_add(const bloom_filter_t *filter, bloom_hash_t hash)
{
    return filter->kind->add(filter, hash, &private_context);
}

static bool cuckoo_remove(const bloom_filter_t *filter, bloom_hash_t hash)
{
    return filter->kind->remove(filter, hash, &private_context);
}

/* An item's fingerprint and buckets, from FORMAT-kinds.md. */
typedef struct reference_item {
    uint64_t fingerprint, buckets[2];
} reference_item_t;

static reference_item_t reference_item(uint64_t bucket_count, unsigned bits, bloom_hash_t hash)
{
    reference_item_t item;
    item.fingerprint = reference_multiply_high(hash.high, ((uint64_t)1 << bits) - 1) + 1;
    uint64_t x = item.fingerprint * 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 32)) * 0xBF58476D1CE4E5B9;
    uint64_t sum = reference_multiply_high(x, bucket_count / 2) * 2 + 1;
    item.buckets[0] = reference_multiply_high(hash.low, bucket_count);
    item.buckets[1] = (sum + bucket_count - item.buckets[0]) % bucket_count;
    return item;
}

/* The fingerprint in a slot, bit by bit. */
static uint64_t reference_slot(const uint8_t *payload, unsigned bits, uint64_t bucket,
                               unsigned slot)
{
    uint64_t buckets_per_line = 128 / bits, fingerprint = 0;
    uint64_t first = bucket / buckets_per_line * 512 + bucket % buckets_per_line * 4 * bits +
                     (uint64_t)slot * bits;
    for (unsigned b = 0; b < bits; b++) {
        uint64_t bit = first + b;
        fingerprint |= (uint64_t)(payload[bit / 8] >> bit % 8 & 1) << b;
    }
    return fingerprint;
}

/* How often the item's fingerprint is in its buckets. */
static unsigned reference_count(const bloom_filter_t *filter, bloom_hash_t hash)
{
    unsigned bits = (unsigned)filter->geometry.kind_parameters[0], count = 0;
    reference_item_t item = reference_item(filter->geometry.unit_count, bits, hash);
    for (unsigned b = 0; b < 2; b++) {
        for (unsigned slot = 0; slot < 4; slot++) {
            count += reference_slot((const uint8_t *)filter->payload, bits, item.buckets[b],
                                    slot) == item.fingerprint;
        }
    }
    return count;
}

static uint64_t *copy_payload(const bloom_filter_t *filter)
{
    uint64_t *copy = malloc((size_t)filter->geometry.payload_bytes);
    assert_non_null(copy);
    memcpy(copy, filter->payload, (size_t)filter->geometry.payload_bytes);
    return copy;
}

static void assert_payload(const bloom_filter_t *filter, const uint64_t *expected)
{
    assert_memory_equal(filter->payload, expected, (size_t)filter->geometry.payload_bytes);
}

static bool is_valid(const bloom_filter_t *filter)
{
    return filter->kind->check_state(filter, &private_context) == BLOOM_OK;
}

/* Lookups and removes agree with the format's description in all widths, and touch nothing else. */
static void fingerprints_lie_where_the_format_says(void **state)
{
    (void)state;
    for (uint32_t bits = BLOOM_CUCKOO_BITS_MIN; bits <= BLOOM_CUCKOO_BITS_MAX; bits++) {
        bloom_filter_t filter;
        create_table(&filter, 46, bits);
        uint64_t seed = bits;
        for (unsigned i = 0; i < 150; i++) {
            bloom_hash_t hash = random_hash(&seed);
            unsigned before = reference_count(&filter, hash);
            assert_int_equal(filter_contains(&filter, hash), before > 0);
            bloom_add_result_t result = cuckoo_add(&filter, hash);
            assert_int_equal(result, before > 0 ? BLOOM_ADD_PRESENT : BLOOM_ADD_NEW);
            assert_int_equal(reference_count(&filter, hash), before + 1);
            assert_int_equal(filter_measure(&filter).used_units, i + 1);
        }
        assert_true(is_valid(&filter));
        seed = bits;
        for (unsigned i = 0; i < 150; i++) {
            bloom_hash_t hash = random_hash(&seed);
            unsigned before = reference_count(&filter, hash);
            assert_true(before > 0);
            assert_true(cuckoo_remove(&filter, hash));
            assert_int_equal(reference_count(&filter, hash), before - 1);
            assert_int_equal(filter_contains(&filter, hash), before > 1);
        }
        for (uint64_t w = 0; w < filter.geometry.payload_bytes / 8; w++) {
            assert_int_equal(filter.payload[w], 0);
        }
        filter_destroy(&filter);
    }
}

/* Adds until full, removes of what is in, and refills, with every item looked up time and again. */
static void random_operations_agree_with_an_exact_multiset(void **state)
{
    (void)state;
    enum { POOL = 1000, OPERATIONS = 24000 };
    static const struct {
        uint64_t buckets;
        uint32_t bits;
    } tables[] = {{2, 6}, {4, 8}, {10, 17}, {64, 6}, {64, 33}, {150, 10}, {200, 16}, {180, 13}};
    static bloom_hash_t pool[POOL];
    static unsigned exact[POOL];
    for (size_t t = 0; t < COUNT_OF(tables); t++) {
        bloom_filter_t filter;
        create_table(&filter, tables[t].buckets, tables[t].bits);
        uint64_t seed = t, in = 0, full = 0;
        for (unsigned i = 0; i < POOL; i++) {
            pool[i] = random_hash(&seed);
            exact[i] = 0;
        }
        for (unsigned operation = 0; operation < OPERATIONS; operation++) {
            unsigned i = (unsigned)(random_next(&seed) % POOL);
            bool was_there = filter_contains(&filter, pool[i]);
            assert_true(was_there || exact[i] == 0);
            /* now it fills up, now it drains */
            bool adds = random_next(&seed) % 100 < (operation / 3000 % 2 != 0 ? 20u : 80u);
            if (adds) {
                bloom_add_result_t result = cuckoo_add(&filter, pool[i]);
                if (result == BLOOM_ADD_FULL) {
                    full++;
                } else {
                    assert_int_equal(result, was_there ? BLOOM_ADD_PRESENT : BLOOM_ADD_NEW);
                    exact[i]++;
                    in++;
                }
            } else if (exact[i] > 0) {
                assert_true(cuckoo_remove(&filter, pool[i]));
                exact[i]--;
                in--;
            } else if (!was_there) {
                assert_false(cuckoo_remove(&filter, pool[i]));
            }
            if (operation % 1000 == 999) {
                assert_int_equal(filter_measure(&filter).used_units, in);
                for (unsigned j = 0; j < POOL; j++) {
                    assert_true(reference_count(&filter, pool[j]) >= exact[j]);
                    assert_true(exact[j] == 0 || filter_contains(&filter, pool[j]));
                }
            }
        }
        assert_true(full > 0);
        assert_true(is_valid(&filter));
        for (unsigned i = 0; i < POOL; i++) {
            for (; exact[i] > 0; exact[i]--) {
                assert_true(cuckoo_remove(&filter, pool[i]));
            }
        }
        assert_int_equal(filter_measure(&filter).used_units, 0);
        filter_destroy(&filter);
    }
}

/* Up to the first failure and well beyond it: the image is as it was, and all items are there. */
static void a_failed_add_changes_nothing(void **state)
{
    (void)state;
    static const uint32_t widths[] = {6, 10, 16, 17, 33};
    for (size_t w = 0; w < COUNT_OF(widths); w++) {
        bloom_filter_t filter;
        create_table(&filter, 200, widths[w]);
        uint64_t seed = w, added = 0;
        static bloom_hash_t items[800];
        for (unsigned failures = 0; failures < 300;) {
            bloom_hash_t hash = random_hash(&seed);
            uint64_t *before = copy_payload(&filter);
            if (cuckoo_add(&filter, hash) == BLOOM_ADD_FULL) {
                assert_payload(&filter, before);
                failures++;
            } else {
                items[added++] = hash;
            }
            free(before);
        }
        assert_int_equal(filter_measure(&filter).used_units, added);
        assert_true(added >= 800 * 95 / 100);
        for (uint64_t i = 0; i < added; i++) {
            assert_true(filter_contains(&filter, items[i]));
        }
        for (uint64_t i = 0; i < added; i++) {
            assert_true(cuckoo_remove(&filter, items[i]));
        }
        assert_int_equal(filter_measure(&filter).used_units, 0);
        filter_destroy(&filter);
    }
}

static void the_same_item_fits_eight_times(void **state)
{
    (void)state;
    static const uint64_t buckets[] = {2, 4, 100};
    for (size_t b = 0; b < COUNT_OF(buckets); b++) {
        bloom_filter_t filter;
        create_table(&filter, buckets[b], 12);
        uint64_t seed = b;
        bloom_hash_t hash = random_hash(&seed);
        for (unsigned i = 0; i < 8; i++) {
            assert_int_equal(cuckoo_add(&filter, hash), i == 0 ? BLOOM_ADD_NEW : BLOOM_ADD_PRESENT);
        }
        uint64_t *before = copy_payload(&filter);
        assert_int_equal(cuckoo_add(&filter, hash), BLOOM_ADD_FULL);
        assert_payload(&filter, before);
        free(before);
        for (unsigned i = 0; i < 8; i++) {
            assert_true(filter_contains(&filter, hash));
            assert_true(cuckoo_remove(&filter, hash));
        }
        assert_false(filter_contains(&filter, hash));
        assert_false(cuckoo_remove(&filter, hash));
        filter_destroy(&filter);
    }
}

/* Copies of one item in both of its buckets make way as far as they can, which is nowhere. */
static void an_item_whose_buckets_are_full_of_others_is_added_by_moving_them(void **state)
{
    (void)state;
    bloom_filter_t filter;
    create_table(&filter, 1000, 12);
    uint64_t seed = 1;
    bloom_hash_t wanted = random_hash(&seed);
    reference_item_t target = reference_item(1000, 12, wanted);
    bloom_hash_t others[8];
    unsigned count = 0, in_bucket[2] = {0, 0};
    while (count < 8) { /* items whose first bucket is one of the wanted item's */
        bloom_hash_t hash = random_hash(&seed);
        uint64_t bucket = reference_item(1000, 12, hash).buckets[0];
        for (unsigned b = 0; b < 2; b++) {
            if (bucket == target.buckets[b] && in_bucket[b] < 4) {
                others[count++] = hash;
                in_bucket[b]++;
                assert_int_equal(cuckoo_add(&filter, hash), BLOOM_ADD_NEW);
            }
        }
    }
    assert_int_equal(cuckoo_add(&filter, wanted), BLOOM_ADD_NEW);
    assert_true(filter_contains(&filter, wanted));
    for (unsigned i = 0; i < 8; i++) {
        assert_true(filter_contains(&filter, others[i]));
    }
    assert_int_equal(filter_measure(&filter).used_units, 9);
    filter_destroy(&filter);
}

static void planned_filters_take_all_items(void **state)
{
    (void)state;
    const double fprs[] = {0.5, 0.01, 1e-4, 1e-9};
    const uint64_t counts[] = {1,  2,  7,   8,   9,   10,   15,   20,    35,
                               50, 80, 100, 200, 500, 1000, 3000, 100000};
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            bloom_filter_t filter;
            create_planned(&filter, counts[c], fprs[f]);
            unsigned filter_count = counts[c] > 10000 ? 1 : (unsigned)(20000 / counts[c]);
            uint64_t seed = f * 100 + c;
            for (unsigned i = 0; i < filter_count && i < 500; i++) {
                filter_clear(&filter);
                for (uint64_t item = 0; item < counts[c]; item++) {
                    assert_true(cuckoo_add(&filter, random_hash(&seed)) != BLOOM_ADD_FULL);
                }
            }
            filter_destroy(&filter);
        }
    }
}

static void a_batch_answers_as_single_lookups_do(void **state)
{
    (void)state;
    for (uint32_t bits = BLOOM_CUCKOO_BITS_MIN; bits <= BLOOM_CUCKOO_BITS_MAX; bits++) {
        bloom_filter_t filter;
        create_table(&filter, 30, bits);
        uint64_t seed = bits;
        bloom_hash_t hashes[100];
        bool answers[100];
        for (unsigned i = 0; i < 100; i++) {
            hashes[i] = random_hash(&seed);
            if (i % 2 != 0) {
                assert_true(cuckoo_add(&filter, hashes[i]) != BLOOM_ADD_FULL);
            }
        }
        filter.kind->contains_batch(&filter, hashes, 100, answers, &private_context);
        for (unsigned i = 0; i < 100; i++) {
            assert_int_equal(answers[i], filter_contains(&filter, hashes[i]));
            assert_int_equal(answers[i], reference_count(&filter, hashes[i]) > 0);
        }
        filter_destroy(&filter);
    }
}

static void probes_find_the_rate_asked_for(void **state)
{
    (void)state;
    const double fprs[] = {0.5, 0.25, 0.1, 0.03, 0.01, 0.003, 0.001};
    const uint64_t counts[] = {5, 100, 1000, 50000};
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            uint64_t n = counts[c], next = 0;
            if (fprs[f] < 0.01 && n != 1000) {
                continue; /* many probes */
            }
            bloom_filter_t filter;
            create_planned(&filter, n, fprs[f]);
            uint64_t filter_count = n >= 1000 ? 50000 / n : 50;
            uint64_t probe_count = (uint64_t)(8600 / fprs[f] / (double)filter_count) + 1;
            double hits = 0, probes = 0, expected = 0;
            const struct item_family *family = &item_families[(f + c) % COUNT_OF(item_families)];
            bloom_hash_key_t key = family->is_secret ? secret_key(2024) : public_key;
            for (uint64_t i = 0; i < filter_count; i++) {
                filter_clear(&filter);
                for (uint64_t end = next + n; next < end; next++) {
                    cuckoo_add(&filter, item_hash(family->write, &key, next));
                }
                for (uint64_t end = next + probe_count; next < end; next++) {
                    hits += filter_contains(&filter, item_hash(family->write, &key, next));
                }
                probes += (double)probe_count;
                expected += (double)probe_count * filter_measure(&filter).fpr;
            }
            double promised_hits = 1.05 * fprs[f] * probes;
            assert_at_most(hits, promised_hits + 4.5 * sqrt(promised_hits));
            assert_at_most(fabs(hits - expected), 4.5 * sqrt(expected) + 0.01 * expected);
            filter_destroy(&filter);
        }
    }
}

/* Each item stored is found by at most two in (fingerprints times buckets) absent items: no statistics needed. */
static void the_rate_promised_is_kept_for_every_p(void **state)
{
    (void)state;
    const uint64_t counts[] = {1, 5, 8, 9, 100, 1000, 1000000, MANY_ITEMS};
    for (double fpr = 1e-9; fpr <= 0.5; fpr *= 1.07) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            bloom_geometry_t geometry = kind_plan_of(BLOOM_KIND_CUCKOO, counts[c], fpr);
            double fingerprints = exp2((double)geometry.kind_parameters[0]) - 1;
            double x = 2 * (double)counts[c] / (fingerprints * (double)geometry.unit_count);
            assert_at_most(1 - exp(-x), 1.05 * fpr);
            assert_at_most((double)counts[c],
                           0.95 * 4 * (double)geometry.unit_count + (counts[c] <= 8 ? 1 : 0));
            assert_int_equal(bloom_cuckoo_kind.check_geometry(&geometry), BLOOM_OK);
        }
    }
}

static void expected_fpr_is_monotone(void **state)
{
    (void)state;
    bloom_geometry_t geometry = kind_plan_of(BLOOM_KIND_CUCKOO, 1000, 0.01);
    double before = 0;
    for (uint64_t n = 1; n < (uint64_t)1 << 62; n *= 2) {
        double fpr = bloom_cuckoo_kind.expected_fpr(&geometry, n);
        assert_true(fpr >= before && fpr <= 1);
        before = fpr;
    }
    assert_true(bloom_cuckoo_kind.expected_fpr(&geometry, 0) == 0);
    assert_true(before == 1);
}

/* Bits per item at 10^7, as in docs/kinds.md. */
static void memory_is_as_documented(void **state)
{
    (void)state;
    static const struct {
        double fpr, bits_per_item;
    } limits[] = {{0.1, 7.5}, {0.01, 11.3}, {0.001, 15.0}, {1e-4, 19.0}, {1e-6, 27}, {1e-9, 45}};
    for (size_t l = 0; l < COUNT_OF(limits); l++) {
        bloom_geometry_t geometry = kind_plan_of(BLOOM_KIND_CUCKOO, 10000000, limits[l].fpr);
        assert_at_most((double)geometry.payload_bytes * 8 / 1e7, limits[l].bits_per_item);
    }
}

static void impossible_sizes_are_refused(void **state)
{
    (void)state;
    assert_int_equal(kind_status_of(BLOOM_KIND_CUCKOO, 0, 0.01), BLOOM_ERROR_ITEMS_RANGE);
    assert_int_equal(kind_status_of(BLOOM_KIND_CUCKOO, 10, 0), BLOOM_ERROR_FPR_RANGE);
    const uint64_t counts[] = {UINT64_MAX, INT64_MAX, (uint64_t)1 << 50, (uint64_t)1 << 48};
    const double fprs[] = {1e-9, 0.01, 0.5};
    for (size_t c = 0; c < COUNT_OF(counts); c++) {
        for (size_t f = 0; f < COUNT_OF(fprs); f++) {
            assert_int_equal(kind_status_of(BLOOM_KIND_CUCKOO, counts[c], fprs[f]),
                             BLOOM_ERROR_SIZE_RANGE);
        }
    }
}

static void contradictory_geometries_are_refused(void **state)
{
    (void)state;
    bloom_geometry_t geometry = kind_plan_of(BLOOM_KIND_CUCKOO, 100, 0.01), changed;
    assert_int_equal(bloom_cuckoo_kind.check_geometry(&geometry), BLOOM_OK);
#define REFUSED(change) \
    changed = geometry; \
    changed.change;     \
    assert_int_equal(bloom_cuckoo_kind.check_geometry(&changed), BLOOM_ERROR_GEOMETRY)
    REFUSED(unit_count = 0);
    REFUSED(unit_count -= 1);
    REFUSED(unit_count += 2);
    REFUSED(unit_count -= 14); /* of 36, 12 in a line: two lines */
    REFUSED(unit_count = UINT64_MAX - 1);
    REFUSED(payload_bytes += 64);
    REFUSED(payload_bytes -= 64);
    REFUSED(payload_bytes += 8);
    REFUSED(payload_bytes = 0);
    REFUSED(payload_bytes = UINT64_MAX - 63);
    REFUSED(hash_count = 1);
    REFUSED(blocks_per_item = 1);
    REFUSED(kind_parameters[0] = 0);
    REFUSED(kind_parameters[0] = 5);
    REFUSED(kind_parameters[0] = 34);
    REFUSED(kind_parameters[0] = UINT64_MAX);
    REFUSED(kind_parameters[0] |= (uint64_t)1 << 32);
    REFUSED(kind_parameters[1] = 1);
    REFUSED(kind_parameters[7] = 1);
    REFUSED(expected_items = geometry.unit_count * 4 + 1);
    REFUSED(fpr = 1e-4);
#undef REFUSED
}

static void bits_outside_of_the_buckets_are_refused(void **state)
{
    (void)state;
    bloom_filter_t filter;
    create_table(&filter, 14, 10); /* 12 buckets of 40 bits in the first line, 2 in the second */
    uint8_t *bytes = (uint8_t *)filter.payload;
    for (unsigned bit = 0; bit < 1024; bit++) {
        bool is_inside = bit < 480 || (bit >= 512 && bit < 592);
        bytes[bit / 8] = (uint8_t)(1 << bit % 8);
        assert_int_equal(is_valid(&filter), is_inside);
        bytes[bit / 8] = 0;
    }
    filter_destroy(&filter);
}

static void an_exported_image_is_read_back(void **state)
{
    (void)state;
    const double fprs[] = {0.25, 0.01, 1e-6};
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        bloom_filter_t filter, imported;
        create_planned(&filter, 300, fprs[f]);
        for (uint64_t i = 0; i < 300; i++) {
            cuckoo_add(&filter, item_hash(item_decimal, &public_key, i));
        }
        size_t size_bytes;
        uint8_t *image = image_export(&filter, &private_context, &size_bytes);
        assert_int_equal(
            image_import(&imported, image, size_bytes, BLOOM_KIND_COUNTING, &private_context),
            BLOOM_ERROR_OTHER_KIND);
        assert_int_equal(
            image_import(&imported, image, size_bytes, BLOOM_KIND_ANY, &private_context), BLOOM_OK);
        assert_true(bloom_geometry_is_compatible(&imported.geometry, &filter.geometry));
        assert_payload(&imported, filter.payload);
        filter_destroy(&imported);
        free(image);
        filter_destroy(&filter);
    }
}

static void changed_images_are_refused_or_safe(void **state)
{
    (void)state;
    const double fprs[] = {0.25, 0.01, 1e-9};
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        bloom_filter_t filter;
        create_planned(&filter, 60, fprs[f]);
        for (uint64_t i = 0; i < 60; i++) {
            cuckoo_add(&filter, item_hash(item_decimal, &public_key, i));
        }
        unsigned taken = kind_fuzz_import(&filter, 4000, f);
        assert_in_range(taken, 1000, 7000);
        filter_destroy(&filter);
    }
}

/* A table of nothing but the same fingerprint, as only a forged image has it: adds end. */
static void a_forged_table_neither_hangs_nor_overflows(void **state)
{
    (void)state;
    for (uint32_t bits = BLOOM_CUCKOO_BITS_MIN; bits <= BLOOM_CUCKOO_BITS_MAX; bits++) {
        bloom_filter_t filter;
        create_table(&filter, 100, bits);
        uint8_t *bytes = (uint8_t *)filter.payload;
        unsigned buckets_per_line = 128 / bits;
        for (unsigned bucket = 0; bucket < 100; bucket++) {
            unsigned first = bucket / buckets_per_line * 512 + bucket % buckets_per_line * 4 * bits;
            for (unsigned bit = first; bit < first + 4 * bits; bit++) {
                bytes[bit / 8] |= (uint8_t)(1 << bit % 8);
            }
        }
        assert_true(is_valid(&filter));
        uint64_t *before = copy_payload(&filter);
        uint64_t seed = bits;
        for (unsigned i = 0; i < 20; i++) {
            assert_int_equal(cuckoo_add(&filter, random_hash(&seed)), BLOOM_ADD_FULL);
        }
        assert_payload(&filter, before);
        assert_int_equal(filter_measure(&filter).used_units, 400);
        free(before);
        filter_destroy(&filter);
    }
}

static void extreme_hashes_stay_within_the_payload(void **state)
{
    (void)state;
    const uint64_t extremes[] = {0, 1, UINT64_MAX, UINT64_MAX - 1, (uint64_t)1 << 63, UINT32_MAX};
    for (uint32_t bits = BLOOM_CUCKOO_BITS_MIN; bits <= BLOOM_CUCKOO_BITS_MAX; bits++) {
        for (uint64_t buckets = 2; buckets <= 66; buckets += 2) {
            bloom_filter_t filter;
            create_table(&filter, buckets, bits);
            for (size_t i = 0; i < COUNT_OF(extremes); i++) {
                for (size_t j = 0; j < COUNT_OF(extremes); j++) {
                    bloom_hash_t hash = {extremes[i], extremes[j]};
                    filter.kind->prefetch(&filter, hash);
                    if (cuckoo_add(&filter, hash) != BLOOM_ADD_FULL) {
                        assert_true(filter_contains(&filter, hash));
                        assert_true(reference_count(&filter, hash) > 0);
                    }
                }
            }
            assert_true(is_valid(&filter));
            filter_destroy(&filter);
        }
    }
}

static const struct golden {
    const char *name;
    double fpr;
} goldens[] = {{"cuckoo-100-0.01", 0.01}, {"cuckoo-100-1e-6", 1e-6}};

static void golden_fill(bloom_filter_t *filter, const struct golden *golden)
{
    bloom_geometry_t geometry = kind_plan_of(BLOOM_KIND_CUCKOO, 100, golden->fpr);
    golden_create(filter, &geometry);
    for (uint64_t i = 0; i < 120; i++) { /* more than planned, so that fingerprints move */
        for (uint64_t times = 0; times < (i == 50 ? 3 : 1); times++) {
            assert_true(cuckoo_add(filter, golden_hash(i)) != BLOOM_ADD_FULL);
        }
    }
    for (uint64_t i = 60; i < 90; i++) {
        assert_true(cuckoo_remove(filter, golden_hash(i)));
    }
}

static uint8_t *golden_image(size_t g, const char **name, size_t *size_bytes)
{
    if (g == COUNT_OF(goldens)) {
        return NULL;
    }
    bloom_filter_t filter;
    golden_fill(&filter, &goldens[g]);
    uint8_t *image = image_export(&filter, &private_context, size_bytes);
    filter_destroy(&filter);
    *name = goldens[g].name;
    return image;
}

static void golden_images_are_written_today_byte_for_byte(void **state)
{
    (void)state;
    assert_goldens(golden_image);
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 3 && strcmp(arguments[1], "write") == 0) {
        return goldens_store(golden_image, arguments[2]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fingerprints_lie_where_the_format_says),
        cmocka_unit_test(random_operations_agree_with_an_exact_multiset),
        cmocka_unit_test(a_failed_add_changes_nothing),
        cmocka_unit_test(the_same_item_fits_eight_times),
        cmocka_unit_test(an_item_whose_buckets_are_full_of_others_is_added_by_moving_them),
        cmocka_unit_test(planned_filters_take_all_items),
        cmocka_unit_test(a_batch_answers_as_single_lookups_do),
        cmocka_unit_test(probes_find_the_rate_asked_for),
        cmocka_unit_test(the_rate_promised_is_kept_for_every_p),
        cmocka_unit_test(expected_fpr_is_monotone),
        cmocka_unit_test(memory_is_as_documented),
        cmocka_unit_test(impossible_sizes_are_refused),
        cmocka_unit_test(contradictory_geometries_are_refused),
        cmocka_unit_test(bits_outside_of_the_buckets_are_refused),
        cmocka_unit_test(an_exported_image_is_read_back),
        cmocka_unit_test(changed_images_are_refused_or_safe),
        cmocka_unit_test(a_forged_table_neither_hangs_nor_overflows),
        cmocka_unit_test(extreme_hashes_stay_within_the_payload),
        cmocka_unit_test(golden_images_are_written_today_byte_for_byte),
    };
    return cmocka_run_group_tests_name("cuckoo", tests, NULL, NULL);
}
