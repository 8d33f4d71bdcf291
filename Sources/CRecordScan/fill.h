// The wanted fields of a line, filled while every byte of it is walked.

#ifndef RECORD_SCAN_FILL_H
#define RECORD_SCAN_FILL_H

#include "keys.h"
#include "slots.h"

#define RS_NO_NODE UINT32_MAX
// Nodes that fields are filled by; a plan with more has its lines read slowly.
#define RS_FILLED_NODES 64

// The value of a wanted key that is an object or list, and open.
typedef struct {
    // What is round it, as it stands among all that are open, and where it begins.
    const rs_outer *outer;
    const uint8_t *start;
    uint32_t node;
    // What is wanted round it.
    uint32_t first;
    uint32_t count;
    const rs_outer *scope;
} rs_open;

// The fields that are looked for while a line is walked.
typedef struct {
    const rs_plan *plan;
    rs_slot *row;
    // The innermost object of which keys are wanted, as the place of what would be open within it, and those keys, a range of nodes.
    const rs_outer *scope;
    uint32_t first;
    uint32_t count;
    // The node of the object or list that comes next.
    uint32_t wanted;
    // Whether a value does not pass a test.
    int is_rejected;
    // The node of a list where an object was expected.
    uint32_t list_node;
    // How many are in `open`, and what is round the last of them; null for none.
    uint32_t open_count;
    const rs_outer *innermost;
    // Keys that are no node's, of those with a bit of their own.
    uint64_t unwanted;
    // The known key of each node; null until it has been met.
    const rs_known_key *keys[RS_FILLED_NODES];
    // Each is of a node below that of the one before.
    rs_open open[RS_FILLED_NODES];
} rs_fill;

// No line yet.
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
    // Of the record.
    fill->scope = keys->open + 1;
    fill->first = 0;
    fill->count = fill->plan->root_count;
    fill->wanted = RS_NO_NODE;
    fill->is_rejected = 0;
    fill->list_node = RS_NO_NODE;
    fill->open_count = 0;
    fill->innermost = NULL;
}

static inline int rs_is_key_of(rs_fill *fill, uint32_t index, const rs_known_key *key) {
    if (fill->keys[index]) return fill->keys[index] == key;
    const rs_node *node = &fill->plan->nodes[index];
    // Between quotes, with the colon behind them.
    if (node->key_length + 3 != key->size || memcmp(node->key, key->bytes + 1, node->key_length) != 0) return 0;
    fill->keys[index] = key;
    return 1;
}

// The node that a key of the innermost object of which some are wanted stands for.
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
        if (rs_fails(&fill->plan->tests[node->first_test + i], value)) fill->is_rejected = 1;
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

// Begins the object or list that is the value of a wanted key; 0 for a list where an object was expected.
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

// Ends what has been begun last.
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
