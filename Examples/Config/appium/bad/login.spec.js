describe('login', () => {
  it('signs in', async () => {
    await driver.$("-ios predicate string:lable == 'Sign in' AND enabled == 1").click();
    await driver.$('-ios class chain:**/XCUIElementTypeButton[`visibel == 1 AND label == "OK`]').click();
  });
});
