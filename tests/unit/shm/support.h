/*
 * What the tests of shared storage share: a directory of their own in memory, filters in it, and child
 * processes that can be awaited, stopped and killed. Every test_*.c is a program of its own, linked with all
 * of src/core and src/shm.
 */
#ifndef BLOOM_TESTS_SHM_SUPPORT_H
#define BLOOM_TESTS_SHM_SUPPORT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* before the first system header */
#endif

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/hash.h"
#include "core/plain.h"
#include "core/rotating.h"
#include "shm/filter.h"
#include "shm/internal.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* In children, where cmocka cannot help: says what was wrong and ends the process with 1. */
#define CHECK(condition)                                                             \
    do {                                                                             \
        if (!(condition)) {                                                          \
            fprintf(stderr, "%s:%d: process %d: not true: %s\n", __FILE__, __LINE__, \
                    (int)getpid(), #condition);                                      \
            _exit(1);                                                                \
        }                                                                            \
    } while (0)
#define CHECK_OK(call, error)                                                             \
    do {                                                                                  \
        if ((call) != BLOOM_SHM_OK) {                                                     \
            fprintf(stderr, "%s:%d: process %d: status %d: %s: %s\n", __FILE__, __LINE__, \
                    (int)getpid(), (int)(error).status, (error).path, (error).clause);    \
            _exit(1);                                                                     \
        }                                                                                 \
    } while (0)
#define assert_status(status, expected, error)                                          \
    do {                                                                                \
        bloom_shm_status_t checked_status = (status);                                   \
        if (checked_status != (expected)) {                                             \
            fail_msg("status %d instead of %s: %s: %s", (int)checked_status, #expected, \
                     (error).path, (error).clause);                                     \
        }                                                                               \
    } while (0)
#define assert_ok(status, error) assert_status(status, BLOOM_SHM_OK, error)

static const bloom_hash_key_t public_key = {.is_public = true};

/* -- kinds ------------------------------------------------------------------------------------------------ */

typedef struct shared_kind {
    const char *name;
    uint16_t id;
    uint64_t parameters[2];
} shared_kind_t;

/* Every kind that can be shared. The window is longer than any test. */
static const shared_kind_t shared_kinds[] = {
    {"plain", BLOOM_KIND_PLAIN, {0}},
    {"counting", BLOOM_KIND_COUNTING, {0}},
    {"scalable", BLOOM_KIND_SCALABLE, {0}},
    {"rotating", BLOOM_KIND_ROTATING, {3600, 4}},
};

/* Of all filters of a test: that of its SHM_KIND_TESTS, otherwise plain. */
static const shared_kind_t *kind_in_use = &shared_kinds[0];

/* -- a directory ------------------------------------------------------------------------------------------ */

static char directory[256];
static bloom_shm_options_t options;

static inline bool is_large(void)
{
    const char *value = getenv("BLOOM_TEST_KILLS");
    return value != NULL && strcmp(value, "1") == 0;
}

static inline bool remove_entry(const char *name, void *argument)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", (const char *)argument, name);
    if (unlink(path) != 0 && errno == EISDIR) {
        rmdir(path);
    }
    return true;
}

static inline void directory_empty(void)
{
    bloom_os_list(directory, remove_entry, directory);
}

/* Made under `parent`; NULL: where memory is. */
static inline void directory_create(const char *parent)
{
    if (parent == NULL) {
        parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : getenv("TMPDIR");
    }
    snprintf(directory, sizeof directory, "%s/bloom-test-XXXXXX", parent != NULL ? parent : "/tmp");
    if (mkdtemp(directory) == NULL) {
        perror(directory);
        exit(1);
    }
    bloom_shm_options_t fresh = {
        .directory = directory,
        .lock_timeout_ms = 5000,
        .revalidate_ms = 1,
        .counts_statistics = true,
        .key = &public_key,
    };
    options = fresh;
}

static inline void directory_remove(void)
{
    bloom_store_shutdown();
    directory_empty();
    rmdir(directory);
}

static inline bool count_entry(const char *name, void *argument)
{
    (void)name;
    ++*(unsigned *)argument;
    return true;
}

static inline unsigned entry_count(void)
{
    unsigned count = 0;
    bloom_os_list(directory, count_entry, &count);
    return count;
}

static inline void path_of(char *buffer, const char *entry)
{
    snprintf(buffer, BLOOM_SHM_PATH_BYTES, "%.250s/%.250s", directory, entry);
}

/* cmocka's: every test starts and ends with an empty directory. */
static inline int test_setup(void **state)
{
    kind_in_use = *state != NULL ? *state : &shared_kinds[0];
    directory_empty();
    bloom_shm_options_t fresh = {
        .directory = directory,
        .lock_timeout_ms = 5000,
        .revalidate_ms = 1,
        .counts_statistics = true,
        .key = &public_key,
    };
    options = fresh;
    bloom_os_override_boot_id(NULL);
    return 0;
}

static inline int test_teardown(void **state)
{
    (void)state;
    bloom_shm_request_end();
    bloom_store_shutdown();
    directory_empty();
    return 0;
}

/* -- filters ------------------------------------------------------------------------------------------------ */

/* Each is planned once: nobody should have to step through that again and again. */
static inline bloom_geometry_t plan_of(uint64_t expected_items, double fpr)
{
    static bloom_geometry_t known[32];
    static size_t known_count;
    for (size_t i = 0; i < known_count; i++) {
        if (known[i].kind == kind_in_use->id && known[i].expected_items == expected_items &&
            known[i].fpr == fpr) {
            return known[i];
        }
    }
    bloom_geometry_t geometry = {
        .kind = kind_in_use->id,
        .expected_items = expected_items,
        .fpr = fpr,
        .kind_parameters = {kind_in_use->parameters[0], kind_in_use->parameters[1]}};
    if (bloom_geometry_plan(&geometry) != BLOOM_OK) {
        fprintf(stderr, "no plan\n");
        exit(1);
    }
    if (known_count < COUNT_OF(known)) {
        known[known_count++] = geometry;
    }
    return geometry;
}

static inline bloom_hash_t hash_of(uint64_t item)
{
    return bloom_hash(&public_key, &item, sizeof item);
}

static inline bool exists(const char *name)
{
    bloom_shm_error_t error;
    bool exists;
    assert_ok(bloom_store_exists(&options, name, &exists, &error), error);
    return exists;
}

/* shared(): created if missing; expected_items 0: attach(). */
static inline bloom_shm_status_t shared_open(bloom_shm_filter_t **filter, const char *name,
                                             uint64_t expected_items, bool has_loader,
                                             bloom_shm_error_t *error)
{
    bloom_geometry_t geometry;
    bloom_shm_request_t request = {
        .options = &options, .name = name, .kind = kind_in_use->id, .has_loader = has_loader};
    if (expected_items != 0) {
        geometry = plan_of(expected_items, 0.01);
        request.geometry = &geometry;
    }
    return bloom_shm_filter_open(filter, &request, error);
}

static inline bloom_shm_status_t path_open(bloom_shm_filter_t **filter, const char *path,
                                           uint64_t expected_items, bool has_loader,
                                           bloom_shm_error_t *error)
{
    bloom_geometry_t geometry = plan_of(expected_items, 0.01);
    bloom_shm_request_t request = {.options = &options,
                                   .path = path,
                                   .kind = kind_in_use->id,
                                   .geometry = &geometry,
                                   .has_loader = has_loader};
    return bloom_shm_filter_open(filter, &request, error);
}

/* The filter of that name or the end of the process. */
static inline bloom_shm_filter_t *must_open(const char *name, uint64_t expected_items,
                                            bool has_loader)
{
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    CHECK_OK(shared_open(&filter, name, expected_items, has_loader, &error), error);
    return filter;
}

static inline void must_add(bloom_shm_filter_t *filter, uint64_t item)
{
    bloom_shm_error_t error;
    bool is_new;
    CHECK_OK(bloom_shm_filter_add(filter, hash_of(item), &is_new, &error), error);
}

static inline bool has(bloom_shm_filter_t *filter, uint64_t item)
{
    return bloom_shm_filter_contains(filter, hash_of(item));
}

/* An item that was never added and is no false positive. */
static inline uint64_t absent_item(bloom_shm_filter_t *filter)
{
    bloom_context_t context = bloom_shared_context();
    for (uint64_t item = UINT64_MAX;; item--) {
        if (!filter->filter.kind->contains(&filter->filter, hash_of(item), &context)) {
            return item;
        }
    }
}

/* -- random numbers -------------------------------------------------------------------------------------------- */

static inline uint64_t random_next(uint64_t *seed)
{
    uint64_t z = (*seed += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* -- processes ---------------------------------------------------------------------------------------------------- */

/* Memory that children share with their parent; zero. */
static inline void *shared_memory(size_t size_bytes)
{
    void *memory =
        mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        perror("mmap");
        exit(1);
    }
    return memory;
}

static inline pid_t child_start(void (*run)(void *argument), void *argument)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0) {
        perror("fork");
        exit(1);
    }
    if (pid == 0) {
        alarm(120); /* a hang is a failure, not a hang of the tests */
#if defined(__linux__)
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* and a failure ends everything */
#endif
        run(argument);
        _exit(0);
    }
    return pid;
}

static inline int child_wait(pid_t pid)
{
    int status;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) {
            return -1;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

static inline void child_kill(pid_t pid)
{
    kill(pid, SIGKILL);
    child_wait(pid);
}

static inline void sleep_us(unsigned microseconds)
{
    struct timespec pause = {(time_t)(microseconds / 1000000),
                             (long)(microseconds % 1000000) * 1000};
    nanosleep(&pause, NULL);
}

/* A word that one process sets and others wait for. */
static inline void signal_event(uint64_t *event, uint64_t value)
{
    __atomic_store_n(event, value, __ATOMIC_SEQ_CST);
}

static inline uint64_t event_value(const uint64_t *event)
{
    return __atomic_load_n(event, __ATOMIC_SEQ_CST);
}

static inline void await_event(const uint64_t *event, uint64_t at_least)
{
    for (unsigned round = 0; event_value(event) < at_least; round++) {
        CHECK(round < 600000); /* a minute and more */
        sleep_us(100);
    }
}

#define SHM_TEST(test) cmocka_unit_test_setup_teardown(test, test_setup, test_teardown)
/* One test for each kind. */
#define SHM_KIND_TEST(test, index, kind_name)                   \
    {#test " (" kind_name ")", test, test_setup, test_teardown, \
     (void *)(uintptr_t)&shared_kinds[index]}
#define SHM_KIND_TESTS(test)                                             \
    SHM_KIND_TEST(test, 0, "plain"), SHM_KIND_TEST(test, 1, "counting"), \
        SHM_KIND_TEST(test, 2, "scalable"), SHM_KIND_TEST(test, 3, "rotating")
#define SHM_TEST_MAIN(tests)                                      \
    int main(void)                                                \
    {                                                             \
        bloom_store_startup();                                    \
        directory_create(NULL);                                   \
        int failures = cmocka_run_group_tests(tests, NULL, NULL); \
        directory_remove();                                       \
        return failures != 0;                                     \
    }

#endif
