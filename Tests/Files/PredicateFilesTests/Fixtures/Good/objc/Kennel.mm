#import <Realm/Realm.h>
#include <string>

void kennel(NSString *name) {
    RLMResults<Dog *> *dogs = [Dog objectsWhere:@"age > 8"];
    dogs = [Dog objectsWhere:@"name = %@", name];
    dogs = [dogs objectsWhere:@"color = 'tan' AND name BEGINSWITH 'B'"];
    dogs = [Dog objectsWhere:@"owner.name ==[c] %@ AND vaccinated == YES", name];
    dogs = [Dog objectsInRealm:realm where:@"ANY toys.name IN %@", @[ @"ball", @"bone" ]];
    dogs = [dogs objectsWithPredicate:[NSPredicate predicateWithFormat:@"age BETWEEN {2, 5}"]];
    NSUInteger index = [dogs indexOfObjectWhere:@"name == %@", @"Rex"];
    std::string query = "age > 8";
    auto raw = R"(NSPredicate predicateWithFormat:@"((")";
}
