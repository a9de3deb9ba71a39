/*
 * What this process knows of shared storage: places, the mappings of their versions, the handles on them.
 * One table under one mutex, which is held for list operations only, never over a system call that can wait.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shm/internal.h"

#define BUCKET_COUNT 64u
/* Mappings that nobody uses are kept this long for the next request. */
#define IDLE_US ((uint64_t)60 * 1000000)
#define SWEEP_INTERVAL_US ((uint64_t)1000000)
/* For what comes after a name: ".bloom-<generation>", or the form of a file being created. */
#define SUFFIX_BYTES 32u
#define BASENAME_LENGTH_MAX 200u

static bloom_shm_place_t *buckets[BUCKET_COUNT];
static bloom_shm_filter_t *handles;
static uint64_t next_sweep_us;

/* -- places --------------------------------------------------------------------------------------------- */

static uint64_t path_hash(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (; *text != '\0'; text++) {
        hash = (hash ^ (uint8_t)*text) * 0x100000001b3u;
    }
    return hash;
}

bool bloom_store_is_name(const char *name, size_t length)
{
    if (length < 1 || length > BLOOM_SHM_NAME_LENGTH_MAX || name[0] == '.') {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '_' || c == '.' || c == '-')) {
            return false;
        }
    }
    return true;
}

void bloom_store_directory(const bloom_shm_options_t *options, char *buffer)
{
    if (options->directory == NULL || options->directory[0] == '\0') {
        bloom_os_default_directory(buffer, BLOOM_SHM_PATH_BYTES);
        return;
    }
    size_t length = strlen(options->directory);
    while (length > 1 && options->directory[length - 1] == '/') {
        length--;
    }
    if (length >= BLOOM_SHM_PATH_BYTES) {
        length = BLOOM_SHM_PATH_BYTES - 1;
    }
    memcpy(buffer, options->directory, length);
    buffer[length] = '\0';
}

bloom_shm_status_t bloom_store_directory_absolute(const bloom_shm_options_t *options, char *buffer,
                                                  bloom_shm_error_t *error)
{
    bloom_store_directory(options, buffer);
    if (buffer[0] != '/' || strlen(buffer) > BLOOM_SHM_PATH_BYTES / 2) {
        return bloom_shm_fail(error, BLOOM_SHM_UNSAFE_DIRECTORY, buffer,
                              "the directory must be an absolute path of at most %d bytes",
                              BLOOM_SHM_PATH_BYTES / 2);
    }
    return BLOOM_SHM_OK;
}

/* `separator` comes between the first base_length bytes of current and the generation. */
static bloom_shm_place_t *place_create(const char *current, uint64_t hash, const char *directory,
                                       size_t directory_length, const char *name,
                                       size_t base_length, const char *separator)
{
    size_t current_length = strlen(current), name_length = strlen(name);
    size_t separator_length = strlen(separator);
    size_t storage =
        current_length + directory_length + name_length + base_length + separator_length + 4;
    bloom_shm_place_t *place = calloc(1, sizeof *place + storage);
    if (place == NULL) {
        return NULL;
    }
    char *next = place->storage;
    place->current = memcpy(next, current, current_length);
    next += current_length + 1;
    place->directory = memcpy(next, directory, directory_length);
    next += directory_length + 1;
    place->name = memcpy(next, name, name_length);
    next += name_length + 1;
    place->version_prefix = memcpy(next, current, base_length);
    memcpy(next + base_length, separator, separator_length);
    place->is_named = name_length > 0;
    place->hash = hash;
    return place;
}

bloom_shm_place_t *bloom_place_acquire(const bloom_shm_options_t *options, const char *name,
                                       const char *path, bloom_shm_error_t *error)
{
    char current[BLOOM_SHM_PATH_BYTES], directory[BLOOM_SHM_PATH_BYTES];
    size_t directory_length, base_length;
    const char *separator;
    if (!bloom_os_is_supported()) {
        bloom_shm_fail_system(error, ENOSYS, path, "share memory");
        return NULL;
    }
    if (name != NULL) {
        size_t name_length = strlen(name);
        if (!bloom_store_is_name(name, name_length)) {
            bloom_shm_fail(
                error, BLOOM_SHM_BAD_NAME, "",
                "a name has 1 to %d of the characters A-Z a-z 0-9 _ . - and does not start "
                "with a dot",
                BLOOM_SHM_NAME_LENGTH_MAX);
            return NULL;
        }
        if (bloom_store_directory_absolute(options, directory, error) != BLOOM_SHM_OK) {
            return NULL;
        }
        directory_length = strlen(directory);
        memcpy(current, directory, directory_length);
        current[directory_length] = '/';
        memcpy(current + directory_length + 1, name, name_length);
        base_length = directory_length + 1 + name_length;
        memcpy(current + base_length, ".bloom", sizeof ".bloom");
        separator = ".";
    } else {
        const char *last = strrchr(path, '/');
        base_length = strlen(path);
        if (path[0] != '/' || last[1] == '\0' || strlen(last + 1) > BASENAME_LENGTH_MAX ||
            base_length + SUFFIX_BYTES >= sizeof current) {
            bloom_shm_fail(
                error, BLOOM_SHM_BAD_NAME, path,
                "the path must be absolute and shorter than %u bytes, its last part at most %u",
                (unsigned)(sizeof current - SUFFIX_BYTES), BASENAME_LENGTH_MAX);
            return NULL;
        }
        memcpy(current, path, base_length + 1);
        directory_length = last == path ? 1 : (size_t)(last - path);
        memcpy(directory, path, directory_length);
        name = "";
        separator = ".bloom-"; /* PATH.1 may well be a filter of its own */
    }

    uint64_t hash = path_hash(current);
    bloom_shm_place_t **bucket = &buckets[hash % BUCKET_COUNT];
    bloom_os_mutex_lock();
    bloom_shm_place_t *place = *bucket;
    while (place != NULL && (place->hash != hash || strcmp(place->current, current) != 0)) {
        place = place->next;
    }
    if (place == NULL) {
        place =
            place_create(current, hash, directory, directory_length, name, base_length, separator);
        if (place != NULL) {
            place->next = *bucket;
            *bucket = place;
        }
    }
    if (place != NULL) {
        place->reference_count++;
    }
    bloom_os_mutex_unlock();
    if (place == NULL) {
        bloom_shm_fail_system(error, ENOMEM, current, "open it");
    }
    return place;
}

void bloom_place_retain(bloom_shm_place_t *place)
{
    bloom_os_mutex_lock();
    place->reference_count++;
    bloom_os_mutex_unlock();
}

static void release_place_locked(bloom_shm_place_t *place)
{
    if (--place->reference_count > 0) {
        return;
    }
    bloom_shm_place_t **link = &buckets[place->hash % BUCKET_COUNT];
    while (*link != place) {
        link = &(*link)->next;
    }
    *link = place->next;
    free(place);
}

void bloom_place_release(bloom_shm_place_t *place)
{
    bloom_os_mutex_lock();
    release_place_locked(place);
    bloom_os_mutex_unlock();
}

void bloom_place_version_path(const bloom_shm_place_t *place, uint64_t generation, char *buffer)
{
    snprintf(buffer, BLOOM_SHM_PATH_BYTES, "%s%llu", place->version_prefix,
             (unsigned long long)generation);
}

/* -- mappings -------------------------------------------------------------------------------------------- */

static bloom_shm_mapping_t *find_locked(bloom_shm_place_t *place, uint64_t device, uint64_t inode)
{
    bloom_shm_mapping_t *mapping = place->mappings;
    while (mapping != NULL && (mapping->inode != inode || mapping->device != device)) {
        mapping = mapping->next;
    }
    return mapping;
}

bloom_shm_mapping_t *bloom_mapping_find(bloom_shm_place_t *place, uint64_t device, uint64_t inode)
{
    bloom_os_mutex_lock();
    bloom_shm_mapping_t *mapping = find_locked(place, device, inode);
    if (mapping != NULL) {
        mapping->reference_count++;
    }
    bloom_os_mutex_unlock();
    return mapping;
}

bloom_shm_mapping_t *bloom_mapping_find_version(bloom_shm_place_t *place, uint64_t lineage,
                                                uint64_t generation)
{
    bloom_os_mutex_lock();
    bloom_shm_mapping_t *mapping = place->mappings;
    while (mapping != NULL && (mapping->provenance.generation != generation ||
                               bloom_mapping_lineage(mapping) != lineage)) {
        mapping = mapping->next;
    }
    if (mapping != NULL) {
        mapping->reference_count++;
    }
    bloom_os_mutex_unlock();
    return mapping;
}

void bloom_mapping_destroy(bloom_shm_mapping_t *mapping)
{
    bloom_os_unmap(mapping->base, mapping->size_bytes);
    free(mapping);
}

/* True if no request to come can want it. */
static bool is_superseded(const bloom_shm_mapping_t *mapping)
{
    return mapping->has_lost_name ||
           (bloom_mapping_word(mapping) &
            (BLOOM_STATE_LIVE | BLOOM_STATE_DROPPED | BLOOM_STATE_DISCARDED)) != 0;
}

static void remove_locked(bloom_shm_mapping_t *mapping)
{
    bloom_shm_mapping_t **link = &mapping->place->mappings;
    while (*link != mapping) {
        link = &(*link)->next;
    }
    *link = mapping->next;
    release_place_locked(mapping->place);
}

/* Takes out what nobody uses of a place: all, or what is superseded or idle. The place may go with its last mapping. */
static void collect_locked(bloom_shm_place_t *place, bool takes_all, uint64_t now_us,
                           bloom_shm_mapping_t **garbage)
{
    bloom_shm_mapping_t *mapping = place->mappings;
    while (mapping != NULL) {
        bloom_shm_mapping_t *next = mapping->next;
        if (mapping->reference_count == 0 &&
            (takes_all || is_superseded(mapping) || now_us - mapping->idle_since_us > IDLE_US)) {
            remove_locked(mapping);
            mapping->next = *garbage;
            *garbage = mapping;
        }
        mapping = next;
    }
}

static void destroy_all(bloom_shm_mapping_t *garbage)
{
    while (garbage != NULL) {
        bloom_shm_mapping_t *next = garbage->next;
        bloom_mapping_destroy(garbage);
        garbage = next;
    }
}

static void sweep(bool takes_all)
{
    bloom_shm_mapping_t *garbage = NULL;
    uint64_t now_us = bloom_os_monotonic_coarse_us();
    bloom_os_mutex_lock();
    for (size_t i = 0; i < BUCKET_COUNT; i++) {
        bloom_shm_place_t *place = buckets[i];
        while (place != NULL) {
            bloom_shm_place_t *next_place = place->next;
            collect_locked(place, takes_all, now_us, &garbage);
            place = next_place;
        }
    }
    bloom_os_mutex_unlock();
    destroy_all(garbage);
}

void bloom_store_sweep(void)
{
    sweep(false);
}

bloom_shm_mapping_t *bloom_mapping_insert(bloom_shm_place_t *place, bloom_shm_mapping_t *mapping)
{
    bloom_shm_mapping_t *garbage = NULL;
    uint64_t now_us = bloom_os_monotonic_coarse_us();
    bloom_os_mutex_lock();
    bloom_shm_mapping_t *winner = find_locked(place, mapping->device, mapping->inode);
    /* a process without requests is never swept otherwise: files that had the name before, other idle ones */
    bool is_sweep_due = winner == NULL && now_us >= next_sweep_us;
    if (winner == NULL) {
        collect_locked(place, true, now_us, &garbage);
        winner = mapping;
        winner->place = place;
        winner->reference_count = 0;
        winner->next = place->mappings;
        place->mappings = winner;
        place->reference_count++;
    }
    winner->reference_count++;
    if (is_sweep_due) {
        next_sweep_us = now_us + SWEEP_INTERVAL_US;
    }
    bloom_os_mutex_unlock();
    destroy_all(garbage);
    if (is_sweep_due) {
        sweep(false);
    }
    if (winner != mapping) {
        bloom_mapping_destroy(mapping);
    }
    return winner;
}

void bloom_mapping_lose_name(bloom_shm_mapping_t *mapping)
{
    bloom_os_mutex_lock();
    mapping->has_lost_name = true;
    bloom_os_mutex_unlock();
}

void bloom_mapping_retain(bloom_shm_mapping_t *mapping)
{
    bloom_os_mutex_lock();
    mapping->reference_count++;
    bloom_os_mutex_unlock();
}

void bloom_mapping_release(bloom_shm_mapping_t *mapping)
{
    bool is_garbage = false;
    bloom_os_mutex_lock();
    if (--mapping->reference_count == 0) {
        mapping->idle_since_us = bloom_os_monotonic_coarse_us();
        is_garbage = is_superseded(mapping);
        if (is_garbage) {
            remove_locked(mapping);
        }
    }
    bloom_os_mutex_unlock();
    if (is_garbage) {
        bloom_mapping_destroy(mapping);
    }
}

void bloom_mapping_totals(uint64_t *count, uint64_t *bytes)
{
    *count = *bytes = 0;
    bloom_os_mutex_lock();
    for (size_t i = 0; i < BUCKET_COUNT; i++) {
        for (const bloom_shm_place_t *place = buckets[i]; place != NULL; place = place->next) {
            for (const bloom_shm_mapping_t *mapping = place->mappings; mapping != NULL;
                 mapping = mapping->next) {
                ++*count;
                *bytes += mapping->size_bytes;
            }
        }
    }
    bloom_os_mutex_unlock();
}

/* -- handles --------------------------------------------------------------------------------------------- */

void bloom_handle_register(bloom_shm_filter_t *filter)
{
    bloom_os_mutex_lock();
    filter->private_part->previous = NULL;
    filter->private_part->next = handles;
    if (handles != NULL) {
        handles->private_part->previous = filter;
    }
    handles = filter;
    bloom_os_mutex_unlock();
}

void bloom_handle_unregister(bloom_shm_filter_t *filter)
{
    bloom_os_mutex_lock();
    struct bloom_shm_filter_private *part = filter->private_part;
    if (part->previous != NULL) {
        part->previous->private_part->next = part->next;
    } else {
        handles = part->next;
    }
    if (part->next != NULL) {
        part->next->private_part->previous = part->previous;
    }
    bloom_os_mutex_unlock();
}

/* -- process --------------------------------------------------------------------------------------------- */

/* The parent will count what it counted; its locks must not outlive it here, and whoever lost his lock commits nothing. */
static void after_fork_in_child(void)
{
    for (bloom_shm_filter_t *filter = handles; filter != NULL;
         filter = filter->private_part->next) {
        filter->lookups = filter->positives = filter->reported_false_positives = 0;
    }
    bloom_lock_forget_all();
}

void bloom_store_startup(void)
{
    if (bloom_os_is_supported()) {
        bloom_os_on_fork(after_fork_in_child);
    }
}

void bloom_store_shutdown(void)
{
    sweep(true);
}
