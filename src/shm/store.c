/* The directory of named filters as a whole: what is there, what it costs, and taking one away. */
#include "shm/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "shm/internal.h"

static const char suffix[] = ".bloom";

/* Whether the file is there and its filter not dropped; what else may be wrong with it, opening says. */
static bool is_alive(const char *path, const bloom_hash_key_t *key)
{
    bloom_header_t header;
    bloom_geometry_t geometry;
    bloom_provenance_t provenance;
    int fd = -1;
    int failure = bloom_os_open(path, BLOOM_OS_READ, &fd);
    if (failure != 0) {
        return failure != ENOENT && failure != ENOTDIR && failure != ENAMETOOLONG;
    }
    failure = bloom_os_read_start(fd, &header, sizeof header);
    bloom_os_close(fd);
    if (failure != 0 ||
        (header.state[BLOOM_STATE_WORD] & (BLOOM_STATE_DROPPED | BLOOM_STATE_DISCARDED)) == 0) {
        return true;
    }
    /* the mark of a filter counts, that of garbage does not */
    bloom_status_t status =
        bloom_image_read_header(&header, BLOOM_KIND_ANY, key, &geometry, &provenance);
    return status != BLOOM_OK && status != BLOOM_ERROR_HASH_KEY;
}

bloom_shm_status_t bloom_store_exists(const bloom_shm_options_t *options, const char *name,
                                      bool *exists, bloom_shm_error_t *error)
{
    bloom_shm_error_t own_error;
    *exists = false;
    if (error == NULL) {
        error = &own_error;
    }
    bloom_shm_place_t *place = bloom_place_acquire(options, name, NULL, error);
    if (place == NULL) {
        return error->status;
    }
    bloom_os_stat_t stat;
    int failure = bloom_os_stat_path(place->current, &stat);
    bloom_shm_status_t status = BLOOM_SHM_OK;
    if (failure == 0) {
        *exists = is_alive(place->current, options->key);
    } else if (failure != ENOENT && failure != ENOTDIR) {
        status = bloom_shm_fail_system(error, failure, place->current, "examine it");
    }
    bloom_place_release(place);
    return status;
}

typedef struct listing {
    const char *directory;
    const bloom_hash_key_t *key;
    bool (*visit)(const char *name, void *argument);
    void *argument;
} listing_t;

static bool list_entry(const char *entry, void *argument)
{
    const listing_t *listing = argument;
    char name[BLOOM_SHM_NAME_LENGTH_MAX + 1], path[2 * BLOOM_SHM_PATH_BYTES];
    size_t length = strlen(entry), suffix_length = sizeof suffix - 1;
    if (length <= suffix_length || strcmp(entry + length - suffix_length, suffix) != 0 ||
        !bloom_store_is_name(entry, length - suffix_length)) {
        return true;
    }
    memcpy(name, entry, length - suffix_length);
    name[length - suffix_length] = '\0';
    snprintf(path, sizeof path, "%s/%s", listing->directory, entry);
    return !is_alive(path, listing->key) || listing->visit(name, listing->argument);
}

bloom_shm_status_t bloom_store_list(const bloom_shm_options_t *options,
                                    bool (*visit)(const char *name, void *argument), void *argument,
                                    bloom_shm_error_t *error)
{
    char directory[BLOOM_SHM_PATH_BYTES];
    bloom_shm_status_t status = bloom_store_directory_absolute(options, directory, error);
    if (status != BLOOM_SHM_OK) {
        return status;
    }
    listing_t listing = {directory, options->key, visit, argument};
    int failure = bloom_os_list(directory, list_entry, &listing);
    return failure == 0 || failure == ENOENT
               ? BLOOM_SHM_OK
               : bloom_shm_fail_system(error, failure, directory, "list the directory");
}

/* Marks the image and whatever is live behind it; the newest mark is the one that counts. False: was marked. */
static bool mark_dropped(bloom_shm_mapping_t *mapping, const bloom_shm_options_t *options)
{
    uint64_t word = bloom_mapping_word(mapping);
    bool is_news = false;
    bloom_mapping_retain(mapping);
    for (;;) {
        while ((word & (BLOOM_STATE_DROPPED | BLOOM_STATE_LIVE)) == 0) {
            if (bloom_compare_exchange(bloom_mapping_state(mapping), &word,
                                       word | BLOOM_STATE_DROPPED)) {
                is_news = true;
                break;
            }
        }
        bloom_shm_mapping_t *successor;
        if ((word & BLOOM_STATE_LIVE) == 0 ||
            bloom_mapping_open_successor(mapping, bloom_state_generation(word), options, &successor,
                                         NULL) != BLOOM_SHM_OK) {
            break;
        }
        bloom_mapping_release(mapping);
        mapping = successor;
        word = bloom_mapping_word(mapping);
    }
    bloom_mapping_release(mapping);
    return is_news;
}

static bloom_shm_status_t fail_absent(bloom_shm_error_t *error, const bloom_shm_place_t *place)
{
    return bloom_shm_fail(error, BLOOM_SHM_NOT_FOUND, place->current,
                          "there is no filter of that name");
}

static bloom_shm_status_t drop(bloom_shm_place_t *place, const bloom_shm_options_t *options,
                               bloom_shm_error_t *error)
{
    bloom_shm_lock_t names;
    bloom_shm_mapping_t *mapping = NULL;
    bloom_os_stat_t stat;
    if (bloom_os_stat_path(place->current, &stat) == ENOENT) {
        return fail_absent(error, place);
    }
    /* the mark needs no lock: from here on nobody believes or extends it */
    bloom_shm_status_t status = bloom_file_map(place, place->current, options, &mapping, error);
    bool is_news = true;
    if (status == BLOOM_SHM_OK) {
        if (mapping->is_read_only) {
            bloom_mapping_release(mapping);
            return bloom_shm_fail(
                error, BLOOM_SHM_READ_ONLY, place->current,
                "it may only be read here (mode, owner or mount); drop it where it may be written");
        }
        is_news = mark_dropped(mapping, options);
    } else if (status == BLOOM_SHM_NOT_FOUND) {
        return fail_absent(error, place);
    } else if (status != BLOOM_SHM_BAD_IMAGE && status != BLOOM_SHM_OTHER_KEY) {
        return status; /* of a broken one at least the name can be had back; not of an unsafe one */
    }
    uint64_t device = mapping != NULL ? mapping->device : stat.device;
    uint64_t inode = mapping != NULL ? mapping->inode : stat.inode;
    bool is_in_memory = mapping == NULL || mapping->is_in_memory;
    status = bloom_place_lock_names(place, options->lock_timeout_ms, &names, error);
    if (status == BLOOM_SHM_OK) {
        int failure = 0;
        if (bloom_os_stat_path(place->current, &stat) == 0) {
            bool is_ours = stat.device == device && stat.inode == inode;
            if (!is_ours && mapping != NULL) {
                /* a successor that went live, marked like this one, may have taken the name */
                is_ours = !is_alive(place->current, options->key);
            }
            if (is_ours) {
                failure = bloom_os_unlink(place->current);
                bloom_place_remove_versions(place);
            }
        }
        bloom_lock_close(&names);
        if (failure != 0 && failure != ENOENT && mapping == NULL) {
            status = bloom_shm_fail_system(error, failure, place->current, "remove it");
        } else if (!is_in_memory) {
            bloom_os_sync_directory(place->directory);
        }
    } else if (mapping != NULL) {
        status = BLOOM_SHM_OK; /* marked, so gone for everyone; the next creator clears the name */
    }
    if (mapping != NULL) {
        bloom_mapping_release(mapping);
    }
    return status == BLOOM_SHM_OK && !is_news ? fail_absent(error, place) : status;
}

bloom_shm_status_t bloom_store_drop(const bloom_shm_options_t *options, const char *name,
                                    bloom_shm_error_t *error)
{
    bloom_shm_error_t own_error;
    if (error == NULL) {
        error = &own_error;
    }
    bloom_shm_place_t *place = bloom_place_acquire(options, name, NULL, error);
    if (place == NULL) {
        return error->status;
    }
    bloom_shm_status_t status = drop(place, options, error);
    bloom_place_release(place);
    return status;
}

typedef struct search {
    const bloom_shm_options_t *options;
    const char *name;
    char *buffer;
    bool is_found;
} search_t;

static bool search_entry(const char *entry, void *argument)
{
    search_t *search = argument;
    char own[BLOOM_SHM_PATH_BYTES], directory[BLOOM_SHM_PATH_BYTES], path[2 * BLOOM_SHM_PATH_BYTES];
    bloom_os_stat_t stat;
    const size_t prefix_length = sizeof BLOOM_OS_DEFAULT_PREFIX - 1;
    if (strncmp(entry, BLOOM_OS_DEFAULT_PREFIX, prefix_length) != 0 ||
        entry[prefix_length] == '\0' ||
        strspn(entry + prefix_length, "0123456789") != strlen(entry + prefix_length) ||
        strlen(entry) > BLOOM_SHM_PATH_BYTES / 2) { /* not of a user's number */
        return true;
    }
    snprintf(directory, sizeof directory, "%s/%.512s", bloom_os_default_parent(), entry);
    snprintf(path, sizeof path, "%s/%s%s", directory, search->name, suffix);
    bloom_store_directory(search->options, own);
    if (strcmp(directory, own) != 0 && bloom_os_stat_path(path, &stat) == 0 && stat.is_regular) {
        memcpy(search->buffer, directory, strlen(directory) + 1);
        search->is_found = true;
    }
    return !search->is_found;
}

bool bloom_store_find_elsewhere(const bloom_shm_options_t *options, const char *name, char *buffer)
{
    search_t search = {options, name, buffer, false};
    if (bloom_store_is_name(name, strlen(name))) {
        bloom_os_list(bloom_os_default_parent(), search_entry, &search);
    }
    return search.is_found;
}

bloom_shm_status_t bloom_store_usage(const bloom_shm_options_t *options, bloom_store_usage_t *usage,
                                     bloom_shm_error_t *error)
{
    bloom_os_filesystem_t filesystem;
    int fd = -1;
    memset(usage, 0, sizeof *usage);
    bloom_shm_status_t status = bloom_store_directory_absolute(options, usage->directory, error);
    if (status != BLOOM_SHM_OK) {
        return status;
    }
    usage->max_bytes = options->max_bytes;
    bloom_mapping_totals(&usage->mapping_count, &usage->mapped_bytes);
    int failure = bloom_os_open(usage->directory, BLOOM_OS_DIRECTORY, &fd);
    if (failure == ENOENT) {
        return BLOOM_SHM_OK;
    }
    if (failure == 0) {
        failure = bloom_os_filesystem(fd, &filesystem);
        bloom_os_close(fd);
    }
    if (failure == 0) {
        failure = bloom_directory_sum(usage->directory, &usage->used_bytes, &usage->filter_count);
    }
    if (failure != 0) {
        return bloom_shm_fail_system(error, failure, usage->directory, "examine the directory");
    }
    usage->exists = true;
    memcpy(usage->filesystem, filesystem.name, sizeof usage->filesystem);
    usage->filesystem_bytes = filesystem.total_bytes;
    usage->available_bytes = filesystem.available_bytes;
    return BLOOM_SHM_OK;
}
