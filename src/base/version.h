/* The version of the command and the library. */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#define MAZURKA_VERSION "0.1.0"

#endif
