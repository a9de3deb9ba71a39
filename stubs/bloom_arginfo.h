/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 2b80175b273f76072c8494a0ed6452e0944c22b5 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_MembershipFilter_add, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, item, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_MembershipFilter_addMany, 0, 1, IS_LONG, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, items, Traversable, MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_MembershipFilter_mightContain arginfo_class_Bloom_MembershipFilter_add

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_MembershipFilter_mightContainMany, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, items, Traversable, MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_MembershipFilter_count, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_MembershipFilter_clear, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_MembershipFilter_isReady, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_MembershipFilter_generation arginfo_class_Bloom_MembershipFilter_count

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_MembershipFilter_info, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_MembershipFilter_reportFalsePositives, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, count, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_MembershipFilter_rebuild, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, loader, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, expectedItems, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, falsePositiveRate, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_DeletableFilter_remove, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, item, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, ifGeneration, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Bloom_CountingFilter___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, expectedItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, falsePositiveRate, IS_DOUBLE, 0, "0.01")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_CountingFilter_plan, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, expectedItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, falsePositiveRate, IS_DOUBLE, 0, "0.01")
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_CountingFilter_add arginfo_class_Bloom_MembershipFilter_add

#define arginfo_class_Bloom_CountingFilter_addMany arginfo_class_Bloom_MembershipFilter_addMany

#define arginfo_class_Bloom_CountingFilter_mightContain arginfo_class_Bloom_MembershipFilter_add

#define arginfo_class_Bloom_CountingFilter_mightContainMany arginfo_class_Bloom_MembershipFilter_mightContainMany

#define arginfo_class_Bloom_CountingFilter_remove arginfo_class_Bloom_DeletableFilter_remove

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_CountingFilter_countOf, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, item, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_CountingFilter_count arginfo_class_Bloom_MembershipFilter_count

#define arginfo_class_Bloom_CountingFilter_clear arginfo_class_Bloom_MembershipFilter_clear

#define arginfo_class_Bloom_CountingFilter_isReady arginfo_class_Bloom_MembershipFilter_isReady

#define arginfo_class_Bloom_CountingFilter_generation arginfo_class_Bloom_MembershipFilter_count

#define arginfo_class_Bloom_CountingFilter_info arginfo_class_Bloom_MembershipFilter_info

#define arginfo_class_Bloom_CountingFilter_reportFalsePositives arginfo_class_Bloom_MembershipFilter_reportFalsePositives

#define arginfo_class_Bloom_CountingFilter_rebuild arginfo_class_Bloom_MembershipFilter_rebuild

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_CountingFilter_shared, 0, 4, Bloom\\CountingFilter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expectedItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, falsePositiveRate, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, loader, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_CountingFilter_attach, 0, 1, Bloom\\CountingFilter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_CountingFilter_open, 0, 4, Bloom\\CountingFilter, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expectedItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, falsePositiveRate, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, loader, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_CountingFilter_flush arginfo_class_Bloom_MembershipFilter_clear

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_CountingFilter_isCompatibleWith, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, other, Bloom\\CountingFilter, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_CountingFilter_merge, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, other, Bloom\\CountingFilter, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_CountingFilter_export, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_CountingFilter_import, 0, 1, Bloom\\CountingFilter, 0)
	ZEND_ARG_TYPE_INFO(0, image, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_CountingFilter_save, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_CountingFilter_load, 0, 1, Bloom\\CountingFilter, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_CountingFilter___serialize arginfo_class_Bloom_MembershipFilter_info

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_CountingFilter___unserialize, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_CountingFilter___debugInfo arginfo_class_Bloom_MembershipFilter_info

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Bloom_ScalableFilter___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, initialItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, falsePositiveRate, IS_DOUBLE, 0, "0.01")
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_ScalableFilter_add arginfo_class_Bloom_MembershipFilter_add

#define arginfo_class_Bloom_ScalableFilter_addMany arginfo_class_Bloom_MembershipFilter_addMany

#define arginfo_class_Bloom_ScalableFilter_mightContain arginfo_class_Bloom_MembershipFilter_add

#define arginfo_class_Bloom_ScalableFilter_mightContainMany arginfo_class_Bloom_MembershipFilter_mightContainMany

#define arginfo_class_Bloom_ScalableFilter_count arginfo_class_Bloom_MembershipFilter_count

#define arginfo_class_Bloom_ScalableFilter_clear arginfo_class_Bloom_MembershipFilter_clear

#define arginfo_class_Bloom_ScalableFilter_isReady arginfo_class_Bloom_MembershipFilter_isReady

#define arginfo_class_Bloom_ScalableFilter_generation arginfo_class_Bloom_MembershipFilter_count

#define arginfo_class_Bloom_ScalableFilter_info arginfo_class_Bloom_MembershipFilter_info

#define arginfo_class_Bloom_ScalableFilter_reportFalsePositives arginfo_class_Bloom_MembershipFilter_reportFalsePositives

#define arginfo_class_Bloom_ScalableFilter_rebuild arginfo_class_Bloom_MembershipFilter_rebuild

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_ScalableFilter_shared, 0, 4, Bloom\\ScalableFilter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, initialItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, falsePositiveRate, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, loader, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_ScalableFilter_attach, 0, 1, Bloom\\ScalableFilter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_ScalableFilter_open, 0, 4, Bloom\\ScalableFilter, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, initialItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, falsePositiveRate, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, loader, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_ScalableFilter_flush arginfo_class_Bloom_MembershipFilter_clear

#define arginfo_class_Bloom_ScalableFilter_export arginfo_class_Bloom_CountingFilter_export

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_ScalableFilter_import, 0, 1, Bloom\\ScalableFilter, 0)
	ZEND_ARG_TYPE_INFO(0, image, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_ScalableFilter_save arginfo_class_Bloom_CountingFilter_save

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_ScalableFilter_load, 0, 1, Bloom\\ScalableFilter, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_ScalableFilter___serialize arginfo_class_Bloom_MembershipFilter_info

#define arginfo_class_Bloom_ScalableFilter___unserialize arginfo_class_Bloom_CountingFilter___unserialize

#define arginfo_class_Bloom_ScalableFilter___debugInfo arginfo_class_Bloom_MembershipFilter_info

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Bloom_RotatingFilter___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, expectedItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, falsePositiveRate, IS_DOUBLE, 0, "0.01")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, windowSeconds, IS_LONG, 0, "3600")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, generations, IS_LONG, 0, "4")
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_RotatingFilter_add arginfo_class_Bloom_MembershipFilter_add

#define arginfo_class_Bloom_RotatingFilter_addMany arginfo_class_Bloom_MembershipFilter_addMany

#define arginfo_class_Bloom_RotatingFilter_mightContain arginfo_class_Bloom_MembershipFilter_add

#define arginfo_class_Bloom_RotatingFilter_mightContainMany arginfo_class_Bloom_MembershipFilter_mightContainMany

#define arginfo_class_Bloom_RotatingFilter_count arginfo_class_Bloom_MembershipFilter_count

#define arginfo_class_Bloom_RotatingFilter_clear arginfo_class_Bloom_MembershipFilter_clear

#define arginfo_class_Bloom_RotatingFilter_isReady arginfo_class_Bloom_MembershipFilter_isReady

#define arginfo_class_Bloom_RotatingFilter_generation arginfo_class_Bloom_MembershipFilter_count

#define arginfo_class_Bloom_RotatingFilter_info arginfo_class_Bloom_MembershipFilter_info

#define arginfo_class_Bloom_RotatingFilter_reportFalsePositives arginfo_class_Bloom_MembershipFilter_reportFalsePositives

#define arginfo_class_Bloom_RotatingFilter_rebuild arginfo_class_Bloom_MembershipFilter_rebuild

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_RotatingFilter_shared, 0, 6, Bloom\\RotatingFilter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expectedItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, falsePositiveRate, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, windowSeconds, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, generations, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, loader, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_RotatingFilter_attach, 0, 1, Bloom\\RotatingFilter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_RotatingFilter_open, 0, 6, Bloom\\RotatingFilter, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expectedItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, falsePositiveRate, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, windowSeconds, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, generations, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, loader, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_RotatingFilter_flush arginfo_class_Bloom_MembershipFilter_clear

#define arginfo_class_Bloom_RotatingFilter_export arginfo_class_Bloom_CountingFilter_export

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_RotatingFilter_import, 0, 1, Bloom\\RotatingFilter, 0)
	ZEND_ARG_TYPE_INFO(0, image, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_RotatingFilter_save arginfo_class_Bloom_CountingFilter_save

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_RotatingFilter_load, 0, 1, Bloom\\RotatingFilter, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_RotatingFilter___serialize arginfo_class_Bloom_MembershipFilter_info

#define arginfo_class_Bloom_RotatingFilter___unserialize arginfo_class_Bloom_CountingFilter___unserialize

#define arginfo_class_Bloom_RotatingFilter___debugInfo arginfo_class_Bloom_MembershipFilter_info

#define arginfo_class_Bloom_CuckooFilter___construct arginfo_class_Bloom_CountingFilter___construct

#define arginfo_class_Bloom_CuckooFilter_plan arginfo_class_Bloom_CountingFilter_plan

#define arginfo_class_Bloom_CuckooFilter_add arginfo_class_Bloom_MembershipFilter_add

#define arginfo_class_Bloom_CuckooFilter_addMany arginfo_class_Bloom_MembershipFilter_addMany

#define arginfo_class_Bloom_CuckooFilter_mightContain arginfo_class_Bloom_MembershipFilter_add

#define arginfo_class_Bloom_CuckooFilter_mightContainMany arginfo_class_Bloom_MembershipFilter_mightContainMany

#define arginfo_class_Bloom_CuckooFilter_remove arginfo_class_Bloom_DeletableFilter_remove

#define arginfo_class_Bloom_CuckooFilter_count arginfo_class_Bloom_MembershipFilter_count

#define arginfo_class_Bloom_CuckooFilter_clear arginfo_class_Bloom_MembershipFilter_clear

#define arginfo_class_Bloom_CuckooFilter_isReady arginfo_class_Bloom_MembershipFilter_isReady

#define arginfo_class_Bloom_CuckooFilter_generation arginfo_class_Bloom_MembershipFilter_count

#define arginfo_class_Bloom_CuckooFilter_info arginfo_class_Bloom_MembershipFilter_info

#define arginfo_class_Bloom_CuckooFilter_reportFalsePositives arginfo_class_Bloom_MembershipFilter_reportFalsePositives

#define arginfo_class_Bloom_CuckooFilter_rebuild arginfo_class_Bloom_MembershipFilter_rebuild

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_CuckooFilter_shared, 0, 4, Bloom\\CuckooFilter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expectedItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, falsePositiveRate, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, loader, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_CuckooFilter_attach, 0, 1, Bloom\\CuckooFilter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_CuckooFilter_open, 0, 4, Bloom\\CuckooFilter, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expectedItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, falsePositiveRate, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, loader, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_CuckooFilter_flush arginfo_class_Bloom_MembershipFilter_clear

#define arginfo_class_Bloom_CuckooFilter_export arginfo_class_Bloom_CountingFilter_export

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_CuckooFilter_import, 0, 1, Bloom\\CuckooFilter, 0)
	ZEND_ARG_TYPE_INFO(0, image, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_CuckooFilter_save arginfo_class_Bloom_CountingFilter_save

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_CuckooFilter_load, 0, 1, Bloom\\CuckooFilter, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_CuckooFilter___serialize arginfo_class_Bloom_MembershipFilter_info

#define arginfo_class_Bloom_CuckooFilter___unserialize arginfo_class_Bloom_CountingFilter___unserialize

#define arginfo_class_Bloom_CuckooFilter___debugInfo arginfo_class_Bloom_MembershipFilter_info

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Bloom_SharedMemory___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_SharedMemory_list arginfo_class_Bloom_MembershipFilter_info

#define arginfo_class_Bloom_SharedMemory_info arginfo_class_Bloom_MembershipFilter_info

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Bloom_SharedMemory_exists, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Bloom_SharedMemory_attach, 0, 1, Bloom\\MembershipFilter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Bloom_SharedMemory_drop arginfo_class_Bloom_SharedMemory_exists

#define arginfo_class_BloomFilter___construct arginfo_class_Bloom_CountingFilter___construct

#define arginfo_class_BloomFilter_plan arginfo_class_Bloom_CountingFilter_plan

#define arginfo_class_BloomFilter_add arginfo_class_Bloom_MembershipFilter_add

#define arginfo_class_BloomFilter_addMany arginfo_class_Bloom_MembershipFilter_addMany

#define arginfo_class_BloomFilter_mightContain arginfo_class_Bloom_MembershipFilter_add

#define arginfo_class_BloomFilter_mightContainMany arginfo_class_Bloom_MembershipFilter_mightContainMany

#define arginfo_class_BloomFilter_count arginfo_class_Bloom_MembershipFilter_count

#define arginfo_class_BloomFilter_clear arginfo_class_Bloom_MembershipFilter_clear

#define arginfo_class_BloomFilter_isReady arginfo_class_Bloom_MembershipFilter_isReady

#define arginfo_class_BloomFilter_generation arginfo_class_Bloom_MembershipFilter_count

#define arginfo_class_BloomFilter_info arginfo_class_Bloom_MembershipFilter_info

#define arginfo_class_BloomFilter_reportFalsePositives arginfo_class_Bloom_MembershipFilter_reportFalsePositives

#define arginfo_class_BloomFilter_rebuild arginfo_class_Bloom_MembershipFilter_rebuild

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_BloomFilter_getBitsSizeKB, 0, 0, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_BloomFilter_estimateFalsePositiveRate, 0, 1, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, insertedItems, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_BloomFilter_shared, 0, 4, BloomFilter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expectedItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, falsePositiveRate, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, loader, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_BloomFilter_attach, 0, 1, BloomFilter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_BloomFilter_open, 0, 4, BloomFilter, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, expectedItems, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, falsePositiveRate, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, loader, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_BloomFilter_flush arginfo_class_Bloom_MembershipFilter_clear

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_BloomFilter_isCompatibleWith, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, other, BloomFilter, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_BloomFilter_merge, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, other, BloomFilter, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_BloomFilter_export arginfo_class_Bloom_CountingFilter_export

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_BloomFilter_import, 0, 1, BloomFilter, 0)
	ZEND_ARG_TYPE_INFO(0, image, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_BloomFilter_save arginfo_class_Bloom_CountingFilter_save

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_BloomFilter_load, 0, 1, BloomFilter, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_BloomFilter___serialize arginfo_class_Bloom_MembershipFilter_info

#define arginfo_class_BloomFilter___unserialize arginfo_class_Bloom_CountingFilter___unserialize

#define arginfo_class_BloomFilter___debugInfo arginfo_class_Bloom_MembershipFilter_info


ZEND_METHOD(BloomFilter, __construct);
ZEND_METHOD(BloomFilter, plan);
ZEND_METHOD(BloomFilter, add);
ZEND_METHOD(BloomFilter, addMany);
ZEND_METHOD(BloomFilter, mightContain);
ZEND_METHOD(BloomFilter, mightContainMany);
ZEND_METHOD(Bloom_CountingFilter, remove);
ZEND_METHOD(Bloom_CountingFilter, countOf);
ZEND_METHOD(BloomFilter, count);
ZEND_METHOD(BloomFilter, clear);
ZEND_METHOD(BloomFilter, isReady);
ZEND_METHOD(BloomFilter, generation);
ZEND_METHOD(BloomFilter, info);
ZEND_METHOD(BloomFilter, reportFalsePositives);
ZEND_METHOD(BloomFilter, rebuild);
ZEND_METHOD(BloomFilter, shared);
ZEND_METHOD(BloomFilter, attach);
ZEND_METHOD(BloomFilter, open);
ZEND_METHOD(BloomFilter, flush);
ZEND_METHOD(BloomFilter, isCompatibleWith);
ZEND_METHOD(BloomFilter, merge);
ZEND_METHOD(BloomFilter, export);
ZEND_METHOD(BloomFilter, import);
ZEND_METHOD(BloomFilter, save);
ZEND_METHOD(BloomFilter, load);
ZEND_METHOD(BloomFilter, __serialize);
ZEND_METHOD(BloomFilter, __unserialize);
ZEND_METHOD(BloomFilter, __debugInfo);
ZEND_METHOD(Bloom_SharedMemory, __construct);
ZEND_METHOD(Bloom_SharedMemory, list);
ZEND_METHOD(Bloom_SharedMemory, info);
ZEND_METHOD(Bloom_SharedMemory, exists);
ZEND_METHOD(Bloom_SharedMemory, attach);
ZEND_METHOD(Bloom_SharedMemory, drop);
ZEND_METHOD(BloomFilter, getBitsSizeKB);
ZEND_METHOD(BloomFilter, estimateFalsePositiveRate);


static const zend_function_entry class_Bloom_MembershipFilter_methods[] = {
	ZEND_ABSTRACT_ME_WITH_FLAGS(Bloom_MembershipFilter, add, arginfo_class_Bloom_MembershipFilter_add, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Bloom_MembershipFilter, addMany, arginfo_class_Bloom_MembershipFilter_addMany, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Bloom_MembershipFilter, mightContain, arginfo_class_Bloom_MembershipFilter_mightContain, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Bloom_MembershipFilter, mightContainMany, arginfo_class_Bloom_MembershipFilter_mightContainMany, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Bloom_MembershipFilter, count, arginfo_class_Bloom_MembershipFilter_count, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Bloom_MembershipFilter, clear, arginfo_class_Bloom_MembershipFilter_clear, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Bloom_MembershipFilter, isReady, arginfo_class_Bloom_MembershipFilter_isReady, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Bloom_MembershipFilter, generation, arginfo_class_Bloom_MembershipFilter_generation, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Bloom_MembershipFilter, info, arginfo_class_Bloom_MembershipFilter_info, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Bloom_MembershipFilter, reportFalsePositives, arginfo_class_Bloom_MembershipFilter_reportFalsePositives, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Bloom_MembershipFilter, rebuild, arginfo_class_Bloom_MembershipFilter_rebuild, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_FE_END
};


static const zend_function_entry class_Bloom_DeletableFilter_methods[] = {
	ZEND_ABSTRACT_ME_WITH_FLAGS(Bloom_DeletableFilter, remove, arginfo_class_Bloom_DeletableFilter_remove, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_FE_END
};


static const zend_function_entry class_Bloom_CountingFilter_methods[] = {
	ZEND_MALIAS(BloomFilter, __construct, __construct, arginfo_class_Bloom_CountingFilter___construct, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, plan, plan, arginfo_class_Bloom_CountingFilter_plan, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, add, add, arginfo_class_Bloom_CountingFilter_add, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, addMany, addMany, arginfo_class_Bloom_CountingFilter_addMany, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, mightContain, mightContain, arginfo_class_Bloom_CountingFilter_mightContain, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, mightContainMany, mightContainMany, arginfo_class_Bloom_CountingFilter_mightContainMany, ZEND_ACC_PUBLIC)
	ZEND_ME(Bloom_CountingFilter, remove, arginfo_class_Bloom_CountingFilter_remove, ZEND_ACC_PUBLIC)
	ZEND_ME(Bloom_CountingFilter, countOf, arginfo_class_Bloom_CountingFilter_countOf, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, count, count, arginfo_class_Bloom_CountingFilter_count, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, clear, clear, arginfo_class_Bloom_CountingFilter_clear, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, isReady, isReady, arginfo_class_Bloom_CountingFilter_isReady, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, generation, generation, arginfo_class_Bloom_CountingFilter_generation, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, info, info, arginfo_class_Bloom_CountingFilter_info, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, reportFalsePositives, reportFalsePositives, arginfo_class_Bloom_CountingFilter_reportFalsePositives, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, rebuild, rebuild, arginfo_class_Bloom_CountingFilter_rebuild, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, shared, shared, arginfo_class_Bloom_CountingFilter_shared, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, attach, attach, arginfo_class_Bloom_CountingFilter_attach, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, open, open, arginfo_class_Bloom_CountingFilter_open, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, flush, flush, arginfo_class_Bloom_CountingFilter_flush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, isCompatibleWith, isCompatibleWith, arginfo_class_Bloom_CountingFilter_isCompatibleWith, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, merge, merge, arginfo_class_Bloom_CountingFilter_merge, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, export, export, arginfo_class_Bloom_CountingFilter_export, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, import, import, arginfo_class_Bloom_CountingFilter_import, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, save, save, arginfo_class_Bloom_CountingFilter_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, load, load, arginfo_class_Bloom_CountingFilter_load, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, __serialize, __serialize, arginfo_class_Bloom_CountingFilter___serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, __unserialize, __unserialize, arginfo_class_Bloom_CountingFilter___unserialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, __debugInfo, __debugInfo, arginfo_class_Bloom_CountingFilter___debugInfo, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Bloom_ScalableFilter_methods[] = {
	ZEND_MALIAS(BloomFilter, __construct, __construct, arginfo_class_Bloom_ScalableFilter___construct, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, add, add, arginfo_class_Bloom_ScalableFilter_add, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, addMany, addMany, arginfo_class_Bloom_ScalableFilter_addMany, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, mightContain, mightContain, arginfo_class_Bloom_ScalableFilter_mightContain, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, mightContainMany, mightContainMany, arginfo_class_Bloom_ScalableFilter_mightContainMany, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, count, count, arginfo_class_Bloom_ScalableFilter_count, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, clear, clear, arginfo_class_Bloom_ScalableFilter_clear, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, isReady, isReady, arginfo_class_Bloom_ScalableFilter_isReady, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, generation, generation, arginfo_class_Bloom_ScalableFilter_generation, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, info, info, arginfo_class_Bloom_ScalableFilter_info, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, reportFalsePositives, reportFalsePositives, arginfo_class_Bloom_ScalableFilter_reportFalsePositives, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, rebuild, rebuild, arginfo_class_Bloom_ScalableFilter_rebuild, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, shared, shared, arginfo_class_Bloom_ScalableFilter_shared, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, attach, attach, arginfo_class_Bloom_ScalableFilter_attach, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, open, open, arginfo_class_Bloom_ScalableFilter_open, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, flush, flush, arginfo_class_Bloom_ScalableFilter_flush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, export, export, arginfo_class_Bloom_ScalableFilter_export, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, import, import, arginfo_class_Bloom_ScalableFilter_import, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, save, save, arginfo_class_Bloom_ScalableFilter_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, load, load, arginfo_class_Bloom_ScalableFilter_load, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, __serialize, __serialize, arginfo_class_Bloom_ScalableFilter___serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, __unserialize, __unserialize, arginfo_class_Bloom_ScalableFilter___unserialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, __debugInfo, __debugInfo, arginfo_class_Bloom_ScalableFilter___debugInfo, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Bloom_RotatingFilter_methods[] = {
	ZEND_MALIAS(BloomFilter, __construct, __construct, arginfo_class_Bloom_RotatingFilter___construct, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, add, add, arginfo_class_Bloom_RotatingFilter_add, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, addMany, addMany, arginfo_class_Bloom_RotatingFilter_addMany, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, mightContain, mightContain, arginfo_class_Bloom_RotatingFilter_mightContain, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, mightContainMany, mightContainMany, arginfo_class_Bloom_RotatingFilter_mightContainMany, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, count, count, arginfo_class_Bloom_RotatingFilter_count, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, clear, clear, arginfo_class_Bloom_RotatingFilter_clear, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, isReady, isReady, arginfo_class_Bloom_RotatingFilter_isReady, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, generation, generation, arginfo_class_Bloom_RotatingFilter_generation, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, info, info, arginfo_class_Bloom_RotatingFilter_info, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, reportFalsePositives, reportFalsePositives, arginfo_class_Bloom_RotatingFilter_reportFalsePositives, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, rebuild, rebuild, arginfo_class_Bloom_RotatingFilter_rebuild, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, shared, shared, arginfo_class_Bloom_RotatingFilter_shared, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, attach, attach, arginfo_class_Bloom_RotatingFilter_attach, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, open, open, arginfo_class_Bloom_RotatingFilter_open, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, flush, flush, arginfo_class_Bloom_RotatingFilter_flush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, export, export, arginfo_class_Bloom_RotatingFilter_export, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, import, import, arginfo_class_Bloom_RotatingFilter_import, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, save, save, arginfo_class_Bloom_RotatingFilter_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, load, load, arginfo_class_Bloom_RotatingFilter_load, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, __serialize, __serialize, arginfo_class_Bloom_RotatingFilter___serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, __unserialize, __unserialize, arginfo_class_Bloom_RotatingFilter___unserialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, __debugInfo, __debugInfo, arginfo_class_Bloom_RotatingFilter___debugInfo, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Bloom_CuckooFilter_methods[] = {
	ZEND_MALIAS(BloomFilter, __construct, __construct, arginfo_class_Bloom_CuckooFilter___construct, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, plan, plan, arginfo_class_Bloom_CuckooFilter_plan, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, add, add, arginfo_class_Bloom_CuckooFilter_add, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, addMany, addMany, arginfo_class_Bloom_CuckooFilter_addMany, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, mightContain, mightContain, arginfo_class_Bloom_CuckooFilter_mightContain, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, mightContainMany, mightContainMany, arginfo_class_Bloom_CuckooFilter_mightContainMany, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Bloom_CountingFilter, remove, remove, arginfo_class_Bloom_CuckooFilter_remove, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, count, count, arginfo_class_Bloom_CuckooFilter_count, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, clear, clear, arginfo_class_Bloom_CuckooFilter_clear, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, isReady, isReady, arginfo_class_Bloom_CuckooFilter_isReady, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, generation, generation, arginfo_class_Bloom_CuckooFilter_generation, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, info, info, arginfo_class_Bloom_CuckooFilter_info, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, reportFalsePositives, reportFalsePositives, arginfo_class_Bloom_CuckooFilter_reportFalsePositives, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, rebuild, rebuild, arginfo_class_Bloom_CuckooFilter_rebuild, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, shared, shared, arginfo_class_Bloom_CuckooFilter_shared, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, attach, attach, arginfo_class_Bloom_CuckooFilter_attach, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, open, open, arginfo_class_Bloom_CuckooFilter_open, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, flush, flush, arginfo_class_Bloom_CuckooFilter_flush, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, export, export, arginfo_class_Bloom_CuckooFilter_export, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, import, import, arginfo_class_Bloom_CuckooFilter_import, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, save, save, arginfo_class_Bloom_CuckooFilter_save, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, load, load, arginfo_class_Bloom_CuckooFilter_load, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_MALIAS(BloomFilter, __serialize, __serialize, arginfo_class_Bloom_CuckooFilter___serialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, __unserialize, __unserialize, arginfo_class_Bloom_CuckooFilter___unserialize, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(BloomFilter, __debugInfo, __debugInfo, arginfo_class_Bloom_CuckooFilter___debugInfo, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Bloom_SharedMemory_methods[] = {
	ZEND_ME(Bloom_SharedMemory, __construct, arginfo_class_Bloom_SharedMemory___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Bloom_SharedMemory, list, arginfo_class_Bloom_SharedMemory_list, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Bloom_SharedMemory, info, arginfo_class_Bloom_SharedMemory_info, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Bloom_SharedMemory, exists, arginfo_class_Bloom_SharedMemory_exists, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Bloom_SharedMemory, attach, arginfo_class_Bloom_SharedMemory_attach, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Bloom_SharedMemory, drop, arginfo_class_Bloom_SharedMemory_drop, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};


static const zend_function_entry class_Bloom_FilterException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Bloom_NotFoundException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Bloom_CorruptImageException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Bloom_IncompatibleFilterException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Bloom_FilterFullException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Bloom_StorageException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_BloomFilter_methods[] = {
	ZEND_ME(BloomFilter, __construct, arginfo_class_BloomFilter___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, plan, arginfo_class_BloomFilter_plan, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(BloomFilter, add, arginfo_class_BloomFilter_add, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, addMany, arginfo_class_BloomFilter_addMany, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, mightContain, arginfo_class_BloomFilter_mightContain, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, mightContainMany, arginfo_class_BloomFilter_mightContainMany, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, count, arginfo_class_BloomFilter_count, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, clear, arginfo_class_BloomFilter_clear, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, isReady, arginfo_class_BloomFilter_isReady, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, generation, arginfo_class_BloomFilter_generation, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, info, arginfo_class_BloomFilter_info, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, reportFalsePositives, arginfo_class_BloomFilter_reportFalsePositives, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, rebuild, arginfo_class_BloomFilter_rebuild, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, getBitsSizeKB, arginfo_class_BloomFilter_getBitsSizeKB, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, estimateFalsePositiveRate, arginfo_class_BloomFilter_estimateFalsePositiveRate, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, shared, arginfo_class_BloomFilter_shared, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(BloomFilter, attach, arginfo_class_BloomFilter_attach, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(BloomFilter, open, arginfo_class_BloomFilter_open, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(BloomFilter, flush, arginfo_class_BloomFilter_flush, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, isCompatibleWith, arginfo_class_BloomFilter_isCompatibleWith, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, merge, arginfo_class_BloomFilter_merge, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, export, arginfo_class_BloomFilter_export, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, import, arginfo_class_BloomFilter_import, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(BloomFilter, save, arginfo_class_BloomFilter_save, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, load, arginfo_class_BloomFilter_load, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(BloomFilter, __serialize, arginfo_class_BloomFilter___serialize, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, __unserialize, arginfo_class_BloomFilter___unserialize, ZEND_ACC_PUBLIC)
	ZEND_ME(BloomFilter, __debugInfo, arginfo_class_BloomFilter___debugInfo, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Bloom_MembershipFilter(zend_class_entry *class_entry_Countable)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "MembershipFilter", class_Bloom_MembershipFilter_methods);
	class_entry = zend_register_internal_interface(&ce);
	zend_class_implements(class_entry, 1, class_entry_Countable);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "add", sizeof("add") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "addmany", sizeof("addmany") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "mightcontain", sizeof("mightcontain") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "mightcontainmany", sizeof("mightcontainmany") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

static zend_class_entry *register_class_Bloom_DeletableFilter(zend_class_entry *class_entry_Bloom_MembershipFilter)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "DeletableFilter", class_Bloom_DeletableFilter_methods);
	class_entry = zend_register_internal_interface(&ce);
	zend_class_implements(class_entry, 1, class_entry_Bloom_MembershipFilter);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "remove", sizeof("remove") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

static zend_class_entry *register_class_Bloom_CountingFilter(zend_class_entry *class_entry_Bloom_DeletableFilter)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "CountingFilter", class_Bloom_CountingFilter_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;
	zend_class_implements(class_entry, 1, class_entry_Bloom_DeletableFilter);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "add", sizeof("add") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "addmany", sizeof("addmany") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "mightcontain", sizeof("mightcontain") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "mightcontainmany", sizeof("mightcontainmany") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "remove", sizeof("remove") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "countof", sizeof("countof") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

static zend_class_entry *register_class_Bloom_ScalableFilter(zend_class_entry *class_entry_Bloom_MembershipFilter)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "ScalableFilter", class_Bloom_ScalableFilter_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;
	zend_class_implements(class_entry, 1, class_entry_Bloom_MembershipFilter);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "add", sizeof("add") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "addmany", sizeof("addmany") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "mightcontain", sizeof("mightcontain") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "mightcontainmany", sizeof("mightcontainmany") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

static zend_class_entry *register_class_Bloom_RotatingFilter(zend_class_entry *class_entry_Bloom_MembershipFilter)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "RotatingFilter", class_Bloom_RotatingFilter_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;
	zend_class_implements(class_entry, 1, class_entry_Bloom_MembershipFilter);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "add", sizeof("add") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "addmany", sizeof("addmany") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "mightcontain", sizeof("mightcontain") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "mightcontainmany", sizeof("mightcontainmany") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

static zend_class_entry *register_class_Bloom_CuckooFilter(zend_class_entry *class_entry_Bloom_DeletableFilter)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "CuckooFilter", class_Bloom_CuckooFilter_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;
	zend_class_implements(class_entry, 1, class_entry_Bloom_DeletableFilter);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "add", sizeof("add") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "addmany", sizeof("addmany") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "mightcontain", sizeof("mightcontain") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "mightcontainmany", sizeof("mightcontainmany") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "remove", sizeof("remove") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

static zend_class_entry *register_class_Bloom_SharedMemory(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "SharedMemory", class_Bloom_SharedMemory_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Bloom_FilterException(zend_class_entry *class_entry_RuntimeException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "FilterException", class_Bloom_FilterException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);

	return class_entry;
}

static zend_class_entry *register_class_Bloom_NotFoundException(zend_class_entry *class_entry_Bloom_FilterException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "NotFoundException", class_Bloom_NotFoundException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Bloom_FilterException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Bloom_CorruptImageException(zend_class_entry *class_entry_Bloom_FilterException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "CorruptImageException", class_Bloom_CorruptImageException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Bloom_FilterException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Bloom_IncompatibleFilterException(zend_class_entry *class_entry_Bloom_FilterException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "IncompatibleFilterException", class_Bloom_IncompatibleFilterException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Bloom_FilterException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Bloom_FilterFullException(zend_class_entry *class_entry_Bloom_FilterException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "FilterFullException", class_Bloom_FilterFullException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Bloom_FilterException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Bloom_StorageException(zend_class_entry *class_entry_Bloom_FilterException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Bloom", "StorageException", class_Bloom_StorageException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Bloom_FilterException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_BloomFilter(zend_class_entry *class_entry_Bloom_MembershipFilter)
{
	zend_class_entry ce, *class_entry;

	INIT_CLASS_ENTRY(ce, "BloomFilter", class_BloomFilter_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;
	zend_class_implements(class_entry, 1, class_entry_Bloom_MembershipFilter);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "add", sizeof("add") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "addmany", sizeof("addmany") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "mightcontain", sizeof("mightcontain") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "mightcontainmany", sizeof("mightcontainmany") - 1), 0, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}
