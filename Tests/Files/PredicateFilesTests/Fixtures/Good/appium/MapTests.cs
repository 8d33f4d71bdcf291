using OpenQA.Selenium.Appium;

public class MapTests
{
    public void Test()
    {
        driver.FindElement(MobileBy.IosNSPredicate("type == 'XCUIElementTypeMap' AND visible == 1")).Click();
        driver.FindElement(MobileBy.IosNSPredicate(@"label == ""Pin"" AND name != ''"));
        driver.FindElement(MobileBy.IosClassChain("**/XCUIElementTypeOther[`label CONTAINS 'pin'`]"));
    }
}
