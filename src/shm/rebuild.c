/*
 * Loading the first version and building the next one. Both hold the control lock of the version in use, which
 * the kernel takes back if they die; the switch itself is one compare-and-exchange on its state word.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "shm/internal.h"

static struct bloom_shm_work *works; /* under the mutex */

static struct bloom_shm_work *work_create(bool is_rebuild)
{
    struct bloom_shm_work *work = calloc(1, sizeof *work);
    if (work != NULL) {
        work->pid = bloom_os_pid();
        work->thread = bloom_os_thread();
        work->is_rebuild = is_rebuild;
        work->lock.fd = -1;
        work->started_us = bloom_os_monotonic_us();
        bloom_os_mutex_lock();
        work->next = works;
        if (works != NULL) {
            works->previous = work;
        }
        works = work;
        bloom_os_mutex_unlock();
    }
    return work;
}

/* Also closes the lock: nothing may be changed after that. */
static void work_destroy(struct bloom_shm_work *work)
{
    bloom_os_mutex_lock();
    if (work->previous != NULL) {
        work->previous->next = work->next;
    } else {
        works = work->next;
    }
    if (work->next != NULL) {
        work->next->previous = work->previous;
    }
    bloom_os_mutex_unlock();
    bloom_lock_close(&work->lock);
    if (work->mapping != NULL) {
        bloom_mapping_release(work->mapping);
    }
    if (work->next_mapping != NULL) {
        bloom_mapping_release(work->next_mapping);
    }
    free(work);
}

static bloom_shm_status_t fail_forked(bloom_shm_error_t *error, const bloom_shm_mapping_t *mapping)
{
    return bloom_shm_fail(
        error, BLOOM_SHM_FORKED, mapping->place->current,
        "it was begun by the parent of this process and is the parent's to end; leave the loader "
        "of a forked child with exit()");
}

/* False if the image has been dropped. */
static bool set_state(bloom_shm_mapping_t *mapping, uint64_t set, uint64_t clear)
{
    uint64_t word = bloom_mapping_word(mapping);
    do {
        if ((word & BLOOM_STATE_DROPPED) != 0) {
            return false;
        }
    } while (!bloom_compare_exchange(bloom_mapping_state(mapping), &word, (word & ~clear) | set));
    return true;
}

static bool has_name(const bloom_shm_mapping_t *mapping, const char *path)
{
    bloom_os_stat_t stat;
    return bloom_os_stat_path(path, &stat) == 0 && stat.inode == mapping->inode &&
           stat.device == mapping->device;
}

static bloom_shm_status_t fail_gone(bloom_shm_error_t *error, const bloom_shm_mapping_t *mapping)
{
    return bloom_shm_fail(error, BLOOM_SHM_VANISHED, mapping->place->current,
                          "it was dropped, deleted or replaced meanwhile; begin again");
}

/* -- loading ---------------------------------------------------------------------------------------------------- */

bool bloom_shm_filter_needs_load(bloom_shm_filter_t *filter)
{
    return bloom_shm_filter_refresh(filter) && !filter->private_part->is_next &&
           (bloom_mapping_word(filter->private_part->mapping) & BLOOM_STATE_LOADED) == 0;
}

static uint64_t load_tried_us(const bloom_shm_mapping_t *mapping)
{
    return bloom_mapping_process(mapping, BLOOM_PROCESS_LOAD_TRIED_US);
}

static void note_load_tried(bloom_shm_mapping_t *mapping)
{
    bloom_store_relaxed(&mapping->filter.header->process[BLOOM_PROCESS_LOAD_TRIED_US],
                        bloom_os_monotonic_us());
}

/* With the control lock held. */
static bloom_shm_status_t check_loadable(bloom_shm_mapping_t *mapping,
                                         const bloom_shm_options_t *options,
                                         bloom_shm_error_t *error)
{
    const char *path = mapping->place->current;
    uint64_t word = bloom_mapping_word(mapping);
    if ((word & (BLOOM_STATE_LIVE | BLOOM_STATE_DROPPED | BLOOM_STATE_DISCARDED)) != 0 ||
        !has_name(mapping, path)) {
        return fail_gone(error, mapping);
    }
    if ((word & BLOOM_STATE_LOADED) != 0) {
        return bloom_shm_fail(error, BLOOM_SHM_ALREADY_LOADED, path,
                              "another process has loaded it");
    }
    uint64_t tried_us = load_tried_us(mapping), now_us = bloom_os_monotonic_us();
    if (tried_us != 0 && tried_us <= now_us &&
        now_us - tried_us < (uint64_t)options->load_retry_ms * 1000) {
        return bloom_shm_fail(error, BLOOM_SHM_RETRY_LATER, path,
                              "the last attempt to load it failed less than %u ms ago",
                              options->load_retry_ms);
    }
    return BLOOM_SHM_OK;
}

bloom_shm_status_t bloom_shm_load_begin(bloom_shm_filter_t *filter, bloom_shm_error_t *error)
{
    struct bloom_shm_filter_private *part = filter->private_part;
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        bloom_shm_mapping_t *mapping = bloom_handle_writable(filter, error);
        if (mapping == NULL) {
            return error != NULL ? error->status : BLOOM_SHM_VANISHED;
        }
        if (part->load != NULL || part->is_next) {
            return bloom_shm_fail(error, BLOOM_SHM_BUSY, part->place->current,
                                  "this process is loading it already; wait until that has ended");
        }
        if ((bloom_mapping_word(mapping) & BLOOM_STATE_LOADED) != 0) {
            return bloom_shm_fail(error, BLOOM_SHM_ALREADY_LOADED, part->place->current,
                                  "another process has loaded it");
        }
        struct bloom_shm_work *work = work_create(false);
        if (work == NULL) {
            return bloom_shm_fail_system(error, ENOMEM, part->place->current, "load it");
        }
        bloom_shm_status_t status =
            bloom_mapping_lock(mapping, BLOOM_OS_LOCK_CONTROL, 0, &work->lock, error);
        if (status == BLOOM_SHM_TIMEOUT) { /* whoever has it had no time to write down what for */
            status = bloom_shm_fail(error, BLOOM_SHM_BUSY, part->place->current,
                                    "another process is working on it; try again later");
        }
        if (status == BLOOM_SHM_OK) {
            status = check_loadable(mapping, &part->options, error);
        }
        if (status == BLOOM_SHM_OK) {
            bloom_mapping_note_operation(mapping, BLOOM_OPERATION_LOAD);
            note_load_tried(mapping);
            bloom_mapping_retract_link(
                mapping); /* of a rebuilder that is dead, or we had no lock */
            bloom_mapping_retain(mapping);
            work->mapping = mapping;
            work->filter = filter;
            part->load = work;
            /* it may have begun without a loader, and count as ready though nothing was ever loaded */
            if (set_state(mapping, 0, BLOOM_STATE_READY)) {
                return BLOOM_SHM_OK;
            }
            part->load = NULL;
            bloom_mapping_note_operation(mapping, BLOOM_OPERATION_NONE);
            status = fail_gone(error, mapping);
        }
        work_destroy(work);
        if (status != BLOOM_SHM_VANISHED) {
            return status;
        }
        part->next_check_us = 0; /* what is there now? */
    }
    return fail_gone(error, part->mapping);
}

/* Ends the load of a handle, whichever way. */
static void load_end(bloom_shm_filter_t *filter)
{
    struct bloom_shm_work *work = filter->private_part->load;
    filter->private_part->load = NULL;
    if (bloom_lock_is_ours(&work->lock)) {
        bloom_mapping_note_operation(work->mapping, BLOOM_OPERATION_NONE);
    }
    work_destroy(work);
}

bloom_shm_status_t bloom_shm_load_commit(bloom_shm_filter_t *filter, bloom_shm_error_t *error)
{
    struct bloom_shm_work *work = filter->private_part->load;
    if (work == NULL) {
        return bloom_shm_fail(error, BLOOM_SHM_SYSTEM, filter->private_part->place->current,
                              "no load of it is under way");
    }
    bloom_shm_mapping_t *mapping = work->mapping;
    if (work->pid != bloom_os_pid() || !bloom_lock_is_ours(&work->lock)) {
        bloom_shm_status_t status = fail_forked(error, mapping);
        load_end(filter);
        return status;
    }
    if (work->has_strayed || !has_name(mapping, mapping->place->current) ||
        !set_state(mapping, BLOOM_STATE_READY | BLOOM_STATE_LOADED, 0)) {
        bloom_shm_status_t status = fail_gone(error, mapping);
        load_end(filter);
        return status;
    }
    if (!mapping->is_in_memory) {
        bloom_mapping_flush(
            mapping); /* so that it need not be loaded again; if that fails, it just must be */
    }
    load_end(filter);
    return BLOOM_SHM_OK;
}

void bloom_shm_load_abort(bloom_shm_filter_t *filter)
{
    struct bloom_shm_work *work = filter->private_part->load;
    if (work == NULL) {
        return;
    }
    if (work->pid == bloom_os_pid() && bloom_lock_is_ours(&work->lock)) {
        note_load_tried(work->mapping);
    }
    load_end(filter);
}

/* -- rebuilding --------------------------------------------------------------------------------------------------- */

/* The next version's file under its own name: allocated, complete, of the current file's owner and mode. */
static bloom_shm_status_t create_next(struct bloom_shm_work *work, const bloom_geometry_t *geometry,
                                      const char *version_path, bloom_shm_error_t *error)
{
    bloom_shm_mapping_t *mapping = work->mapping;
    bloom_shm_place_t *place = mapping->place;
    const bloom_shm_options_t *options = &work->options;
    bloom_shm_directory_t directory;
    bloom_shm_lock_t names;
    bloom_os_stat_t current, made;
    bloom_shm_status_t status = bloom_directory_check(place, false, &directory, error);
    if (status == BLOOM_SHM_OK) {
        status = bloom_filesystem_check(&directory.filesystem, place->directory, !place->is_named,
                                        error);
    }
    if (status == BLOOM_SHM_OK) {
        status = bloom_place_lock_names(place, options->lock_timeout_ms, &names, error);
    }
    if (status != BLOOM_SHM_OK) {
        return status;
    }
    int fd = -1;
    bloom_place_remove_versions(place);
    status = bloom_directory_check_limit(place, options, bloom_geometry_stored_bytes(geometry, 1),
                                         error);
    if (status == BLOOM_SHM_OK) {
        int failure = bloom_os_open(version_path, BLOOM_OS_CREATE_NEW, &fd);
        if (failure != 0) {
            status = bloom_shm_fail_system(error, failure, version_path, "create its next version");
        }
    }
    bloom_lock_close(&names);
    if (status != BLOOM_SHM_OK) {
        return status;
    }

    /* first everything that can be refused for access, then the storage */
    int failure = bloom_os_stat_file(work->lock.fd, &current);
    if (failure == 0) {
        failure = bloom_os_stat_file(fd, &made);
    }
    if (failure == 0 && (made.uid != current.uid || made.gid != current.gid)) {
        failure = bloom_os_set_owner(fd, current.uid, current.gid);
        if (failure == EPERM && directory.is_group_shared && current.gid == directory.stat.gid) {
            /* another user of the group may write the file, and may not give files away: the group decides */
            failure = made.gid == current.gid ? 0 : bloom_os_set_owner(fd, made.uid, current.gid);
        }
    }
    if (failure == 0) {
        failure = bloom_os_set_mode(fd, current.mode);
    }
    if (failure != 0) {
        status = bloom_shm_fail_system(error, failure, version_path,
                                       "give it the owner and mode of the current one");
    }
    if (status == BLOOM_SHM_OK) {
        bloom_provenance_t provenance = mapping->provenance;
        provenance.generation = work->generation;
        provenance.rebuilt_at_us = bloom_os_realtime_us();
        provenance.rebuild_count++;
        bloom_shm_origin_t origin = {
            .geometry = geometry,
            .provenance = provenance,
            .lineage = bloom_mapping_lineage(mapping),
            .last_generation = work->generation,
            .state = 0,
        };
        bloom_shm_mapping_t *next = NULL;
        status =
            bloom_file_fill(place, fd, version_path, &directory, options, &origin, &next, error);
        if (status == BLOOM_SHM_OK) {
            work->next_mapping = bloom_mapping_insert(place, next);
        }
    }
    if (status == BLOOM_SHM_OK && options->max_bytes != 0) {
        /* others may have allocated at the same time */
        status = bloom_place_lock_names(place, options->lock_timeout_ms, &names, error);
        if (status == BLOOM_SHM_OK) {
            status = bloom_directory_check_limit(place, options, 0, error);
            bloom_lock_close(&names);
        }
    }
    if (status != BLOOM_SHM_OK) {
        if (bloom_os_stat_file(fd, &made) == 0) {
            bloom_file_unlink_if(version_path, made.device, made.inode);
        }
    }
    bloom_os_close(fd);
    return status;
}

/* BUILDING, unless the filter has been dropped. */
static bool announce(struct bloom_shm_work *work)
{
    uint64_t word = bloom_mapping_word(work->mapping);
    do {
        if ((word & (BLOOM_STATE_DROPPED | BLOOM_STATE_LINK)) != 0) {
            return false;
        }
    } while (!bloom_compare_exchange(
        bloom_mapping_state(work->mapping), &word,
        bloom_state_with_link(word, BLOOM_STATE_BUILDING, work->generation)));
    return true;
}

/* Ends a rebuild that is not ours, is through, or whose link has been taken back. */
static void rebuild_end(struct bloom_shm_work *work)
{
    bloom_shm_filter_t *next = work->filter;
    if (next != NULL) {
        next->private_part->next_of = NULL;
        bloom_shm_filter_discard(next);
        if (!work->is_taken) {
            bloom_shm_filter_close(next);
        }
    }
    if (bloom_lock_is_ours(&work->lock)) {
        bloom_mapping_note_operation(work->mapping, BLOOM_OPERATION_NONE);
    }
    work_destroy(work);
}

void bloom_shm_rebuild_abort(bloom_shm_rebuild_t *rebuild)
{
    if (rebuild->pid == bloom_os_pid() && bloom_lock_is_ours(&rebuild->lock)) {
        const bloom_shm_place_t *place = rebuild->mapping->place;
        bloom_shm_lock_t names;
        char version_path[BLOOM_SHM_PATH_BYTES];
        /* first nobody needs it any more, then it goes */
        bloom_mapping_retract_link(rebuild->mapping);
        if (rebuild->next_mapping != NULL) {
            set_state(rebuild->next_mapping, BLOOM_STATE_DISCARDED, 0);
            bloom_place_version_path(place, rebuild->generation, version_path);
            bloom_shm_status_t status = bloom_place_lock_names(
                rebuild->mapping->place, rebuild->options.lock_timeout_ms, &names, NULL);
            /* without the names too: the number is nobody else's while we hold the control lock */
            bloom_file_unlink_if(version_path, rebuild->next_mapping->device,
                                 rebuild->next_mapping->inode);
            if (status == BLOOM_SHM_OK) {
                bloom_lock_close(&names);
            }
        }
    }
    rebuild_end(rebuild);
}

/*
 * What the next version must be to hold both what is there and what is wanted. ALREADY_LOADED if what is there
 * suffices: with the control lock held, since others want it enlarged at the same time.
 */
static bloom_shm_status_t plan_larger(const bloom_shm_mapping_t *mapping,
                                      const bloom_geometry_t *wanted, bloom_geometry_t *larger,
                                      bloom_shm_error_t *error)
{
    const bloom_geometry_t *there = &mapping->filter.geometry;
    /* cppcheck-suppress ctunullpointer ; clear() gives no geometry, but asks for no minimum */
    if (there->expected_items >= wanted->expected_items && there->fpr <= wanted->fpr) {
        return bloom_shm_fail(error, BLOOM_SHM_ALREADY_LOADED, mapping->place->current,
                              "another process has rebuilt it to that size");
    }
    *larger = *wanted;
    if (larger->expected_items < there->expected_items) {
        larger->expected_items = there->expected_items;
    }
    if (larger->fpr > there->fpr) {
        larger->fpr = there->fpr;
    }
    if (bloom_geometry_plan(larger) != BLOOM_OK) {
        return bloom_shm_fail(
            error, BLOOM_SHM_TOO_SMALL, mapping->place->current,
            "it was made for %" PRIu64 " items at a false-positive rate of %g, and %" PRIu64
            " at %g are asked for, which together no filter can have; drop it first, or "
            "ask for no more than it has",
            there->expected_items, there->fpr, wanted->expected_items, wanted->fpr);
    }
    return BLOOM_SHM_OK;
}

static bloom_shm_status_t begin(bloom_shm_filter_t *filter, const bloom_geometry_t *geometry,
                                bool is_minimum, bloom_shm_rebuild_t **rebuild,
                                bloom_shm_error_t *error)
{
    struct bloom_shm_filter_private *part = filter->private_part;
    bloom_geometry_t larger;
    char version_path[BLOOM_SHM_PATH_BYTES];
    *rebuild = NULL;
    if (part->is_next || part->is_discarded) {
        return bloom_shm_fail(error, BLOOM_SHM_DISCARDED, part->place->current,
                              "this is a version given to a loader; rebuild the filter itself");
    }
    struct bloom_shm_work *work = work_create(true);
    if (work == NULL) {
        return bloom_shm_fail_system(error, ENOMEM, part->place->current, "rebuild it");
    }
    work->options = part->options;
    bloom_shm_status_t status = bloom_place_lock_current(
        part->place, &part->options, BLOOM_OPERATION_REBUILD, &work->lock, &work->mapping, error);
    if (status != BLOOM_SHM_OK) {
        work_destroy(work);
        return status;
    }
    bloom_shm_mapping_t *mapping = work->mapping;
    if (mapping->filter.geometry.kind != part->kind) {
        status = bloom_shm_fail_image(error, BLOOM_ERROR_OTHER_KIND, part->place->current);
        rebuild_end(work);
        return status;
    }
    if (is_minimum) {
        status = plan_larger(mapping, geometry, &larger, error);
        if (status == BLOOM_SHM_OK &&
            (bloom_mapping_word(mapping) & BLOOM_STATE_LOADED) == 0) { /* its first load, then */
            status = check_loadable(mapping, &part->options, error);
            if (status == BLOOM_SHM_OK) {
                note_load_tried(mapping);
                set_state(mapping, 0, BLOOM_STATE_READY);
            }
        }
        if (status != BLOOM_SHM_OK) {
            rebuild_end(work);
            return status;
        }
        geometry = &larger;
    }
    /* a number that no version ever had, taken before there is a file: see rule 6 */
    uint64_t *last = &mapping->filter.header->state[BLOOM_STATE_LAST_GENERATION];
    uint64_t highest = bloom_load_relaxed(last);
    if (highest < mapping->provenance.generation) {
        highest = mapping->provenance.generation;
    }
    work->generation = highest + 1;
    bloom_store_relaxed(last, work->generation);
    bloom_place_version_path(part->place, work->generation, version_path);
    if (work->generation > BLOOM_STATE_GENERATION_MAX) {
        status = bloom_shm_fail_image(error, BLOOM_ERROR_GEOMETRY, part->place->current);
    }
    if (status == BLOOM_SHM_OK) {
        status = create_next(work, geometry != NULL ? geometry : &mapping->filter.geometry,
                             version_path, error);
    }
    if (status == BLOOM_SHM_OK) {
        bloom_mapping_retain(work->next_mapping);
        work->filter = bloom_handle_create(part->place, work->next_mapping, &part->options);
        if (work->filter == NULL) {
            status = bloom_shm_fail_system(error, ENOMEM, part->place->current, "rebuild it");
        } else {
            work->filter->private_part->is_next = true;
            work->filter->private_part->next_of = work;
        }
    }
    if (status == BLOOM_SHM_OK && (!has_name(mapping, part->place->current) || !announce(work))) {
        status = fail_gone(error, mapping);
    }
    if (status != BLOOM_SHM_OK) {
        bloom_shm_rebuild_abort(work);
        return status;
    }
    *rebuild = work;
    return BLOOM_SHM_OK;
}

bloom_shm_status_t bloom_shm_rebuild_begin(bloom_shm_filter_t *filter,
                                           const bloom_geometry_t *geometry,
                                           bloom_shm_rebuild_t **rebuild, bloom_shm_error_t *error)
{
    return begin(filter, geometry, false, rebuild, error);
}

bloom_shm_status_t bloom_shm_enlarge_begin(bloom_shm_filter_t *filter,
                                           const bloom_geometry_t *minimum,
                                           bloom_shm_rebuild_t **rebuild, bloom_shm_error_t *error)
{
    return begin(filter, minimum, true, rebuild, error);
}

bloom_shm_filter_t *bloom_shm_rebuild_take_next(bloom_shm_rebuild_t *rebuild)
{
    rebuild->is_taken = true;
    return rebuild->filter;
}

bloom_shm_rebuild_t *bloom_shm_rebuild_of(const bloom_shm_filter_t *next)
{
    return next->private_part->next_of;
}

void bloom_work_forget_filter(struct bloom_shm_work *work)
{
    work->filter = NULL;
}

/* What lookups said so far belongs to the filter, not to one of its versions. */
static void hand_over_statistics(const bloom_shm_mapping_t *from, bloom_shm_mapping_t *to)
{
    for (size_t i = 0; i <= BLOOM_STATISTICS_REPORTED_FALSE_POSITIVES; i++) {
        bloom_store_relaxed(&to->filter.header->statistics[i],
                            bloom_load_relaxed(&from->filter.header->statistics[i]));
    }
}

/*
 * LIVE: from here on the next version answers. Refused if a writer could not reach it, or the filter was
 * dropped. On disk the old version must not say CLEAN there, in case the power fails before the rename is on it.
 */
static bloom_shm_status_t make_live(struct bloom_shm_work *work, bloom_shm_error_t *error)
{
    bloom_shm_mapping_t *mapping = work->mapping;
    uint64_t announced = BLOOM_STATE_BUILDING | work->generation << BLOOM_STATE_GENERATION_SHIFT;
    for (;;) {
        int failure = bloom_mapping_mark_dirty(mapping);
        if (failure != 0) {
            return bloom_shm_fail_system(error, failure, mapping->place->current,
                                         "mark it as changed");
        }
        uint64_t word = bloom_mapping_word(mapping);
        if ((word & BLOOM_STATE_DROPPED) != 0) {
            return fail_gone(error, mapping);
        }
        if ((word & (BLOOM_STATE_LINK | BLOOM_STATE_GENERATION)) != announced) {
            return bloom_shm_fail(
                error, BLOOM_SHM_POISONED, mapping->place->current,
                "another process could not write to the new version (limit of open files or "
                "memory, permissions, an older release, or it was full), so the current one stays; "
                "mend that and rebuild again");
        }
        if ((word & BLOOM_STATE_DURABILITY) == BLOOM_STATE_DIRTY &&
            bloom_compare_exchange(
                bloom_mapping_state(mapping), &word,
                bloom_state_with_link(word, BLOOM_STATE_LIVE, work->generation))) {
            return BLOOM_SHM_OK;
        }
    }
}

bloom_shm_status_t bloom_shm_rebuild_commit(bloom_shm_rebuild_t *rebuild, bloom_shm_error_t *error)
{
    bloom_shm_mapping_t *mapping = rebuild->mapping, *next = rebuild->next_mapping;
    bloom_shm_place_t *place = mapping->place;
    char version_path[BLOOM_SHM_PATH_BYTES];
    bloom_shm_status_t status = BLOOM_SHM_OK;
    if (rebuild->pid != bloom_os_pid() || !bloom_lock_is_ours(&rebuild->lock)) {
        status = fail_forked(error, mapping);
        rebuild_end(rebuild);
        return status;
    }
    uint64_t *process = next->filter.header->process;
    bloom_store_relaxed(&process[BLOOM_PROCESS_REBUILT_AT_US], bloom_os_realtime_us());
    bloom_store_relaxed(&process[BLOOM_PROCESS_LAST_REBUILD_US],
                        bloom_os_monotonic_us() - rebuild->started_us);
    hand_over_statistics(mapping, next);
    set_state(next, BLOOM_STATE_READY | BLOOM_STATE_LOADED, 0); /* for when it is live */
    if (!next->is_in_memory) {
        int failure = bloom_mapping_flush(next);
        if (failure == 0) {
            failure = bloom_os_sync_directory(place->directory);
        }
        if (failure != 0) {
            status = bloom_shm_fail_system(error, failure, place->current,
                                           "write its next version to the disk");
        }
    }
    bloom_place_version_path(place, rebuild->generation, version_path);
    if (status == BLOOM_SHM_OK &&
        (!has_name(mapping, place->current) || !has_name(next, version_path))) {
        status = fail_gone(error, mapping);
    }
    if (status == BLOOM_SHM_OK) {
        status = make_live(rebuild, error);
    }
    if (status != BLOOM_SHM_OK) {
        bloom_shm_rebuild_abort(rebuild);
        return status;
    }
    /* for newcomers only; if it cannot be done now, the next one who opens the filter does it */
    if (bloom_place_complete_rename(place, mapping->device, mapping->inode, rebuild->generation,
                                    rebuild->options.lock_timeout_ms) &&
        !next->is_in_memory) {
        bloom_os_sync_directory(place->directory);
    }
    rebuild_end(rebuild);
    return BLOOM_SHM_OK;
}

bloom_shm_status_t bloom_shm_filter_clear(bloom_shm_filter_t *filter, bloom_shm_error_t *error)
{
    bloom_shm_rebuild_t *rebuild;
    bloom_shm_status_t status = bloom_shm_rebuild_begin(filter, NULL, &rebuild, error);
    return status == BLOOM_SHM_OK ? bloom_shm_rebuild_commit(rebuild, error) : status;
}

/* -- requests -------------------------------------------------------------------------------------------------------- */

static struct bloom_shm_work *first_of_thread(int64_t pid, uintptr_t thread)
{
    bloom_os_mutex_lock();
    struct bloom_shm_work *work = works;
    while (work != NULL && (work->pid != pid || work->thread != thread)) {
        work = work->next;
    }
    bloom_os_mutex_unlock();
    return work;
}

void bloom_shm_request_end(void)
{
    int64_t pid = bloom_os_pid();
    uintptr_t thread = bloom_os_thread();
    struct bloom_shm_work *work;
    while ((work = first_of_thread(pid, thread)) != NULL) {
        if (work->is_rebuild) {
            bloom_shm_rebuild_abort(work);
        } else {
            bloom_shm_load_abort(work->filter);
        }
    }
}
