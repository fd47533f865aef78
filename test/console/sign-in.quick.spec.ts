import type { Browser } from 'playwright';
import { codeOf } from '@test/support/console-person';
import { ConsoleApp } from './support/console-app';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('sign-in', () => {
  let server: ConsoleApp;
  let browser: Browser;
  beforeAll(async () => {
    server = await ConsoleApp.start();
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
    await page.getByLabel('E-mail').fill(server.person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill('not this one');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'The e-mail or the password is not right.' }).waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(server.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code of your app').fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').filter({ hasText: 'The code is not right' }).waitFor();
    await watched.expectNoFaults();
    await page.getByLabel('Code of your app').fill(codeOf(server.person.seed ?? ''));
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

  test('a sign-in does not lead to the address of another site', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK, false);
    const { page } = watched;
    await page.goto(`${server.origin}/console/sign-in?next=//evil.example/`);
    await page.getByLabel('E-mail').fill(server.person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(server.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(server.person.recoveryCodes[1] ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toBe(server.screen('overview'));
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
    await page.getByText('No reviews here.').waitFor();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Removed from the platform' }).click();
    await page.getByRole('heading', { name: 'Sign in to hrev' }).waitFor();
    await page.getByLabel('E-mail').fill(server.person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(server.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(server.person.recoveryCodes[2] ?? '');
    await page.keyboard.press('Enter');
    await page.getByText('No review matches.').waitFor();
    expect(page.url()).toBe(server.screen('reviews?only_deleted=true'));
    await watched.expectNoFaults();
    await watched.close();
  });
});
