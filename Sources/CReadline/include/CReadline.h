#ifndef CREADLINE_H
#define CREADLINE_H
#include <stddef.h>

// A line editor on the terminal, and the interrupt key. GNU readline, or libedit under its name on a Mac.
//
// Swift sees none of readline's global variables. Everything here belongs to one thread but `predicate_interrupted`, which
// any thread may ask.

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

// Makes the editor ready; `completer` is asked until the process ends.
void predicate_editor_start(predicate_completer completer, void *context);

// Reads a line. NULL at the end of the input and when the interrupt key was pressed, which `interrupted` tells apart. The
// text is the caller's to free.
char *predicate_editor_read(const char *prompt, int *interrupted);

// Adds a line to those that the arrow keys bring back.
void predicate_editor_remember(const char *line);

// From now on the interrupt key does not end the process, and is noted.
void predicate_interrupts_catch(void);
// Whether the interrupt key has been pressed since it was last forgotten.
int predicate_interrupted(void);
// Forgets that it was pressed.
void predicate_interrupts_forget(void);

#endif
