/*
 * Removing from shared filters: nothing that was not removed may go with what was. Rules 30 to 34 of PROTOCOL.md; what
 * is killed half way is in test_steps, many processes at once are in test_model.
 */
#include "support.h"

static bloom_shm_filter_t *filter;

static int removes_setup(void **state)
{
    void *counting = (void *)(uintptr_t)&shared_kinds[1];
    (void)state;
    test_setup(&counting);
    filter = must_open("words", 1000, false);
    return 0;
}

static int removes_teardown(void **state)
{
    bloom_shm_filter_close(filter);
    return test_teardown(state);
}

static bool remove_of(bloom_shm_filter_t *from, uint64_t item, uint64_t generation)
{
    bloom_shm_error_t error;
    bool is_removed;
    CHECK_OK(bloom_shm_filter_remove(from, hash_of(item), generation, &is_removed, &error), error);
    return is_removed;
}

static unsigned count_of(bloom_shm_filter_t *of, uint64_t item)
{
    return bloom_shm_filter_count_of(of, hash_of(item));
}

static bloom_shm_rebuild_t *begin_rebuild(void)
{
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    CHECK_OK(bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error), error);
    return rebuild;
}

static void commit(bloom_shm_rebuild_t *rebuild, bloom_shm_filter_t *next)
{
    bloom_shm_error_t error;
    CHECK_OK(bloom_shm_rebuild_commit(rebuild, &error), error);
    bloom_shm_filter_close(next);
}

/* Not even of an item that the loader has added already: it knew the truth, or will be told when the rebuild is over. */
static void a_remove_does_not_reach_a_version_that_is_being_built(void **state)
{
    (void)state;
    must_add(filter, 1);
    bloom_shm_rebuild_t *rebuild = begin_rebuild();
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
    must_add(next, 1);
    assert_true(remove_of(filter, 1, 0));
    assert_int_equal(count_of(filter, 1), 0);
    commit(rebuild, next);
    assert_int_equal(count_of(filter, 1), 1);
}

/* What the loader has not added yet looks present now and then: taking it away would take others' counters. */
static void removes_of_what_is_not_loaded_yet_take_nothing_from_others(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 1000; i++) {
        must_add(filter, 10000 + i);
    }
    bloom_shm_rebuild_t *rebuild = begin_rebuild();
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
    for (uint64_t i = 0; i < 1000; i++) {
        must_add(next, i);
    }
    for (uint64_t i = 0; i < 1000; i++) {
        assert_true(remove_of(filter, 10000 + i, 0));
    }
    commit(rebuild, next);
    for (uint64_t i = 0; i < 1000; i++) {
        assert_true(has(filter, i));
    }
}

static void a_remove_with_the_generation_from_before_a_rebuild_does_nothing(void **state)
{
    (void)state;
    must_add(filter, 1);
    uint64_t generation = bloom_shm_filter_generation(filter);
    assert_false(remove_of(filter, 1, generation + 1));
    bloom_shm_rebuild_t *rebuild = begin_rebuild();
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
    must_add(next, 1);
    commit(rebuild, next);
    assert_false(remove_of(filter, 1, generation));
    assert_int_equal(count_of(filter, 1), 1);
    assert_true(remove_of(filter, 1, bloom_shm_filter_generation(filter)));
    assert_int_equal(count_of(filter, 1), 0);
}

/* -- a switch just before the counters are decremented ------------------------------------------------------- */

static bloom_kind_t racing_kind;
static bloom_shm_filter_t *other;
static unsigned switches;

static void switch_over(void)
{
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    CHECK_OK(bloom_shm_rebuild_begin(other, NULL, &rebuild, &error), error);
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
    must_add(next, 1);
    commit(rebuild, next);
    switches++;
}

static bool racing_remove(const bloom_filter_t *image, bloom_hash_t hash,
                          const bloom_context_t *context)
{
    switch_over();
    return bloom_kind_by_id(BLOOM_KIND_COUNTING)->remove(image, hash, context);
}

static void a_remove_that_a_switch_overtakes_stays_in_the_old_version(void **state)
{
    (void)state;
    must_add(filter, 1);
    other = must_open("words", 0, false);
    racing_kind = *bloom_kind_by_id(BLOOM_KIND_COUNTING);
    racing_kind.remove = racing_remove;
    filter->private_part->mapping->filter.kind = &racing_kind;
    remove_of(filter, 1, 1);
    assert_int_equal(switches, 1);
    assert_int_equal(bloom_shm_filter_generation(filter), 2);
    assert_int_equal(count_of(filter, 1), 1);
    bloom_shm_filter_close(other);
}

/* -- states ---------------------------------------------------------------------------------------------------- */

static void nothing_is_removed_before_it_is_loaded(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bool is_removed = true;
    must_add(filter, 1);
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    assert_status(bloom_shm_filter_remove(filter, hash_of(1), 0, &is_removed, &error),
                  BLOOM_SHM_NOT_READY, error);
    assert_false(is_removed);
    assert_int_equal(count_of(filter, 1), UINT_MAX);
    assert_ok(bloom_shm_load_commit(filter, &error), error);
    assert_int_equal(count_of(filter, 1), 1);
    /* nor is anything by a loader */
    bloom_shm_rebuild_t *rebuild = begin_rebuild();
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
    must_add(next, 1);
    assert_status(bloom_shm_filter_remove(next, hash_of(1), 0, &is_removed, &error),
                  BLOOM_SHM_NOT_READY, error);
    commit(rebuild, next);
    assert_int_equal(count_of(filter, 1), 1);
}

static void an_absent_item_is_not_removed_and_nothing_changes(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 100; i++) {
        must_add(filter, i);
    }
    size_t size_bytes = (size_t)filter->filter.geometry.payload_bytes;
    uint64_t *before = malloc(size_bytes);
    assert_non_null(before);
    memcpy(before, filter->filter.payload, size_bytes);
    assert_false(remove_of(filter, absent_item(filter), 0));
    assert_memory_equal(before, filter->filter.payload, size_bytes);
    free(before);
}

#define REMOVES_TEST(test) cmocka_unit_test_setup_teardown(test, removes_setup, removes_teardown)

static const struct CMUnitTest tests[] = {
    REMOVES_TEST(a_remove_does_not_reach_a_version_that_is_being_built),
    REMOVES_TEST(removes_of_what_is_not_loaded_yet_take_nothing_from_others),
    REMOVES_TEST(a_remove_with_the_generation_from_before_a_rebuild_does_nothing),
    REMOVES_TEST(a_remove_that_a_switch_overtakes_stays_in_the_old_version),
    REMOVES_TEST(nothing_is_removed_before_it_is_loaded),
    REMOVES_TEST(an_absent_item_is_not_removed_and_nothing_changes),
};

SHM_TEST_MAIN(tests)
