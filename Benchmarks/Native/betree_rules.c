// Matches events against rules with BE-Tree (github.com/adgear/be-tree), on one thread.
//
//     betree_rules RULES EVENTS SECONDS
//
// RULES has lines `id<TAB>expression`, EVENTS lines of JSON, which BE-Tree reads itself. Writes a line of JSON: events a
// second, the time to build, the memory, and how many rules hold for the first 256 events together.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "betree.h"

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double resident(void) {
    long size = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%ld %ld", &size, &pages) != 2) pages = 0;
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

// The fields of the events, as in Benchmarks/Sources/rules/Workload.swift.
static const struct { const char *name; size_t count; } texts[] = {
    {"service", 200}, {"host", 2000}, {"region", 24}, {"level", 6}, {"method", 5}, {"tenant", 500}, {"user", 20000},
    {"country", 120}, {"plan", 4}, {"device", 60},
};
static const struct { const char *name; int64_t greatest; } numbers[] = {
    {"status", 60}, {"latency", 10000}, {"size", 1000000}, {"retries", 10}, {"score", 1000}, {"amount", 100000},
};
static const char *const others[] = {"path", "message", "trace", "agent"};

static struct betree *make(void) {
    struct betree *tree = betree_make();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        betree_add_string_variable(tree, texts[i].name, false, texts[i].count);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        betree_add_integer_variable(tree, numbers[i].name, false, 0, numbers[i].greatest);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        betree_add_string_variable(tree, others[i], false, SIZE_MAX);
    betree_add_boolean_variable(tree, "active", false);
    return tree;
}

int main(int count, char **arguments) {
    if (count != 4) return 64;
    FILE *file = fopen(arguments[1], "r");
    if (!file) return 66;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    double before = resident(), start = now();
    struct betree *tree = make();
    while ((length = getline(&line, &capacity, file)) > 0) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        char *expression = strchr(line, '\t');
        if (!expression) continue;
        *expression++ = 0;
        if (!betree_insert(tree, strtoull(line, NULL, 10), expression)) {
            fprintf(stderr, "refused: %s\n", expression);
            return 65;
        }
    }
    fclose(file);
    double built = now() - start, memory = resident() - before;
    char **events = NULL;
    size_t lines = 0;
    file = fopen(arguments[2], "r");
    if (!file) return 66;
    while ((length = getline(&line, &capacity, file)) > 0) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        events = realloc(events, (lines + 1) * sizeof *events);
        if (!events) return 71;
        events[lines++] = strdup(line);
    }
    fclose(file);
    if (lines == 0) return 65;
    size_t done = 0, checked = 0;
    double limit = strtod(arguments[3], NULL), taken;
    start = now();
    do {
        struct report *report = make_report();
        if (!betree_search(tree, events[done % lines], report)) {
            fprintf(stderr, "refused: %s\n", events[done % lines]);
            return 65;
        }
        if (done < 256) checked += report->matched;
        free_report(report);
        done++;
        taken = now() - start;
    } while (taken < limit || done < 256);
    printf("{\"eventsPerSecond\":%.1f,\"buildSeconds\":%.3f,\"megabytes\":%.1f,\"held\":%zu}\n", (double)done / taken,
           built, memory, checked);
    return 0;
}
