#include "record_scan.h"

#include "fill.h"
#include "index.h"
#include "kernels.h"
#include "keys.h"

#include <stdlib.h>
#include <string.h>

// MARK: Keys

rs_keys *rs_keys_make(void) {
    rs_keys *keys = malloc(sizeof(rs_keys));
    if (keys) rs_keys_forget(keys);
    return keys;
}

void rs_keys_free(rs_keys *keys) { free(keys); }

// MARK: Blanks and words

static inline const uint8_t *rs_blanks(const uint8_t *at, const uint8_t *end) {
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at += 1;
    return at;
}

static RS_RARELY const uint8_t *rs_pass_blanks(const uint8_t *at, const uint8_t *end) { return rs_blanks(at, end); }

static inline int rs_is_word(const uint8_t *at, char a, char b, char c, char d) {
    return at[0] == a && at[1] == b && at[2] == c && at[3] == d;
}

// MARK: Numbers

static inline const uint8_t *rs_pass_digits(const uint8_t *at, const uint8_t *end) {
    while (at < end && (uint8_t)(*at - '0') <= 9) at += 1;
    return at;
}

// Skips a number. NULL if it is malformed, or may be too large to read.
static RS_RARELY const uint8_t *rs_pass_number(const uint8_t *at, const uint8_t *end) {
    at += *at == '-';
    const uint8_t *digits = at;
    at = rs_pass_digits(at, end);
    ptrdiff_t whole = at - digits;
    if (whole == 0 || whole > 300 || (*digits == '0' && whole > 1)) return NULL;
    int is_fraction = at < end && *at == '.';
    if (is_fraction) {
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
        return at;
    }
    return is_fraction || whole <= 38 ? at : NULL;
}

// MARK: Parsing

#define RS_BODY "index.inc"
#include "each_kernel.inc"
#undef RS_BODY

#define RS_BODY "validate_walk.inc"
#include "each_kernel.inc"
#undef RS_BODY

typedef int rs_walk(const uint8_t *text, const uint8_t *end, uint32_t maximum_depth, rs_keys *keys);

static rs_walk *rs_walk_of(uint32_t kernel, int is_strict) {
    switch (kernel) {
#if defined(__x86_64__)
    case rs_kernel_sse2: return is_strict ? is_strict_json_sse2 : is_json_sse2;
    case rs_kernel_avx2: return is_strict ? is_strict_json_avx2 : is_json_avx2;
    case rs_kernel_avx512: return is_strict ? is_strict_json_avx512 : is_json_avx512;
#endif
#if defined(__aarch64__)
    case rs_kernel_neon: return is_strict ? is_strict_json_neon : is_json_neon;
#endif
    default: return is_strict ? is_strict_json_portable : is_json_portable;
    }
}

static int rs_walk_padded(rs_walk *walk, const uint8_t *text, size_t count, uint32_t maximum_depth, rs_keys *keys) {
    int result = walk(text, text + count, maximum_depth, keys);
    if (result >= 0) return result;
    // Tries again, with room for the keys of this text.
    rs_keys_forget(keys);
    return walk(text, text + count, maximum_depth, keys) > 0;
}

static int rs_is_json_of(
    int is_strict, uint32_t kernel, rs_keys *keys, const uint8_t *text, size_t count, const uint8_t *limit,
    uint32_t maximum_depth) {
    rs_walk *walk = rs_walk_of(kernel, is_strict);
    if ((size_t)(limit - text) - count >= RS_PADDING && text[count] < 0x20)
        return rs_walk_padded(walk, text, count, maximum_depth, keys);
    uint8_t some[1024];
    uint8_t *copy = count <= sizeof(some) - RS_PADDING ? some : malloc(count + RS_PADDING);
    if (!copy) return 0;
    memcpy(copy, text, count);
    memset(copy + count, 0, RS_PADDING);
    int result = rs_walk_padded(walk, copy, count, maximum_depth, keys);
    if (copy != some) free(copy);
    return result;
}

int rs_is_json(uint32_t kernel, rs_keys *keys, const uint8_t *text, size_t count, const uint8_t *limit,
               uint32_t maximum_depth) {
    return rs_is_json_of(0, kernel, keys, text, count, limit, maximum_depth);
}

int rs_is_strict_json(uint32_t kernel, rs_keys *keys, const uint8_t *text, size_t count, const uint8_t *limit,
                      uint32_t maximum_depth) {
    return rs_is_json_of(1, kernel, keys, text, count, limit, maximum_depth);
}

// MARK: Lines

typedef int rs_line_walk(
    const uint8_t *text, const uint8_t *end, const uint8_t *limit, rs_keys *keys, rs_fill *fill,
    const uint8_t **line_end);

static rs_line_walk *rs_line_walk_of(uint32_t kernel) {
    switch (kernel) {
#if defined(__x86_64__)
    case rs_kernel_sse2: return fill_line_sse2;
    case rs_kernel_avx2: return fill_line_avx2;
    case rs_kernel_avx512: return fill_line_avx512;
#endif
#if defined(__aarch64__)
    case rs_kernel_neon: return fill_line_neon;
#endif
    default: return fill_line_portable;
    }
}

static void rs_fill_line(
    rs_line_walk *walk, rs_fill *fill, rs_slot *row, rs_keys *keys, const uint8_t *end, const uint8_t *limit,
    rs_line *line) {
    const uint8_t *line_end;
    rs_fill_row(fill, row, keys);
    int result = walk(line->start, end, limit, keys, fill, &line_end);
    if (result < 0) {
        // Tries again, with room for the keys of this line.
        rs_keys_forget(keys);
        rs_fill_begin(fill, fill->plan);
        rs_fill_row(fill, row, keys);
        result = walk(line->start, end, limit, keys, fill, &line_end);
    }
    line->length = (size_t)(line_end - line->start);
    if (result > 0) {
        line->status = fill->is_rejected ? rs_line_rejected : rs_line_read;
        line->node = fill->failed;
        line->is_whole = 1;
        line->has_others = (uint32_t)fill->has_others;
    } else if (fill->list_node != RS_NO_NODE) {
        line->status = rs_line_list;
        line->node = fill->list_node;
    }
}

size_t rs_scan_strict_lines(const rs_plan *plan, rs_keys *keys, const uint8_t *text, const uint8_t *end,
                            const uint8_t *limit, rs_line *lines, rs_slot *slots, size_t capacity, const uint8_t **next) {
    rs_line_walk *walk = rs_line_walk_of(plan->kernel);
    rs_fill fill;
    rs_fill_begin(&fill, plan);
    size_t count = 0;
    while (text < end && count < capacity) {
        rs_line *line = &lines[count];
        line->start = text;
        line->status = rs_line_slow;
        line->node = 0;
        line->is_whole = 0;
        line->has_others = 0;
        if (*text == '{' && plan->node_count <= RS_FILLED_NODES) {
            rs_fill_line(walk, &fill, slots + count * plan->slot_count, keys, end, limit, line);
            count += 1;
        } else {
            const uint8_t *line_feed = memchr(text, '\n', (size_t)(end - text));
            const uint8_t *line_end = line_feed ? line_feed : end;
            const uint8_t *at = rs_blanks(text, line_end);
            line->length = (size_t)(line_end - text);
            if (at < line_end) {
                if (*at == '{' && plan->node_count <= RS_FILLED_NODES)
                    rs_fill_line(walk, &fill, slots + count * plan->slot_count, keys, end, limit, line);
                count += 1;
            }
        }
        text += line->length;
        if (text < end) text += 1;
    }
    *next = text;
    return count;
}
