// Several threads use one predicate, one file and one set of rules at the same time. Prints the time of a match.
//
//     threads [ROUNDS]

#include <predicate.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TEXT(text) (text), strlen(text)
#define THREADS 4

static const char record[] =
    "{\"id\":4711,\"name\":\"Ada Lovelace\",\"email\":\"ada@example.org\",\"age\":36,\"active\":true,\"score\":93.25,"
    "\"address\":{\"street\":\"12 St James's Square\",\"city\":\"London\",\"country\":\"GB\",\"zip\":\"SW1Y 4JH\"},"
    "\"tags\":[\"mathematics\",\"engine\",\"notes\"],\"created\":\"2026-11-28T12:00:00Z\",\"manager\":null,\"visits\":128}";

static predicate *filter, *timed;
static predicate_file *file;
static predicate_rules *rules;
static int rounds;

static void *use(void *argument) {
    long failures = 0;
    for (int round = 0; round < rounds; round++) {
        bool matches;
        failures += predicate_match(filter, record, sizeof record - 1, &matches, NULL) || !matches;
        if (round % 16) continue;
        failures += predicate_match(timed, record, sizeof record - 1, &matches, NULL) || !matches;
        predicate_error *error;
        failures += predicate_match(filter, record, 100, &matches, &error) != PREDICATE_INVALID_RECORD;
        failures += !strstr(predicate_error_json(error), "\"code\"");
        predicate_error_free(error);
        predicate *named;
        failures += predicate_file_get(file, TEXT("adults"), NULL, 0, &named, NULL);
        failures += predicate_match(named, record, sizeof record - 1, &matches, NULL) || !matches;
        predicate_free(named);
        char id[32], *ids;
        snprintf(id, sizeof id, "%p %d", argument, round % 8);
        failures += predicate_rules_insert(rules, TEXT(id), TEXT("age > 30"), NULL);
        failures += predicate_rules_match(rules, record, sizeof record - 1, &ids, NULL) || !strstr(ids, id);
        predicate_text_free(ids);
        failures += predicate_rules_remove(rules, TEXT(id), &matches, NULL) || !matches;
    }
    return (void *)failures;
}

int main(int count, char **arguments) {
    rounds = count > 1 ? atoi(arguments[1]) : 2000;
    int failed = predicate_new(TEXT("age > 30 AND name BEGINSWITH[cd] 'ada' AND address.city == 'London'"), NULL, 0, &filter, NULL)
        || predicate_new(TEXT("CAST(created, 'NSDate') < now() OR age > 30"), NULL, 0, &timed, NULL)
        || predicate_file_new(TEXT("{\"predicates\":{\"adults\":\"age >= 18\"}}"), TEXT("{\"format\":\"json\"}"), &file, NULL)
        || predicate_rules_new(NULL, 0, &rules, NULL);
    if (failed) return 2;
    pthread_t threads[THREADS];
    for (long index = 0; index < THREADS; index++) pthread_create(&threads[index], NULL, use, &threads[index]);
    long failures = 0;
    for (int index = 0; index < THREADS; index++) {
        void *result;
        pthread_join(threads[index], &result);
        failures += (long)result;
    }
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    bool matches;
    for (int round = 0; round < 20 * rounds; round++) predicate_match(filter, record, sizeof record - 1, &matches, NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double nanoseconds = (double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec);
    printf("%.0f ns for a record of %zu bytes\n", nanoseconds / (20.0 * rounds), sizeof record - 1);
    predicate_free(filter);
    predicate_free(timed);
    predicate_file_free(file);
    predicate_rules_free(rules);
    if (failures) fprintf(stderr, "%ld checks failed\n", failures);
    return failures != 0;
}
