#include "CReadline.h"
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef Readline
#include <readline/readline.h>
#include <readline/history.h>
#endif

// libedit claims to be readline 4.2, and lacks later functions.
#if defined(RL_READLINE_VERSION) && RL_READLINE_VERSION >= 0x0800
#define IS_GNU_READLINE 1
#endif

// Package.swift sets it for binaries that run on machines without readline.
#ifdef LOADS_READLINE
#include <dlfcn.h>

// All functions and variables of readline that are used. A row needs only the name, as in `CLibPQ.h`.
#define READLINE_SYMBOLS(SYMBOL) \
    SYMBOL(add_history) \
    SYMBOL(readline) \
    SYMBOL(rl_begin_undo_group) \
    SYMBOL(rl_bind_key) \
    SYMBOL(rl_bind_keyseq) \
    SYMBOL(rl_bind_keyseq_if_unbound) \
    SYMBOL(rl_catch_signals) \
    SYMBOL(rl_check_signals) \
    SYMBOL(rl_clear_visible_line) \
    SYMBOL(rl_crlf) \
    SYMBOL(rl_delete_text) \
    SYMBOL(rl_deprep_term_function) \
    SYMBOL(rl_deprep_terminal) \
    SYMBOL(rl_ding) \
    SYMBOL(rl_display_prompt) \
    SYMBOL(rl_echo_signal_char) \
    SYMBOL(rl_end) \
    SYMBOL(rl_end_of_line) \
    SYMBOL(rl_end_undo_group) \
    SYMBOL(rl_forced_update_display) \
    SYMBOL(rl_forward_char) \
    SYMBOL(rl_forward_word) \
    SYMBOL(rl_get_next_history) \
    SYMBOL(rl_get_previous_history) \
    SYMBOL(rl_getc_function) \
    SYMBOL(rl_history_search_backward) \
    SYMBOL(rl_history_search_forward) \
    SYMBOL(rl_initialize) \
    SYMBOL(rl_input_available_hook) \
    SYMBOL(rl_insert_text) \
    SYMBOL(rl_instream) \
    SYMBOL(rl_invoking_keyseqs) \
    SYMBOL(rl_line_buffer) \
    SYMBOL(rl_on_new_line) \
    SYMBOL(rl_outstream) \
    SYMBOL(rl_point) \
    SYMBOL(rl_readline_name) \
    SYMBOL(rl_readline_version) \
    SYMBOL(rl_redisplay) \
    SYMBOL(rl_redisplay_function) \
    SYMBOL(rl_reset_screen_size) \
    SYMBOL(rl_set_keyboard_input_timeout) \
    SYMBOL(stifle_history) \
    SYMBOL(using_history)

static struct {
#define MEMBER(name) __typeof__(&name) name;
    READLINE_SYMBOLS(MEMBER)
} loaded;

static int load_readline(void) {
    // The number is that of its binary interface, which has not changed since readline 8.0.
    void *library = dlopen("libreadline.so.8", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
#define FIND(name) \
    if ((loaded.name = (__typeof__(&name))dlsym(library, #name)) == NULL) return 0;
    READLINE_SYMBOLS(FIND)
    return 1;
}

#define RL(name) (*loaded.name)
#define RL_FUNCTION(name) loaded.name
#define WITHOUT_READLINE "Tab and the history need GNU readline 8, which is not installed."
#elif defined(Readline)
static int load_readline(void) { return 1; }
#define RL(name) name
#define RL_FUNCTION(name) name
#define WITHOUT_READLINE ""
#else
static int load_readline(void) { return 0; }
#define WITHOUT_READLINE "Tab and the history need the trait Readline, which is off."
#endif

// Whether there is a readline. Without it the terminal itself edits lines.
static int edits;
// Shown before the line that is read without readline.
static const char *shown_prompt = "";

// How often the interrupt key was pressed, and the count up to which presses are forgotten.
static atomic_uint interrupts;
static atomic_uint forgotten;
static predicate_answers answers;
static int reading_was_interrupted;

// The interrupt key and notices write to this pipe to wake the editor. A signal alone could arrive just before
// `poll`, or on another thread.
static int wake[2] = {-1, -1};

static void wake_editor(void) {
    int saved = errno;
    // A full pipe wakes the editor as well.
    ssize_t written = write(wake[1], "", 1);
    (void)written;
    errno = saved;
}

static void note_interrupt(int number) {
    (void)number;
    atomic_fetch_add(&interrupts, 1);
    wake_editor();
}

void predicate_interrupts_catch(void) {
    struct sigaction action;
    if (wake[0] < 0 && pipe(wake) == 0) {
        for (int end = 0; end < 2; end++) {
            fcntl(wake[end], F_SETFL, fcntl(wake[end], F_GETFL) | O_NONBLOCK);
            fcntl(wake[end], F_SETFD, FD_CLOEXEC);
        }
    }
    memset(&action, 0, sizeof action);
    action.sa_handler = note_interrupt;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    // The parent process may have blocked the signal, and the mask is inherited.
    sigset_t numbers;
    sigemptyset(&numbers);
    sigaddset(&numbers, SIGINT);
    pthread_sigmask(SIG_UNBLOCK, &numbers, NULL);
}

unsigned predicate_interrupts_seen(void) { return atomic_load(&forgotten); }

int predicate_interrupted_since(unsigned seen) { return atomic_load(&interrupts) != seen; }

void predicate_interrupts_forget(void) { atomic_store(&forgotten, atomic_load(&interrupts)); }

static int is_interrupted(void) { return predicate_interrupted_since(predicate_interrupts_seen()); }

void predicate_editor_wake(void) {
    if (wake[1] >= 0) wake_editor();
}

#ifdef IS_GNU_READLINE
// While the answers draw the line, readline writes to memory instead of the screen. What it writes itself, such as a list
// or a bell, goes to the screen between two drawings.
static FILE *written;
static char *written_bytes;
static size_t written_size;
// Whether the answers draw the line.
static int is_drawn;
// Why the line must be drawn; negative if it need not be.
static int cause = -1;

static void need_drawing(void) {
    if (cause < 0) cause = PREDICATE_DRAWS_KEYS;
}

// How long a terminal takes to draw is measured by a question that it answers after what was written before.
#define QUESTION "\033[5n"
#define REPLY "\033[0n"
// The least number of bytes of a drawing that is measured.
#define MEASURED_BYTES 256
#define PATIENCE_MILLISECONDS 1000
// When the question was asked; 0 if it has its reply, or none is expected any more.
static long long asked_at;
// Whether the terminal has ever replied. It is asked once before that.
static int replies;

static long long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static void ask_terminal(void) {
    if (asked_at != 0) return;
    fputs(QUESTION, stdout);
    asked_at = milliseconds();
}

// Draws the line.
//
// Returns the milliseconds after which it is to be drawn again if no key arrives; negative for never.
static int draw(int because) {
    predicate_drawing drawing = answers.draw(
        RL(rl_display_prompt), RL(rl_line_buffer), (size_t)RL(rl_point), because, answers.context);
    if (drawing.bytes != NULL) {
        fputs(drawing.bytes, stdout);
        if (replies && because != PREDICATE_DRAWS_END && strlen(drawing.bytes) >= MEASURED_BYTES) ask_terminal();
        fflush(stdout);
    }
    free(drawing.bytes);
    return drawing.wait;
}

// Takes what readline has written. Returns NULL if that is nothing; the caller frees the text.
static char *take_written(void) {
    fflush(written);
    long size = ftell(written);
    char *text = size > 0 ? strndup(written_bytes, (size_t)size) : NULL;
    rewind(written);
    return text;
}

// Draws the line before a wait for keys.
static int draw_for_keys(void) {
    char *text = take_written();
    if (text != NULL) {
        // Its lines go below the line, and a clear screen has no line any more.
        int isCleared = strstr(text, "\033[H") != NULL;
        if (!isCleared && strchr(text, '\n') != NULL) draw(PREDICATE_DRAWS_END);
        if (isCleared || strchr(text, '\n') != NULL) cause = PREDICATE_DRAWS_ANEW;
        // Without a line end, a return to the left is of readline's own drawing, as by Ctrl-L with a count.
        if (cause == PREDICATE_DRAWS_ANEW || strchr(text, '\r') == NULL) fputs(text, stdout);
        fflush(stdout);
        free(text);
    }
    int because = cause < 0 ? PREDICATE_DRAWS_REST : cause;
    cause = -1;
    return draw(because);
}

static void begin_drawing(void) {
    if (written == NULL) written = open_memstream(&written_bytes, &written_size);
    is_drawn = written != NULL && answers.draws(answers.context);
    RL(rl_redisplay_function) = is_drawn ? need_drawing : RL_FUNCTION(rl_redisplay);
    if (!is_drawn) return;
    RL(rl_outstream) = written;
    cause = PREDICATE_DRAWS_ANEW;
    static int is_known;
    if (!is_known) ask_terminal();
    is_known = 1;
}

// Draws the line alone, and ends it.
static void end_drawing(int hasLine) {
    if (!is_drawn) return;
    RL(rl_outstream) = stdout;
    draw(PREDICATE_DRAWS_END);
    char *text = take_written();
    for (char *byte = text; byte != NULL && *byte != '\0'; byte++) {
        // Whether readline ends the line depends on its version.
        if (*byte != '\r' && *byte != '\n') putc(*byte, stdout);
    }
    free(text);
    if (hasLine) fputs("\r\n", stdout);
    fflush(stdout);
    is_drawn = 0;
}

// A process that continues finds other text on the screen.
static atomic_int was_resumed;

static void note_resumption(int number) {
    (void)number;
    atomic_store(&was_resumed, 1);
    wake_editor();
}
#endif

// Shows lines above the line being edited, which is redrawn below them.
static void show_above(const char *text) {
    if (!edits) {
        printf("\n%s%s", text, shown_prompt);
        fflush(stdout);
        return;
    }
#ifdef Readline
#ifdef IS_GNU_READLINE
    if (is_drawn) {
        draw(PREDICATE_DRAWS_NOTHING);
        fputs(text, stdout);
        cause = PREDICATE_DRAWS_ANEW;
        return;
    }
    RL(rl_clear_visible_line)();
#else
    RL(rl_crlf)();
#endif
    fputs(text, RL(rl_outstream));
    fflush(RL(rl_outstream));
    RL(rl_on_new_line)();
    RL(rl_forced_update_display)();
#endif
}

// Bytes of the terminal that readline has not read yet. Pasted text is read in blocks: three system calls per byte
// would delay the interrupt key.
static unsigned char typed[4096];
static size_t typed_next;
static size_t typed_end;

static void forget_typed(void) { typed_next = typed_end = 0; }

#ifdef IS_GNU_READLINE
// Takes the reply of the terminal out of the bytes, because readline would take it for a key.
static void take_reply(void) {
    // A late reply is not a key either.
    for (size_t place = typed_next; (asked_at != 0 || replies) && place + strlen(REPLY) <= typed_end; place++) {
        if (memcmp(typed + place, REPLY, strlen(REPLY)) != 0) continue;
        typed_end -= strlen(REPLY);
        memmove(typed + place, typed + place + strlen(REPLY), typed_end - place);
        if (asked_at != 0) answers.lag((int)(milliseconds() - asked_at), answers.context);
        asked_at = 0;
        replies = 1;
    }
}
#endif

// Reads what the terminal has, after the bytes that were read before. Returns what `read` does.
static ssize_t read_typed(FILE *stream) {
#ifdef IS_GNU_READLINE
    if (typed_next == typed_end) forget_typed();
    if (typed_end == sizeof typed) return 1;
    size_t wanted = sizeof typed - typed_end;
#else
    // libedit does not know about bytes that are read ahead.
    forget_typed();
    size_t wanted = 1;
#endif
    ssize_t count = read(fileno(stream), typed + typed_end, wanted);
    if (count > 0) typed_end += (size_t)count;
#ifdef IS_GNU_READLINE
    take_reply();
    // The rest of a reply.
    int isCut = typed_end >= typed_next + 2 && typed[typed_end - 1] == '[' && typed[typed_end - 2] == '\033';
    struct pollfd waited = {fileno(stream), POLLIN, 0};
    if (asked_at != 0 && isCut && count > 0 && poll(&waited, 1, 20) > 0) return read_typed(stream);
#endif
    return count;
}

#ifdef IS_GNU_READLINE
// Leaves the terminal to others, which would take its reply for keys.
static void leave_terminal(void) {
    struct pollfd waited = {fileno(RL(rl_instream)), POLLIN, 0};
    long long end = asked_at + PATIENCE_MILLISECONDS;
    while (replies && asked_at != 0 && milliseconds() < end && !is_interrupted()) {
        if (typed_end == sizeof typed || poll(&waited, 1, (int)(end - milliseconds())) <= 0) break;
        if (read_typed(RL(rl_instream)) <= 0) break;
    }
    if (replies && asked_at != 0 && milliseconds() >= end) {
        answers.lag(PATIENCE_MILLISECONDS, answers.context);
        asked_at = 0;
    }
    RL(rl_deprep_terminal)();
}
#endif

#ifdef IS_GNU_READLINE
// Whether a byte arrives within the time that readline waits for the rest of a key.
static int has_byte(void) {
    if (typed_next < typed_end || reading_was_interrupted) return 1;
    // A negative time leaves the timeout unchanged.
    int microseconds = RL(rl_set_keyboard_input_timeout)(-1);
    struct pollfd waited = {fileno(RL(rl_instream)), POLLIN, 0};
    return poll(&waited, 1, microseconds / 1000) > 0;
}
#endif

// The next byte of the terminal. After a signal readline's own function keeps waiting. Here the interrupt key ends
// the line, and `predicate_editor_read` discards its contents.
static int next_byte(FILE *stream) {
    // A search backwards, or another prompt for a key, takes the line end for itself. The next call must end the line
    // again.
    if (reading_was_interrupted) return '\n';
    for (;;) {
        if (!is_interrupted() && typed_next < typed_end) return typed[typed_next++];
        char rest[64];
        struct pollfd waited[2] = {{fileno(stream), POLLIN, 0}, {wake[0], POLLIN, 0}};
        int patience = -1;
#ifdef IS_GNU_READLINE
        if (is_drawn && !is_interrupted()) {
            if (atomic_exchange(&was_resumed, 0)) cause = PREDICATE_DRAWS_ANEW;
            patience = draw_for_keys();
        }
#endif
        // If there is no pipe, its descriptor is negative, and poll ignores it.
        if (!is_interrupted() && poll(waited, 2, patience) < 0 && errno != EINTR) return EOF;
        if (waited[1].revents != 0) {
            while (read(wake[0], rest, sizeof rest) > 0) {}
            char *notice = is_interrupted() ? NULL : answers.notices(answers.context);
            if (notice != NULL) show_above(notice);
            free(notice);
        }
        if (!is_interrupted() && waited[0].revents != 0) {
            ssize_t count = read_typed(stream);
            if (count > 0) continue;
            if (count == 0 || (errno != EINTR && errno != EAGAIN)) return EOF;
        }
        if (is_interrupted()) {
            predicate_interrupts_forget();
            forget_typed();
            reading_was_interrupted = 1;
#ifdef IS_GNU_READLINE
            if (edits) RL(rl_echo_signal_char)(SIGINT);
#endif
            return '\n';
        }
#ifdef IS_GNU_READLINE
        // The size of the window may have changed.
        if (edits) RL(rl_check_signals)();
#endif
    }
}

#ifdef Readline
// Makes the change of a key. Returns whether there was one.
static int change(int key) {
    predicate_change change = answers.change(RL(rl_line_buffer), (size_t)RL(rl_point), key, answers.context);
    int isOne = change.replacement != NULL || change.listing != NULL;
    if (change.replacement != NULL && change.start <= change.end && change.end <= strlen(RL(rl_line_buffer))) {
        RL(rl_begin_undo_group)();
        RL(rl_delete_text)((int)change.start, (int)change.end);
        RL(rl_point) = (int)change.start;
        RL(rl_insert_text)(change.replacement);
        RL(rl_end_undo_group)();
    }
    if (change.listing != NULL) {
        RL(rl_crlf)();
        fputs(change.listing, RL(rl_outstream));
        fflush(RL(rl_outstream));
        RL(rl_on_new_line)();
    }
    free(change.replacement);
    free(change.listing);
    return isOne;
}

static int complete(int count, int key) {
    (void)count;
    (void)key;
    int isOne = change(PREDICATE_KEY_TAB);
#ifdef IS_GNU_READLINE
    if (!isOne) RL(rl_ding)();
#else
    (void)isOne;
#endif
    return 0;
}

#ifdef IS_GNU_READLINE
// Keys that do what readline does, unless the line has something to take.
static int forward(int count, int key) {
    return is_drawn && change(PREDICATE_KEY_TAKE) ? 0 : RL(rl_forward_char)(count, key);
}

static int forward_word(int count, int key) {
    return is_drawn && change(PREDICATE_KEY_TAKE_WORD) ? 0 : RL(rl_forward_word)(count, key);
}

static int end_of_line(int count, int key) {
    return is_drawn && change(PREDICATE_KEY_TAKE) ? 0 : RL(rl_end_of_line)(count, key);
}

static int fix(int count, int key) {
    (void)count;
    (void)key;
    if (!is_drawn || !change(PREDICATE_KEY_FIX)) RL(rl_ding)();
    return 0;
}

// Binds all keys of a function of readline to another, as the user's settings have bound them.
static void rebind(rl_command_func_t *known, rl_command_func_t *other) {
    char **keys = RL(rl_invoking_keyseqs)(known);
    for (char **key = keys; key != NULL && *key != NULL; key++) {
        RL(rl_bind_keyseq)(*key, other);
        free(*key);
    }
    free(keys);
}

static void bind_keys(void) {
    rebind(RL_FUNCTION(rl_forward_char), forward);
    rebind(RL_FUNCTION(rl_forward_word), forward_word);
    rebind(RL_FUNCTION(rl_end_of_line), end_of_line);
    // In readline 8.2 a search that finds nothing leaves an entry with the changes of the line, which it later frees twice.
    if (RL(rl_readline_version) == 0x0802) {
        rebind(RL_FUNCTION(rl_history_search_backward), RL_FUNCTION(rl_get_previous_history));
        rebind(RL_FUNCTION(rl_history_search_forward), RL_FUNCTION(rl_get_next_history));
    }
    RL(rl_bind_keyseq_if_unbound)("\\e[1;3C", forward_word);
    RL(rl_bind_keyseq_if_unbound)("\\e[Z", fix);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_resumption;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGCONT, &action, NULL);
}
#endif
#endif

void predicate_editor_start(predicate_answers given) {
    answers = given;
    // Text is UTF-8, whatever the locale says. Otherwise a letter with an accent would be edited byte by byte.
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
    edits = load_readline();
    if (!edits) {
        puts(WITHOUT_READLINE);
        return;
    }
#ifdef Readline
    RL(rl_readline_name) = (char *)"predicate";
    RL(rl_catch_signals) = 0;
    RL(rl_initialize)();
    RL(rl_getc_function) = next_byte;
#ifdef IS_GNU_READLINE
    RL(rl_input_available_hook) = has_byte;
    RL(rl_deprep_term_function) = leave_terminal;
#endif
    RL(rl_bind_key)('\t', complete);
#ifdef IS_GNU_READLINE
    bind_keys();
#endif
    RL(using_history)();
    RL(stifle_history)(2000);
#endif
}

// The bytes of a line that Linux passes on while the terminal edits. It drops the rest.
#define LONGEST_LINE 4095

// Reads a line that the terminal has edited.
static char *read_plainly(const char *prompt) {
    char *line = NULL;
    size_t size = 0;
    FILE *text = open_memstream(&line, &size);
    int byte = EOF;
    if (text == NULL) return NULL;
    shown_prompt = prompt;
    fputs(prompt, stdout);
    fflush(stdout);
    while ((byte = next_byte(stdin)) != EOF && byte != '\n') fputc(byte, text);
    fclose(text);
    // The terminal shows no line end for the interrupt key.
    if (reading_was_interrupted) fputc('\n', stdout);
    // A line that is cut could be another predicate.
    if (size >= LONGEST_LINE) {
        printf("error: the terminal passes on only %d bytes of a line; `:source FILE` reads longer lines\n", LONGEST_LINE);
        *line = '\0';
    }
    if (byte != EOF || size > 0) return line;
    free(line);
    return NULL;
}

char *predicate_editor_read(const char *prompt, int *interrupted) {
    reading_was_interrupted = 0;
    // The terminal discarded its pending input when the key was pressed.
    if (is_interrupted()) forget_typed();
    predicate_interrupts_forget();
#ifdef IS_GNU_READLINE
    // Another program may have had the terminal, and its window may have another size since.
    if (edits) RL(rl_reset_screen_size)();
    if (edits) begin_drawing();
#endif
#ifdef Readline
    char *line = edits ? RL(readline)(prompt) : read_plainly(prompt);
#else
    char *line = read_plainly(prompt);
#endif
    *interrupted = reading_was_interrupted;
#ifdef IS_GNU_READLINE
    end_drawing(line != NULL || reading_was_interrupted);
#endif
    if (reading_was_interrupted) {
        free(line);
        return NULL;
    }
    return line;
}

void predicate_editor_discard(void) { forget_typed(); }

void predicate_editor_remember(const char *line) {
#ifdef Readline
    if (edits) RL(add_history)(line);
#else
    (void)line;
#endif
}
