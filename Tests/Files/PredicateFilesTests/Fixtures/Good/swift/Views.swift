// swift-format-ignore-file
import CoreData
import HealthKit
import Photos
import SwiftUI

struct TaskList: View {
    @FetchRequest(
        sortDescriptors: [NSSortDescriptor(key: "due", ascending: true)],
        predicate: NSPredicate(format: "done == %@", NSNumber(booleanLiteral: false)))
    var tasks: FetchedResults<Task>

    @SectionedFetchRequest<String, Task>(
        sectionIdentifier: \.listName, sortDescriptors: [],
        predicate: NSPredicate(format: "list.name != %@ AND due < %@", "Archive", Date() as NSDate))
    var sections

    init(filter: String) {
        _tasks = FetchRequest<Task>(sortDescriptors: [], predicate: NSPredicate(format: "text BEGINSWITH %@", filter))
    }

    var query: String = ""
    var body: some View {
        List { ForEach(tasks) { Text($0.text ?? "") } }
            .onChange(of: query) { value in
                tasks.nsPredicate = value.isEmpty ? nil : NSPredicate(format: "text CONTAINS[cd] %@", value)
            }
    }
}

struct FilteredList<T: NSManagedObject>: View {
    @FetchRequest var items: FetchedResults<T>
    init(filterKey: String, filterValue: String) {
        _items = FetchRequest<T>(
            sortDescriptors: [], predicate: NSPredicate(format: "%K BEGINSWITH[cd] %@", filterKey, filterValue))
    }
    var body: some View { EmptyView() }
}

func photos() {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)
    options.predicate = NSPredicate(
        format: "mediaType == %d || mediaType == %d",
        PHAssetMediaType.image.rawValue,
        PHAssetMediaType.video.rawValue)
    options.predicate = NSPredicate(format: "(mediaSubtypes & %d) != 0", PHAssetMediaSubtype.photoScreenshot.rawValue)
    options.predicate = NSPredicate(format: "(mediaSubtype & %d) == 0 AND duration > %f", 4, 10.0)
    options.predicate = NSPredicate(format: "creationDate > %@ && creationDate < %@", Date() as NSDate, Date() as NSDate)
    options.predicate = NSPredicate(format: "title = %@", "Holidays")
    options.predicate = NSPredicate(format: "favorite == YES")
    options.predicate = NSPredicate(format: "pixelWidth >= 1000 AND pixelHeight >= 1000")
    options.predicate = NSPredicate(format: "estimatedAssetCount > 0")
}

func health(source: Set<HKSource>, workout: HKWorkout) -> [NSPredicate] {
    [
        NSPredicate(format: "metadata.%K != YES", HKMetadataKeyWasUserEntered),
        NSPredicate(format: "%K == %@", HKPredicateKeyPathWorkout, workout),
        NSPredicate(format: "%K >= %@", HKPredicateKeyPathStartDate, Date() as NSDate),
        NSPredicate(format: "%K.%K > %d", "metadata", "count", 3),
    ]
}

func filterArrays(_ names: NSArray, people: NSMutableArray) {
    _ = names.filtered(using: NSPredicate(format: "SELF CONTAINS[c] %@", "an"))
    _ = names.filtered(using: NSPredicate(format: "SELF beginswith[cd] 'a' OR SELF endswith[cd] 'z'"))
    _ = names.filtered(using: NSPredicate(format: "self.length > 3"))
    _ = names.filtered(using: NSPredicate(format: "NOT (SELF IN %@)", ["x", "y"]))
    people.filter(using: NSPredicate(format: "age >= 18 AND name LIKE 'B*'"))
    people.filter(using: NSPredicate(format: "ALL children.age > 18"))
    people.filter(using: NSPredicate(format: "name MATCHES[c] %@", ".*son$"))
    people.filter(using: NSPredicate(format: "(age BETWEEN {18, 65}) AND (city = 'Lisbon' || city = 'Porto')"))
    people.filter(using: NSPredicate(format: "ANY phones.number ENDSWITH %@", "55"))
    people.filter(using: NSPredicate(format: "salary * 12 > %@", 50_000 as NSNumber))
    people.filter(using: NSPredicate(format: "tags[SIZE] > 2 OR tags[FIRST] == 'vip'"))
    people.filter(using: NSPredicate(format: "address.zip.length == 5"))
}

func valid(_ text: String) -> Bool {
    let email = NSPredicate(format: "SELF MATCHES %@", "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}")
    let phone = NSPredicate(format: "SELF MATCHES %@", #"^\d{3}-\d{4}$"#)
    let password = NSPredicate(format: "SELF MATCHES %@ ", "^(?=.*[a-z])(?=.*[$@$#!%*?&]).{6,}$")
    let zip = NSPredicate(format: "SELF MATCHES '[0-9]{5}(-[0-9]{4})?'")
    return [email, phone, password, zip].contains { $0.evaluate(with: text) }
}

final class UITests {
    func testButtons(app: Element) {
        app.buttons.matching(NSPredicate(format: "label CONTAINS[c] %@", "Save")).firstMatch.tap()
        app.staticTexts.element(matching: NSPredicate(format: "label BEGINSWITH 'Total'")).tap()
        app.cells.containing(NSPredicate(format: "identifier == 'row' AND label LIKE '*Lisbon*'")).element.tap()
        expectation(for: NSPredicate(format: "exists == true"), evaluatedWith: app)
        expectation(for: NSPredicate(format: "exists == 1 AND hittable == 1"), evaluatedWith: app)
        expectation(for: NSPredicate(format: "count > 0"), evaluatedWith: app)
        expectation(for: NSPredicate(format: "isHittable == TRUE"), evaluatedWith: app)
        expectation(for: NSPredicate(format: "value != %@", "0"), evaluatedWith: app)
    }
}

func cloud(_ location: CLLocation) {
    _ = CKQuery(recordType: "Place", predicate: NSPredicate(format: "distanceToLocation:fromLocation:(location, %@) < %f", location, 500.0))
    _ = CKQuery(recordType: "Place", predicate: NSPredicate(format: "owner == %@", reference))
    _ = CKQuery(recordType: "Place", predicate: NSPredicate(format: "modificationDate > %@", since as CVarArg))
    _ = CKQuery(recordType: "Place", predicate: NSPredicate(format: "self contains %@", "harbour"))
    _ = CKQuery(recordType: "Place", predicate: NSPredicate(format: "allTokens TOKENMATCHES[cdl] %@", "harbour"))
}
