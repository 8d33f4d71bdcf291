#include "column_kernels.h"

#include <string.h>

#if defined(__x86_64__) || defined(_M_X64)
#define HAS_X86 1
#include <immintrin.h>
#else
#define HAS_X86 0
#endif

// MARK: Masks

/// Packs eight bytes, each 0 or 0xFF, into eight bits. The first byte becomes the lowest bit.
static inline uint64_t eight_bits(const uint8_t *marks) {
    uint64_t bytes;
    memcpy(&bytes, marks, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return ((bytes & 0x0101010101010101u) * 0x0102040810204080u) >> 56;
}

static inline uint64_t pack_portable(const uint8_t *marks) {
    uint64_t word = 0;
    for (int index = 0; index < 8; index++) word |= eight_bits(marks + index * 8) << (index * 8);
    return word;
}

#define NAMED(name) name##_portable
#define TARGET
#define PACK(marks) pack_portable(marks)
#include "column_kernels.inc"

#if HAS_X86
__attribute__((target("avx2"))) static inline uint64_t pack_avx2(const uint8_t *marks) {
    const uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_load_si256((const __m256i *)marks));
    const uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_load_si256((const __m256i *)(marks + 32)));
    return (uint64_t)high << 32 | low;
}

#define NAMED(name) name##_avx2
#define TARGET __attribute__((target("avx2")))
#define PACK(marks) pack_avx2(marks)
#include "column_kernels.inc"

__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"))) static inline uint64_t pack_avx512(const uint8_t *marks) {
    return _mm512_movepi8_mask(_mm512_load_si512((const void *)marks));
}

#define NAMED(name) name##_avx512
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#define PACK(marks) pack_avx512(marks)
#include "column_kernels.inc"
#endif

// MARK: Choice of kernel

int ck_has_kernel(uint32_t kernel) {
    switch (kernel) {
    case ck_portable: return 1;
#if HAS_X86
    case ck_avx2: return __builtin_cpu_supports("avx2") != 0;
    case ck_avx512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq");
#endif
    default: return 0;
    }
}

uint32_t ck_best_kernel(void) {
    if (ck_has_kernel(ck_avx512)) return ck_avx512;
    return ck_has_kernel(ck_avx2) ? ck_avx2 : ck_portable;
}

#if HAS_X86
#define DISPATCH(name, ...)                                                                                             \
    switch (kernel) {                                                                                                   \
    case ck_avx512: name##_avx512(__VA_ARGS__); break;                                                                  \
    case ck_avx2: name##_avx2(__VA_ARGS__); break;                                                                      \
    default: name##_portable(__VA_ARGS__); break;                                                                       \
    }
#else
#define DISPATCH(name, ...)                                                                                             \
    (void)kernel;                                                                                                       \
    name##_portable(__VA_ARGS__);
#endif

#define COMPARE(suffix, type)                                                                                           \
    void ck_compare_##suffix(uint32_t kernel, const type *values, size_t words, uint32_t comparison, type other,        \
                             uint64_t *bits) {                                                                          \
        DISPATCH(compare_##suffix, values, words, comparison, other, bits)                                              \
    }

COMPARE(int8, int8_t)
COMPARE(int16, int16_t)
COMPARE(int32, int32_t)
COMPARE(int64, int64_t)
COMPARE(double, double)

void ck_look_up_uint8(uint32_t kernel, const uint8_t *codes, size_t words, const uint8_t *table, uint64_t *bits) {
    DISPATCH(look_up_uint8, codes, words, table, bits)
}

void ck_look_up_uint16(uint32_t kernel, const uint16_t *codes, size_t words, const uint8_t *table, uint64_t *bits) {
    DISPATCH(look_up_uint16, codes, words, table, bits)
}

#define WIDEN(suffix, type)                                                                                             \
    void ck_widen_##suffix(uint32_t kernel, const type *values, double *doubles) {                                      \
        DISPATCH(widen_##suffix, values, doubles)                                                                       \
    }

WIDEN(int8, int8_t)
WIDEN(int16, int16_t)
WIDEN(int32, int32_t)
WIDEN(int64, int64_t)

uint64_t ck_apply(uint32_t kernel, uint32_t operation, double *a, const double *b, double bound) {
    uint64_t beyond = 0;
    DISPATCH(beyond = apply, operation, a, b, bound)
    return beyond;
}

// MARK: Strings

static inline uint64_t eight_bytes(const uint8_t *bytes) {
    uint64_t value;
    memcpy(&value, bytes, 8);
    return value;
}

void ck_compare_text(const uint32_t *offsets, const uint8_t *bytes, size_t rows, uint32_t test, const uint8_t *other,
                     size_t length, uint64_t *bits) {
    // The first eight bytes (for a suffix, the last) nearly always decide. The others are compared only if these
    // match.
    const size_t near = length < 8 ? length : 8;
    uint8_t padded[8] = {0}, mask_bytes[8] = {0};
    memcpy(padded, test == ck_text_suffix ? other + length - near : other, near);
    memset(mask_bytes, 0xFF, near);
    const uint64_t wanted = eight_bytes(padded), mask = eight_bytes(mask_bytes);
    for (size_t first = 0; first < rows; first += 64) {
        uint64_t word = 0;
        const size_t end = rows - first < 64 ? rows - first : 64;
        for (size_t index = 0; index < end; index++) {
            const size_t start = offsets[first + index], behind = offsets[first + index + 1];
            const size_t count = behind - start;
            const uint8_t *near_bytes = bytes + (test == ck_text_suffix ? (ptrdiff_t)behind - (ptrdiff_t)near : (ptrdiff_t)start);
            uint64_t holds = test == ck_text_equal ? count == length : count >= length;
            holds &= (eight_bytes(near_bytes) & mask) == wanted;
            if (holds && length > 8) {
                holds = memcmp(test == ck_text_suffix ? bytes + behind - length : bytes + start, other, length) == 0;
            }
            word |= holds << index;
        }
        bits[first / 64] = word;
    }
}

// MARK: Ranges of bits

size_t ck_count(const uint64_t *bits, size_t words) {
    size_t count = 0;
    for (size_t index = 0; index < words; index++) count += (size_t)__builtin_popcountll(bits[index]);
    return count;
}

void ck_count_in_ranges(const uint32_t *offsets, size_t rows, const uint64_t *bits, int32_t *counts) {
    for (size_t row = 0; row < rows; row++) {
        size_t at = offsets[row];
        const size_t end = offsets[row + 1];
        int32_t count = 0;
        while (at < end) {
            const size_t shift = at & 63, room = 64 - shift, left = end - at;
            const size_t taken = left < room ? left : room;
            uint64_t word = bits[at >> 6] >> shift;
            if (taken < 64) word &= ((uint64_t)1 << taken) - 1;
            count += __builtin_popcountll(word);
            at += taken;
        }
        counts[row] = count;
    }
}
