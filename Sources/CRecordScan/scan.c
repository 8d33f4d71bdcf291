#include "record_scan.h"

#include <stdlib.h>
#include <string.h>

// How many keys of a record are looked for by their bytes; of more, every key is compared.
#define RS_MOST_SEARCHED 8

// The raw masks of 64 bytes.
typedef struct {
    uint64_t quotes;
    uint64_t backslashes;
    uint64_t opens;
    uint64_t closes;
    uint64_t commas;
    uint64_t line_feeds;
} rs_masks;

static inline int rs_same_bytes(const uint8_t *a, const uint8_t *b, size_t count) {
    switch (count) {
    case 0: return 1;
    case 1: return a[0] == b[0];
    case 2: case 3: {
        uint16_t x, y;
        memcpy(&x, a, 2);
        memcpy(&y, b, 2);
        return x == y && a[count - 1] == b[count - 1];
    }
    case 4: case 5: case 6: case 7: {
        uint32_t x, y, u, v;
        memcpy(&x, a, 4);
        memcpy(&y, b, 4);
        memcpy(&u, a + count - 4, 4);
        memcpy(&v, b + count - 4, 4);
        return x == y && u == v;
    }
    case 8: case 9: case 10: case 11: case 12: case 13: case 14: case 15: case 16: {
        uint64_t x, y, u, v;
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        memcpy(&u, a + count - 8, 8);
        memcpy(&v, b + count - 8, 8);
        return x == y && u == v;
    }
    default: return memcmp(a, b, count) == 0;
    }
}

// MARK: Strings

// The length of the well-formed sequence that begins with a byte past ASCII; 0 for none (Unicode, table 3-7).
size_t rs_utf8_sequence(const uint8_t *bytes, size_t left) {
    uint8_t first = bytes[0];
    if (first < 0xC2 || first > 0xF4) return 0;
    size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (left < length) return 0;
    uint8_t second = bytes[1];
    uint8_t low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    uint8_t high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < low || second > high) return 0;
    for (size_t i = 2; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) return 0;
    }
    return length;
}

int rs_is_utf8(const uint8_t *bytes, size_t count) {
    size_t i = 0;
    while (i < count) {
        if (i + 8 <= count) {
            uint64_t word;
            memcpy(&word, bytes + i, 8);
            if (!(word & 0x8080808080808080ull)) {
                i += 8;
                continue;
            }
        }
        if (bytes[i] < 0x80) {
            i += 1;
            continue;
        }
        size_t length = rs_utf8_sequence(bytes + i, count - i);
        if (length == 0) return 0;
        i += length;
    }
    return 1;
}

static int rs_hexadecimal(const uint8_t *bytes, uint32_t *unit) {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        uint8_t byte = bytes[i];
        uint8_t digit;
        if (byte >= '0' && byte <= '9') {
            digit = byte - '0';
        } else if ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'f') {
            digit = (byte | 0x20) - 'a' + 10;
        } else {
            return 0;
        }
        value = value << 4 | digit;
    }
    *unit = value;
    return 1;
}

// Whether every escape of a string is one (RFC 8259 §7), and no surrogate stands alone.
static int rs_has_good_escapes(const uint8_t *bytes, size_t count) {
    size_t i = 0;
    while (i < count) {
        if (bytes[i] != '\\') {
            i += 1;
            continue;
        }
        if (i + 1 >= count) return 0;
        switch (bytes[i + 1]) {
        case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
            i += 2;
            continue;
        case 'u': break;
        default: return 0;
        }
        uint32_t unit;
        if (i + 6 > count || !rs_hexadecimal(bytes + i + 2, &unit)) return 0;
        i += 6;
        if ((unit & 0xFC00) == 0xDC00) return 0;
        if ((unit & 0xFC00) == 0xD800) {
            if (i + 6 > count || bytes[i] != '\\' || bytes[i + 1] != 'u') return 0;
            if (!rs_hexadecimal(bytes + i + 2, &unit) || (unit & 0xFC00) != 0xDC00) return 0;
            i += 6;
        }
    }
    return 1;
}

// Finds out what a string between its quotes is; 0 when it is none.
static inline int rs_classify_string(rs_slot *slot, int has_escapes) {
    const uint8_t *bytes = slot->bytes;
    size_t count = slot->length;
    uint64_t past_ascii = 0;
    uint64_t control = 0;
    const uint64_t ones = 0x0101010101010101ull;
    const uint64_t highs = 0x8080808080808080ull;
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, 8);
        past_ascii |= word & highs;
        // A byte below 0x20; borrows show bytes above it too, which are looked at once more below.
        control |= (word - ones * 0x20) & ~word & highs;
    }
    for (; i < count; i++) {
        past_ascii |= bytes[i] & 0x80;
        control |= bytes[i] < 0x20;
    }
    if (control) {
        for (size_t at = 0; at < count; at++) {
            if (bytes[at] < 0x20) return 0;
        }
    }
    if (past_ascii && !rs_is_utf8(bytes, count)) return 0;
    slot->kind = past_ascii ? rs_utf8 : rs_ascii;
    if (has_escapes && memchr(bytes, '\\', count)) {
        if (!rs_has_good_escapes(bytes, count)) return 0;
        slot->kind = rs_escaped;
    }
    return 1;
}

// MARK: Numbers

static const double rs_powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                          1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Reads a number; the place behind it, or NULL when it is none or may be larger than every double.
static inline const uint8_t *rs_read_number(const uint8_t *at, const uint8_t *end, rs_slot *slot) {
    const uint8_t *start = at;
    int is_negative = *at == '-';
    at += is_negative;
    const uint8_t *digits = at;
    uint64_t mantissa = 0;
    while (at < end && (uint8_t)(*at - '0') <= 9) {
        mantissa = mantissa * 10 + (uint64_t)(*at - '0');
        at += 1;
    }
    ptrdiff_t whole = at - digits;
    if (whole == 0 || (digits[0] == '0' && whole > 1)) return NULL;
    uint8_t byte = at < end ? *at : 0;
    if (byte != '.' && (byte | 0x20) != 'e') {
        if (whole <= 18) {
            slot->kind = rs_integer;
            slot->integer = is_negative ? -(int64_t)mantissa : (int64_t)mantissa;
            return at;
        }
        if (whole > 300) return NULL;
    } else {
        ptrdiff_t fraction = 0;
        if (byte == '.') {
            at += 1;
            const uint8_t *from = at;
            while (at < end && (uint8_t)(*at - '0') <= 9) {
                mantissa = mantissa * 10 + (uint64_t)(*at - '0');
                at += 1;
            }
            fraction = at - from;
            if (fraction == 0) return NULL;
            byte = at < end ? *at : 0;
        }
        long exponent = 0;
        if ((byte | 0x20) == 'e') {
            at += 1;
            int exponent_is_negative = 0;
            if (at < end && (*at == '+' || *at == '-')) {
                exponent_is_negative = *at == '-';
                at += 1;
            }
            const uint8_t *from = at;
            while (at < end && (uint8_t)(*at - '0') <= 9) {
                if (exponent < 100000) exponent = exponent * 10 + (*at - '0');
                at += 1;
            }
            if (at == from) return NULL;
            if (exponent_is_negative) exponent = -exponent;
        }
        if (whole + exponent > 300 || whole > 300) return NULL;
        exponent -= fraction;
        // The mantissa and the power are exact, so the one rounding is the right one.
        if (whole + fraction <= 18 && mantissa <= 1ull << 53 && exponent >= -22 && exponent <= 22) {
            double value = (double)mantissa;
            value = exponent < 0 ? value / rs_powers_of_ten[-exponent] : value * rs_powers_of_ten[exponent];
            slot->kind = rs_double;
            slot->number = is_negative ? -value : value;
            return at;
        }
    }
    if (at - start > UINT32_MAX) return NULL;
    slot->kind = rs_number_text;
    slot->bytes = start;
    slot->length = (uint32_t)(at - start);
    return at;
}

// MARK: Kernels

static inline uint64_t rs_prefix_xor_by_shifts(uint64_t bits) {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^= bits << 32;
    return bits;
}

#define RS_TARGET
#define RS_NAME(name) name##_portable

static inline uint64_t rs_equal_bytes(uint64_t word, uint8_t byte) {
    const uint64_t lows = 0x7F7F7F7F7F7F7F7Full;
    uint64_t x = word ^ (0x0101010101010101ull * byte);
    // The high bit of each byte that is zero, and only of those.
    uint64_t zero = ~(((x & lows) + lows) | x | lows);
    // The eight high bits side by side.
    return ((zero >> 7) * 0x0102040810204080ull) >> 56;
}

static inline void rs_load_portable(const uint8_t *bytes, rs_masks *m) {
    memset(m, 0, sizeof(*m));
    for (unsigned i = 0; i < 8; i++) {
        uint64_t word = 0;
        for (unsigned j = 0; j < 8; j++) word |= (uint64_t)bytes[8 * i + j] << (8 * j);
        uint64_t folded = word | 0x2020202020202020ull;
        m->quotes |= rs_equal_bytes(word, '"') << (8 * i);
        m->backslashes |= rs_equal_bytes(word, '\\') << (8 * i);
        m->opens |= rs_equal_bytes(folded, '{') << (8 * i);
        m->closes |= rs_equal_bytes(folded, '}') << (8 * i);
        m->commas |= rs_equal_bytes(word, ',') << (8 * i);
        m->line_feeds |= rs_equal_bytes(word, '\n') << (8 * i);
    }
}

// The places of 64 where `a` stands behind the first pointer and `b` behind the second.
static inline uint64_t rs_pair_portable(const uint8_t *first, uint8_t a, const uint8_t *second, uint8_t b) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint64_t x = 0, y = 0;
        for (unsigned j = 0; j < 8; j++) {
            x |= (uint64_t)first[8 * i + j] << (8 * j);
            y |= (uint64_t)second[8 * i + j] << (8 * j);
        }
        mask |= (rs_equal_bytes(x, a) & rs_equal_bytes(y, b)) << (8 * i);
    }
    return mask;
}

#define rs_prefix_xor_portable rs_prefix_xor_by_shifts
#include "scan_walk.inc"
#undef RS_NAME
#undef RS_TARGET

#if defined(__x86_64__)
#include <immintrin.h>

#define RS_TARGET
#define RS_NAME(name) name##_sse2

static inline void rs_load_sse2(const uint8_t *bytes, rs_masks *m) {
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i backslash = _mm_set1_epi8('\\');
    const __m128i fold = _mm_set1_epi8(0x20);
    const __m128i open = _mm_set1_epi8('{');
    const __m128i close = _mm_set1_epi8('}');
    const __m128i comma = _mm_set1_epi8(',');
    const __m128i line_feed = _mm_set1_epi8('\n');
    memset(m, 0, sizeof(*m));
    for (unsigned i = 0; i < 4; i++) {
        __m128i v = _mm_loadu_si128((const __m128i *)(bytes + 16 * i));
        __m128i folded = _mm_or_si128(v, fold);
        unsigned shift = 16 * i;
        m->quotes |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, quote)) << shift;
        m->backslashes |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, backslash)) << shift;
        m->opens |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(folded, open)) << shift;
        m->closes |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(folded, close)) << shift;
        m->commas |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, comma)) << shift;
        m->line_feeds |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, line_feed)) << shift;
    }
}

static inline uint64_t rs_pair_sse2(const uint8_t *first, uint8_t a, const uint8_t *second, uint8_t b) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < 4; i++) {
        __m128i x = _mm_loadu_si128((const __m128i *)(first + 16 * i));
        __m128i y = _mm_loadu_si128((const __m128i *)(second + 16 * i));
        __m128i both = _mm_and_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8((char)a)), _mm_cmpeq_epi8(y, _mm_set1_epi8((char)b)));
        mask |= (uint64_t)(uint16_t)_mm_movemask_epi8(both) << (16 * i);
    }
    return mask;
}

#define rs_prefix_xor_sse2 rs_prefix_xor_by_shifts
#include "scan_walk.inc"
#undef RS_NAME
#undef RS_TARGET

#define RS_TARGET __attribute__((target("avx2,pclmul,bmi,bmi2,popcnt,lzcnt")))
#define RS_NAME(name) name##_avx2

RS_TARGET static inline __attribute__((always_inline)) uint64_t rs_mask_avx2(__m256i low, __m256i high) {
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

RS_TARGET static inline __attribute__((always_inline)) void rs_load_avx2(const uint8_t *bytes, rs_masks *m) {
    __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
    __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    const __m256i fold = _mm256_set1_epi8(0x20);
    __m256i folded_low = _mm256_or_si256(low, fold);
    __m256i folded_high = _mm256_or_si256(high, fold);
#define RS_EQUAL(a, b, byte) \
    rs_mask_avx2(_mm256_cmpeq_epi8(a, _mm256_set1_epi8(byte)), _mm256_cmpeq_epi8(b, _mm256_set1_epi8(byte)))
    m->quotes = RS_EQUAL(low, high, '"');
    m->backslashes = RS_EQUAL(low, high, '\\');
    m->opens = RS_EQUAL(folded_low, folded_high, '{');
    m->closes = RS_EQUAL(folded_low, folded_high, '}');
    m->commas = RS_EQUAL(low, high, ',');
    m->line_feeds = RS_EQUAL(low, high, '\n');
#undef RS_EQUAL
}

RS_TARGET static inline __attribute__((always_inline)) uint64_t rs_prefix_xor_clmul(uint64_t bits) {
    __m128i product = _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), _mm_set1_epi8((char)0xFF), 0);
    return (uint64_t)_mm_cvtsi128_si64(product);
}

RS_TARGET static inline __attribute__((always_inline)) uint64_t rs_pair_avx2(
    const uint8_t *first, uint8_t a, const uint8_t *second, uint8_t b) {
    const __m256i x = _mm256_set1_epi8((char)a);
    const __m256i y = _mm256_set1_epi8((char)b);
#define RS_BOTH(offset) \
    _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(first + offset)), x), \
                     _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(second + offset)), y))
    return rs_mask_avx2(RS_BOTH(0), RS_BOTH(32));
#undef RS_BOTH
}

#define rs_prefix_xor_avx2 rs_prefix_xor_clmul
#include "scan_walk.inc"
#undef RS_NAME
#undef RS_TARGET

#define RS_TARGET __attribute__((target("avx512f,avx512bw,avx2,pclmul,bmi,bmi2,popcnt,lzcnt")))
#define RS_NAME(name) name##_avx512

RS_TARGET static inline __attribute__((always_inline)) void rs_load_avx512(const uint8_t *bytes, rs_masks *m) {
    __m512i v = _mm512_loadu_si512((const void *)bytes);
    __m512i folded = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
    m->quotes = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"'));
    m->backslashes = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'));
    m->opens = _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8('{'));
    m->closes = _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8('}'));
    m->commas = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(','));
    m->line_feeds = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\n'));
}

RS_TARGET static inline __attribute__((always_inline)) uint64_t rs_pair_avx512(
    const uint8_t *first, uint8_t a, const uint8_t *second, uint8_t b) {
    return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512((const void *)first), _mm512_set1_epi8((char)a)) &
           _mm512_cmpeq_epi8_mask(_mm512_loadu_si512((const void *)second), _mm512_set1_epi8((char)b));
}

#define rs_prefix_xor_avx512 rs_prefix_xor_clmul
#include "scan_walk.inc"
#undef RS_NAME
#undef RS_TARGET
#endif

#if defined(__aarch64__)
#include <arm_neon.h>

#define RS_TARGET
#define RS_NAME(name) name##_neon

static inline uint64_t rs_mask_neon(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
    const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t ab = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
    uint8x16_t cd = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
    uint8x16_t all = vpaddq_u8(ab, cd);
    all = vpaddq_u8(all, all);
    return vgetq_lane_u64(vreinterpretq_u64_u8(all), 0);
}

static inline void rs_load_neon(const uint8_t *bytes, rs_masks *m) {
    uint8x16_t v[4], folded[4];
    for (unsigned i = 0; i < 4; i++) {
        v[i] = vld1q_u8(bytes + 16 * i);
        folded[i] = vorrq_u8(v[i], vdupq_n_u8(0x20));
    }
#define RS_EQUAL(v, byte) \
    rs_mask_neon(vceqq_u8(v[0], vdupq_n_u8(byte)), vceqq_u8(v[1], vdupq_n_u8(byte)), \
                 vceqq_u8(v[2], vdupq_n_u8(byte)), vceqq_u8(v[3], vdupq_n_u8(byte)))
    m->quotes = RS_EQUAL(v, '"');
    m->backslashes = RS_EQUAL(v, '\\');
    m->opens = RS_EQUAL(folded, '{');
    m->closes = RS_EQUAL(folded, '}');
    m->commas = RS_EQUAL(v, ',');
    m->line_feeds = RS_EQUAL(v, '\n');
#undef RS_EQUAL
}

static inline uint64_t rs_pair_neon(const uint8_t *first, uint8_t a, const uint8_t *second, uint8_t b) {
    uint8x16_t both[4];
    for (unsigned i = 0; i < 4; i++) {
        both[i] = vandq_u8(vceqq_u8(vld1q_u8(first + 16 * i), vdupq_n_u8(a)),
                           vceqq_u8(vld1q_u8(second + 16 * i), vdupq_n_u8(b)));
    }
    return rs_mask_neon(both[0], both[1], both[2], both[3]);
}

#define rs_prefix_xor_neon rs_prefix_xor_by_shifts
#include "scan_walk.inc"
#undef RS_NAME
#undef RS_TARGET
#endif

// MARK: Choice

int rs_has_kernel(uint32_t kernel) {
    switch (kernel) {
    case rs_kernel_portable: return 1;
#if defined(__x86_64__)
    case rs_kernel_sse2: return 1;
    case rs_kernel_avx2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    case rs_kernel_avx512:
        return rs_has_kernel(rs_kernel_avx2) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw");
#endif
#if defined(__aarch64__)
    case rs_kernel_neon: return 1;
#endif
    default: return 0;
    }
}

uint32_t rs_best_kernel(void) {
    static const uint32_t by_speed[] = {rs_kernel_avx512, rs_kernel_avx2, rs_kernel_neon, rs_kernel_sse2};
    for (size_t i = 0; i < sizeof(by_speed) / sizeof(by_speed[0]); i++) {
        if (rs_has_kernel(by_speed[i])) return by_speed[i];
    }
    return rs_kernel_portable;
}

const char *rs_kernel_name(uint32_t kernel) {
    switch (kernel) {
    case rs_kernel_sse2: return "sse2";
    case rs_kernel_avx2: return "avx2";
    case rs_kernel_avx512: return "avx512";
    case rs_kernel_neon: return "neon";
    default: return "portable";
    }
}

size_t rs_scan_lines(const rs_plan *plan, const uint8_t *text, const uint8_t *end, const uint8_t *limit,
                     rs_line *lines, rs_slot *slots, size_t capacity, const uint8_t **next) {
    switch (plan->kernel) {
#if defined(__x86_64__)
    case rs_kernel_sse2: return scan_lines_sse2(plan, text, end, limit, lines, slots, capacity, next);
    case rs_kernel_avx2: return scan_lines_avx2(plan, text, end, limit, lines, slots, capacity, next);
    case rs_kernel_avx512: return scan_lines_avx512(plan, text, end, limit, lines, slots, capacity, next);
#endif
#if defined(__aarch64__)
    case rs_kernel_neon: return scan_lines_neon(plan, text, end, limit, lines, slots, capacity, next);
#endif
    default: return scan_lines_portable(plan, text, end, limit, lines, slots, capacity, next);
    }
}

ptrdiff_t rs_scan_elements(const rs_plan *plan, const uint8_t *text, const uint8_t *end, const uint8_t *limit,
                           rs_slot *rows, size_t capacity, const uint8_t **next) {
    switch (plan->kernel) {
#if defined(__x86_64__)
    case rs_kernel_sse2: return scan_elements_sse2(plan, text, end, limit, rows, capacity, next);
    case rs_kernel_avx2: return scan_elements_avx2(plan, text, end, limit, rows, capacity, next);
    case rs_kernel_avx512: return scan_elements_avx512(plan, text, end, limit, rows, capacity, next);
#endif
#if defined(__aarch64__)
    case rs_kernel_neon: return scan_elements_neon(plan, text, end, limit, rows, capacity, next);
#endif
    default: return scan_elements_portable(plan, text, end, limit, rows, capacity, next);
    }
}

size_t rs_scan_records(const rs_plan *plan, uint32_t form, const uint8_t *text, const uint8_t *end,
                       const uint8_t *limit, const uint8_t *stop, rs_line *lines, rs_slot *slots, size_t capacity,
                       const uint8_t **next, int *is_stopped) {
    switch (plan->kernel) {
#define RS_SCAN(name) name(plan, form, text, end, limit, stop, lines, slots, capacity, next, is_stopped)
#if defined(__x86_64__)
    case rs_kernel_sse2: return RS_SCAN(scan_records_sse2);
    case rs_kernel_avx2: return RS_SCAN(scan_records_avx2);
    case rs_kernel_avx512: return RS_SCAN(scan_records_avx512);
#endif
#if defined(__aarch64__)
    case rs_kernel_neon: return RS_SCAN(scan_records_neon);
#endif
    default: return RS_SCAN(scan_records_portable);
#undef RS_SCAN
    }
}
