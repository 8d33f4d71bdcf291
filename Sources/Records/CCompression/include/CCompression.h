#ifndef CCOMPRESSION_H
#define CCOMPRESSION_H
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>
#endif
