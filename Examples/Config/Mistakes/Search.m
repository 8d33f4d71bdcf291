#import <Foundation/Foundation.h>

NSPredicate *Search(NSString *text, int limit) {
    return [NSPredicate predicateWithFormat:@"title CONTAIN[cd] %@ "
                                             @"AND length <= %d", text, limit];
}
