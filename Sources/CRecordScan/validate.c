#include "record_scan.h"

#include <string.h>

// A walk over JSON text that looks at every byte (RFC 8259). It says no where it is in doubt; what is wrong, if anything is,
// is for the reader in Swift to find.

// Levels that the stack of open brackets has room for.
#define RS_VALIDATED_DEPTH 1024

// Keys that are remembered at a time.
#define RS_KEYS 512

static inline const uint8_t *rs_blanks(const uint8_t *at, const uint8_t *end) {
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at += 1;
    return at;
}

static inline int rs_is_hexadecimal(uint8_t byte) {
    return (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'f');
}

static inline int rs_hexadecimal_value(uint8_t byte) { return byte <= '9' ? byte - '0' : (byte | 0x20) - 'a' + 10; }

// From behind the opening quote to behind the closing one; NULL for what is no string.
static const uint8_t *rs_pass_string(const uint8_t *at, const uint8_t *end) {
    const uint64_t ones = 0x0101010101010101ull;
    const uint64_t highs = 0x8080808080808080ull;
    for (;;) {
        while (end - at >= 8) {
            uint64_t word;
            memcpy(&word, at, 8);
            uint64_t quotes = word ^ (ones * '"');
            uint64_t backslashes = word ^ (ones * '\\');
            // A borrow only ever marks a byte above one that is marked rightly.
            uint64_t special = (word | (word - ones * 0x20) | (quotes - ones) | (backslashes - ones)) & highs;
            if (special) {
                at += __builtin_ctzll(special) >> 3;
                break;
            }
            at += 8;
        }
        if (at >= end) return NULL;
        uint8_t byte = *at;
        if (byte == '"') return at + 1;
        if (byte < 0x20) return NULL;
        if (byte == '\\') {
            if (end - at < 2) return NULL;
            switch (at[1]) {
            case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
                at += 2;
                continue;
            case 'u': break;
            default: return NULL;
            }
            if (end - at < 6) return NULL;
            for (int i = 2; i < 6; i++) {
                if (!rs_is_hexadecimal(at[i])) return NULL;
            }
            int high = rs_hexadecimal_value(at[2]) << 4 | rs_hexadecimal_value(at[3]);
            at += 6;
            if (high >= 0xDC && high <= 0xDF) return NULL;
            if (high >= 0xD8 && high <= 0xDB) {
                if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return NULL;
                for (int i = 2; i < 6; i++) {
                    if (!rs_is_hexadecimal(at[i])) return NULL;
                }
                int low = rs_hexadecimal_value(at[2]) << 4 | rs_hexadecimal_value(at[3]);
                if (low < 0xDC || low > 0xDF) return NULL;
                at += 6;
            }
            continue;
        }
        if (byte < 0x80) {
            at += 1;
            continue;
        }
        // A run of what is not ASCII.
        do {
            size_t length = rs_utf8_sequence(at, (size_t)(end - at));
            if (length == 0) return NULL;
            at += length;
        } while (at < end && *at >= 0x80);
    }
}

static const uint8_t *rs_pass_digits(const uint8_t *at, const uint8_t *end) {
    while (at < end && (uint8_t)(*at - '0') <= 9) at += 1;
    return at;
}

// NULL for what is no number, and for one that may be larger than every double.
static inline const uint8_t *rs_pass_number(const uint8_t *at, const uint8_t *end) {
    at += *at == '-';
    const uint8_t *digits = at;
    at = rs_pass_digits(at, end);
    ptrdiff_t whole = at - digits;
    if (whole == 0 || whole > 300 || (*digits == '0' && whole > 1)) return NULL;
    if (at < end && *at == '.') {
        const uint8_t *fraction = at + 1;
        at = rs_pass_digits(fraction, end);
        if (at == fraction) return NULL;
    }
    if (at < end && (*at | 0x20) == 'e') {
        at += 1;
        int is_negative = at < end && *at == '-';
        if (at < end && (*at == '+' || *at == '-')) at += 1;
        const uint8_t *exponent = at;
        at = rs_pass_digits(at, end);
        if (at == exponent) return NULL;
        if (!is_negative && (at - exponent > 2 || whole > 200)) return NULL;
    }
    return at;
}

// The keys of the open objects, by a number that two different keys rarely share.
typedef struct {
    uint64_t marks[RS_KEYS];
    uint32_t count;
    // Where the keys of each open object begin.
    uint32_t first[RS_VALIDATED_DEPTH];
} rs_keys;

static inline uint64_t rs_key_mark(const uint8_t *key, size_t length) {
    uint64_t mark = length * 0x9E3779B97F4A7C15ull;
    while (length >= 8) {
        uint64_t word;
        memcpy(&word, key, 8);
        mark = (mark ^ word) * 0xC2B2AE3D27D4EB4Full;
        mark ^= mark >> 29;
        key += 8;
        length -= 8;
    }
    uint64_t rest = 0;
    for (size_t i = 0; i < length; i++) rest = rest << 8 | key[i];
    mark = (mark ^ rest) * 0xC2B2AE3D27D4EB4Full;
    return mark ^ mark >> 32;
}

// Adds the key whose bytes stand before a closing quote; 0 where it may have come before.
static inline int rs_add_key(rs_keys *keys, uint32_t first, const uint8_t *key, const uint8_t *close) {
    size_t length = (size_t)(close - key);
    if (keys->count == RS_KEYS || memchr(key, '\\', length)) return 0;
    uint64_t mark = rs_key_mark(key, length);
    for (uint32_t i = first; i < keys->count; i++) {
        if (keys->marks[i] == mark) return 0;
    }
    keys->marks[keys->count++] = mark;
    return 1;
}

static inline __attribute__((always_inline)) int rs_check(
    const uint8_t *text, size_t count, uint32_t maximum_depth, rs_keys *keys) {
    const uint8_t *at = text;
    const uint8_t *end = text + count;
    uint8_t is_object[RS_VALIDATED_DEPTH];
    uint32_t depth = 0;
    at = rs_blanks(at, end);
    for (;;) {
        // A value.
        if (at >= end) return 0;
        switch (*at) {
        case '"':
            at = rs_pass_string(at + 1, end);
            break;
        case '{':
        case '[': {
            if (depth >= maximum_depth || depth >= RS_VALIDATED_DEPTH) return 0;
            int opens_object = *at == '{';
            is_object[depth] = (uint8_t)opens_object;
            if (keys) keys->first[depth] = keys->count;
            depth += 1;
            at = rs_blanks(at + 1, end);
            if (at >= end) return 0;
            if (*at == (opens_object ? '}' : ']')) {
                depth -= 1;
                at += 1;
                break;
            }
            if (!opens_object) continue;
            goto key;
        }
        case 't':
            at = end - at >= 4 && memcmp(at, "true", 4) == 0 ? at + 4 : NULL;
            break;
        case 'n':
            at = end - at >= 4 && memcmp(at, "null", 4) == 0 ? at + 4 : NULL;
            break;
        case 'f':
            at = end - at >= 5 && memcmp(at, "false", 5) == 0 ? at + 5 : NULL;
            break;
        case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
            at = rs_pass_number(at, end);
            break;
        default: return 0;
        }
        if (!at) return 0;
        // What follows it.
        for (;;) {
            if (at < end && *at <= ' ') at = rs_blanks(at, end);
            if (depth == 0) return at == end;
            if (at >= end) return 0;
            if (*at == ',') break;
            if (*at != (is_object[depth - 1] ? '}' : ']')) return 0;
            depth -= 1;
            if (keys) keys->count = keys->first[depth];
            at += 1;
        }
        at = rs_blanks(at + 1, end);
        if (!is_object[depth - 1]) continue;
    key:
        if (at >= end || *at != '"') return 0;
        const uint8_t *key = at + 1;
        at = rs_pass_string(key, end);
        if (!at) return 0;
        if (keys && !rs_add_key(keys, keys->first[depth - 1], key, at - 1)) return 0;
        at = rs_blanks(at, end);
        if (at >= end || *at != ':') return 0;
        at = rs_blanks(at + 1, end);
    }
}

int rs_is_json(const uint8_t *text, size_t count, uint32_t maximum_depth) {
    return rs_check(text, count, maximum_depth, NULL);
}

int rs_is_strict_json(const uint8_t *text, size_t count, uint32_t maximum_depth) {
    rs_keys keys;
    keys.count = 0;
    return rs_check(text, count, maximum_depth, &keys);
}
