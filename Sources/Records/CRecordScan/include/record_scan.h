// Finds the wanted fields of line-delimited JSON, without building values.
//
// The text is scanned 64 bytes at a time. Bit masks mark quotes, brackets, commas, line feeds and the inside of
// strings. The scan follows the keys of each object with these masks, and skips unwanted values by their brackets
// alone. A record that lacks one of the keys is checked completely.
//
// Anything unusual (an escaped key, a value of an unexpected form, any error) makes the line `rs_line_slow`. The
// reader in Swift, which knows every rule and every message, then reads it. So nothing here decides what is an error.

#ifndef RECORD_SCAN_H
#define RECORD_SCAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of values in a slot.
typedef enum {
    /// The field is missing, or its parent is nil or a scalar.
    rs_missing = 0,
    rs_null = 1,
    rs_false = 2,
    rs_true = 3,
    /// `integer`
    rs_integer = 4,
    /// `number`
    rs_double = 5,
    /// A well-formed number beyond the simple cases. `bytes` and `length` are its text.
    rs_number_text = 6,
    /// A string without escapes, all ASCII. `bytes` and `length` are the text between the quotes.
    rs_ascii = 7,
    /// A string of well-formed UTF-8, without escapes.
    rs_utf8 = 8,
    /// A well-formed string with escapes. The text between the quotes is not decoded.
    rs_escaped = 9,
    /// An object that has not been read. `bytes` and `length` are its text from brace to brace.
    rs_object = 10,
    /// A list that has not been read.
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

/// The comparisons of a test.
typedef enum {
    rs_less = 0,
    rs_less_or_equal = 1,
    rs_greater = 2,
    rs_greater_or_equal = 3,
    rs_equals = 4,
    /// For text only.
    rs_begins = 5,
} rs_comparison;

/// A condition that a record must satisfy.
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
    /// Whether a value that the test can never be true of does not fail it, so that the caller sees such a value.
    uint32_t shows_unusable;
} rs_test;

/// A wanted key, in the object of its parent.
typedef struct {
    const uint8_t *_Nonnull key;
    uint32_t key_length;
    /// The slot of the value; -1 for none.
    int32_t slot;
    /// The wanted keys inside the value, a range of nodes. If there are any, the value is expected to be an object.
    uint32_t first_child;
    uint32_t child_count;
    /// The number of slots of those keys and of all keys below them.
    uint32_t slots_below;
    /// The conditions on the value, a range of tests.
    uint32_t first_test;
    uint32_t test_count;
} rs_node;

/// The number of wanted keys of an object up to which a key is compared with each of them.
#define RS_MOST_COMPARED 16

/// The wanted fields. The nodes of one object are adjacent. The first `root_count` nodes are those of the record. More
/// nodes than `RS_MOST_COMPARED` in an object are sorted by the length of the key, then by its bytes.
typedef struct {
    const rs_node *_Nullable nodes;
    const rs_test *_Nullable tests;
    uint32_t node_count;
    uint32_t root_count;
    uint32_t slot_count;
    /// The maximum nesting of a record.
    uint32_t maximum_depth;
    /// An `rs_kernel`.
    uint32_t kernel;
} rs_plan;

/// The maximum nesting of wanted keys.
#define RS_MAXIMUM_LEVEL 16

typedef enum {
    /// The slots are filled.
    rs_line_read = 0,
    /// The line must be read by the reader, which knows all rules.
    rs_line_slow = 1,
    /// As `rs_line_slow`, because of a list where wanted keys were expected.
    rs_line_list = 2,
    /// A value fails a test. The rest of the line is unread, and the slots are meaningless.
    rs_line_rejected = 3,
} rs_status;

/// A line, without its line feed.
typedef struct {
    const uint8_t *_Nonnull start;
    size_t length;
    uint32_t status;
    /// For `rs_line_list`: the node whose value is the list. For `rs_line_rejected`: the number of the test that a value
    /// fails, or `UINT32_MAX` if the value is nil.
    uint32_t node;
    /// Whether every byte was checked and no object has a duplicate key, as by `rs_is_strict_json`.
    uint32_t is_whole;
    /// After a strict scan: whether an object with wanted keys has other keys, too.
    uint32_t has_others;
} rs_line;

/// The instructions of a scan.
typedef enum {
    rs_kernel_portable = 0,
    rs_kernel_sse2 = 1,
    rs_kernel_avx2 = 2,
    rs_kernel_avx512 = 3,
    rs_kernel_neon = 4,
} rs_kernel;

/// The fastest kernel for this processor.
uint32_t rs_best_kernel(void);

/// Whether this processor supports a kernel.
int rs_has_kernel(uint32_t kernel);

/// The name of a kernel.
const char *_Nonnull rs_kernel_name(uint32_t kernel);

/// Keys that have been seen before and are recognised again. Used by one thread.
typedef struct rs_keys rs_keys;

/// An empty set of keys; null if memory is exhausted.
rs_keys *_Nullable rs_keys_make(void);

void rs_keys_free(rs_keys *_Nullable keys);

/// Reads lines until `capacity` lines are read or the text ends. Blank lines are skipped.
///
/// - Parameters:
///   - text, end: the text; begins at the start of a line.
///   - limit: the end of readable memory, at or after `end`.
///   - lines: memory for `capacity` lines.
///   - slots: memory for `capacity` times `slot_count` slots.
///   - next: set to the start of the next line.
/// - Returns: the number of lines.
size_t rs_scan_lines(const rs_plan *_Nonnull plan, rs_keys *_Nonnull keys, const uint8_t *_Nonnull text,
                     const uint8_t *_Nonnull end, const uint8_t *_Nonnull limit, rs_line *_Nonnull lines,
                     rs_slot *_Nonnull slots, size_t capacity, const uint8_t *_Nullable *_Nonnull next);

/// The same with a strict check of every byte. A line that fails the check, or cannot be checked here, is
/// `rs_line_slow` or `rs_line_list`.
size_t rs_scan_strict_lines(const rs_plan *_Nonnull plan, rs_keys *_Nonnull keys, const uint8_t *_Nonnull text,
                            const uint8_t *_Nonnull end, const uint8_t *_Nonnull limit, rs_line *_Nonnull lines,
                            rs_slot *_Nonnull slots, size_t capacity, const uint8_t *_Nullable *_Nonnull next);

/// Bytes to search for.
typedef struct {
    const uint8_t *_Nonnull bytes;
    size_t length;
    /// The positions of two of the bytes, which are searched for first. Rare bytes are best.
    uint32_t one;
    uint32_t other;
} rs_needle;

/// The escapes that could spell a needle.
typedef enum {
    /// `\uXXXX` for ASCII characters.
    rs_escapes_ascii = 0,
    /// Every `\uXXXX`.
    rs_escapes_units = 1,
    /// All escapes.
    rs_escapes_all = 2,
} rs_escapes;

/// The maximum number of needles.
#define RS_MOST_NEEDLES 4

/// Skips lines that begin with an opening brace, end with a closing brace, and contain neither a needle nor an escape
/// that could spell one.
///
/// - Parameters:
///   - needles: at most `RS_MOST_NEEDLES`.
///   - escapes: the escapes that could spell a needle, an `rs_escapes`.
///   - text, end: lines; begins at the start of a line.
///   - limit: the end of readable memory.
///   - passed: set to the number of skipped lines.
/// - Returns: the start of the first line that is not skipped, or `end`.
const uint8_t *_Nonnull rs_pass_lines(uint32_t kernel, const rs_needle *_Nonnull needles, size_t needle_count,
                                      uint32_t escapes, const uint8_t *_Nonnull text, const uint8_t *_Nonnull end,
                                      const uint8_t *_Nonnull limit, size_t *_Nonnull passed);

/// Reads the elements of a list that a scan has found.
///
/// - Parameters:
///   - plan: the wanted keys of elements that are objects; without nodes, objects are kept as text.
///   - text, end: the list from bracket to bracket.
///   - limit: the end of readable memory.
///   - rows: memory for `capacity` times `slot_count` + 1 slots: for each element its value and its wanted fields,
///     which are missing unless it is an object.
///   - next: the element to start with, null at first; set to the next element, null at the end.
/// - Returns: the number of elements; -1 for a list that the reader must read.
ptrdiff_t rs_scan_elements(const rs_plan *_Nonnull plan, const uint8_t *_Nonnull text, const uint8_t *_Nonnull end,
                           const uint8_t *_Nonnull limit, rs_slot *_Nonnull rows, size_t capacity,
                           const uint8_t *_Nullable *_Nonnull next);

/// The separators between the records of a document.
typedef enum {
    /// A comma.
    rs_form_list = 0,
    /// A comma, a key and a colon.
    rs_form_values = 1,
    /// Only blanks.
    rs_form_sequence = 2,
} rs_form;

/// Reads records of a document that are objects, until `capacity` records are read, one ends at or after `stop`, or
/// something else follows.
///
/// - Parameters:
///   - form: an `rs_form`.
///   - text, end: the text; begins after a record.
///   - limit: the end of readable memory.
///   - lines: memory for `capacity` records, from brace to brace.
///   - slots: memory for `capacity` times `slot_count` slots.
///   - next: set to the location after the last record.
///   - is_stopped: set to whether something else follows: the end of a list, a value that is not an object, or a
///     record that must be read.
/// - Returns: the number of records.
size_t rs_scan_records(const rs_plan *_Nonnull plan, rs_keys *_Nonnull keys, uint32_t form,
                       const uint8_t *_Nonnull text, const uint8_t *_Nonnull end, const uint8_t *_Nonnull limit, const uint8_t *_Nonnull stop,
                       rs_line *_Nonnull lines, rs_slot *_Nonnull slots, size_t capacity,
                       const uint8_t *_Nullable *_Nonnull next, int *_Nonnull is_stopped);

/// Whether the input is one JSON object or list and nothing else (RFC 8259). Every byte is checked. Also returns 0 for
/// numbers near the largest double, and for nesting beyond a thousand levels, which are left to the reader.
///
/// - Parameters:
///   - kernel: an `rs_kernel` that the processor supports.
///   - limit: the end of readable memory, at or after the end of the text.
int rs_is_json(uint32_t kernel, rs_keys *_Nonnull keys, const uint8_t *_Nonnull text, size_t count,
               const uint8_t *_Nonnull limit, uint32_t maximum_depth);

/// The same, and no object may have a duplicate key. Also returns 0 for escaped keys, and for more than a thousand
/// keys.
int rs_is_strict_json(uint32_t kernel, rs_keys *_Nonnull keys, const uint8_t *_Nonnull text, size_t count,
                      const uint8_t *_Nonnull limit, uint32_t maximum_depth);

/// The length of the well-formed UTF-8 sequence that begins with a non-ASCII byte; 0 if it is malformed.
size_t rs_utf8_sequence(const uint8_t *_Nonnull bytes, size_t left);

/// Whether bytes are well-formed UTF-8.
int rs_is_utf8(const uint8_t *_Nonnull bytes, size_t count);

/// Copies JSON text without the blanks between its tokens. Returns the number of bytes, at most `count`. Other text
/// gives a meaningless copy.
size_t rs_compact(const uint8_t *_Nonnull text, size_t count, uint8_t *_Nonnull target);

/// Counts the occurrences of a byte.
size_t rs_count_bytes(const uint8_t *_Nonnull bytes, size_t count, uint8_t byte);

/// The first occurrence of some bytes in a buffer; null if there is none.
const uint8_t *_Nullable rs_find(const uint8_t *_Nonnull text, size_t count, const uint8_t *_Nonnull bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
