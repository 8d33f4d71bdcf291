describe('login', () => {
  it('signs in', async () => {
    await driver.$("-ios predicate string:label == 'Sign in' AND enabled == 1").click();
    await driver.$('-ios class chain:**/XCUIElementTypeButton[`visible == 1 AND label == "OK"`]').click();
  });
});
