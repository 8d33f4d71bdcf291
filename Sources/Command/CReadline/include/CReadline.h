#ifndef CREADLINE_H
#define CREADLINE_H
#include <stddef.h>

// A line editor on the terminal, and the interrupt key. Uses GNU readline, or libedit under that name on a Mac. A build with
// PREDICATE_LOADS_READLINE in its environment loads readline at the first prompt, and reads lines without it if there is none.
//
// Swift sees none of readline's global variables. All functions must be called on one thread, except
// `predicate_interrupted_since` and `predicate_editor_wake`, which any thread may call.

// The keys that change a line otherwise than readline does.
enum {
    PREDICATE_KEY_TAB,
    // Takes what is suggested after the line, or its first word.
    PREDICATE_KEY_TAKE,
    PREDICATE_KEY_TAKE_WORD,
    // Mends a mistake.
    PREDICATE_KEY_FIX,
};

// The change that a key makes to a line.
typedef struct {
    // The range of the text to replace, in bytes.
    size_t start;
    size_t end;
    // The replacement; NULL changes nothing. Allocated with malloc; the editor frees it.
    char *replacement;
    // Lines to show below the line, each with a line end; NULL shows nothing. Allocated with malloc; the editor frees
    // it.
    char *listing;
} predicate_change;

// Why a line is drawn.
enum {
    // Keys may have changed the line, the cursor or what is before it.
    PREDICATE_DRAWS_KEYS,
    // No key has arrived for the time that the last drawing gave, or there is news.
    PREDICATE_DRAWS_REST,
    // The cursor is at the left of an empty row, and no row that was drawn is known any more.
    PREDICATE_DRAWS_ANEW,
    // The line is over: it is drawn alone, with the cursor at its end.
    PREDICATE_DRAWS_END,
    // All rows are erased, and the cursor is where the first began.
    PREDICATE_DRAWS_NOTHING,
};

// What is written to the terminal.
typedef struct {
    // NULL writes nothing. Allocated with malloc; the editor frees it.
    char *bytes;
    // The milliseconds after which the line is drawn again if no key arrives; negative for never.
    int wait;
} predicate_drawing;

// What the editor asks. The functions may be called until the process ends. Cursors are offsets in bytes.
typedef struct {
    // The change of a key.
    predicate_change (*change)(const char *line, size_t cursor, int key, void *context);
    // Lines to show above the line being edited, each with a line end, or NULL; asked after `predicate_editor_wake`. Allocated
    // with malloc; the editor frees it.
    char *(*notices)(void *context);
    // Whether `draw` draws the next line, and not readline.
    int (*draws)(void *context);
    predicate_drawing (*draw)(const char *prompt, const char *line, size_t cursor, int cause, void *context);
    // Takes the milliseconds until the terminal had shown what was written.
    void (*lag)(int milliseconds, void *context);
    void *context;
} predicate_answers;

// Starts the editor.
void predicate_editor_start(predicate_answers answers);

// Makes the editor ask for notices: at once if a line is being edited, otherwise when the next one is.
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
