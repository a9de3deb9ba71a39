/*
 * A filter in shared storage as one user of it sees it: a handle on the newest version's mapping, which
 * follows every switch by itself. One handle belongs to one thread at a time; any number of handles, threads
 * and processes may work on one filter.
 *
 * What a handle guarantees: contains() is false only for items that were never added; it never fails,
 * waits or locks, and makes no system call except when a version was switched or revalidate_ms have passed.
 * An add that returned OK is found by every lookup that begins later, whatever rebuilds run beside it.
 */
#ifndef BLOOM_SHM_FILTER_H
#define BLOOM_SHM_FILTER_H

#include "core/kind.h"
#include "shm/layout.h"
#include "shm/store.h"

typedef struct bloom_shm_mapping bloom_shm_mapping_t;
typedef struct bloom_shm_lock bloom_shm_lock_t;

typedef struct bloom_shm_filter {
    /* for the inline functions; nobody else touches these */
    const uint64_t
        *state_word; /* of the mapping, or a constant one that sends everything to the slow path */
    int32_t
        calls_to_check; /* lookups and adds until the clock is looked at; due when not positive */
    int32_t check_interval;

    /* The version in use, to be read by callers; changes when a call follows a switch, so copy nothing of it. */
    bloom_filter_t filter;

    /* Counted here, added to the file by bloom_shm_filter_flush_statistics(). */
    uint64_t lookups;
    uint64_t positives;
    uint64_t reported_false_positives;

    bool is_read_only;
    bool is_lesser; /* as opened: n is lower or p higher than asked for; a rebuild would mend it */

    struct bloom_shm_filter_private *private_part;
} bloom_shm_filter_t;

/* What is to be opened: exactly one of name and path. All of it is borrowed for the call. */
typedef struct bloom_shm_request {
    const bloom_shm_options_t *options;
    const char *name;
    const char *path; /* absolute */
    uint16_t kind;    /* BLOOM_KIND_ANY: whatever it is */
    /*
     * Planned; n and p are minimums for an existing filter. NULL: attach whatever is there, never create.
     */
    const bloom_geometry_t *geometry;
    /*
     * A loader will follow, so a filter that is created is not ready, a lesser one is opened with is_lesser, and
     * one that was not flushed before the machine went down is opened not ready. Without: a filter that is created is ready
     * at once, a lesser one is TOO_SMALL and an unflushed one UNCLEAN.
     */
    bool has_loader;
} bloom_shm_request_t;

/* On OK *filter is to be given to bloom_shm_filter_close(); otherwise it is NULL and *error is filled in. */
bloom_shm_status_t bloom_shm_filter_open(bloom_shm_filter_t **filter,
                                         const bloom_shm_request_t *request,
                                         bloom_shm_error_t *error);

/* Flushes statistics; keeps the mapping for the next time. NULL is fine. Aborts a load of this handle. */
void bloom_shm_filter_close(bloom_shm_filter_t *filter);

/* -- lookups ------------------------------------------------------------------------------------------ */

/* Looks at the clock; false, and the next call asks again, if something is due. */
bool bloom_shm_filter_tick(bloom_shm_filter_t *filter);

/* Whether no periodic check is due, as far as is known without looking at the clock each time. */
BLOOM_INLINE bool bloom_shm_filter_is_fresh(bloom_shm_filter_t *filter)
{
    return BLOOM_LIKELY(--filter->calls_to_check > 0) || bloom_shm_filter_tick(filter);
}

/*
 * For callers who want the lookup itself inline: the version to look into, if it is the live and ready one
 * as far as one load can tell and no periodic check is due. NULL: call bloom_shm_filter_contains() instead. The
 * version may be used for one lookup (or a group of them, with nothing foreign run in between), and the caller
 * counts that in filter->lookups and filter->positives.
 */
BLOOM_INLINE const bloom_filter_t *bloom_shm_filter_try_fast(bloom_shm_filter_t *handle)
{
    uint64_t word = bloom_load_acquire(handle->state_word);
    if (BLOOM_LIKELY((word & BLOOM_STATE_READER_MASK) == BLOOM_STATE_READY &&
                     bloom_shm_filter_is_fresh(handle))) {
        return &handle->filter;
    }
    return NULL;
}

/* Everything out of the ordinary: not ready, switched, dropped, time to revalidate. */
bool bloom_shm_filter_contains_slow(bloom_shm_filter_t *filter, bloom_hash_t hash);

/* False: definitely absent. Counts the lookup. */
BLOOM_INLINE bool bloom_shm_filter_contains(bloom_shm_filter_t *filter, bloom_hash_t hash)
{
    static const bloom_context_t context = {.is_shared = true};
    const bloom_filter_t *version = bloom_shm_filter_try_fast(filter);
    bool answer;
    if (BLOOM_LIKELY(version != NULL)) {
        answer = version->kind->contains(version, hash, &context);
    } else {
        answer = bloom_shm_filter_contains_slow(filter, hash);
    }
    filter->lookups++;
    filter->positives += answer;
    return answer;
}

/* Answers for all of hashes from one version of the filter; counts the lookups. Runs no foreign code. */
void bloom_shm_filter_contains_batch(bloom_shm_filter_t *filter, const bloom_hash_t *hashes,
                                     size_t count, bool *answers);

/* -- changes ------------------------------------------------------------------------------------------ */

bloom_shm_status_t bloom_shm_filter_add_slow(bloom_shm_filter_t *filter, bloom_hash_t hash,
                                             bool is_in_current, bool *is_new,
                                             bloom_shm_error_t *error);

/*
 * *is_new is what add() returns: certainly new, and never true while not ready. On any status but OK the item
 * counts as not added (it may or may not be found).
 */
BLOOM_INLINE bloom_shm_status_t bloom_shm_filter_add(bloom_shm_filter_t *filter, bloom_hash_t hash,
                                                     bool *is_new, bloom_shm_error_t *error)
{
    static const bloom_context_t context = {.is_shared = true};
    *is_new = false;
    uint64_t word = bloom_load_acquire(filter->state_word);
    if (BLOOM_LIKELY((word & BLOOM_STATE_WRITER_MASK) == BLOOM_STATE_READY &&
                     !filter->is_read_only && bloom_shm_filter_is_fresh(filter))) {
        bloom_add_result_t result = filter->filter.kind->add(&filter->filter, hash, &context);
        bloom_fence(); /* the item is visible before the word is read: see MEMORY_MODEL.md */
        word = bloom_load_acquire(filter->state_word);
        if (BLOOM_LIKELY(result <= BLOOM_ADD_NEW)) {
            *is_new = result == BLOOM_ADD_NEW;
            if (BLOOM_LIKELY((word & BLOOM_STATE_WRITER_MASK) == BLOOM_STATE_READY)) {
                return BLOOM_SHM_OK;
            }
            return bloom_shm_filter_add_slow(filter, hash, true, is_new, error);
        }
    }
    return bloom_shm_filter_add_slow(filter, hash, false, is_new, error);
}

/*
 * Removes one add of the item from the version in use alone, never from one that is being built. *is_removed
 * is false, and nothing changes, if the item is absent or if if_generation is not 0 and not the generation in
 * use. NOT_READY while not ready. The kind must be able to remove.
 */
bloom_shm_status_t bloom_shm_filter_remove(bloom_shm_filter_t *filter, bloom_hash_t hash,
                                           uint64_t if_generation, bool *is_removed,
                                           bloom_shm_error_t *error);

/* As the kind's count_of; UINT_MAX stands for "not ready, as many as can be". */
unsigned bloom_shm_filter_count_of(bloom_shm_filter_t *filter, bloom_hash_t hash);

/*
 * Adds all of source, which must not change its mapping meanwhile (see bloom_shm_snapshot_t). INCOMPATIBLE with
 * nothing changed if the geometry differs, or that of a version which is being built; if one of another
 * geometry is announced midway, that one will fail.
 */
bloom_shm_status_t bloom_shm_filter_merge(bloom_shm_filter_t *filter, const bloom_filter_t *source,
                                          bloom_shm_error_t *error);

/* -- state -------------------------------------------------------------------------------------------- */

/*
 * Follows switches and re-attaches if due, as a lookup does. False if there is no version to look at: the
 * handle answers "might be present" to everything, and filter->filter must not be used.
 */
bool bloom_shm_filter_refresh(bloom_shm_filter_t *filter);

/* Says why the last refresh found none; returns the error's status. */
bloom_shm_status_t bloom_shm_filter_explain(const bloom_shm_filter_t *filter,
                                            bloom_shm_error_t *error);

/* These refresh first. */
bool bloom_shm_filter_is_ready(bloom_shm_filter_t *filter);
uint64_t bloom_shm_filter_generation(bloom_shm_filter_t *filter); /* 0: vanished */

typedef struct bloom_shm_info {
    bool is_ready;
    bool is_loaded;
    bool is_vanished; /* the fields below are then those of the last version seen */
    bool is_read_only;
    bool is_named;
    char name[BLOOM_SHM_PATH_BYTES]; /* "" for a filter of the caller's path */
    char path[BLOOM_SHM_PATH_BYTES]; /* of the current version */
    bloom_provenance_t provenance;
    bloom_shm_operation_t
        operation; /* LOAD or REBUILD: someone was at it when last seen, perhaps killed since */
    int64_t pid;
    uint64_t since_us;   /* microseconds since 1970 UTC */
    uint64_t file_bytes; /* with storage; one that grows has a longer file */
    uint64_t lookups;    /* of all processes, this handle's unflushed ones included */
    uint64_t positives;
    uint64_t reported_false_positives;
    bool is_clean; /* every acknowledged add is on the disk */
} bloom_shm_info_t;

void bloom_shm_filter_info(bloom_shm_filter_t *filter, bloom_shm_info_t *info);

/* Adds what this handle counted to the file and forgets it; does nothing for a read-only one. */
void bloom_shm_filter_flush_statistics(bloom_shm_filter_t *filter);

/* Makes every completed add survive a power failure. Does nothing on a filesystem in memory. */
bloom_shm_status_t bloom_shm_filter_flush(bloom_shm_filter_t *filter, bloom_shm_error_t *error);

/* From now on this handle answers "might be present" and refuses adds: a version given to a loader that is over. */
void bloom_shm_filter_discard(bloom_shm_filter_t *filter);

/* -- loading ------------------------------------------------------------------------------------------ */

/* Whether no load has ever completed, so that a caller with a loader should try bloom_shm_load_begin(). */
bool bloom_shm_filter_needs_load(bloom_shm_filter_t *filter);

/*
 * Makes this process the one that loads; until commit or abort everyone gets "might be present". Never
 * waits: BUSY, ALREADY_LOADED and RETRY_LATER mean "go on with the handle as it is". After OK exactly one of
 * commit and abort must follow, in this process; close and bloom_shm_request_end() abort.
 */
bloom_shm_status_t bloom_shm_load_begin(bloom_shm_filter_t *filter, bloom_shm_error_t *error);

/* The loader has returned: the filter is ready, everywhere. In a forked child: FORKED, and nothing happens. */
bloom_shm_status_t bloom_shm_load_commit(bloom_shm_filter_t *filter, bloom_shm_error_t *error);

/* The loader failed; the filter stays as it was, not ready. */
void bloom_shm_load_abort(bloom_shm_filter_t *filter);

/* -- rebuilding --------------------------------------------------------------------------------------- */

typedef struct bloom_shm_work bloom_shm_rebuild_t;

/*
 * Creates and announces the next version, of the given planned geometry (NULL: as now). On OK *rebuild must be
 * given to commit or abort, before `filter` is closed. BUSY at once if another process loads or rebuilds,
 * or this one does.
 */
bloom_shm_status_t bloom_shm_rebuild_begin(bloom_shm_filter_t *filter,
                                           const bloom_geometry_t *geometry,
                                           bloom_shm_rebuild_t **rebuild, bloom_shm_error_t *error);

/*
 * Like bloom_shm_rebuild_begin(), to the larger n and the smaller p of *minimum and of the version in use.
 * ALREADY_LOADED, and there is nothing to do, if the version in use has them by now; TOO_SMALL if no filter can
 * have both. If no load of it has completed this is one, which RETRY_LATER may put off.
 */
bloom_shm_status_t bloom_shm_enlarge_begin(bloom_shm_filter_t *filter,
                                           const bloom_geometry_t *minimum,
                                           bloom_shm_rebuild_t **rebuild, bloom_shm_error_t *error);

/*
 * The handle of the new version, for the loader; not ready, so its lookups are true. The caller takes it
 * over: it must be closed, at any time. When the rebuild is over it is discarded.
 */
bloom_shm_filter_t *bloom_shm_rebuild_take_next(bloom_shm_rebuild_t *rebuild);

/* The rebuild whose next version a handle is; NULL: it is over, perhaps because its request has ended. */
bloom_shm_rebuild_t *bloom_shm_rebuild_of(const bloom_shm_filter_t *next);

/*
 * Switches every process to the new version; `rebuild` is freed. On any other status the filter is as it was:
 * POISONED if a writer could not follow, VANISHED if the filter was dropped or replaced, FORKED in a child.
 */
bloom_shm_status_t bloom_shm_rebuild_commit(bloom_shm_rebuild_t *rebuild, bloom_shm_error_t *error);

/* Throws the new version away; `rebuild` is freed. */
void bloom_shm_rebuild_abort(bloom_shm_rebuild_t *rebuild);

/* A rebuild with an empty loader. */
bloom_shm_status_t bloom_shm_filter_clear(bloom_shm_filter_t *filter, bloom_shm_error_t *error);

/* -- copies ------------------------------------------------------------------------------------------- */

/* One version held in memory while it is copied, whatever happens to the handle meanwhile. */
typedef struct bloom_shm_snapshot {
    bloom_filter_t filter; /* its payload may go on changing: copy, then hash the copy */
    bloom_provenance_t provenance;
    bloom_shm_mapping_t *mapping;
} bloom_shm_snapshot_t;

/* NOT_READY or VANISHED with nothing held; after OK, bloom_shm_snapshot_end() must follow. */
bloom_shm_status_t bloom_shm_snapshot_begin(bloom_shm_snapshot_t *snapshot,
                                            bloom_shm_filter_t *filter, bloom_shm_error_t *error);
void bloom_shm_snapshot_end(bloom_shm_snapshot_t *snapshot);

/*
 * The header that an exported copy begins with: without native groups, with the final provenance; and the geometry
 * that it describes.
 */
void bloom_shm_snapshot_header(const bloom_shm_snapshot_t *snapshot, const bloom_hash_key_t *key,
                               bloom_header_t *header, bloom_geometry_t *geometry);

/* -- requests ----------------------------------------------------------------------------------------- */

/*
 * At the end of a request: aborts whatever loads and rebuilds of the calling thread are still open (a fatal
 * error left their frames without unwinding). Handles stay; their objects close them.
 */
void bloom_shm_request_end(void);

#endif
