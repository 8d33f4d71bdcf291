// Keys that have been seen. A key at the same position as last time is recognised by one comparison, and a duplicate
// key of an object by a bit that is already set.

#ifndef RECORD_SCAN_KEYS_H
#define RECORD_SCAN_KEYS_H

#include "index.h"

#include <string.h>

// The maximum nesting.
#define RS_VALIDATED_DEPTH 1024
// The maximum number of known keys, and the sizes of their hash table and their memory.
#define RS_KNOWN_KEYS 1024
#define RS_KEY_PLACES 4096
#define RS_KEY_BYTES 32768
// The maximum nesting of objects with keys that are not among the first 64.
#define RS_RARE_DEPTH 64

// A key that has been seen, from its quote to the colon after it.
typedef struct rs_known_key {
    // The bytes of the key and a mask of them, if it has at most 32. Longer keys have zero bytes here, which match no
    // text.
    uint8_t begins[32];
    uint8_t counted[32];
    // Two keys that have followed this key in its object, and two first keys of its value.
    struct rs_known_key *behind[2];
    struct rs_known_key *within[2];
    // The bit of the key in a set of keys; RS_RARE_KEY if it is not among the first 64.
    uint64_t bit;
    // The number of bytes to the value; 0 if 32 bytes are not enough to recognise the key.
    uint32_t step;
    uint32_t size;
    const uint8_t *bytes;
    uint32_t index;
} rs_known_key;

// A bit that belongs to no key. It is set in the set of each object.
#define RS_RARE_KEY 1ull

// The state around an open object or list: the keys of the enclosing object so far, 0 for a list, and its last key.
typedef struct {
    uint64_t key_set;
    rs_known_key *key;
} rs_outer;

struct rs_keys {
    rs_known_key known[RS_KNOWN_KEYS];
    uint32_t count;
    uint32_t byte_count;
    // The state around each open object or list, and the keys of each open object that are not among the first 64.
    rs_outer open[RS_VALIDATED_DEPTH];
    uint64_t rare[RS_RARE_DEPTH][RS_KNOWN_KEYS / 64];
    uint16_t places[RS_KEY_PLACES];
    uint8_t bytes[RS_KEY_BYTES];
};

static void rs_keys_forget(rs_keys *keys) {
    // The first entry stands for no key, and matches no text.
    rs_known_key *none = &keys->known[0];
    memset(none, 0, sizeof(*none));
    memset(none->counted, 0xFF, sizeof(none->counted));
    none->bit = RS_RARE_KEY;
    none->behind[0] = none->behind[1] = none->within[0] = none->within[1] = none;
    keys->count = 1;
    keys->byte_count = 0;
    memset(keys->places, 0, sizeof(keys->places));
}

// A hash of a key.
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

// Whether a known key with its colon is at a location; 64 bytes must be readable.
static inline int rs_key_stands(const rs_known_key *key, const uint8_t *at) {
    if (key->size == 0) return 0;
    if (key->size <= RS_PADDING) return memcmp(at, key->bytes, key->size) == 0;
    // strncmp stops at the first difference, so it reads no further than the bytes are equal.
    return strncmp((const char *)at, (const char *)key->bytes, key->size) == 0;
}

// Finds or adds a key, given with its quotes, and expects it first at this position. NULL if there is no room, and
// for keys with escapes.
static __attribute__((noinline)) rs_known_key *rs_find_key(
    rs_keys *keys, rs_known_key **expected, const uint8_t *key, size_t size) {
    if (memchr(key, '\\', size)) return NULL;
    expected[1] = expected[0];
    uint32_t place = (uint32_t)rs_key_mark(key, size) % RS_KEY_PLACES;
    while (keys->places[place]) {
        rs_known_key *known = &keys->known[keys->places[place]];
        if (known->size == size + 1 && memcmp(known->bytes, key, size) == 0) return expected[0] = known;
        place = (place + 1) % RS_KEY_PLACES;
    }
    if (keys->count == RS_KNOWN_KEYS || size + 2 > RS_KEY_BYTES - keys->byte_count) return NULL;
    uint8_t *bytes = keys->bytes + keys->byte_count;
    keys->byte_count += (uint32_t)size + 2;
    memcpy(bytes, key, size);
    bytes[size] = ':';
    bytes[size + 1] = 0;
    rs_known_key *made = &keys->known[keys->count];
    // Nothing is expected near the key yet.
    *made = keys->known[0];
    made->behind[0] = made->behind[1] = made->within[0] = made->within[1] = &keys->known[0];
    made->bytes = bytes;
    made->size = (uint32_t)size + 1;
    made->index = keys->count;
    if (made->index < 64) made->bit = 1ull << made->index;
    if (made->size <= sizeof(made->begins)) {
        made->step = made->size;
        memcpy(made->begins, bytes, made->size);
        memset(made->counted + made->size, 0, sizeof(made->counted) - made->size);
    }
    keys->places[place] = (uint16_t)keys->count;
    keys->count += 1;
    // No open object has a key beyond the first 64 yet.
    if (keys->count == 65) memset(keys->rare, 0, sizeof(keys->rare));
    return expected[0] = made;
}

static RS_RARELY int rs_open_rare(rs_keys *keys, uint32_t depth) {
    if (depth >= RS_RARE_DEPTH) return 0;
    memset(keys->rare[depth], 0, sizeof(keys->rare[depth]));
    return 1;
}

// Adds a key that is not among the first 64 to the object at a depth. Returns 0 if it is a duplicate.
static RS_RARELY int rs_add_rare(rs_keys *keys, uint32_t depth, const rs_known_key *key) {
    if (depth >= RS_RARE_DEPTH) return 0;
    uint64_t *word = &keys->rare[depth][key->index / 64];
    uint64_t bit = 1ull << (key->index % 64);
    if (*word & bit) return 0;
    *word |= bit;
    return 1;
}

#endif
