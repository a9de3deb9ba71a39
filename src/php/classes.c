#include "php/classes.h"

#include "php.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_attributes.h"
#include "zend_interfaces.h"

#include "php/errors.h"
#include "php/filter_object.h"
#include "stubs/bloom_arginfo.h"

void php_bloom_register_classes(void)
{
    zend_class_entry *membership_filter = register_class_Bloom_MembershipFilter(zend_ce_countable);

    zend_class_entry *filter_exception =
        register_class_Bloom_FilterException(spl_ce_RuntimeException);
    php_bloom_filter_exception_ce = filter_exception;
    php_bloom_not_found_exception_ce = register_class_Bloom_NotFoundException(filter_exception);
    php_bloom_corrupt_image_exception_ce =
        register_class_Bloom_CorruptImageException(filter_exception);
    php_bloom_incompatible_filter_exception_ce =
        register_class_Bloom_IncompatibleFilterException(filter_exception);
    php_bloom_filter_full_exception_ce = register_class_Bloom_FilterFullException(filter_exception);
    php_bloom_storage_exception_ce = register_class_Bloom_StorageException(filter_exception);

    zend_class_entry *bloom_filter = register_class_BloomFilter(membership_filter);
    php_bloom_register_filter_class(bloom_filter, BLOOM_KIND_PLAIN);
    php_bloom_select_lookup(bloom_filter);

    zend_class_entry *deletable_filter = register_class_Bloom_DeletableFilter(membership_filter);
    php_bloom_register_filter_class(register_class_Bloom_CountingFilter(deletable_filter),
                                    BLOOM_KIND_COUNTING);
    php_bloom_register_filter_class(register_class_Bloom_ScalableFilter(membership_filter),
                                    BLOOM_KIND_SCALABLE);
    php_bloom_register_filter_class(register_class_Bloom_RotatingFilter(membership_filter),
                                    BLOOM_KIND_ROTATING);
    php_bloom_register_filter_class(register_class_Bloom_CuckooFilter(deletable_filter),
                                    BLOOM_KIND_CUCKOO);

    register_class_Bloom_SharedMemory();
}
