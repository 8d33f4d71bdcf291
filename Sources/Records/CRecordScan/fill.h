// Fills the wanted fields of a line while every byte of it is checked.

#ifndef RECORD_SCAN_FILL_H
#define RECORD_SCAN_FILL_H

#include "keys.h"
#include "slots.h"

#define RS_NO_NODE UINT32_MAX
// The maximum number of nodes to fill. The lines of a plan with more nodes are read slowly.
#define RS_FILLED_NODES 64

// An open object or list that is the value of a wanted key.
typedef struct {
    // The enclosing object or list in the stack of open ones, and the start of the value.
    const rs_outer *outer;
    const uint8_t *start;
    uint32_t node;
    // The wanted nodes and the scope of the enclosing object, to restore them.
    uint32_t first;
    uint32_t count;
    const rs_outer *scope;
} rs_open;

// The wanted fields while a line is checked.
typedef struct {
    const rs_plan *plan;
    rs_slot *row;
    // The location in the stack just above the innermost object with wanted keys, and the range of nodes of those
    // keys.
    const rs_outer *scope;
    uint32_t first;
    uint32_t count;
    // The node of the object or list that follows.
    uint32_t wanted;
    // Whether a value fails a test, and which, as `rs_line` has it.
    int is_rejected;
    uint32_t failed;
    // Whether an object with wanted keys has other keys.
    int has_others;
    // The node of a list where an object was expected.
    uint32_t list_node;
    // The number of entries in `open`, and the location of the last one in the stack; null if there is none.
    uint32_t open_count;
    const rs_outer *innermost;
    // The bits of keys that belong to no node.
    uint64_t unwanted;
    // The known key of each node; null until the key has been seen.
    const rs_known_key *keys[RS_FILLED_NODES];
    // Each entry belongs to a node below the node of the one before.
    rs_open open[RS_FILLED_NODES];
} rs_fill;

// Prepares for a plan, without a line.
static inline void rs_fill_begin(rs_fill *fill, const rs_plan *plan) {
    fill->plan = plan;
    fill->unwanted = 0;
    memset(fill->keys, 0, sizeof(fill->keys));
}

static inline void rs_fill_row(rs_fill *fill, rs_slot *row, const rs_keys *keys) {
    for (uint32_t i = 0; i < fill->plan->slot_count; i++) {
        row[i].kind = rs_missing;
        row[i].length = 0;
        row[i].integer = 0;
    }
    fill->row = row;
    // The keys of the record.
    fill->scope = keys->open + 1;
    fill->first = 0;
    fill->count = fill->plan->root_count;
    fill->wanted = RS_NO_NODE;
    fill->is_rejected = 0;
    fill->failed = 0;
    fill->has_others = 0;
    fill->list_node = RS_NO_NODE;
    fill->open_count = 0;
    fill->innermost = NULL;
}

static inline int rs_is_key_of(rs_fill *fill, uint32_t index, const rs_known_key *key) {
    if (fill->keys[index]) return fill->keys[index] == key;
    const rs_node *node = &fill->plan->nodes[index];
    // The known key includes its quotes and the colon.
    if (node->key_length + 3 != key->size || memcmp(node->key, key->bytes + 1, node->key_length) != 0) return 0;
    fill->keys[index] = key;
    return 1;
}

// The node of a key of the innermost object with wanted keys; RS_NO_NODE if the key is not wanted.
static inline uint32_t rs_wanted_node(rs_fill *fill, const rs_known_key *key) {
    for (uint32_t i = fill->first; i < fill->first + fill->count; i++) {
        if (rs_is_key_of(fill, i, key)) return i;
    }
    if (key->bit == RS_RARE_KEY) return RS_NO_NODE;
    for (uint32_t i = 0; i < fill->plan->node_count; i++) {
        if (rs_is_key_of(fill, i, key)) return RS_NO_NODE;
    }
    fill->unwanted |= key->bit;
    return RS_NO_NODE;
}

static inline void rs_fill_slot(rs_fill *fill, uint32_t index, const rs_slot *value) {
    const rs_node *node = &fill->plan->nodes[index];
    if (node->slot >= 0) fill->row[node->slot] = *value;
    for (uint32_t i = 0; i < node->test_count; i++) {
        if (!rs_fails(&fill->plan->tests[node->first_test + i], value)) continue;
        fill->is_rejected = 1;
        fill->failed = rs_failed(node->first_test + i, value);
    }
}

static inline int rs_fill_text(
    rs_fill *fill, uint32_t node, uint32_t kind, const uint8_t *start, const uint8_t *end) {
    rs_slot slot = {.kind = kind};
    if (end - start > UINT32_MAX) return 0;
    slot.bytes = start;
    slot.length = (uint32_t)(end - start);
    rs_fill_slot(fill, node, &slot);
    return 1;
}

static inline int rs_fill_number(rs_fill *fill, uint32_t node, const uint8_t *start, const uint8_t *end) {
    rs_slot slot = {.kind = rs_missing};
    if (!rs_read_number(start, end, &slot)) return 0;
    rs_fill_slot(fill, node, &slot);
    return 1;
}

static inline void rs_fill_word(rs_fill *fill, uint32_t node, uint32_t kind) {
    rs_slot slot = {.kind = kind};
    rs_fill_slot(fill, node, &slot);
}

// Enters the object or list that is the value of a wanted key. Returns 0 for a list where an object was expected.
static RS_RARELY int rs_enter(rs_fill *fill, const rs_outer *outer, const uint8_t *start) {
    uint32_t node = fill->wanted;
    uint32_t child_count = fill->plan->nodes[node].child_count;
    fill->wanted = RS_NO_NODE;
    if (*start == '[' && child_count) {
        fill->list_node = node;
        return 0;
    }
    rs_open *open = &fill->open[fill->open_count];
    open->outer = outer;
    open->start = start;
    open->node = node;
    open->first = fill->first;
    open->count = fill->count;
    open->scope = fill->scope;
    fill->open_count += 1;
    fill->innermost = outer;
    fill->first = fill->plan->nodes[node].first_child;
    fill->count = child_count;
    fill->scope = child_count ? outer + 1 : NULL;
    return 1;
}

// Leaves the value that was entered last.
static RS_RARELY int rs_leave(rs_fill *fill, const uint8_t *end) {
    fill->open_count -= 1;
    const rs_open *open = &fill->open[fill->open_count];
    fill->first = open->first;
    fill->count = open->count;
    fill->scope = open->scope;
    fill->innermost = fill->open_count ? fill->open[fill->open_count - 1].outer : NULL;
    if (fill->plan->nodes[open->node].slot < 0) return 1;
    if (end - open->start > UINT32_MAX) return 0;
    rs_slot *slot = &fill->row[fill->plan->nodes[open->node].slot];
    slot->kind = *open->start == '{' ? rs_object : rs_list;
    slot->bytes = open->start;
    slot->length = (uint32_t)(end - open->start);
    return 1;
}

#endif
