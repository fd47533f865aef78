import type { Browser } from 'playwright';
import { LinksOfConsole } from '@src/console';
import { codeOf } from '@test/support/console-person';
import { testApp, type TestApp } from '@test/support/test-app';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage, type Look } from './support/watched-page';

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

  const links = (): LinksOfConsole => app.app.get(LinksOfConsole, { strict: false });
  const open = (look: Look = LOOK): Promise<WatchedPage> =>
    WatchedPage.open(browser, { origin: app.address, cookie: NO_COOKIE }, look, false);

  test.each(LOOKS)('the forms have no faults in $theme at $width', async (look) => {
    const watched = await open(look);
    const { accountId } = await app.anAccount();
    const [person] = await app.database.query<{ id: number }>(
      `insert into person (name, email, password_hash) values ('Eva', gen_random_uuid() || '@harbor.example', '') returning id`,
    );
    for (const [path, heading] of [
      [await links().make({ kind: 'setup' }), 'Set up hrev'],
      [await links().make({ kind: 'join', accountId, email: 'eva@harbor.example', role: 'viewer' }), 'Join an account'],
      [await links().make({ kind: 'reset', personId: person?.id ?? 0 }), 'Set your password'],
    ] as const) {
      await watched.page.goto(`${app.address}${path}`);
      await watched.page.getByRole('heading', { name: heading }).waitFor();
      await watched.page.getByRole('button', { name: /Create|Join|Set/ }).click();
      await watched.page
        .getByText(/^Enter /)
        .first()
        .waitFor();
      await watched.expectNoFaults();
    }
    await watched.close();
  });

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

  test.each([
    ['setup', 'Set up hrev'],
    ['join', 'Join an account'],
    ['reset', 'Set your password'],
  ] as const)('a used link to %s says so before its form', async (kind, heading) => {
    const { accountId } = await app.anAccount();
    const [person] = await app.database.query<{ id: number }>('select min(id) as id from person');
    const path = await links().make(
      kind === 'setup'
        ? { kind }
        : kind === 'join'
          ? { kind, accountId, email: 'late@harbor.example', role: 'viewer' }
          : { kind, personId: person?.id ?? 0 },
    );
    const watched = await open();
    const { page } = watched;
    await page.goto(`${app.address}${path}`);
    await page.getByRole('textbox', { name: 'Password' }).waitFor();
    await app.database.query('update console_token set used_at = clock_timestamp() where used_at is null');
    await page.goto('about:blank');
    await page.goto(`${app.address}${path}`);
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'This link was used already' }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.getByRole('link', { name: 'To the sign-in' }).click();
    await page.getByRole('heading', { name: 'Sign in to hrev' }).waitFor();
    await watched.close();
  });

  test('without a mail server, no mail is promised: the screen says who makes a link', async () => {
    const watched = await open();
    await watched.page.goto(`${app.address}/console/reset`);
    await watched.page.getByText('This installation sends no mail.').waitFor();
    expect(await watched.page.getByRole('textbox').count()).toBe(0);
    expect(await watched.page.getByRole('button').count()).toBe(0);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('with a mail server, the screen says what is mailed, and the mail has the link', async () => {
    const environment = { HREV_SMTP_URL: 'smtp://127.0.0.1:1', HREV_MAIL_FROM: 'hrev@harbor.example' };
    const mailing = await testApp({ databaseUrl: app.databaseUrl, environment });
    const watched = await WatchedPage.open(browser, { origin: mailing.address, cookie: NO_COOKIE }, LOOK, false);
    await watched.page.goto(`${mailing.address}/console/reset`);
    await watched.page.getByLabel('E-mail').fill('rui@harbor.example');
    await watched.page.getByRole('button', { name: 'Send the link' }).click();
    await watched.page.getByText('If we know this address, we mail a link to it').waitFor();
    await watched.expectNoFaults();
    await watched.close();
    await mailing.close();
    const mails = await app.database.query(`select from outgoing_mail where recipient = 'rui@harbor.example'`);
    expect(mails).toHaveLength(1);
  });

  test('a link sets a new password', async () => {
    const [person] = await app.database.query<{ id: number }>(
      `select id from person where email = 'rui@harbor.example'`,
    );
    const watched = await open();
    const { page } = watched;
    await page.goto(`${app.address}${await links().make({ kind: 'reset', personId: person?.id ?? 0 })}`);
    await page.getByRole('textbox', { name: 'Password' }).fill('five slow ferries in fog');
    await page.keyboard.press('Enter');
    await page.getByText('The password is set').waitFor();
    await page.getByRole('link', { name: 'Back to the sign-in' }).click();
    await page.getByLabel('E-mail').fill('rui@harbor.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('five slow ferries in fog');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });
});
