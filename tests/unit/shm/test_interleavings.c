/*
 * The interleavings that last nanoseconds, made to happen every time: the kind's add() of one version is wrapped, so
 * that something happens just before or just after its bits are set, between a writer's two looks at the word.
 */
#include "support.h"

static const bloom_kind_t *real_kind;
static bloom_kind_t racing_kind;
static void (*before_add)(void);
static void (*after_add)(void);
static bloom_shm_filter_t *writer,
    *other; /* the one that adds; the one through which the rest happens */
static bloom_shm_rebuild_t *under_way;
static unsigned happened;
static bool is_inline; /* the add that is raced with takes the inline path */

static void happen(void (**event)(void))
{
    void (*now)(void) = *event;
    *event = NULL; /* once */
    if (now != NULL) {
        happened++;
        now();
    }
}

static bloom_add_result_t racing_add(const bloom_filter_t *filter, bloom_hash_t hash,
                                     const bloom_context_t *context)
{
    happen(&before_add);
    bloom_add_result_t result = real_kind->add(filter, hash, context);
    happen(&after_add);
    return result;
}

static void racing_merge(const bloom_filter_t *target, const bloom_filter_t *source,
                         const bloom_context_t *context)
{
    real_kind->merge(target, source, context);
    happen(&after_add);
}

static void race_in(bloom_filter_t *image, void (*before)(void), void (*after)(void))
{
    image->kind = &racing_kind;
    before_add = before;
    after_add = after;
}

/* In the version in use, whichever way the add takes. */
static void race(bloom_shm_filter_t *filter, void (*before)(void), void (*after)(void))
{
    race_in(&filter->private_part->mapping->filter, before, after);
    race_in(&filter->filter, before, after);
    filter->calls_to_check = 100;
    if (!is_inline) { /* let something be due */
        filter->calls_to_check = 1;
        filter->private_part->next_statistics_us = 0;
    }
}

static int interleaving_setup(void **state)
{
    test_setup(state);
    real_kind = bloom_kind_by_id(kind_in_use->id);
    racing_kind = *real_kind;
    racing_kind.add = racing_add;
    before_add = after_add = NULL;
    happened = 0;
    options.revalidate_ms = 0;
    writer = must_open("words", 1000, false);
    other = must_open("words", 0, false);
    return 0;
}

static int inline_setup(void **state)
{
    is_inline = true;
    return interleaving_setup(state);
}

static int slow_setup(void **state)
{
    is_inline = false;
    return interleaving_setup(state);
}

static int interleaving_teardown(void **state)
{
    bloom_shm_filter_close(writer);
    bloom_shm_filter_close(other);
    return test_teardown(state);
}

static void announce(void)
{
    bloom_shm_error_t error;
    bloom_geometry_t larger = plan_of(3000, 0.001);
    CHECK_OK(bloom_shm_rebuild_begin(other, &larger, &under_way, &error), error);
}

static void commit(void)
{
    bloom_shm_error_t error;
    CHECK_OK(bloom_shm_rebuild_commit(under_way, &error), error);
}

static void abort_it(void)
{
    bloom_shm_rebuild_abort(under_way);
}

static void switch_once(void)
{
    announce();
    commit();
}

static void switch_twice(void)
{
    switch_once();
    switch_once();
}

static void abort_and_announce(void)
{
    abort_it();
    announce();
}

static void commit_and_announce(void)
{
    commit();
    announce();
}

static void commit_and_switch(void)
{
    commit();
    switch_once();
}

static void drop_it(void)
{
    bloom_shm_error_t error;
    CHECK_OK(bloom_store_drop(&options, "words", &error), error);
}

static void drop_and_create(void)
{
    drop_it();
    bloom_shm_filter_close(must_open("words", 500, false));
}

/* The new version got nothing from a loader: what is in it came from the writer. */
static void assert_carried_over(uint64_t item)
{
    bloom_shm_filter_t *newcomer = must_open("words", 0, false);
    assert_int_equal(happened, 1);
    assert_true(bloom_shm_filter_generation(newcomer) > 1);
    assert_false(has(newcomer, absent_item(newcomer)));
    assert_true(has(newcomer, item));
    assert_true(has(writer, item));
    assert_true(has(other, item));
    bloom_shm_filter_close(newcomer);
}

static void announced_just_before_the_bits_are_set(void **state)
{
    (void)state;
    race(writer, announce, NULL);
    must_add(writer, 1);
    commit();
    assert_carried_over(1);
}

static void announced_just_after_the_bits_are_set(void **state)
{
    (void)state;
    race(writer, NULL, announce);
    must_add(writer, 1);
    commit();
    assert_carried_over(1);
}

static void announced_while_a_present_item_is_added(void **state)
{
    (void)state;
    must_add(writer, 1);
    race(writer, NULL, announce);
    must_add(writer, 1);
    commit();
    assert_carried_over(1);
}

static void switched_while_the_bits_are_set(void **state)
{
    (void)state;
    race(writer, NULL, switch_once);
    must_add(writer, 1);
    assert_carried_over(1);
}

static void switched_twice_while_the_bits_are_set(void **state)
{
    (void)state;
    race(writer, switch_twice, NULL);
    must_add(writer, 1);
    assert_carried_over(1);
}

static void switched_just_before_it_grows(void **state)
{
    (void)state;
    const bloom_filter_t *image = &writer->private_part->mapping->filter;
    bloom_context_t context = {.is_shared = true};
    uint64_t item = 1;
    while (real_kind->add(image, hash_of(item), &context) <= BLOOM_ADD_NEW) {
        item++;
    }
    race(writer, NULL, switch_once);
    must_add(writer, item);
    assert_carried_over(item);
}

/* In the second write of a dual write: of the version that is being built. */
static void race_in_next(void (*before)(void), void (*after)(void))
{
    announce();
    race_in(&under_way->next_mapping->filter, before, after);
    must_add(writer, 1);
}

static void switched_between_the_two_writes(void **state)
{
    (void)state;
    race_in_next(NULL, commit);
    assert_carried_over(1);
}

static void switched_between_the_two_writes_and_announced_again(void **state)
{
    (void)state;
    race_in_next(NULL, commit_and_announce);
    commit();
    assert_carried_over(1);
}

static void switched_twice_before_the_second_write(void **state)
{
    (void)state;
    race_in_next(commit_and_switch, NULL);
    assert_carried_over(1);
}

static void aborted_between_the_two_writes_and_announced_again(void **state)
{
    (void)state;
    race_in_next(NULL, abort_and_announce);
    commit();
    assert_carried_over(1);
}

/* The writer knows the aborted version from an earlier add. */
static void announced_again_after_an_abort(void **state)
{
    (void)state;
    announce();
    must_add(writer, 1);
    abort_and_announce();
    happened = 1;
    must_add(writer, 2);
    commit();
    assert_carried_over(2);
    assert_int_equal(bloom_shm_filter_generation(writer), 3);
}

static void dropped_while_the_bits_are_set(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bool is_new;
    race(writer, NULL, drop_it);
    assert_status(bloom_shm_filter_add(writer, hash_of(1), &is_new, &error), BLOOM_SHM_VANISHED,
                  error);
    assert_true(has(writer, 2));
}

static void dropped_and_created_while_the_bits_are_set(void **state)
{
    (void)state;
    race(writer, NULL, drop_and_create);
    must_add(writer, 1);
    bloom_shm_filter_t *newcomer = must_open("words", 0, false);
    assert_true(has(newcomer, 1));
    assert_false(has(newcomer, absent_item(newcomer)));
    bloom_shm_filter_close(newcomer);
}

static void announced_to_another_size_while_another_filter_is_merged(void **state)
{
    (void)state;
    if (real_kind->merge == NULL) {
        return; /* nothing to race with */
    }
    bloom_shm_error_t error;
    bloom_shm_snapshot_t snapshot;
    bloom_shm_filter_t *source = must_open("source", 1000, false);
    must_add(source, 1);
    assert_ok(bloom_shm_snapshot_begin(&snapshot, source, &error), error);
    racing_kind.merge = racing_merge;
    race_in(&writer->private_part->mapping->filter, NULL, announce);
    assert_ok(bloom_shm_filter_merge(writer, &snapshot.filter, &error), error);
    writer->private_part->mapping->filter.kind = real_kind;
    assert_int_equal(happened, 1);
    assert_status(bloom_shm_rebuild_commit(under_way, &error), BLOOM_SHM_POISONED, error);
    assert_true(has(other, 1));
    bloom_shm_snapshot_end(&snapshot);
    bloom_shm_filter_close(source);
}

/* -- on a disk ------------------------------------------------------------------------------------------------ */

static bloom_shm_filter_t *flushed;

static void flush_it(void)
{
    bloom_shm_error_t error;
    CHECK_OK(bloom_shm_filter_flush(flushed, &error), error);
}

static void flushed_just_before_the_bits_are_set(void **state)
{
    (void)state;
    char home[100], path[BLOOM_SHM_PATH_BYTES];
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    snprintf(home, sizeof home, "%.80s/bloom-test-XXXXXX",
             getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/var/tmp");
    assert_non_null(mkdtemp(home));
    snprintf(path, sizeof path, "%s/filter", home);
    assert_ok(path_open(&filter, path, 1000, false, &error), error);
    assert_ok(path_open(&flushed, path, 1000, false, &error), error);
    must_add(filter, 1); /* dirty: the fast path */
    race(filter, flush_it, NULL);
    must_add(filter, 2);
    uint64_t word = bloom_load_acquire(filter->state_word);
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(flushed);
    unlink(path);
    rmdir(home);
    assert_int_equal(happened, 1);
    assert_int_not_equal(word & BLOOM_STATE_DURABILITY, BLOOM_STATE_CLEAN);
}

#define INTERLEAVING_TEST(test, index, kind_name)                                     \
    {#test " (" kind_name ", inline)", test, inline_setup, interleaving_teardown,     \
     (void *)(uintptr_t)&shared_kinds[index]},                                        \
    {                                                                                 \
        #test " (" kind_name ", slow path)", test, slow_setup, interleaving_teardown, \
            (void *)(uintptr_t)&shared_kinds[index]                                   \
    }
#define INTERLEAVING_TESTS(test)                                                 \
    INTERLEAVING_TEST(test, 0, "plain"), INTERLEAVING_TEST(test, 1, "counting"), \
        INTERLEAVING_TEST(test, 2, "scalable"), INTERLEAVING_TEST(test, 3, "rotating")

static const struct CMUnitTest tests[] = {
    INTERLEAVING_TESTS(announced_just_before_the_bits_are_set),
    INTERLEAVING_TESTS(announced_just_after_the_bits_are_set),
    INTERLEAVING_TESTS(announced_while_a_present_item_is_added),
    INTERLEAVING_TESTS(switched_while_the_bits_are_set),
    INTERLEAVING_TESTS(switched_twice_while_the_bits_are_set),
    INTERLEAVING_TEST(switched_just_before_it_grows, 2, "scalable"),
    INTERLEAVING_TESTS(switched_between_the_two_writes),
    INTERLEAVING_TESTS(switched_between_the_two_writes_and_announced_again),
    INTERLEAVING_TESTS(switched_twice_before_the_second_write),
    INTERLEAVING_TESTS(aborted_between_the_two_writes_and_announced_again),
    INTERLEAVING_TESTS(announced_again_after_an_abort),
    INTERLEAVING_TESTS(dropped_while_the_bits_are_set),
    INTERLEAVING_TESTS(dropped_and_created_while_the_bits_are_set),
    INTERLEAVING_TESTS(announced_to_another_size_while_another_filter_is_merged),
    INTERLEAVING_TESTS(flushed_just_before_the_bits_are_set),
};

SHM_TEST_MAIN(tests)
