// Exposes zlib and zstd to Swift. There is only the header.
#include "CCompression.h"
