/* SHA-256 (FIPS 180-4), for formats that identify files by it. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

/* 64 hexadecimal digits and a zero. */
void sha256_hex (const void *data, size_t len, char out[65]);

#endif
