// Where the strings of a text end: what a look at whole blocks tells before the text is walked.
//
// A walk that has to find the end of each string before it knows where the next token begins waits for every one of them. So the
// ends are looked for first, 64 bytes at a time and without a look at what stands between strings, and what strings may not hold is
// found on the way: control characters, bad escapes, bad UTF-8. The walk takes the ends one after the other, and has nothing left to
// check within strings.
//
// What is wrong is not told: a string with anything wrong in it has no end, nor has any string behind it. Backslashes outside of
// strings are taken for escapes; only text that is no JSON has them, and the walk finds them when it gets there.

#ifndef RECORD_SCAN_INDEX_H
#define RECORD_SCAN_INDEX_H

#include "record_scan.h"

#include <stddef.h>
#include <stdint.h>

// Bytes that may be read behind a text.
#define RS_PADDING 64
// Blocks that are looked at before a walk goes on.
#define RS_INDEXED_BLOCKS 64

#define RS_NO_END SIZE_MAX

// Of functions that a walk rarely calls: those keep the registers, so that the walk need not save them.
#if defined(__x86_64__) || defined(__aarch64__)
#define RS_RARELY __attribute__((noinline, preserve_most))
#else
#define RS_RARELY __attribute__((noinline))
#endif

typedef struct {
    const uint8_t *start;
    const uint8_t *end;
    // The block that is looked at next.
    const uint8_t *next;
    // The places behind the closing quotes of the blocks that have been looked at last, counted from the first of these.
    const uint8_t *base;
    size_t count;
    // All ones when the next block begins inside a string.
    uint64_t inside;
    // Which of the three bytes before the next block are past ASCII.
    uint64_t past_ascii;
    // Behind the last escape, and behind the last sequence past ASCII.
    const uint8_t *escape_end;
    const uint8_t *sequence_end;
    // Whether something that is wrong has been found, behind which nothing is looked at.
    int is_bad;
    // Two quotes make a string, and eight places are written at a time.
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

// The high byte of the unit that an escape `\uXXXX` stands for; -1 for what is none.
static inline int rs_unit_row(const uint8_t *at, const uint8_t *end) {
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
    for (int i = 2; i < 6; i++) {
        if (!rs_is_hexadecimal(at[i])) return -1;
    }
    return rs_hexadecimal_value(at[2]) << 4 | rs_hexadecimal_value(at[3]);
}

// The length of the escape at a backslash, of two where a surrogate needs the other (RFC 8259 §7); 0 for what is none.
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

// Passes the escapes of a block, and takes away the quotes that they escape. The bit of the first backslash that begins none.
static __attribute__((noinline)) uint64_t rs_pass_escapes(
    rs_index *index, const uint8_t *block, uint64_t backslashes, uint64_t *quotes) {
    if (index->escape_end > block) {
        // At most eleven bytes of one that began in the block before.
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

// Whether a sequence of three is one that needs no more than a look at its bits; so are most of text that is not Latin.
static inline int rs_is_plain_triple(const uint8_t *at) {
    return (at[0] & 0xF0) == 0xE0 && at[0] != 0xE0 && at[0] != 0xED && (at[1] & 0xC0) == 0x80 && (at[2] & 0xC0) == 0x80;
}

// Passes the sequences past ASCII of a block. The bit of the first byte that begins none.
static __attribute__((noinline)) uint64_t rs_pass_sequences(
    rs_index *index, const uint8_t *block, uint64_t past_ascii) {
    const uint8_t *end = index->end;
    if (index->sequence_end > block) past_ascii &= ~0ull << (index->sequence_end - block);
    while (past_ascii) {
        const uint8_t *at = block + __builtin_ctzll(past_ascii);
        // Most stand behind one another.
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
