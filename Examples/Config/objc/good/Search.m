#import <Foundation/Foundation.h>

NSPredicate *Search(NSString *text, int limit) {
    return [NSPredicate predicateWithFormat:@"title CONTAINS[cd] %@ "
                                             @"AND length <= %d", text, limit];
}

NSPredicate *Shelf(NSString *key, NSString *name) {
    return [NSPredicate predicateWithFormat:@"%K ==[c] %@ AND ANY loans.returned == nil", key, name];
}
