#include "shm/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "shm/internal.h"

/* The end of a path says more than its beginning. */
static void copy_path(char *buffer, const char *path)
{
    size_t length = path != NULL ? strlen(path) : 0;
    if (length < BLOOM_SHM_PATH_BYTES) {
        memcpy(buffer, path != NULL ? path : "", length + 1);
    } else {
        memcpy(buffer, "...", 3);
        memcpy(buffer + 3, path + length - (BLOOM_SHM_PATH_BYTES - 4), BLOOM_SHM_PATH_BYTES - 3);
    }
}

static bloom_shm_status_t start(bloom_shm_error_t *error, bloom_shm_status_t status,
                                const char *path)
{
    memset(error, 0, offsetof(bloom_shm_error_t, path));
    error->status = status;
    copy_path(error->path, path);
    error->clause[0] = '\0';
    return status;
}

bloom_shm_status_t bloom_shm_fail(bloom_shm_error_t *error, bloom_shm_status_t status,
                                  const char *path, const char *clause_format, ...)
{
    if (error != NULL) {
        start(error, status, path);
        va_list arguments;
        va_start(arguments, clause_format);
        vsnprintf(error->clause, sizeof error->clause, clause_format, arguments);
        va_end(arguments);
    }
    return status;
}

bloom_shm_status_t bloom_shm_fail_system(bloom_shm_error_t *error, int system_errno,
                                         const char *path, const char *action)
{
    bloom_shm_status_t status;
    const char *remedy;
    switch (system_errno) {
    case ENOENT:
        status = BLOOM_SHM_NOT_FOUND;
        remedy = "; create it first";
        break;
    case ENOTDIR:
        status = BLOOM_SHM_SYSTEM;
        remedy = "; a part of the path is no directory, so choose another path";
        break;
    case EACCES:
    case EPERM:
    case EROFS:
        status = BLOOM_SHM_PERMISSION;
        remedy = "; check owner and mode of file and directory, or choose another directory";
        break;
    case ENOSPC:
#ifdef EDQUOT
    case EDQUOT:
#endif
        status = BLOOM_SHM_NO_SPACE;
        remedy = "; free or add space there, or ask for fewer items or a higher rate";
        break;
    case EFBIG:
        status = BLOOM_SHM_NO_SPACE;
        remedy = "; raise this process's file size limit (ulimit -f), or ask for fewer items";
        break;
    case ENOMEM:
        status = BLOOM_SHM_NO_MEMORY;
        remedy = "; raise the address space limit (ulimit -v), or ask for fewer items";
        break;
    case EMFILE:
    case ENFILE:
        status = BLOOM_SHM_SYSTEM;
        remedy = "; raise the limit of open files (ulimit -n)";
        break;
    case ENOSYS:
        status = BLOOM_SHM_UNSUPPORTED;
        remedy = "; shared storage needs a 64-bit POSIX system";
        break;
    default:
        status = BLOOM_SHM_SYSTEM;
        remedy = "";
    }
    if (error != NULL) {
        char buffer[128];
        start(error, status, path);
        error->system_errno = system_errno;
        snprintf(error->clause, sizeof error->clause, "cannot %s: %s%s", action,
                 bloom_os_error_text(system_errno, buffer, sizeof buffer), remedy);
    }
    return status;
}

bloom_shm_status_t bloom_shm_fail_image(bloom_shm_error_t *error, bloom_status_t image_status,
                                        const char *path)
{
    bloom_shm_status_t status = BLOOM_SHM_BAD_IMAGE;
    const char *remedy = "; remove the file, or use another name";
    if (image_status == BLOOM_ERROR_OTHER_KIND) {
        status = BLOOM_SHM_OTHER_KIND;
        remedy = "; use its own class, or another name";
    } else if (image_status == BLOOM_ERROR_HASH_KEY) {
        status = BLOOM_SHM_OTHER_KEY;
        remedy = "; use the key it was made with, or remove the file";
    } else if (image_status == BLOOM_ERROR_FORMAT_VERSION ||
               image_status == BLOOM_ERROR_UNKNOWN_KIND) {
        remedy = "; upgrade the extension here, or remove the file";
    }
    if (error != NULL) {
        start(error, status, path);
        error->image_status = image_status;
        snprintf(error->clause, sizeof error->clause, "%s%s", bloom_status_text(image_status),
                 remedy);
    }
    return status;
}
