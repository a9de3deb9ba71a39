/* What one process sees: creating, attaching, loading, rebuilding, dropping. */
#include "support.h"

static void a_created_filter_holds_what_was_added(void **state)
{
    (void)state;
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    for (uint64_t i = 0; i < 1000; i++) {
        must_add(filter, i);
    }
    for (uint64_t i = 0; i < 1000; i++) {
        assert_true(has(filter, i));
    }
    assert_false(has(filter, absent_item(filter)));
    assert_true(bloom_shm_filter_is_ready(filter));
    assert_int_equal(bloom_shm_filter_generation(filter), 1);
    bloom_shm_filter_close(filter);
    assert_int_equal(entry_count(), 1);
}

static void a_second_handle_sees_the_same_bits(void **state)
{
    (void)state;
    bloom_shm_filter_t *one = must_open("words", 1000, false),
                       *other = must_open("words", 0, false);
    must_add(one, 7);
    assert_true(has(other, 7));
    bloom_shm_filter_close(one);
    bloom_shm_filter_close(other);
}

static void add_says_whether_the_item_was_new(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bool is_new;
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    assert_ok(bloom_shm_filter_add(filter, hash_of(1), &is_new, &error), error);
    assert_true(is_new);
    assert_ok(bloom_shm_filter_add(filter, hash_of(1), &is_new, &error), error);
    assert_false(is_new);
    bloom_shm_filter_close(filter);
}

static void attaching_a_missing_filter_fails_and_creates_nothing(void **state)
{
    (void)state;
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    assert_status(shared_open(&filter, "words", 0, false, &error), BLOOM_SHM_NOT_FOUND, error);
    assert_null(filter);
    assert_int_equal(entry_count(), 0);
}

static void n_and_p_are_minimums(void **state)
{
    (void)state;
    bloom_shm_filter_t *filter = must_open("words", 2000, false), *other;
    bloom_shm_error_t error;
    assert_ok(shared_open(&other, "words", 1000, false, &error), error);
    assert_false(other->is_lesser);
    bloom_shm_filter_close(other);
    assert_status(shared_open(&other, "words", 3000, false, &error), BLOOM_SHM_TOO_SMALL, error);
    assert_non_null(strstr(error.clause, "2000"));
    assert_non_null(strstr(error.clause, "3000"));
    assert_ok(shared_open(&other, "words", 3000, true, &error), error);
    assert_true(other->is_lesser);
    bloom_shm_filter_close(other);
    bloom_shm_filter_close(filter);
}

static void until_a_load_completes_everything_might_be_present(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bool is_new;
    bloom_shm_filter_t *filter = must_open("words", 1000, true),
                       *other = must_open("words", 0, false);
    assert_true(bloom_shm_filter_needs_load(filter));
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    assert_status(bloom_shm_load_begin(other, &error), BLOOM_SHM_BUSY, error);
    assert_int_equal(error.pid, getpid());
    assert_true(has(other, 1));
    assert_ok(bloom_shm_filter_add(filter, hash_of(1), &is_new, &error), error);
    assert_false(is_new);
    assert_false(bloom_shm_filter_is_ready(other));
    assert_ok(bloom_shm_load_commit(filter, &error), error);
    assert_true(bloom_shm_filter_is_ready(other));
    assert_true(has(other, 1));
    assert_false(has(other, absent_item(other)));
    assert_status(bloom_shm_load_begin(other, &error), BLOOM_SHM_ALREADY_LOADED, error);
    bloom_shm_filter_close(other);
    bloom_shm_filter_close(filter);
}

static void a_failed_load_leaves_it_not_ready_and_is_repeated_later(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    options.load_retry_ms = 100000;
    bloom_shm_filter_t *filter = must_open("words", 1000, true);
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    bloom_shm_load_abort(filter);
    assert_false(bloom_shm_filter_is_ready(filter));
    assert_status(bloom_shm_load_begin(filter, &error), BLOOM_SHM_RETRY_LATER, error);
    bloom_shm_filter_close(filter);
    options.load_retry_ms = 0;
    filter = must_open("words", 1000, true);
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    assert_ok(bloom_shm_load_commit(filter, &error), error);
    bloom_shm_filter_close(filter);
}

static void a_loader_for_a_filter_that_began_without_one_makes_it_not_ready(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_filter_t *revoking = must_open("words", 1000, false),
                       *filter = must_open("words", 1000, true);
    assert_true(bloom_shm_filter_is_ready(revoking));
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    assert_true(has(revoking, absent_item(revoking)));
    bloom_shm_load_abort(filter);
    assert_false(bloom_shm_filter_is_ready(revoking));
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(revoking);
}

static void a_rebuild_switches_every_handle(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    bloom_geometry_t larger = plan_of(5000, 0.001);
    bloom_shm_filter_t *filter = must_open("words", 1000, false),
                       *other = must_open("words", 0, false);
    must_add(filter, 1);
    must_add(filter, 2);
    uint64_t absent = absent_item(filter);
    assert_ok(bloom_shm_rebuild_begin(filter, &larger, &rebuild, &error), error);
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
    must_add(next, 2);
    assert_true(has(next, absent)); /* not ready */
    must_add(other, 3);             /* goes to both */
    assert_true(has(filter, 1));
    assert_false(has(filter, absent));
    assert_ok(bloom_shm_rebuild_commit(rebuild, &error), error);
    assert_false(has(other, 1));
    assert_true(has(other, 2));
    assert_true(has(other, 3));
    assert_int_equal(bloom_shm_filter_generation(filter), 2);
    assert_int_equal(filter->filter.geometry.expected_items, 5000);
    assert_true(has(next, absent)); /* discarded */
    bool is_new;
    assert_status(bloom_shm_filter_add(next, hash_of(9), &is_new, &error), BLOOM_SHM_DISCARDED,
                  error);
    bloom_shm_filter_close(next);
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(other);
    assert_int_equal(entry_count(), 1);
    bloom_store_usage_t usage;
    assert_ok(bloom_store_usage(&options, &usage, &error), error);
    assert_int_equal(usage.mapping_count, 1);
    assert_int_equal(usage.filter_count, 1);
}

/* A deploy that asks for more: every worker finds the filter too small, one makes it larger. */
static void what_others_enlarged_meanwhile_is_not_made_smaller_again(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild, *under_way;
    bloom_geometry_t much = plan_of(5000, 0.01), more = plan_of(2000, 0.01),
                     finer = plan_of(10, 0.001);
    bloom_shm_filter_close(must_open("words", 1000, false));
    bloom_shm_filter_t *filter = must_open("words", 2000, true),
                       *other = must_open("words", 5000, true);
    assert_true(filter->is_lesser);
    assert_ok(bloom_shm_enlarge_begin(other, &much, &under_way, &error), error);
    assert_status(bloom_shm_enlarge_begin(filter, &more, &rebuild, &error), BLOOM_SHM_BUSY, error);
    assert_ok(bloom_shm_rebuild_commit(under_way, &error), error);
    assert_status(bloom_shm_enlarge_begin(filter, &more, &rebuild, &error),
                  BLOOM_SHM_ALREADY_LOADED, error);
    assert_int_equal(bloom_shm_filter_generation(filter), 2);
    assert_ok(bloom_shm_enlarge_begin(filter, &finer, &rebuild, &error), error);
    assert_ok(bloom_shm_rebuild_commit(rebuild, &error), error);
    assert_int_equal(bloom_shm_filter_generation(other), 3);
    assert_int_equal(other->filter.geometry.expected_items, 5000);
    assert_true(other->filter.geometry.fpr <= 0.001);
    assert_int_equal(entry_count(), 1);
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(other);
}

static void enlarging_what_was_never_loaded_is_its_first_load(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    bloom_geometry_t more = plan_of(2000, 0.01);
    options.load_retry_ms = 60000;
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    uint64_t absent = absent_item(filter);
    assert_ok(bloom_shm_enlarge_begin(filter, &more, &rebuild, &error), error);
    assert_true(has(filter, absent));
    bloom_shm_rebuild_abort(rebuild);
    assert_true(has(filter, absent)); /* nothing has been loaded yet */
    assert_status(bloom_shm_enlarge_begin(filter, &more, &rebuild, &error), BLOOM_SHM_RETRY_LATER,
                  error);
    bloom_shm_filter_close(filter);
    options.load_retry_ms = 0;
    filter = must_open("words", 2000, true);
    assert_ok(bloom_shm_enlarge_begin(filter, &more, &rebuild, &error), error);
    assert_ok(bloom_shm_rebuild_commit(rebuild, &error), error);
    assert_false(has(filter, absent));
    assert_false(bloom_shm_filter_needs_load(filter));
    bloom_shm_filter_close(filter);
}

static void an_aborted_rebuild_changes_and_leaves_nothing(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    bloom_shm_filter_t *filter = must_open("words", 1000, false),
                       *other = must_open("words", 0, false);
    must_add(filter, 1);
    assert_ok(bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error), error);
    must_add(other, 2);
    bloom_shm_rebuild_abort(rebuild);
    must_add(other, 3);
    assert_int_equal(entry_count(), 1);
    for (uint64_t i = 1; i <= 3; i++) {
        assert_true(has(filter, i));
    }
    assert_int_equal(bloom_shm_filter_generation(other), 1);
    /* and its number is not given again */
    assert_ok(bloom_shm_filter_clear(filter, &error), error);
    assert_int_equal(bloom_shm_filter_generation(other), 3);
    assert_false(has(other, absent_item(other)));
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(other);
}

static void a_second_rebuild_fails_at_once(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild, *second;
    bloom_shm_filter_t *filter = must_open("words", 1000, false),
                       *other = must_open("words", 0, false);
    assert_ok(bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error), error);
    assert_status(bloom_shm_rebuild_begin(other, NULL, &second, &error), BLOOM_SHM_BUSY, error);
    assert_int_equal(error.pid, getpid());
    assert_ok(bloom_shm_rebuild_commit(rebuild, &error), error);
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(other);
}

static void a_request_that_ends_aborts_what_it_left_open(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    bloom_shm_filter_t *filter = must_open("words", 1000, true),
                       *other = must_open("others", 1000, false);
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    assert_ok(bloom_shm_rebuild_begin(other, NULL, &rebuild, &error), error);
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
    bloom_shm_request_end();
    assert_false(bloom_shm_filter_is_ready(filter));
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    assert_ok(bloom_shm_filter_clear(other, &error), error);
    bloom_shm_filter_close(next);
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(other);
    assert_int_equal(entry_count(), 2);
}

static void a_dropped_filter_is_gone_for_everyone(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bool is_new;
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    uint64_t absent = absent_item(filter);
    assert_ok(bloom_store_drop(&options, "words", &error), error);
    assert_status(bloom_store_drop(&options, "words", &error), BLOOM_SHM_NOT_FOUND, error);
    assert_false(exists("words"));
    assert_int_equal(entry_count(), 0);
    assert_true(has(filter, absent));
    assert_status(bloom_shm_filter_add(filter, hash_of(1), &is_new, &error), BLOOM_SHM_VANISHED,
                  error);
    /* a new one of that name is taken up by the old handle */
    bloom_shm_filter_t *other = must_open("words", 2000, false);
    must_add(other, 5);
    must_add(filter, 6);
    assert_true(has(other, 6));
    assert_true(has(filter, 5));
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(other);
}

static void drop_ends_a_load_and_a_rebuild(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    bloom_shm_filter_t *filter = must_open("words", 1000, false),
                       *loading = must_open("others", 1000, true);
    assert_ok(bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error), error);
    assert_ok(bloom_shm_load_begin(loading, &error), error);
    assert_ok(bloom_store_drop(&options, "words", &error), error);
    assert_ok(bloom_store_drop(&options, "others", &error), error);
    assert_status(bloom_shm_rebuild_commit(rebuild, &error), BLOOM_SHM_VANISHED, error);
    assert_status(bloom_shm_load_commit(loading, &error), BLOOM_SHM_VANISHED, error);
    assert_int_equal(entry_count(), 0);
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(loading);
}

static void a_deleted_file_makes_lookups_true_and_adds_fail(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bool is_new;
    char path[BLOOM_SHM_PATH_BYTES];
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    uint64_t absent = absent_item(filter);
    assert_false(has(filter, absent));
    path_of(path, "words.bloom");
    assert_int_equal(unlink(path), 0);
    sleep_us(20000); /* revalidate_ms, and the clock's own step */
    bool answer = false;
    for (unsigned i = 0; i < 8 && !answer; i++) {
        answer = has(filter, absent);
    }
    assert_true(answer);
    assert_status(bloom_shm_filter_add(filter, hash_of(1), &is_new, &error), BLOOM_SHM_VANISHED,
                  error);
    assert_int_equal(bloom_shm_filter_generation(filter), 0);
    bloom_shm_filter_close(filter);
}

static bool collect(const char *name, void *argument)
{
    strcat(argument, name);
    return true;
}

static void the_store_lists_what_is_there(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    char names[256] = "";
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    assert_ok(bloom_store_list(&options, collect, names, &error), error);
    assert_string_equal(names, "words");
    assert_true(exists("words"));
    assert_false(exists("others"));
    bloom_shm_filter_close(filter);
}

static void statistics_are_added_up_and_survive_a_rebuild(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_info_t info;
    bloom_shm_filter_t *filter = must_open("words", 1000, false),
                       *other = must_open("words", 0, false);
    must_add(filter, 1);
    has(filter, 1);
    has(other, 1);
    has(other, absent_item(other));
    bloom_shm_filter_close(other);
    filter->reported_false_positives += 2;
    bloom_shm_filter_flush_statistics(filter);
    assert_ok(bloom_shm_filter_clear(filter, &error), error);
    bloom_shm_filter_info(filter, &info);
    assert_int_equal(info.lookups, 3);
    assert_int_equal(info.positives, 2);
    assert_int_equal(info.reported_false_positives, 2);
    assert_int_equal(info.provenance.rebuild_count, 1);
    assert_int_equal(info.provenance.generation, 2);
    assert_string_equal(info.name, "words");
    bloom_shm_filter_close(filter);
}

static void a_merge_reaches_a_version_being_built(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    bloom_shm_snapshot_t snapshot;
    bloom_geometry_t larger = plan_of(5000, 0.01);
    bloom_shm_filter_t *filter = must_open("words", 1000, false),
                       *source = must_open("others", 1000, false);
    must_add(source, 1);
    assert_ok(bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error), error);
    assert_ok(bloom_shm_snapshot_begin(&snapshot, source, &error), error);
    assert_ok(bloom_shm_filter_merge(filter, &snapshot.filter, &error), error);
    assert_ok(bloom_shm_rebuild_commit(rebuild, &error), error);
    assert_true(has(filter, 1));
    assert_ok(bloom_shm_rebuild_begin(filter, &larger, &rebuild, &error), error);
    assert_status(bloom_shm_filter_merge(filter, &snapshot.filter, &error), BLOOM_SHM_INCOMPATIBLE,
                  error);
    assert_ok(bloom_shm_rebuild_commit(rebuild, &error), error);
    assert_status(bloom_shm_filter_merge(filter, &snapshot.filter, &error), BLOOM_SHM_INCOMPATIBLE,
                  error);
    bloom_shm_snapshot_end(&snapshot);
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(source);
}

static void a_filter_that_is_not_ready_cannot_be_copied(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_snapshot_t snapshot;
    bloom_shm_filter_t *filter = must_open("words", 1000, true);
    assert_status(bloom_shm_snapshot_begin(&snapshot, filter, &error), BLOOM_SHM_NOT_READY, error);
    bloom_shm_filter_close(filter);
}

static void a_writer_that_cannot_reach_the_next_version_makes_it_fail(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    char path[BLOOM_SHM_PATH_BYTES];
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    assert_ok(bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error), error);
    path_of(path, "words.2");
    assert_int_equal(access(path, F_OK), 0);
    fflush(NULL);
    pid_t pid = fork(); /* a process that has not mapped it, and may open no file */
    if (pid == 0) {
        bloom_shm_mapping_t *next = rebuild->next_mapping;
        next->inode = 0; /* as if unknown here */
        next->provenance.generation = 0;
        while (open("/dev/null", O_RDONLY) >= 0) {
        }
        must_add(filter, 1);
        _exit(0);
    }
    assert_int_equal(child_wait(pid), 0);
    assert_status(bloom_shm_rebuild_commit(rebuild, &error), BLOOM_SHM_POISONED, error);
    assert_true(has(filter, 1));
    assert_int_equal(bloom_shm_filter_generation(filter), 1);
    assert_int_equal(entry_count(), 1);
    assert_ok(bloom_shm_filter_clear(filter, &error), error);
    bloom_shm_filter_close(filter);
}

static const struct CMUnitTest tests[] = {
    SHM_TEST(a_created_filter_holds_what_was_added),
    SHM_TEST(a_second_handle_sees_the_same_bits),
    SHM_TEST(add_says_whether_the_item_was_new),
    SHM_TEST(attaching_a_missing_filter_fails_and_creates_nothing),
    SHM_TEST(n_and_p_are_minimums),
    SHM_TEST(until_a_load_completes_everything_might_be_present),
    SHM_TEST(a_failed_load_leaves_it_not_ready_and_is_repeated_later),
    SHM_TEST(a_loader_for_a_filter_that_began_without_one_makes_it_not_ready),
    SHM_TEST(a_rebuild_switches_every_handle),
    SHM_TEST(what_others_enlarged_meanwhile_is_not_made_smaller_again),
    SHM_TEST(enlarging_what_was_never_loaded_is_its_first_load),
    SHM_TEST(an_aborted_rebuild_changes_and_leaves_nothing),
    SHM_TEST(a_second_rebuild_fails_at_once),
    SHM_TEST(a_request_that_ends_aborts_what_it_left_open),
    SHM_TEST(a_dropped_filter_is_gone_for_everyone),
    SHM_TEST(drop_ends_a_load_and_a_rebuild),
    SHM_TEST(a_deleted_file_makes_lookups_true_and_adds_fail),
    SHM_TEST(the_store_lists_what_is_there),
    SHM_TEST(statistics_are_added_up_and_survive_a_rebuild),
    SHM_TEST(a_merge_reaches_a_version_being_built),
    SHM_TEST(a_filter_that_is_not_ready_cannot_be_copied),
    SHM_TEST(a_writer_that_cannot_reach_the_next_version_makes_it_fail),
};

SHM_TEST_MAIN(tests)
