/*
 * The counting filter against exact counts, alone and with many threads; its images, rate and
 * memory. */
#include "kind_support.h"

#include "../reference.h"
#include "core/counting.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

/* Shapes that plan() makes and the corners beside them. */
static const struct {
    uint64_t block_count;
    uint32_t places_per_block, blocks_per_item;
} shapes[] = {
    {1, 1, 1}, {1, 16, 1}, {2, 7, 1},  {3, 6, 1}, {1000, 6, 1}, {64, 9, 1},
    {2, 1, 2}, {2, 8, 2},  {2, 16, 2}, {3, 9, 2}, {1000, 3, 2}, {777, 13, 2},
};

static void create_shape(bloom_filter_t *filter, size_t s)
{
    bloom_geometry_t geometry =
        shape_of(shapes[s].block_count, shapes[s].places_per_block, shapes[s].blocks_per_item);
    geometry.kind = BLOOM_KIND_COUNTING;
    filter_create(filter, &geometry);
}

static void create_planned(bloom_filter_t *filter, uint64_t expected_items, double fpr)
{
    bloom_geometry_t geometry = kind_plan_of(BLOOM_KIND_COUNTING, expected_items, fpr);
    filter_create(filter, &geometry);
}

static bool counting_remove(const bloom_filter_t *filter, bloom_hash_t hash)
{
    return filter->kind->remove(filter, hash, &private_context);
}

static unsigned counting_count_of(const bloom_filter_t *filter, bloom_hash_t hash)
{
    return filter->kind->count_of(filter, hash, &private_context);
}

static bool is_empty(const bloom_filter_t *filter)
{
    return filter_measure(filter).used_units == 0;
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

/* Numbers of an item's counters in the payload from FORMAT-kinds.md; returns how many are distinct.
 */
static unsigned reference_counters(const bloom_filter_t *filter, bloom_hash_t hash,
                                   uint64_t counters[32])
{
    uint64_t bits[32];
    unsigned count = 0;
    reference_bits(hash.low, hash.high, filter->geometry.unit_count, filter->geometry.hash_count,
                   filter->geometry.blocks_per_item, bits);
    for (unsigned i = 0; i < filter->geometry.hash_count; i++) {
        uint64_t counter = bits[i] / 512 * 128 + bits[i] % 512 / 4;
        bool is_known = false;
        for (unsigned j = 0; j < count; j++) {
            is_known = is_known || counters[j] == counter;
        }
        if (!is_known) {
            counters[count++] = counter;
        }
    }
    return count;
}

static unsigned counter_at(const bloom_filter_t *filter, uint64_t counter)
{
    const uint8_t *bytes = (const uint8_t *)filter->payload;
    return bytes[counter / 2] >> counter % 2 * 4 & 15;
}

static void counters_lie_where_the_format_says(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        bloom_filter_t filter;
        create_shape(&filter, s);
        uint64_t counter_count = filter.unit_count * 128, seed = s;
        uint8_t *expected = calloc((size_t)counter_count, 1);
        assert_non_null(expected);
        for (unsigned i = 0; i < 300; i++) {
            bloom_hash_t hash = random_hash(&seed);
            uint64_t counters[32];
            unsigned count = reference_counters(&filter, hash, counters);
            filter_add(&filter, hash);
            for (unsigned c = 0; c < count; c++) {
                expected[counters[c]] =
                    (uint8_t)(expected[counters[c]] + (expected[counters[c]] < 15));
            }
        }
        for (uint64_t c = 0; c < counter_count; c++) {
            assert_int_equal(counter_at(&filter, c), expected[c]);
        }
        free(expected);
        filter_destroy(&filter);
    }
}

/* An item whose positions coincide counts once in each counter: k = 16 of 128 nearly always does.
 */
static void coinciding_positions_count_an_item_once(void **state)
{
    (void)state;
    bloom_filter_t filter;
    create_shape(&filter, 1);
    unsigned coinciding = 0;
    uint64_t seed = 5;
    for (unsigned i = 0; i < 200; i++) {
        bloom_hash_t hash = random_hash(&seed);
        uint64_t counters[32];
        unsigned count = reference_counters(&filter, hash, counters);
        coinciding += count < 16;
        for (unsigned added = 1; added <= 14; added++) {
            filter_add(&filter, hash);
            assert_int_equal(counting_count_of(&filter, hash), added);
            assert_int_equal(filter_measure(&filter).used_units, count);
        }
        for (unsigned left = 14; left > 0; left--) {
            assert_true(counting_remove(&filter, hash));
            assert_int_equal(counting_count_of(&filter, hash), left - 1);
        }
        assert_true(is_empty(&filter));
    }
    assert_true(coinciding > 100);
    filter_destroy(&filter);
}

/*
 * Long random sequences of adds and of removes of what is in, against an exact multiset. Small
 * filters get far more items than they are made for, so that counters saturate.
 */
static void random_operations_agree_with_an_exact_multiset(void **state)
{
    (void)state;
    enum { POOL = 400, OPERATIONS = 40000 };
    static bloom_hash_t pool[POOL];
    static unsigned exact[POOL];
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        bloom_filter_t filter;
        create_shape(&filter, s);
        uint64_t seed = 1000 + s;
        for (unsigned i = 0; i < POOL; i++) {
            pool[i] = random_hash(&seed);
            exact[i] = 0;
        }
        for (unsigned operation = 0; operation < OPERATIONS; operation++) {
            unsigned i = (unsigned)(random_next(&seed) % POOL);
            const bloom_context_t *context =
                random_next(&seed) % 2 != 0 ? &shared_context : &private_context;
            bool was_there = filter_contains(&filter, pool[i]);
            assert_true(was_there || exact[i] == 0);
            /* now mostly adds, now mostly removes */
            bool adds = random_next(&seed) % 100 < (operation / 4000 % 2 != 0 ? 30u : 70u);
            if (adds) {
                bloom_add_result_t result = filter.kind->add(&filter, pool[i], context);
                assert_int_equal(result, was_there ? BLOOM_ADD_PRESENT : BLOOM_ADD_NEW);
                exact[i]++;
            } else if (exact[i] > 0) {
                assert_true(filter.kind->remove(&filter, pool[i], context));
                exact[i]--;
            }
            unsigned lower_bound = exact[i] < 15 ? exact[i] : 15;
            assert_true(counting_count_of(&filter, pool[i]) >= lower_bound);
            assert_true(exact[i] == 0 || filter_contains(&filter, pool[i]));
        }
        for (unsigned i = 0; i < POOL; i++) {
            assert_true(exact[i] == 0 || filter_contains(&filter, pool[i]));
        }
        filter_destroy(&filter);
    }
}

static void removing_everything_added_leaves_an_empty_filter(void **state)
{
    (void)state;
    const double fprs[] = {0.25, 0.01, 1e-6};
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        bloom_filter_t filter;
        create_planned(&filter, 5000, fprs[f]);
        for (uint64_t i = 0; i < 5000; i++) {
            filter_add(&filter, item_hash(item_decimal, &public_key, i));
        }
        for (uint64_t i = 0; i < 5000; i++) {
            assert_true(
                counting_remove(&filter, item_hash(item_decimal, &public_key, i * 7 % 5000)));
        }
        assert_true(is_empty(&filter));
        filter_destroy(&filter);
    }
}

static void removing_an_absent_item_changes_nothing(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        bloom_filter_t filter;
        create_shape(&filter, s);
        uint64_t seed = s, absent = 0;
        for (unsigned i = 0; i < 8 * shapes[s].block_count / shapes[s].blocks_per_item; i++) {
            filter_add(&filter, random_hash(&seed));
        }
        uint64_t *before = copy_payload(&filter);
        for (unsigned i = 0; i < 2000; i++) {
            bloom_hash_t hash = random_hash(&seed);
            if (!filter_contains(&filter, hash)) {
                absent++;
                assert_int_equal(counting_count_of(&filter, hash), 0);
                assert_false(filter.kind->remove(&filter, hash,
                                                 i % 2 != 0 ? &shared_context : &private_context));
            }
        }
        assert_true(absent > 100);
        assert_payload(&filter, before);
        free(before);
        filter_destroy(&filter);
    }
}

static void a_saturated_counter_stays(void **state)
{
    (void)state;
    bloom_filter_t filter;
    create_planned(&filter, 100, 0.01);
    uint64_t seed = 3;
    bloom_hash_t hash = random_hash(&seed);
    for (unsigned i = 1; i <= 40; i++) {
        filter_add(&filter, hash);
        assert_int_equal(counting_count_of(&filter, hash), i < 15 ? i : 15);
    }
    uint64_t *before = copy_payload(&filter);
    for (unsigned i = 0; i < 100; i++) {
        assert_true(
            filter.kind->remove(&filter, hash, i % 2 != 0 ? &shared_context : &private_context));
        assert_true(filter_contains(&filter, hash));
    }
    assert_payload(&filter, before);
    free(before);
    filter_destroy(&filter);
}

/* Neighbours in the word: neither carries nor borrows may reach them. */
static void saturation_leaves_neighbouring_counters_alone(void **state)
{
    (void)state;
    bloom_filter_t filter;
    create_shape(&filter, 0); /* one block, one counter an item */
    for (uint64_t place = 0; place < 128; place++) {
        filter_clear(&filter);
        bloom_hash_t hash = {0, 0};
        uint64_t counters[32] = {0};
        do {
            hash.high++;
            reference_counters(&filter, hash, counters);
        } while (counters[0] != place);
        for (unsigned i = 0; i < 20; i++) {
            filter_add(&filter, hash);
        }
        assert_int_equal(counter_at(&filter, place), 15);
        assert_int_equal(filter_measure(&filter).used_units, 1);
        counting_remove(&filter, hash);
        assert_int_equal(counter_at(&filter, place), 15);
        assert_int_equal(filter_measure(&filter).used_units, 1);
    }
    filter_destroy(&filter);
}

static void shared_and_private_operations_leave_the_same_bytes(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        bloom_filter_t one, other;
        create_shape(&one, s);
        create_shape(&other, s);
        uint64_t seed = s;
        for (unsigned i = 0; i < 2000; i++) {
            uint64_t item_seed = random_next(&seed) % 200;
            bloom_hash_t hash = random_hash(&item_seed);
            if (random_next(&seed) % 3 != 0) {
                assert_int_equal(one.kind->add(&one, hash, &shared_context),
                                 other.kind->add(&other, hash, &private_context));
            } else {
                assert_int_equal(one.kind->remove(&one, hash, &shared_context),
                                 other.kind->remove(&other, hash, &private_context));
            }
        }
        assert_payload(&one, other.payload);
        filter_destroy(&one);
        filter_destroy(&other);
    }
}

static void check_batch(void)
{
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        bloom_filter_t filter;
        create_shape(&filter, s);
        uint64_t seed = s;
        bloom_hash_t hashes[100];
        bool answers[100];
        for (unsigned i = 0; i < 100; i++) {
            hashes[i] = random_hash(&seed);
            if (i % 2 != 0) {
                filter_add(&filter, hashes[i]);
            }
        }
        filter.kind->contains_batch(&filter, hashes, 100, answers, &private_context);
        for (unsigned i = 0; i < 100; i++) {
            assert_int_equal(answers[i], filter_contains(&filter, hashes[i]));
            assert_int_equal(answers[i], counting_count_of(&filter, hashes[i]) > 0);
        }
        filter_destroy(&filter);
    }
}

static void a_batch_answers_as_single_lookups_do(void **state)
{
    (void)state;
    bloom_plain_select(true);
    check_batch();
    select_implementation();
    check_batch();
}

static void vector_and_portable_lookups_agree(void **state)
{
    (void)state;
    uint64_t seed = 11, false_positives = 0;
    for (uint32_t blocks_per_item = 1; blocks_per_item <= 2; blocks_per_item++) {
        for (uint32_t places = 1; places <= BLOOM_BITS_PER_BLOCK_MAX; places++) {
            bloom_geometry_t geometry =
                shape_of(2 + random_next(&seed) % 20, places, blocks_per_item);
            geometry.kind = BLOOM_KIND_COUNTING;
            bloom_filter_t filter;
            filter_create(&filter, &geometry);
            for (unsigned i = 0; i < 2000; i++) {
                bloom_hash_t hash = random_hash(&seed);
                bloom_plain_select(true);
                bool portable = filter_contains(&filter, hash);
                bloom_plain_select(false);
                assert_int_equal(filter_contains(&filter, hash), portable);
                false_positives += portable;
                if (i % 16 == 0) {
                    filter_add(&filter, hash);
                    assert_true(filter_contains(&filter, hash));
                }
            }
            filter_destroy(&filter);
        }
    }
    assert_in_range(false_positives, 1000, 63000); /* both answers were compared */
    select_implementation();
}

static void check_that_every_counter_is_needed(void)
{
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        bloom_filter_t filter;
        create_shape(&filter, s);
        uint64_t seed = s;
        for (unsigned i = 0; i < 50; i++) {
            bloom_hash_t hash = random_hash(&seed);
            uint64_t counters[32];
            unsigned count = reference_counters(&filter, hash, counters);
            filter_clear(&filter);
            filter_add(&filter, hash);
            uint8_t *bytes = (uint8_t *)filter.payload;
            for (unsigned c = 0; c < count; c++) {
                uint8_t saved = bytes[counters[c] / 2];
                bytes[counters[c] / 2] &= counters[c] % 2 != 0 ? 0x0f : 0xf0;
                uint64_t *before = copy_payload(&filter);
                assert_false(filter_contains(&filter, hash));
                assert_int_equal(counting_count_of(&filter, hash), 0);
                assert_false(counting_remove(&filter, hash));
                assert_payload(&filter, before);
                free(before);
                bytes[counters[c] / 2] = saved;
            }
        }
        filter_destroy(&filter);
    }
}

static void every_counter_of_an_item_is_needed(void **state)
{
    (void)state;
    bloom_plain_select(true);
    check_that_every_counter_is_needed();
    select_implementation();
    check_that_every_counter_is_needed();
}

static void merging_adds_counters_up_to_fifteen(void **state)
{
    (void)state;
    bloom_geometry_t geometry = kind_plan_of(BLOOM_KIND_COUNTING, 2000, 0.01);
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        bloom_filter_t target, source;
        filter_create(&target, &geometry);
        filter_create(&source, &geometry);
        uint8_t *target_bytes = (uint8_t *)target.payload,
                *source_bytes = (uint8_t *)source.payload;
        uint64_t seed = 1;
        for (uint64_t b = 0; b < geometry.payload_bytes; b++) {
            target_bytes[b] = (uint8_t)random_next(&seed);
            source_bytes[b] = (uint8_t)random_next(&seed);
        }
        uint64_t *before = copy_payload(&target), *source_before = copy_payload(&source);
        target.kind->merge(&target, &source, is_shared ? &shared_context : &private_context);
        assert_payload(&source, source_before);
        const uint8_t *before_bytes = (const uint8_t *)before;
        for (uint64_t c = 0; c < geometry.payload_bytes * 2; c++) {
            unsigned earlier = before_bytes[c / 2];
            unsigned sum = (earlier >> c % 2 * 4 & 15) + counter_at(&source, c);
            assert_int_equal(counter_at(&target, c), sum < 15 ? sum : 15);
        }
        free(before);
        free(source_before);
        filter_destroy(&target);
        filter_destroy(&source);
    }
}

static void after_a_merge_items_of_both_can_be_removed(void **state)
{
    (void)state;
    bloom_filter_t target, source;
    create_planned(&target, 1000, 0.01);
    create_planned(&source, 1000, 0.01);
    for (uint64_t i = 0; i < 600; i++) {
        filter_add(&target, item_hash(item_decimal, &public_key, i));
        filter_add(&source, item_hash(item_decimal, &public_key, i + 400));
    }
    target.kind->merge(&target, &source, &private_context);
    for (uint64_t i = 0; i < 600; i++) {
        assert_true(counting_remove(&target, item_hash(item_decimal, &public_key, i)));
    }
    for (uint64_t i = 400; i < 1000; i++) {
        assert_true(filter_contains(&target, item_hash(item_decimal, &public_key, i)));
        assert_true(counting_remove(&target, item_hash(item_decimal, &public_key, i)));
    }
    assert_true(is_empty(&target));
    filter_destroy(&target);
    filter_destroy(&source);
}

static void measure_estimates_distinct_items_however_often_added(void **state)
{
    (void)state;
    const double fprs[] = {0.25, 0.01, 1e-5};
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        bloom_filter_t filter;
        create_planned(&filter, 50000, fprs[f]);
        for (uint64_t i = 0; i < 50000; i++) {
            for (uint64_t times = 0; times <= i % 3; times++) {
                filter_add(&filter, item_hash(item_sequential, &public_key, i));
            }
        }
        bloom_measurement_t measurement = filter_measure(&filter);
        assert_at_most(fabs(measurement.item_count / 50000 - 1), 0.01);
        assert_int_equal(measurement.total_units, filter.geometry.payload_bytes * 2);
        double expected = filter.kind->expected_fpr(&filter.geometry, 50000);
        assert_at_most(fabs(measurement.fpr / expected - 1), 0.06);
        filter_destroy(&filter);
    }
}

static void probes_find_the_rate_asked_for(void **state)
{
    (void)state;
    const double fprs[] = {0.5, 0.25, 0.1, 0.05, 0.03, 0.01, 0.003, 0.001};
    const uint64_t counts[] = {100, 1000, 50000};
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            uint64_t n = counts[c], next = 0;
            bloom_filter_t filter;
            create_planned(&filter, n, fprs[f]);
            uint64_t filter_count = 100000 / n;
            uint64_t probe_count = (uint64_t)(8600 / fprs[f] / (double)filter_count) + 1;
            double hits = 0, probes = 0;
            const struct item_family *family = &item_families[(f + c) % COUNT_OF(item_families)];
            bloom_hash_key_t key = family->is_secret ? secret_key(2024) : public_key;
            for (uint64_t i = 0; i < filter_count; i++) {
                filter_clear(&filter);
                for (uint64_t end = next + n; next < end; next++) {
                    filter_add(&filter, item_hash(family->write, &key, next));
                }
                for (uint64_t end = next + probe_count; next < end; next++) {
                    hits += filter_contains(&filter, item_hash(family->write, &key, next));
                }
                probes += (double)probe_count;
            }
            double promised_hits = 1.05 * fprs[f] * probes;
            assert_at_most(hits, promised_hits + 4.5 * sqrt(promised_hits));
            filter_destroy(&filter);
        }
    }
}

/* Rates below what probes can show, from the fills of the blocks; the mean over filters. */
static void exact_rates_average_at_most_the_rate_promised(void **state)
{
    (void)state;
    const double fprs[] = {0.5, 0.05, 0.04999, 0.01, 0.001, 1e-4, 1e-6, 1e-7, 1e-9};
    const uint64_t counts[] = {1, 2, 5, 10, 50, 127, 128, 1000, 20000};
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            bloom_filter_t filter;
            create_planned(&filter, counts[c], fprs[f]);
            unsigned filter_count = counts[c] >= 20000 ? 10 : 200;
            double sum = 0, sum_of_squares = 0;
            uint64_t next = 0;
            for (unsigned i = 0; i < filter_count; i++) {
                filter_clear(&filter);
                for (uint64_t end = next + counts[c]; next < end; next++) {
                    filter_add(&filter, item_hash(item_sequential, &public_key, next));
                }
                double ratio = filter_measure(&filter).fpr / fprs[f];
                sum += ratio;
                sum_of_squares += ratio * ratio;
            }
            double mean = sum / filter_count;
            double variance = sum_of_squares / filter_count - mean * mean;
            assert_at_most(mean, 1.05 + 4.5 * sqrt((variance > 0 ? variance : 0) / filter_count));
            filter_destroy(&filter);
        }
    }
}

/* In units of four times the classic formula; larger p and n only get nearer to it. */
static void memory_is_as_documented(void **state)
{
    (void)state;
    static const struct {
        double fpr, limit;
    } limits[] = {{0.25, 1.0},    {0.1, 1.02},   {0.05, 1.045}, {0.01, 1.025},
                  {0.001, 1.075}, {1e-4, 1.145}, {1e-6, 1.35},  {1e-9, 1.91}};
    const uint64_t counts[] = {10000, 1000000, MANY_ITEMS};
    for (size_t l = 0; l < COUNT_OF(limits); l++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            bloom_geometry_t geometry = kind_plan_of(BLOOM_KIND_COUNTING, counts[c], limits[l].fpr);
            double classic = -(double)counts[c] * log(limits[l].fpr) / (log(2) * log(2));
            assert_at_most((double)geometry.payload_bytes * 8 / 4 / classic, limits[l].limit);
            assert_int_equal(geometry.blocks_per_item, limits[l].fpr < 0.05 ? 2 : 1);
        }
    }
}

static void impossible_sizes_are_refused(void **state)
{
    (void)state;
    assert_int_equal(kind_status_of(BLOOM_KIND_COUNTING, 0, 0.01), BLOOM_ERROR_ITEMS_RANGE);
    assert_int_equal(kind_status_of(BLOOM_KIND_COUNTING, 10, 0.6), BLOOM_ERROR_FPR_RANGE);
    const uint64_t counts[] = {UINT64_MAX, INT64_MAX, (uint64_t)1 << 50, (uint64_t)1 << 46};
    const double fprs[] = {1e-9, 0.01};
    for (size_t c = 0; c < COUNT_OF(counts); c++) {
        for (size_t f = 0; f < COUNT_OF(fprs); f++) {
            assert_int_equal(kind_status_of(BLOOM_KIND_COUNTING, counts[c], fprs[f]),
                             BLOOM_ERROR_SIZE_RANGE);
        }
    }
}

static void an_exported_image_is_read_back(void **state)
{
    (void)state;
    const double fprs[] = {0.25, 0.01, 1e-6};
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        bloom_filter_t filter, imported;
        create_planned(&filter, 300, fprs[f]);
        for (uint64_t i = 0; i < 300; i++) {
            filter_add(&filter, item_hash(item_decimal, &public_key, i));
        }
        size_t size_bytes;
        uint8_t *image = image_export(&filter, &private_context, &size_bytes);
        assert_int_equal(
            image_import(&imported, image, size_bytes, BLOOM_KIND_PLAIN, &private_context),
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
    const double fprs[] = {0.25, 0.01};
    for (size_t f = 0; f < COUNT_OF(fprs); f++) {
        bloom_filter_t filter;
        create_planned(&filter, 60, fprs[f]);
        for (uint64_t i = 0; i < 60; i++) {
            filter_add(&filter, item_hash(item_decimal, &public_key, i));
        }
        unsigned taken = kind_fuzz_import(&filter, 4000, f);
        assert_in_range(taken, 4000, 6000); /* any payload is one; few geometries are */
        filter_destroy(&filter);
    }
}

static void options_in_an_image_are_refused(void **state)
{
    (void)state;
    bloom_geometry_t geometry = kind_plan_of(BLOOM_KIND_COUNTING, 100, 0.01);
    assert_int_equal(bloom_counting_kind.check_geometry(&geometry), BLOOM_OK);
    for (size_t i = 0; i < BLOOM_KIND_WORDS; i++) {
        bloom_geometry_t changed = geometry;
        changed.kind_parameters[i] = 1;
        assert_int_equal(bloom_counting_kind.check_geometry(&changed), BLOOM_ERROR_GEOMETRY);
    }
}

static const struct golden {
    const char *name;
    double fpr;
} goldens[] = {{"counting-100-0.1", 0.1}, {"counting-100-0.01", 0.01}};

static void golden_fill(bloom_filter_t *filter, const struct golden *golden)
{
    bloom_geometry_t geometry = kind_plan_of(BLOOM_KIND_COUNTING, 100, golden->fpr);
    golden_create(filter, &geometry);
    for (uint64_t i = 0; i < 90; i++) { /* every tenth 1 + i/5 times, up to 17 */
        for (uint64_t times = 0; times <= (i % 10 == 0 ? i / 5 : 0); times++) {
            filter_add(filter, golden_hash(i));
        }
    }
    for (uint64_t i = 60; i < 90; i++) {
        assert_true(counting_remove(filter, golden_hash(i)));
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

enum { WRITERS = 8 };

typedef struct writer {
    const bloom_filter_t *filter;
    pthread_barrier_t *barrier;
    unsigned number;
    uint64_t news;
} writer_t;

static void run_writers(void *(*run)(void *), const bloom_filter_t *filter, writer_t *writers)
{
    pthread_t threads[WRITERS];
    pthread_barrier_t barrier;
    assert_int_equal(pthread_barrier_init(&barrier, NULL, WRITERS), 0);
    for (unsigned i = 0; i < WRITERS; i++) {
        writer_t writer = {filter, &barrier, i, 0};
        writers[i] = writer;
        assert_int_equal(pthread_create(&threads[i], NULL, run, &writers[i]), 0);
    }
    for (unsigned i = 0; i < WRITERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    pthread_barrier_destroy(&barrier);
}

enum { ITEMS_OF_A_WRITER = 4000, ITEMS_OF_ALL = 500 };

static bloom_hash_t item_of_writer(unsigned writer, uint64_t i)
{
    return item_hash(item_sequential, &public_key, ((uint64_t)writer + 1) << 32 | i);
}

static bloom_hash_t item_of_all(uint64_t i)
{
    return item_hash(item_sequential, &public_key, i);
}

/* Adds its own items and those of all, and removes every other one of its own again. */
static void *add_and_remove(void *argument)
{
    writer_t *writer = argument;
    const bloom_filter_t *filter = writer->filter;
    pthread_barrier_wait(writer->barrier);
    for (uint64_t i = 0; i < ITEMS_OF_A_WRITER; i++) {
        bloom_hash_t hash = item_of_writer(writer->number, i);
        filter->kind->add(filter, hash, &shared_context);
        if (i % 8 == 0) {
            writer->news +=
                filter->kind->add(filter, item_of_all(i / 8), &shared_context) == BLOOM_ADD_NEW;
        }
        if (i % 2 != 0) {
            bloom_hash_t earlier = item_of_writer(writer->number, i - 1);
            bool is_missing = !filter->kind->contains(filter, earlier, &shared_context);
            if (is_missing || !filter->kind->remove(filter, earlier, &shared_context)) {
                writer->news = 1000000; /* cmocka's assertions are for its own thread */
            }
        }
    }
    return NULL;
}

/* Increments and decrements commute while nothing saturates, so the outcome is known to the last
 * bit. */
static void eight_writers_leave_what_one_would(void **state)
{
    (void)state;
    bloom_filter_t filter, expected;
    writer_t writers[WRITERS];
    create_planned(&filter, 40000, 0.01);
    create_planned(&expected, 40000, 0.01);
    run_writers(add_and_remove, &filter, writers);
    uint64_t news = 0;
    for (unsigned writer = 0; writer < WRITERS; writer++) {
        news += writers[writer].news;
        for (uint64_t i = 1; i < ITEMS_OF_A_WRITER; i += 2) {
            filter_add(&expected, item_of_writer(writer, i));
        }
        for (uint64_t i = 0; i < ITEMS_OF_ALL; i++) {
            filter_add(&expected, item_of_all(i));
        }
    }
    assert_payload(&filter, expected.payload);
    assert_in_range(news, ITEMS_OF_ALL * 9 / 10, ITEMS_OF_ALL * WRITERS);
    filter_destroy(&filter);
    filter_destroy(&expected);
}

static bool is_new[WRITERS][ITEMS_OF_ALL];

static void *add_the_same_items(void *argument)
{
    writer_t *writer = argument;
    for (uint64_t i = 0; i < ITEMS_OF_ALL; i++) {
        pthread_barrier_wait(writer->barrier);
        is_new[writer->number][i] = writer->filter->kind->add(writer->filter, item_of_all(i),
                                                              &shared_context) == BLOOM_ADD_NEW;
    }
    return NULL;
}

/* A filter so large that all these items are new to it when they come. */
static void of_racing_adds_at_least_one_is_new(void **state)
{
    (void)state;
    bloom_filter_t filter;
    writer_t writers[WRITERS];
    create_planned(&filter, 1000000, 0.001);
    run_writers(add_the_same_items, &filter, writers);
    for (uint64_t i = 0; i < ITEMS_OF_ALL; i++) {
        bool is_any_new = false;
        for (unsigned writer = 0; writer < WRITERS; writer++) {
            is_any_new = is_any_new || is_new[writer][i];
        }
        assert_true(is_any_new);
        assert_int_equal(counting_count_of(&filter, item_of_all(i)), WRITERS);
    }
    filter_destroy(&filter);
}

/*
 * A rival that runs at a known point inside an operation: the page of an item's second block is
 * read-only, so the operation has changed the first block when the fault handler runs, and goes on
 * where it was afterwards.
 */
static struct rival {
    const bloom_filter_t *filter;
    bloom_hash_t hash;
    void *page;
    unsigned runs, removed;
} rival;

static void run_rival(int signal_number)
{
    (void)signal_number;
    rival.runs++;
    if (mprotect(rival.page, 4096, PROT_READ | PROT_WRITE) != 0 || rival.runs > 1) {
        _exit(99);
    }
    rival.removed += rival.filter->kind->remove(rival.filter, rival.hash, &shared_context);
}

static void a_remove_that_meets_a_zero_half_way_is_undone(void **state)
{
    (void)state;
    bloom_geometry_t geometry = shape_of(56 + 64, 3, 2); /* header and 56 blocks are one page */
    geometry.kind = BLOOM_KIND_COUNTING;
    bloom_provenance_t provenance = {.generation = 1};
    bloom_filter_t filter;
    uint8_t *base =
        mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(base != MAP_FAILED);
    bloom_image_write_header((void *)base, &geometry, &provenance, &public_key);
    bloom_filter_open(&filter, base, &geometry);

    struct sigaction action = {.sa_handler = run_rival}, saved_segv, saved_bus;
    assert_int_equal(sigaction(SIGSEGV, &action, &saved_segv), 0);
    assert_int_equal(sigaction(SIGBUS, &action, &saved_bus), 0);
    uint64_t seed = 1;
    unsigned undone = 0;
    while (undone < 50) {
        uint64_t counters[32];
        filter_clear(&filter);
        for (unsigned i = 0; i < 2000; i++) {
            filter_add(&filter, random_hash(&seed));
        }
        rival = (struct rival){&filter, random_hash(&seed), base + 4096, 0, 0};
        unsigned count = reference_counters(&filter, rival.hash, counters), others_first = 0;
        bool is_split = counters[0] / 128 < 56 && counters[count - 1] / 128 >= 56;
        for (unsigned c = 0; is_split && c < count; c++) {
            others_first += counters[c] / 128 < 56 && counter_at(&filter, counters[c]) == 0;
        }
        if (!is_split || others_first > 0 || filter_contains(&filter, rival.hash)) {
            continue; /* wanted: others have all its counters in the first page, not all in the
                         second */
        }
        uint64_t *before = copy_payload(&filter);
        assert_true(filter_add(&filter, rival.hash));
        assert_int_equal(mprotect(base + 4096, 4096, PROT_READ), 0);
        assert_false(filter.kind->remove(&filter, rival.hash, &shared_context));
        assert_int_equal(rival.runs, 1);
        assert_int_equal(rival.removed, 1);
        assert_payload(&filter, before);
        free(before);
        undone++;
    }
    assert_int_equal(sigaction(SIGSEGV, &saved_segv, NULL), 0);
    assert_int_equal(sigaction(SIGBUS, &saved_bus, NULL), 0);
    assert_int_equal(munmap(base, 2 * 4096), 0);
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 3 && strcmp(arguments[1], "write") == 0) {
        return goldens_store(golden_image, arguments[2]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_lie_where_the_format_says),
        cmocka_unit_test(coinciding_positions_count_an_item_once),
        cmocka_unit_test(random_operations_agree_with_an_exact_multiset),
        cmocka_unit_test(removing_everything_added_leaves_an_empty_filter),
        cmocka_unit_test(removing_an_absent_item_changes_nothing),
        cmocka_unit_test(a_saturated_counter_stays),
        cmocka_unit_test(saturation_leaves_neighbouring_counters_alone),
        cmocka_unit_test(shared_and_private_operations_leave_the_same_bytes),
        cmocka_unit_test(a_batch_answers_as_single_lookups_do),
        cmocka_unit_test(vector_and_portable_lookups_agree),
        cmocka_unit_test(every_counter_of_an_item_is_needed),
        cmocka_unit_test(merging_adds_counters_up_to_fifteen),
        cmocka_unit_test(after_a_merge_items_of_both_can_be_removed),
        cmocka_unit_test(measure_estimates_distinct_items_however_often_added),
        cmocka_unit_test(probes_find_the_rate_asked_for),
        cmocka_unit_test(exact_rates_average_at_most_the_rate_promised),
        cmocka_unit_test(memory_is_as_documented),
        cmocka_unit_test(impossible_sizes_are_refused),
        cmocka_unit_test(an_exported_image_is_read_back),
        cmocka_unit_test(changed_images_are_refused_or_safe),
        cmocka_unit_test(options_in_an_image_are_refused),
        cmocka_unit_test(golden_images_are_written_today_byte_for_byte),
        cmocka_unit_test(eight_writers_leave_what_one_would),
        cmocka_unit_test(of_racing_adds_at_least_one_is_new),
        cmocka_unit_test(a_remove_that_meets_a_zero_half_way_is_undone),
    };
    select_implementation();
    return cmocka_run_group_tests_name("counting", tests, NULL, NULL);
}
