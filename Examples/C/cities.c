// Counts and prints the records of a file that match a predicate with an argument:
//
//     cities '%@ IN alternatenames AND population > 1000000' '["Moskau"]' ../Data/cities.ndjson

#include <predicate.h>
#include <stdio.h>
#include <string.h>

// Prints a matching record; 0 goes on.
static int show(void *context, const char *record, size_t length, uint64_t records, uint64_t bytes) {
    (void)records, (void)bytes;
    return fprintf(context, "%.*s\n", (int)length, record) < 0;
}

static int failed(predicate_error *error) {
    fprintf(stderr, "%s\n", predicate_error_message(error));
    predicate_error_free(error);
    return 1;
}

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "usage: cities PREDICATE ARGUMENTS FILE\n"), 64;
    char options[4096];
    size_t length = (size_t)snprintf(options, sizeof options, "{\"arguments\":%s}", arguments[2]);
    if (length >= sizeof options) return fprintf(stderr, "the arguments are too long\n"), 64;

    predicate *filter;
    predicate_error *error;
    if (predicate_new(arguments[1], strlen(arguments[1]), options, length, &filter, &error)) return failed(error);

    uint64_t matches;
    predicate_status status = predicate_scan(filter, arguments[3], NULL, 0, show, stdout, &matches, &error);
    if (status == PREDICATE_OK) fprintf(stderr, "%llu records match\n", (unsigned long long)matches);
    predicate_free(filter);
    return status == PREDICATE_OK ? 0 : failed(error);
}
