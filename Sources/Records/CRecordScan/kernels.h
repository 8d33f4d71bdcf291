// The parts of the kernels: 64 bytes at a time, and masks of positions in them. Each kernel has the same functions
// under its own names.
//
//   rs_block      64 bytes
//   rs_load       loads them
//   rs_equal      the positions of a byte
//   rs_folded     the positions of a byte, with bit 5 of all bytes set
//   rs_below      the positions of bytes below another, which is at most 0x80
//   rs_has_odd    whether there is a control character, a backslash or a non-ASCII byte
//   rs_high       the positions of non-ASCII bytes
//   rs_pair       the positions where one byte is in the first text and another byte in the second
//   rs_prefix_xor each bit becomes the parity of the bits up to it
//
// For fewer bytes:
//
//   rs_ends_of_digits  the positions in 16 bytes that are not digits; higher bits are set
//   rs_first           the first bit of a mask; undefined for an empty mask
//   rs_stands          whether 32 bytes are equal, where a mask is set
//
// For kernels with RS_HAS_SHUFFLES:
//
//   rs_utf8_errors  the UTF-8 errors in a block, given the bytes before it

#ifndef RECORD_SCAN_KERNELS_H
#define RECORD_SCAN_KERNELS_H

#include <stdint.h>
#include <string.h>

#define RS_INLINE static inline __attribute__((always_inline))

RS_INLINE uint64_t rs_prefix_xor_by_shifts(uint64_t bits) {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^= bits << 32;
    return bits;
}

RS_INLINE uint32_t rs_first_of_some(uint64_t bits) { return (uint32_t)__builtin_ctzll(bits | 1ull << 63); }

// MARK: Portable

typedef struct {
    uint64_t words[8];
} rs_block_portable;

// Packs the high bits of eight bytes.
RS_INLINE uint64_t rs_gathered(uint64_t highs) { return ((highs >> 7) * 0x0102040810204080ull) >> 56; }

RS_INLINE rs_block_portable rs_load_portable(const uint8_t *bytes) {
    rs_block_portable block;
    for (unsigned i = 0; i < 8; i++) {
        uint64_t word = 0;
        for (unsigned j = 0; j < 8; j++) word |= (uint64_t)bytes[8 * i + j] << (8 * j);
        block.words[i] = word;
    }
    return block;
}

RS_INLINE uint64_t rs_equal_or(rs_block_portable block, uint64_t set, uint8_t byte) {
    const uint64_t lows = 0x7F7F7F7F7F7F7F7Full;
    uint64_t mask = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint64_t x = (block.words[i] | set) ^ (0x0101010101010101ull * byte);
        // The high bit of exactly those bytes that are zero.
        mask |= rs_gathered(~(((x & lows) + lows) | x | lows)) << (8 * i);
    }
    return mask;
}

RS_INLINE uint64_t rs_equal_portable(rs_block_portable block, uint8_t byte) { return rs_equal_or(block, 0, byte); }

RS_INLINE uint64_t rs_folded_portable(rs_block_portable block, uint8_t byte) {
    return rs_equal_or(block, 0x2020202020202020ull, byte);
}

RS_INLINE uint64_t rs_below_portable(rs_block_portable block, uint8_t byte) {
    const uint64_t highs = 0x8080808080808080ull;
    uint64_t mask = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint64_t word = block.words[i];
        // With the high bit set, no byte borrows from the next.
        uint64_t rest = (word | highs) - 0x0101010101010101ull * byte;
        mask |= rs_gathered(~rest & ~word & highs) << (8 * i);
    }
    return mask;
}

RS_INLINE uint64_t rs_high_portable(rs_block_portable block) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < 8; i++) mask |= rs_gathered(block.words[i] & 0x8080808080808080ull) << (8 * i);
    return mask;
}

RS_INLINE int rs_has_odd_portable(rs_block_portable block) {
    const uint64_t ones = 0x0101010101010101ull;
    uint64_t odd = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint64_t word = block.words[i];
        uint64_t backslashes = word ^ (ones * '\\');
        // Only an odd byte causes a borrow.
        odd |= word | (word - ones * 0x20) | (backslashes - ones);
    }
    return (odd & 0x8080808080808080ull) != 0;
}

RS_INLINE uint64_t rs_pair_portable(const uint8_t *first, uint8_t a, const uint8_t *second, uint8_t b) {
    return rs_equal_portable(rs_load_portable(first), a) & rs_equal_portable(rs_load_portable(second), b);
}

RS_INLINE uint32_t rs_ends_of_digits_portable(const uint8_t *bytes) {
    uint32_t ends = 0xFFFF0000;
    for (unsigned i = 0; i < 16; i++) ends |= (uint32_t)((uint8_t)(bytes[i] - '0') > 9) << i;
    return ends;
}

RS_INLINE int rs_stands_portable(const uint8_t *at, const uint8_t *bytes, const uint8_t *counted) {
    uint64_t differ = 0;
    for (unsigned i = 0; i < 32; i += 8) {
        uint64_t x, y, mask;
        memcpy(&x, at + i, 8);
        memcpy(&y, bytes + i, 8);
        memcpy(&mask, counted + i, 8);
        differ |= (x ^ y) & mask;
    }
    return differ == 0;
}

#define rs_prefix_xor_portable rs_prefix_xor_by_shifts
#define rs_first_portable rs_first_of_some

// MARK: x86

#if defined(__x86_64__)
#include <immintrin.h>

typedef struct {
    __m128i part[4];
} rs_block_sse2;

#define RS_OF_EACH_SSE2(expression) \
    ({ \
        uint64_t mask = 0; \
        for (unsigned i = 0; i < 4; i++) { \
            __m128i v = block.part[i]; \
            mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(expression) << (16 * i); \
        } \
        mask; \
    })

RS_INLINE rs_block_sse2 rs_load_sse2(const uint8_t *bytes) {
    rs_block_sse2 block;
    for (unsigned i = 0; i < 4; i++) block.part[i] = _mm_loadu_si128((const __m128i *)(bytes + 16 * i));
    return block;
}

RS_INLINE uint64_t rs_equal_sse2(rs_block_sse2 block, uint8_t byte) {
    return RS_OF_EACH_SSE2(_mm_cmpeq_epi8(v, _mm_set1_epi8((char)byte)));
}

RS_INLINE uint64_t rs_folded_sse2(rs_block_sse2 block, uint8_t byte) {
    return RS_OF_EACH_SSE2(_mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(0x20)), _mm_set1_epi8((char)byte)));
}

RS_INLINE uint64_t rs_below_sse2(rs_block_sse2 block, uint8_t byte) {
    return RS_OF_EACH_SSE2(_mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8((char)(byte - 1))), v));
}

RS_INLINE uint64_t rs_high_sse2(rs_block_sse2 block) { return RS_OF_EACH_SSE2(v); }

RS_INLINE int rs_has_odd_sse2(rs_block_sse2 block) {
    __m128i odd = _mm_setzero_si128();
    for (unsigned i = 0; i < 4; i++) {
        __m128i v = block.part[i];
        // As signed numbers, non-ASCII bytes are below all others.
        odd = _mm_or_si128(odd, _mm_cmplt_epi8(v, _mm_set1_epi8(0x20)));
        odd = _mm_or_si128(odd, _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
    }
    return _mm_movemask_epi8(odd) != 0;
}

RS_INLINE uint64_t rs_pair_sse2(const uint8_t *first, uint8_t a, const uint8_t *second, uint8_t b) {
    rs_block_sse2 block = rs_load_sse2(first);
    return RS_OF_EACH_SSE2(_mm_and_si128(
        _mm_cmpeq_epi8(v, _mm_set1_epi8((char)a)),
        _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(second + 16 * i)), _mm_set1_epi8((char)b))));
}

RS_INLINE uint32_t rs_ends_of_digits_sse2(const uint8_t *bytes) {
    __m128i v = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)bytes), _mm_set1_epi8('0'));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(9)), v)) ^ 0xFFFFFFFF;
}

RS_INLINE int rs_stands_sse2(const uint8_t *at, const uint8_t *bytes, const uint8_t *counted) {
#define RS_DIFFER(i) \
    _mm_and_si128( \
        _mm_xor_si128(_mm_loadu_si128((const __m128i *)at + i), _mm_loadu_si128((const __m128i *)bytes + i)), \
        _mm_loadu_si128((const __m128i *)counted + i))
    __m128i differ = _mm_or_si128(RS_DIFFER(0), RS_DIFFER(1));
#undef RS_DIFFER
    return _mm_movemask_epi8(_mm_cmpeq_epi8(differ, _mm_setzero_si128())) == 0xFFFF;
}

#define rs_prefix_xor_sse2 rs_prefix_xor_by_shifts
#define rs_first_sse2 rs_first_of_some

#define RS_TARGET_AVX2 __attribute__((target("avx2,pclmul,bmi,bmi2,popcnt,lzcnt")))

typedef struct {
    __m256i low;
    __m256i high;
} rs_block_avx2;

RS_TARGET_AVX2 RS_INLINE uint64_t rs_mask_avx2(__m256i low, __m256i high) {
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

RS_TARGET_AVX2 RS_INLINE rs_block_avx2 rs_load_avx2(const uint8_t *bytes) {
    rs_block_avx2 block;
    block.low = _mm256_loadu_si256((const __m256i *)bytes);
    block.high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    return block;
}

RS_TARGET_AVX2 RS_INLINE uint64_t rs_equal_avx2(rs_block_avx2 block, uint8_t byte) {
    __m256i wanted = _mm256_set1_epi8((char)byte);
    return rs_mask_avx2(_mm256_cmpeq_epi8(block.low, wanted), _mm256_cmpeq_epi8(block.high, wanted));
}

RS_TARGET_AVX2 RS_INLINE uint64_t rs_folded_avx2(rs_block_avx2 block, uint8_t byte) {
    __m256i wanted = _mm256_set1_epi8((char)byte);
    __m256i fold = _mm256_set1_epi8(0x20);
    return rs_mask_avx2(
        _mm256_cmpeq_epi8(_mm256_or_si256(block.low, fold), wanted),
        _mm256_cmpeq_epi8(_mm256_or_si256(block.high, fold), wanted));
}

RS_TARGET_AVX2 RS_INLINE uint64_t rs_below_avx2(rs_block_avx2 block, uint8_t byte) {
    __m256i most = _mm256_set1_epi8((char)(byte - 1));
    return rs_mask_avx2(
        _mm256_cmpeq_epi8(_mm256_min_epu8(block.low, most), block.low),
        _mm256_cmpeq_epi8(_mm256_min_epu8(block.high, most), block.high));
}

RS_TARGET_AVX2 RS_INLINE int rs_has_odd_avx2(rs_block_avx2 block) {
    __m256i least = _mm256_set1_epi8(0x20);
    __m256i backslash = _mm256_set1_epi8('\\');
    __m256i low = _mm256_or_si256(_mm256_cmpgt_epi8(least, block.low), _mm256_cmpeq_epi8(block.low, backslash));
    __m256i high = _mm256_or_si256(_mm256_cmpgt_epi8(least, block.high), _mm256_cmpeq_epi8(block.high, backslash));
    return _mm256_movemask_epi8(_mm256_or_si256(low, high)) != 0;
}

RS_TARGET_AVX2 RS_INLINE uint64_t rs_pair_avx2(const uint8_t *first, uint8_t a, const uint8_t *second, uint8_t b) {
    rs_block_avx2 left = rs_load_avx2(first);
    rs_block_avx2 right = rs_load_avx2(second);
    __m256i x = _mm256_set1_epi8((char)a);
    __m256i y = _mm256_set1_epi8((char)b);
    return rs_mask_avx2(
        _mm256_and_si256(_mm256_cmpeq_epi8(left.low, x), _mm256_cmpeq_epi8(right.low, y)),
        _mm256_and_si256(_mm256_cmpeq_epi8(left.high, x), _mm256_cmpeq_epi8(right.high, y)));
}

RS_TARGET_AVX2 RS_INLINE uint64_t rs_high_avx2(rs_block_avx2 block) { return rs_mask_avx2(block.low, block.high); }

RS_TARGET_AVX2 RS_INLINE uint64_t rs_prefix_xor_avx2(uint64_t bits) {
    __m128i product = _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), _mm_set1_epi8((char)0xFF), 0);
    return (uint64_t)_mm_cvtsi128_si64(product);
}

RS_TARGET_AVX2 RS_INLINE uint32_t rs_first_avx2(uint64_t bits) { return (uint32_t)_tzcnt_u64(bits); }

#define rs_ends_of_digits_avx2 rs_ends_of_digits_sse2

RS_TARGET_AVX2 RS_INLINE int rs_stands_avx2(const uint8_t *at, const uint8_t *bytes, const uint8_t *counted) {
    __m256i differ = _mm256_xor_si256(
        _mm256_loadu_si256((const __m256i *)at), _mm256_loadu_si256((const __m256i *)bytes));
    return _mm256_testz_si256(differ, _mm256_loadu_si256((const __m256i *)counted));
}

// Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte": three nibbles select the errors that
// two adjacent bytes can have. A sequence that is too short is an error at the next byte, so one that is cut off at
// the end of a block is not an error yet.
enum {
    rs_too_short = 1 << 0,
    rs_too_long = 1 << 1,
    rs_overlong_3 = 1 << 2,
    rs_too_large = 1 << 3,
    rs_surrogate = 1 << 4,
    rs_overlong_2 = 1 << 5,
    rs_too_large_1000 = 1 << 6,
    rs_overlong_4 = 1 << 6,
    rs_two_continuations = 1 << 7,
    rs_any = rs_too_short | rs_too_long | rs_two_continuations,
    rs_large = rs_any | rs_too_large | rs_too_large_1000,
    rs_second = rs_too_long | rs_overlong_2 | rs_two_continuations,
};

static const uint8_t rs_utf8_first_high[16] = {
    rs_too_long, rs_too_long, rs_too_long, rs_too_long, rs_too_long, rs_too_long, rs_too_long, rs_too_long,
    rs_two_continuations, rs_two_continuations, rs_two_continuations, rs_two_continuations,
    rs_too_short | rs_overlong_2, rs_too_short, rs_too_short | rs_overlong_3 | rs_surrogate,
    rs_too_short | rs_too_large | rs_too_large_1000 | rs_overlong_4,
};

static const uint8_t rs_utf8_first_low[16] = {
    rs_any | rs_overlong_3 | rs_overlong_2 | rs_overlong_4, rs_any | rs_overlong_2, rs_any, rs_any,
    rs_any | rs_too_large, rs_large, rs_large, rs_large, rs_large, rs_large, rs_large, rs_large, rs_large,
    rs_large | rs_surrogate, rs_large, rs_large,
};

static const uint8_t rs_utf8_second_high[16] = {
    rs_too_short, rs_too_short, rs_too_short, rs_too_short, rs_too_short, rs_too_short, rs_too_short, rs_too_short,
    rs_second | rs_overlong_3 | rs_too_large_1000 | rs_overlong_4, rs_second | rs_overlong_3 | rs_too_large,
    rs_second | rs_surrogate | rs_too_large, rs_second | rs_surrogate | rs_too_large,
    rs_too_short, rs_too_short, rs_too_short, rs_too_short,
};

RS_TARGET_AVX2 RS_INLINE __m256i rs_utf8_table_avx2(const uint8_t *table) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

RS_TARGET_AVX2 RS_INLINE uint32_t rs_utf8_half_avx2(__m256i before, __m256i v) {
    const __m256i nibble = _mm256_set1_epi8(0x0F);
    __m256i joined = _mm256_permute2x128_si256(before, v, 0x21);
    __m256i one = _mm256_alignr_epi8(v, joined, 15);
    __m256i two = _mm256_alignr_epi8(v, joined, 14);
    __m256i three = _mm256_alignr_epi8(v, joined, 13);
    __m256i first_high = _mm256_shuffle_epi8(
        rs_utf8_table_avx2(rs_utf8_first_high), _mm256_and_si256(_mm256_srli_epi16(one, 4), nibble));
    __m256i first_low = _mm256_shuffle_epi8(rs_utf8_table_avx2(rs_utf8_first_low), _mm256_and_si256(one, nibble));
    __m256i second_high = _mm256_shuffle_epi8(
        rs_utf8_table_avx2(rs_utf8_second_high), _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble));
    __m256i cases = _mm256_and_si256(_mm256_and_si256(first_high, first_low), second_high);
    // The third byte of a three-byte sequence, and the third and fourth of a four-byte sequence, must be present.
    __m256i wanted = _mm256_or_si256(
        _mm256_subs_epu8(two, _mm256_set1_epi8((char)(0xE0 - 0x80))),
        _mm256_subs_epu8(three, _mm256_set1_epi8((char)(0xF0 - 0x80))));
    __m256i errors = _mm256_xor_si256(_mm256_and_si256(wanted, _mm256_set1_epi8((char)0x80)), cases);
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(errors, _mm256_setzero_si256()));
}

// `before` is the 64 bytes before the block; null if there are none.
RS_TARGET_AVX2 RS_INLINE uint64_t rs_utf8_errors_avx2(const uint8_t *before, rs_block_avx2 block) {
    __m256i last = before ? _mm256_loadu_si256((const __m256i *)(before + 32)) : _mm256_setzero_si256();
    return rs_utf8_half_avx2(last, block.low) | (uint64_t)rs_utf8_half_avx2(block.low, block.high) << 32;
}

#define RS_TARGET_AVX512 __attribute__((target("avx512f,avx512bw,avx2,pclmul,bmi,bmi2,popcnt,lzcnt")))

#define rs_ends_of_digits_avx512 rs_ends_of_digits_sse2
#define rs_stands_avx512 rs_stands_avx2
#define rs_first_avx512 rs_first_avx2

typedef struct {
    __m512i all;
} rs_block_avx512;

RS_TARGET_AVX512 RS_INLINE rs_block_avx512 rs_load_avx512(const uint8_t *bytes) {
    rs_block_avx512 block;
    block.all = _mm512_loadu_si512((const void *)bytes);
    return block;
}

RS_TARGET_AVX512 RS_INLINE uint64_t rs_equal_avx512(rs_block_avx512 block, uint8_t byte) {
    return _mm512_cmpeq_epi8_mask(block.all, _mm512_set1_epi8((char)byte));
}

RS_TARGET_AVX512 RS_INLINE uint64_t rs_folded_avx512(rs_block_avx512 block, uint8_t byte) {
    return _mm512_cmpeq_epi8_mask(
        _mm512_or_si512(block.all, _mm512_set1_epi8(0x20)), _mm512_set1_epi8((char)byte));
}

RS_TARGET_AVX512 RS_INLINE uint64_t rs_below_avx512(rs_block_avx512 block, uint8_t byte) {
    return _mm512_cmplt_epu8_mask(block.all, _mm512_set1_epi8((char)byte));
}

RS_TARGET_AVX512 RS_INLINE int rs_has_odd_avx512(rs_block_avx512 block) {
    __mmask64 others = _mm512_cmplt_epi8_mask(block.all, _mm512_set1_epi8(0x20));
    __mmask64 backslashes = _mm512_cmpeq_epi8_mask(block.all, _mm512_set1_epi8('\\'));
    return (others | backslashes) != 0;
}

RS_TARGET_AVX512 RS_INLINE uint64_t rs_pair_avx512(
    const uint8_t *first, uint8_t a, const uint8_t *second, uint8_t b) {
    return rs_equal_avx512(rs_load_avx512(first), a) & rs_equal_avx512(rs_load_avx512(second), b);
}

RS_TARGET_AVX512 RS_INLINE uint64_t rs_high_avx512(rs_block_avx512 block) { return _mm512_movepi8_mask(block.all); }

RS_TARGET_AVX512 RS_INLINE uint64_t rs_prefix_xor_avx512(uint64_t bits) {
    __m128i product = _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), _mm_set1_epi8((char)0xFF), 0);
    return (uint64_t)_mm_cvtsi128_si64(product);
}

RS_TARGET_AVX512 RS_INLINE __m512i rs_utf8_table_avx512(const uint8_t *table) {
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
}

RS_TARGET_AVX512 RS_INLINE uint64_t rs_utf8_errors_avx512(const uint8_t *before, rs_block_avx512 block) {
    const __m512i nibble = _mm512_set1_epi8(0x0F);
    __m512i v = block.all;
    __m512i last = before ? _mm512_loadu_si512((const void *)before) : _mm512_setzero_si512();
    __m512i joined = _mm512_alignr_epi32(v, last, 12);
    __m512i one = _mm512_alignr_epi8(v, joined, 15);
    __m512i two = _mm512_alignr_epi8(v, joined, 14);
    __m512i three = _mm512_alignr_epi8(v, joined, 13);
    __m512i first_high = _mm512_shuffle_epi8(
        rs_utf8_table_avx512(rs_utf8_first_high), _mm512_and_si512(_mm512_srli_epi16(one, 4), nibble));
    __m512i first_low = _mm512_shuffle_epi8(rs_utf8_table_avx512(rs_utf8_first_low), _mm512_and_si512(one, nibble));
    __m512i second_high = _mm512_shuffle_epi8(
        rs_utf8_table_avx512(rs_utf8_second_high), _mm512_and_si512(_mm512_srli_epi16(v, 4), nibble));
    __m512i cases = _mm512_and_si512(_mm512_and_si512(first_high, first_low), second_high);
    __m512i wanted = _mm512_or_si512(
        _mm512_subs_epu8(two, _mm512_set1_epi8((char)(0xE0 - 0x80))),
        _mm512_subs_epu8(three, _mm512_set1_epi8((char)(0xF0 - 0x80))));
    __m512i errors = _mm512_xor_si512(_mm512_and_si512(wanted, _mm512_set1_epi8((char)0x80)), cases);
    return _mm512_test_epi8_mask(errors, errors);
}
#endif

// MARK: ARM

#if defined(__aarch64__)
#include <arm_neon.h>

typedef struct {
    uint8x16_t part[4];
} rs_block_neon;

RS_INLINE uint64_t rs_mask_neon(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
    const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t ab = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
    uint8x16_t cd = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
    uint8x16_t all = vpaddq_u8(ab, cd);
    all = vpaddq_u8(all, all);
    return vgetq_lane_u64(vreinterpretq_u64_u8(all), 0);
}

RS_INLINE rs_block_neon rs_load_neon(const uint8_t *bytes) {
    rs_block_neon block;
    for (unsigned i = 0; i < 4; i++) block.part[i] = vld1q_u8(bytes + 16 * i);
    return block;
}

RS_INLINE uint64_t rs_equal_neon(rs_block_neon block, uint8_t byte) {
    uint8x16_t wanted = vdupq_n_u8(byte);
    return rs_mask_neon(
        vceqq_u8(block.part[0], wanted), vceqq_u8(block.part[1], wanted), vceqq_u8(block.part[2], wanted),
        vceqq_u8(block.part[3], wanted));
}

RS_INLINE uint64_t rs_folded_neon(rs_block_neon block, uint8_t byte) {
    for (unsigned i = 0; i < 4; i++) block.part[i] = vorrq_u8(block.part[i], vdupq_n_u8(0x20));
    return rs_equal_neon(block, byte);
}

RS_INLINE uint64_t rs_below_neon(rs_block_neon block, uint8_t byte) {
    uint8x16_t least = vdupq_n_u8(byte);
    return rs_mask_neon(
        vcltq_u8(block.part[0], least), vcltq_u8(block.part[1], least), vcltq_u8(block.part[2], least),
        vcltq_u8(block.part[3], least));
}

RS_INLINE int rs_has_odd_neon(rs_block_neon block) {
    uint8x16_t odd = vdupq_n_u8(0);
    for (unsigned i = 0; i < 4; i++) {
        // As signed numbers, non-ASCII bytes are below all others.
        odd = vorrq_u8(odd, vcltq_s8(vreinterpretq_s8_u8(block.part[i]), vdupq_n_s8(0x20)));
        odd = vorrq_u8(odd, vceqq_u8(block.part[i], vdupq_n_u8('\\')));
    }
    return vmaxvq_u8(odd) != 0;
}

RS_INLINE uint64_t rs_pair_neon(const uint8_t *first, uint8_t a, const uint8_t *second, uint8_t b) {
    uint8x16_t both[4];
    for (unsigned i = 0; i < 4; i++) {
        both[i] = vandq_u8(
            vceqq_u8(vld1q_u8(first + 16 * i), vdupq_n_u8(a)), vceqq_u8(vld1q_u8(second + 16 * i), vdupq_n_u8(b)));
    }
    return rs_mask_neon(both[0], both[1], both[2], both[3]);
}

RS_INLINE uint64_t rs_high_neon(rs_block_neon block) {
    uint8x16_t least = vdupq_n_u8(0x80);
    return rs_mask_neon(
        vcgeq_u8(block.part[0], least), vcgeq_u8(block.part[1], least), vcgeq_u8(block.part[2], least),
        vcgeq_u8(block.part[3], least));
}

RS_INLINE uint32_t rs_bits_neon(uint8x16_t v) {
    const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t some = vandq_u8(v, bits);
    return (uint32_t)vaddv_u8(vget_low_u8(some)) | (uint32_t)vaddv_u8(vget_high_u8(some)) << 8;
}

RS_INLINE uint32_t rs_ends_of_digits_neon(const uint8_t *bytes) {
    return rs_bits_neon(vcgeq_u8(vsubq_u8(vld1q_u8(bytes), vdupq_n_u8('0')), vdupq_n_u8(10))) | 0xFFFF0000;
}

RS_INLINE int rs_stands_neon(const uint8_t *at, const uint8_t *bytes, const uint8_t *counted) {
    uint8x16_t low = vandq_u8(veorq_u8(vld1q_u8(at), vld1q_u8(bytes)), vld1q_u8(counted));
    uint8x16_t high = vandq_u8(veorq_u8(vld1q_u8(at + 16), vld1q_u8(bytes + 16)), vld1q_u8(counted + 16));
    return vmaxvq_u8(vorrq_u8(low, high)) == 0;
}

#define rs_prefix_xor_neon rs_prefix_xor_by_shifts
#define rs_first_neon rs_first_of_some
#endif

#endif
