// Finds the wanted fields of line-delimited JSON, without building values.
//
// The text is looked at 64 bytes at a time: bit masks tell where quotes, brackets, commas and line feeds stand and what lies
// inside strings, and a walk over the keys of each object follows them. A value that is not wanted is passed by its bits alone.
// A record that lacks one of the keys is checked whole.
//
// What is out of the ordinary (an escaped key, a value of another form than expected, anything wrong) makes the line
// `rs_line_slow`: it is left to the reader in Swift, which knows every rule and every message. So nothing here decides what is
// an error.

#ifndef RECORD_SCAN_H
#define RECORD_SCAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a slot holds.
typedef enum {
    /// No such field, or a parent that is nil or a scalar.
    rs_missing = 0,
    rs_null = 1,
    rs_false = 2,
    rs_true = 3,
    /// `integer`
    rs_integer = 4,
    /// `number`
    rs_double = 5,
    /// A well-formed number beyond the simple cases; `bytes`, `length` are its text.
    rs_number_text = 6,
    /// A string without escapes, all ASCII; `bytes`, `length` are what stands between the quotes.
    rs_ascii = 7,
    /// A string without escapes, well-formed UTF-8.
    rs_utf8 = 8,
    /// A string with escapes, well-formed; the text between the quotes as it stands.
    rs_escaped = 9,
    /// An object, not yet read; `bytes`, `length` are its text from brace to brace.
    rs_object = 10,
    /// A list, not yet read.
    rs_list = 11,
} rs_kind;

/// The value of a wanted field.
typedef struct {
    uint32_t kind;
    uint32_t length;
    union {
        int64_t integer;
        double number;
        const uint8_t *_Nullable bytes;
    };
} rs_slot;

/// What a value is held to.
typedef enum {
    rs_less = 0,
    rs_less_or_equal = 1,
    rs_greater = 2,
    rs_greater_or_equal = 3,
    rs_equals = 4,
    /// Of text alone.
    rs_begins = 5,
} rs_comparison;

/// A condition without which a record is not wanted.
typedef struct {
    /// `rs_integer`, `rs_double`, `rs_true`, `rs_false` or `rs_utf8`.
    uint32_t kind;
    /// An `rs_comparison`.
    uint32_t comparison;
    union {
        int64_t integer;
        double number;
        const uint8_t *_Nullable bytes;
    };
    uint32_t length;
} rs_test;

/// A key that is wanted, in the object of its parent.
typedef struct {
    const uint8_t *_Nonnull key;
    uint32_t key_length;
    /// Where the value goes; -1 for nowhere.
    int32_t slot;
    /// The keys that are wanted of the value, a range of nodes; of one with such keys the value is expected to be an object.
    uint32_t first_child;
    uint32_t child_count;
    /// How many slots those keys fill, and the keys below them.
    uint32_t slots_below;
    /// The conditions on the value, a range of tests.
    uint32_t first_test;
    uint32_t test_count;
} rs_node;

/// What is wanted. The nodes of one object stand side by side; the first `root_count` are those of the record.
typedef struct {
    const rs_node *_Nullable nodes;
    const rs_test *_Nullable tests;
    uint32_t node_count;
    uint32_t root_count;
    uint32_t slot_count;
    /// Levels of nesting that a record may have.
    uint32_t maximum_depth;
    /// An `rs_kernel`.
    uint32_t kernel;
} rs_plan;

/// How deep wanted keys may be nested.
#define RS_MAXIMUM_LEVEL 16

typedef enum {
    /// The slots are filled.
    rs_line_read = 0,
    /// To be read by somebody who knows all rules.
    rs_line_slow = 1,
    /// The same, because a list stands where wanted keys were expected.
    rs_line_list = 2,
    /// A value does not pass a test; the rest of the line has not been looked at, and the slots mean nothing.
    rs_line_rejected = 3,
} rs_status;

/// A line, without its line feed.
typedef struct {
    const uint8_t *_Nonnull start;
    size_t length;
    uint32_t status;
    /// Of `rs_line_list`: the node whose value is the list.
    uint32_t node;
    /// Whether every byte has been looked at, and no object has a key twice: what `rs_is_strict_json` answers.
    uint32_t is_whole;
} rs_line;

/// The instructions that a scan uses.
typedef enum {
    rs_kernel_portable = 0,
    rs_kernel_sse2 = 1,
    rs_kernel_avx2 = 2,
    rs_kernel_avx512 = 3,
    rs_kernel_neon = 4,
} rs_kernel;

/// The fastest kernel that this processor has.
uint32_t rs_best_kernel(void);

/// Whether this processor has a kernel.
int rs_has_kernel(uint32_t kernel);

/// The name of a kernel.
const char *_Nonnull rs_kernel_name(uint32_t kernel);

/// Keys that have been met in texts, so that they are known again. One thread uses it.
typedef struct rs_keys rs_keys;

/// No keys yet; null where there is no memory.
rs_keys *_Nullable rs_keys_make(void);

void rs_keys_free(rs_keys *_Nullable keys);

/// Reads lines until `capacity` of them are read or the text ends; lines of blanks alone are passed.
///
/// - Parameters:
///   - text, end: the text; begins at the start of a line.
///   - limit: the end of the memory that may be read, at or behind `end`.
///   - lines: room for `capacity` lines.
///   - slots: room for `capacity` times `slot_count` slots.
///   - next: set to where to go on.
/// - Returns: how many lines have been read.
size_t rs_scan_lines(const rs_plan *_Nonnull plan, rs_keys *_Nonnull keys, const uint8_t *_Nonnull text,
                     const uint8_t *_Nonnull end, const uint8_t *_Nonnull limit, rs_line *_Nonnull lines,
                     rs_slot *_Nonnull slots, size_t capacity, const uint8_t *_Nullable *_Nonnull next);

/// The same for lines that are checked strictly: every byte is looked at on the way. A line that is not whole, or of which that
/// cannot be told, is `rs_line_slow` or `rs_line_list`.
size_t rs_scan_strict_lines(const rs_plan *_Nonnull plan, rs_keys *_Nonnull keys, const uint8_t *_Nonnull text,
                            const uint8_t *_Nonnull end, const uint8_t *_Nonnull limit, rs_line *_Nonnull lines,
                            rs_slot *_Nonnull slots, size_t capacity, const uint8_t *_Nullable *_Nonnull next);

/// Bytes that are looked for.
typedef struct {
    const uint8_t *_Nonnull bytes;
    size_t length;
    /// The places of two of the bytes, which are looked for first: the rarer the better.
    uint32_t one;
    uint32_t other;
} rs_needle;

/// Which escapes could spell a needle.
typedef enum {
    /// `\uXXXX` of ASCII.
    rs_escapes_ascii = 0,
    /// `\uXXXX`
    rs_escapes_units = 1,
    /// All.
    rs_escapes_all = 2,
} rs_escapes;

/// How many needles are looked for at a time.
#define RS_MOST_NEEDLES 4

/// Passes lines that have none of the needles, no escape that could spell one, an opening brace at their start and a closing
/// one at their end.
///
/// - Parameters:
///   - needles: at most `RS_MOST_NEEDLES`.
///   - escapes: which escapes could spell a needle, an `rs_escapes`.
///   - text, end: lines; begins at the start of one.
///   - limit: the end of the memory that may be read.
///   - passed: set to how many lines have been passed.
/// - Returns: the start of the first line that is not passed, or `end`.
const uint8_t *_Nonnull rs_pass_lines(uint32_t kernel, const rs_needle *_Nonnull needles, size_t needle_count,
                                      uint32_t escapes, const uint8_t *_Nonnull text, const uint8_t *_Nonnull end,
                                      const uint8_t *_Nonnull limit, size_t *_Nonnull passed);

/// Reads the elements of a list whose text has been found by a scan.
///
/// - Parameters:
///   - plan: the keys that are wanted of elements that are objects; one with no nodes keeps objects as text.
///   - text, end: the list from bracket to bracket.
///   - limit: the end of the memory that may be read.
///   - rows: room for `capacity` times `slot_count` + 1 slots: of each element its value and what is wanted of it, which is
///     missing where it is no object.
///   - next: the place to begin with, null at first; set to where to go on, null at the end.
/// - Returns: how many elements have been read; -1 for a list that has to be read by somebody who knows all rules.
ptrdiff_t rs_scan_elements(const rs_plan *_Nonnull plan, const uint8_t *_Nonnull text, const uint8_t *_Nonnull end,
                           const uint8_t *_Nonnull limit, rs_slot *_Nonnull rows, size_t capacity,
                           const uint8_t *_Nullable *_Nonnull next);

/// How the records of a document stand behind one another.
typedef enum {
    /// With a comma between them.
    rs_form_list = 0,
    /// With a comma, a key and a colon.
    rs_form_values = 1,
    /// With nothing but blanks.
    rs_form_sequence = 2,
} rs_form;

/// Reads records of a document that are objects, until `capacity` of them are read, one ends at or behind `stop`, or something
/// else follows.
///
/// - Parameters:
///   - form: an `rs_form`.
///   - text, end: the text; begins behind a record.
///   - limit: the end of the memory that may be read.
///   - lines: room for `capacity` records, from brace to brace.
///   - slots: room for `capacity` times `slot_count` slots.
///   - next: set to the place behind the last record.
///   - is_stopped: set to whether there is something else: what ends a list, what is no object, or what is in doubt.
/// - Returns: how many records have been read.
size_t rs_scan_records(const rs_plan *_Nonnull plan, rs_keys *_Nonnull keys, uint32_t form,
                       const uint8_t *_Nonnull text, const uint8_t *_Nonnull end, const uint8_t *_Nonnull limit, const uint8_t *_Nonnull stop,
                       rs_line *_Nonnull lines, rs_slot *_Nonnull slots, size_t capacity,
                       const uint8_t *_Nullable *_Nonnull next, int *_Nonnull is_stopped);

/// Whether a text is one JSON object or list and nothing else (RFC 8259). Every byte is looked at. 0 also where it cannot tell:
/// numbers near the largest double, nesting beyond a thousand levels.
///
/// - Parameters:
///   - kernel: an `rs_kernel` that the processor has.
///   - limit: the end of the memory that may be read, at or behind the end of the text.
int rs_is_json(uint32_t kernel, rs_keys *_Nonnull keys, const uint8_t *_Nonnull text, size_t count,
               const uint8_t *_Nonnull limit, uint32_t maximum_depth);

/// The same, and no object has a key twice. 0 also for keys with escapes, and for more than a thousand keys.
int rs_is_strict_json(uint32_t kernel, rs_keys *_Nonnull keys, const uint8_t *_Nonnull text, size_t count,
                      const uint8_t *_Nonnull limit, uint32_t maximum_depth);

/// The length of the well-formed sequence of UTF-8 that begins with a byte past ASCII; 0 for none.
size_t rs_utf8_sequence(const uint8_t *_Nonnull bytes, size_t left);

/// Whether bytes are well-formed UTF-8.
int rs_is_utf8(const uint8_t *_Nonnull bytes, size_t count);

/// Copies JSON text without the blanks between its tokens; gives how many bytes it has then, at most `count`. Of what is no JSON it
/// copies something.
size_t rs_compact(const uint8_t *_Nonnull text, size_t count, uint8_t *_Nonnull target);

/// How often a byte occurs.
size_t rs_count_bytes(const uint8_t *_Nonnull bytes, size_t count, uint8_t byte);

/// Where a few bytes stand first in a text; null where they do not.
const uint8_t *_Nullable rs_find(const uint8_t *_Nonnull text, size_t count, const uint8_t *_Nonnull bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
