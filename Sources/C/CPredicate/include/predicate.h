#ifndef PREDICATE_H
#define PREDICATE_H

/* libpredicate: NSPredicate format strings for any language that can call C.
 *
 * Strings and records are UTF-8 with a length; they need no zero at the end, and may be freed after the call. A null
 * pointer with length 0 is an empty string. JSON that a function returns is one line, ends with a zero, and is freed
 * with predicate_text_free.
 *
 * Every function that can fail returns a status. If it is not PREDICATE_OK and `error` is not null, *error is an error that the
 * caller frees; otherwise *error is null. Results are set to null, 0 or false first, so they can be freed in any case.
 *
 * Threads: any number of threads may use one predicate, file, set of rules or error at the same time. A handle must not be freed
 * while another call uses it. The library has no global settings.
 *
 * Wrong handles: null, a handle of another kind, and a freed handle whose memory has not been used again are
 * PREDICATE_INVALID_ARGUMENT; freeing them has no effect. Other invalid pointers, and lengths past the end of the memory, are
 * undefined, as everywhere in C. Nothing else that a caller passes ends the process. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It changes only if a function or a constant changes or disappears; a new function, a new option
 * and a new member of returned JSON do not change it. Compare it with predicate_abi_version() after loading. */
#define PREDICATE_ABI_VERSION 1

/* The names are a part of the interface, and so are the numbers. Later versions may add statuses. */
typedef enum predicate_status {
    PREDICATE_OK = 0,
    PREDICATE_INVALID_PREDICATE = 1, /* the predicate or the file of predicates has errors: see the diagnostics */
    PREDICATE_INVALID_ARGUMENT = 2,  /* a wrong handle, wrong options, a name that does not exist */
    PREDICATE_INVALID_RECORD = 3,    /* a record is not JSON, or exceeds a limit */
    PREDICATE_UNDECIDED = 4,         /* the evaluation of a record reached a limit */
    PREDICATE_FILE_ERROR = 5,        /* a file cannot be read */
    PREDICATE_CANCELLED = 6,         /* the callback stopped the scan */
    PREDICATE_UNSUPPORTED = 7        /* this build lacks what the call needs, such as YAML */
} predicate_status;

typedef struct predicate predicate;             /* a predicate or a template; never changes */
typedef struct predicate_file predicate_file;   /* named predicates of a file; never changes */
typedef struct predicate_rules predicate_rules; /* a set of predicates with ids */
typedef struct predicate_error predicate_error; /* why a call failed */

/* Static strings: the version of the library, such as "0.2.0", and what the build has, an object of booleans:
 * {"matches":true,"gzip":true,"zstd":true,"yaml":true}. */
uint32_t predicate_abi_version(void);
const char *predicate_version(void);
const char *predicate_features(void);

/* Predicates. `options` is a JSON object, or null; what it does not know is an error.
 *
 *   "arguments"  an array: the values of %@, %K and %d, in order
 *   "variables"  an object: the values of variables, by name without $
 *   "schema"     a JSON Schema: the types of the records
 *   "limits"     "standard", "untrusted" (for predicates from users), or an object of limits by name, such as {"depth":50}
 *   "template"   true leaves variables without a value open, for predicate_bind
 *
 * A value is JSON, or an object with one key that names its type: {"$date":"2026-11-28T12:00:00Z"}, {"$decimal":"1.10"},
 * {"$uuid":"…"}, {"$data":"base64"}, {"$url":"…"}, {"$set":[…]}.
 *
 * predicate_check reports {"valid":…,"text":…,"diagnostics":[…]}: the canonical text, or null, and all errors and warnings, as
 * `predicate check --diagnostics-format json` writes them. */
predicate_status predicate_new(const char *text, size_t length, const char *options, size_t options_length, predicate **result,
                               predicate_error **error);
predicate_status predicate_check(const char *text, size_t length, const char *options, size_t options_length, char **report,
                                 predicate_error **error);
/* A predicate from a template and an object of the values of all of its variables. */
predicate_status predicate_bind(const predicate *template_, const char *variables, size_t variables_length, predicate **result,
                                predicate_error **error);
/* A predicate from others with equal schemas. Without parts AND is true, and OR is false. NOT takes one part. */
typedef enum predicate_connective { PREDICATE_AND = 0, PREDICATE_OR = 1, PREDICATE_NOT = 2 } predicate_connective;
predicate_status predicate_combine(predicate_connective connective, const predicate *const *parts, size_t count,
                                   predicate **result, predicate_error **error);
/* {"text":canonical,"fields":["a.b",…],"keys":["a",…],"variables":["n",…]}. Only `keys` of a record are read; null reads all. */
predicate_status predicate_describe(const predicate *predicate, char **json, predicate_error **error);
void predicate_free(predicate *predicate);

/* Whether a record, any JSON value, satisfies the predicate. Every byte of the record is checked. */
predicate_status predicate_match(const predicate *predicate, const char *record, size_t length, bool *matches,
                                 predicate_error **error);
/* The numbers of the lines, from 0, whose records satisfy the predicate. At most `capacity` are written to `indices`; *matches
 * is the number of all. Blank lines are no records. A bad record ends the call; results before it are kept. An undecided one does
 * not match, and makes the status PREDICATE_UNDECIDED at the end. A line that does not match is read only as far as needed. */
predicate_status predicate_match_lines(const predicate *predicate, const char *lines, size_t length, uint64_t *indices,
                                       size_t capacity, size_t *matches, predicate_error **error);

/* Scans a file of JSON or lines of JSON, also with gzip or zstd, on all processors, and calls `callback` on this
 * thread: with each matching record, in order, and with a null record to show progress, several times per second. A
 * result other than 0 stops the scan. Bad and undecided records are as in predicate_match_lines. `callback` may be
 * null. *matches is the number of records that matched. `options`:
 *
 *   "at"              a JSON Pointer to the records in a document, such as "/features"
 *   "threads"         the number of threads, at most one per processor
 *   "limit"           the number of records to stop after
 *   "skipBadRecords"  true skips lines that are not JSON
 *   "progress"        true calls `callback` with null records too
 *   "records"         false does not pass records, but only counts them, which is faster; `callback` then shows progress */
typedef int (*predicate_record_callback)(void *context, const char *record, size_t length, uint64_t records_read,
                                         uint64_t bytes_read);
predicate_status predicate_scan(const predicate *predicate, const char *path, const char *options, size_t options_length,
                                predicate_record_callback callback, void *context, uint64_t *matches,
                                predicate_error **error);

/* Named predicates from the text of a file. Options: "format" ("json", "yaml", "toml" or "plist"; needed unless "path" tells),
 * "path" (for messages, and for the schemas that the file names), "limits".
 * predicate_file_names returns an array of names. Options of predicate_file_get: "variables", the values of arguments by name,
 * and "template". */
predicate_status predicate_file_new(const char *text, size_t length, const char *options, size_t options_length,
                                    predicate_file **result, predicate_error **error);
predicate_status predicate_file_names(const predicate_file *file, char **json, predicate_error **error);
predicate_status predicate_file_get(const predicate_file *file, const char *name, size_t length, const char *options,
                                    size_t options_length, predicate **result, predicate_error **error);
void predicate_file_free(predicate_file *file);

/* Sets of rules, which find the rules that hold without evaluating each. Options: "schema" and "limits", for all rules.
 * Inserting an id again replaces its predicate. predicate_rules_match returns an array of the ids that hold, in the order of
 * insertion; with PREDICATE_UNDECIDED too, which names the undecided rules. */
predicate_status predicate_rules_new(const char *options, size_t options_length, predicate_rules **result,
                                     predicate_error **error);
predicate_status predicate_rules_insert(predicate_rules *rules, const char *id, size_t id_length, const char *text,
                                        size_t length, predicate_error **error);
predicate_status predicate_rules_remove(predicate_rules *rules, const char *id, size_t id_length, bool *removed,
                                        predicate_error **error);
predicate_status predicate_rules_match(predicate_rules *rules, const char *record, size_t length, char **ids,
                                       predicate_error **error);
void predicate_rules_free(predicate_rules *rules);

/* The strings belong to the error. The message is for people: all diagnostics, with the lines of the predicate and marks under them. The
 * JSON is {"status":…,"message":…,"diagnostics":[…]}; each diagnostic has code, severity and message, and a range if there is one. */
const char *predicate_error_message(const predicate_error *error);
const char *predicate_error_json(const predicate_error *error);
void predicate_error_free(predicate_error *error);
void predicate_text_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
