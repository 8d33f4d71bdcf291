// swift-format-ignore-file
import RealmSwift

class Dog: Object {
    @Persisted var name = ""
    @Persisted var age = 0
}

let realm = try! Realm()
let pups = realm.objects(Dog.self).filter("age < 2")
let brown = realm.objects(Dog.self).filter("color = 'tan' AND name BEGINSWITH 'B'")
let named = realm.objects(Dog.self).filter("name == %@", "Rex")
let many = realm.objects(Person.self).filter("dogs.@count > 2")
let average = realm.objects(Person.self).filter("dogs.@avg.age > 3.5 AND dogs.@max.age <= 12")
let someone = realm.objects(Person.self).filter("ANY dogs.name IN {'Fido', 'Max'}")
let none = realm.objects(Person.self).filter("NONE dogs.age > %d", 10)
let nested = realm.objects(Person.self).filter("SUBQUERY(dogs, $dog, $dog.age > 1 && $dog.name CONTAINS[c] 'a').@count >= 1")
let ids = realm.objects(Dog.self).filter("id IN %@", ["a", "b"])
let predicate = realm.objects(Dog.self).filter(NSPredicate(format: "name ENDSWITH[c] %@ AND vaccinated == true", "y"))
let since = realm.objects(Visit.self).filter("date BETWEEN %@", [Date.distantPast, Date()])
let sorted = realm.objects(Dog.self).filter("owner.name == nil").sorted(byKeyPath: "age")
let index = pups.index(matching: "name = 'Rex'")
let doubled = [1, 2, 3].filter { $0 > 1 }
