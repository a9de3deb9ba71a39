/* Runs a fuzz target on the files named, once each: for compilers without libFuzzer, and for ./dev test. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes);

int main(int argument_count, char **arguments)
{
    enum { FILE_BYTES_MAX = 1 << 20 };
    for (int i = 1; i < argument_count; i++) {
        FILE *file = fopen(arguments[i], "rb");
        uint8_t *room = malloc(FILE_BYTES_MAX);
        if (file == NULL || room == NULL) {
            perror(arguments[i]);
            return EXIT_FAILURE;
        }
        size_t size_bytes = fread(room, 1, FILE_BYTES_MAX, file);
        fclose(file);
        /* of exactly its size, for AddressSanitizer */
        uint8_t *data = size_bytes > 0 ? realloc(room, size_bytes) : room;
        if (data == NULL) {
            return EXIT_FAILURE;
        }
        LLVMFuzzerTestOneInput(data, size_bytes);
        free(data);
    }
    printf("%d inputs, no fault\n", argument_count - 1);
    return argument_count > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
