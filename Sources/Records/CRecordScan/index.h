// Finds the ends of the strings of the input, block by block, before parsing.
//
// A parser that has to find the end of each string before it knows where the next token begins waits for every
// string. So the ends are found first, 64 bytes at a time, regardless of the text between strings. The same pass
// finds what strings must not contain: control characters, bad escapes, bad UTF-8. The parser takes the ends one
// after another, and has nothing left to check within strings.
//
// Errors are not reported: a string with an error has no end, and neither has any later string. Backslashes outside
// of strings are taken for escapes. Only text that is not JSON has them, and the parser finds them when it gets
// there.

#ifndef RECORD_SCAN_INDEX_H
#define RECORD_SCAN_INDEX_H

#include "record_scan.h"

#include <stddef.h>
#include <stdint.h>

// The number of readable bytes that the input needs after its end.
#define RS_PADDING 64
// The number of blocks to index at a time.
#define RS_INDEXED_BLOCKS 64

#define RS_NO_END SIZE_MAX

// For functions that are rarely called. They preserve the registers, so that the caller need not save them.
#if defined(__x86_64__) || defined(__aarch64__)
#define RS_RARELY __attribute__((noinline, preserve_most))
#else
#define RS_RARELY __attribute__((noinline))
#endif

typedef struct {
    const uint8_t *start;
    const uint8_t *end;
    // The next block to index.
    const uint8_t *next;
    // The offsets after the closing quotes of the last indexed blocks, counted from `base`, the first of these
    // blocks; and their number.
    const uint8_t *base;
    size_t count;
    // All ones if the next block begins inside a string.
    uint64_t inside;
    // Which of the last three bytes before the next block are not ASCII.
    uint64_t past_ascii;
    // The end of the last escape, and of the last non-ASCII sequence.
    const uint8_t *escape_end;
    const uint8_t *sequence_end;
    // Whether an error was found. Nothing after it is indexed.
    int is_bad;
    // A string has two quotes, and eight offsets are written at a time.
    uint32_t places[RS_INDEXED_BLOCKS * 32 + 8];
} rs_index;

static inline void rs_index_begin(rs_index *index, const uint8_t *text, const uint8_t *end) {
    index->start = text;
    index->end = end;
    index->next = text;
    index->base = text;
    index->count = 0;
    index->inside = 0;
    index->past_ascii = 0;
    index->escape_end = text;
    index->sequence_end = text;
    index->is_bad = 0;
}

// MARK: Escapes

static inline int rs_is_hexadecimal(uint8_t byte) {
    return (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'f');
}

static inline int rs_hexadecimal_value(uint8_t byte) { return byte <= '9' ? byte - '0' : (byte | 0x20) - 'a' + 10; }

// The high byte of the code unit of an escape `\uXXXX`; -1 if it is malformed.
static inline int rs_unit_row(const uint8_t *at, const uint8_t *end) {
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
    for (int i = 2; i < 6; i++) {
        if (!rs_is_hexadecimal(at[i])) return -1;
    }
    return rs_hexadecimal_value(at[2]) << 4 | rs_hexadecimal_value(at[3]);
}

// The length of the escape at a backslash, or of two escapes for a surrogate pair (RFC 8259 §7); 0 if it is
// malformed.
static size_t rs_escape_length(const uint8_t *at, const uint8_t *end) {
    if (end - at < 2) return 0;
    switch (at[1]) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': return 2;
    default: break;
    }
    int row = rs_unit_row(at, end);
    if (row < 0 || (row >= 0xDC && row <= 0xDF)) return 0;
    if (row < 0xD8 || row > 0xDB) return 6;
    int other = rs_unit_row(at + 6, end);
    return other >= 0xDC && other <= 0xDF ? 12 : 0;
}

// Skips the escapes of a block, and removes escaped quotes. Returns the bit of the first malformed escape.
static __attribute__((noinline)) uint64_t rs_pass_escapes(
    rs_index *index, const uint8_t *block, uint64_t backslashes, uint64_t *quotes) {
    if (index->escape_end > block) {
        // At most eleven bytes of an escape that began in the previous block.
        uint64_t passed = (1ull << (index->escape_end - block)) - 1;
        backslashes &= ~passed;
        *quotes &= ~passed;
    }
    while (backslashes) {
        unsigned bit = (unsigned)__builtin_ctzll(backslashes);
        size_t length = rs_escape_length(block + bit, index->end);
        if (length == 0) return 1ull << bit;
        uint64_t passed = ((1ull << length) - 1) << bit;
        backslashes &= ~passed;
        *quotes &= ~passed;
        index->escape_end = block + bit + length;
    }
    return 0;
}

// MARK: UTF-8

// Whether a three-byte sequence can be checked by its bits alone. Most sequences of non-Latin text can.
static inline int rs_is_plain_triple(const uint8_t *at) {
    return (at[0] & 0xF0) == 0xE0 && at[0] != 0xE0 && at[0] != 0xED && (at[1] & 0xC0) == 0x80 && (at[2] & 0xC0) == 0x80;
}

// Skips the non-ASCII sequences of a block. Returns the bit of the first malformed sequence.
static __attribute__((noinline)) uint64_t rs_pass_sequences(
    rs_index *index, const uint8_t *block, uint64_t past_ascii) {
    const uint8_t *end = index->end;
    if (index->sequence_end > block) past_ascii &= ~0ull << (index->sequence_end - block);
    while (past_ascii) {
        const uint8_t *at = block + __builtin_ctzll(past_ascii);
        // Most sequences are adjacent.
        do {
            size_t length = rs_is_plain_triple(at) ? 3 : rs_utf8_sequence(at, (size_t)(end - at));
            if (length == 0) return 1ull << (at - block);
            at += length;
        } while (at - block < 64 && *at >= 0x80);
        index->sequence_end = at;
        if (at - block >= 64) break;
        past_ascii &= ~0ull << (at - block);
    }
    return 0;
}

#endif
