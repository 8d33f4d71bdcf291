// Uses the interface wrongly, in every way that its header promises to survive, and then at random.
//
//     hostile [ROUNDS]

#include <predicate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(condition) \
    do { \
        if (!(condition)) failures++, fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
    } while (0)

#define TEXT(text) (text), strlen(text)

// Takes an error apart. Returns its status.
static predicate_status status_of(predicate_status status, predicate_error **error, const char *word) {
    CHECK((status == PREDICATE_OK) == (*error == NULL));
    if (*error) {
        const char *message = predicate_error_message(*error), *json = predicate_error_json(*error);
        char start[32];
        snprintf(start, sizeof start, "{\"status\":%d,", (int)status);
        CHECK(message && *message && json && strncmp(json, start, strlen(start)) == 0);
        if (word && !strstr(message, word)) failures++, fprintf(stderr, "no `%s` in: %s\n", word, message);
    }
    predicate_error_free(*error);
    *error = NULL;
    return status;
}

#define FAILS(expected, word, call) CHECK(status_of((call), &error, (word)) == (expected))
#define WORKS(call) FAILS(PREDICATE_OK, NULL, call)

static predicate *made(const char *text, const char *options) {
    predicate *result;
    predicate_error *error;
    WORKS(predicate_new(TEXT(text), options, options ? strlen(options) : 0, &result, &error));
    return result;
}

static void handles(void) {
    predicate_error *error;
    predicate *result = (predicate *)&error;
    char *text = "not null";
    bool matches = true;
    uint64_t count = 7;
    size_t size = 7;
    FAILS(PREDICATE_INVALID_ARGUMENT, "result", predicate_new(TEXT("a == 1"), NULL, 0, NULL, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "null", predicate_new(NULL, 5, NULL, 0, &result, &error));
    CHECK(result == NULL);
    FAILS(PREDICATE_INVALID_PREDICATE, NULL, predicate_new(NULL, 0, NULL, 0, &result, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "too large", predicate_new("a", SIZE_MAX, NULL, 0, &result, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "UTF-8", predicate_new("a == '\xC0\x80'", 9, NULL, 0, &result, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "null", predicate_match(NULL, TEXT("{}"), &matches, &error));
    CHECK(!matches);
    FAILS(PREDICATE_INVALID_ARGUMENT, "null", predicate_describe(NULL, &text, &error));
    CHECK(text == NULL);
    FAILS(PREDICATE_INVALID_ARGUMENT, "null", predicate_scan(NULL, "x", NULL, 0, NULL, NULL, &count, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "null", predicate_match_lines(NULL, "", 0, NULL, 0, &size, &error));
    CHECK(count == 0 && size == 0);

    // Without a place for the error only the status is told.
    CHECK(predicate_new(TEXT("a =="), NULL, 0, &result, NULL) == PREDICATE_INVALID_PREDICATE);

    // Other memory, other kinds, and freed handles.
    uint64_t foreign[8] = {0};
    predicate_file *file;
    WORKS(predicate_file_new(TEXT("{\"predicates\": {\"a\": \"b == 1\"}}"), TEXT("{\"format\":\"json\"}"), &file, &error));
    const predicate *wrong[] = {(predicate *)foreign, (predicate *)((char *)foreign + 1), (predicate *)file};
    for (size_t index = 0; index < 3; index++) {
        FAILS(PREDICATE_INVALID_ARGUMENT, "not a predicate", predicate_match(wrong[index], TEXT("{}"), &matches, &error));
        FAILS(PREDICATE_INVALID_ARGUMENT, "not a predicate",
              predicate_combine(PREDICATE_AND, wrong + index, 1, &result, &error));
        predicate_free((predicate *)wrong[index]);
    }
    predicate *once = made("a == 1", NULL);
    predicate_free(once);
    FAILS(PREDICATE_INVALID_ARGUMENT, "freed", predicate_match(once, TEXT("{}"), &matches, &error));
    predicate_free(once);
    predicate_free(NULL);
    FAILS(PREDICATE_INVALID_ARGUMENT, "predicate_file", predicate_file_names((predicate_file *)foreign, &text, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "predicate_rules",
          predicate_rules_match((predicate_rules *)file, TEXT("{}"), &text, &error));
    predicate_file_free(file);
    predicate_file_free(file);
    predicate_file_free(NULL);
    predicate_rules_free((predicate_rules *)foreign);
    predicate_error_free((predicate_error *)foreign);
    predicate_error_free(NULL);
    predicate_text_free(NULL);
    CHECK(predicate_error_message(NULL) == NULL && predicate_error_json((predicate_error *)foreign) == NULL);

    FAILS(PREDICATE_INVALID_ARGUMENT, "null", predicate_combine(PREDICATE_OR, NULL, 2, &result, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "one part", predicate_combine(PREDICATE_NOT, NULL, 0, &result, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "connective", predicate_combine((predicate_connective)9, NULL, 0, &result, &error));
    WORKS(predicate_combine(PREDICATE_AND, NULL, 0, &result, &error));
    WORKS(predicate_match(result, TEXT("{}"), &matches, &error));
    CHECK(matches);
    predicate_free(result);
}

static void options(void) {
    predicate_error *error;
    predicate *result;
    char *text;
    static const char *wrong[][2] = {
        {"x", "cannot be read"}, {"[]", "object"}, {"{\"schema\":{}", "cannot be read"}, {"{\"shema\":{}}", "`schema`"},
        {"{\"arguments\":1}", "array"}, {"{\"variables\":[]}", "object"}, {"{\"template\":1}", "true or false"},
        {"{\"limits\":\"none\"}", "untrusted"}, {"{\"limits\":{\"dept\":1}}", "`depth`"}, {"{\"limits\":{\"depth\":-1}}", "negative"},
        {"{\"limits\":{\"depth\":\"a\"}}", "numbers"}, {"{\"schema\":{\"type\":\"no\"}}", "schema"}, {"{\"schema\":7}", "schema"},
        {"{\"arguments\":[{\"$dat\":1}]}", "$date"}, {"{\"arguments\":[[{\"$date\":\"soon\"}]]}", "arguments[0][0]"},
        {"{\"arguments\":[{\"$decimal\":\"1x\"}]}", "$decimal"}, {"{\"arguments\":[{\"$uuid\":7}]}", "$uuid"},
        {"{\"template\":true,\"template\":false}", "template"}, {"\xFF", "cannot be read"}, {"{\"\\u0000\":1}", "no option"},
    };
    for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++)
        FAILS(PREDICATE_INVALID_ARGUMENT, wrong[index][1], predicate_new(TEXT("a == 1"), TEXT(wrong[index][0]), &result, &error));
    FAILS(PREDICATE_INVALID_PREDICATE, "%@", predicate_new(TEXT("a == %@"), NULL, 0, &result, &error));
    FAILS(PREDICATE_INVALID_PREDICATE, "$n", predicate_new(TEXT("a == $n"), NULL, 0, &result, &error));
    predicate *template_ = made("a == $n", "{\"template\":true}");
    bool matches;
    FAILS(PREDICATE_INVALID_PREDICATE, "$n", predicate_match(template_, TEXT("{}"), &matches, &error));
    FAILS(PREDICATE_INVALID_PREDICATE, "$n", predicate_bind(template_, TEXT("{}"), &result, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "read", predicate_bind(template_, NULL, 0, &result, &error));
    WORKS(predicate_bind(template_, TEXT("{\"n\":{\"$set\":[1,1]}}"), &result, &error));
    predicate_free(result);
    predicate_free(template_);
    WORKS(predicate_check(TEXT("a = = 1"), NULL, 0, &text, &error));
    CHECK(strncmp(text, "{\"valid\":false,\"text\":null,", 27) == 0);
    predicate_text_free(text);
    predicate *all = made("a == 1", NULL);
    uint64_t count;
    FAILS(PREDICATE_INVALID_ARGUMENT, "thread", predicate_scan(all, "x", TEXT("{\"threads\":\"a\"}"), NULL, NULL, &count, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "begin with", predicate_scan(all, "x", TEXT("{\"at\":\"a\"}"), NULL, NULL, &count, &error));
    FAILS(PREDICATE_FILE_ERROR, "x", predicate_scan(all, "no/file/x", NULL, 0, NULL, NULL, &count, &error));
    FAILS(PREDICATE_FILE_ERROR, "folder", predicate_scan(all, "/", NULL, 0, NULL, NULL, &count, &error));
    predicate_free(all);
}

static void records(void) {
    predicate_error *error;
    bool matches;
    predicate *filter = made("a > 1 AND b.c BEGINSWITH 'x'", NULL);
    static const char *bad[] = {"", " ", "{", "{\"a\":2,\"b\":{\"c\":\"x\"}} x", "{\"a\":2,\"z\":tru}", "{\"a\":0,\"z\":\"\xFF\"}", "nul"};
    for (size_t index = 0; index < sizeof bad / sizeof *bad; index++)
        FAILS(PREDICATE_INVALID_RECORD, NULL, predicate_match(filter, TEXT(bad[index]), &matches, &error));
    FAILS(PREDICATE_INVALID_RECORD, NULL, predicate_match(filter, NULL, 0, &matches, &error));
    WORKS(predicate_match(filter, TEXT("\n{\"a\": 2,\n \"b\": {\"c\": \"xy\"}}\n"), &matches, &error));
    CHECK(matches);
    // Ten megabytes of brackets, where the predicate reads and where it does not.
    size_t size = 10 << 20;
    char *deep = malloc(size);
    memset(deep, '[', size);
    FAILS(PREDICATE_INVALID_RECORD, "200", predicate_match(filter, deep, size, &matches, &error));
    memcpy(deep, "{\"z\":", 5);
    FAILS(PREDICATE_INVALID_RECORD, "200", predicate_match(filter, deep, size, &matches, &error));
    memset(deep, '"', size);
    FAILS(PREDICATE_INVALID_RECORD, NULL, predicate_match(filter, deep, size, &matches, &error));
    memset(deep, '(', size);
    predicate *result;
    FAILS(PREDICATE_INVALID_PREDICATE, NULL, predicate_new(deep, size, NULL, 0, &result, &error));
    memset(deep, '(', size / 16);
    FAILS(PREDICATE_INVALID_PREDICATE, NULL, predicate_new(deep, size / 16, NULL, 0, &result, &error));
    free(deep);

    // Lines: their numbers, an array that is too small, a bad line, a blank line.
    const char *lines = "{\"a\":2,\"b\":{\"c\":\"x\"}}\n\n{\"a\":1}\r\n{\"a\":3,\"b\":{\"c\":\"xx\"}}\n{\"a\":9,\"b\":{\"c\":\"x\"}}";
    uint64_t indices[3] = {9, 9, 9};
    size_t count;
    WORKS(predicate_match_lines(filter, TEXT(lines), indices, 2, &count, &error));
    CHECK(count == 3 && indices[0] == 0 && indices[1] == 3 && indices[2] == 9);
    WORKS(predicate_match_lines(filter, NULL, 0, NULL, 0, &count, &error));
    CHECK(count == 0);
    FAILS(PREDICATE_INVALID_ARGUMENT, "null", predicate_match_lines(filter, TEXT(lines), NULL, 1, &count, &error));
    lines = "{\"a\":2,\"b\":{\"c\":\"x\"}}\n{\"a\":tru}\n";
    FAILS(PREDICATE_INVALID_RECORD, "2:6", predicate_match_lines(filter, TEXT(lines), indices, 3, &count, &error));
    CHECK(count == 1);
    predicate_free(filter);

    // A predicate that reads whole records takes the other way.
    filter = made("SELF.@count > 1", NULL);
    lines = "[1,2]\n\n{\"a\":1}\n[]\n[3,4,5]";
    WORKS(predicate_match_lines(filter, TEXT(lines), indices, 3, &count, &error));
    CHECK(count == 2 && indices[0] == 0 && indices[1] == 4);
    FAILS(PREDICATE_INVALID_RECORD, "3:2", predicate_match_lines(filter, TEXT("[1,2]\n\n[x]"), indices, 3, &count, &error));
    predicate_free(filter);

    // A limit leaves a record undecided.
    filter = made("SUBQUERY(a, $x, ANY a == $x).@count > 3", "{\"limits\":{\"evaluationSteps\":50}}");
    const char *costly = "{\"a\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]}";
    FAILS(PREDICATE_UNDECIDED, "evaluationSteps", predicate_match(filter, TEXT(costly), &matches, &error));
    FAILS(PREDICATE_UNDECIDED, "evaluationSteps", predicate_match_lines(filter, TEXT(costly), indices, 3, &count, &error));
    WORKS(predicate_match(filter, TEXT("{\"a\":[]}"), &matches, &error));
    predicate_free(filter);
}

static int stop_after(void *context, const char *record, size_t length, uint64_t records, uint64_t bytes) {
    CHECK(record == NULL || (record[0] == '{' && record[length - 1] == '}'));
    CHECK(records > 0 && bytes > 0);
    return --*(int *)context <= 0;
}

static void scans(const char *path) {
    predicate_error *error;
    predicate *filter = made("population > 1000000", NULL);
    uint64_t all, count;
    WORKS(predicate_scan(filter, path, NULL, 0, NULL, NULL, &all, &error));
    CHECK(all == 562);
    int calls = 1000000;
    WORKS(predicate_scan(filter, path, NULL, 0, stop_after, &calls, &count, &error));
    CHECK(count == all && calls == 1000000 - (int)all);
    calls = 3;
    FAILS(PREDICATE_CANCELLED, "stopped", predicate_scan(filter, path, NULL, 0, stop_after, &calls, &count, &error));
    CHECK(count == 3);
    calls = 1000000;
    WORKS(predicate_scan(filter, path, TEXT("{\"limit\":5,\"threads\":1}"), stop_after, &calls, &count, &error));
    CHECK(count == 5 && calls == 1000000 - 5);
    WORKS(predicate_scan(filter, path, TEXT("{\"records\":false,\"progress\":true}"), stop_after, &calls, &count, &error));
    CHECK(count == all);
    predicate_free(filter);
}

static void rules(void) {
    predicate_error *error;
    predicate_rules *set;
    char *ids;
    bool removed;
    FAILS(PREDICATE_INVALID_ARGUMENT, "`limits`", predicate_rules_new(TEXT("{\"limit\":1}"), &set, &error));
    WORKS(predicate_rules_new(NULL, 0, &set, &error));
    WORKS(predicate_rules_insert(set, TEXT("large"), TEXT("size > 1000"), &error));
    WORKS(predicate_rules_insert(set, TEXT("\xC3\xA9"), TEXT("level == 'error'"), &error));
    WORKS(predicate_rules_insert(set, TEXT("e\xCC\x81"), TEXT("level == 'error'"), &error));
    FAILS(PREDICATE_INVALID_PREDICATE, "size", predicate_rules_insert(set, TEXT("bad"), TEXT("size >"), &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "UTF-8", predicate_rules_insert(set, TEXT("\xFF"), TEXT("a == 1"), &error));
    WORKS(predicate_rules_match(set, TEXT("{\"size\":2000,\"level\":\"error\"}"), &ids, &error));
    CHECK(strcmp(ids, "[\"large\",\"\xC3\xA9\",\"e\xCC\x81\"]") == 0);
    predicate_text_free(ids);
    WORKS(predicate_rules_insert(set, TEXT("large"), TEXT("size > 5000"), &error));
    WORKS(predicate_rules_remove(set, TEXT("e\xCC\x81"), &removed, &error));
    CHECK(removed);
    WORKS(predicate_rules_remove(set, TEXT("e\xCC\x81"), &removed, &error));
    CHECK(!removed);
    WORKS(predicate_rules_match(set, TEXT("{\"size\":2000,\"level\":\"error\"}"), &ids, &error));
    CHECK(strcmp(ids, "[\"\xC3\xA9\"]") == 0);
    predicate_text_free(ids);
    FAILS(PREDICATE_INVALID_RECORD, NULL, predicate_rules_match(set, TEXT("{"), &ids, &error));
    CHECK(ids == NULL);
    predicate_rules_free(set);
}

static void files(void) {
    predicate_error *error;
    predicate_file *file;
    predicate *filter;
    char *text;
    const char *json = "{\"predicates\": {\"big\": {\"arguments\": {\"least\": {\"type\": \"integer\", \"default\": 5}},"
                       " \"predicate\": \"size >= $least\"}}}";
    FAILS(PREDICATE_INVALID_ARGUMENT, "format", predicate_file_new(TEXT(json), NULL, 0, &file, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "format", predicate_file_new(TEXT(json), TEXT("{\"format\":\"xml\"}"), &file, &error));
    FAILS(PREDICATE_INVALID_PREDICATE, "predicates", predicate_file_new(TEXT("{"), TEXT("{\"format\":\"json\"}"), &file, &error));
    FAILS(PREDICATE_INVALID_PREDICATE, "a.json:1", predicate_file_new(TEXT("{\"predicates\": {\"a\": \"b =\"}}"), TEXT("{\"path\":\"a.json\"}"), &file, &error));
    FAILS(PREDICATE_INVALID_PREDICATE, NULL, predicate_file_new("\0\xFF\0", 3, TEXT("{\"format\":\"plist\"}"), &file, &error));
    WORKS(predicate_file_new(TEXT(json), TEXT("{\"path\":\"x/a.json\"}"), &file, &error));
    WORKS(predicate_file_names(file, &text, &error));
    CHECK(strcmp(text, "[\"big\"]") == 0);
    predicate_text_free(text);
    FAILS(PREDICATE_INVALID_ARGUMENT, "big", predicate_file_get(file, TEXT("bog"), NULL, 0, &filter, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "least", predicate_file_get(file, TEXT("big"), TEXT("{\"variables\":{\"last\":1}}"), &filter, &error));
    FAILS(PREDICATE_INVALID_ARGUMENT, "least", predicate_file_get(file, TEXT("big"), TEXT("{\"variables\":{\"least\":\"x\"}}"), &filter, &error));
    WORKS(predicate_file_get(file, TEXT("big"), TEXT("{\"variables\":{\"least\":7}}"), &filter, &error));
    WORKS(predicate_describe(filter, &text, &error));
    CHECK(strcmp(text, "{\"text\":\"#size >= 7\",\"fields\":[\"size\"],\"keys\":[\"size\"],\"variables\":[]}") == 0);
    predicate_text_free(text);
    predicate_free(filter);
    WORKS(predicate_file_get(file, TEXT("big"), TEXT("{\"template\":true}"), &filter, &error));
    WORKS(predicate_describe(filter, &text, &error));
    CHECK(strstr(text, "\"variables\":[\"least\"]"));
    predicate_text_free(text);
    predicate_free(filter);
    predicate_file_free(file);
}

// Right texts with a few bytes changed, cut off or repeated, to every function that reads one.
static void random_texts(int rounds) {
    static const char *texts[] = {
        "a > 1 AND b BEGINSWITH[cd] \"jo\" OR NOT (ANY c.d IN {1, 2})", "a MATCHES '(x+)+y' AND b == $n", "a == %@ AND b LIKE '*x?'",
        "SUBQUERY(c, $x, $x.d > 3).@count > 2", "{\"arguments\":[1,{\"$date\":\"2026-01-01\"}],\"template\":true}",
        "{\"schema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\"}}},\"limits\":{\"depth\":9}}",
        "{\"a\":2,\"b\":\"joe\",\"c\":[{\"d\":1},{\"d\":\"\\ud83d\\ude00\"}]}\n{\"a\":-1.5e3}\n",
        "{\"predicates\":{\"p\":\"a > 1\",\"q\":{\"predicate\":\"@{p} AND b == $n\",\"arguments\":{\"n\":{\"type\":\"string\"}}}}}",
    };
    const int known = sizeof texts / sizeof *texts;
    predicate_rules *set;
    CHECK(predicate_rules_new(NULL, 0, &set, NULL) == PREDICATE_OK);
    srand(38);
    for (int round = 0; round < rounds; round++) {
        char *text[3];
        size_t length[3];
        for (int index = 0; index < 3; index++) {
            const char *source = texts[rand() % known];
            length[index] = strlen(source);
            // No byte after the text, so that a sanitizer sees a read past its end.
            text[index] = malloc(length[index] ? length[index] : 1);
            memcpy(text[index], source, length[index]);
            for (int change = rand() % 4; change > 0; change--) {
                size_t at = (size_t)rand() % length[index];
                if (rand() % 4) text[index][at] = rand() % 3 ? "\"'{}[]()$@%\\:,.\n 019aAN"[rand() % 24] : (char)rand();
                else length[index] = at + 1;
            }
        }
        predicate *filter = NULL, *bound = NULL;
        predicate_file *file = NULL;
        predicate_error *error = NULL;
        char *json = NULL;
        bool flag;
        size_t count;
        uint64_t indices[2];
        status_of(predicate_check(text[0], length[0], text[1], length[1], &json, &error), &error, NULL);
        predicate_text_free(json);
        status_of(predicate_new(text[0], length[0], rand() % 2 ? text[1] : NULL, length[1], &filter, &error), &error, NULL);
        status_of(predicate_match(filter, text[2], length[2], &flag, &error), &error, NULL);
        status_of(predicate_match_lines(filter, text[2], length[2], indices, 2, &count, &error), &error, NULL);
        status_of(predicate_bind(filter, text[1], length[1], &bound, &error), &error, NULL);
        status_of(predicate_rules_insert(set, text[1], length[1] % 3, text[0], length[0], &error), &error, NULL);
        status_of(predicate_rules_match(set, text[2], length[2], &json, &error), &error, NULL);
        predicate_text_free(json);
        const char *format = rand() % 2 ? "{\"format\":\"json\"}" : "{\"format\":\"yaml\"}";
        status_of(predicate_file_new(text[2], length[2], TEXT(format), &file, &error), &error, NULL);
        predicate_free(bound);
        status_of(predicate_file_get(file, text[1], length[1] % 2, text[0], length[0], &bound, &error), &error, NULL);
        predicate_free(filter);
        predicate_free(bound);
        predicate_file_free(file);
        for (int index = 0; index < 3; index++) free(text[index]);
    }
    predicate_rules_free(set);
}

int main(int count, char **arguments) {
    CHECK(predicate_abi_version() == PREDICATE_ABI_VERSION);
    CHECK(predicate_version()[0] >= '0' && strncmp(predicate_features(), "{\"matches\":true,", 16) == 0);
    handles();
    options();
    records();
    scans("Examples/Data/cities.ndjson");
    rules();
    files();
    random_texts(count > 1 ? atoi(arguments[1]) : 2000);
    if (failures) fprintf(stderr, "%d checks failed\n", failures);
    return failures != 0;
}
