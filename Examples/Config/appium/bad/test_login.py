from appium.webdriver.common.appiumby import AppiumBy

SIGN_IN = (AppiumBy.IOS_PREDICATE, "lable == 'Sign in' AND enabled == 1")


def test_login(driver):
    driver.find_element(*SIGN_IN).click()
    driver.find_element(
        AppiumBy.IOS_PREDICATE,
        "type == 'XCUIElementTypeTextField' "
        "AND placeholdrValue BEGINWITH[c] 'user'",
    ).send_keys("ana")
    driver.find_element(AppiumBy.IOS_CLASS_CHAIN, '**/XCUIElementTypeCell[`name BEGINWITH "row" AND visibel == 1`][-1]')
