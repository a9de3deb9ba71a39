/* The plain filter's operations: what add, contains, batch, merge and measure answer. */
#include <pthread.h>
#include <sched.h>

#include "reference.h"
#include "support.h"

/* Shapes that plan() makes and the corners beside them. */
static const struct {
    uint64_t block_count;
    uint32_t bits_per_block, blocks_per_item;
} shapes[] = {
    {1, 1, 1}, {1, 16, 1}, {2, 7, 1},  {3, 6, 1}, {1000, 6, 1}, {64, 9, 1},   {64, 8, 1},
    {2, 1, 2}, {2, 8, 2},  {2, 16, 2}, {3, 9, 2}, {1000, 6, 2}, {777, 13, 2}, {5, 5, 2},
};

static void for_every_shape(void (*check)(bloom_filter_t *filter, uint64_t seed))
{
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        bloom_geometry_t geometry =
            shape_of(shapes[s].block_count, shapes[s].bits_per_block, shapes[s].blocks_per_item);
        bloom_filter_t filter;
        filter_create(&filter, &geometry);
        check(&filter, s + 1);
        filter_destroy(&filter);
    }
}

/* Indexes of the blocks in which bits are set; at most two are stored. */
static unsigned used_blocks(const bloom_filter_t *filter, uint64_t used[2])
{
    unsigned count = 0;
    for (uint64_t b = 0; b < filter->unit_count; b++) {
        for (unsigned w = 0; w < BLOOM_BLOCK_WORDS; w++) {
            if (filter->payload[b * BLOOM_BLOCK_WORDS + w] != 0) {
                if (count < 2) {
                    used[count] = b;
                }
                count++;
                break;
            }
        }
    }
    return count;
}

static void check_no_false_negative(bloom_filter_t *filter, uint64_t seed)
{
    enum { ITEMS = 3000 };
    uint64_t random = seed;
    for (unsigned i = 0; i < ITEMS; i++) {
        bloom_hash_t hash = random_hash(&random);
        filter_add(filter, hash);
        assert_true(filter_contains(filter, hash));
    }
    random = seed;
    for (unsigned i = 0; i < ITEMS; i++) {
        assert_true(filter_contains(filter, random_hash(&random)));
    }
}

static void added_items_are_always_found(void **state)
{
    (void)state;
    bloom_plain_select(true);
    for_every_shape(check_no_false_negative);
    bloom_plain_select(false);
    for_every_shape(check_no_false_negative);
}

static void extreme_hashes_stay_within_the_payload(void **state)
{
    (void)state;
    const uint64_t extremes[] = {0, 1, UINT64_MAX, UINT64_MAX - 1, (uint64_t)1 << 63, UINT32_MAX};
    for (int portable = 0; portable < 2; portable++) {
        bloom_plain_select(portable != 0);
        for (size_t s = 0; s < COUNT_OF(shapes); s++) {
            bloom_geometry_t geometry = shape_of(shapes[s].block_count, shapes[s].bits_per_block,
                                                 shapes[s].blocks_per_item);
            bloom_filter_t filter;
            filter_create(&filter, &geometry);
            for (size_t i = 0; i < COUNT_OF(extremes); i++) {
                for (size_t j = 0; j < COUNT_OF(extremes); j++) {
                    bloom_hash_t hash = {extremes[i], extremes[j]};
                    filter.kind->prefetch(&filter, hash);
                    filter_add(&filter, hash);
                    assert_true(filter_contains(&filter, hash));
                }
            }
            filter_destroy(&filter);
        }
    }
    bloom_plain_select(false);
}

/* The inverse of x ^ (x >> shift). */
static uint64_t unshift(uint64_t value, unsigned shift)
{
    uint64_t x = value;
    for (unsigned known = shift; known < 64; known += shift) {
        x = value ^ (x >> shift);
    }
    return x;
}

/* The inverse of an odd number modulo 2^64, by Newton's iteration. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (unsigned i = 0; i < 6; i++) {
        x *= 2 - odd * x;
    }
    return x;
}

/* The low half of a hash whose second block is chosen by `remixed`. */
static uint64_t low_of_second(uint64_t remixed)
{
    uint64_t x = unshift(remixed * inverse(0xBF58476D1CE4E5B9), 29);
    return unshift(x * inverse(0x9E3779B97F4A7C15), 32);
}

/* Adds one item and makes sure that just its bits came to be set, and are found. */
static void check_bits_of(const bloom_filter_t *filter, bloom_hash_t hash, uint64_t bits[32])
{
    uint32_t hash_count = filter->geometry.hash_count;
    reference_bits(hash.low, hash.high, filter->unit_count, hash_count, filter->blocks_per_item,
                   bits);
    filter->kind->prefetch(filter, hash);
    assert_false(filter_contains(filter, hash));
    assert_true(filter_add(filter, hash));
    assert_true(filter_contains(filter, hash));
    const uint8_t *bytes = (const uint8_t *)filter->payload;
    for (uint32_t i = 0; i < hash_count; i++) {
        assert_true((bytes[bits[i] / 8] >> (bits[i] % 8) & 1) != 0);
    }
    for (uint32_t i = 0; i < hash_count; i++) { /* the block has these bits and no others */
        uint64_t expected[BLOOM_BLOCK_WORDS] = {0}, block = bits[i] / BLOOM_BLOCK_BITS;
        for (uint32_t j = 0; j < hash_count; j++) {
            uint64_t word = bits[j] % BLOOM_BLOCK_BITS / 64;
            if (bits[j] / BLOOM_BLOCK_BITS == block) {
                expected[word] |= bloom_le64((uint64_t)1 << (bits[j] % 64));
            }
        }
        assert_memory_equal(filter->payload + block * BLOOM_BLOCK_WORDS, expected, sizeof expected);
    }
}

/* Takes the item's bits out again, so that the next one finds an empty filter. */
static void clear_bits_of(const bloom_filter_t *filter, const uint64_t bits[32])
{
    for (uint32_t i = 0; i < filter->geometry.hash_count; i++) {
        filter->payload[bits[i] / 64] = 0;
    }
}

/*
 * Where 31, 32 and 33 bits of arithmetic would end. The memory is there but, zero and mostly untouched, costs
 * next to nothing.
 */
static void first_and_last_blocks_of_huge_filters_are_reached(void **state)
{
    (void)state;
    for (unsigned power = 31; power <= 33; power++) {
        for (int offset = -1; offset <= 1; offset++) {
            uint64_t blocks = ((uint64_t)1 << power) / BLOOM_BLOCK_BITS + (uint64_t)(int64_t)offset;
            bloom_geometry_t geometry = shape_of(blocks, 7, 2);
            uint8_t *memory =
                calloc(1, (size_t)bloom_image_bytes(&geometry) + BLOOM_CACHE_LINE_BYTES);
            assert_non_null(memory);
            uint8_t *base = memory + (0 - (uintptr_t)memory) % BLOOM_CACHE_LINE_BYTES;
            for (uint32_t blocks_per_item = 1; blocks_per_item <= 2; blocks_per_item++) {
                bloom_filter_t filter;
                uint64_t bits[32], random = power;
                geometry = shape_of(blocks, 7, blocks_per_item);
                bloom_filter_open(&filter, base, &geometry);

                bloom_hash_t hash = {0, random_next(&random)};
                check_bits_of(&filter, hash, bits);
                assert_int_equal(bits[0] / BLOOM_BLOCK_BITS, 0);
                clear_bits_of(&filter, bits);
                hash.low = UINT64_MAX;
                check_bits_of(&filter, hash, bits);
                assert_int_equal(bits[0] / BLOOM_BLOCK_BITS, blocks - 1);
                clear_bits_of(&filter, bits);
                if (blocks_per_item == 2) {
                    hash.low = low_of_second(UINT64_MAX);
                    check_bits_of(&filter, hash, bits);
                    assert_int_equal(bits[7] / BLOOM_BLOCK_BITS, blocks - 1);
                    clear_bits_of(&filter, bits);
                    hash.low = low_of_second(1);
                    check_bits_of(&filter, hash, bits);
                    assert_int_equal(bits[7] / BLOOM_BLOCK_BITS, 0);
                    clear_bits_of(&filter, bits);
                }
                for (unsigned i = 0; i < 200; i++) {
                    check_bits_of(&filter, random_hash(&random), bits);
                    clear_bits_of(&filter, bits);
                }
            }
            free(memory);
        }
    }
}

static void check_add_result(bloom_filter_t *filter, uint64_t seed)
{
    for (unsigned i = 0; i < 2000; i++) {
        bloom_hash_t hash = random_hash(&seed);
        bool was_there = filter_contains(filter, hash);
        const bloom_context_t *context = i % 2 != 0 ? &shared_context : &private_context;
        bloom_add_result_t result = filter->kind->add(filter, hash, context);
        assert_int_equal(result, was_there ? BLOOM_ADD_PRESENT : BLOOM_ADD_NEW);
        assert_int_equal(filter->kind->add(filter, hash, context), BLOOM_ADD_PRESENT);
    }
}

static void add_says_new_exactly_if_contains_said_absent(void **state)
{
    (void)state;
    for_every_shape(check_add_result);
}

static void check_shared_equals_private(bloom_filter_t *filter, uint64_t seed)
{
    bloom_filter_t other;
    filter_create(&other, &filter->geometry);
    for (unsigned i = 0; i < 500; i++) {
        bloom_hash_t hash = random_hash(&seed);
        bloom_add_result_t shared = filter->kind->add(filter, hash, &shared_context);
        assert_int_equal(shared, other.kind->add(&other, hash, &private_context));
    }
    assert_memory_equal(filter->payload, other.payload, (size_t)filter->geometry.payload_bytes);
    filter_destroy(&other);
}

static void shared_and_private_adds_set_the_same_bits(void **state)
{
    (void)state;
    for_every_shape(check_shared_equals_private);
}

enum { RACERS = 4, RACE_ROUNDS = 20, RACE_ITEMS = 2000 };

typedef struct race {
    const bloom_filter_t *filter;
    uint64_t arrived;   /* at the start of a round, all racers taken together */
    uint64_t new_count; /* adds that said "new" */
} race_t;

/* Adds the items that all the others add too, at the same time. */
static void *run_race(void *argument)
{
    race_t *race = argument;
    uint64_t random = 1, new_count = 0;
    for (uint64_t round = 1; round <= RACE_ROUNDS; round++) {
        bloom_fetch_add_relaxed(&race->arrived, 1);
        while (bloom_load_relaxed(&race->arrived) < round * RACERS) {
            sched_yield();
        }
        for (unsigned i = 0; i < RACE_ITEMS; i++) {
            bloom_hash_t hash = random_hash(&random);
            new_count +=
                race->filter->kind->add(race->filter, hash, &shared_context) == BLOOM_ADD_NEW;
        }
    }
    bloom_fetch_add_relaxed(&race->new_count, new_count);
    return NULL;
}

/* Luck finds a lost bit; built with -fsanitize=thread, any write that is not atomic is found. */
static void racing_adds_lose_no_bit_and_exactly_one_sets_it(void **state)
{
    (void)state;
    const bloom_geometry_t geometries[] = {shape_of(1000, 1, 1), shape_of(3000, 9, 2)};
    for (size_t g = 0; g < COUNT_OF(geometries); g++) {
        bloom_filter_t filter, expected;
        filter_create(&filter, &geometries[g]);
        filter_create(&expected, &geometries[g]);
        race_t race = {.filter = &filter};
        pthread_t threads[RACERS];
        for (size_t t = 0; t < RACERS; t++) {
            assert_int_equal(pthread_create(&threads[t], NULL, run_race, &race), 0);
        }
        for (size_t t = 0; t < RACERS; t++) {
            pthread_join(threads[t], NULL);
        }
        uint64_t random = 1, expected_new = 0;
        for (unsigned i = 0; i < RACE_ROUNDS * RACE_ITEMS; i++) {
            expected_new += filter_add(&expected, random_hash(&random));
        }
        assert_memory_equal(filter.payload, expected.payload, (size_t)geometries[g].payload_bytes);
        if (geometries[g].hash_count == 1) {
            assert_int_equal(race.new_count, filter_measure(&filter).used_units);
        } else { /* of several bits of an item, each may be set by another racer */
            assert_true(race.new_count >= expected_new);
        }
        filter_destroy(&filter);
        filter_destroy(&expected);
    }
}

static void portable_and_vector_code_answer_alike(void **state)
{
    (void)state;
    bloom_plain_select(true);
    assert_string_equal(bloom_plain_implementation(), "portable");
    bloom_plain_contains_t portable = bloom_plain_contains;
    bloom_plain_select(false);
    bloom_plain_contains_t selected = bloom_plain_contains;
    print_message("compared with: %s\n", bloom_plain_implementation());

    uint64_t random = 7, false_positives = 0;
    for (uint32_t blocks_per_item = 1; blocks_per_item <= 2; blocks_per_item++) {
        for (uint32_t bits = 1; bits <= BLOOM_BITS_PER_BLOCK_MAX; bits++) {
            for (unsigned round = 0; round < 8; round++) {
                uint64_t block_count = 2 + random_next(&random) % 40;
                bloom_geometry_t geometry = shape_of(block_count, bits, blocks_per_item);
                bloom_filter_t filter;
                filter_create(&filter, &geometry);
                for (unsigned i = 0; i < 4000; i++) {
                    bloom_hash_t hash = random_hash(&random);
                    bool expected =
                        portable(filter.payload, block_count, bits, blocks_per_item, hash);
                    assert_int_equal(expected, selected(filter.payload, block_count, bits,
                                                        blocks_per_item, hash));
                    false_positives += expected;
                    if (i % 4 == 0) {
                        filter_add(&filter, hash);
                        assert_true(
                            portable(filter.payload, block_count, bits, blocks_per_item, hash));
                        assert_true(
                            selected(filter.payload, block_count, bits, blocks_per_item, hash));
                    }
                }
                filter_destroy(&filter);
            }
        }
    }
    assert_true(false_positives >
                1000); /* both answers were compared before the item was added too */
}

/* Near misses: all bits of an item but one. A test that skips a lane would say "present". */
static void every_bit_of_an_item_is_needed(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int is_portable = 0; is_portable < 2; is_portable++) {
        bloom_plain_select(is_portable != 0);
        for (uint32_t blocks_per_item = 1; blocks_per_item <= 2; blocks_per_item++) {
            for (uint32_t bits = 1; bits <= BLOOM_BITS_PER_BLOCK_MAX; bits++) {
                bloom_geometry_t geometry = shape_of(9, bits, blocks_per_item);
                bloom_filter_t filter;
                filter_create(&filter, &geometry);
                for (unsigned i = 0; i < 50; i++) {
                    bloom_hash_t hash = random_hash(&random);
                    filter_clear(&filter);
                    filter_add(&filter, hash);
                    uint64_t set_bits = filter_measure(&filter).used_units, cleared = 0;
                    assert_in_range(set_bits, 1, geometry.hash_count);
                    for (uint64_t w = 0; w < geometry.payload_bytes / 8; w++) {
                        for (uint64_t rest = filter.payload[w]; rest != 0; rest &= rest - 1) {
                            uint64_t bit = rest & (~rest + 1);
                            filter.payload[w] ^= bit;
                            assert_false(filter_contains(&filter, hash));
                            filter.payload[w] ^= bit;
                            cleared++;
                        }
                    }
                    assert_int_equal(cleared, set_bits);
                }
                filter_destroy(&filter);
            }
        }
    }
    bloom_plain_select(false);
}

static void check_block_use(bloom_filter_t *filter, uint64_t seed)
{
    for (unsigned i = 0; i < 300; i++) {
        uint64_t used[2];
        filter_clear(filter);
        filter_add(filter, random_hash(&seed));
        assert_int_equal(used_blocks(filter, used), filter->blocks_per_item);
    }
}

static void an_item_uses_as_many_distinct_blocks_as_promised(void **state)
{
    (void)state;
    for_every_shape(check_block_use);
}

static void check_batch(bloom_filter_t *filter, uint64_t seed)
{
    enum { COUNT = 1000 };
    bloom_hash_t hashes[COUNT];
    bool answers[COUNT];
    for (unsigned i = 0; i < COUNT; i++) {
        hashes[i] = random_hash(&seed);
        if (i % 3 == 0) {
            filter_add(filter, hashes[i]);
        }
    }
    const size_t counts[] = {0, 1, 2, 3, 7, 8, 9, 31, 32, 33, COUNT};
    for (size_t c = 0; c < COUNT_OF(counts); c++) {
        memset(answers, 0x55, sizeof answers);
        filter->kind->contains_batch(filter, hashes, counts[c], answers, &private_context);
        for (size_t i = 0; i < counts[c]; i++) {
            assert_int_equal(answers[i], filter_contains(filter, hashes[i]));
        }
        const uint8_t *untouched = (const uint8_t *)answers;
        for (size_t i = counts[c]; i < COUNT; i++) {
            assert_int_equal(untouched[i], 0x55);
        }
    }
}

static void a_batch_answers_as_single_lookups_do(void **state)
{
    (void)state;
    bloom_plain_select(true);
    for_every_shape(check_batch);
    bloom_plain_select(false);
    for_every_shape(check_batch);
}

static void check_lookups_change_nothing(bloom_filter_t *filter, uint64_t seed)
{
    for (unsigned i = 0; i < 100; i++) {
        filter_add(filter, random_hash(&seed));
    }
    size_t size_bytes;
    uint8_t *before = filter_export(filter, &size_bytes);
    bool answer;
    for (unsigned i = 0; i < 1000; i++) {
        bloom_hash_t hash = random_hash(&seed);
        filter->kind->prefetch(filter, hash);
        filter->kind->contains(filter, hash, &shared_context);
        filter->kind->contains_batch(filter, &hash, 1, &answer, &shared_context);
    }
    filter_measure(filter);
    size_t size_after;
    uint8_t *after = filter_export(filter, &size_after);
    assert_int_equal(size_after, size_bytes);
    assert_memory_equal(before, after, size_bytes);
    free(before);
    free(after);
}

static void lookups_prefetches_and_measuring_change_nothing(void **state)
{
    (void)state;
    for_every_shape(check_lookups_change_nothing);
}

static void check_merge(bloom_filter_t *target, uint64_t seed)
{
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        const bloom_context_t *context = is_shared != 0 ? &shared_context : &private_context;
        bloom_filter_t source, both;
        filter_create(&source, &target->geometry);
        filter_create(&both, &target->geometry);
        filter_clear(target);
        uint64_t random = seed;
        for (unsigned i = 0; i < 400; i++) {
            bloom_hash_t hash = random_hash(&random);
            filter_add(i % 2 == 0 ? target : &source, hash);
            filter_add(&both, hash);
        }
        size_t size_bytes;
        uint8_t *source_before = filter_export(&source, &size_bytes);
        target->kind->merge(target, &source, context);
        assert_memory_equal(target->payload, both.payload, (size_t)both.geometry.payload_bytes);
        target->kind->merge(target, target, context); /* into itself: nothing new */
        assert_memory_equal(target->payload, both.payload, (size_t)both.geometry.payload_bytes);
        uint8_t *source_after = filter_export(&source, &size_bytes);
        assert_memory_equal(source_before, source_after, size_bytes);
        free(source_before);
        free(source_after);
        filter_destroy(&source);
        filter_destroy(&both);
    }
}

static void merging_equals_adding_all_items_to_one(void **state)
{
    (void)state;
    for_every_shape(check_merge);
}

static void filters_are_compatible_if_items_set_the_same_bits(void **state)
{
    (void)state;
    bloom_geometry_t a = plan_of(1000, 0.01), b = a;
    assert_true(bloom_geometry_is_compatible(&a, &b));
    b.expected_items = 5;
    b.fpr = 0.3;
    assert_true(bloom_geometry_is_compatible(&a, &b));
    b = a;
    b.unit_count++;
    assert_false(bloom_geometry_is_compatible(&a, &b));
    b = a;
    b.hash_count++;
    assert_false(bloom_geometry_is_compatible(&a, &b));
    b = a;
    b.blocks_per_item++;
    assert_false(bloom_geometry_is_compatible(&a, &b));
    b = a;
    b.kind = BLOOM_KIND_COUNTING;
    assert_false(bloom_geometry_is_compatible(&a, &b));
    b = a;
    b.kind_parameters[BLOOM_KIND_WORDS - 1] = 1;
    assert_false(bloom_geometry_is_compatible(&a, &b));
}

static void check_measure_counts_bits(bloom_filter_t *filter, uint64_t seed)
{
    bloom_measurement_t measurement = filter_measure(filter);
    assert_int_equal(measurement.used_units, 0);
    assert_true(measurement.fpr == 0);
    assert_true(measurement.item_count == 0);

    for (unsigned i = 0; i < 64; i++) {
        filter_add(filter, random_hash(&seed));
    }
    uint64_t set_bits = 0;
    for (uint64_t bit = 0; bit < filter->unit_count * BLOOM_BLOCK_BITS; bit++) {
        const uint8_t *bytes = (const uint8_t *)filter->payload;
        set_bits += ((unsigned)bytes[bit / 8] >> (bit % 8)) & 1u;
    }
    measurement = filter_measure(filter);
    assert_int_equal(measurement.used_units, set_bits);
    assert_int_equal(measurement.total_units, filter->unit_count * BLOOM_BLOCK_BITS);

    memset(filter->payload, 0xff, (size_t)filter->geometry.payload_bytes);
    measurement = filter_measure(filter);
    assert_int_equal(measurement.used_units, measurement.total_units);
    assert_at_most(1 - 1e-12, measurement.fpr);
    assert_at_most(measurement.fpr, 1);
    assert_true(measurement.item_count > 0 && measurement.item_count < 1e300);
}

static void measure_counts_bits_of_empty_used_and_full_filters(void **state)
{
    (void)state;
    for_every_shape(check_measure_counts_bits);
}

/* Against fills worked out by hand. */
static void measure_gives_the_exact_rate(void **state)
{
    (void)state;
    bloom_filter_t filter;
    bloom_geometry_t single = shape_of(4, 2, 1);
    filter_create(&filter, &single);
    memset(filter.payload, 0xff, 32);                     /* block 0: 256 of 512 */
    memset(filter.payload + BLOOM_BLOCK_WORDS, 0xff, 16); /* block 1: 128 of 512 */
    double expected = (0.25 + 0.0625) / 4;
    assert_at_most(filter_measure(&filter).fpr, expected * (1 + 1e-12));
    assert_at_most(expected * (1 - 1e-12), filter_measure(&filter).fpr);
    filter_destroy(&filter);

    bloom_geometry_t pair = shape_of(4, 2, 2);
    filter_create(&filter, &pair);
    memset(filter.payload, 0xff, 32);
    memset(filter.payload + BLOOM_BLOCK_WORDS, 0xff, 16);
    expected = 2 * 0.25 * 0.0625 / (4 * 3); /* ordered pairs of distinct blocks */
    assert_at_most(filter_measure(&filter).fpr, expected * (1 + 1e-12));
    assert_at_most(expected * (1 - 1e-12), filter_measure(&filter).fpr);
    filter_destroy(&filter);
}

static void measure_estimates_the_number_of_items(void **state)
{
    (void)state;
    const struct {
        uint64_t items;
        double fpr;
    } cases[] = {{20000, 0.25}, {20000, 0.01}, {20000, 0.001}, {20000, 1e-4}, {20000, 1e-9}};
    uint64_t random = 3;
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        bloom_geometry_t geometry = plan_of(cases[c].items, cases[c].fpr);
        bloom_filter_t filter;
        filter_create(&filter, &geometry);
        for (uint64_t i = 0; i < cases[c].items; i++) {
            filter_add(&filter, random_hash(&random));
        }
        double estimate = filter_measure(&filter).item_count;
        /* sigma is below 1 % for all of these: n bits of noise among k n thrown */
        assert_at_most(estimate, 1.03 * (double)cases[c].items);
        assert_at_most(0.97 * (double)cases[c].items, estimate);
        filter_destroy(&filter);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(added_items_are_always_found),
        cmocka_unit_test(extreme_hashes_stay_within_the_payload),
        cmocka_unit_test(first_and_last_blocks_of_huge_filters_are_reached),
        cmocka_unit_test(add_says_new_exactly_if_contains_said_absent),
        cmocka_unit_test(shared_and_private_adds_set_the_same_bits),
        cmocka_unit_test(racing_adds_lose_no_bit_and_exactly_one_sets_it),
        cmocka_unit_test(portable_and_vector_code_answer_alike),
        cmocka_unit_test(every_bit_of_an_item_is_needed),
        cmocka_unit_test(an_item_uses_as_many_distinct_blocks_as_promised),
        cmocka_unit_test(a_batch_answers_as_single_lookups_do),
        cmocka_unit_test(lookups_prefetches_and_measuring_change_nothing),
        cmocka_unit_test(merging_equals_adding_all_items_to_one),
        cmocka_unit_test(filters_are_compatible_if_items_set_the_same_bits),
        cmocka_unit_test(measure_counts_bits_of_empty_used_and_full_filters),
        cmocka_unit_test(measure_gives_the_exact_rate),
        cmocka_unit_test(measure_estimates_the_number_of_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
