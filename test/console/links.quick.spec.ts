import type { Browser } from 'playwright';
import { OneTimeLinks } from '@src/console';
import { aMember } from '@test/support/console-person';
import { testApp, type TestApp } from '@test/support/test-app';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage, type Look } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
const NO_COOKIE = { name: 'none', value: 'none', url: 'http://127.0.0.1' };

/** The links with which a person joins or sets a password, in a real browser. */
describeInBrowser('the links of persons', () => {
  let app: TestApp;
  let browser: Browser;
  let member: { readonly id: number; readonly email: string };
  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    member = await aMember(app, (await app.anAccount()).accountId, 'viewer');
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  const links = (): OneTimeLinks => app.app.get(OneTimeLinks, { strict: false });
  const open = (look: Look = LOOK): Promise<WatchedPage> =>
    WatchedPage.open(browser, { origin: app.address, cookie: NO_COOKIE }, look, false);

  test.each(LOOKS)('the forms have no faults in $theme at $width', async (look) => {
    const watched = await open(look);
    const { accountId } = await app.anAccount();
    for (const [path, heading] of [
      [await links().make({ kind: 'setup' }), 'Set up hrev'],
      [await links().make({ kind: 'join', accountId, email: 'eva@harbor.example', role: 'viewer' }), 'Join an account'],
      [await links().make({ kind: 'reset', personId: member.id }), 'Set your password'],
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

  test.each([
    ['setup', 'Set up hrev'],
    ['join', 'Join an account'],
    ['reset', 'Set your password'],
  ] as const)('a used link to %s says so before its form', async (kind, heading) => {
    const { accountId } = await app.anAccount();
    const path = await links().make(
      kind === 'setup'
        ? { kind }
        : kind === 'join'
          ? { kind, accountId, email: 'late@harbor.example', role: 'viewer' }
          : { kind, personId: member.id },
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
    await watched.page.getByLabel('E-mail').fill(member.email);
    await watched.page.getByRole('button', { name: 'Send the link' }).click();
    await watched.page.getByText('If we know this address, we mail a link to it').waitFor();
    await watched.expectNoFaults();
    await watched.close();
    await mailing.close();
    const mails = await app.database.query('select from outgoing_mail where recipient = $1', [member.email]);
    expect(mails).toHaveLength(1);
  });

  test('a link sets a new password', async () => {
    const watched = await open();
    const { page } = watched;
    await page.goto(`${app.address}${await links().make({ kind: 'reset', personId: member.id })}`);
    await page.getByRole('textbox', { name: 'Password' }).fill('five slow ferries in fog');
    await page.keyboard.press('Enter');
    await page.getByText('The password is set').waitFor();
    await page.getByRole('link', { name: 'Back to the sign-in' }).click();
    await page.getByLabel('E-mail').fill(member.email);
    await page.getByRole('textbox', { name: 'Password' }).fill('five slow ferries in fog');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });
});
