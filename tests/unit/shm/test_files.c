/* What may be wrong with files and directories: each an error with its path and a way out, never a signal. */
#include "support.h"

#include <grp.h>
#include <sys/mount.h>
#include <sys/resource.h>

static char path[BLOOM_SHM_PATH_BYTES];

/* words.bloom as a creator leaves it, and nothing mapped. */
static void make_file(void)
{
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    for (uint64_t i = 0; i < 100; i++) {
        must_add(filter, i);
    }
    bloom_shm_filter_close(filter);
    bloom_store_shutdown();
    path_of(path, "words.bloom");
}

static void write_file(const void *bytes, size_t size_bytes)
{
    path_of(path, "words.bloom");
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, size_bytes), (ssize_t)size_bytes);
    close(fd);
}

/* Neither attaching nor shared() with or without a loader may take it or replace it. */
static void assert_refused(bloom_shm_status_t expected)
{
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    struct stat before, after;
    assert_int_equal(lstat(path, &before), 0);
    for (unsigned i = 0; i < 3; i++) {
        assert_status(shared_open(&filter, "words", i == 0 ? 0 : 1000, i == 2, &error), expected,
                      error);
        assert_null(filter);
        assert_non_null(strstr(error.path, directory));
        assert_true(strlen(error.clause) > 20);
        assert_non_null(strchr(error.clause, ';')); /* a cause, and a way out */
    }
    assert_true(exists("words"));
    assert_int_equal(lstat(path, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_int_equal(before.st_size, after.st_size);
}

static void an_empty_file_is_refused(void **state)
{
    (void)state;
    write_file("", 0);
    assert_refused(BLOOM_SHM_BAD_IMAGE);
}

static void garbage_is_refused(void **state)
{
    (void)state;
    static uint64_t garbage[1000];
    uint64_t seed = 5;
    for (size_t i = 0; i < COUNT_OF(garbage); i++) {
        garbage[i] = random_next(&seed);
    }
    write_file(garbage, sizeof garbage);
    assert_refused(BLOOM_SHM_BAD_IMAGE);
}

static void a_file_truncated_at_any_length_is_refused(void **state)
{
    (void)state;
    struct stat whole;
    make_file();
    assert_int_equal(stat(path, &whole), 0);
    for (off_t size = whole.st_size - 1; size >= 0; size -= size > 600 ? 97 : 1) {
        bloom_shm_filter_t *filter;
        bloom_shm_error_t error;
        assert_int_equal(truncate(path, size), 0);
        assert_status(shared_open(&filter, "words", 1000, true, &error), BLOOM_SHM_BAD_IMAGE,
                      error);
    }
}

static void a_file_with_bytes_after_its_end_is_refused(void **state)
{
    (void)state;
    make_file();
    int fd = open(path, O_WRONLY | O_APPEND);
    assert_int_equal(write(fd, "x", 1), 1);
    close(fd);
    assert_refused(BLOOM_SHM_BAD_IMAGE);
}

static void a_flipped_bit_anywhere_in_the_identity_is_refused(void **state)
{
    (void)state;
    make_file();
    int fd = open(path, O_RDWR);
    for (off_t offset = 0; offset < 192; offset++) {
        bloom_shm_filter_t *filter;
        bloom_shm_error_t error;
        unsigned char byte, flipped;
        assert_int_equal(pread(fd, &byte, 1, offset), 1);
        flipped = byte ^ (unsigned char)(1 << (offset % 8));
        assert_int_equal(pwrite(fd, &flipped, 1, offset), 1);
        bloom_shm_status_t status = shared_open(&filter, "words", 1000, true, &error);
        if (status != BLOOM_SHM_BAD_IMAGE) {
            fail_msg("byte %d: status %d", (int)offset, (int)status);
        }
        assert_int_equal(pwrite(fd, &byte, 1, offset), 1);
    }
    close(fd);
    bloom_shm_filter_close(must_open("words", 1000, false));
}

/* Whatever the native words say, opening answers or refuses, and works again after a drop. */
static void garbage_in_the_native_words_crashes_nothing(void **state)
{
    (void)state;
    uint64_t seed = 77;
    for (unsigned round = 0; round < 300; round++) {
        bloom_shm_filter_t *filter;
        bloom_shm_error_t error;
        bool is_new;
        make_file();
        int fd = open(path, O_RDWR);
        off_t word = 24 + (off_t)(random_next(&seed) % 40);
        uint64_t garbage = random_next(&seed) >> (random_next(&seed) % 64);
        assert_int_equal(pwrite(fd, &garbage, sizeof garbage, word * 8), 8);
        close(fd);
        if (shared_open(&filter, "words", 1000, true, &error) == BLOOM_SHM_OK) {
            has(filter, 1);
            bloom_shm_filter_add(filter, hash_of(200), &is_new, &error);
            bloom_shm_filter_clear(filter, &error);
            bloom_shm_filter_close(filter);
        }
        bloom_store_drop(&options, "words", &error);
        unlink(path);
        bloom_store_shutdown();
        filter = must_open("words", 1000, false);
        assert_false(has(filter, absent_item(filter)));
        bloom_shm_filter_close(filter);
        assert_ok(bloom_store_drop(&options, "words", &error), error);
        directory_empty();
    }
}

static void another_format_version_is_refused_naming_the_upgrade(void **state)
{
    (void)state;
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    make_file();
    int fd = open(path, O_RDWR);
    assert_int_equal(pwrite(fd, "\x63", 1, 8), 1);
    close(fd);
    assert_status(shared_open(&filter, "words", 0, false, &error), BLOOM_SHM_BAD_IMAGE, error);
    assert_non_null(strstr(error.clause, "upgrade"));
}

static void another_hash_key_is_refused(void **state)
{
    (void)state;
    static bloom_hash_key_t other_key = {.fingerprint = 99};
    make_file();
    options.key = &other_key;
    assert_refused(BLOOM_SHM_OTHER_KEY);
}

/* A server with a key for each site: the mapping is kept from one request to the next, and the key is not. */
static void another_hash_key_is_refused_by_a_process_that_has_it_mapped(void **state)
{
    (void)state;
    static bloom_hash_key_t other_key = {.fingerprint = 99};
    make_file();
    bloom_shm_filter_close(must_open("words", 0, false));
    options.key = &other_key;
    assert_refused(BLOOM_SHM_OTHER_KEY);
    bloom_shm_error_t error;
    assert_ok(bloom_store_drop(&options, "words", &error), error);
}

static void an_exported_image_is_refused(void **state)
{
    (void)state;
    bloom_geometry_t geometry = plan_of(1000, 0.01);
    bloom_provenance_t provenance = {.generation = 1};
    size_t size_bytes = (size_t)bloom_export_bytes(&geometry);
    uint8_t *image = calloc(1, size_bytes);
    bloom_image_write_header((bloom_header_t *)(void *)image, &geometry, &provenance, &public_key);
    write_file(image, size_bytes);
    free(image);
    assert_refused(BLOOM_SHM_BAD_IMAGE);
}

static void a_symbolic_link_is_not_followed(void **state)
{
    (void)state;
    char target[BLOOM_SHM_PATH_BYTES];
    make_file();
    path_of(target, "elsewhere");
    assert_int_equal(rename(path, target), 0);
    assert_int_equal(symlink(target, path), 0);
    assert_refused(BLOOM_SHM_UNSAFE_FILE);
}

static void what_is_no_regular_file_is_refused_without_waiting(void **state)
{
    (void)state;
    path_of(path, "words.bloom");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused(BLOOM_SHM_UNSAFE_FILE);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_refused(BLOOM_SHM_UNSAFE_FILE);
    assert_int_equal(rmdir(path), 0);
}

static void a_file_that_others_may_write_is_refused(void **state)
{
    (void)state;
    make_file();
    assert_int_equal(chmod(path, 0666), 0);
    assert_refused(BLOOM_SHM_UNSAFE_FILE);
    assert_int_equal(chmod(path, 0660), 0); /* the directory is not its group's */
    assert_refused(BLOOM_SHM_UNSAFE_FILE);
}

static void a_directory_that_everyone_may_write_is_refused(void **state)
{
    (void)state;
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    assert_int_equal(chmod(directory, 01777), 0);
    assert_status(shared_open(&filter, "words", 1000, false, &error), BLOOM_SHM_UNSAFE_DIRECTORY,
                  error);
    assert_int_equal(chmod(directory, 0700), 0);
}

static void a_directory_behind_a_link_is_refused(void **state)
{
    (void)state;
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    char link_path[BLOOM_SHM_PATH_BYTES];
    path_of(link_path, "link");
    assert_int_equal(symlink(directory, link_path), 0);
    options.directory = link_path;
    assert_status(shared_open(&filter, "words", 1000, false, &error), BLOOM_SHM_UNSAFE_DIRECTORY,
                  error);
}

static void a_directory_that_does_not_exist_is_named(void **state)
{
    (void)state;
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    char missing[BLOOM_SHM_PATH_BYTES];
    path_of(missing, "missing");
    options.directory = missing;
    assert_status(shared_open(&filter, "words", 0, false, &error), BLOOM_SHM_NOT_FOUND, error);
    assert_status(shared_open(&filter, "words", 1000, false, &error), BLOOM_SHM_SYSTEM, error);
    assert_non_null(strstr(error.path, "missing"));
    assert_false(exists("words"));
}

static void names_are_checked(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        ".hidden",
        "a/b",
        "a b",
        "..",
        "caf\xc3\xa9",
        "12345678901234567890123456789012345678901234567890123456789012345"};
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        assert_status(shared_open(&filter, bad[i], 1000, false, &error), BLOOM_SHM_BAD_NAME, error);
    }
    bloom_shm_filter_close(must_open("A-Z_a.z0", 10, false));
}

/* -- space -------------------------------------------------------------------------------------------------------- */

static void a_limit_for_the_directory_is_kept(void **state)
{
    (void)state;
    bloom_shm_filter_t *filter, *other;
    bloom_shm_error_t error;
    options.max_bytes = 1000000;
    assert_ok(shared_open(&filter, "words", 500000, false, &error), error);
    assert_status(shared_open(&other, "others", 500000, false, &error), BLOOM_SHM_OVER_LIMIT,
                  error);
    assert_non_null(strstr(error.clause, "bloom.shm_max_size"));
    assert_status(bloom_shm_filter_clear(filter, &error), BLOOM_SHM_OVER_LIMIT,
                  error); /* both versions at once */
    assert_int_equal(entry_count(), 1);
    assert_ok(shared_open(&other, "others", 1000, false, &error), error);
    bloom_shm_filter_close(other);
    bloom_shm_filter_close(filter);
}

static void a_full_filesystem_is_an_error_and_leaves_nothing(void **state)
{
    (void)state;
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    if (geteuid() != 0 || mount("tmpfs", directory, "tmpfs", 0, "size=1m,mode=0700") != 0) {
        print_message("SKIPPED: mounting a tmpfs of 1 MiB needs root\n");
        skip();
    }
    bloom_shm_status_t status = shared_open(&filter, "words", 10000000, false, &error);
    unsigned left = entry_count();
    bloom_shm_error_t second;
    bloom_shm_status_t small = shared_open(&filter, "words", 500000, false, &second);
    bloom_shm_status_t rebuilt =
        small == BLOOM_SHM_OK ? bloom_shm_filter_clear(filter, &second) : BLOOM_SHM_OK;
    unsigned left_then = entry_count();
    bloom_shm_filter_close(filter);
    bloom_store_shutdown();
    umount2(directory, MNT_DETACH);
    assert_status(status, BLOOM_SHM_NO_SPACE, error);
    assert_int_equal(left, 0);
    assert_true(error.needed_bytes > 8000000);
    assert_true(error.available_bytes > 0 && error.available_bytes <= 1 << 20);
    assert_ok(small, second);
    assert_status(rebuilt, BLOOM_SHM_NO_SPACE, second);
    assert_int_equal(left_then, 1);
}

/* What is free in memory is what all other processes have to live on. */
static void more_than_a_filesystem_has_takes_nothing_of_it(void **state)
{
    (void)state;
    int fd = -1;
    bloom_os_stat_t after = {.allocated_bytes = 1}, grown = {.allocated_bytes = 0};
    const uint64_t mib = 1 << 20;
    if (geteuid() != 0 || mount("tmpfs", directory, "tmpfs", 0, "size=100m,mode=0700") != 0) {
        print_message("SKIPPED: mounting a tmpfs of 100 MiB needs root\n");
        skip();
    }
    path_of(path, "words.bloom");
    int opened = bloom_os_open(path, BLOOM_OS_CREATE, &fd);
    int too_much = bloom_os_allocate(fd, 0, 200 * mib);
    bloom_os_stat_file(fd, &after);
    int some = bloom_os_allocate(fd, 0, 60 * mib);
    int more = bloom_os_allocate(fd, 30 * mib, 70 * mib); /* half of it is there */
    bloom_os_stat_file(fd, &grown);
    bloom_os_close(fd);
    umount2(directory, MNT_DETACH);
    assert_int_equal(opened, 0);
    assert_int_equal(too_much, ENOSPC);
    assert_int_equal(after.allocated_bytes, 0);
    assert_int_equal(some, 0);
    assert_int_equal(more, 0);
    assert_int_equal(grown.allocated_bytes, 100 * mib);
}

/* The creator of a filter goes on with it mapped; who waited for the creation goes on too. */
static void a_closed_lock_is_free_though_its_file_is_mapped(void **state)
{
    (void)state;
    bloom_shm_lock_t first, second;
    path_of(path, "words.bloom");
    assert_int_equal(bloom_lock_open(&first, path, BLOOM_OS_CREATE), 0);
    assert_int_equal(bloom_os_extend(first.fd, 4096), 0);
    assert_int_equal(bloom_lock_take(&first, BLOOM_OS_LOCK_CREATE, 0), 0);
    void *base = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, first.fd, 0);
    assert_true(base != MAP_FAILED);
    assert_int_equal(bloom_lock_open(&second, path, BLOOM_OS_CREATE), 0);
    assert_int_equal(bloom_lock_take(&second, BLOOM_OS_LOCK_CREATE, 0), EAGAIN);
    bloom_lock_close(&first);
    assert_int_equal(bloom_lock_take(&second, BLOOM_OS_LOCK_CREATE, 0), 0);
    bloom_lock_close(&second);
    munmap(base, 4096);
}

static void a_limit_of_file_sizes_is_an_error_and_no_signal(void **state)
{
    (void)state;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        bloom_shm_filter_t *filter;
        bloom_shm_error_t error;
        struct rlimit limit = {65536, 65536};
        setrlimit(RLIMIT_FSIZE, &limit);
        CHECK(shared_open(&filter, "words", 1000000, false, &error) == BLOOM_SHM_NO_SPACE);
        _exit(0);
    }
    assert_int_equal(child_wait(pid), 0);
    assert_int_equal(entry_count(), 0);
}

/* A file with holes on a full filesystem: an error when it is opened, not a SIGBUS when it is read. */
static void holes_without_storage_are_an_error(void **state)
{
    (void)state;
    bloom_shm_filter_t *filter = NULL;
    bloom_shm_error_t error;
    if (geteuid() != 0 || mount("tmpfs", directory, "tmpfs", 0, "size=1m,mode=0700") != 0) {
        print_message("SKIPPED: mounting a tmpfs of 1 MiB needs root\n");
        skip();
    }
    bloom_geometry_t geometry = plan_of(10000000, 0.01);
    make_file();
    bloom_header_t header;
    int fd = open(path, O_RDWR);
    bool is_read = read(fd, &header, sizeof header) == (ssize_t)sizeof header;
    bloom_provenance_t provenance = {.generation = 1};
    uint64_t process[16];
    memcpy(process, header.process, sizeof process);
    bloom_image_write_header(&header, &geometry, &provenance, &public_key);
    memcpy(header.process, process, sizeof process);
    header.state[0] = BLOOM_STATE_READY;
    bool is_written = pwrite(fd, &header, sizeof header, 0) == (ssize_t)sizeof header &&
                      ftruncate(fd, (off_t)bloom_image_bytes(&geometry)) == 0;
    close(fd);
    bloom_shm_status_t writable = shared_open(&filter, "words", 0, false, &error);
    chmod(path, 0400);
    bloom_shm_status_t read_only = shared_open(&filter, "words", 0, false, &error);
    bloom_store_shutdown();
    umount2(directory, MNT_DETACH);
    assert_true(is_read && is_written);
    assert_status(writable, BLOOM_SHM_NO_SPACE, error);
    assert_status(read_only, BLOOM_SHM_NO_SPACE, error);
}

/* -- users ---------------------------------------------------------------------------------------------------------- */

#define SOMEONE 65534u

static void as_someone(void (*run)(void *argument), void *argument, gid_t group)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        CHECK(setgroups(0, NULL) == 0 && setgid(group) == 0 && setuid(SOMEONE) == 0);
        bloom_store_shutdown();
        run(argument);
        _exit(0);
    }
    assert_int_equal(child_wait(pid), 0);
}

static void need_root(void)
{
    if (geteuid() != 0) {
        print_message("SKIPPED: acting as other users needs root\n");
        skip();
    }
}

static void expect_status(void *argument)
{
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    bloom_shm_status_t status = shared_open(&filter, "words", 0, false, &error);
    if (status != *(bloom_shm_status_t *)argument) {
        fprintf(stderr, "status %d: %s: %s\n", (int)status, error.path, error.clause);
        _exit(1);
    }
}

static void a_second_user_is_refused(void **state)
{
    (void)state;
    need_root();
    make_file();
    bloom_shm_status_t expected = BLOOM_SHM_PERMISSION;
    as_someone(expect_status, &expected, SOMEONE);
}

static void a_directory_of_another_user_is_refused(void **state)
{
    (void)state;
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    need_root();
    assert_int_equal(chown(directory, SOMEONE, SOMEONE), 0);
    bloom_shm_status_t status = shared_open(&filter, "words", 1000, false, &error);
    assert_int_equal(chown(directory, 0, 0), 0);
    assert_status(status, BLOOM_SHM_UNSAFE_DIRECTORY, error);
}

static void a_file_of_another_user_is_refused(void **state)
{
    (void)state;
    need_root();
    make_file();
    assert_int_equal(chown(path, SOMEONE, SOMEONE), 0);
    assert_refused(BLOOM_SHM_UNSAFE_FILE);
}

static void add_as_someone(void *argument)
{
    bloom_shm_error_t error;
    (void)argument;
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    CHECK(has(filter, 1));
    must_add(filter, 2);
    CHECK_OK(bloom_shm_filter_clear(filter, &error), error);
    must_add(filter, 3);
    bloom_shm_filter_close(filter);
    filter = must_open("theirs", 1000, false);
    must_add(filter, 4);
}

/* Root's cron job and the web server's user, through a directory of mode 2770. */
static void users_of_a_group_share_a_setgid_directory(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    struct stat file;
    need_root();
    assert_int_equal(chown(directory, 0, 33), 0);
    assert_int_equal(chmod(directory, 02770), 0);
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    must_add(filter, 1);
    as_someone(add_as_someone, NULL, 33);
    assert_true(has(filter, 3));
    assert_int_equal(bloom_shm_filter_generation(filter), 2);
    assert_ok(bloom_shm_filter_clear(filter, &error), error);
    path_of(path, "words.bloom");
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_gid, 33);
    assert_int_equal(file.st_mode & 07777, 0660);
    bloom_shm_filter_close(filter);
    filter = must_open("theirs", 0, false);
    assert_true(has(filter, 4));
    assert_ok(bloom_shm_filter_clear(filter, &error), error); /* keeps its owner */
    path_of(path, "theirs.bloom");
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_uid, SOMEONE);
    bloom_shm_filter_close(filter);
    assert_int_equal(chown(directory, 0, 0), 0);
    assert_int_equal(chmod(directory, 0700), 0);
}

/* -- reading only ------------------------------------------------------------------------------------------------------ */

static void a_read_only_file_answers_and_is_not_touched(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bool is_new;
    make_file();
    assert_int_equal(chmod(path, 0444), 0);
    struct stat before, after;
    static char bytes_before[65536], bytes_after[65536];
    int fd = open(path, O_RDONLY);
    ssize_t size = pread(fd, bytes_before, sizeof bytes_before, 0);
    assert_int_equal(fstat(fd, &before), 0);
    bloom_shm_filter_t *filter = must_open("words", 1000, true);
    assert_true(filter->is_read_only);
    for (uint64_t i = 0; i < 100; i++) {
        assert_true(has(filter, i));
    }
    assert_false(has(filter, absent_item(filter)));
    assert_status(bloom_shm_filter_add(filter, hash_of(1), &is_new, &error), BLOOM_SHM_READ_ONLY,
                  error);
    assert_status(bloom_shm_load_begin(filter, &error), BLOOM_SHM_READ_ONLY, error);
    assert_status(bloom_shm_filter_clear(filter, &error), BLOOM_SHM_READ_ONLY, error);
    /* in memory there is nothing to flush */
    assert_ok(bloom_shm_filter_flush(filter, &error), error);
    assert_status(bloom_store_drop(&options, "words", &error), BLOOM_SHM_READ_ONLY, error);
    bloom_shm_filter_close(filter);
    assert_int_equal(pread(fd, bytes_after, sizeof bytes_after, 0), size);
    assert_int_equal(fstat(fd, &after), 0);
    close(fd);
    assert_memory_equal(bytes_before, bytes_after, (size_t)size);
    assert_int_equal(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
}

/* -- what happens to a file in use ---------------------------------------------------------------------------------------- */

static void pause_for_revalidation(bloom_shm_filter_t *filter)
{
    sleep_us(20000);
    for (unsigned i = 0; i < 8; i++) {
        has(filter, 1);
    }
}

static void a_replaced_file_is_taken_up(void **state)
{
    (void)state;
    char other_path[BLOOM_SHM_PATH_BYTES];
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    must_add(filter, 1);
    bloom_shm_filter_t *other = must_open("others", 1000, false);
    must_add(other, 2);
    path_of(path, "words.bloom");
    path_of(other_path, "others.bloom");
    assert_int_equal(rename(other_path, path), 0);
    pause_for_revalidation(filter);
    assert_true(has(filter, 2));
    must_add(filter, 3);
    bloom_shm_filter_t *newcomer = must_open("words", 0, false);
    assert_true(has(newcomer, 3));
    bloom_shm_filter_close(newcomer);
    bloom_shm_filter_close(other);
    bloom_shm_filter_close(filter);
}

/* Storage of a deleted file is given back with its last mapping only, and a worker may run for months. */
static void a_long_running_process_lets_go_of_deleted_files(void **state)
{
    (void)state;
    uint64_t count, bytes;
    path_of(path, "words.bloom");
    for (unsigned i = 0; i < 10; i++) {
        bloom_shm_filter_close(must_open("words", 1000, false));
        assert_int_equal(unlink(path), 0);
    }
    bloom_mapping_totals(&count, &bytes);
    assert_int_equal(count, 1);

    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(unlink(path), 0);
        bloom_shm_filter_close(must_open("words", 1000, false));
        pause_for_revalidation(filter);
        must_add(filter, 1);
    }
    bloom_mapping_totals(&count, &bytes);
    assert_int_equal(count, 1);
    assert_int_equal(unlink(path), 0);
    pause_for_revalidation(filter);
    assert_true(has(filter, 2));
    bloom_shm_filter_close(filter);
    bloom_mapping_totals(&count, &bytes);
    assert_int_equal(count, 0);
}

static void a_file_replaced_by_garbage_makes_lookups_true(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bool is_new;
    char other_path[BLOOM_SHM_PATH_BYTES];
    bloom_shm_filter_t *filter = must_open("words", 1000, false);
    uint64_t absent = absent_item(filter);
    path_of(path, "words.bloom");
    path_of(other_path, "garbage");
    int fd = open(other_path, O_WRONLY | O_CREAT, 0600);
    assert_int_equal(write(fd, "garbage", 7), 7);
    close(fd);
    assert_int_equal(rename(other_path, path), 0);
    pause_for_revalidation(filter);
    assert_true(has(filter, absent));
    assert_status(bloom_shm_filter_add(filter, hash_of(1), &is_new, &error), BLOOM_SHM_VANISHED,
                  error);
    assert_true(strlen(error.clause) > 0);
    bloom_shm_filter_close(filter);
}

static void a_deleted_file_ends_a_load_and_a_rebuild(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *rebuild;
    bloom_shm_filter_t *filter = must_open("words", 1000, true);
    assert_ok(bloom_shm_load_begin(filter, &error), error);
    path_of(path, "words.bloom");
    assert_int_equal(unlink(path), 0);
    assert_status(bloom_shm_load_commit(filter, &error), BLOOM_SHM_VANISHED, error);
    bloom_shm_filter_close(filter);
    filter = must_open("words", 1000, false);
    assert_ok(bloom_shm_rebuild_begin(filter, NULL, &rebuild, &error), error);
    assert_int_equal(unlink(path), 0);
    bloom_shm_filter_t *other = must_open("words", 1000, false); /* someone begins anew */
    must_add(other, 1);
    assert_status(bloom_shm_rebuild_commit(rebuild, &error), BLOOM_SHM_VANISHED, error);
    assert_true(has(other, 1));
    assert_int_equal(bloom_shm_filter_generation(other), 1);
    bloom_shm_filter_close(other);
    bloom_shm_filter_close(filter);
}

static void a_filter_elsewhere_is_found_for_the_message(void **state)
{
    (void)state;
    char found[BLOOM_SHM_PATH_BYTES], other[2][64], file[256], name[64];
    snprintf(name, sizeof name, "elsewhere-%ld", (long)getpid());
    assert_false(bloom_store_find_elsewhere(&options, name, found));
    /* a folder that is no user's own, and one that is */
    const char *suffixes[] = {"x", "4294967294"};
    for (size_t i = 0; i < 2; i++) {
        snprintf(other[i], sizeof other[i], "%s/" BLOOM_OS_DEFAULT_PREFIX "%s",
                 bloom_os_default_parent(), suffixes[i]);
        bool is_made = mkdir(other[i], 0700) == 0;
        snprintf(file, sizeof file, "%s/%s.bloom", other[i], name);
        int fd = open(file, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        assert_true(fd >= 0);
        close(fd);
        bool is_found = bloom_store_find_elsewhere(&options, name, found);
        unlink(file);
        if (is_made) {
            rmdir(other[i]);
        }
        assert_int_equal(is_found, i == 1);
    }
    assert_string_equal(found, other[1]);
}

static void the_path_of_the_callers_choice_works_beside_others(void **state)
{
    (void)state;
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter, *other;
    char other_path[BLOOM_SHM_PATH_BYTES];
    path_of(path, "my.filter");
    path_of(other_path, "my.filter.1");
    assert_ok(path_open(&filter, path, 1000, false, &error), error);
    assert_ok(path_open(&other, other_path, 1000, false, &error), error);
    must_add(filter, 1);
    must_add(other, 2);
    assert_ok(bloom_shm_filter_clear(filter, &error), error);
    assert_true(has(other, 2));
    assert_int_equal(entry_count(), 2);
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(other);
    assert_status(path_open(&filter, "relative", 1000, false, &error), BLOOM_SHM_BAD_NAME, error);
}

static const struct CMUnitTest tests[] = {
    SHM_TEST(an_empty_file_is_refused),
    SHM_TEST(garbage_is_refused),
    SHM_TEST(a_file_truncated_at_any_length_is_refused),
    SHM_TEST(a_file_with_bytes_after_its_end_is_refused),
    SHM_TEST(a_flipped_bit_anywhere_in_the_identity_is_refused),
    SHM_TEST(garbage_in_the_native_words_crashes_nothing),
    SHM_TEST(another_format_version_is_refused_naming_the_upgrade),
    SHM_TEST(another_hash_key_is_refused),
    SHM_TEST(another_hash_key_is_refused_by_a_process_that_has_it_mapped),
    SHM_TEST(an_exported_image_is_refused),
    SHM_TEST(a_symbolic_link_is_not_followed),
    SHM_TEST(what_is_no_regular_file_is_refused_without_waiting),
    SHM_TEST(a_file_that_others_may_write_is_refused),
    SHM_TEST(a_directory_that_everyone_may_write_is_refused),
    SHM_TEST(a_directory_behind_a_link_is_refused),
    SHM_TEST(a_directory_that_does_not_exist_is_named),
    SHM_TEST(names_are_checked),
    SHM_TEST(a_limit_for_the_directory_is_kept),
    SHM_TEST(a_full_filesystem_is_an_error_and_leaves_nothing),
    SHM_TEST(more_than_a_filesystem_has_takes_nothing_of_it),
    SHM_TEST(a_closed_lock_is_free_though_its_file_is_mapped),
    SHM_TEST(a_limit_of_file_sizes_is_an_error_and_no_signal),
    SHM_TEST(holes_without_storage_are_an_error),
    SHM_TEST(a_second_user_is_refused),
    SHM_TEST(a_directory_of_another_user_is_refused),
    SHM_TEST(a_file_of_another_user_is_refused),
    SHM_TEST(users_of_a_group_share_a_setgid_directory),
    SHM_TEST(a_read_only_file_answers_and_is_not_touched),
    SHM_TEST(a_replaced_file_is_taken_up),
    SHM_TEST(a_long_running_process_lets_go_of_deleted_files),
    SHM_TEST(a_file_replaced_by_garbage_makes_lookups_true),
    SHM_TEST(a_deleted_file_ends_a_load_and_a_rebuild),
    SHM_TEST(a_filter_elsewhere_is_found_for_the_message),
    SHM_TEST(the_path_of_the_callers_choice_works_beside_others),
};

SHM_TEST_MAIN(tests)
