#include "record_scan.h"

#include <string.h>

// Helpers for text.

size_t rs_count_bytes(const uint8_t *bytes, size_t count, uint8_t byte) {
    size_t total = 0;
    size_t i = 0;
    // Sixty-four byte counters, which are emptied before one can overflow.
    while (count - i >= 64) {
        uint8_t counters[64] = {0};
        size_t rounds = (count - i) / 64;
        if (rounds > 255) rounds = 255;
        for (size_t round = 0; round < rounds; round++, i += 64) {
            for (size_t j = 0; j < 64; j++) counters[j] += bytes[i + j] == byte;
        }
        for (size_t j = 0; j < 64; j++) total += counters[j];
    }
    for (; i < count; i++) total += bytes[i] == byte;
    return total;
}

static inline int rs_is_blank(uint8_t byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

size_t rs_compact(const uint8_t *bytes, size_t count, uint8_t *target) {
    const uint64_t ones = 0x0101010101010101ull;
    const uint64_t highs = 0x8080808080808080ull;
    uint8_t *to = target;
    size_t i = 0;
    while (i < count) {
        // Outside of strings: eight bytes at a time, up to a blank or a quote. All of these are below 0x23.
        while (count - i >= 8) {
            uint64_t word;
            memcpy(&word, bytes + i, 8);
            // A borrow can only mark bytes above the first correctly marked one.
            uint64_t found = (word - ones * 0x23) & ~word & highs;
            size_t plain = found ? (size_t)__builtin_ctzll(found) >> 3 : 8;
            // There is room, because writing never overtakes reading.
            memcpy(to, &word, 8);
            to += plain;
            i += plain;
            if (found) break;
        }
        if (i >= count) break;
        uint8_t byte = bytes[i];
        i += 1;
        if (rs_is_blank(byte)) continue;
        *to++ = byte;
        if (byte != '"') continue;
        // Copies the string and its closing quote.
        while (i < count) {
            while (count - i >= 8) {
                uint64_t word;
                memcpy(&word, bytes + i, 8);
                uint64_t quotes = word ^ (ones * '"');
                uint64_t backslashes = word ^ (ones * '\\');
                uint64_t found = (((quotes - ones) & ~quotes) | ((backslashes - ones) & ~backslashes)) & highs;
                size_t plain = found ? (size_t)__builtin_ctzll(found) >> 3 : 8;
                memcpy(to, &word, 8);
                to += plain;
                i += plain;
                if (found) break;
            }
            if (i >= count) break;
            byte = bytes[i];
            i += 1;
            *to++ = byte;
            if (byte == '"') break;
            if (byte == '\\' && i < count) *to++ = bytes[i++];
        }
    }
    return (size_t)(to - target);
}

const uint8_t *rs_find(const uint8_t *text, size_t count, const uint8_t *bytes, size_t length) {
    if (length == 0) return text;
    while (count >= length) {
        const uint8_t *first = memchr(text, bytes[0], count - length + 1);
        if (!first) return NULL;
        if (memcmp(first, bytes, length) == 0) return first;
        count -= (size_t)(first - text) + 1;
        text = first + 1;
    }
    return NULL;
}
