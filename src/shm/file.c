/*
 * Files and directories: who may own them, what must stand in them, how they come to be. A file is published
 * complete under its name and never truncated or resized afterwards.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shm/internal.h"

#define CREATING_PREFIX ".bloom-"
#define CREATING_SUFFIX ".new"
#define MODE_OTHERS_WRITE 0002u
#define MODE_GROUP_WRITE 0020u
#define MODE_ANY_WRITE 0222u

/* -- directories ------------------------------------------------------------------------------------------ */

bloom_shm_status_t bloom_filesystem_check(const bloom_os_filesystem_t *filesystem, const char *path,
                                          bool accepts_overlay, bloom_shm_error_t *error)
{
    uint64_t boot_id[2];
    if (filesystem->storage == BLOOM_OS_UNSAFE) {
        return bloom_shm_fail(
            error, BLOOM_SHM_UNSAFE_FILESYSTEM, path,
            "it lies on %s, where processes do not reliably see each other's changes; use a "
            "local filesystem such as tmpfs, ext4 or xfs",
            filesystem->name);
    }
    if (filesystem->storage == BLOOM_OS_OVERLAY && !accepts_overlay) {
        return bloom_shm_fail(
            error, BLOOM_SHM_UNSAFE_FILESYSTEM, path,
            "it lies on %s (a container's own layers), where readers and writers may see "
            "different files; use /dev/shm or a mounted volume",
            filesystem->name);
    }
    if (filesystem->storage != BLOOM_OS_IN_MEMORY && !bloom_os_boot_id(boot_id)) {
        return bloom_shm_fail(
            error, BLOOM_SHM_NO_BOOT_ID, path,
            "the system does not tell whether it was restarted, so that the file cannot be "
            "trusted after a power failure; make /proc readable, or use a tmpfs");
    }
    return BLOOM_SHM_OK;
}

static bloom_shm_status_t check_directory_access(const bloom_os_stat_t *stat, const char *path,
                                                 bloom_shm_error_t *error)
{
    uint32_t uid = bloom_os_uid();
    if (stat->uid != 0 && stat->uid != uid) {
        return bloom_shm_fail(
            error, BLOOM_SHM_UNSAFE_DIRECTORY, path,
            "the directory belongs to user %" PRIu32 ", who could change files under user %" PRIu32
            "; use one that belongs to root or to user %" PRIu32
            " (to share among users: owned by root, their common group, mode 2770)",
            stat->uid, uid, uid);
    }
    if ((stat->mode & MODE_OTHERS_WRITE) != 0) {
        return bloom_shm_fail(error, BLOOM_SHM_UNSAFE_DIRECTORY, path,
                              "everyone may write to the directory (mode %04" PRIo32
                              "); use one of mode 0700, or 2770 to share with a group",
                              stat->mode);
    }
    return BLOOM_SHM_OK;
}

bloom_shm_status_t bloom_directory_check(const bloom_shm_place_t *place, bool may_create,
                                         bloom_shm_directory_t *directory, bloom_shm_error_t *error)
{
    const char *path = place->directory;
    char default_path[BLOOM_SHM_PATH_BYTES];
    int fd = -1;
    int failure = bloom_os_open(path, BLOOM_OS_DIRECTORY, &fd);
    if (failure == ENOENT && may_create && place->is_named) {
        bloom_os_default_directory(default_path, sizeof default_path);
        if (strcmp(path, default_path) == 0) {
            failure = bloom_os_make_directory(path, 0700);
            if (failure == 0 || failure == EEXIST) {
                failure = bloom_os_open(path, BLOOM_OS_DIRECTORY, &fd);
            }
        }
    }
    if (failure == ENOTDIR || failure == ELOOP || failure == EMLINK) {
        return bloom_shm_fail(error, BLOOM_SHM_UNSAFE_DIRECTORY, path,
                              "it is a symbolic link or no directory; use the directory itself");
    }
    if (failure == ENOENT) {
        return bloom_shm_fail(
            error, may_create ? BLOOM_SHM_SYSTEM : BLOOM_SHM_NOT_FOUND, path,
            "the directory does not exist; create it, for one user with mode 0700, for a group "
            "with 2770");
    }
    if (failure != 0) {
        return bloom_shm_fail_system(error, failure, path, "open the directory");
    }
    failure = bloom_os_stat_file(fd, &directory->stat);
    if (failure == 0) {
        failure = bloom_os_filesystem(fd, &directory->filesystem);
    }
    bloom_os_close(fd);
    if (failure != 0) {
        return bloom_shm_fail_system(error, failure, path, "examine the directory");
    }
    directory->is_group_shared = (directory->stat.mode & MODE_GROUP_WRITE) != 0;
    return check_directory_access(&directory->stat, path, error);
}

typedef struct sum {
    const char *directory;
    uint64_t bytes;
    uint64_t filter_count;
} sum_t;

static bool has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name), suffix_length = strlen(suffix);
    return length > suffix_length && strcmp(name + length - suffix_length, suffix) == 0;
}

static bool is_creating_name(const char *name)
{
    return strncmp(name, CREATING_PREFIX, strlen(CREATING_PREFIX)) == 0 &&
           has_suffix(name, CREATING_SUFFIX);
}

static bool stat_entry(const char *directory, const char *name, bloom_os_stat_t *stat)
{
    char path[2 * BLOOM_SHM_PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return bloom_os_stat_path(path, stat) == 0;
}

static bool add_entry(const char *name, void *argument)
{
    sum_t *sum = argument;
    bloom_os_stat_t stat;
    if (stat_entry(sum->directory, name, &stat) && stat.is_regular &&
        !(is_creating_name(name) && stat.link_count > 1)) { /* published already under its name */
        sum->bytes += stat.allocated_bytes;
        sum->filter_count += name[0] != '.' && has_suffix(name, ".bloom");
    }
    return true;
}

int bloom_directory_sum(const char *directory, uint64_t *bytes, uint64_t *filter_count)
{
    sum_t sum = {directory, 0, 0};
    int failure = bloom_os_list(directory, add_entry, &sum);
    *bytes = sum.bytes;
    *filter_count = sum.filter_count;
    return failure;
}

bloom_shm_status_t bloom_directory_check_limit(const bloom_shm_place_t *place,
                                               const bloom_shm_options_t *options,
                                               uint64_t extra_bytes, bloom_shm_error_t *error)
{
    uint64_t used_bytes, filter_count;
    if (options->max_bytes == 0 || !place->is_named) {
        return BLOOM_SHM_OK;
    }
    int failure = bloom_directory_sum(place->directory, &used_bytes, &filter_count);
    if (failure != 0) {
        return bloom_shm_fail_system(error, failure, place->directory, "list the directory");
    }
    if (used_bytes <= options->max_bytes && extra_bytes <= options->max_bytes - used_bytes) {
        return BLOOM_SHM_OK;
    }
    bloom_shm_fail(error, BLOOM_SHM_OVER_LIMIT, place->directory,
                   "the filters there would take %" PRIu64 " bytes, of which %" PRIu64
                   " are new; the limit (bloom.shm_max_size) is %" PRIu64
                   ": raise it, drop a filter, or ask for fewer items or a higher rate",
                   used_bytes + extra_bytes, extra_bytes, options->max_bytes);
    if (error != NULL) {
        error->needed_bytes = extra_bytes;
        error->available_bytes =
            options->max_bytes > used_bytes ? options->max_bytes - used_bytes : 0;
    }
    return BLOOM_SHM_OVER_LIMIT;
}

void bloom_file_unlink_if(const char *path, uint64_t device, uint64_t inode)
{
    bloom_os_stat_t stat;
    if (bloom_os_stat_path(path, &stat) == 0 && stat.device == device && stat.inode == inode) {
        bloom_os_unlink(path);
    }
}

static bool remove_if_stale(const char *name, void *argument)
{
    const bloom_shm_place_t *place = argument;
    char path[2 * BLOOM_SHM_PATH_BYTES];
    bloom_shm_lock_t lock;
    bloom_os_stat_t stat;
    if (!is_creating_name(name)) {
        return true;
    }
    snprintf(path, sizeof path, "%s/%s", place->directory, name);
    if (bloom_lock_open(&lock, path, BLOOM_OS_READ_WRITE) == 0) {
        /* its creator has the lock, or will find after getting it that the name is gone */
        if (bloom_lock_take(&lock, BLOOM_OS_LOCK_CREATE, 0) == 0 &&
            bloom_os_stat_file(lock.fd, &stat) == 0) {
            bloom_file_unlink_if(path, stat.device, stat.inode);
        }
        bloom_lock_close(&lock);
    }
    return true;
}

void bloom_directory_remove_stale(const bloom_shm_place_t *place)
{
    bloom_os_list(place->directory, remove_if_stale, (void *)(uintptr_t)place);
}

/* Files of the caller's choice may have such a name too: theirs are complete images of another lineage. */
static bool is_foreign_image(const char *path, const bloom_shm_place_t *place)
{
    bloom_header_t header, current;
    bool is_foreign = false;
    int fd = -1, current_fd = -1;
    if (!place->is_named && bloom_os_open(path, BLOOM_OS_READ, &fd) == 0) {
        if (bloom_os_open(place->current, BLOOM_OS_READ, &current_fd) == 0) {
            is_foreign =
                bloom_os_read_start(fd, &header, sizeof header) == 0 &&
                bloom_os_read_start(current_fd, &current, sizeof current) == 0 &&
                memcmp(header.magic, current.magic, sizeof header.magic) == 0 &&
                header.process[BLOOM_PROCESS_LINEAGE] != current.process[BLOOM_PROCESS_LINEAGE];
            bloom_os_close(current_fd);
        }
        bloom_os_close(fd);
    }
    return is_foreign;
}

static bool remove_version(const char *name, void *argument)
{
    const bloom_shm_place_t *place = argument;
    const char *prefix = strrchr(place->version_prefix, '/') + 1;
    size_t prefix_length = strlen(prefix);
    char path[2 * BLOOM_SHM_PATH_BYTES];
    if (strncmp(name, prefix, prefix_length) == 0 && name[prefix_length] != '\0' &&
        strspn(name + prefix_length, "0123456789") == strlen(name + prefix_length)) {
        snprintf(path, sizeof path, "%s/%s", place->directory, name);
        if (!is_foreign_image(path, place)) {
            bloom_os_unlink(path);
        }
    }
    return true;
}

void bloom_place_remove_versions(const bloom_shm_place_t *place)
{
    bloom_os_list(place->directory, remove_version, (void *)(uintptr_t)place);
}

/* -- opening ------------------------------------------------------------------------------------------------ */

typedef struct opened_file {
    int fd;
    bloom_os_stat_t stat;
    bloom_os_filesystem_t filesystem;
    bool is_read_only;
} opened_file_t;

static bloom_shm_status_t check_file_access(const bloom_os_stat_t *stat,
                                            const bloom_shm_directory_t *directory,
                                            const char *path, bloom_shm_error_t *error)
{
    bool is_of_group = directory->is_group_shared && stat->gid == directory->stat.gid;
    uint32_t uid = bloom_os_uid();
    if (stat->uid != 0 && stat->uid != uid && stat->uid != directory->stat.uid && !is_of_group) {
        return bloom_shm_fail(
            error, BLOOM_SHM_UNSAFE_FILE, path,
            "it belongs to user %" PRIu32 ", not to root or user %" PRIu32
            "; remove it, or share it in a directory of mode 2770 and the users' group",
            stat->uid, uid);
    }
    if ((stat->mode & MODE_OTHERS_WRITE) != 0 ||
        ((stat->mode & MODE_GROUP_WRITE) != 0 && !is_of_group)) {
        return bloom_shm_fail(
            error, BLOOM_SHM_UNSAFE_FILE, path,
            "others may write to it (mode %04" PRIo32
            "); change its mode to 0600, or to 0660 in a directory of mode 2770 with the same "
            "group",
            stat->mode);
    }
    return BLOOM_SHM_OK;
}

/* On OK file->fd is open. */
static bloom_shm_status_t open_checked(const bloom_shm_place_t *place, const char *path,
                                       opened_file_t *file, bloom_shm_error_t *error)
{
    bloom_shm_directory_t directory = {0};
    bloom_shm_status_t status = bloom_directory_check(place, false, &directory, error);
    if (status != BLOOM_SHM_OK) {
        return status;
    }
    file->is_read_only = false;
    int failure = bloom_os_open(path, BLOOM_OS_READ_WRITE, &file->fd);
    if (failure == EACCES || failure == EPERM || failure == EROFS) {
        file->is_read_only = true;
        failure = bloom_os_open(path, BLOOM_OS_READ, &file->fd);
    }
    switch (failure) {
    case 0:
        break;
    case ELOOP:
    case EMLINK:
        return bloom_shm_fail(error, BLOOM_SHM_UNSAFE_FILE, path,
                              "it is a symbolic link, which is not followed; use the file itself");
    case EISDIR:
    case ENXIO:
    case ENODEV:
        return bloom_shm_fail(error, BLOOM_SHM_UNSAFE_FILE, path,
                              "it is no regular file; remove it");
    default:
        return bloom_shm_fail_system(error, failure, path, "open it");
    }
    failure = bloom_os_stat_file(file->fd, &file->stat);
    if (failure == 0) {
        failure = bloom_os_filesystem(file->fd, &file->filesystem);
    }
    if (failure != 0) {
        status = bloom_shm_fail_system(error, failure, path, "examine it");
    } else if (!file->stat.is_regular) {
        status =
            bloom_shm_fail(error, BLOOM_SHM_UNSAFE_FILE, path, "it is no regular file; remove it");
    } else {
        /* root is allowed everything, but who took away all write bits meant it */
        file->is_read_only |= (file->stat.mode & MODE_ANY_WRITE) == 0;
        status = bloom_filesystem_check(&file->filesystem, path,
                                        !place->is_named && !file->is_read_only, error);
        if (status == BLOOM_SHM_OK) {
            status = check_file_access(&file->stat, &directory, path, error);
        }
    }
    if (status != BLOOM_SHM_OK) {
        bloom_os_close(file->fd);
    }
    return status;
}

/* -- images that grow ------------------------------------------------------------------------------------------ */

bloom_status_t bloom_geometry_share(const bloom_geometry_t *planned, bloom_geometry_t *shared)
{
    const bloom_kind_t *kind = bloom_kind_by_id(planned->kind);
    *shared = *planned;
    return kind->resize != NULL ? kind->resize(planned, BLOOM_LAYERS_ALL, shared) : BLOOM_OK;
}

static uint32_t layers_in_use(const bloom_geometry_t *shared, const bloom_header_t *header)
{
    const bloom_kind_t *kind = bloom_kind_by_id(shared->kind);
    return kind->layer_count != NULL ? kind->layer_count(header) : 1;
}

uint64_t bloom_geometry_stored_bytes(const bloom_geometry_t *shared, uint32_t layer_count)
{
    const bloom_kind_t *kind = bloom_kind_by_id(shared->kind);
    bloom_geometry_t used;
    if (kind->resize == NULL) {
        return bloom_image_bytes(shared);
    }
    return kind->resize(shared, layer_count, &used) == BLOOM_OK &&
                   used.payload_bytes <= shared->payload_bytes
               ? bloom_image_bytes(&used)
               : 0;
}

uint64_t bloom_filter_stored_bytes(const bloom_filter_t *filter)
{
    return bloom_geometry_stored_bytes(&filter->geometry,
                                       layers_in_use(&filter->geometry, filter->header));
}

/* -- opening a file: its contents ------------------------------------------------------------------------------- */

/* Decodes and checks the header against the file's real size. */
static bloom_shm_status_t check_image(const opened_file_t *file, const char *path,
                                      const bloom_shm_options_t *options,
                                      bloom_geometry_t *geometry, bloom_provenance_t *provenance,
                                      uint64_t *stored_bytes, bloom_shm_error_t *error)
{
    bloom_header_t header;
    if (file->stat.size_bytes < sizeof header) {
        return bloom_shm_fail_image(error, BLOOM_ERROR_TRUNCATED, path);
    }
    int failure = bloom_os_read_start(file->fd, &header, sizeof header);
    if (failure != 0) {
        return bloom_shm_fail_system(error, failure, path, "read it");
    }
    bloom_status_t image_status =
        bloom_image_read_header(&header, BLOOM_KIND_ANY, options->key, geometry, provenance);
    if (image_status == BLOOM_OK && (provenance->generation > BLOOM_STATE_GENERATION_MAX ||
                                     !bloom_kind_by_id(geometry->kind)->can_be_shared)) {
        image_status = BLOOM_ERROR_GEOMETRY;
    }
    if (image_status == BLOOM_OK && file->stat.size_bytes < bloom_image_bytes(geometry)) {
        image_status = BLOOM_ERROR_TRUNCATED;
    }
    if (image_status == BLOOM_OK) {
        *stored_bytes = bloom_geometry_stored_bytes(geometry, layers_in_use(geometry, &header));
        image_status = *stored_bytes == 0 ? BLOOM_ERROR_GEOMETRY : BLOOM_OK;
    }
    if (image_status != BLOOM_OK) {
        return bloom_shm_fail_image(error, image_status, path);
    }
    if (header.process[BLOOM_PROCESS_LINEAGE] == 0) {
        bloom_shm_fail(error, BLOOM_SHM_BAD_IMAGE, path,
                       "it is a saved or exported filter, which cannot be shared; use load()");
    } else if (file->stat.size_bytes > bloom_image_bytes(geometry)) {
        bloom_shm_fail_image(error, BLOOM_ERROR_TRAILING_BYTES, path);
    } else {
        return BLOOM_SHM_OK;
    }
    if (error != NULL) {
        error->image_status = BLOOM_ERROR_TRAILING_BYTES;
    }
    return BLOOM_SHM_BAD_IMAGE;
}

static bloom_shm_status_t fail_space(bloom_shm_error_t *error, int failure, const char *path,
                                     uint64_t needed_bytes, const bloom_os_filesystem_t *filesystem)
{
    if (failure != ENOSPC) {
        bloom_shm_status_t status =
            bloom_shm_fail_system(error, failure, path, "allocate its storage");
        if (error != NULL) {
            error->needed_bytes = needed_bytes;
        }
        return status;
    }
    bloom_shm_fail(error, BLOOM_SHM_NO_SPACE, path,
                   "%" PRIu64 " bytes are needed and %" PRIu64 " of %" PRIu64
                   " are free on %s; enlarge it (in Docker: --shm-size), choose another directory "
                   "(bloom.shm_dir), or ask for fewer items or a higher rate",
                   needed_bytes, filesystem->available_bytes, filesystem->total_bytes,
                   filesystem->name);
    if (error != NULL) {
        error->system_errno = failure;
        error->needed_bytes = needed_bytes;
        error->available_bytes = filesystem->available_bytes;
    }
    return BLOOM_SHM_NO_SPACE;
}

/* A heap mapping of the whole open file, not in the table yet. */
static bloom_shm_status_t map_opened(bloom_shm_place_t *place, int fd, const bloom_os_stat_t *stat,
                                     uint64_t size_bytes, bool is_read_only, bool is_in_memory,
                                     const char *path, bloom_shm_mapping_t **mapping,
                                     bloom_shm_error_t *error)
{
    bloom_shm_mapping_t *made = calloc(1, sizeof *made);
    int failure =
        made == NULL ? ENOMEM : bloom_os_map(fd, (size_t)size_bytes, !is_read_only, &made->base);
    if (failure != 0) {
        free(made);
        return bloom_shm_fail_system(error, failure, path, "map it into memory");
    }
    made->place = place;
    made->device = stat->device;
    made->inode = stat->inode;
    made->size_bytes = (size_t)size_bytes;
    made->is_read_only = is_read_only;
    made->is_in_memory = is_in_memory;
    *mapping = made;
    return BLOOM_SHM_OK;
}

bloom_shm_status_t bloom_file_map(bloom_shm_place_t *place, const char *path,
                                  const bloom_shm_options_t *options, bloom_shm_mapping_t **mapping,
                                  bloom_shm_error_t *error)
{
    opened_file_t file;
    bloom_geometry_t geometry;
    bloom_provenance_t provenance;
    bloom_shm_mapping_t *made = NULL;
    uint64_t stored_bytes = 0;
    bloom_shm_status_t status = open_checked(place, path, &file, error);
    if (status != BLOOM_SHM_OK) {
        return status;
    }
    status = check_image(&file, path, options, &geometry, &provenance, &stored_bytes, error);
    /* a sparse copy: storage for its holes now, or an error; later it would be a signal */
    bool is_sparse = file.stat.allocated_bytes < stored_bytes;
    if (status == BLOOM_SHM_OK && is_sparse && !file.is_read_only) {
        int failure = bloom_os_allocate(file.fd, 0, stored_bytes);
        if (failure != 0 && failure != ENOTSUP) { /* some compress, and count less than there is */
            status = fail_space(error, failure, path, stored_bytes - file.stat.allocated_bytes,
                                &file.filesystem);
        }
    }
    if (status == BLOOM_SHM_OK) {
        status =
            map_opened(place, file.fd, &file.stat, bloom_image_bytes(&geometry), file.is_read_only,
                       file.filesystem.storage == BLOOM_OS_IN_MEMORY, path, &made, error);
    }
    if (status == BLOOM_SHM_OK && is_sparse && file.is_read_only) {
        int failure = bloom_os_populate(made->base, (size_t)stored_bytes);
        if (failure != 0 && failure != EINVAL) { /* EINVAL: the system cannot tell */
            status = fail_space(error, ENOSPC, path, stored_bytes - file.stat.allocated_bytes,
                                &file.filesystem);
        }
    }
    bloom_os_close(file.fd);
    if (status == BLOOM_SHM_OK) {
        bloom_context_t context = bloom_shared_context();
        made->provenance = provenance;
        bloom_filter_open(&made->filter, made->base, &geometry);
        const bloom_kind_t *kind = made->filter.kind;
        /* what a power failure left may contradict itself; it is not believed anyway */
        bloom_status_t image_status = kind->check_state != NULL && bloom_mapping_is_credible(made)
                                          ? kind->check_state(&made->filter, &context)
                                          : BLOOM_OK;
        if (image_status != BLOOM_OK) {
            status = bloom_shm_fail_image(error, image_status, path);
        }
    }
    if (status != BLOOM_SHM_OK) {
        if (made != NULL) {
            bloom_mapping_destroy(made);
        }
        return status;
    }
    *mapping = bloom_mapping_insert(place, made);
    return BLOOM_SHM_OK;
}

/* -- creating ------------------------------------------------------------------------------------------------ */

bloom_shm_status_t bloom_file_fill(bloom_shm_place_t *place, int fd, const char *path,
                                   const bloom_shm_directory_t *directory,
                                   const bloom_shm_options_t *options,
                                   const bloom_shm_origin_t *origin, bloom_shm_mapping_t **mapping,
                                   bloom_shm_error_t *error)
{
    bloom_context_t context = bloom_shared_context();
    bloom_geometry_t geometry;
    bloom_status_t image_status = bloom_geometry_share(origin->geometry, &geometry);
    if (image_status != BLOOM_OK) {
        return bloom_shm_fail_image(error, image_status, path);
    }
    uint64_t size_bytes = bloom_image_bytes(&geometry);
    uint64_t stored_bytes = bloom_geometry_stored_bytes(&geometry, 1);
    uint64_t boot_id[2];
    bloom_os_stat_t stat;
    int failure = bloom_os_stat_file(fd, &stat);
    if (failure != 0) {
        return bloom_shm_fail_system(error, failure, path, "examine it");
    }
    failure = bloom_os_allocate(fd, 0, stored_bytes);
    if (failure == 0 && size_bytes > stored_bytes) {
        failure = bloom_os_extend(fd, size_bytes);
    }
    if (failure != 0) {
        return fail_space(error, failure, path, stored_bytes, &directory->filesystem);
    }
    bloom_shm_status_t status =
        map_opened(place, fd, &stat, size_bytes, false,
                   directory->filesystem.storage == BLOOM_OS_IN_MEMORY, path, mapping, error);
    if (status != BLOOM_SHM_OK) {
        return status;
    }
    bloom_shm_mapping_t *made = *mapping;
    bloom_header_t *header = made->base;
    bloom_image_write_header(header, &geometry, &origin->provenance, options->key);
    made->provenance = origin->provenance;
    bloom_filter_open(&made->filter, made->base, &geometry);
    if (made->filter.kind->init != NULL) {
        made->filter.kind->init(&made->filter, &context);
    }
    bloom_os_boot_id(boot_id);
    header->process[BLOOM_PROCESS_LINEAGE] = origin->lineage;
    header->process[BLOOM_PROCESS_BOOT_ID] = boot_id[0];
    header->process[BLOOM_PROCESS_BOOT_ID + 1] = boot_id[1];
    header->process[BLOOM_PROCESS_INODE] = stat.inode;
    header->state[BLOOM_STATE_LAST_GENERATION] = origin->last_generation;
    header->state[BLOOM_STATE_WORD] = origin->state;
    return BLOOM_SHM_OK;
}

bloom_shm_status_t bloom_mapping_grow(bloom_shm_mapping_t *mapping, uint32_t used,
                                      const bloom_shm_options_t *options, bloom_shm_error_t *error)
{
    const bloom_filter_t *image = &mapping->filter;
    bloom_shm_place_t *place = mapping->place;
    bloom_shm_lock_t file, names;
    bloom_os_filesystem_t filesystem;
    uint64_t from = bloom_geometry_stored_bytes(&image->geometry, used);
    uint64_t to = bloom_geometry_stored_bytes(&image->geometry, used + 1);
    if (from == 0 || to <= from) {
        return bloom_shm_fail(error, BLOOM_SHM_FULL, place->current,
                              "it has as many layers as it can have; rebuild it for more items");
    }
    bloom_shm_status_t status = bloom_mapping_open_file(mapping, &file, error);
    if (status != BLOOM_SHM_OK) {
        return status;
    }
    /* two may do this at once: the storage comes once, and so does the count */
    if (options->max_bytes != 0 && place->is_named) {
        status = bloom_place_lock_names(place, options->lock_timeout_ms, &names, error);
        if (status == BLOOM_SHM_OK) {
            status = bloom_directory_check_limit(place, options, to - from, error);
            bloom_lock_close(&names);
        }
    }
    if (status == BLOOM_SHM_OK) {
        int failure = bloom_os_allocate(file.fd, from, to - from);
        if (failure != 0) {
            if (bloom_os_filesystem(file.fd, &filesystem) != 0) {
                memset(&filesystem, 0, sizeof filesystem);
            }
            status = fail_space(error, failure, place->current, to - from, &filesystem);
        }
    }
    bloom_lock_close(&file);
    if (status == BLOOM_SHM_OK) {
        bloom_context_t context = bloom_shared_context();
        bloom_status_t image_status = image->kind->grow(image, used, &context);
        if (image_status != BLOOM_OK) {
            status = bloom_shm_fail(error, BLOOM_SHM_FULL, place->current,
                                    "it cannot grow any more; rebuild it for more items");
        }
    }
    return status;
}

/* Mode and group of a new file: its owner's alone, or its directory's group's. */
static bloom_shm_status_t set_access(int fd, const char *path, const bloom_os_stat_t *stat,
                                     const bloom_shm_directory_t *directory,
                                     bloom_shm_error_t *error)
{
    int failure = 0;
    if (directory->is_group_shared && stat->gid != directory->stat.gid) {
        failure = bloom_os_set_owner(fd, stat->uid, directory->stat.gid);
    }
    if (failure == 0) {
        failure = bloom_os_set_mode(fd, directory->is_group_shared ? 0660 : 0600);
    }
    return failure == 0
               ? BLOOM_SHM_OK
               : bloom_shm_fail_system(error, failure, path, "give it to the directory's group");
}

/*
 * Opens and locks the file that will become place->current; the lock is to be closed whatever this returns. One at a time fills it; who dies at it leaves a
 * file without a lock, which the next one removes: it may have been published, so nobody ever reuses or
 * truncates it.
 */
static bloom_shm_status_t lock_new_file(bloom_shm_place_t *place, const char *path,
                                        uint32_t timeout_ms, const bloom_shm_directory_t *directory,
                                        bloom_shm_lock_t *lock, bool *is_published,
                                        bloom_shm_error_t *error)
{
    bloom_shm_lock_t names;
    bloom_os_stat_t stat, named;
    lock->fd = -1;
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        *is_published = bloom_os_stat_path(place->current, &named) == 0;
        if (*is_published) {
            return BLOOM_SHM_OK;
        }
        bool is_foreign = false;
        int failure = bloom_lock_open(lock, path, BLOOM_OS_CREATE);
        if (failure == EACCES || failure == EPERM) {
            /* another user's, who died before opening it to the group; or the directory is not ours to write */
            is_foreign = bloom_os_stat_path(path, &stat) == 0;
        }
        if (failure != 0 && !is_foreign) {
            return bloom_shm_fail_system(error, failure, path, "create it");
        }
        if (failure == 0) {
            failure = bloom_lock_take(lock, BLOOM_OS_LOCK_CREATE, timeout_ms);
            if (failure != 0) {
                bloom_lock_close(lock);
                return failure == EAGAIN
                           ? bloom_shm_fail(error, BLOOM_SHM_TIMEOUT, path,
                                            "another process has been creating the filter for more "
                                            "than %" PRIu32
                                            " ms; continue or end it, or raise the lock timeout",
                                            timeout_ms)
                           : bloom_shm_fail_system(error, failure, path, "lock it");
            }
            failure = bloom_os_stat_file(lock->fd, &stat);
            if (failure != 0) {
                bloom_lock_close(lock);
                return bloom_shm_fail_system(error, failure, path, "examine it");
            }
            bool is_still_named = bloom_os_stat_path(path, &named) == 0 &&
                                  named.inode == stat.inode && named.device == stat.device;
            if (is_still_named && stat.size_bytes == 0 && stat.link_count == 1 &&
                stat.uid == bloom_os_uid()) {
                return set_access(lock->fd, path, &stat, directory, error);
            }
        }
        bloom_shm_status_t status = bloom_place_lock_names(place, timeout_ms, &names, error);
        if (status == BLOOM_SHM_OK) {
            bloom_file_unlink_if(path, stat.device, stat.inode);
            bloom_lock_close(&names);
        }
        bloom_lock_close(lock);
        if (status != BLOOM_SHM_OK) {
            return status;
        }
        if (is_foreign && bloom_os_stat_path(path, &named) == 0 && named.inode == stat.inode) {
            return bloom_shm_fail_system(error, EACCES, path, "replace it");
        }
    }
    return bloom_shm_fail_system(error, EAGAIN, path, "create it");
}

/* Gives the complete file its name, unless it has got one meanwhile. */
static bloom_shm_status_t publish(bloom_shm_place_t *place, const char *path,
                                  const bloom_shm_options_t *options,
                                  const bloom_shm_mapping_t *mapping, bloom_shm_error_t *error)
{
    bloom_shm_lock_t names;
    bloom_shm_status_t status =
        bloom_place_lock_names(place, options->lock_timeout_ms, &names, error);
    if (status != BLOOM_SHM_OK) {
        return status;
    }
    bloom_directory_remove_stale(place);
    status = bloom_directory_check_limit(place, options, 0, error);
    if (status == BLOOM_SHM_OK) {
        int failure = bloom_os_link(path, place->current);
        if (failure == 0 && !mapping->is_in_memory) {
            failure = bloom_os_sync_directory(place->directory);
            if (failure != 0) {
                bloom_file_unlink_if(place->current, mapping->device, mapping->inode);
            }
        }
        if (failure != 0 && failure != EEXIST) {
            status = bloom_shm_fail_system(error, failure, place->current, "publish it");
        }
    }
    bloom_lock_close(&names);
    return status;
}

bloom_shm_status_t bloom_file_create(bloom_shm_place_t *place, const bloom_shm_options_t *options,
                                     const bloom_geometry_t *geometry, bool has_loader,
                                     bloom_shm_error_t *error)
{
    bloom_shm_directory_t directory = {0};
    bloom_shm_lock_t lock, names;
    bloom_shm_mapping_t *mapping = NULL;
    bool is_published;
    char path[BLOOM_SHM_PATH_BYTES + 32];
    bloom_shm_status_t status = bloom_directory_check(place, true, &directory, error);
    if (status == BLOOM_SHM_OK) {
        status = bloom_filesystem_check(&directory.filesystem, place->directory, !place->is_named,
                                        error);
    }
    if (status == BLOOM_SHM_OK) {
        status = bloom_place_lock_names(place, options->lock_timeout_ms, &names, error);
        if (status == BLOOM_SHM_OK) {
            status = bloom_directory_check_limit(place, options,
                                                 bloom_geometry_stored_bytes(geometry, 1), error);
            bloom_lock_close(&names);
        }
    }
    if (status != BLOOM_SHM_OK) {
        return status;
    }

    snprintf(path, sizeof path, "%s/" CREATING_PREFIX "%s" CREATING_SUFFIX, place->directory,
             strrchr(place->current, '/') + 1);
    status = lock_new_file(place, path, options->lock_timeout_ms, &directory, &lock, &is_published,
                           error);
    if (status != BLOOM_SHM_OK || is_published) {
        bloom_lock_close(&lock);
        return status;
    }
    bloom_shm_origin_t origin = {
        .geometry = geometry,
        .provenance = {.generation = 1, .created_at_us = bloom_os_realtime_us()},
        .lineage = bloom_os_random() | 1,
        .last_generation = 1,
        .state = has_loader ? 0 : BLOOM_STATE_READY,
    };
    status = bloom_file_fill(place, lock.fd, path, &directory, options, &origin, &mapping, error);
    if (status == BLOOM_SHM_OK && !mapping->is_in_memory) {
        int failure = bloom_mapping_flush(mapping);
        if (failure != 0) {
            status = bloom_shm_fail_system(error, failure, path, "write it to the disk");
        }
    }
    if (status == BLOOM_SHM_OK) {
        status = publish(place, path, options, mapping, error);
    }
    /* while the lock is held, the name is ours or gone */
    bloom_os_stat_t stat;
    if (bloom_os_stat_file(lock.fd, &stat) == 0) {
        bloom_file_unlink_if(path, stat.device, stat.inode);
    }
    bloom_lock_close(&lock);
    if (status == BLOOM_SHM_OK) {
        bloom_mapping_release(
            bloom_mapping_insert(place, mapping)); /* the next look finds it mapped */
    } else if (mapping != NULL) {
        bloom_mapping_destroy(mapping);
    }
    return status;
}
