import type { Browser } from 'playwright';
import { ConsoleServer, PERSON } from './support/console-server';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('sign-in', () => {
  let server: ConsoleServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await ConsoleServer.start({ hasSecondFactor: true });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test.each(LOOKS)('has no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look, false);
    await watched.page.goto(`${server.origin}/console/sign-in`);
    await watched.page.getByRole('heading', { name: 'Sign in to hrev' }).waitFor();
    await watched.page.getByRole('button', { name: 'Sign in' }).click();
    await watched.page.getByText('Enter your e-mail.').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('an address without a session leads to the sign-in, the second factor, and back to the address', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK, false);
    const { page } = watched;
    await page.goto(server.screen('objects?problem=off'));
    await page.getByLabel('E-mail').fill(PERSON.email);
    await page.getByRole('textbox', { name: 'Password' }).fill('not this one');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'The e-mail or the password is not right.' }).waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(PERSON.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code of your app').fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').filter({ hasText: 'The code is not right' }).waitFor();
    await watched.expectNoFaults();
    await page.getByLabel('Code of your app').fill(PERSON.code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Objects' }).waitFor();
    expect(page.url()).toBe(server.screen('objects?problem=off'));
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to hrev' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in to hrev' }).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the address of another site is no way back', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK, false);
    const { page } = watched;
    await page.goto(`${server.origin}/console/sign-in?next=//evil.example/`);
    await page.getByLabel('E-mail').fill(PERSON.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PERSON.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code of your app').fill(PERSON.code);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
    expect(page.url()).toBe(server.screen('reviews'));
    await watched.expectNoFaults();
    await watched.close();
  });

  test('an account without a membership is not found', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    await watched.page.goto(`${server.origin}/console/a/999999/objects`);
    await watched.page.getByRole('heading', { name: 'Not found' }).waitFor();
    await watched.close();
  });

  test('an ended session leads to the sign-in, and back to the same place', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('reviews'));
    await page.getByText('Nothing waits here.').waitFor();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Gone from the platform' }).click();
    await page.getByRole('heading', { name: 'Sign in to hrev' }).waitFor();
    await page.getByLabel('E-mail').fill(PERSON.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PERSON.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code of your app').fill(PERSON.code);
    await page.keyboard.press('Enter');
    await page.getByText('Nothing waits here.').waitFor();
    expect(page.url()).toBe(server.screen('reviews?only_deleted=true'));
    await watched.expectNoFaults();
    await watched.close();
  });

  test('every request of the console has the marks against forgery', () => expect(server.unmarked).toEqual([]));
});
