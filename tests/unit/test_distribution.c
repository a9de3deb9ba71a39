/*
 * Where bits go: evenly over filters of any size, independently within a block, and exactly where FORMAT.md
 * says. Chi-square statistics are compared with their mean plus five standard deviations.
 */
#include "items.h"
#include "reference.h"

#include <math.h>

static double chi_square_limit(double degrees)
{
    return degrees + 5 * sqrt(2 * degrees);
}

static double chi_square(const uint64_t *counts, size_t count, double expected)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double difference = (double)counts[i] - expected;
        sum += difference * difference / expected;
    }
    return sum;
}

static void bits_are_where_the_format_says(void **state)
{
    (void)state;
    const uint64_t block_counts[] = {2, 3, 5, 64, 1000, 4097};
    uint64_t random = 1;
    for (size_t b = 0; b < COUNT_OF(block_counts); b++) {
        for (uint32_t blocks_per_item = 1; blocks_per_item <= 2; blocks_per_item++) {
            for (uint32_t bits_per_block = 1; bits_per_block <= 16; bits_per_block++) {
                bloom_geometry_t geometry =
                    shape_of(block_counts[b], bits_per_block, blocks_per_item);
                bloom_filter_t filter;
                filter_create(&filter, &geometry);
                uint8_t *expected = calloc(1, (size_t)geometry.payload_bytes);
                assert_non_null(expected);
                for (unsigned i = 0; i < 20; i++) {
                    bloom_hash_t hash = random_hash(&random);
                    uint64_t bits[32];
                    reference_bits(hash.low, hash.high, block_counts[b], geometry.hash_count,
                                   blocks_per_item, bits);
                    for (uint32_t j = 0; j < geometry.hash_count; j++) {
                        expected[bits[j] / 8] =
                            (uint8_t)(expected[bits[j] / 8] | 1u << (bits[j] % 8));
                    }
                    filter_add(&filter, hash);
                }
                assert_memory_equal(filter.payload, expected, (size_t)geometry.payload_bytes);
                free(expected);
                filter_destroy(&filter);
            }
        }
    }
}

/* google/guava#1119: a size that is no power of two, above what 31 bits count. */
static void bits_spread_evenly_over_a_filter_of_3_times_2_to_29_bits(void **state)
{
    (void)state;
    enum { ITEMS = 1000000, PARTS = 96 };
    for (uint32_t blocks_per_item = 1; blocks_per_item <= 2; blocks_per_item++) {
        bloom_geometry_t geometry = shape_of((uint64_t)3 << 20, 1, blocks_per_item);
        bloom_filter_t filter;
        filter_create(&filter, &geometry);
        for (uint64_t i = 0; i < ITEMS; i++) {
            filter_add(&filter, item_hash(item_decimal, &public_key, i));
        }
        uint64_t in_part[PARTS] = {0}, below = 0, total = 0;
        for (uint64_t w = 0; w < geometry.unit_count * BLOOM_BLOCK_WORDS; w++) {
            uint64_t set = bloom_popcount64(filter.payload[w]);
            in_part[w / (geometry.unit_count * BLOOM_BLOCK_WORDS / PARTS)] += set;
            below += w < (1u << 29) / 64 ? set : 0;
            total += set;
        }
        assert_at_most(chi_square(in_part, PARTS, (double)total / PARTS),
                       chi_square_limit(PARTS - 1));
        double third = (double)total / 3;
        assert_at_most(fabs((double)below - third), 5 * sqrt(third * 2 / 3));
        filter_destroy(&filter);
    }
}

/* Sizes nobody allocates in a test, through the mapping alone; it is the one that filters use (above). */
static void blocks_are_chosen_evenly_at_any_size(void **state)
{
    (void)state;
    enum { ITEMS = 200000, PARTS = 1000 };
    const uint64_t block_counts[] = {1000,
                                     1001000,
                                     (uint64_t)1 << 22,
                                     ((uint64_t)1 << 23) - 1,
                                     (uint64_t)3 << 29,
                                     ((uint64_t)1 << 32) + 1,
                                     ((uint64_t)1 << 40) + 12345,
                                     (uint64_t)1 << 41};
    for (size_t b = 0; b < COUNT_OF(block_counts); b++) {
        uint64_t first_parts[PARTS] = {0}, second_parts[PARTS] = {0};
        for (uint64_t i = 0; i < ITEMS; i++) {
            bloom_hash_t hash = item_hash(item_sequential, &public_key, i);
            uint64_t bits[2];
            reference_bits(hash.low, hash.high, block_counts[b], 2, 2, bits);
            uint64_t first = bits[0] / BLOOM_BLOCK_BITS, second = bits[1] / BLOOM_BLOCK_BITS;
            assert_true(first < block_counts[b] && second < block_counts[b] && first != second);
            first_parts[(uint64_t)((double)first / (double)block_counts[b] * PARTS)]++;
            second_parts[(uint64_t)((double)second / (double)block_counts[b] * PARTS)]++;
        }
        double expected = (double)ITEMS / PARTS;
        assert_at_most(chi_square(first_parts, PARTS, expected), chi_square_limit(PARTS - 1));
        assert_at_most(chi_square(second_parts, PARTS, expected), chi_square_limit(PARTS - 1));
    }
}

static void the_second_block_is_independent_of_the_first(void **state)
{
    (void)state;
    enum { ITEMS = 400000, BLOCKS = 20 };
    uint64_t pairs[BLOCKS * BLOCKS] = {0}, cells[BLOCKS * (BLOCKS - 1)];
    for (uint64_t i = 0; i < ITEMS; i++) {
        bloom_hash_t hash = item_hash(item_sequential, &public_key, i);
        uint64_t bits[2];
        reference_bits(hash.low, hash.high, BLOCKS, 2, 2, bits);
        pairs[bits[0] / BLOOM_BLOCK_BITS * BLOCKS + bits[1] / BLOOM_BLOCK_BITS]++;
    }
    size_t cell_count = 0;
    for (unsigned first = 0; first < BLOCKS; first++) {
        for (unsigned second = 0; second < BLOCKS; second++) {
            if (first == second) {
                assert_int_equal(pairs[first * BLOCKS + second], 0);
            } else {
                cells[cell_count++] = pairs[first * BLOCKS + second];
            }
        }
    }
    double expected = (double)ITEMS / (double)cell_count;
    assert_at_most(chi_square(cells, cell_count, expected),
                   chi_square_limit((double)cell_count - 1));
}

static void positions_in_a_block_are_uniform(void **state)
{
    (void)state;
    enum { ITEMS = 200000 };
    static uint64_t counts[32][512];
    memset(counts, 0, sizeof counts);
    for (uint64_t i = 0; i < ITEMS; i++) {
        bloom_hash_t hash = item_hash(item_common_prefix, &public_key, i);
        uint64_t bits[32];
        reference_bits(hash.low, hash.high, 2, 32, 2, bits);
        for (unsigned j = 0; j < 32; j++) {
            counts[j][bits[j] % 512]++;
        }
    }
    for (unsigned j = 0; j < 32; j++) {
        assert_at_most(chi_square(counts[j], 512, ITEMS / 512.0), chi_square_limit(511));
    }
}

/* ben-manes/caffeine#85: the block an item goes to says nothing about its bits there. */
static void positions_are_independent_of_the_block(void **state)
{
    (void)state;
    enum { ITEMS = 1000000, BLOCKS = 64 };
    static uint64_t counts[2][BLOCKS * 64];
    memset(counts, 0, sizeof counts);
    for (uint64_t i = 0; i < ITEMS; i++) {
        bloom_hash_t hash = item_hash(item_sequential, &public_key, i);
        uint64_t bits[4];
        reference_bits(hash.low, hash.high, BLOCKS, 4, 2, bits);
        counts[0][bits[0] / 512 * 64 + bits[0] % 512 / 8]++;
        counts[1][bits[2] / 512 * 64 + bits[2] % 512 / 8]++;
    }
    for (unsigned b = 0; b < 2; b++) {
        double cells = BLOCKS * 64;
        assert_at_most(chi_square(counts[b], BLOCKS * 64, ITEMS / cells),
                       chi_square_limit(cells - 1));
    }
}

/*
 * An absent item with d distinct positions passes a half-full block with chance 2^-d, so coinciding positions
 * cost rate. Mean of 2^-d for one and for both blocks of an item, over that of random positions.
 */
static void positions_coincide_no_more_than_random_ones(void **state)
{
    (void)state;
    enum { ITEMS = 2000000 };
    double random_pass[17];
    double distinct[18] = {1};
    for (unsigned throws = 1; throws <= 16; throws++) {
        for (unsigned d = throws; d > 0; d--) {
            distinct[d] = distinct[d] * d / 512 + distinct[d - 1] * (513 - d) / 512;
        }
        distinct[0] = 0;
        random_pass[throws] = 0;
        for (unsigned d = 1; d <= throws; d++) {
            random_pass[throws] += ldexp(distinct[d], -(int)d);
        }
    }
    double first_pass[17] = {0}, second_pass[17] = {0}, both_pass[17] = {0};
    uint64_t random = 5;
    for (unsigned i = 0; i < ITEMS; i++) {
        uint64_t bits[32], blocks[2][8] = {{0}};
        int different[2] = {0, 0};
        reference_bits(0, random_next(&random), 2, 32, 2, bits);
        for (unsigned j = 0; j < 16; j++) {
            for (unsigned b = 0; b < 2; b++) {
                uint64_t position = bits[16 * b + j] % 512, bit = (uint64_t)1 << (position % 64);
                different[b] += (blocks[b][position / 64] & bit) == 0;
                blocks[b][position / 64] |= bit;
            }
            first_pass[j + 1] += ldexp(1, -different[0]);
            second_pass[j + 1] += ldexp(1, -different[1]);
            both_pass[j + 1] += ldexp(1, -different[0] - different[1]);
        }
    }
    for (unsigned j = 1; j <= 16; j++) {
        double items = ITEMS;
        /* a standard deviation is at most 0.5 / sqrt(ITEMS) = 0.04 % */
        assert_at_most(first_pass[j] / items / random_pass[j], 1.002);
        assert_at_most(second_pass[j] / items / random_pass[j], 1.002);
        assert_at_most(both_pass[j] / items / (random_pass[j] * random_pass[j]), 1.002);
        assert_at_most(0.998, both_pass[j] / items / (random_pass[j] * random_pass[j]));
    }
}

/* Rate by probes over the exact rate from the fills, which random positions would have. */
static void check_derivation(uint32_t bits_per_block, uint32_t blocks_per_item, double load,
                             uint64_t probes, const bloom_hash_key_t *key)
{
    bloom_geometry_t geometry = shape_of(4096, bits_per_block, blocks_per_item);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    uint64_t items = (uint64_t)(load * 4096 / blocks_per_item);
    for (uint64_t i = 0; i < items; i++) {
        filter_add(&filter, item_hash(item_sequential, key, 2 * i));
    }
    uint64_t hits = 0;
    for (uint64_t i = 0; i < probes; i++) {
        hits += filter_contains(&filter, item_hash(item_sequential, key, 2 * i + 1));
    }
    double expected = filter_measure(&filter).fpr * (double)probes;
    double ratio = (double)hits / expected, error = 1 / sqrt(expected);
    print_message("%2u bits, %u block(s), rate %.3g: probes over exact %.4f +- %.4f\n",
                  bits_per_block, blocks_per_item, filter_measure(&filter).fpr, ratio, error);
    assert_at_most(ratio, 1.003 + 4 * error);
    assert_at_most(0.997 - 4 * error, ratio);
    filter_destroy(&filter);
}

static void probes_find_the_rate_of_random_positions(void **state)
{
    (void)state;
    bloom_hash_key_t secret = secret_key(77);
    check_derivation(1, 1, 350, 2000000, &public_key);
    check_derivation(2, 1, 180, 4000000, &public_key);
    check_derivation(6, 1, 53, 40000000, &public_key);
    check_derivation(6, 1, 53, 40000000, &secret);
    check_derivation(9, 1, 33, 50000000, &public_key);
    check_derivation(9, 1, 33, 50000000, &secret);
    check_derivation(13, 1, 27, 50000000, &public_key);
    check_derivation(16, 1, 30, 50000000, &public_key);
    check_derivation(3, 2, 100, 20000000, &public_key);
    check_derivation(5, 2, 72, 50000000, &public_key);
    check_derivation(5, 2, 72, 50000000, &secret);
    check_derivation(13, 2, 54, 50000000,
                     &public_key); /* overfull, so that there are hits to count */
}

/* jasondavies/bloomfilter.js#31: 1024 bits, 16 hashes, 20 keys. */
static void tiny_filters_lose_no_key_to_collisions(void **state)
{
    (void)state;
    bloom_geometry_t geometry = shape_of(2, 16, 1);
    bloom_filter_t filter;
    filter_create(&filter, &geometry);
    unsigned collisions = 0;
    for (uint64_t round = 0; round < 500; round++) {
        filter_clear(&filter);
        for (uint64_t i = 0; i < 20; i++) {
            collisions +=
                !filter_add(&filter, item_hash(item_decimal, &public_key, round * 20 + i));
        }
    }
    /* with 20 keys a bit is set with chance 0.27: 10^-9 a key */
    assert_int_equal(collisions, 0);
    filter_destroy(&filter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_where_the_format_says),
        cmocka_unit_test(bits_spread_evenly_over_a_filter_of_3_times_2_to_29_bits),
        cmocka_unit_test(blocks_are_chosen_evenly_at_any_size),
        cmocka_unit_test(the_second_block_is_independent_of_the_first),
        cmocka_unit_test(positions_in_a_block_are_uniform),
        cmocka_unit_test(positions_are_independent_of_the_block),
        cmocka_unit_test(positions_coincide_no_more_than_random_ones),
        cmocka_unit_test(probes_find_the_rate_of_random_positions),
        cmocka_unit_test(tiny_filters_lose_no_key_to_collisions),
    };
    bloom_plain_select(false);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
