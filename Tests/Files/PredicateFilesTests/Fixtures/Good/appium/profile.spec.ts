import { remote } from 'webdriverio';

const avatar: string = '-ios predicate string:type == "XCUIElementTypeImage" AND name == "avatar"';

export async function profile(driver: WebdriverIO.Browser): Promise<void> {
  await (await driver.$('-ios predicate string:label LIKE[c] "edit*"')).click();
  await (await driver.$(`-ios class chain:**/XCUIElementTypeButton[\`label == "Save"\`]`)).click();
  await (await driver.$(avatar)).click();
}
