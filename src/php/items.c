#include "php/items.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "core/hash.h"

/* Enough independent cache misses to fill what a core can have outstanding, few enough to stay in its cache. */
#define BATCH_SIZE 32

/* Strings lie anywhere: their bytes are asked for so many elements before they are hashed. */
#define AHEAD 12

static ZEND_COLD void throw_element_error(const zval *element, zend_ulong position)
{
    zend_argument_type_error(1,
                             "must contain only strings, integers and Stringable objects, %s found "
                             "at position " ZEND_ULONG_FMT,
                             Z_TYPE_P(element) == IS_OBJECT ? ZSTR_VAL(Z_OBJCE_P(element)->name)
                                                            : zend_zval_type_name(element),
                             position);
}

static bool element_runs_user_code(const zval *element)
{
    return Z_TYPE_P(element) == IS_OBJECT;
}

/* Word by word: of a struct gcc makes one vector, through the stack, and that load waits for both stores. */
static zend_always_inline void store_hash(bloom_hash_t *target, bloom_hash_t hash)
{
    bloom_store_relaxed(&target->low, hash.low);
    bloom_store_relaxed(&target->high, hash.high);
}

/* Hashes one element. False with an exception thrown if it is no item; its __toString may have run. */
static zend_always_inline bool element_hash(zval *element, zend_ulong position, bloom_hash_t *hash)
{
    if (EXPECTED(Z_TYPE_P(element) == IS_STRING)) {
        store_hash(hash, bloom_hash(&BLOOM_G(hash_key), Z_STRVAL_P(element), Z_STRLEN_P(element)));
        return true;
    }
    if (Z_TYPE_P(element) == IS_LONG) {
        char buffer[MAX_LENGTH_OF_LONG + 1];
        char *end = buffer + sizeof buffer - 1;
        char *digits = zend_print_long_to_buf(end, Z_LVAL_P(element));
        store_hash(hash, bloom_hash(&BLOOM_G(hash_key), digits, (size_t)(end - digits)));
        return true;
    }
    if (Z_TYPE_P(element) == IS_OBJECT &&
        instanceof_function(Z_OBJCE_P(element), zend_ce_stringable)) {
        zval copy; /* __toString may drop the last reference to the element */
        ZVAL_COPY(&copy, element);
        zend_string *item = zval_try_get_string(&copy);
        if (item != NULL) {
            store_hash(hash, bloom_hash(&BLOOM_G(hash_key), ZSTR_VAL(item), ZSTR_LEN(item)));
            zend_string_release(item);
        }
        zval_ptr_dtor(&copy);
        return item != NULL && EG(exception) == NULL;
    }
    throw_element_error(element, position);
    return false;
}

/* User code may have ended the life of a rebuild's new version, image and all. */
static bool is_still_usable(php_bloom_object *object)
{
    zval object_value;
    ZVAL_OBJ(&object_value, &object->std);
    return php_bloom_usable_this(&object_value) != NULL;
}

static zend_long add_batch(php_bloom_object *object, const bloom_hash_t *hashes, size_t count)
{
    zend_long added = 0;
    php_bloom_object_prefetch(object, hashes, count);
    for (size_t i = 0; i < count && EG(exception) == NULL; i++) {
        added += php_bloom_object_add(object, hashes[i]);
    }
    return added;
}

static zend_long add_array(php_bloom_object *object, HashTable *items)
{
    bloom_hash_t hashes[BATCH_SIZE];
    size_t pending = 0;
    zend_long added = 0;
    zend_ulong position = 0;
    zval *element;

    ZEND_HASH_FOREACH_VAL (items, element) {
        ZVAL_DEREF(element);
        bool runs_user_code = element_runs_user_code(element);
        if (UNEXPECTED(pending == BATCH_SIZE || runs_user_code)) {
            added += add_batch(object, hashes, pending);
            pending = 0;
        }
        if (UNEXPECTED(!element_hash(element, position, &hashes[pending]) ||
                       (runs_user_code && !is_still_usable(object)))) {
            break;
        }
        pending++;
        position++;
    }
    ZEND_HASH_FOREACH_END();

    /* also when an element was refused: what came before stays */
    if (pending > 0 && object->state != PHP_BLOOM_DISCARDED) {
        zend_object *refused = EG(exception);
        EG(exception) = NULL;
        added += add_batch(object, hashes, pending);
        if (EG(exception) == NULL) {
            EG(exception) = refused;
        } else if (refused != NULL) {
            zend_exception_set_previous(EG(exception), refused);
        }
    }
    return added;
}

/* One element at a time: code that yields items may look at the filter in between. */
static void walk_iterator(zval *items,
                          bool (*visit)(zval *element, zval *key, zend_ulong position,
                                        void *argument),
                          bool needs_keys, void *argument)
{
    zend_class_entry *ce = Z_OBJCE_P(items);
    zend_object_iterator *iterator = ce->get_iterator(ce, items, 0);
    if (iterator == NULL || EG(exception) != NULL) {
        if (iterator != NULL) {
            zend_iterator_dtor(iterator);
        }
        return;
    }
    const zend_object_iterator_funcs *functions = iterator->funcs;
    iterator->index = 0;
    if (functions->rewind != NULL) {
        functions->rewind(iterator);
    }
    zend_ulong position = 0;
    while (EG(exception) == NULL && functions->valid(iterator) == SUCCESS &&
           EG(exception) == NULL) {
        zval *element = functions->get_current_data(iterator);
        if (EG(exception) != NULL || element == NULL) {
            break;
        }
        ZVAL_DEREF(element);
        zval element_copy, key;
        ZVAL_COPY(&element_copy, element);
        ZVAL_UNDEF(&key);
        if (needs_keys) {
            if (functions->get_current_key != NULL) {
                functions->get_current_key(iterator, &key);
            } else {
                ZVAL_LONG(&key, (zend_long)position);
            }
        }
        bool goes_on = EG(exception) == NULL && visit(&element_copy, &key, position, argument);
        zval_ptr_dtor(&element_copy);
        zval_ptr_dtor(&key);
        if (!goes_on || EG(exception) != NULL) { /* a destructor may have thrown */
            break;
        }
        position++;
        iterator->index++;
        functions->move_forward(iterator);
    }
    zend_iterator_dtor(iterator);
}

typedef struct add_walk {
    php_bloom_object *object;
    zend_long added;
} add_walk_t;

static bool add_element(zval *element, zval *key, zend_ulong position, void *argument)
{
    (void)key;
    add_walk_t *walk = argument;
    bloom_hash_t hash;
    if (!element_hash(element, position, &hash) || !is_still_usable(walk->object)) {
        return false;
    }
    walk->added += php_bloom_object_add(walk->object, hash);
    return EG(exception) == NULL;
}

zend_long php_bloom_items_add(php_bloom_object *object, zval *items)
{
    if (Z_TYPE_P(items) == IS_ARRAY) {
        return add_array(object, Z_ARRVAL_P(items));
    }
    add_walk_t walk = {object, 0};
    walk_iterator(items, add_element, false, &walk);
    return walk.added;
}

static void lookup_list(php_bloom_object *object, HashTable *items, HashTable *results)
{
    bloom_hash_t hashes[BATCH_SIZE];
    bool answers[BATCH_SIZE];
    uint32_t item_count = zend_hash_num_elements(items);

    zend_hash_real_init_packed(results);
    for (uint32_t first = 0; first < item_count && EG(exception) == NULL; first += BATCH_SIZE) {
        uint32_t count = item_count - first < BATCH_SIZE ? item_count - first : BATCH_SIZE;
        for (uint32_t i = 0; i < count; i++) {
            zval *element = items->arPacked + first + i;
            if (first + i + AHEAD < item_count && Z_TYPE_P(element + AHEAD) == IS_STRING) {
                BLOOM_PREFETCH_READ(Z_STRVAL_P(element + AHEAD));
            }
            ZVAL_DEREF(element);
            if (UNEXPECTED(!element_hash(element, first + i, &hashes[i]))) {
                return;
            }
        }
        php_bloom_object_contains_batch(object, hashes, count, answers);
        ZEND_HASH_FILL_PACKED (results) {
            for (uint32_t i = 0; i < count; i++) {
                ZVAL_BOOL(__fill_val, answers[i]);
                ZEND_HASH_FILL_NEXT();
            }
        }
        ZEND_HASH_FILL_END();
    }
}

typedef struct pending_key {
    zend_ulong index;
    zend_string *name; /* NULL: index; borrowed from the array being walked */
} pending_key_t;

static void store_answers(HashTable *results, const pending_key_t *keys, const bool *answers,
                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        zval answer;
        ZVAL_BOOL(&answer, answers[i]);
        if (keys[i].name != NULL) {
            zend_hash_add_new(results, keys[i].name, &answer);
        } else {
            zend_hash_index_add_new(results, keys[i].index, &answer);
        }
    }
}

static void lookup_map(php_bloom_object *object, HashTable *items, HashTable *results)
{
    bloom_hash_t hashes[BATCH_SIZE];
    bool answers[BATCH_SIZE];
    pending_key_t keys[BATCH_SIZE];
    size_t pending = 0;
    zend_ulong position = 0, index;
    zend_string *name;
    zval *element;

    ZEND_HASH_FOREACH_KEY_VAL (items, index, name, element) {
        ZVAL_DEREF(element);
        if (pending == BATCH_SIZE) {
            php_bloom_object_contains_batch(object, hashes, pending, answers);
            store_answers(results, keys, answers, pending);
            pending = 0;
        }
        if (UNEXPECTED(!element_hash(element, position, &hashes[pending]))) {
            return;
        }
        keys[pending].index = index;
        keys[pending].name = name;
        pending++;
        position++;
    }
    ZEND_HASH_FOREACH_END();
    if (pending > 0) {
        php_bloom_object_contains_batch(object, hashes, pending, answers);
        store_answers(results, keys, answers, pending);
    }
}

typedef struct lookup_walk {
    php_bloom_object *object;
    HashTable *results;
} lookup_walk_t;

static bool lookup_element(zval *element, zval *key, zend_ulong position, void *argument)
{
    lookup_walk_t *walk = argument;
    bloom_hash_t hash;
    ZVAL_DEREF(key);
    if (UNEXPECTED(Z_TYPE_P(key) != IS_LONG && Z_TYPE_P(key) != IS_STRING)) {
        zend_argument_type_error(
            1, "must have keys of type int or string, %s found at position " ZEND_ULONG_FMT,
            zend_zval_type_name(key), position);
        return false;
    }
    if (!element_hash(element, position, &hash)) {
        return false;
    }
    zval answer;
    ZVAL_BOOL(&answer, php_bloom_object_contains(walk->object, hash));
    zend_ulong index = (zend_ulong)Z_LVAL_P(key);
    bool is_index = Z_TYPE_P(key) == IS_LONG ||
                    ZEND_HANDLE_NUMERIC_STR(Z_STRVAL_P(key), Z_STRLEN_P(key), index);
    zval *stored = is_index ? zend_hash_index_add(walk->results, index, &answer)
                            : zend_hash_add(walk->results, Z_STR_P(key), &answer);
    if (UNEXPECTED(stored == NULL)) {
        zend_argument_value_error(
            1, "must have distinct keys, the key at position " ZEND_ULONG_FMT " was there before",
            position);
        return false;
    }
    return true;
}

void php_bloom_items_lookup(php_bloom_object *object, zval *items, zval *return_value)
{
    if (Z_TYPE_P(items) == IS_ARRAY) {
        HashTable *elements = Z_ARRVAL_P(items);
        array_init_size(return_value, zend_hash_num_elements(elements));
        if (HT_IS_PACKED(elements) && HT_IS_WITHOUT_HOLES(elements)) {
            lookup_list(object, elements, Z_ARRVAL_P(return_value));
        } else {
            lookup_map(object, elements, Z_ARRVAL_P(return_value));
        }
    } else {
        array_init(return_value);
        lookup_walk_t walk = {object, Z_ARRVAL_P(return_value)};
        walk_iterator(items, lookup_element, true, &walk);
    }
    if (UNEXPECTED(EG(exception) != NULL)) {
        zend_array_destroy(Z_ARR_P(return_value));
        ZVAL_NULL(return_value);
    }
}
