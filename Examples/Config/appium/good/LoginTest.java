package org.example.tests;

import io.appium.java_client.AppiumBy;

class LoginTest {
    void test(String name) {
        driver.findElement(AppiumBy.iOSNsPredicateString("label == 'Sign in' AND enabled == 1")).click();
        driver.findElement(AppiumBy.iOSNsPredicateString(
            "type == \"XCUIElementTypeCell\" AND " + "visible == 1"));
        driver.findElement(AppiumBy.iOSClassChain("**/XCUIElementTypeCell[`label BEGINSWITH \"A\"`]"));
    }
}
