/* The sizing model: shapes against theory, the model against another way to compute it, and the edges. */
#include "support.h"

#include <float.h>
#include <math.h>

#define LN2 0.69314718055994531

static double theory_bits(double expected_items, double fpr)
{
    return -expected_items * log(fpr) / (LN2 * LN2);
}

static double model_fpr(const bloom_geometry_t *geometry, uint64_t item_count)
{
    return bloom_plain_kind.expected_fpr(geometry, item_count);
}

/* What can be addressed at 1e-9. */
#define ITEMS_MOST (SIZE_MAX > UINT32_MAX ? (uint64_t)1000000000000 : (uint64_t)300000000)

/* Every n to 40, then by 5 % to 10^4 and by 30 % to ITEMS_MOST. */
static uint64_t next_items(uint64_t n)
{
    return n < 40 ? n + 1 : n < 10000 ? n + n / 20 : n + n / 10 * 3;
}

static const double rates[] = {0.5,  0.4,  0.3,   0.25,  0.2,    0.15,   0.1,        0.07,   0.05,
                               0.02, 0.01, 0.005, 0.002, 0.0011, 0.001,  0.00099999, 0.0009, 5e-4,
                               1e-4, 3e-5, 1e-5,  3e-6,  1e-6,   9.9e-7, 1e-7,       1e-8,   1e-9};

static bloom_geometry_t plans[10000];
static size_t plan_count;

static int make_plans(void **state)
{
    (void)state;
    for (size_t r = 0; r < COUNT_OF(rates); r++) {
        for (uint64_t n = 1; n <= ITEMS_MOST; n = next_items(n)) {
            assert_true(plan_count < COUNT_OF(plans));
            plans[plan_count++] = plan_of(n, rates[r]);
        }
    }
    return 0;
}

static void for_every_plan(void (*check)(const bloom_geometry_t *geometry))
{
    for (size_t i = 0; i < plan_count; i++) {
        check(&plans[i]);
    }
}

static void check_shape(const bloom_geometry_t *geometry)
{
    uint32_t blocks_per_item = geometry->blocks_per_item;
    assert_in_range(blocks_per_item, 1, geometry->fpr < 0.001 ? 2 : 1);
    assert_true(geometry->unit_count >= blocks_per_item);
    assert_int_equal(geometry->payload_bytes, geometry->unit_count * BLOOM_BLOCK_BYTES);
    assert_int_equal(geometry->hash_count % blocks_per_item, 0);
    assert_in_range(geometry->hash_count / blocks_per_item, 1, BLOOM_BITS_PER_BLOCK_MAX);
    assert_int_equal(bloom_plain_kind.check_geometry(geometry), BLOOM_OK);
    for (size_t w = 0; w < BLOOM_KIND_WORDS; w++) {
        assert_int_equal(geometry->kind_parameters[w], 0);
    }
}

static void plans_are_consistent_and_use_one_block_from_one_in_a_thousand(void **state)
{
    (void)state;
    for_every_plan(check_shape);
}

static void check_rate(const bloom_geometry_t *geometry)
{
    assert_at_most(model_fpr(geometry, geometry->expected_items),
                   1.03 * geometry->fpr * (1 + 1e-9));
}

static void plans_expect_at_most_three_percent_over_the_rate(void **state)
{
    (void)state;
    for_every_plan(check_rate);
}

static void check_memory(const bloom_geometry_t *geometry)
{
    if (geometry->fpr >= 1e-6 && geometry->fpr <= 0.25) {
        double theory = theory_bits((double)geometry->expected_items, geometry->fpr);
        assert_at_most((double)geometry->unit_count * BLOOM_BLOCK_BITS,
                       1.08 * theory + 2.0 * BLOOM_BLOCK_BITS);
    }
}

static void memory_is_within_eight_percent_of_theory_and_two_blocks(void **state)
{
    (void)state;
    for_every_plan(check_memory);
}

/* Between the rates of the list above, where the number of hashes changes. */
static void rate_and_memory_are_kept_on_a_dense_grid(void **state)
{
    (void)state;
    for (double fpr = BLOOM_FPR_MAX; fpr >= BLOOM_FPR_MIN; fpr *= 0.9) {
        for (uint64_t n = 1; n <= ITEMS_MOST; n += n / 5 + 1) {
            bloom_geometry_t geometry = plan_of(n, fpr);
            check_shape(&geometry);
            check_rate(&geometry);
            check_memory(&geometry);
        }
    }
}

static void memory_and_hash_count_are_as_published(void **state)
{
    (void)state;
    const struct {
        double fpr;
        uint32_t hash_count, blocks_per_item;
        double least, most; /* memory over theory: sized to 1.05 p and to p, as design.md has it */
    } cases[] = {
        {0.25, 2, 1, 0.966, 1.001},    {0.01, 6, 1, 1.023, 1.035},  {0.001, 9, 1, 1.072, 1.081},
        {0.0005, 10, 2, 1.016, 1.023}, {1e-4, 12, 2, 1.029, 1.035}, {1e-6, 18, 2, 1.077, 1.081},
        {1e-7, 22, 2, 1.109, 1.113},   {1e-9, 26, 2, 1.187, 1.191},
    };
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        bloom_geometry_t geometry = plan_of(10000000, cases[c].fpr);
        double ratio =
            (double)geometry.unit_count * BLOOM_BLOCK_BITS / theory_bits(1e7, cases[c].fpr);
        assert_int_equal(geometry.hash_count, cases[c].hash_count);
        assert_int_equal(geometry.blocks_per_item, cases[c].blocks_per_item);
        assert_at_most(cases[c].least, ratio + 0.0005);
        assert_at_most(ratio, cases[c].most + 0.0005);
    }
}

/* Where the filter at hand needs no margin, one block less misses the rate planned for. */
static void large_plans_are_minimal(void **state)
{
    (void)state;
    for (size_t r = 0; r < COUNT_OF(rates); r++) {
        bloom_geometry_t geometry = plan_of(100000000, rates[r]);
        assert_at_most(model_fpr(&geometry, geometry.expected_items), 1.03 * rates[r]);
        geometry.unit_count -= geometry.unit_count / 10000;
        assert_at_most(1.03 * rates[r], model_fpr(&geometry, geometry.expected_items));
    }
}

static void more_items_never_get_less_memory(void **state)
{
    (void)state;
    for (size_t r = 0; r < COUNT_OF(rates); r++) {
        uint64_t previous = 0;
        for (uint64_t n = 100000; n <= ITEMS_MOST; n = next_items(n)) {
            bloom_geometry_t geometry = plan_of(n, rates[r]);
            assert_true(geometry.unit_count >= previous);
            previous = geometry.unit_count;
        }
    }
}

/*
 * The rate by another road than sizing.c's: the distribution of a block's fill as a Markov chain of throws,
 * mixed over binomial loads.
 */
static double reference_block_rate(double block_share, unsigned bits_per_block, unsigned item_count)
{
    static double fill[BLOOM_BLOCK_BITS + 1];
    memset(fill, 0, sizeof fill);
    fill[0] = 1;
    double rate = 0;
    for (unsigned load = 0; load <= item_count; load++) {
        double log_weight =
            lgamma(item_count + 1.0) - lgamma(load + 1.0) - lgamma(item_count - load + 1.0);
        if (load > 0) {
            log_weight += load * log(block_share);
        }
        if (load < item_count) {
            log_weight += (item_count - load) * log1p(-block_share);
        }
        double hit = 0;
        for (unsigned f = 1; f <= BLOOM_BLOCK_BITS; f++) {
            hit += fill[f] * pow(f / (double)BLOOM_BLOCK_BITS, bits_per_block);
        }
        rate += exp(log_weight) * hit;
        for (unsigned t = 0; t < bits_per_block; t++) {
            for (unsigned f = BLOOM_BLOCK_BITS; f > 0; f--) {
                fill[f] = fill[f] * (f / (double)BLOOM_BLOCK_BITS) +
                          fill[f - 1] * (1 - (f - 1) / (double)BLOOM_BLOCK_BITS);
            }
            fill[0] = 0;
        }
    }
    return rate;
}

static void the_model_agrees_with_an_independent_computation(void **state)
{
    (void)state;
    const struct {
        uint64_t block_count;
        uint32_t bits_per_block, blocks_per_item;
        unsigned item_count;
    } cases[] = {
        {3, 6, 1, 150}, {10, 1, 1, 300},  {7, 16, 1, 100}, {2, 9, 1, 1},     {50, 9, 1, 400},
        {5, 5, 2, 120}, {10, 13, 2, 100}, {4, 16, 2, 300}, {100, 8, 2, 300}, {6, 4, 1, 900},
    };
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        double share = (double)cases[c].blocks_per_item / (double)cases[c].block_count;
        double expected = reference_block_rate(share, cases[c].bits_per_block, cases[c].item_count);
        if (cases[c].blocks_per_item == 2) {
            expected *= expected;
        }
        double model = bloom_sizing_fpr(cases[c].block_count, cases[c].bits_per_block,
                                        cases[c].blocks_per_item, cases[c].item_count);
        assert_at_most(model, expected * (1 + 1e-7));
        assert_at_most(expected * (1 - 1e-7), model);
    }
}

static void the_smallest_filters_have_known_rates(void **state)
{
    (void)state;
    /* one block, one item: its bits are the only ones */
    double one = bloom_sizing_fpr(1, 1, 1, 1);
    assert_true(fabs(one * 512 - 1) < 1e-9);
    /* two throws hit one place with chance 1/512, two with 511/512 */
    double two = bloom_sizing_fpr(1, 2, 1, 1),
           expected = (1.0 / 512 + 511.0 / 512 * 4) / (512.0 * 512);
    assert_true(fabs(two / expected - 1) < 1e-9);
    assert_true(bloom_sizing_fpr(1, 1, 1, 0) == 0);
}

static void the_expected_rate_is_monotone_and_within_bounds(void **state)
{
    (void)state;
    bloom_geometry_t shapes[] = {
        shape_of(1, 1, 1),
        shape_of(1, 16, 1),
        shape_of(2, 3, 1),
        shape_of(2, 16, 2),
        shape_of(194, 6, 1),
        shape_of(608, 9, 2),
        shape_of(1000000, 13, 2),
        shape_of(1000000, 1, 1),
        shape_of((uint64_t)1 << 41, 16, 1),
        shape_of((uint64_t)1 << 41, 16, 2),
    };
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        double previous = model_fpr(&shapes[s], 0);
        assert_true(previous == 0);
        uint64_t n = 1;
        for (;;) {
            double fpr = model_fpr(&shapes[s], n);
            assert_at_most(previous, fpr);
            assert_at_most(fpr, 1);
            previous = fpr;
            if (n == UINT64_MAX) {
                break;
            }
            uint64_t step = n < 50 ? 1 : n / 50;
            n = n > UINT64_MAX - step ? UINT64_MAX : n + step;
        }
        assert_true(previous > 0.999999 || shapes[s].unit_count == (uint64_t)1 << 41);
    }
}

/* Also from one item to the next, where two ways to sum up meet. */
static void the_expected_rate_is_monotone_item_by_item(void **state)
{
    (void)state;
    const bloom_geometry_t shapes[] = {shape_of(1, 2, 1),   shape_of(3, 16, 1),
                                       shape_of(10, 7, 1),  shape_of(20, 6, 2),
                                       shape_of(40, 13, 2), shape_of(5000, 16, 1)};
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        uint64_t full = shapes[s].unit_count * BLOOM_BLOCK_BITS * 2 / shapes[s].hash_count;
        uint64_t first = full > 600 ? full - 600 : 0;
        double previous = model_fpr(&shapes[s], first);
        for (uint64_t n = first + 1; n < full + 600; n++) {
            double fpr = model_fpr(&shapes[s], n);
            assert_at_most(previous, fpr);
            previous = fpr;
        }
    }
}

static void overfull_filters_expect_what_is_left_of_them(void **state)
{
    (void)state;
    for (size_t r = 0; r < COUNT_OF(rates); r++) {
        bloom_geometry_t geometry = plan_of(100000, rates[r]);
        double planned = model_fpr(&geometry, 100000), ten = model_fpr(&geometry, 1000000),
               thousand = model_fpr(&geometry, 100000000);
        assert_at_most(1.5 * planned, ten);
        assert_at_most(ten, 1);
        assert_at_most(0.99999, thousand);
        assert_at_most(thousand, 1);
    }
}

static void estimated_items_invert_the_expected_fill(void **state)
{
    (void)state;
    const bloom_geometry_t shapes[] = {shape_of(1, 1, 1), shape_of(100, 6, 1), shape_of(100, 9, 2)};
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        uint64_t total = shapes[s].unit_count * BLOOM_BLOCK_BITS;
        uint32_t bits = shapes[s].hash_count / shapes[s].blocks_per_item;
        double previous = -1;
        for (uint64_t set = 0; set <= total; set++) {
            double items =
                bloom_sizing_items(shapes[s].unit_count, bits, shapes[s].blocks_per_item, set);
            assert_true(items > previous);
            assert_true(items < DBL_MAX);
            previous = items;
        }
        assert_true(bloom_sizing_items(shapes[s].unit_count, bits, shapes[s].blocks_per_item, 0) ==
                    0);
    }
    /* one bit of one item: exactly one item */
    assert_true(fabs(bloom_sizing_items(1, 1, 1, 1) - 1) < 1e-9);
    /* half of all bits, one bit an item: m ln 2 items */
    double half = bloom_sizing_items(1000, 1, 1, 256000);
    assert_true(fabs(half / (512000 * LN2) - 1) < 1e-5);
}

static void arguments_out_of_range_are_refused(void **state)
{
    (void)state;
    const double bad_rates[] = {0.0,  -0.0,     -0.01,     1.0,        0.99,      2.0,
                                10.1, 1e-300,   5e-324,    DBL_MAX,    -DBL_MAX,  NAN,
                                -NAN, INFINITY, -INFINITY, 9.9999e-10, 0.50000001};
    const uint64_t items[] = {1, 3, 1000000, UINT64_MAX};
    for (size_t i = 0; i < COUNT_OF(items); i++) {
        for (size_t r = 0; r < COUNT_OF(bad_rates); r++) {
            bloom_geometry_t geometry = {
                .kind = BLOOM_KIND_PLAIN, .expected_items = items[i], .fpr = bad_rates[r]};
            assert_int_equal(bloom_geometry_plan(&geometry), BLOOM_ERROR_FPR_RANGE);
        }
    }
    bloom_geometry_t none = {.kind = BLOOM_KIND_PLAIN, .expected_items = 0, .fpr = 0.01};
    assert_int_equal(bloom_geometry_plan(&none), BLOOM_ERROR_ITEMS_RANGE);
}

static void sizes_end_where_memory_cannot_be_addressed(void **state)
{
    (void)state;
    uint64_t most_blocks = BLOOM_PAYLOAD_BYTES_MAX / BLOOM_BLOCK_BYTES;
    for (size_t r = 0; r < COUNT_OF(rates); r++) {
        uint64_t fits = 1, fails = UINT64_MAX;
        while (fails - fits > 1) {
            bloom_geometry_t geometry = {.kind = BLOOM_KIND_PLAIN,
                                         .expected_items = fits + (fails - fits) / 2,
                                         .fpr = rates[r]};
            bloom_status_t status = bloom_geometry_plan(&geometry);
            if (status == BLOOM_OK) {
                assert_true(geometry.unit_count <= most_blocks);
                fits = geometry.expected_items;
            } else {
                assert_int_equal(status, BLOOM_ERROR_SIZE_RANGE);
                fails = geometry.expected_items;
            }
        }
        bloom_geometry_t largest = plan_of(fits, rates[r]);
        /* where the filter is smaller than the classic formula has it, the formula's size still counts */
        assert_at_most(0.85 * (double)most_blocks, largest.unit_count);
        const uint64_t beyond[] = {fails, 2 * fails, INT64_MAX, UINT64_MAX};
        for (size_t b = 0; b < COUNT_OF(beyond); b++) {
            bloom_geometry_t geometry = {
                .kind = BLOOM_KIND_PLAIN, .expected_items = beyond[b], .fpr = rates[r]};
            assert_int_equal(bloom_geometry_plan(&geometry), BLOOM_ERROR_SIZE_RANGE);
        }
    }
}

/* Sizes at which 31, 32 and 33 bit arithmetic would break come out of plan() like any other. */
static void plans_of_exact_powers_of_two_exist(void **state)
{
    (void)state;
    const double fprs[] = {0.25, 0.01, 1e-4};
    for (size_t r = 0; r < COUNT_OF(fprs); r++) {
        for (unsigned power = 31; power <= 33; power++) {
            for (int offset = -1; offset <= 1; offset++) {
                uint64_t blocks =
                    ((uint64_t)1 << power) / BLOOM_BLOCK_BITS + (uint64_t)(int64_t)offset;
                double bits = (double)blocks * BLOOM_BLOCK_BITS;
                uint64_t low = 1000000, high = (uint64_t)(1.2 * bits / theory_bits(1, fprs[r]));
                while (high - low > 1) { /* the first n that needs more */
                    uint64_t middle = low + (high - low) / 2;
                    if (plan_of(middle, fprs[r]).unit_count > blocks) {
                        high = middle;
                    } else {
                        low = middle;
                    }
                }
                bloom_geometry_t geometry = plan_of(low, fprs[r]);
                assert_int_equal(geometry.unit_count, blocks);
                check_rate(&geometry);
                check_memory(&geometry);
            }
        }
    }
}

static void shapes_that_contradict_themselves_are_refused(void **state)
{
    (void)state;
    const bloom_geometry_t single = plan_of(1000, 0.01), pair = plan_of(1000, 1e-6);
    assert_int_equal(bloom_plain_kind.check_geometry(&single), BLOOM_OK);
    assert_int_equal(bloom_plain_kind.check_geometry(&pair), BLOOM_OK);

#define REFUSED(from, change)                                                               \
    do {                                                                                    \
        bloom_geometry_t geometry = from;                                                   \
        change;                                                                             \
        assert_int_equal(bloom_plain_kind.check_geometry(&geometry), BLOOM_ERROR_GEOMETRY); \
    } while (0)
    REFUSED(single, geometry.blocks_per_item = 0);
    REFUSED(single, geometry.blocks_per_item = 3);
    REFUSED(single, geometry.blocks_per_item = UINT32_MAX);
    REFUSED(single, geometry.hash_count = 0);
    REFUSED(single, geometry.hash_count = 1); /* too few to keep the rate */
    REFUSED(single, geometry.hash_count = 17);
    REFUSED(single, geometry.hash_count = UINT32_MAX);
    REFUSED(pair, geometry.hash_count = 15);
    REFUSED(pair, geometry.hash_count = 34);
    REFUSED(single, geometry.unit_count = 0);
    REFUSED(single, geometry.unit_count--); /* payload_bytes stays */
    REFUSED(single, geometry.payload_bytes--);
    REFUSED(single, geometry.payload_bytes = 0);
    REFUSED(single, (geometry.unit_count = 1, geometry.payload_bytes = 64));
    REFUSED(pair, (geometry.unit_count = 1, geometry.payload_bytes = 64));
    REFUSED(single, (geometry.unit_count = (uint64_t)1 << 58, geometry.payload_bytes = 0));
    REFUSED(single, (geometry.unit_count = ((uint64_t)1 << 58) + 1, geometry.payload_bytes = 64));
    REFUSED(single, (geometry.unit_count = ((uint64_t)1 << 41) + 1,
                     geometry.payload_bytes = BLOOM_PAYLOAD_BYTES_MAX + 64));
    REFUSED(single, geometry.expected_items *= 2);
    REFUSED(single, geometry.expected_items = UINT64_MAX);
    REFUSED(single, geometry.fpr /= 2);
    /* too few blocks, whatever the rate: the second would lie beyond the payload */
    REFUSED(shape_of(1, 1, 2), (void)geometry);
    REFUSED(shape_of(1, 8, 2), (void)geometry);
    REFUSED(shape_of(0, 1, 1), (void)geometry);
    REFUSED(single, geometry.kind_parameters[0] = 1); /* the kind has none */
    REFUSED(single, geometry.kind_parameters[BLOOM_KIND_WORDS - 1] = 1);
#undef REFUSED
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_are_consistent_and_use_one_block_from_one_in_a_thousand),
        cmocka_unit_test(plans_expect_at_most_three_percent_over_the_rate),
        cmocka_unit_test(memory_is_within_eight_percent_of_theory_and_two_blocks),
        cmocka_unit_test(rate_and_memory_are_kept_on_a_dense_grid),
        cmocka_unit_test(memory_and_hash_count_are_as_published),
        cmocka_unit_test(large_plans_are_minimal),
        cmocka_unit_test(more_items_never_get_less_memory),
        cmocka_unit_test(the_model_agrees_with_an_independent_computation),
        cmocka_unit_test(the_smallest_filters_have_known_rates),
        cmocka_unit_test(the_expected_rate_is_monotone_and_within_bounds),
        cmocka_unit_test(the_expected_rate_is_monotone_item_by_item),
        cmocka_unit_test(overfull_filters_expect_what_is_left_of_them),
        cmocka_unit_test(estimated_items_invert_the_expected_fill),
        cmocka_unit_test(arguments_out_of_range_are_refused),
        cmocka_unit_test(sizes_end_where_memory_cannot_be_addressed),
        cmocka_unit_test(plans_of_exact_powers_of_two_exist),
        cmocka_unit_test(shapes_that_contradict_themselves_are_refused),
    };
    return cmocka_run_group_tests(tests, make_plans, NULL);
}
