import type { Browser } from 'playwright';
import { OneTimeLinks } from '@src/console';
import { codeOf } from '@test/support/console-person';
import { testApp, type TestApp } from '@test/support/test-app';
import { describeInBrowser, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
const PASSWORD = 'three calm boats at noon';
const NO_COOKIE = { name: 'none', value: 'none', url: 'http://127.0.0.1' };

/** The service itself: persons, sessions and roles, in a real browser. */
describeInBrowser('the first person, and an invited one', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  const links = (): OneTimeLinks => app.app.get(OneTimeLinks, { strict: false });
  const open = (): Promise<WatchedPage> =>
    WatchedPage.open(browser, { origin: app.address, cookie: NO_COOKIE }, LOOK, false);

  test('the set-up link makes an owner, who signs out, signs in, and invites; a viewer cannot write', async () => {
    const owner = await open();
    await owner.page.goto(`${app.address}${await links().make({ kind: 'setup' })}`);
    await owner.page.getByLabel('Your name').fill('Ana');
    await owner.page.getByLabel('E-mail').fill('ana@harbor.example');
    await owner.page.getByLabel('Name of the account').fill('Harbor Hotels');
    await owner.page.getByRole('textbox', { name: 'Password' }).fill('too short');
    await owner.page.getByRole('button', { name: 'Create the account' }).click();
    await owner.page.getByRole('alert').filter({ hasText: 'at least 15 characters' }).waitFor();
    await owner.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await owner.page.keyboard.press('Enter');
    await owner.page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await owner.expectNoFaults();
    await owner.page.getByRole('button', { name: 'Use an app' }).click();
    const key = await owner.page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
    await owner.expectNoFaults();
    await owner.page.getByLabel('First code of the app').fill(codeOf(key.replaceAll(' ', '')));
    await owner.page.keyboard.press('Enter');
    await owner.page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    const [recoveryCode = ''] = await owner.page.getByRole('listitem').allInnerTexts();
    await owner.expectNoFaults();
    await owner.page.getByRole('button', { name: 'I have stored them' }).click();
    await owner.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await owner.expectNoFaults();
    const accountId = Number(/\/a\/(\d+)\//.exec(owner.page.url())?.[1]);

    await owner.page.getByRole('button', { name: 'Account' }).click();
    await owner.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await owner.page.getByRole('heading', { name: 'Sign in to hrev' }).waitFor();
    await owner.page.getByLabel('E-mail').fill('ana@harbor.example');
    await owner.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await owner.page.keyboard.press('Enter');
    await owner.page.getByRole('button', { name: 'Use a recovery code' }).click();
    await owner.page.getByLabel('Recovery code').fill(recoveryCode);
    await owner.page.keyboard.press('Enter');
    await owner.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await owner.expectNoFaults();
    await owner.close();

    const invitation = { kind: 'join', accountId, email: 'rui@harbor.example', role: 'viewer' } as const;
    const path = await links().make(invitation);
    const viewer = await open();
    await viewer.page.goto(`${app.address}${path}`);
    await viewer.page.getByText('You join Harbor Hotels as viewer, with rui@harbor.example.').waitFor();
    await viewer.page.getByLabel('Your name').fill('Rui');
    await viewer.page.getByRole('textbox', { name: 'Password' }).fill('four quiet rowers at dusk');
    await viewer.page.keyboard.press('Enter');
    await viewer.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await viewer.expectNoFaults();
    const status = await viewer.page.evaluate<number>(
      `fetch('/v3/folders', { method: 'POST', body: '{"name":"x"}', headers: { 'Content-Type': 'application/json',
         'X-Hrev-Console': '1', 'X-Hrev-Account': '${accountId}' } }).then((response) => response.status)`,
    );
    expect(status).toBe(403);
    await viewer.close();

    const late = await open();
    await late.page.goto(`${app.address}${path}`);
    await late.page.getByRole('alert').filter({ hasText: 'This link was used already' }).waitFor();
    await late.close();
  });
});
