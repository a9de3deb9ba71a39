/*
 * What processes do when they are killed, and what must be true afterwards: for every kind, no acknowledged add is
 * missing, nothing hangs, nothing stays behind that blocks or costs memory, and a later caller completes
 * what was begun. The judge is a process of its own, which has had the filter open since before.
 */
#ifndef BLOOM_TESTS_SHM_VICTIMS_H
#define BLOOM_TESTS_SHM_VICTIMS_H

#include "support.h"

/* Items 0 to ITEM_COUNT - 1 are there before. Victims add those from NEW_FIRST on, and remove those from OLD_FIRST on. */
#define ITEM_COUNT 10u
#define NEW_FIRST 1000u
#define OLD_FIRST 2000u
#define OLD_COUNT 40u
#define LATER_ITEM 5000u
#define EXPECTED_ITEMS 500u

/* Of one attempt: how many items, and what the victim has reached, for its judge. */
typedef struct progress {
    uint64_t item_count;
    uint64_t begun;        /* adds: what the source of truth knows */
    uint64_t acknowledged; /* adds */
    uint64_t removed;      /* removes that were acknowledged */
    uint64_t is_committed;
    uint64_t
        is_interrupted; /* the filter is rebuilt meanwhile: what is removed may be of an old version */
} progress_t;

typedef struct operation {
    const char *name;
    bool (*is_of)(const bloom_kind_t *kind); /* NULL: of all */
    bool is_on_disk;
    bool is_by_user; /* the victim has opened the filter before */
    void (*prepare)(void);
    void (*watch)(void); /* by the judge, before the victim begins. NULL: there is nothing yet */
    void (*run)(progress_t *progress);
    void (*judge)(const progress_t *progress);
} operation_t;

static bloom_shm_filter_t *victims_filter;
static bloom_shm_filter_t *watcher;
static bloom_shm_rebuild_t *watchers_rebuild;

static inline void add_items(bloom_shm_filter_t *filter, uint64_t first, uint64_t count,
                             progress_t *progress)
{
    for (uint64_t i = 0; i < count; i++) {
        if (progress != NULL) {
            signal_event(&progress->begun, i + 1);
        }
        must_add(filter, first + i);
        if (progress != NULL) {
            signal_event(&progress->acknowledged, i + 1);
        }
    }
}

static inline void check_items(bloom_shm_filter_t *filter, uint64_t first, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        CHECK(has(filter, first + i));
    }
}

/* Everything works, at once, for those who were there and those who come; exactly one file is left. */
static inline void check_whole(bloom_shm_filter_t *filter)
{
    bloom_shm_error_t error;
    must_add(filter, LATER_ITEM);
    CHECK(has(filter, LATER_ITEM));
    if (watcher != NULL) {
        CHECK(has(watcher, LATER_ITEM));
        must_add(watcher, LATER_ITEM + 1);
        CHECK(has(filter, LATER_ITEM + 1));
    }
    CHECK_OK(bloom_shm_filter_clear(filter, &error), error);
    CHECK(!has(filter, absent_item(filter)));
    CHECK(watcher == NULL ||
          bloom_shm_filter_generation(watcher) == bloom_shm_filter_generation(filter));
    /* creating anything clears away what killed creators left */
    bloom_shm_filter_close(must_open("others", 10, false));
    CHECK(entry_count() == 2);
}

/* What all that are not about loading or dropping have in common. Returns a newcomer's handle. */
static inline bloom_shm_filter_t *check_kept(const progress_t *progress)
{
    if (watcher != NULL) {
        CHECK(bloom_shm_filter_is_ready(watcher));
        check_items(watcher, 0, ITEM_COUNT);
        check_items(watcher, NEW_FIRST, progress->acknowledged);
    }
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    CHECK(bloom_shm_filter_is_ready(filter));
    check_items(filter, 0, ITEM_COUNT);
    check_items(filter, NEW_FIRST, progress->acknowledged);
    CHECK(!has(filter, absent_item(filter)));
    return filter;
}

/* -- before ------------------------------------------------------------------------------------------------- */

static inline void prepare_nothing(void)
{
}

static inline void prepare_filter(void)
{
    bloom_shm_filter_t *filter = must_open("words", EXPECTED_ITEMS, false);
    add_items(filter, 0, ITEM_COUNT, NULL);
    add_items(filter, OLD_FIRST, OLD_COUNT, NULL);
    bloom_shm_filter_close(filter);
}

static inline void watch(void)
{
    watcher = must_open("words", 0, false);
    CHECK(has(watcher, 0));
}

/* -- creating and loading ----------------------------------------------------------------------------------- */

static inline void create(progress_t *progress)
{
    bloom_shm_filter_t *filter = must_open("words", EXPECTED_ITEMS, false);
    add_items(filter, NEW_FIRST, progress->item_count, progress);
    bloom_shm_filter_close(filter);
}

static inline void judge_created(const progress_t *progress)
{
    bloom_shm_filter_t *filter = must_open("words", EXPECTED_ITEMS, false);
    CHECK(bloom_shm_filter_is_ready(filter));
    check_items(filter, NEW_FIRST, progress->acknowledged);
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

static inline void load(progress_t *progress)
{
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = must_open("words", EXPECTED_ITEMS, true);
    CHECK_OK(bloom_shm_load_begin(filter, &error), error);
    add_items(filter, NEW_FIRST, progress->item_count, progress);
    CHECK_OK(bloom_shm_load_commit(filter, &error), error);
    signal_event(&progress->is_committed, 1);
    bloom_shm_filter_close(filter);
}

static inline void judge_loaded(const progress_t *progress)
{
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = must_open("words", EXPECTED_ITEMS, true);
    bool needs_load = bloom_shm_filter_needs_load(filter);
    CHECK(!needs_load || !progress->is_committed);
    CHECK(needs_load || bloom_shm_filter_is_ready(filter));
    if (watcher != NULL) {
        check_items(watcher, 0, ITEM_COUNT); /* whether or not it is ready */
        check_items(watcher, NEW_FIRST, progress->acknowledged);
    }
    if (needs_load) {
        CHECK_OK(bloom_shm_load_begin(filter, &error), error);
        CHECK(has(filter, absent_item(filter)));
        check_items(filter, NEW_FIRST, progress->acknowledged);
        CHECK_OK(bloom_shm_load_commit(filter, &error), error);
        check_items(filter, NEW_FIRST, progress->acknowledged);
    } else {
        check_items(filter, NEW_FIRST, progress->item_count);
    }
    if (watcher != NULL) {
        check_items(filter, 0, ITEM_COUNT);
    }
    CHECK(bloom_shm_filter_is_ready(filter));
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

/* -- rebuilding ----------------------------------------------------------------------------------------------- */

static inline void rebuild_to(progress_t *progress, uint64_t expected_items)
{
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *work;
    bloom_geometry_t geometry = plan_of(expected_items, 0.01);
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    CHECK_OK(bloom_shm_rebuild_begin(filter, &geometry, &work, &error), error);
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(work);
    add_items(filter, NEW_FIRST, progress->item_count, progress); /* to both versions */
    add_items(next, 0, ITEM_COUNT, NULL);
    CHECK_OK(bloom_shm_rebuild_commit(work, &error), error);
    signal_event(&progress->is_committed, 1);
    bloom_shm_filter_close(next);
    bloom_shm_filter_close(filter);
}

static inline void rebuild(progress_t *progress)
{
    rebuild_to(progress, EXPECTED_ITEMS);
}

static inline void rebuild_larger(progress_t *progress)
{
    rebuild_to(progress, 2 * EXPECTED_ITEMS);
}

static inline void judge_rebuilt(const progress_t *progress)
{
    bloom_shm_filter_t *filter = check_kept(progress);
    CHECK(!progress->is_committed || bloom_shm_filter_generation(filter) == 2);
    CHECK(entry_count() == 1); /* opening it has mended all */
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

static inline void abort_rebuild(progress_t *progress)
{
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *work;
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    CHECK_OK(bloom_shm_rebuild_begin(filter, NULL, &work, &error), error);
    add_items(filter, NEW_FIRST, progress->item_count, progress);
    bloom_shm_rebuild_abort(work);
    bloom_shm_filter_close(filter);
}

/* As shared() with a loader does to a filter that is smaller than asked for. */
static inline void enlarge(progress_t *progress)
{
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *work;
    bloom_geometry_t geometry = plan_of(2 * EXPECTED_ITEMS, 0.01);
    bloom_shm_filter_t *filter = must_open("words", 2 * EXPECTED_ITEMS, true);
    CHECK(filter->is_lesser);
    CHECK_OK(bloom_shm_enlarge_begin(filter, &geometry, &work, &error), error);
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(work);
    add_items(filter, NEW_FIRST, progress->item_count, progress);
    add_items(next, 0, ITEM_COUNT, NULL);
    CHECK_OK(bloom_shm_rebuild_commit(work, &error), error);
    signal_event(&progress->is_committed, 1);
    bloom_shm_filter_close(next);
    bloom_shm_filter_close(filter);
}

static inline void prepare_loaded(void)
{
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = must_open("words", EXPECTED_ITEMS, true);
    CHECK_OK(bloom_shm_load_begin(filter, &error), error);
    add_items(filter, 0, ITEM_COUNT, NULL);
    CHECK_OK(bloom_shm_load_commit(filter, &error), error);
    bloom_shm_filter_close(filter);
}

static inline void judge_enlarged(const progress_t *progress)
{
    bloom_shm_error_t error;
    bloom_shm_rebuild_t *work;
    bloom_shm_filter_t *filter = check_kept(progress), *asking;
    bloom_geometry_t wanted = plan_of(2 * EXPECTED_ITEMS, 0.01);
    bool has_grown = filter->filter.geometry.expected_items == 2 * EXPECTED_ITEMS;
    CHECK(has_grown || !progress->is_committed);
    CHECK(entry_count() == 1);
    /* the next deploy that asks for it */
    asking = must_open("words", 2 * EXPECTED_ITEMS, true);
    CHECK(asking->is_lesser == !has_grown);
    if (!has_grown) {
        CHECK_OK(bloom_shm_enlarge_begin(asking, &wanted, &work, &error), error);
        add_items(bloom_shm_rebuild_take_next(work), 0, ITEM_COUNT, NULL);
        add_items(bloom_shm_rebuild_take_next(work), NEW_FIRST, progress->acknowledged, NULL);
        bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(work);
        CHECK_OK(bloom_shm_rebuild_commit(work, &error), error);
        bloom_shm_filter_close(next);
        bloom_shm_filter_close(check_kept(progress));
    }
    bloom_shm_filter_close(asking);
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

static inline void clear(progress_t *progress)
{
    bloom_shm_error_t error;
    CHECK_OK(bloom_shm_filter_clear(victims_filter, &error), error);
    signal_event(&progress->is_committed, 1);
    add_items(victims_filter, NEW_FIRST, progress->item_count, progress);
}

/* All or nothing. */
static inline void judge_cleared(const progress_t *progress)
{
    bloom_shm_filter_t *filter = must_open("words", 0, false);
    bool is_cleared = bloom_shm_filter_generation(filter) == 2;
    CHECK(bloom_shm_filter_is_ready(filter));
    CHECK(bloom_shm_filter_generation(watcher) == bloom_shm_filter_generation(filter));
    CHECK(is_cleared || !progress->is_committed);
    if (!is_cleared) {
        check_items(filter, 0, ITEM_COUNT);
        check_items(watcher, 0, ITEM_COUNT);
    }
    check_items(filter, NEW_FIRST, progress->acknowledged);
    check_items(watcher, NEW_FIRST, progress->acknowledged);
    CHECK(entry_count() == 1);
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

static inline void drop(progress_t *progress)
{
    bloom_shm_error_t error;
    CHECK_OK(bloom_store_drop(&options, "words", &error), error);
    signal_event(&progress->is_committed, 1);
}

static inline void judge_dropped(const progress_t *progress)
{
    bloom_shm_filter_t *filter;
    bloom_shm_error_t error;
    /* who holds it believes in it, or in nothing */
    check_items(watcher, 0, ITEM_COUNT);
    bloom_shm_status_t status = shared_open(&filter, "words", 0, false, &error);
    if (progress->is_committed || status == BLOOM_SHM_NOT_FOUND) {
        CHECK(status == BLOOM_SHM_NOT_FOUND);
        bool exists;
        CHECK_OK(bloom_store_exists(&options, "words", &exists, &error), error);
        CHECK(!exists);
        CHECK(has(watcher, absent_item(watcher)));
        filter = must_open("words", EXPECTED_ITEMS, false); /* and a new one may begin */
        CHECK(!has(filter, absent_item(filter)));
    } else {
        CHECK_OK(status, error);
        check_items(filter, 0, ITEM_COUNT);
    }
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

/* -- using ----------------------------------------------------------------------------------------------------- */

static inline void read_all(progress_t *progress)
{
    for (uint64_t i = 0; i < progress->item_count; i++) {
        CHECK(has(victims_filter, i % ITEM_COUNT));
    }
}

static inline void write_all(progress_t *progress)
{
    add_items(victims_filter, NEW_FIRST, progress->item_count, progress);
}

static inline void judge_used(const progress_t *progress)
{
    bloom_shm_filter_t *filter = check_kept(progress);
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

/* The judge rebuilds it meanwhile. */
static inline void watch_and_rebuild(void)
{
    bloom_shm_error_t error;
    bloom_geometry_t geometry = plan_of(2 * EXPECTED_ITEMS, 0.01);
    watch();
    CHECK_OK(bloom_shm_rebuild_begin(watcher, &geometry, &watchers_rebuild, &error), error);
}

/* Of what the victim adds, the loader knows what had begun when it was called. */
static uint64_t known_to_loader;

static inline void finish_watchers_rebuild(void)
{
    bloom_shm_error_t error;
    bloom_shm_filter_t *next = bloom_shm_rebuild_take_next(watchers_rebuild);
    add_items(next, 0, ITEM_COUNT, NULL);
    add_items(next, OLD_FIRST, OLD_COUNT, NULL);
    add_items(next, NEW_FIRST, known_to_loader, NULL);
    CHECK_OK(bloom_shm_rebuild_commit(watchers_rebuild, &error), error);
    bloom_shm_filter_close(next);
}

static inline void judge_used_while_rebuilt(const progress_t *progress)
{
    finish_watchers_rebuild();
    bloom_shm_filter_t *filter = check_kept(progress);
    CHECK(bloom_shm_filter_generation(filter) == 2);
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

/* -- removing -------------------------------------------------------------------------------------------------- */

static inline bool can_remove(const bloom_kind_t *kind)
{
    return kind->remove != NULL;
}

static inline void remove_items(progress_t *progress, bool has_generation)
{
    bloom_shm_error_t error;
    bool is_removed;
    uint64_t generation = has_generation ? bloom_shm_filter_generation(victims_filter) : 0;
    for (uint64_t i = 0; i < progress->item_count && i < OLD_COUNT; i++) {
        CHECK_OK(bloom_shm_filter_remove(victims_filter, hash_of(OLD_FIRST + i), generation,
                                         &is_removed, &error),
                 error);
        CHECK(is_removed || progress->is_interrupted);
        signal_event(&progress->removed, i + 1);
        signal_event(&progress->begun, i + 1);
        must_add(victims_filter, NEW_FIRST + i);
        signal_event(&progress->acknowledged, i + 1);
    }
}

static inline void remove_all(progress_t *progress)
{
    remove_items(progress, false);
}

static inline void remove_all_of_generation(progress_t *progress)
{
    remove_items(progress, true);
}

/* One remove may be half done; it is not repeated, since that could take others' counters away. */
static inline void judge_removed(const progress_t *progress)
{
    bloom_shm_error_t error;
    bool is_removed;
    bloom_shm_filter_t *filter = check_kept(progress);
    uint64_t first_left = OLD_FIRST + progress->removed + 1, end = OLD_FIRST + OLD_COUNT;
    for (uint64_t item = first_left; item < end; item++) {
        CHECK(bloom_shm_filter_count_of(filter, hash_of(item)) >= 1);
        CHECK(has(watcher, item));
    }
    for (uint64_t item = first_left; item < end; item++) {
        CHECK_OK(bloom_shm_filter_remove(filter, hash_of(item), 0, &is_removed, &error), error);
        CHECK(is_removed);
    }
    bloom_shm_filter_close(filter);
    filter = check_kept(progress); /* and nothing else went with them */
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

/* Whatever was removed meanwhile is in the new version as often as the loader put it there. */
static inline void judge_removed_while_rebuilt(const progress_t *progress)
{
    for (uint64_t i = progress->removed + 1; i < OLD_COUNT; i++) {
        CHECK(has(watcher, OLD_FIRST + i));
    }
    finish_watchers_rebuild();
    bloom_shm_filter_t *filter = check_kept(progress);
    CHECK(bloom_shm_filter_generation(filter) == 2);
    for (uint64_t i = 0; i < OLD_COUNT; i++) {
        CHECK(bloom_shm_filter_count_of(filter, hash_of(OLD_FIRST + i)) >= 1);
    }
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

/* -- growing and rotating ------------------------------------------------------------------------------------------ */

static inline bool can_grow(const bloom_kind_t *kind)
{
    return kind->grow != NULL;
}

/* Its first layer has two places left. */
static inline void prepare_almost_full(void)
{
    bloom_shm_filter_t *filter = must_open("words", OLD_COUNT + ITEM_COUNT + 2, false);
    add_items(filter, 0, ITEM_COUNT, NULL);
    add_items(filter, OLD_FIRST, OLD_COUNT, NULL);
    bloom_shm_filter_close(filter);
}

static inline void judge_grown(const progress_t *progress)
{
    bloom_shm_filter_t *filter = check_kept(progress);
    uint32_t used = filter->filter.kind->layer_count(filter->filter.header);
    CHECK(used <= 3 && (used > 1 || progress->acknowledged <= 4));
    add_items(filter, 10000, 1000, NULL);
    check_items(filter, 10000, 1000);
    check_items(watcher, 10000, 1000);
    bloom_shm_filter_close(filter);
    bloom_store_sweep();
    filter = check_kept(progress);
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

static inline bool can_rotate(const bloom_kind_t *kind)
{
    return kind->id == BLOOM_KIND_ROTATING;
}

/* What stands first in a rotating filter's payload; see FORMAT-kinds.md. */
static inline uint64_t *expiry_of(const bloom_shm_filter_t *filter, unsigned slot)
{
    return &filter->filter.payload[slot];
}

static inline uint64_t rotations_of(const bloom_shm_filter_t *filter)
{
    return bloom_le64(
        bloom_load_acquire(&filter->filter.header->kind_state[BLOOM_ROTATING_ROTATIONS]));
}

/* The slot with the items must be succeeded, by one that holds what has expired. */
static inline void prepare_overdue(void)
{
    bloom_shm_filter_t *filter = must_open("words", EXPECTED_ITEMS, false);
    uint64_t now_us = bloom_os_monotonic_coarse_us(), second_us = 1000000;
    add_items(filter, OLD_FIRST, OLD_COUNT, NULL); /* to slot 0 */
    *expiry_of(filter, 0) = bloom_le64(now_us + second_us);
    add_items(filter, 0, ITEM_COUNT, NULL); /* to slot 1 */
    CHECK(rotations_of(filter) == 1);
    filter->filter.header->kind_state[BLOOM_ROTATING_ROTATIONS] = bloom_le64(5 * 3 + 1);
    *expiry_of(filter, 0) = 0;
    *expiry_of(filter, 1) = bloom_le64(now_us + 3000 * second_us);
    /* the next one was never cleared */
    memcpy(filter->filter.payload + 8 + 2 * 8, filter->filter.payload + 8 + 8, 64);
    *expiry_of(filter, 2) = bloom_le64(now_us > 1 ? 1u : 0u);
    bloom_shm_filter_close(filter);
}

static inline void judge_rotated(const progress_t *progress)
{
    bloom_context_t later = bloom_shared_context();
    bloom_shm_filter_t *filter = check_kept(progress);
    uint64_t rotations = rotations_of(filter);
    CHECK(rotations == 16 || rotations == 17);
    CHECK(rotations == 17 || progress->acknowledged == 0);
    add_items(filter, 10000, 10, NULL);
    CHECK(rotations_of(filter) == 17);
    check_items(watcher, 10000, 10);
    /* within the window for all, and gone after the bound, also what was in the slot that was not cleared */
    uint64_t second_us = 1000000, now_us = later.monotonic_us;
    later.monotonic_us = now_us + 2990 * second_us;
    for (uint64_t i = 0; i < ITEM_COUNT; i++) {
        CHECK(filter->filter.kind->contains(&filter->filter, hash_of(i), &later));
    }
    later.monotonic_us = now_us + 3590 * second_us;
    for (uint64_t i = 0; i < progress->acknowledged; i++) {
        CHECK(filter->filter.kind->contains(&filter->filter, hash_of(NEW_FIRST + i), &later));
    }
    later.monotonic_us = now_us + (3600 + 1800 + 1) * second_us;
    CHECK(bloom_rotating_live_slots(&filter->filter, &later) == 0);
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

/* -- on a disk ------------------------------------------------------------------------------------------------------ */

static const uint64_t first_boot[2] = {1, 1}, second_boot[2] = {2, 2};

static inline void prepare_on_disk(void)
{
    bloom_shm_error_t error;
    bloom_os_override_boot_id(first_boot);
    bloom_shm_filter_t *filter = must_open("words", EXPECTED_ITEMS, false);
    add_items(filter, 0, ITEM_COUNT, NULL);
    CHECK_OK(bloom_shm_filter_flush(filter, &error), error);
    bloom_shm_filter_close(filter);
}

static inline void flush(progress_t *progress)
{
    bloom_shm_error_t error;
    for (uint64_t i = 0; i < progress->item_count; i++) {
        must_add(victims_filter, NEW_FIRST + i); /* what is clean becomes dirty */
        signal_event(&progress->acknowledged, i + 1);
        if (i % 32 == 1) {
            CHECK_OK(bloom_shm_filter_flush(victims_filter, &error), error);
        }
    }
}

/* First what a process sees, then what one after a restart: everything, or that it must not believe it. */
static inline void judge_flushed(const progress_t *progress)
{
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter = check_kept(progress);
    uint64_t word = bloom_mapping_word(filter->private_part->mapping);
    bool is_clean = (word & BLOOM_STATE_DURABILITY) == BLOOM_STATE_CLEAN;
    bloom_shm_filter_close(filter);
    bloom_shm_filter_close(watcher);
    watcher = NULL;
    bloom_store_shutdown();
    bloom_os_override_boot_id(second_boot);
    bloom_shm_status_t status = shared_open(&filter, "words", EXPECTED_ITEMS, false, &error);
    if (is_clean) {
        CHECK_OK(status, error);
        bloom_shm_filter_close(check_kept(progress));
    } else {
        CHECK(status == BLOOM_SHM_UNCLEAN);
        filter = must_open("words", EXPECTED_ITEMS, true);
        CHECK(!bloom_shm_filter_is_ready(filter));
        CHECK_OK(bloom_shm_load_begin(filter, &error), error);
        CHECK_OK(bloom_shm_load_commit(filter, &error), error);
    }
    CHECK_OK(bloom_shm_filter_flush(filter, &error), error);
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

static inline void prepare_for_boot(void)
{
    prepare_on_disk();
    bloom_store_shutdown();
    bloom_os_override_boot_id(second_boot);
}

static inline void adopt(progress_t *progress)
{
    victims_filter = must_open("words", 0, false);
    write_all(progress);
}

static inline void judge_adopted(const progress_t *progress)
{
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter;
    /* the times of a rotating filter may be those of both clocks: then it begins anew, and says so */
    if (kind_in_use->id == BLOOM_KIND_ROTATING &&
        shared_open(&filter, "words", EXPECTED_ITEMS, false, &error) != BLOOM_SHM_OK) {
        CHECK(error.status == BLOOM_SHM_UNCLEAN);
        CHECK(progress->acknowledged == 0);
        filter = must_open("words", EXPECTED_ITEMS, true);
        CHECK(!bloom_shm_filter_is_ready(filter));
        CHECK_OK(bloom_shm_load_begin(filter, &error), error);
        CHECK_OK(bloom_shm_load_commit(filter, &error), error);
    } else {
        filter = check_kept(progress);
    }
    check_whole(filter);
    bloom_shm_filter_close(filter);
}

/* Not flushed before: the loader runs again. */
static inline void prepare_dirty_for_boot(void)
{
    bloom_os_override_boot_id(first_boot);
    prepare_loaded();
    bloom_store_shutdown();
    bloom_os_override_boot_id(second_boot);
}

/* -- what is not worth a kill, but must not notice a switch either ---------------------------------------------- */

static inline void look(progress_t *progress)
{
    for (uint64_t i = 0; i < progress->item_count; i++) {
        CHECK(bloom_shm_filter_is_ready(victims_filter));
        CHECK(has(victims_filter, i));
        CHECK(victims_filter->filter.kind->count_of == NULL ||
              bloom_shm_filter_count_of(victims_filter, hash_of(i)) < UINT_MAX);
        /* no version has all of them */
        CHECK(!has(victims_filter, LATER_ITEM) || !has(victims_filter, LATER_ITEM + 1) ||
              !has(victims_filter, LATER_ITEM + 2));
    }
}

static inline void copy(progress_t *progress)
{
    bloom_shm_error_t error;
    bloom_shm_snapshot_t snapshot;
    bloom_context_t context = bloom_shared_context();
    CHECK_OK(bloom_shm_snapshot_begin(&snapshot, victims_filter, &error), error);
    for (uint64_t i = 0; i < progress->item_count; i++) {
        CHECK(snapshot.filter.kind->contains(&snapshot.filter, hash_of(i), &context));
    }
    bloom_shm_snapshot_end(&snapshot);
}

static const operation_t interruptible[] = {
    {"look", NULL, false, true, prepare_filter, watch, look, judge_used},
    {"copy", NULL, false, true, prepare_filter, watch, copy, judge_used},
    {"add", NULL, false, true, prepare_filter, watch, write_all, judge_used},
    {"remove", can_remove, false, true, prepare_filter, watch, remove_all, judge_removed},
    {"remove with a generation", can_remove, false, true, prepare_filter, watch,
     remove_all_of_generation, judge_removed},
};

static const operation_t operations[] = {
    {"create", NULL, false, false, prepare_nothing, NULL, create, judge_created},
    {"load", NULL, false, false, prepare_nothing, NULL, load, judge_loaded},
    {"load what began without a loader", NULL, false, false, prepare_filter, watch, load,
     judge_loaded},
    {"rebuild", NULL, false, false, prepare_filter, watch, rebuild, judge_rebuilt},
    {"rebuild larger", NULL, false, false, prepare_filter, watch, rebuild_larger, judge_rebuilt},
    {"abort a rebuild", NULL, false, false, prepare_filter, watch, abort_rebuild, judge_rebuilt},
    {"enlarge", NULL, false, false, prepare_loaded, watch, enlarge, judge_enlarged},
    {"clear", NULL, false, true, prepare_filter, watch, clear, judge_cleared},
    {"drop", NULL, false, false, prepare_filter, watch, drop, judge_dropped},
    {"read", NULL, false, true, prepare_filter, watch, read_all, judge_used},
    {"add", NULL, false, true, prepare_filter, watch, write_all, judge_used},
    {"add while rebuilt", NULL, false, true, prepare_filter, watch_and_rebuild, write_all,
     judge_used_while_rebuilt},
    {"remove", can_remove, false, true, prepare_filter, watch, remove_all, judge_removed},
    {"remove with a generation", can_remove, false, true, prepare_filter, watch,
     remove_all_of_generation, judge_removed},
    {"remove while rebuilt", can_remove, false, true, prepare_filter, watch_and_rebuild, remove_all,
     judge_removed_while_rebuilt},
    {"grow", can_grow, false, true, prepare_almost_full, watch, write_all, judge_grown},
    {"rotate", can_rotate, false, true, prepare_overdue, watch, write_all, judge_rotated},
    {"flush", NULL, true, true, prepare_on_disk, watch, flush, judge_flushed},
    {"adopt after a boot", NULL, true, false, prepare_for_boot, NULL, adopt, judge_adopted},
    {"load again after a boot", NULL, false, false, prepare_dirty_for_boot, NULL, load,
     judge_loaded},
};

/* -- a victim and its judge ----------------------------------------------------------------------------------- */

typedef struct trial {
    const operation_t *operation;
    progress_t progress;
    uint64_t is_watched;
    uint64_t is_interrupted;
    uint64_t
        is_stopped; /* the victim, for now: 2 once the judge has seen what that does to others */
    uint64_t is_over;
} trial_t;

/* Memory for the victim, its judge and us. */
static inline trial_t *trial_create(const operation_t *operation)
{
    trial_t *trial = shared_memory(sizeof *trial);
    trial->operation = operation;
    return trial;
}

static inline void trial_open(const trial_t *trial)
{
    victims_filter = trial->operation->is_by_user ? must_open("words", 0, false) : NULL;
}

static inline void trial_run(trial_t *trial)
{
    trial->operation->run(&trial->progress);
    bloom_shm_filter_close(victims_filter);
}

enum {
    INTERRUPTION_ANNOUNCED = 1,
    INTERRUPTION_SWITCHED,
    INTERRUPTION_SWITCHED_TWICE,
    INTERRUPTION_MANNERS = INTERRUPTION_SWITCHED_TWICE
};

static inline void interrupt(const progress_t *progress, uint64_t interruption)
{
    bloom_shm_error_t error;
    for (uint64_t i = 0; i < interruption; i++) {
        bloom_geometry_t geometry = plan_of((1 + i % 2) * EXPECTED_ITEMS, 0.01);
        CHECK_OK(bloom_shm_rebuild_begin(watcher, &geometry, &watchers_rebuild, &error), error);
        known_to_loader = event_value(&progress->begun);
        if (interruption == INTERRUPTION_ANNOUNCED) {
            return;
        }
        finish_watchers_rebuild();
    }
}

static inline bool may_be_in_the_way(bloom_shm_status_t status)
{
    return status == BLOOM_SHM_OK || status == BLOOM_SHM_BUSY || status == BLOOM_SHM_TIMEOUT ||
           status == BLOOM_SHM_NOT_FOUND || status == BLOOM_SHM_VANISHED ||
           status == BLOOM_SHM_UNCLEAN;
}

/* Lookups and adds go on, and whoever needs a lock that the victim has is told so. */
static inline void work_beside_a_stopped_one(const operation_t *operation)
{
    bloom_shm_error_t error;
    bloom_shm_filter_t *filter;
    bloom_shm_lock_t lock;
    alarm(10);
    options.lock_timeout_ms = 20;
    if (watcher != NULL) {
        if (operation->run != clear) {
            check_items(watcher, 0, ITEM_COUNT);
        }
        bloom_shm_status_t status =
            bloom_mapping_lock(watcher->private_part->mapping, BLOOM_OS_LOCK_CONTROL,
                               options.lock_timeout_ms, &lock, &error);
        CHECK(may_be_in_the_way(status));
        if (status == BLOOM_SHM_OK) {
            bloom_lock_close(&lock);
        }
    }
    /* what was there is attached, what was not is created */
    bloom_shm_status_t status =
        shared_open(&filter, "words", operation->watch == NULL ? EXPECTED_ITEMS : 0, false, &error);
    CHECK(may_be_in_the_way(status));
    if (status == BLOOM_SHM_OK) {
        if (operation->is_of != can_rotate) { /* would put the rotation off */
            must_add(filter, LATER_ITEM);
            CHECK(has(filter, LATER_ITEM));
        }
        bloom_shm_filter_close(filter);
    }
    options.lock_timeout_ms = 5000;
    alarm(0);
}

static inline void trial_judge(void *argument)
{
    trial_t *trial = argument;
    alarm(0); /* however long the victim takes */
    watcher = NULL;
    if (trial->operation->watch != NULL) {
        trial->operation->watch();
    }
    signal_event(&trial->is_watched, 1);
    while (event_value(&trial->is_over) == 0) {
        uint64_t interruption = event_value(&trial->progress.is_interrupted);
        if (interruption != 0 && event_value(&trial->is_interrupted) == 0) {
            interrupt(&trial->progress, interruption);
            signal_event(&trial->is_interrupted, 1);
        }
        if (event_value(&trial->is_stopped) == 1) {
            work_beside_a_stopped_one(trial->operation);
            signal_event(&trial->is_stopped, 2);
        }
        sleep_us(100);
    }
    alarm(30);
    if (trial->progress.is_interrupted == INTERRUPTION_ANNOUNCED) {
        finish_watchers_rebuild();
    }
    trial->operation->judge(&trial->progress);
}

/* Everything as before; the judge, who waits for trial_end(), is returned. */
static inline pid_t trial_begin(trial_t *trial, uint64_t item_count)
{
    memset(&trial->progress, 0, sizeof trial->progress);
    trial->progress.item_count = item_count;
    directory_empty();
    bloom_store_shutdown();
    plan_of(EXPECTED_ITEMS, 0.01);
    plan_of(2 * EXPECTED_ITEMS, 0.01);
    trial->operation->prepare();
    bloom_store_shutdown();
    trial->is_watched = trial->is_interrupted = trial->is_stopped = trial->is_over = 0;
    pid_t judge = child_start(trial_judge, trial);
    await_event(&trial->is_watched, 1);
    return judge;
}

/* Whether the judge is content. */
static inline bool trial_end(trial_t *trial, pid_t judge)
{
    signal_event(&trial->is_over, 1);
    return child_wait(judge) == 0;
}

/* -- all of them as tests -------------------------------------------------------------------------------------- */

static char memory_directory[sizeof directory], disk_directory[sizeof directory];

typedef struct kill_test {
    const operation_t *operation;
    const shared_kind_t *kind;
    char name[100];
} kill_test_t;

static kill_test_t kill_tests[200];
static struct CMUnitTest kill_unit_tests[COUNT_OF(kill_tests)];
static size_t kill_test_count;

static inline int kill_setup(void **state)
{
    const kill_test_t *test = *state;
    void *kind = (void *)(uintptr_t)test->kind;
    memcpy(directory, test->operation->is_on_disk ? disk_directory : memory_directory,
           sizeof directory);
    test_setup(&kind);
    options.revalidate_ms = 0; /* the clock decides nothing: each attempt takes the same steps */
    return 0;
}

static inline int kill_teardown(void **state)
{
    bloom_os_override_boot_id(NULL);
    return test_teardown(state);
}

/* Where a disk is, in disk_directory; "" if nowhere. */
static inline void find_disk(void)
{
    bloom_os_filesystem_t filesystem;
    int fd = -1;
    memcpy(memory_directory, directory, sizeof directory);
    directory_create(getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/var/tmp");
    bool is_disk = bloom_os_open(directory, BLOOM_OS_DIRECTORY, &fd) == 0 &&
                   bloom_os_filesystem(fd, &filesystem) == 0 &&
                   filesystem.storage == BLOOM_OS_ON_DISK;
    bloom_os_close(fd);
    if (is_disk) {
        memcpy(disk_directory, directory, sizeof directory);
    } else {
        rmdir(directory);
    }
    memcpy(directory, memory_directory, sizeof directory);
}

/* Adds `test`, whose state is a kill_test_t, for each of the operations and every kind. */
static inline void kill_tests_add(const char *manner, CMUnitTestFunction test,
                                  const operation_t *of, size_t count)
{
    for (size_t k = 0; k < COUNT_OF(shared_kinds); k++) {
        for (size_t o = 0; o < count; o++) {
            if (of[o].is_of != NULL && !of[o].is_of(bloom_kind_by_id(shared_kinds[k].id))) {
                continue;
            }
            kill_test_t *made = &kill_tests[kill_test_count];
            made->operation = &of[o];
            made->kind = &shared_kinds[k];
            snprintf(made->name, sizeof made->name, "%s (%s) %s", of[o].name, shared_kinds[k].name,
                     manner);
            kill_unit_tests[kill_test_count++] =
                (struct CMUnitTest){made->name, test, kill_setup, kill_teardown, made};
        }
    }
}

static inline int kill_tests_run(void)
{
    bloom_store_startup();
    directory_create(NULL);
    find_disk();
    int failures = _cmocka_run_group_tests("kills", kill_unit_tests, kill_test_count, NULL, NULL);
    if (disk_directory[0] != '\0') {
        memcpy(directory, disk_directory, sizeof directory);
        directory_remove();
    }
    memcpy(directory, memory_directory, sizeof directory);
    directory_remove();
    return failures != 0;
}

/* The operation under test; skips where there is no disk for it. */
static inline const operation_t *operation_of(void **state)
{
    const kill_test_t *test = *state;
    if (test->operation->is_on_disk && disk_directory[0] == '\0') {
        print_message("SKIPPED: no disk under TMPDIR or /var/tmp\n");
        skip();
    }
    return test->operation;
}

#endif
