#ifndef CREADLINE_H
#define CREADLINE_H
#include <stddef.h>

// A line editor on the terminal, and the interrupt key. GNU readline, or libedit under its name on a Mac.
//
// Swift sees none of readline's global variables. Everything here belongs to one thread but `predicate_interrupted_since` and
// `predicate_editor_wake`, which any thread may call.

// What the Tab key does to a line.
typedef struct {
    // Where the text begins that is replaced, up to the cursor: an offset in bytes.
    size_t start;
    // What is put in its place; NULL changes nothing. Made by malloc, and freed here.
    char *replacement;
    // Lines that are shown below the line, each with its end; NULL shows nothing. Made by malloc, and freed here.
    char *listing;
} predicate_tab;

// Asked when Tab is pressed: the line and the place of the cursor in bytes.
typedef predicate_tab (*predicate_completer)(const char *line, size_t cursor, void *context);

// Asked after `predicate_editor_wake`: lines to be shown above the line that is edited, each with its end, or NULL. Made by
// malloc, and freed here.
typedef char *(*predicate_noticer)(void *context);

// Makes the editor ready; both functions are asked until the process ends.
void predicate_editor_start(predicate_completer completer, predicate_noticer noticer, void *context);

// Has the noticer asked: at once where a line is being edited, or else when the next one is.
void predicate_editor_wake(void);

// Reads a line. NULL at the end of the input and when the interrupt key was pressed, which `interrupted` tells apart. The
// text is the caller's to free.
char *predicate_editor_read(const char *prompt, int *interrupted);

// Throws away what has been typed ahead.
void predicate_editor_discard(void);

// Adds a line to those that the arrow keys bring back.
void predicate_editor_remember(const char *line);

// From now on the interrupt key does not end the process, and is noted.
void predicate_interrupts_catch(void);
// How often it has been pressed, of which what was forgotten: what goes on since then begins with this number.
unsigned predicate_interrupts_seen(void);
// Whether it has been pressed since there was such a number. Forgetting changes nothing for who holds the number.
int predicate_interrupted_since(unsigned seen);
// Forgets that it was pressed.
void predicate_interrupts_forget(void);

#endif
