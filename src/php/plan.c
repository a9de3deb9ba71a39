#include "php/plan.h"

#include <string.h>

#include "core/kind.h"
#include "php/errors.h"

bool php_bloom_plan(bloom_geometry_t *geometry, uint16_t kind,
                    const php_bloom_parameters_t *parameters, uint32_t items_argument)
{
    memset(geometry, 0, sizeof *geometry);
    geometry->kind = kind;
    geometry->expected_items =
        parameters->expected_items > 0 ? (uint64_t)parameters->expected_items : 0;
    geometry->fpr = parameters->fpr;
    bloom_status_t status = bloom_geometry_plan(geometry);
    if (status != BLOOM_OK) {
        php_bloom_throw_plan_error(status, geometry, items_argument);
    }
    return status == BLOOM_OK;
}
