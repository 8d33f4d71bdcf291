import pytest
from appium import webdriver
from appium.webdriver.common.appiumby import AppiumBy
from appium.webdriver.common.mobileby import MobileBy

SAVE_BUTTON = (AppiumBy.IOS_PREDICATE, "type == 'XCUIElementTypeButton' AND name == 'Save'")
TOTAL = (AppiumBy.IOS_PREDICATE, 'type == "XCUIElementTypeStaticText" AND label BEGINSWITH "Total"')


class TestCheckout:
    """The cart: label == 'not a locator'."""

    def test_save(self, driver):
        driver.find_element(*SAVE_BUTTON).click()
        driver.find_element(AppiumBy.IOS_PREDICATE, 'label == "Pay" AND enabled == 1').click()
        driver.find_element(AppiumBy.IOS_PREDICATE, "name CONTAINS[c] 'receipt'").click()
        driver.find_elements(AppiumBy.IOS_PREDICATE, value="type == 'XCUIElementTypeCell' and visible == 1")
        driver.find_element(by=AppiumBy.IOS_PREDICATE, value="label LIKE 'Order *' OR name LIKE 'order-?'")
        driver.find_element(MobileBy.IOS_PREDICATE, r"label MATCHES '[0-9]+ items?'")
        driver.find_element(
            AppiumBy.IOS_PREDICATE,
            "type == 'XCUIElementTypeTextField' "
            "AND value == 'Card number'",
        ).send_keys("1")
        driver.find_element_by_ios_predicate("wdName == 'total' AND wdVisible == true")
        driver.find_element('-ios predicate string', "type IN {'XCUIElementTypeButton', 'XCUIElementTypeLink'} AND label != ''")
        driver.find_elements(AppiumBy.IOS_PREDICATE, '''
            type == 'XCUIElementTypeImage'
            AND rect.width > 40 AND rect.x BETWEEN {0, 100}
        ''')
        driver.find_element(AppiumBy.IOS_PREDICATE, "label ==[cd] 'été'")
        driver.find_element(AppiumBy.IOS_PREDICATE, "selected == TRUE AND NOT (name == nil)")

    def test_chains(self, driver):
        driver.find_element(AppiumBy.IOS_CLASS_CHAIN, '**/XCUIElementTypeCell[`name BEGINSWITH "row"`]')
        driver.find_element(AppiumBy.IOS_CLASS_CHAIN, "**/XCUIElementTypeButton[`label == 'Done' AND visible == 1`][-1]")
        driver.find_element(AppiumBy.IOS_CLASS_CHAIN, '**/XCUIElementTypeTable/XCUIElementTypeCell[2]')
        driver.find_element(AppiumBy.IOS_CLASS_CHAIN, "**/XCUIElementTypeCell[$type == 'XCUIElementTypeImage' AND name == 'star'$]")
        driver.find_element_by_ios_class_chain('XCUIElementTypeWindow/*/XCUIElementTypeAny[`value != "0"`][1]')
