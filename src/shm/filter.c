/*
 * Handles: lookups and adds that follow switches, notice what vanished, and never answer a wrong "absent".
 * MEMORY_MODEL.md argues for the order of loads here.
 */
#include "shm/filter.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "shm/internal.h"

/* Reading the clock costs a sixth of a lookup, so calls in quick succession share it. */
#define CHECK_INTERVAL_MAX 8
#define STATISTICS_INTERVAL_US ((uint64_t)2 * 1000000)
/* A vanished filter's lookups look for a new one this often; a failing lstat() is all it costs. */
#define ATTACH_INTERVAL_US 2000u
/* More switches than any single call can meet; then something is wrong with the clock of the world. */
#define FOLLOW_MAX 10000u

/* What state_word points at where the inline functions must not answer: nothing may be believed. */
static const uint64_t closed_word = 0;

/* Kinds that expire: what they ask of the system, for one image during one operation. */
typedef struct kind_system {
    bloom_system_t base;
    bloom_shm_mapping_t *mapping;
    bloom_shm_lock_t *lock;
} kind_system_t;

static uint64_t system_monotonic_us(const bloom_system_t *system)
{
    (void)system;
    return bloom_os_monotonic_coarse_us();
}

static bool system_try_lock(const bloom_system_t *system)
{
    const kind_system_t *own = (const kind_system_t *)(const void *)system;
    return bloom_mapping_lock(own->mapping, BLOOM_OS_LOCK_KIND, 0, own->lock, NULL) == BLOOM_SHM_OK;
}

static void system_unlock(const bloom_system_t *system)
{
    const kind_system_t *own = (const kind_system_t *)(const void *)system;
    bloom_lock_close(own->lock);
}

/* Their operations need the time, which the inline functions do not have. */
static bool is_timed(const bloom_kind_t *kind)
{
    return kind->suspend != NULL;
}

/* -- which mapping a handle is on -------------------------------------------------------------------------- */

static void forget_successor(struct bloom_shm_filter_private *part)
{
    if (part->successor != NULL) {
        bloom_mapping_release(part->successor);
        part->successor = NULL;
    }
}

void bloom_handle_use(bloom_shm_filter_t *filter, bloom_shm_mapping_t *mapping)
{
    struct bloom_shm_filter_private *part = filter->private_part;
    if (part->load != NULL && part->load->mapping != mapping) {
        part->load->has_strayed = true;
    }
    if (part->mapping != NULL) {
        bloom_mapping_release(part->mapping);
    }
    part->mapping = mapping;
    part->is_vanished = false;
    filter->filter = mapping->filter;
    filter->is_read_only = mapping->is_read_only;
    filter->state_word =
        is_timed(mapping->filter.kind) ? &closed_word : bloom_mapping_state(mapping);
}

static void vanish(bloom_shm_filter_t *filter, uint64_t now_us)
{
    struct bloom_shm_filter_private *part = filter->private_part;
    part->is_vanished = true;
    part->next_attach_us = now_us + ATTACH_INTERVAL_US;
    if (part->load != NULL) {
        part->load->has_strayed = true;
    }
    filter->state_word = &closed_word;
    forget_successor(part);
}

/* By name, from scratch: another lineage may have taken its place. */
static bool attach_again(bloom_shm_filter_t *filter, uint64_t now_us)
{
    struct bloom_shm_filter_private *part = filter->private_part;
    bloom_shm_mapping_t *mapping;
    bloom_shm_status_t status = bloom_place_resolve(
        part->place, &part->options, BLOOM_RESOLVE_QUICKLY, &mapping, NULL, &part->vanished);
    if (status == BLOOM_SHM_OK && mapping->filter.geometry.kind != part->kind) {
        bloom_mapping_release(mapping);
        status =
            bloom_shm_fail_image(&part->vanished, BLOOM_ERROR_OTHER_KIND, part->place->current);
    }
    if (status != BLOOM_SHM_OK) {
        vanish(filter, now_us);
        return false;
    }
    if (part->successor != NULL && mapping != part->successor) {
        forget_successor(part);
    }
    if (mapping != part->mapping) {
        bloom_mapping_lose_name(part->mapping);
    }
    bloom_handle_use(filter, mapping);
    return true;
}

/* The live successor of the version in use, directly if it can be had, else whatever has the name now. */
static bool follow(bloom_shm_filter_t *filter, uint64_t generation, uint64_t now_us)
{
    struct bloom_shm_filter_private *part = filter->private_part;
    bloom_shm_mapping_t *successor = part->successor;
    part->successor = NULL;
    if (successor != NULL && successor->provenance.generation != generation) {
        bloom_mapping_release(successor);
        successor = NULL;
    }
    if (successor == NULL && bloom_mapping_open_successor(part->mapping, generation, &part->options,
                                                          &successor, NULL) != BLOOM_SHM_OK) {
        return attach_again(filter, now_us);
    }
    bloom_handle_use(filter, successor);
    return true;
}

static void restart_countdown(bloom_shm_filter_t *filter, uint64_t now_us)
{
    struct bloom_shm_filter_private *part = filter->private_part;
    if (now_us != part->last_tick_us) {
        filter->check_interval = 1;
    } else if (filter->check_interval < CHECK_INTERVAL_MAX) {
        filter->check_interval *= 2;
    }
    /* the call that finds 0 is the one that looks at the clock */
    filter->calls_to_check = filter->check_interval;
    part->last_tick_us = now_us;
}

static bool is_check_due(const struct bloom_shm_filter_private *part, uint64_t now_us)
{
    return !part->is_next && part->options.revalidate_ms != 0 && now_us >= part->next_check_us;
}

bool bloom_shm_filter_tick(bloom_shm_filter_t *filter)
{
    const struct bloom_shm_filter_private *part = filter->private_part;
    uint64_t now_us = bloom_os_monotonic_coarse_us();
    if (now_us >= part->next_statistics_us || is_check_due(part, now_us)) {
        filter->calls_to_check = 0;
        return false;
    }
    restart_countdown(filter, now_us);
    return true;
}

/* Whether the file in use still has its name; if not, goes to the one that has. */
static bool revalidate(bloom_shm_filter_t *filter, uint64_t now_us)
{
    struct bloom_shm_filter_private *part = filter->private_part;
    bloom_os_stat_t stat;
    part->next_check_us = now_us + (uint64_t)part->options.revalidate_ms * 1000;
    if (part->successor != NULL &&
        (bloom_mapping_word(part->mapping) & (BLOOM_STATE_BUILDING | BLOOM_STATE_LIVE)) == 0) {
        /* taken back by someone who, not having it mapped, could not mark it */
        bloom_mapping_lose_name(part->successor);
        forget_successor(part);
    }
    bloom_mapping_recover(part->mapping, true);
    if (bloom_os_stat_path(part->place->current, &stat) == 0 &&
        stat.inode == part->mapping->inode && stat.device == part->mapping->device &&
        stat.size_bytes >= part->mapping->size_bytes) {
        return true;
    }
    return attach_again(filter, now_us);
}

/*
 * True if part->mapping is a version that nothing has succeeded, by part->word. Whoever loads the word once more may find
 * that something has by now, which is no reason not to use the version for what had begun before.
 */
static bool refresh(bloom_shm_filter_t *filter, bool is_change)
{
    struct bloom_shm_filter_private *part = filter->private_part;
    uint64_t now_us = bloom_os_monotonic_coarse_us();
    restart_countdown(filter, now_us);
    if (now_us >= part->next_statistics_us) {
        part->next_statistics_us = now_us + STATISTICS_INTERVAL_US;
        bloom_shm_filter_flush_statistics(filter);
    }
    if (part->is_discarded) {
        return false;
    }
    if (part->is_vanished &&
        ((now_us < part->next_attach_us && !is_change) || !attach_again(filter, now_us))) {
        return false;
    }
    if (is_check_due(part, now_us) && !revalidate(filter, now_us)) {
        return false;
    }
    for (unsigned step = 0; step < FOLLOW_MAX; step++) {
        uint64_t word = bloom_mapping_word(part->mapping);
        if ((word & BLOOM_STATE_DISCARDED) != 0 && part->is_next) {
            bloom_shm_filter_discard(filter);
            return false;
        }
        if ((word & (BLOOM_STATE_DROPPED | BLOOM_STATE_DISCARDED)) != 0) {
            if (!attach_again(filter, now_us)) {
                return false;
            }
        } else if ((word & BLOOM_STATE_LIVE) != 0) {
            if (!follow(filter, bloom_state_generation(word), now_us)) {
                return false;
            }
        } else {
            part->word = word;
            return true;
        }
    }
    vanish(filter, now_us);
    return false;
}

bool bloom_shm_filter_refresh(bloom_shm_filter_t *filter)
{
    return refresh(filter, false);
}

static bloom_shm_status_t fail_discarded(const bloom_shm_filter_t *filter, bloom_shm_error_t *error)
{
    return bloom_shm_fail(
        error, BLOOM_SHM_DISCARDED, filter->private_part->place->current,
        "this version was given to a loader that has ended; use the filter itself");
}

bloom_shm_status_t bloom_shm_filter_explain(const bloom_shm_filter_t *filter,
                                            bloom_shm_error_t *error)
{
    const struct bloom_shm_filter_private *part = filter->private_part;
    if (part->is_discarded) {
        return fail_discarded(filter, error);
    }
    if (error != NULL && part->vanished.status != BLOOM_SHM_OK &&
        part->vanished.status != BLOOM_SHM_NOT_FOUND) {
        *error = part->vanished; /* more telling: it is there, but cannot be used */
        error->status = BLOOM_SHM_VANISHED;
        return BLOOM_SHM_VANISHED;
    }
    return bloom_shm_fail(error, BLOOM_SHM_VANISHED, part->place->current,
                          "it was dropped, deleted or replaced; open it again");
}

bloom_shm_mapping_t *bloom_handle_writable(bloom_shm_filter_t *filter, bloom_shm_error_t *error)
{
    if (!refresh(filter, true)) {
        bloom_shm_filter_explain(filter, error);
        return NULL;
    }
    if (filter->is_read_only) {
        bloom_shm_fail(
            error, BLOOM_SHM_READ_ONLY, filter->private_part->place->current,
            "it may only be read here (mode, owner or mount); change it where it may be written");
        return NULL;
    }
    return filter->private_part->mapping;
}

/* -- opening and closing ------------------------------------------------------------------------------------- */

bloom_shm_filter_t *bloom_handle_create(bloom_shm_place_t *place, bloom_shm_mapping_t *mapping,
                                        const bloom_shm_options_t *options)
{
    bloom_shm_filter_t *filter = calloc(1, sizeof *filter);
    struct bloom_shm_filter_private *part = calloc(1, sizeof *part);
    if (filter == NULL || part == NULL) {
        free(filter);
        free(part);
        bloom_mapping_release(mapping);
        return NULL;
    }
    filter->private_part = part;
    bloom_place_retain(place);
    part->place = place;
    part->options = *options;
    part->options.directory = NULL;
    part->kind = mapping->filter.geometry.kind;
    bloom_handle_use(filter, mapping);
    part->last_tick_us = bloom_os_monotonic_coarse_us();
    part->next_check_us = part->last_tick_us + (uint64_t)options->revalidate_ms * 1000;
    part->next_statistics_us = part->last_tick_us + STATISTICS_INTERVAL_US;
    filter->check_interval = 1;
    filter->calls_to_check = 1;
    bloom_handle_register(filter);
    return filter;
}

static bloom_shm_status_t fail_too_small(bloom_shm_error_t *error, const bloom_shm_place_t *place,
                                         const bloom_geometry_t *there,
                                         const bloom_geometry_t *wanted)
{
    return bloom_shm_fail(
        error, BLOOM_SHM_TOO_SMALL, place->current,
        "it was made for %" PRIu64 " items at a false-positive rate of %g, and %" PRIu64
        " at %g are asked for; rebuild it to that size, give a loader, or ask for no more than "
        "it has",
        there->expected_items, there->fpr, wanted->expected_items, wanted->fpr);
}

/* Whether what is there is what the request wants. */
static bloom_shm_status_t check_request(const bloom_shm_request_t *request,
                                        const bloom_shm_place_t *place,
                                        const bloom_geometry_t *there, bool *is_lesser,
                                        bloom_shm_error_t *error)
{
    const bloom_geometry_t *wanted = request->geometry;
    *is_lesser = false;
    if (request->kind != BLOOM_KIND_ANY && request->kind != there->kind) {
        bloom_shm_fail_image(error, BLOOM_ERROR_OTHER_KIND, place->current);
        if (error != NULL) {
            const bloom_kind_t *wanted_kind = bloom_kind_by_id(request->kind);
            bloom_shm_fail(error, BLOOM_SHM_OTHER_KIND, place->current,
                           "it holds a filter of kind \"%s\", not \"%s\"; use the class of that "
                           "kind, or another "
                           "name",
                           bloom_kind_by_id(there->kind)->name,
                           wanted_kind != NULL ? wanted_kind->name : "?");
            error->image_status = BLOOM_ERROR_OTHER_KIND;
        }
        return BLOOM_SHM_OTHER_KIND;
    }
    if (wanted == NULL) {
        return BLOOM_SHM_OK;
    }
    /* of kinds with layers they follow from n and p */
    if (bloom_kind_by_id(wanted->kind)->resize == NULL &&
        memcmp(wanted->kind_parameters, there->kind_parameters, sizeof wanted->kind_parameters) !=
            0) {
        bloom_shm_fail(
            error, BLOOM_SHM_OTHER_KIND, place->current,
            "it was made with other options of its kind; use the same ones, drop it first, or use "
            "another name");
        if (error != NULL) {
            error->image_status = BLOOM_ERROR_OTHER_KIND;
        }
        return BLOOM_SHM_OTHER_KIND;
    }
    *is_lesser = there->expected_items < wanted->expected_items || there->fpr > wanted->fpr;
    return *is_lesser && !request->has_loader ? fail_too_small(error, place, there, wanted)
                                              : BLOOM_SHM_OK;
}

/* Takes away what a drop or an accident left under the name. */
static bloom_shm_status_t remove_remains(bloom_shm_place_t *place,
                                         const bloom_shm_options_t *options,
                                         const bloom_shm_remains_t *remains,
                                         bloom_shm_error_t *error)
{
    bloom_shm_lock_t names;
    bloom_shm_status_t status =
        bloom_place_lock_names(place, options->lock_timeout_ms, &names, error);
    if (status == BLOOM_SHM_OK) {
        bloom_file_unlink_if(place->current, remains->device, remains->inode);
        bloom_lock_close(&names);
    }
    return status;
}

bloom_shm_status_t bloom_shm_filter_open(bloom_shm_filter_t **filter,
                                         const bloom_shm_request_t *request,
                                         bloom_shm_error_t *error)
{
    const bloom_shm_options_t *options = request->options;
    bloom_shm_error_t own_error;
    if (error == NULL) {
        error = &own_error;
    }
    *filter = NULL;
    bloom_shm_place_t *place = bloom_place_acquire(options, request->name, request->path, error);
    if (place == NULL) {
        return error->status;
    }
    unsigned flags =
        BLOOM_RESOLVE_REPAIR | (request->has_loader ? BLOOM_RESOLVE_ACCEPT_UNCLEAN : 0u);
    bloom_shm_status_t status = BLOOM_SHM_VANISHED;
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        bloom_shm_mapping_t *mapping = NULL;
        bloom_shm_remains_t remains = {0};
        status = bloom_place_resolve(place, options, flags, &mapping, &remains, error);
        if (status == BLOOM_SHM_OK) {
            bool is_lesser;
            status = check_request(request, place, &mapping->filter.geometry, &is_lesser, error);
            if (status != BLOOM_SHM_OK) {
                bloom_mapping_release(mapping);
            } else {
                *filter = bloom_handle_create(place, mapping, options);
                if (*filter == NULL) {
                    status = bloom_shm_fail_system(error, ENOMEM, place->current, "open it");
                } else {
                    (*filter)->is_lesser = is_lesser;
                }
            }
            break;
        }
        bool is_missing = status == BLOOM_SHM_NOT_FOUND;
        bool is_lost = status == BLOOM_SHM_UNCLEAN && remains.is_broken && request->has_loader;
        if (request->geometry == NULL || (!is_missing && !is_lost)) {
            break;
        }
        status = BLOOM_SHM_OK;
        if (remains.is_dropped || remains.is_broken) {
            status = remove_remains(place, options, &remains, error);
        }
        if (status == BLOOM_SHM_OK) {
            status =
                bloom_file_create(place, options, request->geometry, request->has_loader, error);
        }
        if (status != BLOOM_SHM_OK) {
            break;
        }
        status = bloom_shm_fail(error, BLOOM_SHM_VANISHED, place->current,
                                "it is created and removed again and again by other processes");
    }
    bloom_place_release(place);
    return status;
}

void bloom_shm_filter_close(bloom_shm_filter_t *filter)
{
    if (filter == NULL) {
        return;
    }
    struct bloom_shm_filter_private *part = filter->private_part;
    bloom_shm_load_abort(filter);
    if (part->next_of != NULL) {
        bloom_work_forget_filter(part->next_of);
    }
    bloom_shm_filter_flush_statistics(filter);
    bloom_handle_unregister(filter);
    forget_successor(part);
    if (part->is_vanished) {
        bloom_mapping_lose_name(part->mapping);
    }
    bloom_mapping_release(part->mapping);
    bloom_place_release(part->place);
    free(part);
    free(filter);
}

void bloom_shm_filter_discard(bloom_shm_filter_t *filter)
{
    filter->private_part->is_discarded = true;
    filter->state_word = &closed_word;
    forget_successor(filter->private_part);
}

/* -- lookups --------------------------------------------------------------------------------------------------- */

static bool may_believe(uint64_t word)
{
    return (word & BLOOM_STATE_READER_MASK) == BLOOM_STATE_READY;
}

/* Whether the version in use may be looked into, having made sure that it is the newest. */
static bool may_look(bloom_shm_filter_t *filter)
{
    return refresh(filter, false) && may_believe(filter->private_part->word);
}

/* After refresh(), which has just looked at the clock. */
static bloom_context_t lookup_context(const bloom_shm_filter_t *filter)
{
    bloom_context_t context = {.is_shared = true,
                               .monotonic_us = filter->private_part->last_tick_us};
    return context;
}

bool bloom_shm_filter_contains_slow(bloom_shm_filter_t *filter, bloom_hash_t hash)
{
    if (!may_look(filter)) {
        return true;
    }
    bloom_context_t context = lookup_context(filter);
    return filter->filter.kind->contains(&filter->filter, hash, &context);
}

void bloom_shm_filter_contains_batch(bloom_shm_filter_t *filter, const bloom_hash_t *hashes,
                                     size_t count, bool *answers)
{
    const bloom_filter_t *version = bloom_shm_filter_try_fast(filter);
    if (version == NULL && may_look(filter)) {
        version = &filter->filter;
    }
    filter->lookups += count;
    if (version == NULL) {
        memset(answers, true, count);
        filter->positives += count;
        return;
    }
    bloom_context_t context = lookup_context(filter);
    version->kind->contains_batch(version, hashes, count, answers, &context);
    for (size_t i = 0; i < count; i++) {
        filter->positives += answers[i];
    }
}

unsigned bloom_shm_filter_count_of(bloom_shm_filter_t *filter, bloom_hash_t hash)
{
    if (filter->filter.kind->count_of == NULL || !may_look(filter)) {
        return UINT_MAX;
    }
    bloom_context_t context = lookup_context(filter);
    return filter->filter.kind->count_of(&filter->filter, hash, &context);
}

/* -- adds -------------------------------------------------------------------------------------------------------- */

/*
 * The version that is being built beside the one in use; NULL with a cause if it cannot be had. Kept for the
 * next add: its generation's number is never given to another version.
 */
static bloom_shm_mapping_t *successor_of(bloom_shm_filter_t *filter, uint64_t generation,
                                         bloom_shm_error_t *error)
{
    struct bloom_shm_filter_private *part = filter->private_part;
    if (part->successor != NULL && part->successor->provenance.generation == generation &&
        bloom_mapping_lineage(part->successor) == bloom_mapping_lineage(part->mapping)) {
        return part->successor;
    }
    forget_successor(part);
    bloom_shm_mapping_t *successor = NULL;
    if (bloom_mapping_open_successor(part->mapping, generation, &part->options, &successor,
                                     error) != BLOOM_SHM_OK) {
        return NULL;
    }
    if (successor->is_read_only) {
        bloom_mapping_release(successor);
        bloom_shm_fail_system(error, EACCES, part->place->current, "write to its next version");
        return NULL;
    }
    part->successor = successor;
    return successor;
}

/* The version announced by `word` must not go live: this writer could not add to it. */
static void poison(const bloom_shm_mapping_t *mapping, uint64_t word)
{
    uint64_t found = word;
    while ((found & BLOOM_STATE_BUILDING) != 0 &&
           bloom_state_generation(found) == bloom_state_generation(word)) {
        if (bloom_compare_exchange(
                bloom_mapping_state(mapping), &found,
                bloom_state_with_link(found, BLOOM_STATE_POISONED, bloom_state_generation(word)))) {
            return;
        }
    }
}

static bloom_shm_status_t make_dirty(bloom_shm_mapping_t *mapping, bloom_shm_error_t *error)
{
    int failure = bloom_mapping_mark_dirty(mapping);
    return failure == 0 ? BLOOM_SHM_OK
                        : bloom_shm_fail_system(error, failure, mapping->place->current,
                                                "mark it as changed");
}

/* A change to be made; a merge has a source, an add none. */
typedef struct change {
    bloom_hash_t hash;
    const bloom_filter_t *source;
    const bloom_shm_options_t *options;
} change_t;

/* Makes a change in one image, which grows if it must. On any other status than OK it is not made. */
static bloom_shm_status_t apply(bloom_shm_mapping_t *mapping, const change_t *change,
                                bloom_add_result_t *result, bloom_shm_error_t *error)
{
    const bloom_filter_t *image = &mapping->filter;
    bloom_shm_lock_t lock = {.fd = -1};
    kind_system_t system = {{system_monotonic_us, system_try_lock, system_unlock}, mapping, &lock};
    bloom_context_t context = {
        .is_shared = true, .monotonic_us = bloom_os_monotonic_coarse_us(), .system = &system.base};
    *result = BLOOM_ADD_PRESENT;
    if (change->source != NULL) {
        if (!bloom_geometry_is_compatible(&image->geometry, &change->source->geometry)) {
            return bloom_shm_fail(
                error, BLOOM_SHM_INCOMPATIBLE, mapping->place->current,
                "it was rebuilt to another size; merge again after rebuilding the other");
        }
        image->kind->merge(image, change->source, &context);
        return BLOOM_SHM_OK;
    }
    for (;;) {
        uint32_t used =
            image->kind->layer_count != NULL ? image->kind->layer_count(image->header) : 1;
        *result = image->kind->add(image, change->hash, &context);
        if (*result <= BLOOM_ADD_NEW) {
            return BLOOM_SHM_OK;
        }
        if (*result == BLOOM_ADD_FULL || image->kind->grow == NULL) {
            return bloom_shm_fail(error, BLOOM_SHM_FULL, mapping->place->current,
                                  "it is full; rebuild it for more items");
        }
        /* first the mark: no file may say CLEAN whose layers and their count are of different ages */
        bloom_shm_status_t status = make_dirty(mapping, error);
        if (status == BLOOM_SHM_OK) {
            status = bloom_mapping_grow(mapping, used, change->options, error);
        }
        if (status != BLOOM_SHM_OK) {
            return status;
        }
    }
}

/* Which image has a change already. Not its address: that may be another's by then. */
typedef struct image_id {
    uint64_t lineage;
    uint64_t generation; /* 0: none */
} image_id_t;

static image_id_t id_of(const bloom_shm_mapping_t *mapping)
{
    image_id_t id = {bloom_mapping_lineage(mapping), mapping->provenance.generation};
    return id;
}

static bool is_same_image(image_id_t a, image_id_t b)
{
    return a.lineage == b.lineage && a.generation == b.generation;
}

/*
 * Carries a change out on the newest version and on every version that may become the newest while it runs:
 * the announced one first, then the one in use, then, after a fence, look at the word again.
 */
static bloom_shm_status_t change_all(bloom_shm_filter_t *filter, const change_t *change,
                                     image_id_t done, bool *is_new, bloom_shm_error_t *error)
{
    image_id_t done_next = {
        0, 0}; /* the announced version that has it, and may be the one in use by now */
    for (unsigned step = 0; step < FOLLOW_MAX; step++) {
        bloom_shm_mapping_t *mapping = bloom_handle_writable(filter, error);
        if (mapping == NULL) {
            return error != NULL ? error->status : BLOOM_SHM_VANISHED;
        }
        uint64_t word = bloom_mapping_word(mapping);
        if ((word & (BLOOM_STATE_LIVE | BLOOM_STATE_DROPPED | BLOOM_STATE_DISCARDED)) != 0) {
            continue;
        }
        bool is_done =
            is_same_image(id_of(mapping), done) || is_same_image(id_of(mapping), done_next);
        if ((word & BLOOM_STATE_BUILDING) != 0) {
            bloom_shm_error_t cause;
            bloom_shm_mapping_t *next = successor_of(filter, bloom_state_generation(word), &cause);
            if (next == NULL) {
                poison(mapping, word);
                continue;
            }
            if (!is_same_image(id_of(next), done_next)) {
                bloom_add_result_t ignored;
                if (apply(next, change, &ignored, &cause) != BLOOM_SHM_OK) {
                    poison(mapping, word);
                    continue;
                }
                bloom_fence();
                bloom_shm_status_t status = make_dirty(next, error);
                if (status != BLOOM_SHM_OK) {
                    return status;
                }
                if (is_done) {
                    done = id_of(mapping);
                }
                done_next = id_of(next);
            }
        }
        if (!is_done) {
            bloom_add_result_t result;
            bloom_shm_status_t status = apply(mapping, change, &result, error);
            if (status == BLOOM_SHM_VANISHED &&
                (bloom_mapping_word(mapping) & BLOOM_STATE_LIVE) != 0) {
                continue; /* its file was replaced when it had to grow: on to the new version */
            }
            if (status != BLOOM_SHM_OK) {
                return status;
            }
            *is_new |= result == BLOOM_ADD_NEW && (word & BLOOM_STATE_READY) != 0;
            done = id_of(mapping);
        }
        bloom_fence(); /* the change is visible before the word is read again */
        bloom_shm_status_t status = make_dirty(mapping, error);
        if (status != BLOOM_SHM_OK) {
            return status;
        }
        uint64_t after = bloom_mapping_word(mapping);
        if ((after & (BLOOM_STATE_LIVE | BLOOM_STATE_DROPPED | BLOOM_STATE_DISCARDED)) == 0 &&
            ((after & BLOOM_STATE_BUILDING) == 0 ||
             bloom_state_generation(after) == bloom_state_generation(word))) {
            return BLOOM_SHM_OK;
        }
    }
    return bloom_shm_fail(error, BLOOM_SHM_TIMEOUT, filter->private_part->place->current,
                          "it is being rebuilt faster than an item can be added");
}

bloom_shm_status_t bloom_shm_filter_add_slow(bloom_shm_filter_t *filter, bloom_hash_t hash,
                                             bool is_in_current, bool *is_new,
                                             bloom_shm_error_t *error)
{
    change_t change = {hash, NULL, &filter->private_part->options};
    image_id_t none = {0, 0};
    return change_all(filter, &change, is_in_current ? id_of(filter->private_part->mapping) : none,
                      is_new, error);
}

bloom_shm_status_t bloom_shm_filter_merge(bloom_shm_filter_t *filter, const bloom_filter_t *source,
                                          bloom_shm_error_t *error)
{
    bool is_new = false;
    bloom_shm_mapping_t *mapping = bloom_handle_writable(filter, error);
    if (mapping == NULL) {
        return error != NULL ? error->status : BLOOM_SHM_VANISHED;
    }
    if (mapping->filter.kind->merge == NULL ||
        !bloom_geometry_is_compatible(&mapping->filter.geometry, &source->geometry)) {
        return bloom_shm_fail(
            error, BLOOM_SHM_INCOMPATIBLE, filter->private_part->place->current,
            "the filters differ in size, number of hashes or kind; give both the same n and p");
    }
    uint64_t word = bloom_mapping_word(mapping);
    if ((word & BLOOM_STATE_BUILDING) != 0) {
        bloom_shm_error_t cause;
        const bloom_shm_mapping_t *next =
            successor_of(filter, bloom_state_generation(word), &cause);
        if (next != NULL &&
            !bloom_geometry_is_compatible(&next->filter.geometry, &source->geometry)) {
            return bloom_shm_fail(error, BLOOM_SHM_INCOMPATIBLE,
                                  filter->private_part->place->current,
                                  "it is being rebuilt to another size; merge when that has ended");
        }
    }
    change_t change = {{0, 0}, source, &filter->private_part->options};
    image_id_t none = {0, 0};
    return change_all(filter, &change, none, &is_new, error);
}

bloom_shm_status_t bloom_shm_filter_remove(bloom_shm_filter_t *filter, bloom_hash_t hash,
                                           uint64_t if_generation, bool *is_removed,
                                           bloom_shm_error_t *error)
{
    *is_removed = false;
    bloom_shm_mapping_t *mapping = bloom_handle_writable(filter, error);
    if (mapping == NULL) {
        return error != NULL ? error->status : BLOOM_SHM_VANISHED;
    }
    if (!may_believe(filter->private_part->word)) {
        return bloom_shm_fail(error, BLOOM_SHM_NOT_READY, mapping->place->current,
                              "it is not loaded yet; remove when it is ready");
    }
    if (if_generation != 0 && if_generation != mapping->provenance.generation) {
        return BLOOM_SHM_OK;
    }
    bloom_shm_status_t status = make_dirty(mapping, error);
    if (status == BLOOM_SHM_OK) {
        bloom_context_t context = lookup_context(filter);
        *is_removed = mapping->filter.kind->remove(&mapping->filter, hash, &context);
        bloom_fence();
        status = make_dirty(mapping, error);
    }
    return status;
}

/* -- state --------------------------------------------------------------------------------------------------------- */

bool bloom_shm_filter_is_ready(bloom_shm_filter_t *filter)
{
    return may_look(filter);
}

uint64_t bloom_shm_filter_generation(bloom_shm_filter_t *filter)
{
    return refresh(filter, false) ? filter->private_part->mapping->provenance.generation : 0;
}

static void current_provenance(const bloom_shm_mapping_t *mapping, bloom_provenance_t *provenance)
{
    uint64_t rebuilt_at_us = bloom_mapping_process(mapping, BLOOM_PROCESS_REBUILT_AT_US);
    *provenance = mapping->provenance;
    if (rebuilt_at_us != 0) {
        provenance->rebuilt_at_us = rebuilt_at_us;
        provenance->last_rebuild_us = bloom_mapping_process(mapping, BLOOM_PROCESS_LAST_REBUILD_US);
    }
}

static void copy_text(char *buffer, const char *text)
{
    size_t length = strlen(text);
    memcpy(buffer, text, length + 1); /* places are shorter than buffers by construction */
}

void bloom_shm_filter_info(bloom_shm_filter_t *filter, bloom_shm_info_t *info)
{
    const struct bloom_shm_filter_private *part = filter->private_part;
    memset(info, 0, sizeof *info);
    info->is_vanished = !refresh(filter, false);
    const bloom_shm_mapping_t *mapping = part->mapping;
    const uint64_t *statistics = mapping->filter.header->statistics;
    uint64_t word = bloom_mapping_word(mapping);
    info->is_ready = !info->is_vanished && may_believe(part->word);
    info->is_loaded = (word & BLOOM_STATE_LOADED) != 0;
    info->is_read_only = filter->is_read_only;
    info->is_named = part->place->is_named;
    copy_text(info->name, part->place->name);
    if (part->is_next) {
        bloom_place_version_path(part->place, mapping->provenance.generation, info->path);
    } else {
        copy_text(info->path, part->place->current);
    }
    current_provenance(mapping, &info->provenance);
    uint64_t operation = bloom_mapping_process(mapping, BLOOM_PROCESS_OPERATION);
    if (operation == BLOOM_OPERATION_LOAD || operation == BLOOM_OPERATION_REBUILD) {
        info->operation = (bloom_shm_operation_t)operation;
        info->pid = (int64_t)bloom_mapping_process(mapping, BLOOM_PROCESS_PID);
        info->since_us = bloom_mapping_process(mapping, BLOOM_PROCESS_SINCE_US);
    }
    info->file_bytes = bloom_filter_stored_bytes(&mapping->filter);
    info->lookups = bloom_load_relaxed(&statistics[BLOOM_STATISTICS_LOOKUPS]) + filter->lookups;
    info->positives =
        bloom_load_relaxed(&statistics[BLOOM_STATISTICS_POSITIVES]) + filter->positives;
    info->reported_false_positives =
        bloom_load_relaxed(&statistics[BLOOM_STATISTICS_REPORTED_FALSE_POSITIVES]) +
        filter->reported_false_positives;
    info->is_clean = mapping->is_in_memory || (word & BLOOM_STATE_DURABILITY) == BLOOM_STATE_CLEAN;
}

void bloom_shm_filter_flush_statistics(bloom_shm_filter_t *filter)
{
    const struct bloom_shm_filter_private *part = filter->private_part;
    if (part->options.counts_statistics && !part->mapping->is_read_only) {
        uint64_t *statistics = part->mapping->filter.header->statistics;
        const uint64_t counted[] = {
            [BLOOM_STATISTICS_LOOKUPS] = filter->lookups,
            [BLOOM_STATISTICS_POSITIVES] = filter->positives,
            [BLOOM_STATISTICS_REPORTED_FALSE_POSITIVES] = filter->reported_false_positives,
        };
        for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++) {
            if (counted[i] != 0) {
                bloom_fetch_add_relaxed(&statistics[i], counted[i]);
            }
        }
    } else if (part->mapping->is_read_only) {
        return; /* they stay visible in this process's info() */
    }
    filter->lookups = filter->positives = filter->reported_false_positives = 0;
}

bloom_shm_status_t bloom_shm_filter_flush(bloom_shm_filter_t *filter, bloom_shm_error_t *error)
{
    for (unsigned step = 0; step < 100; step++) {
        bloom_shm_lock_t lock;
        if (!refresh(filter, true)) {
            return bloom_shm_filter_explain(filter, error);
        }
        if (filter->private_part->mapping->is_in_memory) {
            return BLOOM_SHM_OK;
        }
        bloom_shm_mapping_t *mapping = bloom_handle_writable(filter, error);
        if (mapping == NULL) {
            return error != NULL ? error->status : BLOOM_SHM_VANISHED;
        }
        bloom_shm_status_t status =
            bloom_mapping_lock(mapping, BLOOM_OS_LOCK_FLUSH,
                               filter->private_part->options.lock_timeout_ms, &lock, error);
        if (status == BLOOM_SHM_VANISHED) {
            filter->private_part->next_check_us = 0; /* refresh() finds out what happened */
            if (filter->private_part->options.revalidate_ms == 0) {
                attach_again(filter, 0);
            }
            continue;
        }
        if (status != BLOOM_SHM_OK) {
            return status;
        }
        int failure = bloom_mapping_flush(mapping);
        bloom_lock_close(&lock);
        if (failure != 0) {
            return bloom_shm_fail_system(error, failure, mapping->place->current,
                                         "write it to the disk");
        }
        if ((bloom_mapping_word(mapping) & (BLOOM_STATE_LIVE | BLOOM_STATE_DROPPED)) == 0) {
            return BLOOM_SHM_OK;
        }
    }
    return bloom_shm_filter_explain(filter, error);
}

/* -- copies ---------------------------------------------------------------------------------------------------------- */

bloom_shm_status_t bloom_shm_snapshot_begin(bloom_shm_snapshot_t *snapshot,
                                            bloom_shm_filter_t *filter, bloom_shm_error_t *error)
{
    snapshot->mapping = NULL;
    if (!refresh(filter, false)) {
        return bloom_shm_filter_explain(filter, error);
    }
    bloom_shm_mapping_t *mapping = filter->private_part->mapping;
    if (!may_believe(filter->private_part->word)) {
        return bloom_shm_fail(
            error, BLOOM_SHM_NOT_READY, mapping->place->current,
            "it is not loaded yet, so a copy would answer \"absent\" wrongly; copy it when it is "
            "ready");
    }
    bloom_mapping_retain(mapping);
    snapshot->mapping = mapping;
    snapshot->filter = mapping->filter;
    current_provenance(mapping, &snapshot->provenance);
    return BLOOM_SHM_OK;
}

void bloom_shm_snapshot_end(bloom_shm_snapshot_t *snapshot)
{
    if (snapshot->mapping != NULL) {
        bloom_mapping_release(snapshot->mapping);
        snapshot->mapping = NULL;
    }
}

void bloom_shm_snapshot_header(const bloom_shm_snapshot_t *snapshot, const bloom_hash_key_t *key,
                               bloom_header_t *header, bloom_geometry_t *geometry)
{
    bloom_context_t context = bloom_shared_context();
    bloom_header_t copy;
    bloom_filter_export_header(&snapshot->filter, &copy, geometry, &context);
    bloom_image_write_header(header, geometry, &snapshot->provenance, key);
    memcpy(header->kind_state, copy.kind_state, sizeof header->kind_state);
}
