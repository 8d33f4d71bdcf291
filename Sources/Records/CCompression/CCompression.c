// Exposes zlib and zstd to Swift. There is only the header, which needs the trait.
#ifdef Compression
#include "CCompression.h"
#endif
