// Fills slots and tests them, for both scans: the one that skips unwanted values and the one that checks every byte.

#ifndef RECORD_SCAN_SLOTS_H
#define RECORD_SCAN_SLOTS_H

#include "record_scan.h"

#include <string.h>

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

// The node of a key among the sorted nodes of an object; `first + count` if the key is not wanted.
static inline uint32_t rs_sorted_node(
    const rs_node *nodes, uint32_t first, uint32_t count, const uint8_t *key, size_t length) {
    uint32_t low = first;
    uint32_t high = first + count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const rs_node *node = &nodes[middle];
        int order = node->key_length != length ? (node->key_length < length ? -1 : 1) : memcmp(node->key, key, length);
        if (order == 0) return middle;
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return first + count;
}

// MARK: Strings

static inline int rs_hexadecimal(const uint8_t *bytes, uint32_t *unit) {
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

// Whether all escapes of a string are valid (RFC 8259 §7), without lone surrogates.
static inline int rs_has_good_escapes(const uint8_t *bytes, size_t count) {
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

// Fewer than eight bytes as the low bytes of a word.
static inline uint64_t rs_some_bytes(const uint8_t *bytes, size_t count) {
    if (count >= 4) {
        uint32_t first, last;
        memcpy(&first, bytes, 4);
        memcpy(&last, bytes + count - 4, 4);
        return first | (uint64_t)last << (8 * (count - 4));
    }
    // Spaces stand for missing bytes: they are neither control characters nor beyond ASCII.
    if (count == 0) return 0x2020202020202020ull;
    return bytes[0] | (uint64_t)bytes[count / 2] << 8 | (uint64_t)bytes[count - 1] << 16;
}

// Determines the kind of a string from the text between its quotes. Returns 0 if the string is invalid.
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
        past_ascii |= word;
        // With the high bit set, no byte borrows from the next.
        control |= ~((word | highs) - ones * 0x20) & ~word;
    }
    if (i < count || count == 0) {
        uint64_t word;
        if (count >= 8) {
            memcpy(&word, bytes + count - 8, 8);
        } else {
            word = rs_some_bytes(bytes, count);
            // Missing bytes become spaces.
            if (count < 4) {
                word |= count == 0 ? 0 : 0x2020202020000000ull;
            } else {
                word |= 0x2020202020202020ull << (4 * count) << (4 * count);
            }
        }
        past_ascii |= word;
        control |= ~((word | highs) - ones * 0x20) & ~word;
    }
    if (control & highs) return 0;
    past_ascii &= highs;
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

// Reads a number. Returns the location after it, or NULL if it is malformed or may be too large to read.
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
        if (whole > 38) return NULL;
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
        // Mantissa and power are exact, so the result is rounded only once.
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

// MARK: Tests

#define RS_HOLDS(comparison, a, b) \
    ((comparison) == rs_less ? (a) < (b) \
     : (comparison) == rs_less_or_equal ? (a) <= (b) \
     : (comparison) == rs_greater ? (a) > (b) \
     : (comparison) == rs_greater_or_equal ? (a) >= (b) \
     : (a) == (b))

// Whether a value certainly fails a test. Must agree with `ConstantComparison` and `SlotTextTest`.
static inline __attribute__((always_inline)) int rs_fails(const rs_test *test, const rs_slot *slot) {
    const int64_t exact = 1ll << 53;
    switch (test->kind) {
    case rs_integer:
        switch (slot->kind) {
        case rs_integer: return !RS_HOLDS(test->comparison, slot->integer, test->integer);
        case rs_double:
            return test->integer >= -exact && test->integer <= exact &&
                   !RS_HOLDS(test->comparison, slot->number, (double)test->integer);
        case rs_missing: case rs_null: return 1;
        case rs_ascii: case rs_utf8: return !test->shows_unusable;
        default: return 0;
        }
    case rs_double:
        switch (slot->kind) {
        case rs_double: return !RS_HOLDS(test->comparison, slot->number, test->number);
        case rs_integer:
            return slot->integer >= -exact && slot->integer <= exact &&
                   !RS_HOLDS(test->comparison, (double)slot->integer, test->number);
        case rs_missing: case rs_null: return 1;
        case rs_ascii: case rs_utf8: return !test->shows_unusable;
        default: return 0;
        }
    case rs_true:
    case rs_false:
        switch (slot->kind) {
        case rs_true: case rs_false: return slot->kind != test->kind;
        case rs_missing: case rs_null: return 1;
        case rs_ascii: case rs_utf8: return !test->shows_unusable;
        default: return 0;
        }
    case rs_utf8:
        if (slot->kind == rs_ascii || slot->kind == rs_utf8) {
            if (test->comparison == rs_equals ? slot->length != test->length : slot->length < test->length) return 1;
            return !rs_same_bytes(slot->bytes, test->bytes, test->length);
        }
        return slot->kind <= (test->shows_unusable ? rs_null : rs_double);
    default: return 0;
    }
}

// The number of a test that a value fails, as `rs_line` has it.
static inline uint32_t rs_failed(uint32_t test, const rs_slot *slot) {
    return slot->kind <= rs_null ? UINT32_MAX : test;
}

#endif
