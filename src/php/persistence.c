#include "php/persistence.h"

#include <errno.h>
#include <string.h>
#ifndef PHP_WIN32
#include <fcntl.h>
#include <unistd.h>
#endif

#include "ext/standard/file.h"
#include "zend_exceptions.h"

#include "core/checksum.h"
#include "php/errors.h"

#if PHP_VERSION_ID >= 80400
#include "ext/random/php_random.h"
#else
#include "ext/standard/php_random.h"
#endif

/* Written at once: large enough for few calls, small enough for the stack, so that saving needs no memory. */
#define WRITE_CHUNK_BYTES ((size_t)16 << 10)

/* Where an image comes from, for messages. */
typedef struct source {
    const char *action;  /* "load", "import" */
    const char *name;    /* after the action */
    const char *subject; /* at the beginning of a sentence */
} source_t;

zend_string *php_bloom_export(php_bloom_object *object)
{
    php_bloom_snapshot_t snapshot;
    if (!php_bloom_snapshot_begin(&snapshot, object, "export")) {
        return NULL;
    }
    const bloom_geometry_t *geometry = &snapshot.geometry;
    uint64_t image_bytes = bloom_image_bytes(geometry);
    uint64_t export_bytes = bloom_export_bytes(geometry);
    zend_string *image = NULL;
    if (php_bloom_memory_check(export_bytes + 64, "export", "the filter")) {
        image = zend_string_alloc((size_t)export_bytes, 0);
        uint8_t *bytes = (uint8_t *)ZSTR_VAL(image);
        memcpy(bytes, &snapshot.header, sizeof snapshot.header);
        memcpy(bytes + sizeof snapshot.header, snapshot.filter->payload,
               (size_t)geometry->payload_bytes);
        bloom_checksum_t checksum;
        bloom_checksum_init(&checksum);
        bloom_checksum_update(&checksum, bytes, (size_t)image_bytes);
        bloom_checksum_final(&checksum, bytes + image_bytes);
        bytes[export_bytes] = '\0';
    }
    php_bloom_snapshot_end(&snapshot);
    return image;
}

/* An empty image of the checked header's shape, with its kind_state, ready to receive the payload. */
static bool create_from_header(php_bloom_object *object, const uint8_t *header_bytes,
                               const bloom_geometry_t *geometry,
                               const bloom_provenance_t *provenance, const source_t *source)
{
    if (!php_bloom_object_create_image(object, geometry, provenance, source->action,
                                       source->name)) {
        return false;
    }
    php_bloom_object_take_state(object, header_bytes);
    return true;
}

static bool settle(php_bloom_object *object, const source_t *source)
{
    bloom_status_t status = php_bloom_object_settle(object);
    if (status != BLOOM_OK) {
        php_bloom_throw_image_error(status, source->subject);
    }
    return status == BLOOM_OK;
}

static bool import_bytes(php_bloom_object *object, uint16_t kind, const uint8_t *bytes,
                         uint64_t size_bytes, const source_t *source)
{
    bloom_geometry_t geometry;
    bloom_provenance_t provenance;
    bloom_status_t status =
        bloom_image_check(bytes, size_bytes, kind, &BLOOM_G(hash_key), &geometry, &provenance);
    if (status != BLOOM_OK) {
        php_bloom_throw_image_error(status, source->subject);
        return false;
    }
    if (!create_from_header(object, bytes, &geometry, &provenance, source)) {
        return false;
    }
    memcpy(object->filter.payload, bytes + BLOOM_HEADER_BYTES, (size_t)geometry.payload_bytes);
    return settle(object, source);
}

bool php_bloom_import(php_bloom_object *object, uint16_t kind, const zend_string *image)
{
    const source_t source = {"import", "the image", "The image"};
    return import_bytes(object, kind, (const uint8_t *)ZSTR_VAL(image), ZSTR_LEN(image), &source);
}

/* False with errno set. */
static bool write_all(php_stream *stream, const void *bytes, size_t size_bytes)
{
    const char *rest = bytes;
    while (size_bytes > 0) {
        size_t part = size_bytes < WRITE_CHUNK_BYTES ? size_bytes : WRITE_CHUNK_BYTES;
        errno = 0;
        ssize_t written = php_stream_write(stream, rest, part);
        if (written <= 0 || EG(exception) != NULL) {
            return false;
        }
        rest += written;
        size_bytes -= (size_t)written;
    }
    return true;
}

/* A stream wrapper in PHP need not have a method for it. */
static bool flush(php_stream *stream)
{
    const zval *wrapper = &stream->wrapperdata;
    bool can_flush =
        Z_TYPE_P(wrapper) != IS_OBJECT ||
        zend_hash_str_exists(&Z_OBJCE_P(wrapper)->function_table, ZEND_STRL("stream_flush"));
    return !can_flush || php_stream_flush(stream) == 0;
}

/* False with errno set. */
static bool write_image(php_stream *stream, const php_bloom_snapshot_t *snapshot)
{
    uint8_t copy[WRITE_CHUNK_BYTES];
    bloom_checksum_t checksum;
    uint8_t trailer[BLOOM_TRAILER_BYTES];
    const uint8_t *payload = (const uint8_t *)snapshot->filter->payload;
    uint64_t rest = snapshot->geometry.payload_bytes;
    bool is_written = write_all(stream, &snapshot->header, sizeof snapshot->header);

    bloom_checksum_init(&checksum);
    bloom_checksum_update(&checksum, &snapshot->header, sizeof snapshot->header);
    while (is_written && rest > 0) {
        size_t part = rest < WRITE_CHUNK_BYTES ? (size_t)rest : WRITE_CHUNK_BYTES;
        memcpy(copy, payload, part); /* others may go on adding: hash and write the same bytes */
        bloom_checksum_update(&checksum, copy, part);
        is_written = write_all(stream, copy, part);
        payload += part;
        rest -= part;
    }
    if (is_written) {
        bloom_checksum_final(&checksum, trailer);
        is_written =
            write_all(stream, trailer, sizeof trailer) && flush(stream) && EG(exception) == NULL;
    }
    return is_written;
}

static const char *error_text(int error)
{
    return error != 0 ? strerror(error) : "the stream reported no reason";
}

static void throw_file_error(const char *action, const char *path, const char *step, int error)
{
    if (EG(exception) == NULL) { /* a stream wrapper in PHP may have thrown its own */
        php_bloom_throw_storage_error(action, path, "%s: %s", step, error_text(error));
    }
}

/* Writes to the stream and closes it. True if all of it, and with is_durable the disk, has got it. */
static bool write_and_close(php_stream *stream, const php_bloom_snapshot_t *snapshot,
                            bool is_durable, int *error)
{
    stream->flags |= PHP_STREAM_FLAG_SUPPRESS_ERRORS;
    bool is_written = write_image(stream, snapshot);
    *error = errno;
    if (is_written && is_durable && php_stream_sync_supported(stream)) {
        is_written = php_stream_sync(stream, false) == 0;
        *error = errno;
    }
    php_stream_close(stream);
    return is_written && EG(exception) == NULL;
}

static void save_in_place(const php_bloom_snapshot_t *snapshot, const char *path)
{
    errno = 0;
    php_stream *stream = php_stream_open_wrapper((char *)path, "wb", 0, NULL);
    int error = errno;
    if (stream == NULL) {
        throw_file_error("save to", path, "it cannot be opened for writing", error);
    } else if (!write_and_close(stream, snapshot, false, &error)) {
        throw_file_error("save to", path, "writing failed", error);
    }
}

static void sync_directory(const char *path)
{
#ifndef PHP_WIN32
    int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory >= 0) { /* some filesystems can't; the rename itself has succeeded */
        (void)fsync(directory);
        close(directory);
    }
#else
    (void)path;
#endif
}

/*
 * Temporary file beside the target, synced, renamed over it. `path` has no symbolic links left. While there is a
 * temporary file, *unfinished is its path.
 */
static void save_by_replacing(const php_bloom_snapshot_t *snapshot, const char *path,
                              const zend_stat_t *existing, char *volatile *unfinished)
{
    uint64_t random;
    if (php_random_bytes_throw(&random, sizeof random) == FAILURE) {
        return;
    }
    zend_string *directory = zend_string_init(path, strlen(path), 0);
    ZSTR_LEN(directory) = zend_dirname(ZSTR_VAL(directory), ZSTR_LEN(directory));
    char *temporary;
    spprintf(&temporary, 0, "%s%c.bloom-%016" PRIx64 ".tmp", ZSTR_VAL(directory), DEFAULT_SLASH,
             random);

    *unfinished = temporary;
    errno = 0;
    php_stream *stream = php_stream_open_wrapper(temporary, "xb", 0, NULL);
    int error = errno;
    if (stream == NULL) {
        throw_file_error("save to", path, "a temporary file cannot be created in its directory",
                         error);
    } else {
        if (existing != NULL) {
            VCWD_CHMOD(temporary, existing->st_mode & 07777);
#ifndef PHP_WIN32
            /* root replacing a service's file; anyone else may not, and need not */
            if (VCWD_CHOWN(temporary, existing->st_uid, existing->st_gid) != 0) {
                errno = 0;
            }
#endif
        }
        bool is_written = write_and_close(stream, snapshot, true, &error);
        const char *step = "writing failed";
        if (is_written) {
            is_written = VCWD_RENAME(temporary, path) == 0;
            error = errno;
            step = "the finished file cannot be moved into place";
        }
        if (is_written) {
            sync_directory(ZSTR_VAL(directory));
        } else {
            VCWD_UNLINK(temporary);
            throw_file_error("save to", path, step, error);
        }
    }
    *unfinished = NULL;
    efree(temporary);
    zend_string_release(directory);
}

char *php_bloom_local_path(zend_string *path, const char *action, bool *is_local)
{
    const char *path_to_open;
    php_stream_wrapper *wrapper = php_stream_locate_url_wrapper(ZSTR_VAL(path), &path_to_open, 0);
    *is_local = wrapper == &php_plain_files_wrapper;
    if (!*is_local) {
        return NULL;
    }
    if (EG(exception) !=
        NULL) { /* an unknown scheme is a warning, which a handler may have thrown */
        return NULL;
    }
    char *absolute = expand_filepath(path_to_open, NULL);
    if (absolute == NULL) { /* it leads through a file, say: whoever opens it says what is wrong */
        absolute = expand_filepath_with_mode(path_to_open, NULL, NULL, 0, CWD_EXPAND);
    }
    if (absolute == NULL) {
        throw_file_error(action, ZSTR_VAL(path), "its path cannot be resolved", errno);
        return NULL;
    }
    if (php_check_open_basedir_ex(absolute, 0) != 0) {
        php_bloom_throw_storage_error(action, absolute, "it is outside of open_basedir");
        efree(absolute);
        return NULL;
    }
    return absolute;
}

/* Paths are absolute here. php_sys_stat() instead of VCWD_STAT(), which with threads reports other errors. */
static void save_to_local(const php_bloom_snapshot_t *snapshot, const char *path,
                          char *volatile *unfinished)
{
    zend_stat_t existing;
    if (php_sys_stat(path, &existing) != 0) {
        save_by_replacing(snapshot, path, NULL, unfinished);
    } else if (S_ISDIR(existing.st_mode)) {
        php_bloom_throw_storage_error("save to", path, "it is a directory; name a file in it");
    } else if (S_ISREG(existing.st_mode)) {
        save_by_replacing(snapshot, path, &existing, unfinished);
    } else { /* a device or pipe has no content to replace */
        save_in_place(snapshot, path);
    }
}

void php_bloom_save(php_bloom_object *object, zend_string *path)
{
    bool is_local;
    char *absolute = php_bloom_local_path(path, "save to", &is_local);
    if (is_local && absolute == NULL) {
        return;
    }
    php_bloom_snapshot_t snapshot;
    if (php_bloom_snapshot_begin(&snapshot, object, "save")) {
        volatile bool has_died = true; /* a stream wrapper in PHP, or memory_limit */
        char *volatile unfinished = NULL;
        zend_try
        {
            if (is_local) {
                save_to_local(&snapshot, absolute, &unfinished);
            } else {
                save_in_place(&snapshot, ZSTR_VAL(path));
            }
            has_died = false;
        }
        zend_end_try();
        php_bloom_snapshot_end(&snapshot);
        if (has_died) {
            if (unfinished != NULL) {
                VCWD_UNLINK(unfinished);
            }
            zend_bailout();
        }
    }
    if (absolute != NULL) {
        efree(absolute);
    }
}

/* How many of size_bytes bytes the stream had. */
static size_t read_up_to(php_stream *stream, void *bytes, size_t size_bytes)
{
    size_t done = 0;
    while (done < size_bytes && EG(exception) == NULL) {
        ssize_t part = php_stream_read(stream, (char *)bytes + done, size_bytes - done);
        if (part <= 0) {
            break;
        }
        done += (size_t)part;
    }
    return done;
}

/* A stream that can't say how long it is: a buffer that grows with what comes, so that a claim costs nothing. */
static bool load_unsized(php_bloom_object *object, uint16_t kind, php_stream *stream,
                         const uint8_t *header, uint64_t export_bytes, const source_t *source)
{
    uint64_t wanted = export_bytes + 1; /* to notice what does not belong */
    size_t capacity = BLOOM_HEADER_BYTES, done = BLOOM_HEADER_BYTES;
    zend_string *image = zend_string_init((const char *)header, BLOOM_HEADER_BYTES, 0);
    while (done == capacity && done < wanted) {
        size_t larger = wanted - done > done ? 2 * done : (size_t)wanted;
        if (!php_bloom_memory_check((uint64_t)larger + 64, source->action, source->name)) {
            break;
        }
        image = zend_string_extend(image, larger, 0);
        capacity = larger;
        done += read_up_to(stream, ZSTR_VAL(image) + done, capacity - done);
    }
    bool is_loaded = EG(exception) == NULL &&
                     import_bytes(object, kind, (const uint8_t *)ZSTR_VAL(image), done, source);
    zend_string_release(image);
    return is_loaded;
}

static bool load_sized(php_bloom_object *object, php_stream *stream, const uint8_t *header,
                       const bloom_geometry_t *geometry, const bloom_provenance_t *provenance,
                       const source_t *source)
{
    if (!create_from_header(object, header, geometry, provenance, source)) {
        return false;
    }
    bloom_checksum_t checksum;
    uint8_t computed[BLOOM_TRAILER_BYTES], trailer[BLOOM_TRAILER_BYTES];
    bloom_status_t status = BLOOM_OK;
    if (read_up_to(stream, object->filter.payload, (size_t)geometry->payload_bytes) <
            geometry->payload_bytes ||
        read_up_to(stream, trailer, sizeof trailer) < sizeof trailer) {
        status = BLOOM_ERROR_TRUNCATED;
    } else {
        bloom_checksum_init(&checksum);
        bloom_checksum_update(&checksum, header, BLOOM_HEADER_BYTES);
        bloom_checksum_update(&checksum, object->filter.payload, (size_t)geometry->payload_bytes);
        bloom_checksum_final(&checksum, computed);
        if (memcmp(computed, trailer, sizeof trailer) != 0) {
            status = BLOOM_ERROR_IMAGE_CHECKSUM;
        }
    }
    if (status != BLOOM_OK) {
        php_bloom_object_destroy_image(object);
        php_bloom_throw_image_error(status, source->subject);
        return false;
    }
    return settle(object, source);
}

static bool load_stream(php_bloom_object *object, uint16_t kind, php_stream *stream, bool is_local,
                        const source_t *source)
{
    uint8_t header[BLOOM_HEADER_BYTES];
    bloom_geometry_t geometry;
    bloom_provenance_t provenance;
    size_t header_bytes = read_up_to(stream, header, sizeof header);
    if (EG(exception) != NULL) {
        return false;
    }
    bloom_status_t status =
        header_bytes < sizeof header
            ? bloom_image_check(header, header_bytes, kind, &BLOOM_G(hash_key), &geometry,
                                &provenance)
            : bloom_image_read_header(header, kind, &BLOOM_G(hash_key), &geometry, &provenance);
    if (status != BLOOM_OK) {
        php_bloom_throw_image_error(status, source->subject);
        return false;
    }
    uint64_t export_bytes = bloom_export_bytes(&geometry);
    php_stream_statbuf size;
    if (!is_local || php_stream_stat(stream, &size) != 0 || !S_ISREG(size.sb.st_mode)) {
        return load_unsized(object, kind, stream, header, export_bytes, source);
    }
    uint64_t file_bytes = (uint64_t)size.sb.st_size;
    if (file_bytes != export_bytes) {
        php_bloom_throw_image_error(file_bytes < export_bytes ? BLOOM_ERROR_TRUNCATED
                                                              : BLOOM_ERROR_TRAILING_BYTES,
                                    source->subject);
        return false;
    }
    return load_sized(object, stream, header, &geometry, &provenance, source);
}

bool php_bloom_load(php_bloom_object *object, uint16_t kind, zend_string *path)
{
    bool is_local;
    char *absolute = php_bloom_local_path(path, "load", &is_local);
    if (is_local && absolute == NULL) {
        return false;
    }
    const char *name = is_local ? absolute : ZSTR_VAL(path);
    bool is_loaded = false;
    zend_stat_t existing;
    errno = 0;
    if (is_local && php_sys_stat(absolute, &existing) != 0) {
        zend_class_entry *ce = errno == ENOENT || errno == ENOTDIR
                                   ? php_bloom_not_found_exception_ce
                                   : php_bloom_storage_exception_ce;
        zend_throw_exception_ex(ce, 0,
                                "Cannot load %s: %s; check the path, or save() a filter there",
                                name, error_text(errno));
    } else if (is_local && S_ISDIR(existing.st_mode)) {
        php_bloom_throw_storage_error("load", name, "it is a directory; name a file in it");
    } else {
        errno = 0;
        php_stream *stream = php_stream_open_wrapper((char *)name, "rb", 0, NULL);
        if (stream == NULL) {
            throw_file_error("load", name, "it cannot be opened for reading", errno);
        } else {
            char *subject;
            spprintf(&subject, 0, "The filter in %s", name);
            const source_t source = {"load", name, subject};
            stream->flags |= PHP_STREAM_FLAG_SUPPRESS_ERRORS;
            is_loaded = load_stream(object, kind, stream, is_local, &source);
            efree(subject);
            php_stream_close(stream);
        }
    }
    if (absolute != NULL) {
        efree(absolute);
    }
    return is_loaded;
}
