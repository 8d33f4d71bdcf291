package org.example.tests;

import io.appium.java_client.AppiumBy;
import io.appium.java_client.MobileBy;
import io.appium.java_client.pagefactory.iOSXCUITFindBy;

class LoginTest {
    // A predicate in a comment is none: name ==
    @iOSXCUITFindBy(iOSNsPredicate = "type == 'XCUIElementTypeSecureTextField'")
    private WebElement password;

    @iOSXCUITFindBy(iOSClassChain = "**/XCUIElementTypeButton[`label == \"Sign in\"`]")
    private WebElement signIn;

    private static final By USER = AppiumBy.iOSNsPredicateString("name == 'user' AND type == 'XCUIElementTypeTextField'");

    void test() {
        driver.findElement(AppiumBy.iOSNsPredicateString("label == 'Continue'")).click();
        driver.findElement(AppiumBy.iOSNsPredicateString("name CONTAINS 'login' && enabled == true")).click();
        driver.findElement(MobileBy.iOSNsPredicateString("value == \"on\" || value == '1'")).click();
        driver.findElements(AppiumBy.iOSNsPredicateString(
            "type == 'XCUIElementTypeStaticText' AND "
                + "label ENDSWITH '€' AND visible == 1"));
        driver.findElement(AppiumBy.iOSClassChain("**/XCUIElementTypeAlert/**/XCUIElementTypeButton[`name == 'OK'`]"));
        driver.findElement(MobileBy.iOSClassChain("**/XCUIElementTypeCell[`label BEGINSWITH 'A' AND hittable == 1`][3]"));
    }
}
