#include "php/errors.h"

#include <math.h>

#include "zend_exceptions.h"

#include "core/kind.h"

zend_class_entry *php_bloom_filter_exception_ce;
zend_class_entry *php_bloom_not_found_exception_ce;
zend_class_entry *php_bloom_corrupt_image_exception_ce;
zend_class_entry *php_bloom_incompatible_filter_exception_ce;
zend_class_entry *php_bloom_filter_full_exception_ce;
zend_class_entry *php_bloom_storage_exception_ce;

void php_bloom_throw_plan_error(bloom_status_t status, const bloom_geometry_t *wanted,
                                uint32_t items_argument)
{
    switch (status) {
    case BLOOM_ERROR_FPR_RANGE:
        zend_argument_value_error(items_argument + 1, "must be between 1e-9 and 0.5");
        break;
    case BLOOM_ERROR_SIZE_RANGE: {
        /* bits per item hardly depend on n, so a feasible n tells the limit */
        bloom_geometry_t feasible = *wanted;
        feasible.expected_items = 1000000;
        if (bloom_geometry_plan(&feasible) != BLOOM_OK) {
            feasible.payload_bytes = 10000000;
        }
        double limit =
            floor((double)BLOOM_PAYLOAD_BYTES_MAX / (double)feasible.payload_bytes) * 1e6;
        zend_argument_value_error(items_argument,
                                  "must be between 1 and about %.2g for this false-positive rate, "
                                  "which is all that this build can address",
                                  limit);
        break;
    }
    default:
        zend_argument_value_error(items_argument, "must be between 1 and " ZEND_LONG_FMT,
                                  ZEND_LONG_MAX);
    }
}

void php_bloom_throw_image_error(bloom_status_t status, const char *subject)
{
    const char *remedy;
    switch (status) {
    case BLOOM_ERROR_HASH_KEY:
        remedy = "; use the key it was made with, or build it again";
        break;
    case BLOOM_ERROR_FORMAT_VERSION:
    case BLOOM_ERROR_UNKNOWN_KIND:
        remedy = "; upgrade the extension here, or make the image with this release";
        break;
    case BLOOM_ERROR_NOT_AN_IMAGE:
    case BLOOM_ERROR_OTHER_KIND:
        remedy = "; pass what export() returned or save() wrote for this class";
        break;
    default:
        remedy = "; take another copy, or build the filter again";
    }
    zend_throw_exception_ex(php_bloom_corrupt_image_exception_ce, 0, "%s cannot be used: %s%s",
                            subject, bloom_status_text(status), remedy);
}

ZEND_COLD void php_bloom_throw_shm_error(const char *action, const bloom_shm_error_t *error)
{
    zend_class_entry *ce = php_bloom_storage_exception_ce;
    switch (error->status) {
    case BLOOM_SHM_NOT_FOUND:
        ce = php_bloom_not_found_exception_ce;
        break;
    case BLOOM_SHM_TOO_SMALL:
    case BLOOM_SHM_OTHER_KIND:
    case BLOOM_SHM_OTHER_KEY:
    case BLOOM_SHM_INCOMPATIBLE:
        ce = php_bloom_incompatible_filter_exception_ce;
        break;
    case BLOOM_SHM_BAD_IMAGE:
        ce = php_bloom_corrupt_image_exception_ce;
        break;
    case BLOOM_SHM_FULL:
        ce = php_bloom_filter_full_exception_ce;
        break;
    default:
        break;
    }
    zend_throw_exception_ex(ce, 0, "Cannot %s %s: %s", action,
                            error->path[0] != '\0' ? error->path : "the shared filter",
                            error->clause);
}

ZEND_COLD void php_bloom_throw_full(const bloom_filter_t *filter)
{
    zend_throw_exception_ex(php_bloom_filter_full_exception_ce, 0,
                            "Cannot add to the filter: it has no place for this item any more, and "
                            "was made for %" PRIu64 " items; rebuild() it for more, or remove some",
                            filter->geometry.expected_items);
}

ZEND_COLD void php_bloom_throw_storage_error(const char *action, const char *subject,
                                             const char *cause_format, ...)
{
    va_list arguments;
    va_start(arguments, cause_format);
    zend_string *cause = zend_vstrpprintf(0, cause_format, arguments);
    va_end(arguments);
    zend_throw_exception_ex(php_bloom_storage_exception_ce, 0, "Cannot %s %s: %s", action, subject,
                            ZSTR_VAL(cause));
    zend_string_release(cause);
}
