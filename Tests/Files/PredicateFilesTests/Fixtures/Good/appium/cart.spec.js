const assert = require('assert');

const cart = {
  get checkout() { return $('-ios predicate string:name == "checkout" AND type == "XCUIElementTypeButton"'); },
  get rows() { return $$('-ios class chain:**/XCUIElementTypeCell[`visible == 1`]'); },
  get total() { return $(`-ios predicate string:label BEGINSWITH 'Total' AND visible == 1`); },
};

describe('cart', () => {
  it('shows the rows', async () => {
    const one = await driver.$("-ios predicate string:label == 'Apples' OR label == 'Pears'");
    await driver.$$('-ios predicate string:type == "XCUIElementTypeCell" && index < 3');
    await driver.$('-ios class chain:**/XCUIElementTypeCollectionView/XCUIElementTypeCell[`name CONTAINS[c] "pear"`][2]');
    await driver.findElement('-ios predicate string', 'name ENDSWITH ".png" AND accessible == true');
    const pattern = /label == "((/;
    assert.ok(one);
  });
});
