// Compares columns of values, 64 rows at a time. Each row is a bit of a word; the first row is the lowest bit.
//
// The caller must provide memory for whole words of values and bits. Values after the last row are read, and their
// bits are meaningless.

#ifndef COLUMN_KERNELS_H
#define COLUMN_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A comparison of two values.
typedef enum {
    ck_less = 0,
    ck_less_or_equal = 1,
    ck_greater = 2,
    ck_greater_or_equal = 3,
    ck_equal = 4,
} ck_comparison;

/// The available instructions.
typedef enum {
    ck_portable = 0,
    ck_avx2 = 1,
    ck_avx512 = 2,
} ck_kernel;

/// The fastest kernel for this processor.
uint32_t ck_best_kernel(void);

/// Whether this processor supports a kernel.
int ck_has_kernel(uint32_t kernel);

void ck_compare_int8(uint32_t kernel, const int8_t *_Nonnull values, size_t words, uint32_t comparison, int8_t other,
                     uint64_t *_Nonnull bits);
void ck_compare_int16(uint32_t kernel, const int16_t *_Nonnull values, size_t words, uint32_t comparison, int16_t other,
                      uint64_t *_Nonnull bits);
void ck_compare_int32(uint32_t kernel, const int32_t *_Nonnull values, size_t words, uint32_t comparison, int32_t other,
                      uint64_t *_Nonnull bits);
void ck_compare_int64(uint32_t kernel, const int64_t *_Nonnull values, size_t words, uint32_t comparison, int64_t other,
                      uint64_t *_Nonnull bits);
/// Every comparison with a NaN is false.
void ck_compare_double(uint32_t kernel, const double *_Nonnull values, size_t words, uint32_t comparison, double other,
                       uint64_t *_Nonnull bits);

/// Looks up each code in a table of 0 and 1. The table has 256 entries, or 65,536 for 16-bit codes.
void ck_look_up_uint8(uint32_t kernel, const uint8_t *_Nonnull codes, size_t words, const uint8_t *_Nonnull table,
                      uint64_t *_Nonnull bits);
void ck_look_up_uint16(uint32_t kernel, const uint16_t *_Nonnull codes, size_t words, const uint8_t *_Nonnull table,
                       uint64_t *_Nonnull bits);

/// Converts 64 integers to doubles.
void ck_widen_int8(uint32_t kernel, const int8_t *_Nonnull values, double *_Nonnull doubles);
void ck_widen_int16(uint32_t kernel, const int16_t *_Nonnull values, double *_Nonnull doubles);
void ck_widen_int32(uint32_t kernel, const int32_t *_Nonnull values, double *_Nonnull doubles);
void ck_widen_int64(uint32_t kernel, const int64_t *_Nonnull values, double *_Nonnull doubles);

/// An operation on two numbers.
typedef enum {
    ck_add = 0,
    ck_subtract = 1,
    ck_multiply = 2,
    ck_divide = 3,
} ck_operation;

/// Computes 64 results in place, in the first operand. Returns the rows whose magnitude exceeds the bound, or is NaN.
uint64_t ck_apply(uint32_t kernel, uint32_t operation, double *_Nonnull a, const double *_Nonnull b, double bound);

/// A test of a string.
typedef enum {
    ck_text_equal = 0,
    ck_text_prefix = 1,
    ck_text_suffix = 2,
} ck_text_test;

/// Tests whether each text equals another, or begins or ends with it. A string reaches from its own offset to the next
/// one. Eight bytes after the last text and before the first must be readable.
void ck_compare_text(const uint32_t *_Nonnull offsets, const uint8_t *_Nonnull bytes, size_t rows, uint32_t test,
                     const uint8_t *_Nonnull other, size_t length, uint64_t *_Nonnull bits);

/// Counts the set bits in each range of bits, from one offset to the next.
void ck_count_in_ranges(const uint32_t *_Nonnull offsets, size_t rows, const uint64_t *_Nonnull bits,
                        int32_t *_Nonnull counts);

/// Counts the set bits.
size_t ck_count(const uint64_t *_Nonnull bits, size_t words);

#ifdef __cplusplus
}
#endif

#endif
