/* Registers every class, interface and exception of the stub. */
#ifndef BLOOM_PHP_CLASSES_H
#define BLOOM_PHP_CLASSES_H

void php_bloom_register_classes(void);

#endif
