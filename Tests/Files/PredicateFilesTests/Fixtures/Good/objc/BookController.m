#import "BookController.h"
#import <CoreData/CoreData.h>

static NSString *const kTitleFormat = @"title ==[cd] %@";
#define kOpenFormat @"returned == nil"

@implementation BookController

- (NSArray *)booksWithTitle:(NSString *)title {
    NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Book"];
    request.predicate = [NSPredicate predicateWithFormat:@"title == %@", title];
    [request setPredicate:[NSPredicate predicateWithFormat:kTitleFormat, title]];
    [request setPredicate:[NSPredicate predicateWithFormat:kOpenFormat]];
    return [self.context executeFetchRequest:request error:NULL];
}

- (NSPredicate *)search:(NSString *)text {
    return [NSPredicate predicateWithFormat:@"(title CONTAINS[cd] %@) OR (ANY authors.familyName CONTAINS[cd] %@)",
                                            text, text];
}

- (void)predicates {
    NSPredicate *p;
    p = [NSPredicate predicateWithFormat:@"SELF contains[cd] %@", self.searchBar.text];
    p = [NSPredicate predicateWithFormat:@"isRead == YES"];
    p = [NSPredicate predicateWithFormat:@"isRead == %@", @YES];
    p = [NSPredicate predicateWithFormat:@"isRead == %@", @(self.flag)];
    p = [NSPredicate predicateWithFormat:@"isRead == %d", NO];
    p = [NSPredicate predicateWithFormat:@"pages > %d", 100];
    p = [NSPredicate predicateWithFormat:@"pages > %ld AND pages < %lu", (long)self.low, (unsigned long)self.high];
    p = [NSPredicate predicateWithFormat:@"pages >= %i", self.count];
    p = [NSPredicate predicateWithFormat:@"rating > %f", 3.5];
    p = [NSPredicate predicateWithFormat:@"price <= %@", [NSDecimalNumber one]];
    p = [NSPredicate predicateWithFormat:@"%K = %@", @"title", title];
    p = [NSPredicate predicateWithFormat:@"%K like[cd] %@", attributeName, [NSString stringWithFormat:@"*%@*", text]];
    p = [NSPredicate predicateWithFormat:@"added >= %@ && added < %@", start, end];
    p = [NSPredicate predicateWithFormat:@"added BETWEEN %@", @[start, end]];
    p = [NSPredicate predicateWithFormat:@"identifier IN %@", identifiers];
    p = [NSPredicate predicateWithFormat:@"NOT (identifier IN %@)", identifiers];
    p = [NSPredicate predicateWithFormat:@"NOT SELF IN %@", objects];
    p = [NSPredicate predicateWithFormat:@"self == %@", object];
    p = [NSPredicate predicateWithFormat:@"ANY tags.name == %@", tag];
    p = [NSPredicate predicateWithFormat:@"ANY %K == %@", @"tags.name", tag];
    p = [NSPredicate predicateWithFormat:@"ALL volumes.pages > 10"];
    p = [NSPredicate predicateWithFormat:@"NONE tags.name IN %@", [NSSet setWithObjects:@"a", @"b", nil]];
    p = [NSPredicate predicateWithFormat:@"volumes.@count == 0"];
    p = [NSPredicate predicateWithFormat:@"volumes.@sum.pages > %@", @500];
    p = [NSPredicate predicateWithFormat:@"SUBQUERY(volumes, $v, $v.pages > %d).@count > 0", 20];
    p = [NSPredicate predicateWithFormat:@"SUBQUERY(volumes, $v, $v.pages > 20 AND ANY $v.tags.name == %@).@count = %d", tag, 2];
    p = [NSPredicate predicateWithFormat:@"title = nil || title = ''"];
    p = [NSPredicate predicateWithFormat:@"title == NULL or title.length == 0"];
    p = [NSPredicate predicateWithFormat:@"title BEGINSWITH[c] 'a' AND title ENDSWITH[c] \"z\""];
    p = [NSPredicate predicateWithFormat:@"title MATCHES %@", @"^[A-Z].*"];
    p = [NSPredicate predicateWithFormat:@"type == %d OR type == %d OR type == %d", BookTypeA, BookTypeB, BookTypeC];
    p = [NSPredicate predicateWithFormat:@"(type & %d) == %d", mask, mask];
    p = [NSPredicate predicateWithFormat:@"TRUEPREDICATE"];
    p = [NSPredicate predicateWithFormat:@"FALSEPREDICATE"];
    p = [NSPredicate predicateWithFormat:@"name == $NAME"];
    p = [NSPredicate predicateWithFormat:@"title CONTAINS %@ "
                                          "AND publisher.name == %@ "
                                         @"AND pages > 0", title, name];
    p = [NSPredicate predicateWithFormat:@"%K == %@ AND %K == %@"
                           argumentArray:@[ @"a", @1, @"b", @2 ]];
    p = [NSPredicate predicateWithFormat:@"rating >= %@" argumentArray:[NSArray arrayWithObject:@4]];
    p = [NSPredicate predicateWithFormat:@"due < now() AND done = 0"];
    p = [NSPredicate predicateWithFormat:@"name ==[c] 'O\\'Brien'"];
    p = [NSPredicate predicateWithFormat:@"name contains[cd] \"\u00e9\""];
    p = [NSPredicate predicateWithFormat:@"%@ BETWEEN {start, end}", [NSDate date]];
    p = [NSPredicate predicateWithFormat:@"%@ CONTAINS identifier", text];
    p = [NSPredicate predicateWithFormat:@"section.index == 3 AND row != nil"];
    p = [NSPredicate predicateWithFormat:@"class == %@", [NSString class]];
    p = [NSPredicate predicateWithFormat:@"self isKindOfClass: %@", [UIButton class]];
    p = [NSPredicate predicateWithBlock:^BOOL(id object, NSDictionary *bindings) { return [object hasPrefix:@"a"]; }];
    NSExpression *e = [NSExpression expressionWithFormat:@"price * 1.23"];
    e = [NSExpression expressionWithFormat:@"average:(%K)", @"ratings"];
    e = [NSExpression expressionForKeyPath:@"@max.price"];
}

- (NSArray *)filtered:(NSArray *)people {
    people = [people filteredArrayUsingPredicate:[NSPredicate predicateWithFormat:@"age > 18"]];
    people = [people filteredArrayUsingPredicate:
        [NSPredicate predicateWithFormat:@"(firstName BEGINSWITH[cd] %@) AND (age BETWEEN { %d, %d })", @"j", 20, 30]];
    people = [people filteredArrayUsingPredicate:[NSPredicate predicateWithFormat:@"self[\"name\"] == %@", @"Ann"]];
    people = [people filteredArrayUsingPredicate:[NSPredicate predicateWithFormat:@"dict.key LIKE 'x?z*'"]];
    people = [people filteredArrayUsingPredicate:[NSPredicate predicateWithFormat:@"address.city IN {'Porto', \"Faro\"}"]];
    return people;
}

@end
