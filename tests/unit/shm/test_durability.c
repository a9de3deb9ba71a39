/*
 * What is believed after the power failed, with a faked boot id: all of a flushed file, nothing of one that was
 * not. The files lie on a disk, if TMPDIR or /tmp is one; flushing needs one, the rest does not.
 */
#include "support.h"

static const uint64_t first_boot[2] = {1, 1}, second_boot[2] = {2, 2}, unknown_boot[2] = {0, 0};
static char path[BLOOM_SHM_PATH_BYTES];
static bool is_on_disk;

static int durability_setup(void **state)
{
    test_setup(state);
    bloom_os_override_boot_id(first_boot);
    path_of(path, "filter");
    return 0;
}

static bloom_shm_filter_t *must_open_path(bool has_loader)
{
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    CHECK_OK(path_open(&filter, path, 1000, has_loader, &error), error);
    return filter;
}

/* Nothing of the first boot stays in this process. */
static void reboot(const uint64_t boot_id[2])
{
    bloom_store_shutdown();
    bloom_os_override_boot_id(boot_id);
}

static void a_flushed_file_is_ready_after_a_boot(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_info_t info;
    if (!is_on_disk) {
        print_message("SKIPPED: no disk under TMPDIR or /tmp\n");
        skip();
    }
    bloom_shm_filter_t *filter = must_open_path(false);
    must_add(filter, 1);
    bloom_shm_filter_info(filter, &info);
    assert_false(info.is_clean);
    assert_ok(bloom_shm_filter_flush(filter, &error), error);
    bloom_shm_filter_info(filter, &info);
    assert_true(info.is_clean);
    bloom_shm_filter_close(filter);
    reboot(second_boot);
    filter = must_open_path(false);
    assert_true(bloom_shm_filter_is_ready(filter));
    assert_true(has(filter, 1));
    assert_false(has(filter, absent_item(filter)));
    bloom_shm_filter_close(filter);
}

static void an_add_after_the_flush_makes_it_unclean_again(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = must_open_path(false);
    must_add(filter, 1);
    assert_ok(bloom_shm_filter_flush(filter, &error), error);
    must_add(filter,
             1); /* even one that changes no bit: somebody else's OR may not be on the disk */
    bloom_shm_filter_close(filter);
    reboot(second_boot);
    assert_status(path_open(&filter, path, 1000, false, &error), BLOOM_SHM_UNCLEAN, error);
    assert_non_null(strstr(error.clause, "loader"));
}

static void an_unflushed_file_is_loaded_again_after_a_boot(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = must_open_path(false);
    must_add(filter, 1);
    bloom_shm_filter_close(filter);
    reboot(second_boot);
    assert_status(path_open(&filter, path, 1000, false, &error), BLOOM_SHM_UNCLEAN, error);
    filter = must_open_path(true);
    assert_false(bloom_shm_filter_is_ready(filter));
    assert_true(has(filter, 12345));
    assert_true(bloom_shm_filter_needs_load(filter));
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    must_add(filter, 2);
    assert_ok(bloom_shm_load_commit(filter, &error), error);
    assert_true(has(filter, 2));
    assert_false(has(filter, absent_item(filter)));
    bloom_shm_filter_close(filter);
    reboot(second_boot);
    bloom_shm_filter_close(must_open_path(false)); /* of this boot now */
}

static void a_completed_load_is_on_the_disk(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    if (!is_on_disk) {
        print_message("SKIPPED: no disk under TMPDIR or /tmp\n");
        skip();
    }
    bloom_shm_filter_t *filter = must_open_path(true);
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    must_add(filter, 1);
    assert_ok(bloom_shm_load_commit(filter, &error), error);
    bloom_shm_filter_close(filter);
    reboot(second_boot);
    filter = must_open_path(true);
    assert_false(bloom_shm_filter_needs_load(filter));
    assert_true(has(filter, 1));
    bloom_shm_filter_close(filter);
}

static void a_rebuild_is_on_the_disk_and_the_old_version_says_unclean(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    char kept[BLOOM_SHM_PATH_BYTES];
    if (!is_on_disk) {
        print_message("SKIPPED: no disk under TMPDIR or /tmp\n");
        skip();
    }
    bloom_shm_filter_t *filter = must_open_path(false);
    must_add(filter, 1);
    assert_ok(bloom_shm_filter_flush(filter, &error), error);
    path_of(kept, "kept");
    assert_int_equal(link(path, kept), 0); /* what the disk may still have under the name */
    assert_ok(bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error), error);
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(rebuild);
    must_add(next, 1);
    assert_ok(bloom_shm_rebuild_commit(rebuild, &error), error);
    bloom_shm_filter_close(next);
    bloom_shm_filter_close(filter);
    reboot(second_boot);
    filter = must_open_path(false);
    assert_int_equal(bloom_shm_filter_generation(filter), 2);
    assert_true(has(filter, 1));
    bloom_shm_filter_close(filter);
    /* had the rename and the link to the successor not reached the disk, adds since would be missing */
    bloom_header_t header;
    int fd = open(kept, O_RDWR);
    assert_int_equal(read(fd, &header, sizeof header), (ssize_t)sizeof header);
    close(fd);
    assert_int_not_equal(header.state[0] & BLOOM_STATE_DURABILITY, BLOOM_STATE_CLEAN);
}

static void copy_file(const char *from, const char *to)
{
    static char bytes[1 << 20];
    int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT, 0600);
    ssize_t size = read(in, bytes, sizeof bytes);
    assert_true(size > 0);
    assert_int_equal(write(out, bytes, (size_t)size), size);
    close(in);
    close(out);
}

static void a_copy_within_one_boot_is_not_believed_unless_flushed(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    char original[BLOOM_SHM_PATH_BYTES];
    bloom_shm_filter_t *filter = must_open_path(false);
    must_add(filter, 1);
    path_of(original, "filter");
    path_of(path, "copy");
    copy_file(original, path);
    bloom_shm_filter_t *copy;
    assert_status(path_open(&copy, path, 1000, false, &error), BLOOM_SHM_UNCLEAN, error);
    assert_ok(path_open(&copy, path, 1000, true, &error), error);
    assert_true(has(copy, 99));
    assert_true(bloom_shm_filter_needs_load(copy));
    bloom_shm_filter_close(copy);
    bloom_shm_filter_close(filter);
}

static void without_a_boot_id_files_on_disk_are_refused(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = must_open_path(false), *other;
    must_add(filter, 1);
    bloom_os_override_boot_id(unknown_boot);
    bloom_store_shutdown();
    char other_path[BLOOM_SHM_PATH_BYTES];
    path_of(other_path, "other");
    bloom_shm_status_t expected = is_on_disk ? BLOOM_SHM_NO_BOOT_ID : BLOOM_SHM_OK;
    assert_status(path_open(&other, other_path, 1000, true, &error), expected, error);
    bloom_shm_filter_close(other);
    bloom_os_override_boot_id(first_boot);
    assert_true(bloom_shm_filter_is_ready(filter)); /* nobody made the live one not ready */
    bloom_shm_filter_close(filter);
}

static void a_read_only_unflushed_file_is_refused_after_a_boot(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = must_open_path(false);
    must_add(filter, 1);
    bloom_shm_filter_close(filter);
    assert_int_equal(chmod(path, 0444), 0);
    reboot(second_boot);
    assert_status(path_open(&filter, path, 1000, true, &error), BLOOM_SHM_UNCLEAN, error);
}

static void a_rebuild_that_the_power_cut_ended_is_taken_back(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    bloom_shm_filter_t *filter = must_open_path(false);
    must_add(filter, 1);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        bloom_shm_filter_t *own = must_open_path(false);
        CHECK_OK(bloom_shm_rebuild_begin(own, NULL, &rebuild, &error), error);
        CHECK_OK(bloom_shm_filter_flush(own, &error), error);
        _exit(0);
    }
    assert_int_equal(child_wait(pid), 0);
    bloom_shm_filter_close(filter);
    reboot(second_boot);
    filter = must_open_path(true);
    assert_int_equal(entry_count(), 1);
    must_add(filter, 2);
    assert_true(has(filter, 2));
    bloom_shm_filter_close(filter);
}

/* As a flusher or a marker left it that is still at work, or was killed at it. */
static void set_durability(bloom_shm_filter_t *filter, uint64_t durability)
{
    uint64_t *state = bloom_mapping_state(filter->private_part->mapping);
    *state = bloom_state_with_durability(*state, durability);
}

static void an_add_during_a_flush_keeps_it_from_ending_clean(void **state)
{
    (void)state;
    static const uint64_t found[] = {BLOOM_STATE_CLEAN, BLOOM_STATE_FLUSHING, BLOOM_STATE_DIRTYING};
    bloom_shm_filter_t *filter = must_open_path(false);
    must_add(filter, 1);
    for (size_t i = 0; i < COUNT_OF(found); i++) {
        set_durability(filter, found[i]);
        must_add(filter, 1);
        assert_int_equal(*filter->state_word & BLOOM_STATE_DURABILITY, BLOOM_STATE_DIRTY);
    }
    bloom_shm_filter_close(filter);
}

typedef struct torture {
    uint64_t stop;
    uint64_t flush_count;
} torture_t;

static void flush_for_ever(void *argument)
{
    torture_t *torture = argument;
    bloom_shm_error_t error;
    bloom_os_override_boot_id(first_boot);
    bloom_shm_filter_t *filter = must_open_path(false);
    while (event_value(&torture->stop) == 0) {
        CHECK_OK(bloom_shm_filter_flush(filter, &error), error);
        __atomic_fetch_add(&torture->flush_count, 1, __ATOMIC_SEQ_CST);
    }
}

/* Whenever an add has returned, the state is either not CLEAN or was made CLEAN by a flush that began after. */
static void an_acknowledged_add_is_never_under_an_older_clean_mark(void **state)
{
    (void)state;
    torture_t *torture = shared_memory(sizeof *torture);
    bloom_shm_filter_t *filter = must_open_path(false);
    if (!is_on_disk) {
        print_message("SKIPPED: no disk under TMPDIR or /tmp\n");
        bloom_shm_filter_close(filter);
        skip();
    }
    pid_t pid = child_start(flush_for_ever, torture);
    await_event(&torture->flush_count, 3);
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t flushes = event_value(&torture->flush_count);
        must_add(filter, i);
        uint64_t word = bloom_load_acquire(filter->state_word);
        uint64_t later = event_value(&torture->flush_count);
        if ((word & BLOOM_STATE_DURABILITY) == BLOOM_STATE_CLEAN && later == flushes) {
            /* only a flush that ran entirely after the OR can have done that: not visible as a count yet */
            await_event(&torture->flush_count, flushes + 1);
        }
    }
    signal_event(&torture->stop, 1);
    assert_int_equal(child_wait(pid), 0);
    bloom_shm_filter_close(filter);
}

#define DURABILITY_TEST(test) cmocka_unit_test_setup_teardown(test, durability_setup, test_teardown)

static const struct CMUnitTest tests[] = {
    DURABILITY_TEST(a_flushed_file_is_ready_after_a_boot),
    DURABILITY_TEST(an_add_after_the_flush_makes_it_unclean_again),
    DURABILITY_TEST(an_unflushed_file_is_loaded_again_after_a_boot),
    DURABILITY_TEST(a_completed_load_is_on_the_disk),
    DURABILITY_TEST(a_rebuild_is_on_the_disk_and_the_old_version_says_unclean),
    DURABILITY_TEST(a_copy_within_one_boot_is_not_believed_unless_flushed),
    DURABILITY_TEST(without_a_boot_id_files_on_disk_are_refused),
    DURABILITY_TEST(a_read_only_unflushed_file_is_refused_after_a_boot),
    DURABILITY_TEST(a_rebuild_that_the_power_cut_ended_is_taken_back),
    DURABILITY_TEST(an_add_during_a_flush_keeps_it_from_ending_clean),
    DURABILITY_TEST(an_acknowledged_add_is_never_under_an_older_clean_mark),
};

int main(void)
{
    int fd = -1;
    bloom_os_filesystem_t filesystem;
    bloom_store_startup();
    directory_create(getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp");
    is_on_disk = bloom_os_open(directory, BLOOM_OS_DIRECTORY, &fd) == 0 &&
                 bloom_os_filesystem(fd, &filesystem) == 0 &&
                 filesystem.storage == BLOOM_OS_ON_DISK;
    bloom_os_close(fd);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    directory_remove();
    return failures != 0;
}
