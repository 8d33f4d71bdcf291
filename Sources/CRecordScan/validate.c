#include "record_scan.h"

#include "kernels.h"
#include "slots.h"

#include <stdlib.h>
#include <string.h>

// Levels that are followed.
#define RS_VALIDATED_DEPTH 1024
// Bytes that may be read behind a text.
#define RS_PADDING 64

static inline const uint8_t *rs_blanks(const uint8_t *at, const uint8_t *end) {
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at += 1;
    return at;
}

static inline int rs_is_word(const uint8_t *at, char a, char b, char c, char d) {
    return at[0] == a && at[1] == b && at[2] == c && at[3] == d;
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

// MARK: Numbers

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

// MARK: Keys

// Keys that are known at a time, and places in the table of them.
#define RS_KNOWN_KEYS 1024
#define RS_KEY_PLACES 4096
#define RS_KEY_BYTES 32768
// Levels at which an object may have keys that are not among the first 64.
#define RS_RARE_DEPTH 64

// A key that has been met, from its quote to the colon behind it.
typedef struct rs_known_key {
    // Its first 16 bytes, which of them count, and its last 16 bytes where it has more.
    uint64_t words[2];
    uint64_t masks[2];
    uint64_t ends[2];
    // Its bit in a set of keys; 0 for one that is not among the first 64.
    uint64_t bit;
    const uint8_t *bytes;
    uint32_t size;
    uint32_t index;
    // Two keys that have been met after it.
    struct rs_known_key *next;
    struct rs_known_key *other;
} rs_known_key;

struct rs_keys {
    rs_known_key known[RS_KNOWN_KEYS];
    uint32_t count;
    uint32_t byte_count;
    // The keys of the objects round the innermost one, the first 64 and the rest.
    uint64_t open[RS_VALIDATED_DEPTH];
    uint64_t rare[RS_RARE_DEPTH][RS_KNOWN_KEYS / 64];
    uint16_t places[RS_KEY_PLACES];
    uint8_t bytes[RS_KEY_BYTES];
};

static void rs_keys_forget(rs_keys *keys) {
    // The first stands for none: no key has its bytes.
    rs_known_key *none = &keys->known[0];
    memset(none, 0, sizeof(*none));
    none->masks[0] = ~0ull;
    none->size = 1;
    none->next = none;
    none->other = none;
    keys->count = 1;
    keys->byte_count = 0;
    memset(keys->places, 0, sizeof(keys->places));
}

rs_keys *rs_keys_make(void) {
    rs_keys *keys = malloc(sizeof(rs_keys));
    if (keys) rs_keys_forget(keys);
    return keys;
}

void rs_keys_free(rs_keys *keys) { free(keys); }

// A number that two different keys rarely share.
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

static inline uint64_t rs_word(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, 8);
    return word;
}

// Whether a known key stands at a place, with the colon behind it; 64 bytes may be read.
static inline __attribute__((always_inline)) int rs_key_stands(const rs_known_key *key, const uint8_t *at) {
    if (((rs_word(at) ^ key->words[0]) & key->masks[0]) | ((rs_word(at + 8) ^ key->words[1]) & key->masks[1])) return 0;
    if (key->size <= 16) return 1;
    // The memory of a longer one reaches as far as the bytes are the same.
    if (key->size > RS_PADDING) return strncmp((const char *)at, (const char *)key->bytes, key->size) == 0;
    at += key->size;
    if ((rs_word(at - 16) ^ key->ends[0]) | (rs_word(at - 8) ^ key->ends[1])) return 0;
    return key->size <= 32 || memcmp(at - key->size, key->bytes, key->size) == 0;
}

// Finds or adds a key, given with its quotes, that is met after another; NULL where there is no room, and for one with escapes.
static __attribute__((noinline)) rs_known_key *rs_find_key(
    rs_keys *keys, rs_known_key *last, const uint8_t *key, size_t size) {
    last->other = last->next;
    if (memchr(key, '\\', size)) return NULL;
    uint32_t place = (uint32_t)rs_key_mark(key, size) % RS_KEY_PLACES;
    while (keys->places[place]) {
        rs_known_key *known = &keys->known[keys->places[place]];
        if (known->size == size + 1 && memcmp(known->bytes, key, size) == 0) return last->next = known;
        place = (place + 1) % RS_KEY_PLACES;
    }
    if (keys->count == RS_KNOWN_KEYS || size + 2 > RS_KEY_BYTES - keys->byte_count) return NULL;
    uint8_t *bytes = keys->bytes + keys->byte_count;
    keys->byte_count += (uint32_t)size + 2;
    memcpy(bytes, key, size);
    bytes[size] = ':';
    bytes[size + 1] = 0;
    rs_known_key *made = &keys->known[keys->count];
    memset(made, 0, sizeof(*made));
    made->bytes = bytes;
    made->size = (uint32_t)size + 1;
    made->index = keys->count;
    made->bit = made->index < 64 ? 1ull << made->index : 0;
    size_t counted = made->size < 16 ? made->size : 16;
    memcpy(made->words, bytes, counted);
    memset(made->masks, 0xFF, counted);
    if (made->size >= 16) memcpy(made->ends, bytes + made->size - 16, 16);
    made->next = made->other = &keys->known[0];
    keys->places[place] = (uint16_t)keys->count;
    keys->count += 1;
    // The objects that are open have none of these yet.
    if (keys->count == 65) memset(keys->rare, 0, sizeof(keys->rare));
    return last->next = made;
}

static inline int rs_open_rare(rs_keys *keys, uint32_t depth) {
    if (depth >= RS_RARE_DEPTH) return 0;
    memset(keys->rare[depth], 0, sizeof(keys->rare[depth]));
    return 1;
}

// Adds a key that is not among the first to the object at a depth; 0 where it is there already.
static int rs_add_rare(rs_keys *keys, uint32_t depth, const rs_known_key *key) {
    if (depth >= RS_RARE_DEPTH) return 0;
    uint64_t *word = &keys->rare[depth][key->index / 64];
    uint64_t bit = 1ull << (key->index % 64);
    if (*word & bit) return 0;
    *word |= bit;
    return 1;
}

// MARK: Wanted fields

#define RS_NO_NODE UINT32_MAX
// Nodes that fields are filled by; a plan with more has its lines read slowly.
#define RS_FILLED_NODES 64

// An object or list that is open.
typedef struct {
    // The keys that are wanted of the one round it, a range of nodes.
    uint32_t first;
    uint32_t count;
    // Its own node, and where it begins.
    uint32_t node;
    const uint8_t *start;
} rs_open;

// The fields that are looked for while a line is walked.
typedef struct {
    const rs_plan *plan;
    rs_slot *row;
    // The keys that are wanted of the object that is open, a range of nodes.
    uint32_t first;
    uint32_t count;
    // Whether a value does not pass a test.
    int is_rejected;
    // The node of a list where an object was expected.
    uint32_t list_node;
    // The known key of each node; null until it has been met.
    const rs_known_key *keys[RS_FILLED_NODES];
    rs_open open[RS_VALIDATED_DEPTH];
} rs_fill;

// The node that a key of the open object stands for.
static inline uint32_t rs_wanted_node(rs_fill *fill, const rs_known_key *key) {
    for (uint32_t i = fill->first; i < fill->first + fill->count; i++) {
        if (fill->keys[i] == key) return i;
        const rs_node *node = &fill->plan->nodes[i];
        // Between quotes, with the colon behind them.
        if (!fill->keys[i] && node->key_length + 3 == key->size && memcmp(node->key, key->bytes + 1, node->key_length) == 0) {
            fill->keys[i] = key;
            return i;
        }
    }
    return RS_NO_NODE;
}

static inline void rs_fill_slot(rs_fill *fill, uint32_t index, const rs_slot *value) {
    const rs_node *node = &fill->plan->nodes[index];
    if (node->slot >= 0) fill->row[node->slot] = *value;
    for (uint32_t i = 0; i < node->test_count; i++) {
        if (rs_fails(&fill->plan->tests[node->first_test + i], value)) fill->is_rejected = 1;
    }
}

static inline int rs_fill_text(rs_fill *fill, uint32_t node, const uint8_t *start, const uint8_t *end) {
    rs_slot slot = {.kind = rs_missing};
    if (end - start > UINT32_MAX) return 0;
    slot.bytes = start;
    slot.length = (uint32_t)(end - start);
    if (!rs_classify_string(&slot, 1)) return 0;
    rs_fill_slot(fill, node, &slot);
    return 1;
}

static inline int rs_fill_number(rs_fill *fill, uint32_t node, const uint8_t *start, const uint8_t *end) {
    rs_slot slot = {.kind = rs_missing};
    if (rs_read_number(start, end, &slot) != end) return 0;
    rs_fill_slot(fill, node, &slot);
    return 1;
}

static inline void rs_fill_word(rs_fill *fill, uint32_t node, uint32_t kind) {
    rs_slot slot = {.kind = kind};
    rs_fill_slot(fill, node, &slot);
}

static inline void rs_enter(rs_fill *fill, uint32_t depth, uint32_t node, const uint8_t *start) {
    rs_open *open = &fill->open[depth];
    open->first = fill->first;
    open->count = fill->count;
    open->node = node;
    open->start = start;
    fill->count = 0;
}

static inline void rs_enter_object(rs_fill *fill, uint32_t depth, uint32_t node, const uint8_t *start) {
    rs_enter(fill, depth, node, start);
    if (depth == 0) {
        fill->first = 0;
        fill->count = fill->plan->root_count;
    } else if (node != RS_NO_NODE) {
        fill->first = fill->plan->nodes[node].first_child;
        fill->count = fill->plan->nodes[node].child_count;
    }
}

// 0 where an object was expected.
static inline int rs_enter_list(rs_fill *fill, uint32_t depth, uint32_t node, const uint8_t *start) {
    rs_enter(fill, depth, node, start);
    if (node == RS_NO_NODE || fill->plan->nodes[node].child_count == 0) return 1;
    fill->list_node = node;
    return 0;
}

static inline int rs_leave(rs_fill *fill, uint32_t depth, const uint8_t *end) {
    const rs_open *open = &fill->open[depth];
    fill->first = open->first;
    fill->count = open->count;
    if (open->node == RS_NO_NODE || fill->plan->nodes[open->node].slot < 0) return 1;
    if (end - open->start > UINT32_MAX) return 0;
    rs_slot *slot = &fill->row[fill->plan->nodes[open->node].slot];
    slot->kind = *open->start == '{' ? rs_object : rs_list;
    slot->bytes = open->start;
    slot->length = (uint32_t)(end - open->start);
    return 1;
}

// MARK: The walk

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
    // Once more, with room for the keys of this text.
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

typedef int rs_line_walk(const uint8_t *text, const uint8_t *end, uint32_t maximum_depth, rs_keys *keys, rs_fill *fill);

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

static int rs_fill_row(
    rs_line_walk *walk, rs_fill *fill, rs_keys *keys, const uint8_t *text, const uint8_t *end) {
    const rs_plan *plan = fill->plan;
    for (uint32_t i = 0; i < plan->slot_count; i++) {
        fill->row[i].kind = rs_missing;
        fill->row[i].length = 0;
        fill->row[i].integer = 0;
    }
    fill->first = 0;
    fill->count = 0;
    fill->is_rejected = 0;
    fill->list_node = RS_NO_NODE;
    return walk(text, end, plan->maximum_depth, keys, fill);
}

size_t rs_scan_strict_lines(const rs_plan *plan, rs_keys *keys, const uint8_t *text, const uint8_t *end,
                            const uint8_t *limit, rs_line *lines, rs_slot *slots, size_t capacity, const uint8_t **next) {
    rs_line_walk *walk = rs_line_walk_of(plan->kernel);
    rs_fill fill;
    fill.plan = plan;
    memset(fill.keys, 0, sizeof(fill.keys));
    size_t count = 0;
    while (text < end && count < capacity) {
        const uint8_t *line_feed = memchr(text, '\n', (size_t)(end - text));
        const uint8_t *line_end = line_feed ? line_feed : end;
        const uint8_t *at = rs_blanks(text, line_end);
        if (at < line_end) {
            rs_line *line = &lines[count];
            line->start = text;
            line->length = (size_t)(line_end - text);
            line->status = rs_line_slow;
            line->node = 0;
            line->is_whole = 0;
            // The last line may have no room behind it, and is read by somebody else.
            if (*at == '{' && plan->node_count <= RS_FILLED_NODES && limit - line_end >= RS_PADDING && *line_end < 0x20) {
                fill.row = slots + count * plan->slot_count;
                int result = rs_fill_row(walk, &fill, keys, text, line_end);
                if (result < 0) {
                    // Once more, with room for the keys of this line.
                    rs_keys_forget(keys);
                    memset(fill.keys, 0, sizeof(fill.keys));
                    result = rs_fill_row(walk, &fill, keys, text, line_end);
                }
                if (result > 0) {
                    line->status = fill.is_rejected ? rs_line_rejected : rs_line_read;
                    line->is_whole = 1;
                } else if (fill.list_node != RS_NO_NODE) {
                    line->status = rs_line_list;
                    line->node = fill.list_node;
                }
            }
            count += 1;
        }
        text = line_feed ? line_feed + 1 : end;
    }
    *next = text;
    return count;
}
