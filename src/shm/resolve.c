/*
 * Finding the version in use: from the name along the chain of live successors, mending on the way what
 * killed processes left undone.
 */
#include <errno.h>
#include <string.h>

#include "shm/internal.h"

#define RECOVERY_INTERVAL_US ((uint64_t)1000000)
/* Every step needs a switch, a drop or a creation by someone else in between. */
#define ATTEMPTS_MAX 1000u

static bool is_named(const bloom_shm_place_t *place, uint64_t device, uint64_t inode)
{
    bloom_os_stat_t stat;
    return bloom_os_stat_path(place->current, &stat) == 0 && stat.inode == inode &&
           stat.device == device;
}

/* -- after a boot, or in another file ------------------------------------------------------------------------ */

bool bloom_mapping_is_settled(const bloom_shm_mapping_t *mapping)
{
    uint64_t boot_id[2];
    uint64_t there[2] = {bloom_mapping_process(mapping, BLOOM_PROCESS_BOOT_ID),
                         bloom_mapping_process(mapping, BLOOM_PROCESS_BOOT_ID + 1)};
    if (bloom_mapping_process(mapping, BLOOM_PROCESS_INODE) != mapping->inode) {
        return false; /* a copy, however it got here */
    }
    if (!bloom_os_boot_id(boot_id) || (there[0] | there[1]) == 0) {
        return mapping
            ->is_in_memory; /* unknown equals nothing, but memory does not outlive the boot */
    }
    return there[0] == boot_id[0] && there[1] == boot_id[1];
}

/* What an image that is not settled is worth: all of it, or nothing. */
static bool is_complete(uint64_t word)
{
    return (word & BLOOM_STATE_DURABILITY) == BLOOM_STATE_CLEAN;
}

bool bloom_mapping_is_credible(const bloom_shm_mapping_t *mapping)
{
    return bloom_mapping_is_settled(mapping) || is_complete(bloom_mapping_word(mapping));
}

/* Pages of different ages: counters could be too low, layers empty. The loader brings everything. */
static int start_from_zeros(bloom_shm_mapping_t *mapping, const bloom_context_t *context)
{
    bloom_header_t *header = mapping->filter.header;
    uint64_t word = bloom_mapping_word(mapping), worthless;
    do {
        worthless = bloom_state_with_durability(word & ~(BLOOM_STATE_READY | BLOOM_STATE_LOADED),
                                                BLOOM_STATE_DIRTY);
    } while (!bloom_compare_exchange(bloom_mapping_state(mapping), &word, worthless));
    int failure = bloom_mapping_sync_header(mapping);
    if (failure != 0) {
        return failure;
    }
    /* a file that grows has no storage beyond its layers */
    uint64_t stored_bytes = bloom_filter_stored_bytes(&mapping->filter);
    if (stored_bytes > BLOOM_HEADER_BYTES) {
        memset(mapping->filter.payload, 0, (size_t)(stored_bytes - BLOOM_HEADER_BYTES));
    }
    memset(header->kind_state, 0, sizeof header->kind_state);
    if (mapping->filter.kind->init != NULL) {
        mapping->filter.kind->init(&mapping->filter, context);
    }
    return 0;
}

int bloom_mapping_settle(bloom_shm_mapping_t *mapping)
{
    bloom_header_t *header = mapping->filter.header;
    bloom_context_t context = bloom_shared_context();
    uint64_t boot_id[2];
    if (bloom_mapping_is_settled(mapping)) {
        return 0;
    }
    if (!is_complete(bloom_mapping_word(mapping))) {
        int failure = start_from_zeros(mapping, &context);
        if (failure != 0) {
            return failure;
        }
    } else if (mapping->filter.kind->resume != NULL) {
        int failure = bloom_mapping_mark_dirty(mapping); /* its times are about to change */
        if (failure != 0) {
            return failure;
        }
        mapping->filter.kind->resume(&mapping->filter, &context);
    }
    bloom_store_relaxed(&header->process[BLOOM_PROCESS_LOAD_TRIED_US],
                        0); /* another boot's clock */
    bloom_mapping_note_operation(mapping, BLOOM_OPERATION_NONE);
    bloom_os_boot_id(boot_id);
    bloom_store_relaxed(&header->process[BLOOM_PROCESS_BOOT_ID], boot_id[0]);
    bloom_store_relaxed(&header->process[BLOOM_PROCESS_BOOT_ID + 1], boot_id[1]);
    bloom_fence();
    bloom_store_relaxed(&header->process[BLOOM_PROCESS_INODE], mapping->inode);
    return bloom_mapping_sync_header(mapping);
}

static bloom_shm_status_t fail_unclean(bloom_shm_error_t *error, const char *path)
{
    return bloom_shm_fail(
        error, BLOOM_SHM_UNCLEAN, path,
        "it was not flushed before the machine went down or the file was copied, so items may be "
        "missing; open it with a loader, or remove the file");
}

/* What a rebuild leaves in the image while it runs: first the note, then the link. */
static bool is_being_rebuilt(const bloom_shm_mapping_t *mapping)
{
    return (bloom_mapping_word(mapping) & (BLOOM_STATE_BUILDING | BLOOM_STATE_POISONED)) != 0 ||
           bloom_mapping_process(mapping, BLOOM_PROCESS_OPERATION) == BLOOM_OPERATION_REBUILD;
}

/* Takes a dead rebuilder's link back and removes its file, if the image has the name; the control lock is held. */
static void take_back(bloom_shm_mapping_t *mapping, uint32_t timeout_ms)
{
    bloom_shm_place_t *place = mapping->place;
    bloom_shm_lock_t names;
    bloom_mapping_retract_link(mapping);
    if (bloom_place_lock_names(place, timeout_ms, &names, NULL) == BLOOM_SHM_OK) {
        if ((bloom_mapping_word(mapping) & BLOOM_STATE_LIVE) == 0 &&
            is_named(place, mapping->device, mapping->inode)) {
            bloom_place_remove_versions(place);
        }
        bloom_lock_close(&names);
    }
}

/* OK if the mapping may be used as it is. */
static bloom_shm_status_t settle(bloom_shm_mapping_t *mapping, const bloom_shm_options_t *options,
                                 unsigned flags, bloom_shm_error_t *error)
{
    const char *path = mapping->place->current;
    if (bloom_mapping_is_settled(mapping)) {
        return BLOOM_SHM_OK;
    }
    uint64_t word = bloom_mapping_word(mapping);
    bool is_worthless = !is_complete(word) && (word & BLOOM_STATE_READY) != 0;
    if (is_worthless && (mapping->is_read_only || (flags & BLOOM_RESOLVE_ACCEPT_UNCLEAN) == 0)) {
        return fail_unclean(error, path);
    }
    if (mapping->is_read_only) {
        /* complete, or not ready; but times of another boot's clock say nothing */
        return mapping->filter.kind->resume == NULL ? BLOOM_SHM_OK : fail_unclean(error, path);
    }
    bloom_shm_lock_t lock;
    bloom_shm_status_t status = bloom_mapping_lock(
        mapping, BLOOM_OS_LOCK_CONTROL,
        (flags & BLOOM_RESOLVE_REPAIR) != 0 ? options->lock_timeout_ms : 0, &lock, error);
    if (status != BLOOM_SHM_OK) {
        /* who loads has settled it before */
        return bloom_mapping_is_settled(mapping) ? BLOOM_SHM_OK : status;
    }
    bloom_mapping_note_operation(mapping, BLOOM_OPERATION_ADOPT);
    /* whoever announced something belonged to another boot */
    take_back(mapping, (flags & BLOOM_RESOLVE_REPAIR) != 0 ? options->lock_timeout_ms : 0);
    int failure = bloom_mapping_settle(mapping);
    bloom_mapping_note_operation(mapping, BLOOM_OPERATION_NONE);
    bloom_lock_close(&lock);
    return failure == 0 ? BLOOM_SHM_OK
                        : bloom_shm_fail_system(error, failure, path, "write its header");
}

/* -- links ------------------------------------------------------------------------------------------------------ */

void bloom_mapping_retract_link(bloom_shm_mapping_t *mapping)
{
    uint64_t *state = bloom_mapping_state(mapping);
    uint64_t word = bloom_mapping_word(mapping);
    while ((word & (BLOOM_STATE_BUILDING | BLOOM_STATE_POISONED)) != 0) {
        uint64_t generation = bloom_state_generation(word);
        if (bloom_compare_exchange(state, &word, bloom_state_with_link(word, 0, 0))) {
            /* processes that have it mapped for their adds let go of it */
            bloom_shm_mapping_t *aborted = bloom_mapping_find_version(
                mapping->place, bloom_mapping_lineage(mapping), generation);
            if (aborted != NULL) {
                uint64_t aborted_word = bloom_mapping_word(aborted);
                while (!aborted->is_read_only &&
                       !bloom_compare_exchange(bloom_mapping_state(aborted), &aborted_word,
                                               aborted_word | BLOOM_STATE_DISCARDED)) {
                }
                bloom_mapping_release(aborted);
            }
            break;
        }
    }
}

void bloom_mapping_recover(bloom_shm_mapping_t *mapping, bool is_lookup)
{
    bloom_shm_place_t *place = mapping->place;
    bloom_shm_lock_t lock;
    if (mapping->is_read_only || !is_being_rebuilt(mapping)) {
        return;
    }
    uint64_t now_us = bloom_os_monotonic_coarse_us();
    uint64_t next_us = bloom_load_relaxed(&place->next_recovery_us);
    if ((is_lookup && now_us < next_us) ||
        !bloom_compare_exchange(&place->next_recovery_us, &next_us,
                                now_us + RECOVERY_INTERVAL_US) ||
        bloom_mapping_lock(mapping, BLOOM_OS_LOCK_CONTROL, 0, &lock, NULL) != BLOOM_SHM_OK) {
        return;
    }
    if (is_being_rebuilt(mapping)) {
        bloom_mapping_note_operation(mapping, BLOOM_OPERATION_ADOPT);
        take_back(mapping, 0);
        bloom_mapping_note_operation(mapping, BLOOM_OPERATION_NONE);
    }
    bloom_lock_close(&lock);
}

bool bloom_place_complete_rename(bloom_shm_place_t *place, uint64_t device, uint64_t inode,
                                 uint64_t generation, uint32_t timeout_ms)
{
    char version_path[BLOOM_SHM_PATH_BYTES];
    bloom_shm_lock_t names;
    bloom_os_stat_t stat;
    if (bloom_place_lock_names(place, timeout_ms, &names, NULL) != BLOOM_SHM_OK) {
        return false;
    }
    bloom_place_version_path(place, generation, version_path);
    bool is_ours = bloom_os_stat_path(place->current, &stat) == 0 && stat.inode == inode &&
                   stat.device == device;
    bool is_done = is_ours && bloom_os_rename(version_path, place->current) == 0;
    bloom_lock_close(&names);
    return is_done;
}

/* Whether a mapped file is the wanted version. */
static bool is_version(const bloom_shm_mapping_t *mapping, uint64_t lineage, uint64_t generation)
{
    return bloom_mapping_lineage(mapping) == lineage &&
           mapping->provenance.generation == generation;
}

bloom_shm_status_t bloom_mapping_open_successor(bloom_shm_mapping_t *mapping, uint64_t generation,
                                                const bloom_shm_options_t *options,
                                                bloom_shm_mapping_t **successor,
                                                bloom_shm_error_t *error)
{
    char version_path[BLOOM_SHM_PATH_BYTES];
    bloom_shm_place_t *place = mapping->place;
    uint64_t lineage = bloom_mapping_lineage(mapping);
    *successor = bloom_mapping_find_version(place, lineage, generation);
    if (*successor != NULL) {
        return BLOOM_SHM_OK;
    }
    bloom_place_version_path(place, generation, version_path);
    /* renamed from the first to the second name, never back */
    const char *paths[2] = {version_path, place->current};
    for (size_t i = 0; i < 2; i++) {
        bloom_shm_mapping_t *found;
        bloom_shm_status_t status = bloom_file_map(place, paths[i], options, &found, error);
        if (status == BLOOM_SHM_OK) {
            if (is_version(found, lineage, generation)) {
                *successor = found;
                return BLOOM_SHM_OK;
            }
            bloom_mapping_release(found);
        } else if (status != BLOOM_SHM_NOT_FOUND) {
            return status;
        }
    }
    return bloom_shm_fail(error, BLOOM_SHM_NOT_FOUND, version_path, "its next version was deleted");
}

/* -- from the name ------------------------------------------------------------------------------------------------- */

static bloom_shm_status_t fail_not_found(bloom_shm_error_t *error, const bloom_shm_place_t *place)
{
    bloom_shm_fail_system(error, ENOENT, place->current, "open it");
    return BLOOM_SHM_NOT_FOUND;
}

/* The mapping of the file that has the place's name now; its stat in *stat. */
static bloom_shm_status_t map_current(bloom_shm_place_t *place, const bloom_shm_options_t *options,
                                      bloom_shm_mapping_t **mapping, bloom_shm_error_t *error)
{
    bloom_os_stat_t stat;
    int failure = bloom_os_stat_path(place->current, &stat);
    if (failure == ENOENT) {
        /* a directory that may not be used is worth an exception, one that is not there is "not found" */
        bloom_shm_directory_t directory;
        bloom_shm_status_t status = bloom_directory_check(place, false, &directory, error);
        return status == BLOOM_SHM_OK ? fail_not_found(error, place) : status;
    }
    if (failure != 0) {
        return bloom_shm_fail_system(error, failure, place->current, "examine it");
    }
    *mapping = bloom_mapping_find(place, stat.device, stat.inode);
    if (*mapping == NULL) {
        return bloom_file_map(place, place->current, options, mapping, error);
    }
    bloom_status_t status = BLOOM_OK;
    if (stat.size_bytes < (*mapping)->size_bytes) {
        status = BLOOM_ERROR_TRUNCATED;
    } else if (bloom_le64((*mapping)->filter.header->key_fingerprint) !=
               options->key->fingerprint) {
        status = BLOOM_ERROR_HASH_KEY; /* mapped for a site of another key in this process */
    }
    if (status != BLOOM_OK) {
        bloom_mapping_release(*mapping);
        return bloom_shm_fail_image(error, status, place->current);
    }
    return BLOOM_SHM_OK;
}

static bool has_name(const bloom_shm_mapping_t *mapping)
{
    return is_named(mapping->place, mapping->device, mapping->inode);
}

bloom_shm_status_t bloom_place_resolve(bloom_shm_place_t *place, const bloom_shm_options_t *options,
                                       unsigned flags, bloom_shm_mapping_t **mapping,
                                       bloom_shm_remains_t *remains, bloom_shm_error_t *error)
{
    uint32_t timeout_ms = (flags & BLOOM_RESOLVE_REPAIR) != 0 ? options->lock_timeout_ms : 0;
    for (unsigned attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        bloom_shm_mapping_t *found = NULL;
        bloom_shm_status_t status = map_current(place, options, &found, error);
        if (status != BLOOM_SHM_OK) {
            return status;
        }
        uint64_t word = bloom_mapping_word(found);
        bloom_shm_remains_t named = {.device = found->device, .inode = found->inode};
        if ((word & BLOOM_STATE_LIVE) != 0) {
            /* a rebuilder was killed, or is just about to rename */
            bloom_shm_mapping_t *successor = NULL;
            status = bloom_mapping_open_successor(found, bloom_state_generation(word), options,
                                                  &successor, error);
            if (status == BLOOM_SHM_OK) {
                bool is_renamed = bloom_place_complete_rename(
                    place, found->device, found->inode, bloom_state_generation(word), timeout_ms);
                bool is_newest = (bloom_mapping_word(successor) & BLOOM_STATE_LIVE) == 0;
                bloom_mapping_release(found);
                if (is_renamed || !is_newest) {
                    bloom_mapping_release(successor);
                    continue;
                }
                found = successor; /* usable under its own name too */
                word = bloom_mapping_word(found);
            } else if (!has_name(found)) {
                bloom_mapping_release(found);
                continue;
            } else if (status == BLOOM_SHM_NOT_FOUND) {
                bloom_mapping_release(found);
                named.is_broken = true;
                if (remains != NULL) {
                    *remains = named;
                }
                return bloom_shm_fail(
                    error, BLOOM_SHM_UNCLEAN, place->current,
                    "the file of its newest version was deleted; open it with a loader, or remove "
                    "the file");
            } else {
                bloom_mapping_release(found);
                return status;
            }
        }
        if ((word & (BLOOM_STATE_DROPPED | BLOOM_STATE_DISCARDED)) != 0) {
            bloom_mapping_release(found);
            if (!is_named(place, named.device, named.inode)) {
                continue;
            }
            named.is_dropped = true;
            if (remains != NULL) {
                *remains = named;
            }
            return fail_not_found(error, place);
        }
        status = settle(found, options, flags, error);
        if (status == BLOOM_SHM_OK) {
            if ((flags & BLOOM_RESOLVE_REPAIR) != 0) {
                bloom_mapping_recover(found, false);
            }
            *mapping = found;
            return BLOOM_SHM_OK;
        }
        bloom_mapping_release(found);
        if (status != BLOOM_SHM_VANISHED || is_named(place, named.device, named.inode)) {
            return status;
        }
    }
    return bloom_shm_fail(error, BLOOM_SHM_VANISHED, place->current,
                          "it is replaced again and again by other processes");
}

bloom_shm_status_t bloom_place_lock_current(bloom_shm_place_t *place,
                                            const bloom_shm_options_t *options,
                                            bloom_shm_operation_t operation, bloom_shm_lock_t *lock,
                                            bloom_shm_mapping_t **mapping, bloom_shm_error_t *error)
{
    uint64_t deadline_us = bloom_os_monotonic_us() + (uint64_t)options->lock_timeout_ms * 1000;
    for (unsigned attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        bloom_shm_mapping_t *found = NULL;
        bloom_shm_status_t status =
            bloom_place_resolve(place, options, BLOOM_RESOLVE_REPAIR, &found, NULL, error);
        if (status != BLOOM_SHM_OK) {
            return status;
        }
        if (found->is_read_only) {
            bloom_mapping_release(found);
            return bloom_shm_fail(
                error, BLOOM_SHM_READ_ONLY, place->current,
                "it may only be read here (mode, owner or mount); change it where it may be "
                "written");
        }
        status =
            bloom_mapping_lock(found, BLOOM_OS_LOCK_CONTROL, options->lock_timeout_ms, lock, error);
        if (status == BLOOM_SHM_OK) {
            /* the lock may be one on a file that has lost its name while we waited */
            if ((bloom_mapping_word(found) &
                 (BLOOM_STATE_LIVE | BLOOM_STATE_DROPPED | BLOOM_STATE_DISCARDED)) == 0 &&
                has_name(found)) {
                bloom_mapping_note_operation(found, operation);
                bloom_mapping_retract_link(
                    found); /* its rebuilder has no lock any more: it is dead */
                *mapping = found;
                return BLOOM_SHM_OK;
            }
            bloom_lock_close(lock);
        }
        bloom_mapping_release(found);
        if (status != BLOOM_SHM_OK && status != BLOOM_SHM_VANISHED) {
            return status;
        }
        if (attempt > 0 && bloom_os_monotonic_us() > deadline_us) {
            return bloom_shm_fail(
                error, BLOOM_SHM_TIMEOUT, place->current,
                "its newest version did not get its name within %u ms; another process may be "
                "stopped while it holds the directory's lock: continue or end that process",
                options->lock_timeout_ms);
        }
    }
    return bloom_shm_fail(error, BLOOM_SHM_VANISHED, place->current,
                          "it is replaced again and again by other processes");
}
