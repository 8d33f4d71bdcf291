// The door to zlib and zstd: the headers are all there is.
#include "CCompression.h"
