/*
 * Filesystems on which processes do not see each other's changes are refused. What cannot be mounted in a test is
 * pretended: this program's own fstatfs() answers in libc's place. tests/phpt mounts FUSE and overlayfs for real.
 */
#include "support.h"

#include <sys/statfs.h>
#include <sys/syscall.h>

static uint32_t pretended_type; /* 0: the true one */

int fstatfs(int fd, struct statfs *found)
{
    int result = (int)syscall(SYS_fstatfs, fd, found);
    if (result == 0 && pretended_type != 0) {
        found->f_type = (__typeof__(found->f_type))pretended_type;
    }
    return result;
}

static int filesystem_teardown(void **state)
{
    pretended_type = 0;
    return test_teardown(state);
}

static bloom_shm_status_t status_of(bool is_named, bool has_loader, bloom_shm_error_t *error)
{
    bloom_shm_filter_t *filter;
    char path[BLOOM_SHM_PATH_BYTES];
    path_of(path, "words.bloom");
    bloom_shm_status_t status = is_named ? shared_open(&filter, "words", 1000, has_loader, error)
                                         : path_open(&filter, path, 1000, has_loader, error);
    if (status == BLOOM_SHM_OK) {
        bloom_shm_filter_close(filter);
        bloom_store_shutdown();
    }
    return status;
}

static void assert_refused(uint32_t type, const char *name, bool is_named)
{
    bloom_shm_error_t error;
    pretended_type = type;
    for (unsigned i = 0; i < 2; i++) {
        assert_status(status_of(is_named, i == 1, &error), BLOOM_SHM_UNSAFE_FILESYSTEM, error);
        assert_non_null(strstr(error.path, directory));
        assert_non_null(strstr(error.clause, name));
        assert_non_null(strstr(error.clause, "; use "));
    }
}

static const struct {
    uint32_t type;
    const char *name;
} of_others[] = {{0x6969, "nfs"},      {0x65735546, "fuse"}, {0x517b, "smb"},
                 {0xff534d42, "cifs"}, {0xfe534d42, "smb2"}, {0x01021997, "9p"},
                 {0x00c36400, "ceph"}, {0x5346414f, "afs"},  {0x786f4256, "vboxsf"}};

static void network_filesystems_are_refused_for_names_and_paths(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(of_others); i++) {
        assert_refused(of_others[i].type, of_others[i].name, true);
        assert_refused(of_others[i].type, of_others[i].name, false);
        assert_int_equal(entry_count(), 0);
    }
}

static void a_filter_that_has_come_to_lie_on_one_is_refused(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    assert_ok(status_of(true, false, &error), error);
    for (size_t i = 0; i < COUNT_OF(of_others); i++) {
        assert_refused(of_others[i].type, of_others[i].name, true);
        assert_refused(of_others[i].type, of_others[i].name, false);
        assert_int_equal(entry_count(), 1);
    }
}

static void a_containers_own_layers_are_refused_for_names_only(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    assert_refused(0x794c7630, "overlayfs", true);
    assert_ok(status_of(false, false, &error), error);
}

static void a_filesystem_of_unknown_kind_counts_as_a_disk(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_store_usage_t usage;
    pretended_type = 0x12345678;
    assert_ok(status_of(true, false, &error), error);
    assert_ok(bloom_store_usage(&options, &usage, &error), error);
    assert_string_equal(usage.filesystem, "0x12345678");
}

#define FILESYSTEM_TEST(test) cmocka_unit_test_setup_teardown(test, test_setup, filesystem_teardown)

static const struct CMUnitTest tests[] = {
    FILESYSTEM_TEST(network_filesystems_are_refused_for_names_and_paths),
    FILESYSTEM_TEST(a_filter_that_has_come_to_lie_on_one_is_refused),
    FILESYSTEM_TEST(a_containers_own_layers_are_refused_for_names_only),
    FILESYSTEM_TEST(a_filesystem_of_unknown_kind_counts_as_a_disk),
};

int main(void)
{
    bloom_store_startup();
    directory_create(NULL);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    directory_remove();
    return failures != 0;
}
