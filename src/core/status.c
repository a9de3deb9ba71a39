#include "core/status.h"

const char *bloom_status_text(bloom_status_t status)
{
    switch (status) {
    case BLOOM_OK:
        return "no error";
    case BLOOM_ERROR_ITEMS_RANGE:
        return "the number of items must be at least 1";
    case BLOOM_ERROR_FPR_RANGE:
        return "the false-positive rate must be between 1e-9 and 0.5";
    case BLOOM_ERROR_SIZE_RANGE:
        return "the filter would need more memory than this build can address";
    case BLOOM_ERROR_OPTION_RANGE:
        return "an option is out of range";
    case BLOOM_ERROR_NOT_AN_IMAGE:
        return "it is not a filter image";
    case BLOOM_ERROR_FORMAT_VERSION:
        return "it has a format version that this release does not read";
    case BLOOM_ERROR_UNKNOWN_KIND:
        return "it holds a kind of filter that this release does not know";
    case BLOOM_ERROR_OTHER_KIND:
        return "it holds another kind of filter";
    case BLOOM_ERROR_TRUNCATED:
        return "it is truncated";
    case BLOOM_ERROR_TRAILING_BYTES:
        return "it is followed by bytes that do not belong to it";
    case BLOOM_ERROR_HEADER_CHECKSUM:
        return "its header is damaged (checksum mismatch)";
    case BLOOM_ERROR_IMAGE_CHECKSUM:
        return "it is damaged (checksum mismatch)";
    case BLOOM_ERROR_GEOMETRY:
        return "its header contradicts itself";
    case BLOOM_ERROR_HASH_KEY:
        return "it was made under another hash key (bloom.hash_key)";
    case BLOOM_ERROR_INCOMPATIBLE:
        return "the filters differ in size or number of hashes";
    case BLOOM_ERROR_FULL:
        return "the filter is full";
    }
    return "unknown error";
}
