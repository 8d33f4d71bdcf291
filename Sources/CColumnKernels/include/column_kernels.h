// Compares columns of values, 64 rows at a time: a row is a bit of a word, the lowest bit the first row.
//
// Whoever calls sees to it that values and words are there for whole words: what lies behind the last row is read, and its bits
// mean nothing.

#ifndef COLUMN_KERNELS_H
#define COLUMN_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How a value is compared with another.
typedef enum {
    ck_less = 0,
    ck_less_or_equal = 1,
    ck_greater = 2,
    ck_greater_or_equal = 3,
    ck_equal = 4,
} ck_comparison;

/// The instructions that are used.
typedef enum {
    ck_portable = 0,
    ck_avx2 = 1,
    ck_avx512 = 2,
} ck_kernel;

/// The fastest kernel that this processor has.
uint32_t ck_best_kernel(void);

/// Whether this processor has a kernel.
int ck_has_kernel(uint32_t kernel);

void ck_compare_int8(uint32_t kernel, const int8_t *_Nonnull values, size_t words, uint32_t comparison, int8_t other,
                     uint64_t *_Nonnull bits);
void ck_compare_int16(uint32_t kernel, const int16_t *_Nonnull values, size_t words, uint32_t comparison, int16_t other,
                      uint64_t *_Nonnull bits);
void ck_compare_int32(uint32_t kernel, const int32_t *_Nonnull values, size_t words, uint32_t comparison, int32_t other,
                      uint64_t *_Nonnull bits);
void ck_compare_int64(uint32_t kernel, const int64_t *_Nonnull values, size_t words, uint32_t comparison, int64_t other,
                      uint64_t *_Nonnull bits);
/// No comparison holds for a NaN.
void ck_compare_double(uint32_t kernel, const double *_Nonnull values, size_t words, uint32_t comparison, double other,
                       uint64_t *_Nonnull bits);

/// The entry of a table for each code: 0 or 1. The table has 256 entries, of the wider codes 65,536.
void ck_look_up_uint8(uint32_t kernel, const uint8_t *_Nonnull codes, size_t words, const uint8_t *_Nonnull table,
                      uint64_t *_Nonnull bits);
void ck_look_up_uint16(uint32_t kernel, const uint16_t *_Nonnull codes, size_t words, const uint8_t *_Nonnull table,
                       uint64_t *_Nonnull bits);

/// The doubles of 64 integers.
void ck_widen_int8(uint32_t kernel, const int8_t *_Nonnull values, double *_Nonnull doubles);
void ck_widen_int16(uint32_t kernel, const int16_t *_Nonnull values, double *_Nonnull doubles);
void ck_widen_int32(uint32_t kernel, const int32_t *_Nonnull values, double *_Nonnull doubles);
void ck_widen_int64(uint32_t kernel, const int64_t *_Nonnull values, double *_Nonnull doubles);

/// What is done with two numbers.
typedef enum {
    ck_add = 0,
    ck_subtract = 1,
    ck_multiply = 2,
    ck_divide = 3,
} ck_operation;

/// Puts the results for 64 pairs of numbers into the first; gives those whose magnitude is beyond a bound, or that are no number.
uint64_t ck_apply(uint32_t kernel, uint32_t operation, double *_Nonnull a, const double *_Nonnull b, double bound);

/// How a text is asked for another.
typedef enum {
    ck_text_equal = 0,
    ck_text_prefix = 1,
    ck_text_suffix = 2,
} ck_text_test;

/// Whether texts are another one, begin or end with it. A text stands from its own offset to the next one; eight bytes behind
/// the last text, and before the first, may be read.
void ck_compare_text(const uint32_t *_Nonnull offsets, const uint8_t *_Nonnull bytes, size_t rows, uint32_t test,
                     const uint8_t *_Nonnull other, size_t length, uint64_t *_Nonnull bits);

/// The number of set bits of each range of bits, from one offset to the next.
void ck_count_in_ranges(const uint32_t *_Nonnull offsets, size_t rows, const uint64_t *_Nonnull bits,
                        int32_t *_Nonnull counts);

/// How many bits are set.
size_t ck_count(const uint64_t *_Nonnull bits, size_t words);

#ifdef __cplusplus
}
#endif

#endif
