// What the kernels are made of: 64 bytes at a time, and masks of where in them something stands. Each kernel has the same
// functions under names of its own.
//
//   rs_block      64 bytes
//   rs_load       reads them
//   rs_equal      where a byte stands
//   rs_folded     where a byte stands, when bit 5 of all bytes is set
//   rs_below      where a byte is smaller than another, which is at most 0x80
//   rs_has_below  whether there is such a byte
//   rs_digits     where a digit stands
//   rs_high       where a byte is past ASCII
//   rs_pair       where one byte stands in the first text and another in the second
//   rs_prefix_xor each bit the parity of those up to it
//
// and of fewer bytes:
//
//   RS_WIDTH           how many rs_stops looks at
//   rs_stops           where quotes, backslashes and control characters stand, and what is past ASCII
//   rs_ends_of_digits  where of 16 bytes no digit stands
//   rs_utf8_errors     where 32 bytes break a rule of UTF-8, for kernels with RS_HAS_SHUFFLES

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

// MARK: Portable

typedef struct {
    uint64_t words[8];
} rs_block_portable;

// The high bits of eight bytes side by side.
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
        // The high bit of each byte that is zero, and only of those.
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
        // With its high bit set no byte borrows from the next.
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

RS_INLINE int rs_has_below_portable(rs_block_portable block, uint8_t byte) { return rs_below_portable(block, byte) != 0; }

RS_INLINE uint64_t rs_digits_portable(rs_block_portable block) {
    return rs_below_portable(block, '9' + 1) & ~rs_below_portable(block, '0');
}

RS_INLINE uint64_t rs_pair_portable(const uint8_t *first, uint8_t a, const uint8_t *second, uint8_t b) {
    return rs_equal_portable(rs_load_portable(first), a) & rs_equal_portable(rs_load_portable(second), b);
}

#define RS_WIDTH_portable 8
RS_INLINE uint32_t rs_stops_portable(const uint8_t *bytes, uint32_t *past_ascii) {
    const uint64_t ones = 0x0101010101010101ull;
    const uint64_t lows = 0x7F7F7F7F7F7F7F7Full;
    uint64_t word = 0;
    for (unsigned j = 0; j < 8; j++) word |= (uint64_t)bytes[j] << (8 * j);
    uint64_t quotes = word ^ (ones * '"');
    uint64_t backslashes = word ^ (ones * '\\');
    uint64_t stops = ~(((quotes & lows) + lows) | quotes | lows) | ~(((backslashes & lows) + lows) | backslashes | lows);
    stops |= ~((word | ~lows) - ones * 0x20) & ~word & ~lows;
    *past_ascii = (uint32_t)rs_gathered(word & ~lows);
    return (uint32_t)rs_gathered(stops);
}

RS_INLINE uint32_t rs_ends_of_digits_portable(const uint8_t *bytes) {
    uint32_t ends = 0;
    for (unsigned i = 0; i < 16; i++) ends |= (uint32_t)((uint8_t)(bytes[i] - '0') > 9) << i;
    return ends;
}

#define rs_prefix_xor_portable rs_prefix_xor_by_shifts

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

RS_INLINE int rs_has_below_sse2(rs_block_sse2 block, uint8_t byte) {
    __m128i least = _mm_min_epu8(_mm_min_epu8(block.part[0], block.part[1]), _mm_min_epu8(block.part[2], block.part[3]));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(least, _mm_set1_epi8((char)(byte - 1))), least)) != 0;
}

RS_INLINE uint64_t rs_digits_sse2(rs_block_sse2 block) {
    return RS_OF_EACH_SSE2(_mm_cmpeq_epi8(
        _mm_min_epu8(_mm_sub_epi8(v, _mm_set1_epi8('0')), _mm_set1_epi8(9)), _mm_sub_epi8(v, _mm_set1_epi8('0'))));
}

RS_INLINE uint64_t rs_pair_sse2(const uint8_t *first, uint8_t a, const uint8_t *second, uint8_t b) {
    rs_block_sse2 block = rs_load_sse2(first);
    return RS_OF_EACH_SSE2(_mm_and_si128(
        _mm_cmpeq_epi8(v, _mm_set1_epi8((char)a)),
        _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(second + 16 * i)), _mm_set1_epi8((char)b))));
}

#define RS_WIDTH_sse2 16
RS_INLINE uint32_t rs_stops_sse2(const uint8_t *bytes, uint32_t *past_ascii) {
    __m128i v = _mm_loadu_si128((const __m128i *)bytes);
    __m128i stops = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'))),
        _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1F)), v));
    *past_ascii = (uint32_t)_mm_movemask_epi8(v);
    return (uint32_t)_mm_movemask_epi8(stops);
}

RS_INLINE uint32_t rs_ends_of_digits_sse2(const uint8_t *bytes) {
    __m128i v = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)bytes), _mm_set1_epi8('0'));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(9)), v)) ^ 0xFFFF;
}

#define rs_prefix_xor_sse2 rs_prefix_xor_by_shifts

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

RS_TARGET_AVX2 RS_INLINE int rs_has_below_avx2(rs_block_avx2 block, uint8_t byte) {
    __m256i least = _mm256_min_epu8(block.low, block.high);
    return _mm256_movemask_epi8(
               _mm256_cmpeq_epi8(_mm256_min_epu8(least, _mm256_set1_epi8((char)(byte - 1))), least)) != 0;
}

RS_TARGET_AVX2 RS_INLINE uint64_t rs_digits_avx2(rs_block_avx2 block) {
    __m256i low = _mm256_sub_epi8(block.low, _mm256_set1_epi8('0'));
    __m256i high = _mm256_sub_epi8(block.high, _mm256_set1_epi8('0'));
    __m256i most = _mm256_set1_epi8(9);
    return rs_mask_avx2(
        _mm256_cmpeq_epi8(_mm256_min_epu8(low, most), low), _mm256_cmpeq_epi8(_mm256_min_epu8(high, most), high));
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

#define RS_WIDTH_avx2 32
RS_TARGET_AVX2 RS_INLINE uint32_t rs_stops_avx2(const uint8_t *bytes, uint32_t *past_ascii) {
    __m256i v = _mm256_loadu_si256((const __m256i *)bytes);
    __m256i stops = _mm256_or_si256(
        _mm256_or_si256(_mm256_cmpeq_epi8(v, _mm256_set1_epi8('"')), _mm256_cmpeq_epi8(v, _mm256_set1_epi8('\\'))),
        _mm256_cmpeq_epi8(_mm256_min_epu8(v, _mm256_set1_epi8(0x1F)), v));
    *past_ascii = (uint32_t)_mm256_movemask_epi8(v);
    return (uint32_t)_mm256_movemask_epi8(stops);
}

#define rs_ends_of_digits_avx2 rs_ends_of_digits_sse2

// Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte". A sequence is wrong where it is too short, so
// one that ends behind these bytes is not yet.
RS_TARGET_AVX2 RS_INLINE uint32_t rs_utf8_errors_avx2(const uint8_t *bytes) {
    enum {
        too_short = 1 << 0,
        too_long = 1 << 1,
        overlong_3 = 1 << 2,
        too_large = 1 << 3,
        surrogate = 1 << 4,
        overlong_2 = 1 << 5,
        too_large_1000 = 1 << 6,
        overlong_4 = 1 << 6,
        two_continuations = 1 << 7,
        any = too_short | too_long | two_continuations,
        large = any | too_large | too_large_1000,
        second = too_long | overlong_2 | two_continuations,
    };
#define RS_TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)
    const __m256i first_high = RS_TWICE(
        too_long, too_long, too_long, too_long, too_long, too_long, too_long, too_long, (char)two_continuations,
        (char)two_continuations, (char)two_continuations, (char)two_continuations, too_short | overlong_2, too_short,
        too_short | overlong_3 | surrogate, too_short | too_large | too_large_1000 | overlong_4);
    const __m256i first_low = RS_TWICE(
        (char)(any | overlong_3 | overlong_2 | overlong_4), (char)(any | overlong_2), (char)any, (char)any,
        (char)(any | too_large), (char)large, (char)large, (char)large, (char)large, (char)large, (char)large,
        (char)large, (char)large, (char)(large | surrogate), (char)large, (char)large);
    const __m256i second_high = RS_TWICE(
        too_short, too_short, too_short, too_short, too_short, too_short, too_short, too_short,
        (char)(second | overlong_3 | too_large_1000 | overlong_4), (char)(second | overlong_3 | too_large),
        (char)(second | surrogate | too_large), (char)(second | surrogate | too_large), too_short, too_short, too_short,
        too_short);
#undef RS_TWICE
    const __m256i nibble = _mm256_set1_epi8(0x0F);
    __m256i v = _mm256_loadu_si256((const __m256i *)bytes);
    // What stands before the bytes is ASCII.
    __m256i joined = _mm256_permute2x128_si256(v, v, 0x08);
    __m256i one = _mm256_alignr_epi8(v, joined, 15);
    __m256i two = _mm256_alignr_epi8(v, joined, 14);
    __m256i three = _mm256_alignr_epi8(v, joined, 13);
    __m256i cases = _mm256_and_si256(
        _mm256_and_si256(
            _mm256_shuffle_epi8(first_high, _mm256_and_si256(_mm256_srli_epi16(one, 4), nibble)),
            _mm256_shuffle_epi8(first_low, _mm256_and_si256(one, nibble))),
        _mm256_shuffle_epi8(second_high, _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble)));
    // The third byte of three, and the third and fourth of four, have to be there.
    __m256i wanted = _mm256_or_si256(
        _mm256_subs_epu8(two, _mm256_set1_epi8((char)(0xE0 - 0x80))),
        _mm256_subs_epu8(three, _mm256_set1_epi8((char)(0xF0 - 0x80))));
    __m256i errors = _mm256_xor_si256(_mm256_and_si256(wanted, _mm256_set1_epi8((char)0x80)), cases);
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(errors, _mm256_setzero_si256()));
}

#define RS_TARGET_AVX512 __attribute__((target("avx512f,avx512bw,avx2,pclmul,bmi,bmi2,popcnt,lzcnt")))

#define RS_WIDTH_avx512 32
#define rs_stops_avx512 rs_stops_avx2
#define rs_ends_of_digits_avx512 rs_ends_of_digits_sse2
#define rs_utf8_errors_avx512 rs_utf8_errors_avx2

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

RS_TARGET_AVX512 RS_INLINE int rs_has_below_avx512(rs_block_avx512 block, uint8_t byte) {
    return rs_below_avx512(block, byte) != 0;
}

RS_TARGET_AVX512 RS_INLINE uint64_t rs_digits_avx512(rs_block_avx512 block) {
    return _mm512_cmplt_epu8_mask(_mm512_sub_epi8(block.all, _mm512_set1_epi8('0')), _mm512_set1_epi8(10));
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

RS_INLINE int rs_has_below_neon(rs_block_neon block, uint8_t byte) {
    uint8x16_t least = vminq_u8(vminq_u8(block.part[0], block.part[1]), vminq_u8(block.part[2], block.part[3]));
    return vminvq_u8(least) < byte;
}

RS_INLINE uint64_t rs_digits_neon(rs_block_neon block) {
    for (unsigned i = 0; i < 4; i++) block.part[i] = vsubq_u8(block.part[i], vdupq_n_u8('0'));
    return rs_below_neon(block, 10);
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

#define RS_WIDTH_neon 16
RS_INLINE uint32_t rs_bits_neon(uint8x16_t v) {
    const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t some = vandq_u8(v, bits);
    return (uint32_t)vaddv_u8(vget_low_u8(some)) | (uint32_t)vaddv_u8(vget_high_u8(some)) << 8;
}

RS_INLINE uint32_t rs_stops_neon(const uint8_t *bytes, uint32_t *past_ascii) {
    uint8x16_t v = vld1q_u8(bytes);
    *past_ascii = rs_bits_neon(vcgeq_u8(v, vdupq_n_u8(0x80)));
    return rs_bits_neon(
        vorrq_u8(vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\'))), vcltq_u8(v, vdupq_n_u8(0x20))));
}

RS_INLINE uint32_t rs_ends_of_digits_neon(const uint8_t *bytes) {
    return rs_bits_neon(vcgeq_u8(vsubq_u8(vld1q_u8(bytes), vdupq_n_u8('0')), vdupq_n_u8(10)));
}

#define rs_prefix_xor_neon rs_prefix_xor_by_shifts
#endif

#endif
