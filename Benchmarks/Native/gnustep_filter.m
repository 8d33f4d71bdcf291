// GNUstep's NSPredicate over dictionaries.
//
//   gnustep_filter FILE ROUNDS < queries      a query a line: KEY, a tab, the format string; "-" as FILE makes a million
//                                             dictionaries of a name and an age instead
//
// Reads the lines of FILE with NSJSONSerialization and keeps them. Runs the queries one after the other, round by
// round. Writes the seconds for reading, and for each query its count and the seconds of every round, or the
// exception that it raised.

#import <Foundation/Foundation.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

/// The persons of the comparison over structs as dictionaries; see Sources/inprocess/Person.swift.
static NSArray *people(int count) {
    NSArray *names = [NSArray arrayWithObjects:@"fat", @"thin", @"tall", @"small", @"old", @"young", @"quick", @"slow",
                      @"a much longer name than that", [NSString stringWithUTF8String:"Zo\xc3\xab"], nil];
    NSMutableArray *result = [NSMutableArray arrayWithCapacity:count];
    unsigned long long state = 42;
    for (int index = 0; index < count; ++index) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        [result addObject:[NSDictionary dictionaryWithObjectsAndKeys:
                           [names objectAtIndex:(state >> 33) % 10], @"name",
                           [NSNumber numberWithInt:(int)((state >> 45) % 100)], @"age", nil]];
    }
    return result;
}

static NSArray *recordsOf(const char *path) {
    NSMutableArray *result = [NSMutableArray array];
    FILE *file = fopen(path, "rb");
    if (file == NULL) return nil;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, file)) > 0) {
        NSAutoreleasePool *pool = [NSAutoreleasePool new];
        id record = [NSJSONSerialization JSONObjectWithData:[NSData dataWithBytes:line length:length] options:NSJSONReadingMutableContainers error:NULL];
        // A key path through NSNull would raise, so nulls at the top level are removed, as a program would do.
        if (record != nil) {
            [record removeObjectsForKeys:[record allKeysForObject:[NSNull null]]];
            [result addObject:record];
        }
        [pool release];
    }
    free(line);
    fclose(file);
    return result;
}

static long countMatches(NSArray *records, NSPredicate *predicate) {
    long count = 0;
    NSUInteger size = [records count];
    for (NSUInteger start = 0; start < size; start += 1000) {
        NSAutoreleasePool *pool = [NSAutoreleasePool new];
        for (NSUInteger index = start; index < size && index < start + 1000; ++index) {
            count += [predicate evaluateWithObject:[records objectAtIndex:index]] ? 1 : 0;
        }
        [pool release];
    }
    return count;
}

int main(int argc, char **argv) {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    if (argc != 3) {
        fprintf(stderr, "usage: gnustep_filter FILE ROUNDS < queries\n");
        return 64;
    }
    double started = now();
    NSArray *records = strcmp(argv[1], "-") == 0 ? people(1000000) : recordsOf(argv[1]);
    printf("read\t%lu\t%.6f\n", (unsigned long)[records count], now() - started);
    int rounds = atoi(argv[2]);
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        char *tab = strchr(line, '\t');
        if (tab == NULL) continue;
        *tab = 0;
        NS_DURING
            NSPredicate *predicate = [NSPredicate predicateWithFormat:[NSString stringWithUTF8String:tab + 1]];
            NSMutableString *seconds = [NSMutableString string];
            long count = 0;
            for (int round = 0; round < rounds; ++round) {
                double begun = now();
                count = countMatches(records, predicate);
                [seconds appendFormat:@"\t%.6f", now() - begun];
            }
            printf("query\t%s\t%ld%s\n", line, count, [seconds UTF8String]);
        NS_HANDLER
            printf("error\t%s\t%s\n", line, [[localException reason] UTF8String]);
        NS_ENDHANDLER
    }
    [pool release];
    return 0;
}
