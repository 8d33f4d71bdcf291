// Keys that have been met, so that a key that stands where it stood the last time is passed by one comparison, and one that stands twice
// in an object is a bit that is set already.

#ifndef RECORD_SCAN_KEYS_H
#define RECORD_SCAN_KEYS_H

#include "index.h"

#include <string.h>

// Levels that are followed.
#define RS_VALIDATED_DEPTH 1024
// Keys that are known at a time, and places in the table of them.
#define RS_KNOWN_KEYS 1024
#define RS_KEY_PLACES 4096
#define RS_KEY_BYTES 32768
// Levels at which an object may have keys that are not among the first 64.
#define RS_RARE_DEPTH 64

// A key that has been met, from its quote to the colon behind it.
typedef struct rs_known_key {
    // Itself and which bytes count, where it has at most 32. One that has more is nothing but zeros, which no record has.
    uint8_t begins[32];
    uint8_t counted[32];
    // Two keys that have been met behind it in its object, and two that its value has begun with.
    struct rs_known_key *behind[2];
    struct rs_known_key *within[2];
    // Its bit in a set of keys; RS_RARE_KEY for one that is not among the first 64.
    uint64_t bit;
    // How far it is to its value; 0 where that is not to be told by the 32 bytes.
    uint32_t step;
    uint32_t size;
    const uint8_t *bytes;
    uint32_t index;
} rs_known_key;

// A bit that is no key's: it is set in the set of each object.
#define RS_RARE_KEY 1ull

// What is round an object or list that is open: the keys of the object so far, 0 for a list, and the last of them.
typedef struct {
    uint64_t key_set;
    rs_known_key *key;
} rs_outer;

struct rs_keys {
    rs_known_key known[RS_KNOWN_KEYS];
    uint32_t count;
    uint32_t byte_count;
    // The objects and lists round the innermost one, and of each object that is open the keys that are not among the first 64.
    rs_outer open[RS_VALIDATED_DEPTH];
    uint64_t rare[RS_RARE_DEPTH][RS_KNOWN_KEYS / 64];
    uint16_t places[RS_KEY_PLACES];
    uint8_t bytes[RS_KEY_BYTES];
};

static void rs_keys_forget(rs_keys *keys) {
    // The first stands for none: no key has its bytes.
    rs_known_key *none = &keys->known[0];
    memset(none, 0, sizeof(*none));
    memset(none->counted, 0xFF, sizeof(none->counted));
    none->bit = RS_RARE_KEY;
    none->behind[0] = none->behind[1] = none->within[0] = none->within[1] = none;
    keys->count = 1;
    keys->byte_count = 0;
    memset(keys->places, 0, sizeof(keys->places));
}

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

// Whether a known key stands at a place, with the colon behind it; 64 bytes may be read.
static inline int rs_key_stands(const rs_known_key *key, const uint8_t *at) {
    if (key->size == 0) return 0;
    if (key->size <= RS_PADDING) return memcmp(at, key->bytes, key->size) == 0;
    // The memory of a longer one reaches as far as the bytes are the same.
    return strncmp((const char *)at, (const char *)key->bytes, key->size) == 0;
}

// Finds or adds a key, given with its quotes, that stands where two others were expected; NULL where there is no room, and for one
// with escapes.
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
    // Nothing is expected near it yet.
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
    // The objects that are open have none of these yet.
    if (keys->count == 65) memset(keys->rare, 0, sizeof(keys->rare));
    return expected[0] = made;
}

static RS_RARELY int rs_open_rare(rs_keys *keys, uint32_t depth) {
    if (depth >= RS_RARE_DEPTH) return 0;
    memset(keys->rare[depth], 0, sizeof(keys->rare[depth]));
    return 1;
}

// Adds a key that is not among the first to the object at a depth; 0 where it is there already.
static RS_RARELY int rs_add_rare(rs_keys *keys, uint32_t depth, const rs_known_key *key) {
    if (depth >= RS_RARE_DEPTH) return 0;
    uint64_t *word = &keys->rare[depth][key->index / 64];
    uint64_t bit = 1ull << (key->index % 64);
    if (*word & bit) return 0;
    *word |= bit;
    return 1;
}

#endif
