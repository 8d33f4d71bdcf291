#import <Foundation/Foundation.h>

NSPredicate *Search(NSString *text, int limit) {
    return [NSPredicate predicateWithFormat:@"title CONTAIN[cd] %@ "
                                             @"AND length =< %d", text, limit];
}

NSPredicate *Shelf(NSString *key, NSString *name) {
    return [NSPredicate predicateWithFormat:@"%K ==[c] %@ AND ANY loans.returned IS nil", key, name];
}

NSPredicate *Owner(NSString *name) {
    NSString *format = [NSString stringWithFormat:@"owner == '%@'", name];
    NSPredicate *owner = [NSPredicate predicateWithFormat:format];
    NSPredicate *pasted = [NSPredicate predicateWithFormat:[NSString stringWithFormat:@"owner == '%@'", name]];
    return [NSCompoundPredicate orPredicateWithSubpredicates:@[ owner, pasted,
        [NSPredicate predicateWithFormat:@"owner == %@ AND shelf == %@", name] ]];
}
