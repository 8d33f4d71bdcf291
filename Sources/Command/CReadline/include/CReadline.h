#ifndef CREADLINE_H
#define CREADLINE_H
#include <stddef.h>

// A line editor on the terminal, and the interrupt key. Uses GNU readline, or libedit under that name on a Mac. A build with
// PREDICATE_LOADS_READLINE in its environment loads readline at the first prompt, and reads lines without it if there is none.
//
// Swift sees none of readline's global variables. All functions must be called on one thread, except
// `predicate_interrupted_since` and `predicate_editor_wake`, which any thread may call.

// The change that the Tab key makes to a line.
typedef struct {
    // The start of the text to replace, which ends at the cursor: an offset in bytes.
    size_t start;
    // The replacement; NULL changes nothing. Allocated with malloc; the editor frees it.
    char *replacement;
    // Lines to show below the line, each with a line end; NULL shows nothing. Allocated with malloc; the editor frees
    // it.
    char *listing;
} predicate_tab;

// Called when Tab is pressed, with the line and the cursor as an offset in bytes.
typedef predicate_tab (*predicate_completer)(const char *line, size_t cursor, void *context);

// Called after `predicate_editor_wake`. Returns lines to show above the line being edited, each with a line end, or
// NULL. Allocated with malloc; the editor frees it.
typedef char *(*predicate_noticer)(void *context);

// Starts the editor. Both functions may be called until the process ends.
void predicate_editor_start(predicate_completer completer, predicate_noticer noticer, void *context);

// Makes the editor call the noticer: at once if a line is being edited, otherwise when the next one is.
void predicate_editor_wake(void);

// Reads a line. Returns NULL at the end of the input, and when the interrupt key was pressed; `interrupted`
// distinguishes them. The caller frees the text.
char *predicate_editor_read(const char *prompt, int *interrupted);

// Discards bytes that were typed ahead.
void predicate_editor_discard(void);

// Adds a line to the history of the arrow keys.
void predicate_editor_remember(const char *line);

// Makes the interrupt key count presses instead of ending the process.
void predicate_interrupts_catch(void);
// The number of presses that are forgotten. Work that begins now passes it to `predicate_interrupted_since`.
unsigned predicate_interrupts_seen(void);
// Whether the key was pressed after the given number. Forgetting presses does not affect the result.
int predicate_interrupted_since(unsigned seen);
// Forgets all presses so far.
void predicate_interrupts_forget(void);

#endif
