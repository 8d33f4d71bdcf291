package org.example.tests

import io.appium.java_client.AppiumBy

class SettingsTest {
    private val wifi = AppiumBy.iOSNsPredicateString("type == 'XCUIElementTypeSwitch' AND label == 'Wi-Fi'")

    fun test() {
        driver.findElement(AppiumBy.iOSNsPredicateString("""label == "Bluetooth" AND value == "1""""))
        driver.findElement(AppiumBy.iOSNsPredicateString("placeholderValue == 'Search' and enabled == true"))
        driver.findElement(AppiumBy.iOSClassChain("**/XCUIElementTypeOther[`name == 'header'`]/XCUIElementTypeButton[1]"))
    }
}
