import type { Browser } from 'playwright';
import { Browser as Visitor } from '@test/support/console-person';
import { ConsoleApp } from './support/console-app';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';

describeInBrowser('sessions', () => {
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

  /** Another session of the person, as if the person had signed in with a phone. */
  const signInElsewhere = async (address: string): Promise<void> => {
    await server.app.database.query(
      `insert into session (digest, person_id, device, address, proved_at)
       select sha256($1::text::bytea), id, $2, $3, clock_timestamp() from person where email = $4`,
      [address, PHONE, address, server.person.email],
    );
  };
  const forgetProofs = (): Promise<unknown> =>
    server.app.database.query(`update session set proved_at = proved_at - interval '11 minutes'`);

  test.each(LOOKS)('the list and the dialog of a proof have no faults in $theme at $width', async (look) => {
    await signInElsewhere(`2001:db8::${look.theme === 'light' ? 1 : 2}:${look.width}`);
    await forgetProofs();
    const watched = await WatchedPage.open(browser, server, look);
    const { page } = watched;
    await page.goto(server.screen('settings/sessions'));
    await page.getByText('This browser').waitFor();
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a person ends one session, and all others after a proof', async () => {
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) await signInElsewhere(address);
    await forgetProofs();
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('settings/sessions'));
    await page.getByRole('button', { name: 'End the session of Safari on iPhone, 198.51.100.2' }).click();
    await page.getByText('The session has ended.').waitFor();
    expect(await page.getByText('198.51.100.2').count()).toBe(0);

    await page.getByRole('button', { name: 'End all others' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByRole('button', { name: 'Cancel' }).last().click();
    await page.getByText('Nothing was changed.').waitFor();
    expect(await page.getByText('198.51.100.3').count()).toBe(1);

    await page.getByRole('button', { name: 'End all others' }).click();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Enter your password.').waitFor();
    await dialog.getByRole('textbox', { name: 'Password' }).fill('not this one at all');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').filter({ hasText: 'The password is not right.' }).waitFor();
    await dialog.getByRole('textbox', { name: 'Password' }).fill(server.password);
    await page.keyboard.press('Enter');
    await page.getByText('You are signed in here and nowhere else.').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByRole('row').count()).toBe(2);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a page whose session was ended elsewhere leads to the sign-in', async () => {
    const visitor = await server.another('viewer');
    const watched = await WatchedPage.open(
      browser,
      { ...server, origin: server.origin, cookie: server.cookieOf(visitor.browser) },
      LOOK,
    );
    const { page } = watched;
    await page.goto(server.screen('settings/sessions'));
    await page.getByText('This browser').waitFor();
    const elsewhere = new Visitor(server.app);
    await elsewhere.signIn(visitor.email);
    await elsewhere.send('DELETE', '/console/api/sessions', {});
    await page.getByRole('link', { name: 'Reviews' }).first().click();
    await page.getByRole('heading', { name: 'Sign in to hrev' }).waitFor();
    await watched.close();
  });
});
